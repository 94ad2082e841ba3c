import { KEPT, OUT } from '../../../shared/page/output'
import { ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { isUnread } from '../../../shared/explain/coverage'
import type { TreeFilter } from '../../window/page/tree-view'
import type { TreeStructure } from './tree-structure'
import { lastAtOrBefore } from '../../../shared/base/int-list'

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
