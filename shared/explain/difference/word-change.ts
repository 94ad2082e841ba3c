import { KEPT } from '../../page/output'
import { isWithin, TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { countWords } from '../../page/text'

/**
 * Counts the words that only one of two selections of a page keeps. `gained`: words that only the new selection keeps. `lost`: words that
 * only the old selection keeps.
 */
export function wordChange(page: PageModel, before: Uint8Array, after: Uint8Array) {
  let gained = 0
  let lost = 0
  const added: NodeId[] = []
  const removed: NodeId[] = []
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const was = before[n] === KEPT
    const is = after[n] === KEPT
    if (was === is) continue
    const words = countWords(page.text[n] as string)
    if (words === 0) continue
    if (is) {
      gained += words
      added.push(n)
    } else {
      lost += words
      removed.push(n)
    }
  }
  return { gained, lost, added, removed }
}

export function changeElsewhere(
  page: PageModel,
  { added, removed }: ReturnType<typeof wordChange>,
  node: NodeId,
): { readonly gained: number; readonly lost: number } {
  const words = (nodes: readonly NodeId[]): number =>
    nodes.reduce((sum, n) => (isWithin(page, n, node) ? sum : sum + countWords(page.text[n] as string)), 0)
  return { gained: words(added), lost: words(removed) }
}
