import { REMOVALS, usualTree, type Removal } from '../page/content-tree'
import { LAYOUT_DISPLAYED, LAYOUT_VISIBLE, type NodeId, type PageModel } from '../page/page-model'

export interface HiddenCause {
  /** The node or the topmost ancestor the cause belongs to. */
  readonly node: NodeId
  readonly cause: Removal | 'not visible'
}

/** Why each node is not measured (extractors §0); index into `REMOVALS`. */
export const removalsOf = (page: PageModel): Uint8Array => usualTree(page).removal

/** Why nobody sees a node, or null where it is seen (or no browser laid the page out). */
export function hiddenCause(page: PageModel, node: NodeId): HiddenCause | null {
  const removal = removalsOf(page)
  const reason = removal[node] ?? 0
  if (reason !== 0) {
    let top = node
    for (let p = page.parent[node] ?? -1; p >= 0 && p !== page.body && removal[p] === reason; p = page.parent[p] ?? -1) top = p
    return { node: top, cause: REMOVALS[reason] ?? 'kept' }
  }
  const flags = page.layout?.flags[node]
  if (flags !== undefined && (flags & LAYOUT_DISPLAYED) !== 0 && (flags & LAYOUT_VISIBLE) === 0) return { node, cause: 'not visible' }
  return null
}

/** Whether a person sees the text of a node: not removed before measuring, and visible where there is a layout. */
export function isSeen(page: PageModel, removal: Uint8Array, node: NodeId): boolean {
  if (removal[node] !== 0) return false
  const flags = page.layout?.flags[node]
  return flags === undefined || (flags & LAYOUT_VISIBLE) !== 0
}
