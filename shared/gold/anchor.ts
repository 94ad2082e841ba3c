/**
 * Finds labels on a new capture by their text: first exactly, then fuzzily. If a text of several blocks is not found, searches for each
 * block.
 */
import { valueAt } from '../base/once'
import { lcsLength } from '../metrics/lcs'
import type { GoldSpan } from './gold-file'
import { CONTEXT, context, QUOTE_GAP, quotedSpan, quoteOf, rangeOfSpan } from './label-spans'
import { joinsWord, solid, solidText, spacedText, toAxis, WORD, type AxisRange, type SolidText, type TextAxis } from './text-axis'

/** Minimum share of common words in a fuzzy match, in [0,1]. */
const FUZZY_LIMIT = 0.9

export interface FoundSpan {
  readonly span: GoldSpan
  readonly range: AxisRange
  /**
   * `same`: the stored positions contain the quote. `exact`: a search found the text. `fuzzy`: a search found a text with a similarity of
   * at least `FUZZY_LIMIT`.
   */
  readonly how: 'same' | 'exact' | 'fuzzy'
  /** Similarity in [0,1]; below 1 only for a fuzzy match. */
  readonly similarity: number
}

export interface LostSpan {
  readonly span: GoldSpan
  readonly reason: 'not found' | 'several places'
  /** Possible positions, for the annotator's choice. */
  readonly candidates: readonly AxisRange[]
}

interface Anchoring {
  readonly found: readonly FoundSpan[]
  readonly lost: readonly LostSpan[]
}

/** Finds spans on a page. @param samePage whether the spans were stored for this HTML; if true, tries the stored positions first */
export function anchorSpans(axis: TextAxis, spans: readonly GoldSpan[], samePage: boolean): Anchoring {
  let text: SolidText | null = null
  const each = spans.map((span): Anchoring => {
    const range = samePage ? rangeOfSpan(axis, span) : null
    if (range && quoteOf(spacedText(axis, range)) === quoteOf(span.quote))
      return { found: [{ span, range, how: 'same', similarity: 1 }], lost: [] }
    text ??= solidText(axis)
    return findAnew(text, span)
  })
  settleByOrder(axis, each)
  return { found: each.flatMap(({ found }) => found), lost: each.flatMap(({ lost }) => lost) }
}

/**
 * Resolves successive labels with equal text and several possible places. Counts the places between the label before these labels and the
 * label after these labels, if both were found. If there are as many places as labels, assigns the places to the labels in order.
 */
function settleByOrder(axis: TextAxis, each: Anchoring[]): void {
  const undecided = (at: number): LostSpan | undefined =>
    each[at]?.found.length === 0 ? each[at].lost.find(({ reason }) => reason === 'several places') : undefined
  const wordsOf = ({ text, quote }: GoldSpan): string => solid(text ?? quote)
  for (let i = 1, end = i; i < each.length; i = end) {
    end = i + 1
    const first = undecided(i)
    const from = each[i - 1]?.found.at(-1)?.range.to
    if (!first || from === undefined || first.candidates.length >= MOST_SHOWN) continue
    const words = wordsOf(first.span)
    for (let next = undecided(end); next && wordsOf(next.span) === words; next = undecided(++end));
    const to = each[end]?.found[0]?.range.from ?? from
    const places = first.candidates.filter((place) => place.from >= from && place.to <= to && solid(spacedText(axis, place)) === words)
    if (places.length !== end - i) continue
    for (const [k, range] of places.entries()) {
      const span = undecided(i + k)?.span
      if (span) each[i + k] = { found: [{ span, range, how: 'exact', similarity: 1 }], lost: [] }
    }
  }
}

function findAnew(text: SolidText, span: GoldSpan): Anchoring {
  const result = findQuote(text, span)
  if ('range' in result) return { found: [{ span, ...result }], lost: [] }
  const found: FoundSpan[] = []
  const lost: LostSpan[] = []
  let end = 0
  for (const part of blocksOf(span)) {
    const own = findQuote(text, part)
    // Blocks keep their order, so a match before the previous block is wrong.
    if ('range' in own && own.range.from >= end) {
      found.push({ span: part, ...own })
      end = own.range.to
    } else lost.push({ span: part, ...('range' in own ? { reason: 'not found', candidates: [own.range] } : own) })
  }
  return found.length > 0 ? { found, lost } : { found, lost: [{ span, ...result }] }
}

function blocksOf(span: GoldSpan): GoldSpan[] {
  const blocks = span.text?.split('\n') ?? []
  if (blocks.length < 2) return []
  return blocks.map((text, i) => {
    const prefix = i === 0 ? span.prefix : context(blocks[i - 1], -CONTEXT)
    const suffix = i === blocks.length - 1 ? span.suffix : context(blocks[i + 1], CONTEXT)
    return quotedSpan(span, text, prefix, suffix)
  })
}

type Found = { readonly range: AxisRange; readonly how: 'exact' | 'fuzzy'; readonly similarity: number }
type Lost = { readonly reason: 'not found' | 'several places'; readonly candidates: readonly AxisRange[] }

/** Positions in the solid text. */
interface Candidate extends AxisRange {
  readonly similarity: number
}

/** A quote with fewer characters may match other text by chance, so the context must match too. */
const SHORT_QUOTE = 32
const MOST_CANDIDATES = 200
const MOST_SHOWN = 20

function findQuote(text: SolidText, span: GoldSpan): Found | Lost {
  if (span.quote === '') return { reason: 'not found', candidates: [] }
  const gap = span.quote.indexOf(QUOTE_GAP)
  const head = gap < 0 ? span.quote : span.quote.slice(0, gap)
  const tail = gap < 0 ? null : span.quote.slice(gap + QUOTE_GAP.length)

  // A whole quote may contain the gap sign, so search for the whole quote first.
  const whole = exactPlaces(text, span.quote)
  const exact = whole.length > 0 || tail === null ? whole : between(exactPlaces(text, head), exactPlaces(text, tail), span)
  const alike = (places: readonly Candidate[], isWhole: boolean): Candidate[] =>
    places.map((place) => ofWhole(text, place, span, isWhole)).filter(({ similarity }) => similarity >= FUZZY_LIMIT)
  const fits = alike(exact, whole.length > 0 || tail === null)
  if (fits.length > 0) return choose(text, span, fits, fits.every(({ similarity }) => similarity === 1) ? 'exact' : 'fuzzy')

  const fuzzy = tail === null ? fuzzyPlaces(text, head) : between(fuzzyPlaces(text, head), fuzzyPlaces(text, tail), span)
  const near = alike(fuzzy, tail === null)
  if (near.length > 0) return choose(text, span, near, 'fuzzy')
  return { reason: 'not found', candidates: (exact.length > 0 ? exact : fuzzy).slice(0, MOST_SHOWN).map((place) => toAxis(text, place)) }
}

/**
 * Compares the whole text of a place, because a shortened quote contains only the first and last words. Returns the place with the
 * similarity. If a text of several blocks differs, the similarity is 0, and `findAnew` searches for each block. Without a stored text,
 * compares only the lengths.
 */
function ofWhole(page: SolidText, place: Candidate, { characters, text }: GoldSpan, quoteIsWhole: boolean): Candidate {
  if (quoteIsWhole) return place
  const length = place.to - place.from
  if (text === undefined) return { ...place, similarity: length === characters ? place.similarity : 0 }
  if (page.text.slice(place.from, place.to) === solid(text)) return { ...place, similarity: 1 }
  const size = solid(text).length
  // Texts whose lengths differ by more than a fifth rarely share nine of ten words.
  if (text.includes('\n') || Math.min(length, size) / Math.max(length, size) < 0.8) return { ...place, similarity: 0 }
  const words = page.words.filter((_, i) => page.wordStart[i] >= place.from && page.wordEnd[i] <= place.to)
  const wanted: string[] = text.match(WORD) ?? []
  return { ...place, similarity: Math.min(place.similarity, (2 * lcsLength(words, wanted)) / (words.length + wanted.length)) }
}

function exactPlaces(text: SolidText, quote: string): Candidate[] {
  const wanted = solid(quote)
  const places: Candidate[] = []
  if (wanted === '') return places
  for (let at = text.text.indexOf(wanted); at >= 0 && places.length < MOST_CANDIDATES; at = text.text.indexOf(wanted, at + 1)) {
    if (!joinsWord(text, at) && !joinsWord(text, at + wanted.length)) places.push({ from: at, to: at + wanted.length, similarity: 1 })
  }
  return places
}

/**
 * Pairs heads with later tails. If the original length is known, chooses the tail for which the length of the pair is nearest to the
 * original length. Otherwise, pairs each head with the next tail, unless another head is between head and tail.
 */
function between(heads: readonly Candidate[], tails: readonly Candidate[], { characters }: GoldSpan): Candidate[] {
  const pairs: Candidate[] = []
  for (const [i, head] of heads.entries()) {
    const after = tails.filter((t) => t.from >= head.to)
    const off = (place: Candidate): number => (characters ? Math.abs(place.to - head.from - characters) : 0)
    const [tail] = after.sort((a, b) => off(a) - off(b))
    const next = heads[i + 1]
    if (!tail || (!characters && next && next.to <= tail.from)) continue
    pairs.push({ from: head.from, to: tail.to, similarity: Math.min(head.similarity, tail.similarity) })
  }
  return pairs
}

/** Returns windows of the page with a similarity of at least `FUZZY_LIMIT`. The similarity is 2·LCS / (words of window and quote). */
function fuzzyPlaces(text: SolidText, quote: string): Candidate[] {
  const words: string[] = quote.match(WORD) ?? []
  if (words.length < 5) return []
  const votes = new Map<number, number>()
  const places = new Map<string, number[]>()
  const wanted = new Set(words)
  for (const [i, word] of text.words.entries()) if (wanted.has(word)) valueAt(places, word, () => []).push(i)
  for (const [i, word] of words.entries()) {
    const list = places.get(word)
    // Frequent words do not identify a position.
    if (!list || list.length > 1000) continue
    for (const at of list) {
      const start = Math.floor((at - i) / 4)
      votes.set(start, (votes.get(start) ?? 0) + 1)
    }
  }
  const starts = [...votes]
    .filter(([start, count]) => count + (votes.get(start + 1) ?? 0) + (votes.get(start - 1) ?? 0) >= words.length * 0.5)
    .sort((x, y) => y[1] - x[1] || x[0] - y[0])
    .slice(0, 50)
    .map(([start]) => start * 4)
  const found: Candidate[] = []
  const slack = Math.max(2, Math.ceil(words.length * 0.1))
  for (const near of starts) {
    let best: Candidate | null = null
    for (let first = Math.max(0, near - slack); first <= Math.min(text.words.length - 1, near + 4 + slack); first++) {
      for (let length = words.length - slack; length <= words.length + slack; length++) {
        if (length < 1 || first + length > text.words.length) continue
        const window = text.words.slice(first, first + length)
        const similarity = (2 * lcsLength(window, words)) / (length + words.length)
        if (similarity >= FUZZY_LIMIT && (best === null || similarity > best.similarity)) {
          best = { from: text.wordStart[first], to: text.wordEnd[first + length - 1], similarity }
        }
      }
    }
    if (best && !found.some((f) => f.from < best.to && best.from < f.to)) found.push(best)
  }
  return found.sort((x, y) => x.from - y.from)
}

/**
 * Returns the place with the best matching context; in a fuzzy search, the similarity also counts. The span is lost if several places match
 * almost equally well. A short or repeated quote is also lost if the context does not match or was not stored.
 */
function choose(text: SolidText, span: GoldSpan, candidates: readonly Candidate[], how: 'exact' | 'fuzzy'): Found | Lost {
  const scored = candidates.map((c) => ({ c, score: surroundings(text, span, c) + (how === 'exact' ? 0 : 2 * c.similarity) }))
  scored.sort((x, y) => y.score - x.score)
  const [best, second] = scored
  if (!best) return { reason: 'not found', candidates: [] }
  const places = candidates.slice(0, MOST_SHOWN).map((c) => toAxis(text, c))
  if (second && best.score - second.score < 0.25) return { reason: 'several places', candidates: places }
  const hasContext = solid(span.prefix ?? '') !== '' || solid(span.suffix ?? '') !== ''
  const agrees = hasContext && surroundings(text, span, best.c) >= 0.5
  if ((span.quote.length < SHORT_QUOTE || candidates.length > 1) && !agrees) return { reason: 'not found', candidates: places }
  return { range: toAxis(text, best.c), how, similarity: best.c.similarity }
}

function surroundings(text: SolidText, span: GoldSpan, { from, to }: Candidate): number {
  const before = text.text.slice(Math.max(0, from - 120), from)
  const after = text.text.slice(to, to + 120)
  const prefix = solid(span.prefix ?? '')
  const suffix = solid(span.suffix ?? '')
  const sides: number[] = []
  if (prefix) sides.push(common(before, prefix, -1) / prefix.length)
  if (suffix) sides.push(common(after, suffix, 1) / suffix.length)
  if (sides.length === 0) return 0
  return Math.max(...sides) * 0.75 + (sides.reduce((x, y) => x + y, 0) / sides.length) * 0.25
}

function common(a: string, b: string, side: 1 | -1): number {
  const [from, other] = side > 0 ? [0, 0] : [a.length - 1, b.length - 1]
  let i = 0
  while (i < Math.min(a.length, b.length) && a[from + side * i] === b[other + side * i]) i++
  return i
}
