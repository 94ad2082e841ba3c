/** Where a selection and a gold text differ, as blocks of the page: what was missed, and what was kept wrongly. */
import { ELEMENT, TEXT, type NodeId, type PageModel } from '../page/page-model'
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_NEGATIVE } from './gold-hits'

export interface GoldLoss {
  readonly kind: 'missed' | 'added'
  /** The largest element, or the text, that holds no text of another fate. */
  readonly node: NodeId
  /** Words in it that were missed, or kept wrongly; each of the page once. */
  readonly words: number
}

/**
 * The blocks that were missed or kept wrongly, those of most words first, of the same in the order of the page. Linear in nodes.
 * @param starts words that begin in each text node
 * @param kinds bits of text by node, see `GoldHits`
 */
export function goldLosses(page: PageModel, starts: Int32Array, kinds: Uint8Array): GoldLoss[] {
  const losses: GoldLoss[] = []
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    const kind = kindOf(kinds[n] as number)
    if (kind === null || (page.kind[n] !== ELEMENT && page.kind[n] !== TEXT)) continue
    const end = page.subtreeEnd[n] as number
    const bit = kind === 'missed' ? FALSE_NEGATIVE : FALSE_POSITIVE
    let words = 0
    for (let inside = n; inside < end; inside++) if (page.kind[inside] === TEXT && kinds[inside] === bit) words += starts[inside] as number
    if (words > 0) losses.push({ kind, node: n, words })
    n = end - 1
  }
  return losses.sort((a, b) => b.words - a.words || a.node - b.node)
}

/** Text that was rightly left out may stand in a block; any other fate makes it two. */
function kindOf(bits: number): GoldLoss['kind'] | null {
  const wrong = bits & ~TRUE_NEGATIVE
  return wrong === FALSE_NEGATIVE ? 'missed' : wrong === FALSE_POSITIVE ? 'added' : null
}
