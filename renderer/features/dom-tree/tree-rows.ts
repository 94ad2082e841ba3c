import { lastAtOrBefore } from '../../../shared/base/int-list'
import { once } from '../../../shared/base/once'
import { isUnread } from '../../../shared/explain/coverage'
import { KEPT, OUT } from '../../../shared/page/output'
import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import type { TreeFilter } from '../../window/page/tree-view'

export interface TreeStructure {
  readonly depth: Int32Array
  /** Position among the shown siblings from 1, for screen readers. `setSize` is the number of these siblings. */
  readonly position: Int32Array
  readonly setSize: Int32Array
  /** Is 1 for a text node of white space. The tree shows no row for white space. */
  readonly blank: Uint8Array
  /** Is 1 for a text without shown siblings. The row of the parent element shows the text. */
  readonly folded: Uint8Array
  readonly inlineText: Int32Array
  readonly rowChildren: Int32Array
  /** For the first folded node of a run, the number of folded nodes; otherwise 0. */
  readonly runLength: Int32Array
  /** For a folded node of a run, the first folded node of the run; otherwise -1. */
  readonly runOf: Int32Array
}

/** Minimum length of a folded run, and the number of its visible members. */
const LEAST_FOLDED_RUN = 12
const RUN_SHOWN = 4

export const structureOf = once(build)

function build(model: PageModel): TreeStructure {
  const { count, kind, parent } = model
  const depth = new Int32Array(count)
  const position = new Int32Array(count)
  const setSize = new Int32Array(count)
  const blank = new Uint8Array(count)
  const folded = new Uint8Array(count)
  const inlineText = new Int32Array(count).fill(-1)
  const shown = new Int32Array(count)
  const rowChildren = new Int32Array(count)
  for (let n = 0; n < count; n++) {
    const p = parent[n] as number
    if (kind[n] !== ELEMENT && !/\S/.test(model.text[n] as string)) blank[n] = 1
    if (p < 0) {
      position[n] = setSize[n] = 1
      continue
    }
    depth[n] = (depth[p] as number) + 1
    if (blank[n] === 1) continue
    shown[p] = (shown[p] as number) + 1
    position[n] = shown[p]
  }
  for (let n = 1; n < count; n++) {
    const p = parent[n] as number
    if (p < 0 || blank[n] === 1) continue
    setSize[n] = shown[p] as number
    if (kind[n] !== ELEMENT && shown[p] === 1) {
      folded[n] = 1
      inlineText[p] = n
    } else rowChildren[p] = (rowChildren[p] as number) + 1
  }
  const { runLength, runOf } = findRuns(model, blank)
  return { depth, position, setSize, blank, folded, inlineText, rowChildren, runLength, runOf }
}

function findRuns(model: PageModel, blank: Uint8Array): { runLength: Int32Array; runOf: Int32Array } {
  const { count, kind, parent } = model
  const runLength = new Int32Array(count)
  const runOf = new Int32Array(count).fill(-1)
  const last = new Int32Array(count).fill(-1)
  const length = new Int32Array(count)
  const members = new Map<number, number[]>()
  const close = (p: number): void => {
    const run = members.get(p)
    if (!run) return
    if (run.length >= LEAST_FOLDED_RUN) {
      const first = run[RUN_SHOWN] as number
      runLength[first] = run.length - RUN_SHOWN
      for (let i = RUN_SHOWN; i < run.length; i++) runOf[run[i] as number] = first
    }
    members.delete(p)
  }
  for (let n = 1; n < count; n++) {
    const p = parent[n] as number
    if (p < 0 || blank[n] === 1) continue
    const before = last[p] as number
    if (before >= 0 && kind[n] === ELEMENT && kind[before] === ELEMENT && alike(model, before, n)) {
      const run = members.get(p)
      if (run) run.push(n)
      else members.set(p, [before, n])
      length[p] = (length[p] as number) + 1
    } else close(p)
    last[p] = n
  }
  for (const p of [...members.keys()]) close(p)
  return { runLength, runOf }
}

function alike(model: PageModel, a: NodeId, b: NodeId): boolean {
  return model.tag[a] === model.tag[b] && attribute(model, a, 'class') === attribute(model, b, 'class')
}

export function nodeName(model: PageModel, node: NodeId): string {
  const id = attribute(model, node, 'id')
  const classes = attribute(model, node, 'class')?.trim()
  return `${tagName(model, node)}${id ? `#${id}` : ''}${classes ? `.${classes.split(/\s+/).join('.')}` : ''}`
}

/** A node id, or `-1 - node` for a folded run whose first folded member is `node`. */
export type Row = number

export const nodeOfRow = (row: Row): NodeId => (row >= 0 ? row : -1 - row)

export interface Statuses {
  readonly now: Uint8Array | null
  readonly before: Uint8Array | null
}

export function filterMask(model: PageModel, structure: TreeStructure, filter: TreeFilter, { now, before }: Statuses): Uint8Array | null {
  if (filter === 'all' || (filter !== 'text' && !now) || (filter === 'changed' && !before)) return null
  const mask = new Uint8Array(model.count)
  for (let n = model.count - 1; n >= 0; n--) {
    if (mask[n] === 0) {
      if (filter === 'kept') mask[n] = now?.[n] !== OUT ? 1 : 0
      else if (filter === 'text') mask[n] = model.kind[n] !== ELEMENT && structure.blank[n] === 0 && !isUnread(model, n) ? 1 : 0
      else mask[n] = (now?.[n] === KEPT) !== (before?.[n] === KEPT) ? 1 : 0
    }
    const p = model.parent[n] as number
    if (mask[n] === 1 && p >= 0) mask[p] = 1
  }
  return mask
}

interface OpenTree {
  readonly expanded: Uint8Array
  readonly openRuns: ReadonlySet<NodeId>
  readonly mask: Uint8Array | null
}

export function rowsOf(model: PageModel, structure: TreeStructure, { expanded, openRuns, mask }: OpenTree): Int32Array {
  const rows = new Int32Array(model.count + 1)
  let size = 0
  let n = 0
  while (n < model.count) {
    const end = model.subtreeEnd[n] as number
    if (structure.blank[n] === 1 || structure.folded[n] === 1 || (mask && mask[n] === 0)) {
      n = end
      continue
    }
    const run = structure.runOf[n] as number
    if (run >= 0 && !mask && !openRuns.has(run)) {
      if (run === n) rows[size++] = -1 - n
      n = end
      continue
    }
    rows[size++] = n
    n = expanded[n] === 1 && (structure.rowChildren[n] as number) > 0 ? n + 1 : end
  }
  return rows.slice(0, size)
}

export function rowIndexOf(rows: Int32Array, model: PageModel, node: NodeId): number {
  for (let n: number = node; n >= 0; n = model.parent[n] as number) {
    const at = lastAtOrBefore(rows.length, (i) => nodeOfRow(rows[i] as number), n)
    if (at >= 0 && nodeOfRow(rows[at] as number) === n) return at
  }
  return -1
}
