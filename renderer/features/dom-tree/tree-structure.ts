import { attribute, ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { once } from '../../../shared/base/once'

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
