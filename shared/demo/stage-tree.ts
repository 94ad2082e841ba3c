import { nodeLabel } from '../explain/node-label'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { lastAtOrBefore } from '../base/search'

/** A row of the stage's tree. */
export interface TreeRow {
  readonly node: NodeId
  readonly depth: number
  readonly label: string
}

/** Elements of body with something in them, in document order, with their depth below body. Linear. */
export function treeRows(page: PageModel): TreeRow[] {
  const rows: TreeRow[] = []
  if (page.body < 0) return rows
  const depth = new Int32Array(page.count)
  const end = page.subtreeEnd[page.body] as number
  for (let n: number = page.body; n < end; n++) {
    if (n > page.body) depth[n] = (depth[page.parent[n] as number] as number) + 1
    if (page.kind[n] === ELEMENT) rows.push({ node: n, depth: depth[n] as number, label: nodeLabel(page, n, 36) })
  }
  return rows
}

/** The row of a node, or of the nearest element around it; -1 where there is none. Binary search. */
export function rowOf(rows: readonly TreeRow[], page: PageModel, node: NodeId): number {
  const element = node >= 0 && page.kind[node] !== ELEMENT ? (page.parent[node] ?? -1) : node
  const at = lastAtOrBefore(rows.length, (i) => rows[i]?.node ?? 0, element)
  return rows[at]?.node === element ? at : -1
}
