/** Stores the letters and digits of a page, and marks the parts that an output has matched. */
import { valueAt } from '../../base/once'
import { lastAtOrBefore } from '../../base/int-list'
import { tagName, TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { tagTable, unreadTags } from '../../page/tags'
import { countWords, latinWord, words } from '../../page/text'

/** Usual maximum of text nodes that are compared with one piece. This limit keeps the alignment linear. */
const GAP = 400
/**
 * Minimum letters of a long part. A shorter part may occur by chance, so a shorter part must begin at most `CLOSE` letters after the
 * previous part.
 */
export const LONG_PART = 20
/** Minimum letters of a text that is searched inside other texts. Shorter texts are too ambiguous. */
const SHORTEST_PART = 4
const CLOSE = 40
/** Maximum punctuation characters of a piece that are compared with nodes. This limit keeps the alignment linear. */
const MOST_SIGNS = 4000

const BETWEEN_RUNS = /[^\p{L}\p{N}\p{M}]+/gu
const BLANK = /[\s\u200b-\u200d\ufeff]+/g
export const LETTER = /[\p{L}\p{N}\p{M}]/u

/**
 * Returns the letters and digits of a text, or its punctuation if the text has no letters and digits. Libraries change spaces and
 * punctuation.
 */
export function comparable(text: string): string {
  let letters = ''
  let start = 0
  for (let i = 0; i <= text.length; i++) {
    const own = i < text.length ? latinWord(text.charCodeAt(i)) : 0
    if (own < 0) return text.replace(BETWEEN_RUNS, '') || text.replace(BLANK, '')
    if (own === 1) continue
    if (i > start) letters += text.slice(start, i)
    start = i + 1
  }
  return letters === '' && text !== '' ? text.replace(BLANK, '') : letters
}

const removeLetters = (text: string): string => text.replace(/[\p{L}\p{N}\p{M}\s\u200b-\u200d\ufeff]+/gu, '')

function splitSignsAtEnds(text: string): { readonly before: string; readonly behind: string } {
  const first = text.search(LETTER)
  if (first < 0) return { before: '', behind: '' }
  let end = text.length
  while (end > first && !LETTER.test(text.charAt(end - 1))) end--
  return { before: removeLetters(text.slice(0, first)).slice(-MOST_SIGNS), behind: removeLetters(text.slice(end)).slice(0, MOST_SIGNS) }
}

function indexByText(texts: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const indices = new Map<string, number[]>()
  texts.forEach((text, i) => valueAt(indices, text, () => []).push(i))
  return indices
}

/** A range of letters. `to` is exclusive. */
export type Span = readonly [from: number, to: number]

/** The readable text nodes of a page in document order, and their letters. */
export class PageLetters {
  readonly nodes: NodeId[] = []
  readonly #texts: string[] = []
  readonly #starts: number[] = []
  #joined: string | null = null
  #indicesByText: ReadonlyMap<string, readonly number[]> | null = null
  /** Indices of the texts of iframes. An output can contain the source code of an iframe only as a whole. */
  readonly #frameTexts = new Set<number>()
  readonly #used: Uint8Array
  readonly #firstFree = new Map<string, number>()
  #occurrences: ReadonlyMap<string, readonly number[]> = new Map()
  #words: ReadonlySet<string> | null = null

  constructor(readonly page: PageModel) {
    const end = page.body < 0 ? 0 : page.subtreeEnd[page.body]
    const unread = tagTable(page.tagNames, unreadTags(page))
    let offset = 0
    for (let n = Math.max(0, page.body); n < end; n++) {
      if (page.kind[n] !== TEXT) {
        if (unread[page.tag[n]] === 1) n = page.subtreeEnd[n] - 1
        continue
      }
      const text = comparable(page.text[n])
      if (text === '') continue
      if (tagName(page, page.parent[n]) === 'iframe') this.#frameTexts.add(this.nodes.length)
      this.nodes.push(n)
      this.#texts.push(text)
      this.#starts.push(offset)
      offset += text.length
    }
    this.#starts.push(offset)
    this.#used = new Uint8Array(offset)
  }

  get length(): number {
    return this.#used.length
  }

  get #all(): string {
    return (this.#joined ??= this.#texts.join(''))
  }

  /** Finds texts that begin where a word of the page begins. */
  findAll(texts: ReadonlySet<string>): void {
    if (texts.size === 0) return
    const byBeginning = new Map<string, string[]>()
    const lengths = new Map<number, Set<number>>()
    for (const text of texts) {
      const beginning = text.slice(0, LONG_PART)
      valueAt(byBeginning, beginning, () => []).push(text)
      valueAt(lengths, text.charCodeAt(0), () => new Set()).add(beginning.length)
    }
    const found = new Map<string, number[]>()
    for (const at of this.#beginnings())
      for (const length of lengths.get(this.#all.charCodeAt(at)) ?? [])
        for (const text of byBeginning.get(this.#all.slice(at, at + length)) ?? [])
          if (this.#all.startsWith(text, at)) valueAt(found, text, () => []).push(at)
    this.#occurrences = found
  }

  #beginnings(): number[] {
    return this.nodes.flatMap((node, i) => {
      let at = this.#starts[i]
      const runs = this.#frameTexts.has(i) ? [] : this.page.text[node].split(BETWEEN_RUNS).filter((run) => run !== '')
      return runs.length > 0 ? runs.map((run) => (at += run.length) - run.length) : [at]
    })
  }

  occurrencesOf(text: string): readonly number[] {
    return this.#occurrences.get(text) ?? []
  }

  #indexOf(node: NodeId): number {
    const i = node < 0 ? -1 : lastAtOrBefore(this.nodes.length, (k) => this.nodes[k], node)
    return this.nodes[i] === node ? i : -1
  }

  spanOf(node: NodeId): Span | null {
    const i = this.#indexOf(node)
    return i < 0 ? null : this.#span(i)
  }

  lettersOf({ node, text }: { readonly node: NodeId; readonly text: string }): string {
    const i = node >= 0 && this.page.text[node] === text ? this.#indexOf(node) : -1
    return i < 0 ? comparable(text) : this.#texts[i]
  }

  /** Marks free letters as matched. @returns whether the letters were free */
  use([from, to]: Span): boolean {
    if (!this.isFree([from, to])) return false
    this.#used.fill(1, from, to)
    return true
  }

  isFree([from, to]: Span): boolean {
    return this.#used[from] === 0 && this.#used[to - 1] === 0
  }

  nodesAt([from, to]: Span): NodeId[] {
    const [first, last] = this.#indices([from, to])
    return this.nodes.slice(first, last + 1)
  }

  #indices([from, to]: Span): readonly [first: number, last: number] {
    return [this.#indexAt(from), this.#indexAt(to - 1)]
  }

  #indexAt(offset: number): number {
    return lastAtOrBefore(this.nodes.length, (i) => this.#starts[i], offset)
  }

  #span(i: number): Span {
    return [this.#starts[i], this.#starts[i + 1]]
  }

  /**
   * Returns the ranges of free nodes with exactly this text; null if missing. `near`: a node in `scope` and between the offsets, otherwise
   * a node in `scope`, otherwise a node between the offsets. `far`: the first free node.
   * @param isLast among equal nodes between the offsets, `near` is the last instead of the first
   */
  freeNodes(text: string, scope: NodeId, [from, to]: Span, isLast: boolean): { readonly near: Span | null; readonly far: Span | null } {
    this.#indicesByText ??= indexByText(this.#texts)
    const nodes = this.#indicesByText.get(text) ?? []
    let start = this.#firstFree.get(text) ?? 0
    while (start < nodes.length && this.#used[this.#starts[nodes[start]]] === 1) start++
    this.#firstFree.set(text, start)
    let far: Span | null = null
    let near: Span | null = null
    let rank = 0
    for (let k = start; k < Math.min(nodes.length, start + GAP); k++) {
      const span = this.#span(nodes[k])
      if (!this.isFree(span)) continue
      const node = this.nodes[nodes[k]]
      const isBetween = span[0] >= from && span[1] <= to
      const isInScope = scope >= 0 && node >= scope && node < this.page.subtreeEnd[scope]
      const own = (isInScope ? 2 : 0) + (isBetween ? 1 : 0)
      if (own > rank || (isLast && isBetween && own === rank)) [near, rank] = [span, own]
      far ??= span
    }
    return { near, far }
  }

  /**
   * Searches for a free occurrence of a text, from `from` to the end of the text node that contains `from`. Returns null if the text is not
   * found, or if `from` is the start of a text node.
   */
  followingOccurrence(text: string, from: number): Span | null {
    const i = this.#indexAt(from)
    return i >= 0 && this.#starts[i] < from ? this.freeOccurrence(text, [from, this.#starts[i + 1]]) : null
  }

  freeOccurrence(text: string, [from, to]: Span): Span | null {
    const offsets = this.occurrencesOf(text)
    const first = lastAtOrBefore(offsets.length, (i) => offsets[i], from - 1) + 1
    for (let i = first; i < Math.min(offsets.length, first + GAP) && offsets[i] + text.length <= to; i++) {
      const span: Span = [offsets[i], offsets[i] + text.length]
      if (this.isFree(span)) return span
    }
    return null
  }

  /** Returns the spans of free punctuation nodes between and beside the nodes of a piece, if the piece contains the same punctuation. */
  signsAround(piece: string, span: Span): Span[] {
    const [first, last] = this.#indices(span)
    const found: Span[] = []
    const isMatched = (i: number, signs: string): boolean => {
      const own = LETTER.test(this.#texts[i]) ? '' : this.#texts[i]
      if (own === '' || !this.isFree(this.#span(i)) || !signs.includes(own)) return false
      found.push(this.#span(i))
      return true
    }
    const text = (i: number): string => this.page.text[this.nodes[i]]
    const { before, behind } = splitSignsAtEnds(piece)
    const all = last > first + 1 ? removeLetters(piece).slice(0, MOST_SIGNS) : ''
    for (let i = first + 1; i < last; i++) isMatched(i, all)
    if (before !== '' && before.length > splitSignsAtEnds(text(first)).before.length)
      for (let i = first - 1; i >= 0 && isMatched(i, before);) i--
    if (behind !== '' && behind.length > splitSignsAtEnds(text(last)).behind.length)
      for (let i = last + 1; i < this.nodes.length && isMatched(i, behind);) i++
    return found
  }

  /** Whether the match of node i belongs to the next node. The text of the next node begins with the text of node i. */
  #isBegunAgain(i: number, text: string, at: number): boolean {
    const own = this.#texts[i]
    const next = this.#texts[i + 1] ?? ''
    if (this.#used[this.#starts[i + 1]] === 1 || next.length <= own.length || !text.startsWith(next, at)) return false
    return !text.startsWith(own + next, at)
  }

  /**
   * Finds a text between two offsets. `words` is Infinity if one node contains the text, otherwise the number of words of the nodes that
   * are parts of the text.
   */
  partsOf(text: string, [from, to]: Span): { spans: Span[]; words: number } {
    const spans: Span[] = []
    let found = 0
    let offset = 0
    const begin = Math.max(
      0,
      lastAtOrBefore(this.nodes.length, (i) => this.#starts[i], from),
    )
    // A long piece may be compared with more than `GAP` nodes. The time stays linear, because the number of nodes is a share of the piece's
    // length.
    const stop = Math.min(this.nodes.length, begin + 1 + Math.max(GAP, text.length >> 2))
    for (let i = begin; i < stop && this.#starts[i] < to; i++) {
      const start = this.#starts[i]
      const candidate = this.#texts[i]
      if (text.length >= SHORTEST_PART && candidate.length > text.length && !this.#frameTexts.has(i)) {
        const within = candidate.indexOf(text, Math.max(0, from - start))
        const span: Span = [start + within, start + within + text.length]
        if (within >= 0 && this.isFree(span)) return { spans: [span], words: Number.POSITIVE_INFINITY }
      }
      if (start < from || !this.isFree(this.#span(i))) continue
      // A text below `SHORTEST_PART` must begin at `offset`, and a text below `LONG_PART` near `offset`.
      const at = candidate.length < SHORTEST_PART ? (text.startsWith(candidate, offset) ? offset : -1) : text.indexOf(candidate, offset)
      if (at < 0 || (candidate.length < LONG_PART && at - offset > CLOSE) || this.#isBegunAgain(i, text, at)) continue
      spans.push(this.#span(i))
      found += countWords(this.page.text[this.nodes[i]])
      offset = at + candidate.length
    }
    return { spans, words: found }
  }

  /** Returns the number of words of a text that the page contains neither as words nor as parts of words. */
  countForeignWords(text: string): number {
    this.#words ??= new Set(this.nodes.flatMap((node) => words(this.page.text[node])))
    let foreign = 0
    for (const word of words(text)) if (!this.#words.has(word) && !this.#all.includes(comparable(word))) foreign++
    return foreign
  }
}
