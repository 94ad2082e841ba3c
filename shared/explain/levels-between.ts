import type { NodeId, PageModel } from '../page/page-model'

/** How far `inner` stands below `outer`. */
export function levelsBetween(page: PageModel, outer: NodeId, inner: NodeId): number {
  let levels = 0
  for (let n: number = inner; n > outer; n = page.parent[n] ?? -1) levels++
  return levels
}
