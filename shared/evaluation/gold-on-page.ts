import { lcsMatching } from '../metrics/lcs'
import { tokenWords, type TokenOptions } from '../metrics/tokens'
import { tagName, TEXT, type PageModel, ELEMENT, type NodeId } from '../page/page-model'
import { unreadTags } from '../page/tags'
import { KEPT, markPath, outputText } from '../page/output'

export type GoldOnPage = ReturnType<typeof goldOnPage>

const CONTROLS: ReadonlySet<string> = new Set(['textarea', 'option'])

/**
 * Aligns the words of a gold text with the words of the page's body, except the text of `textarea` and `option`. Returns, per text node, the
 * number of characters in words, and in words that match the gold text.
 */
export function goldOnPage(page: PageModel, gold: readonly string[], options: TokenOptions) {
  const words: string[] = []
  const nodes: number[] = []
  const characters = new Float64Array(page.count)
  const silent = new Set([...unreadTags(page), ...CONTROLS])
  for (let n: number = page.body; n >= 0 && n < (page.subtreeEnd[page.body] as number); n++) {
    if (page.kind[n] !== TEXT || silent.has(tagName(page, page.parent[n] as number))) continue
    for (const word of tokenWords(page.text[n] as string, options)) {
      words.push(word)
      nodes.push(n)
      characters[n] = (characters[n] as number) + word.length
    }
  }
  const goldCharacters = new Float64Array(page.count)
  for (const i of lcsMatching(words, gold).a) {
    const node = nodes[i] as number
    goldCharacters[node] = (goldCharacters[node] as number) + (words[i] as string).length
  }
  return { goldCharacters, characters }
}

/** Bits of `GoldHits.kinds`: correctly dropped, correctly kept, wrongly kept, wrongly dropped. */
export const TRUE_NEGATIVE = 1
export const TRUE_POSITIVE = 2
export const FALSE_POSITIVE = 4
export const FALSE_NEGATIVE = 8

export type GoldHits = ReturnType<typeof goldHits>

/** Compares a selection with an aligned gold text. A text node counts as gold text if more than half of the word characters match. */
export function goldHits(page: PageModel, selected: Uint8Array, gold: GoldOnPage) {
  const shown = selected.slice()
  let truePositive = 0
  let falsePositive = 0
  let falseNegative = 0
  const kinds = hitKinds(page, selected, (n) => {
    const characters = gold.characters[n] as number
    if (characters === 0) return null
    const isGold = (gold.goldCharacters[n] as number) * 2 > characters
    if (selected[n] !== KEPT && isGold) {
      falseNegative += characters
      shown[n] = KEPT
    } else if (isGold) truePositive += characters
    else if (selected[n] === KEPT) falsePositive += characters
    return isGold
  })
  markPath(page, shown)
  return { kinds, characters: { truePositive, falsePositive, falseNegative }, output: outputText(page, shown) }
}

/**
 * Returns, per node, the bits of all text nodes in the subtree; 0 if no text node has words. @param isWanted whether the text of a node is
 * wanted; null for a text without words
 */
export function hitKinds(page: PageModel, selected: Uint8Array, isWanted: (text: number) => boolean | null): Uint8Array {
  const kinds = new Uint8Array(page.count)
  for (let n = page.count - 1; n >= 0; n--) {
    const wanted = page.kind[n] === TEXT ? isWanted(n) : null
    if (wanted !== null && selected[n] === KEPT) kinds[n] = wanted ? TRUE_POSITIVE : FALSE_POSITIVE
    else if (wanted !== null) kinds[n] = wanted ? FALSE_NEGATIVE : TRUE_NEGATIVE
    const parent = page.parent[n] as number
    if (parent >= 0) kinds[parent] = (kinds[parent] as number) | (kinds[n] as number)
  }
  return kinds
}

export interface GoldLoss {
  readonly kind: 'missed' | 'added'
  /** The largest element or text node that contains only missing or only extra text, apart from correctly dropped text. */
  readonly node: NodeId
  readonly words: number
}

export const LOSS_WORDS: Readonly<Record<GoldLoss['kind'], string>> = { missed: 'missing', added: 'extra' }
/**
 * Returns the nodes described in `GoldLoss`, most words first. @param starts words per text node (`wordStarts`) @param kinds see `hitKinds`
 */
export function goldLosses(page: PageModel, starts: Int32Array, kinds: Uint8Array): GoldLoss[] {
  const losses: GoldLoss[] = []
  for (let n = Math.max(0, page.body); n < page.count; n++) {
    const bit = (kinds[n] as number) & ~TRUE_NEGATIVE
    const kind = bit === FALSE_NEGATIVE ? 'missed' : bit === FALSE_POSITIVE ? 'added' : null
    if (kind === null || (page.kind[n] !== ELEMENT && page.kind[n] !== TEXT)) continue
    const end = page.subtreeEnd[n] as number
    let words = 0
    for (let inside = n; inside < end; inside++) if (page.kind[inside] === TEXT && kinds[inside] === bit) words += starts[inside] as number
    if (words > 0) losses.push({ kind, node: n, words })
    n = end - 1
  }
  return losses.sort((a, b) => b.words - a.words || a.node - b.node)
}
