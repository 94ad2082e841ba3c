import { KEPT, markPath } from '../page/selection'
import { outputText, type OutputText } from '../page/output'
import { TEXT, type PageModel } from '../page/page-model'
import type { GoldOnPage } from './gold-on-page'

/** What became of text, as bits: neither kept nor gold, kept and gold, kept but not gold, gold but not kept. */
export const TRUE_NEGATIVE = 1
export const TRUE_POSITIVE = 2
export const FALSE_POSITIVE = 4
export const FALSE_NEGATIVE = 8

/** A selection held against the gold standard, text node by text node. */
export interface GoldHits {
  /** For each node the bits of all text in its subtree; a text node has one bit, 0 stands for no text. */
  readonly kinds: Uint8Array
  /** Characters of words in text nodes of each kind. */
  readonly characters: { readonly truePositive: number; readonly falsePositive: number; readonly falseNegative: number }
  /** The text kept together with the text missed, in the order of the page. */
  readonly output: OutputText
}

/**
 * Compares a selection with a gold text laid on the page. A text node counts as gold when more than half of its word
 * characters are; a selection has no finer grain. Linear in nodes and characters.
 * @param selected state of each node, length `page.count`
 */
export function goldHits(page: PageModel, selected: Uint8Array, gold: GoldOnPage): GoldHits {
  const kinds = new Uint8Array(page.count)
  const shown = selected.slice()
  let truePositive = 0
  let falsePositive = 0
  let falseNegative = 0
  for (let n = page.count - 1; n >= 0; n--) {
    const characters = gold.characters[n] as number
    if (page.kind[n] === TEXT && characters > 0) {
      const isGold = (gold.goldCharacters[n] as number) * 2 > characters
      const isKept = selected[n] === KEPT
      kinds[n] = isKept ? (isGold ? TRUE_POSITIVE : FALSE_POSITIVE) : isGold ? FALSE_NEGATIVE : TRUE_NEGATIVE
      if (isKept && isGold) truePositive += characters
      else if (isKept) falsePositive += characters
      else if (isGold) {
        falseNegative += characters
        shown[n] = KEPT
      }
    }
    const parent = page.parent[n] as number
    if (parent < 0) continue
    kinds[parent] = (kinds[parent] as number) | (kinds[n] as number)
  }
  markPath(page, shown)
  return { kinds, characters: { truePositive, falsePositive, falseNegative }, output: outputText(page, shown) }
}
