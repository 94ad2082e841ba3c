import type { ContentTree } from './content-tree'
import type { PageModel } from './page-model'

/** Result of a node: dropped, kept, ancestor of kept text. */
export const OUT = 0
export const KEPT = 1
export const PATH = 2

/**
 * Turns kept entries into `selected` over page nodes: kept entries are `KEPT` (including white space and unwrapped forms between them),
 * their other ancestors up to body `PATH`, everything else `OUT`. Linear in nodes.
 * @param kept 1 for each kept entry of `tree`; a kept element does not imply its subtree.
 */
export function selectionOf(tree: ContentTree, kept: Uint8Array): Uint8Array {
  const { page } = tree
  const selected = new Uint8Array(page.count)
  for (let e = 0; e < tree.size; e++) if (kept[e] === 1) selected[tree.node[e]] = KEPT
  if (page.body < 0) return selected
  const end = page.subtreeEnd[page.body]
  // Unwrapped forms and blank text have no entry: if they were not removed, they have the result of their parent.
  let entry = 0
  for (let n = page.body + 1; n < end; n++) {
    while (entry < tree.size && tree.node[entry] < n) entry++
    if (selected[n] !== OUT || tree.removal[n] !== 0 || tree.node[entry] === n) continue
    if (selected[page.parent[n]] === KEPT) selected[n] = KEPT
  }
  markPath(page, selected)
  return selected
}

/** Marks the ancestors, up to body, of nodes that are not `OUT` as `PATH`; kept ancestors stay kept. Linear in nodes. */
export function markPath(page: PageModel, selected: Uint8Array): void {
  if (page.body < 0) return
  for (let n = page.subtreeEnd[page.body] - 1; n > page.body; n--) {
    const parent = page.parent[n]
    if (selected[n] !== OUT && selected[parent] === OUT) selected[parent] = PATH
  }
}
