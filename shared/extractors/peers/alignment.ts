import { TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { tagTable, unreadTags } from '../../page/tags'
import { countWords } from '../../page/text'
import { lastAtOrBefore } from '../../base/search'
import { valueAt } from '../../base/once'

/** A text node of a peer's output. */
export interface Piece {
  readonly text: string
  /** Page text node where it is known by identity, else -1. */
  readonly node: NodeId
  /** Nearest page element that it is known to come from, else -1. */
  readonly scope: NodeId
}

export interface Alignment {
  /** Page text nodes found in the output, in the order of the output; a node once. */
  readonly kept: readonly NodeId[]
  /** Words of the output; those of them that were found nowhere in the page, and those that stand in it more often than on the page. */
  readonly words: number
  readonly lostWords: number
  readonly repeatedWords: number
}

/** Text nodes looked at for one piece that no whole node matches. Keeps the alignment linear. */
const GAP = 400
/** Shorter texts say too little to be looked for inside others. */
const SHORTEST_PART = 4
/** Shorter texts are found by chance in a long piece: as a part of it they stand close behind the part before. */
const LONG_PART = 20
const CLOSE = 40

/** Text as it is compared: its letters and digits, because libraries tidy spaces and punctuation. Other signs only where there is nothing else. */
export function comparable(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || text.replace(/[\s\u200b-\u200d\ufeff]+/g, '')
}

const LETTER = /[\p{L}\p{N}\p{M}]/u
/** Signs of a piece that are looked through for those of a node; keeps the alignment linear. */
const MOST_SIGNS = 4000

/** A text without letters, digits and white space. */
const signsOf = (text: string): string => text.replace(/[\p{L}\p{N}\p{M}\s\u200b-\u200d\ufeff]+/gu, '')

/** The signs before the first letter or digit of a text, and behind the last. */
function signsAtEnds(text: string): { readonly before: string; readonly behind: string } {
  const first = text.search(LETTER)
  if (first < 0) return { before: '', behind: '' }
  let end = text.length
  while (end > first && !LETTER.test(text.charAt(end - 1))) end--
  return { before: signsOf(text.slice(0, first)).slice(-MOST_SIGNS), behind: signsOf(text.slice(end)).slice(0, MOST_SIGNS) }
}

/** The text nodes of body that a person could read, in document order. */
function readableTexts(page: PageModel): { nodes: number[]; texts: string[] } {
  const nodes: number[] = []
  const texts: string[] = []
  if (page.body < 0) return { nodes, texts }
  const unread = tagTable(page.tagNames, unreadTags(page))
  const end = page.subtreeEnd[page.body]
  let n: number = page.body
  while (n < end) {
    if (page.kind[n] === TEXT) {
      const text = comparable(page.text[n])
      if (text !== '') {
        nodes.push(n)
        texts.push(text)
      }
      n++
    } else n = unread[page.tag[n]] === 1 ? page.subtreeEnd[n] : n + 1
  }
  return { nodes, texts }
}

/** Indices of a longest strictly ascending subsequence of `values`. O(n log n). */
export function longestAscending(values: readonly number[]): number[] {
  const tails: number[] = []
  const before = new Int32Array(values.length).fill(-1)
  for (let i = 0; i < values.length; i++) {
    const low = lastAtOrBefore(tails.length, (k) => values[tails[k]], values[i] - 1) + 1
    if (low > 0) before[i] = tails[low - 1]
    tails[low] = i
  }
  const result: number[] = []
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]) result.push(i)
  return result.reverse()
}

/** The readable text nodes of a page as places in document order, and which of them are taken by a piece. */
class Places {
  readonly nodes: readonly NodeId[]
  readonly #texts: readonly string[]
  readonly #byNode = new Map<NodeId, number>()
  readonly #byText = new Map<string, number[]>()
  readonly #used: Uint8Array
  /** By text, the first of its places that may be free. */
  readonly #firstFree = new Map<string, number>()

  constructor(readonly page: PageModel) {
    const { nodes, texts } = readableTexts(page)
    this.nodes = nodes
    this.#texts = texts
    this.#used = new Uint8Array(nodes.length)
    nodes.forEach((node, place) => {
      this.#byNode.set(node, place)
      valueAt(this.#byText, texts[place], () => []).push(place)
    })
  }

  /** Whether a text is that of a node of the page, taken or free. */
  has(text: string): boolean {
    return this.#byText.has(text)
  }

  /**
   * Free nodes of signs alone that stand between, just before and just behind the places of a piece, as far as the piece has such signs
   * there: it is compared without them.
   */
  signsAround(piece: string, [first, last]: Gap): number[] {
    const found: number[] = []
    const take = (place: number, signs: string): boolean => {
      const own = this.#signsAt(place)
      if (own === '' || this.#used[place] === 1 || !signs.includes(own)) return false
      found.push(place)
      return true
    }
    const text = (place: number): string => this.page.text[this.nodes[place]]
    const { before, behind } = signsAtEnds(piece)
    const all = last > first + 1 ? signsOf(piece).slice(0, MOST_SIGNS) : ''
    for (let place = first + 1; place < last; place++) take(place, all)
    if (before !== '' && before.length > signsAtEnds(text(first)).before.length)
      for (let place = first - 1; place >= 0 && take(place, before);) place--
    if (behind !== '' && behind.length > signsAtEnds(text(last)).behind.length)
      for (let place = last + 1; place < this.nodes.length && take(place, behind);) place++
    return found
  }

  /** The text of a node without letters and digits; '' of any other. */
  #signsAt(place: number): string {
    const text = this.#texts[place]
    return LETTER.test(text) ? '' : text
  }

  /** Takes a place. @returns whether it was free */
  take(place: number): boolean {
    const isFree = this.#used[place] === 0
    this.#used[place] = 1
    return isFree
  }

  /** The place of a node, -1 where it is none. */
  of(node: NodeId): number {
    return this.#byNode.get(node) ?? -1
  }

  /** The only place with a text, -1 where there are none or several. */
  only(text: string): number {
    const places = this.#byText.get(text)
    return places?.length === 1 ? places[0] : -1
  }

  /** A free place with this text: in the scope, else between two places, else anywhere; the first one. */
  free(text: string, scope: NodeId, [from, to]: Gap): number {
    const places = this.#byText.get(text)
    if (!places) return -1
    let start = this.#firstFree.get(text) ?? 0
    while (start < places.length && this.#used[places[start]] === 1) start++
    this.#firstFree.set(text, start)
    let anywhere = -1
    let between = -1
    for (let k = start; k < Math.min(places.length, start + GAP); k++) {
      const place = places[k]
      if (this.#used[place] === 1) continue
      const node = this.nodes[place]
      if (scope >= 0 && node >= scope && node < this.page.subtreeEnd[scope]) return place
      if (between < 0 && place > from && place < to) between = place
      if (anywhere < 0) anywhere = place
    }
    return between >= 0 ? between : anywhere
  }

  /** Whether the text holds at an offset the longer text behind a place, which begins with the words of the place, and not both of them. */
  #isBegunAgain(place: number, text: string, at: number): boolean {
    const own = this.#texts[place]
    const next = this.#texts[place + 1] ?? ''
    if (this.#used[place + 1] === 1 || next.length <= own.length || !text.startsWith(next, at)) return false
    return !text.startsWith(own + next, at)
  }

  /** Places between two others that the text is a part of, or that are parts of it in order. */
  partsOf(text: string, [from, to]: Gap): { places: number[]; words: number } {
    const places: number[] = []
    let found = 0
    let offset = 0
    // A long piece may look further: all pieces together look at a share of the text.
    const stop = Math.min(to, from + 1 + Math.max(GAP, text.length >> 2))
    for (let place = from + 1; place < stop; place++) {
      const candidate = this.#texts[place]
      if (text.length >= SHORTEST_PART && candidate.length > text.length && candidate.includes(text))
        return { places: [place], words: Number.POSITIVE_INFINITY }
      if (this.#used[place] === 1) continue
      // A cell of one digit counts where it comes next, a word nearby, a sentence anywhere.
      const at = candidate.length < SHORTEST_PART ? (text.startsWith(candidate, offset) ? offset : -1) : text.indexOf(candidate, offset)
      if (at < 0 || (candidate.length < LONG_PART && at - offset > CLOSE) || this.#isBegunAgain(place, text, at)) continue
      places.push(place)
      found += countWords(this.page.text[this.nodes[place]])
      offset = at + candidate.length
    }
    return { places, words: found }
  }
}

/** Two places; what lies between them. */
type Gap = readonly [from: number, to: number]

/** By piece, the place that is sure, else -1: that of its node, or the only one of a text that occurs in one piece. They are taken. */
function sureMatches(places: Places, pieces: readonly Piece[], wanted: readonly string[]): Int32Array {
  const occurrences = new Map<string, number>()
  for (const text of wanted) occurrences.set(text, (occurrences.get(text) ?? 0) + 1)
  return Int32Array.from(pieces, ({ node }, i) => {
    const text = wanted[i]
    if (text === '') return -1
    const own = places.of(node)
    const place = own < 0 && occurrences.get(text) === 1 ? places.only(text) : own
    return place >= 0 && places.take(place) ? place : -1
  })
}

/**
 * Finds the page's text nodes in a peer's output. Pieces known by identity come first; then those whose text occurs once on
 * both sides anchor the order (longest ascending subsequence); the others take the first free node of the same text between
 * their anchors; what is left is looked for as part of a node there, or as a run of several.
 * Near linear in text nodes and pieces.
 */
export function alignPieces(page: PageModel, pieces: readonly Piece[]): Alignment {
  const places = new Places(page)
  const { nodes } = places
  const wanted = pieces.map((piece) => comparable(piece.text))
  const match = sureMatches(places, pieces, wanted)
  const sure = [...match.keys()].filter((i) => match[i] >= 0)
  const isAnchor = new Uint8Array(pieces.length)
  for (const k of longestAscending(sure.map((i) => match[i]))) isAnchor[sure[k]] = 1
  const nextAnchor = new Int32Array(pieces.length + 1).fill(nodes.length)
  for (let i = pieces.length - 1; i >= 0; i--) nextAnchor[i] = isAnchor[i] === 1 ? match[i] : nextAnchor[i + 1]

  const kept: NodeId[] = []
  let words = 0
  let lostWords = 0
  let repeatedWords = 0
  let low = -1
  const keep = (piece: Piece, found: readonly number[]): void => {
    for (const place of found) kept.push(nodes[place])
    const [first] = found
    if (first === undefined || !LETTER.test(piece.text)) return
    for (const place of places.signsAround(piece.text, [first, found.at(-1) ?? first])) if (places.take(place)) kept.push(nodes[place])
  }
  for (let i = 0; i < pieces.length; i++) {
    const text = wanted[i]
    if (text === '') continue
    const count = countWords(pieces[i].text)
    words += count
    if (match[i] >= 0) {
      keep(pieces[i], [match[i]])
      if (isAnchor[i] === 1) low = match[i]
      continue
    }
    const gap: Gap = [low, nextAnchor[i]]
    const place = places.free(text, pieces[i].scope, gap)
    if (place >= 0) {
      places.take(place)
      keep(pieces[i], [place])
      if (place > low && place < nextAnchor[i]) low = place
      continue
    }
    const parts = places.partsOf(text, gap)
    if (parts.places.length === 0 && places.has(text)) {
      repeatedWords += count
      continue
    }
    keep(
      pieces[i],
      parts.places.filter((part) => places.take(part)),
    )
    low = Math.max(low, parts.places.at(-1) ?? -1)
    lostWords += Math.max(0, count - parts.words)
  }
  return { kept, words, lostWords, repeatedWords }
}
