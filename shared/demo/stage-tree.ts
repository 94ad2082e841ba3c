import { dropsHidden } from '../extractors/core/define'
import { usualTree } from '../page/content-tree'
import { OUT } from '../page/selection'
import type { DemoRun } from './demo-run'
import { nodeLabel } from '../explain/node-label'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { lastAtOrBefore } from '../base/search'

/** A row of the stage's tree. */
export interface TreeRow {
  readonly node: NodeId
  readonly depth: number
  readonly label: string
}

/** Elements that cleaning took out, with what is in them: no method measures or keeps them. */
export function takenOut({ page, extraction }: Pick<DemoRun, 'page' | 'extraction'>): Uint8Array {
  const { removal } = usualTree(page, dropsHidden(extraction.params))
  const taken = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++) if (removal[n] !== 0 && extraction.selected[n] === OUT) taken[n] = 1
  return taken
}

/**
 * Elements of body with something in them, in document order, with their depth below body. Linear.
 * @param taken what was taken out before the run: it has one row together, the second, that says how many there are
 */
export function treeRows(page: PageModel, taken: Uint8Array | null = null): TreeRow[] {
  const rows: TreeRow[] = []
  if (page.body < 0) return rows
  const depth = new Int32Array(page.count)
  const end = page.subtreeEnd[page.body] as number
  let folded = 0
  for (let n: number = page.body; n < end; n++) {
    if (n > page.body) depth[n] = (depth[page.parent[n] as number] as number) + 1
    if (taken?.[n] === 1 && n > page.body) {
      if (page.kind[n] === ELEMENT) folded++
      continue
    }
    if (page.kind[n] === ELEMENT) rows.push({ node: n, depth: depth[n] as number, label: nodeLabel(page, n, 36) })
  }
  if (folded > 0)
    rows.splice(1, 0, { node: -1, depth: 1, label: `taken out before the run: ${folded} ${folded === 1 ? 'element' : 'elements'}` })
  return rows
}

/** The row of a node, or of the nearest element around it; -1 where there is none. Binary search. */
export function rowOf(rows: readonly TreeRow[], page: PageModel, node: NodeId): number {
  const element = node >= 0 && page.kind[node] !== ELEMENT ? (page.parent[node] ?? -1) : node
  // The folded row has no place in the order; the row before it has one.
  const found = lastAtOrBefore(rows.length, (i) => (rows[i]?.node === -1 ? page.body : (rows[i]?.node ?? 0)), element)
  const at = rows[found]?.node === -1 ? found - 1 : found
  return rows[at]?.node === element ? at : -1
}
