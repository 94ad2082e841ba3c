import { TEXT, type NodeId, type PageModel } from '../../page/page-model'
import { tagTable, unreadTags } from '../../page/tags'
import { countWords } from '../../page/text'
import { lastAtOrBefore } from '../../base/search'

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
  /** Words of the output, and those of them that were found nowhere in the page. */
  readonly words: number
  readonly lostWords: number
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

/**
 * Finds the page's text nodes in a peer's output. Pieces known by identity come first; then those whose text occurs once on
 * both sides anchor the order (longest ascending subsequence); the others take the first free node of the same text between
 * their anchors; what is left is looked for as part of a node there, or as a run of several.
 * Near linear in text nodes and pieces.
 */
export function alignPieces(page: PageModel, pieces: readonly Piece[]): Alignment {
  const { nodes, texts } = readableTexts(page)
  const positionOf = new Map<number, number>()
  const positionsByText = new Map<string, number[]>()
  nodes.forEach((node, position) => {
    positionOf.set(node, position)
    const text = texts[position]
    const list = positionsByText.get(text)
    if (list) list.push(position)
    else positionsByText.set(text, [position])
  })

  const wanted = pieces.map((piece) => comparable(piece.text))
  const occurrences = new Map<string, number>()
  for (const text of wanted) occurrences.set(text, (occurrences.get(text) ?? 0) + 1)

  const used = new Uint8Array(nodes.length)
  const match = new Int32Array(pieces.length).fill(-1)
  const sure: number[] = []
  pieces.forEach((piece, i) => {
    const text = wanted[i]
    if (text === '') return
    let position = positionOf.get(piece.node) ?? -1
    if (position < 0 && occurrences.get(text) === 1) {
      const places = positionsByText.get(text)
      if (places?.length === 1) position = places[0]
    }
    if (position < 0 || used[position] === 1) return
    match[i] = position
    used[position] = 1
    sure.push(i)
  })

  const ordered = longestAscending(sure.map((i) => match[i])).map((k) => sure[k])
  const nextAnchor = new Int32Array(pieces.length + 1).fill(nodes.length)
  const isAnchor = new Uint8Array(pieces.length)
  for (const i of ordered) isAnchor[i] = 1
  for (let i = pieces.length - 1; i >= 0; i--) nextAnchor[i] = isAnchor[i] === 1 ? match[i] : nextAnchor[i + 1]

  const kept: number[] = []
  const firstFree = new Map<string, number>()
  let words = 0
  let lostWords = 0
  let low = -1
  for (let i = 0; i < pieces.length; i++) {
    const text = wanted[i]
    if (text === '') continue
    const count = countWords(pieces[i].text)
    words += count
    let position = match[i]
    if (position >= 0) {
      kept.push(nodes[position])
      if (isAnchor[i] === 1) low = position
      continue
    }
    const high = nextAnchor[i]
    position = freePlace(text, pieces[i].scope, low, high)
    if (position >= 0) {
      used[position] = 1
      kept.push(nodes[position])
      if (position > low && position < high) low = position
      continue
    }
    const parts = partsOf(text, low, high)
    for (const part of parts.places) {
      if (used[part] === 0) kept.push(nodes[part])
      used[part] = 1
    }
    const last = parts.places[parts.places.length - 1]
    if (last !== undefined && last > low) low = last
    lostWords += Math.max(0, count - parts.words)
  }
  return { kept, words, lostWords }

  /** A free place with this text: in the scope, else between the anchors, else anywhere; the first one. */
  function freePlace(text: string, scope: number, from: number, to: number): number {
    const places = positionsByText.get(text)
    if (!places) return -1
    let start = firstFree.get(text) ?? 0
    while (start < places.length && used[places[start]] === 1) start++
    firstFree.set(text, start)
    let anywhere = -1
    let between = -1
    for (let k = start; k < Math.min(places.length, start + GAP); k++) {
      const place = places[k]
      if (used[place] === 1) continue
      const node = nodes[place]
      if (scope >= 0 && node >= scope && node < page.subtreeEnd[scope]) return place
      if (between < 0 && place > from && place < to) between = place
      if (anywhere < 0) anywhere = place
    }
    return between >= 0 ? between : anywhere
  }

  /** Nodes between two anchors that the piece is a part of, or that are parts of it in order. */
  function partsOf(text: string, from: number, to: number): { places: number[]; words: number } {
    const places: number[] = []
    let found = 0
    let offset = 0
    // A long piece may look further: all pieces together look at a share of the text.
    const stop = Math.min(to, from + 1 + Math.max(GAP, text.length >> 2))
    for (let place = from + 1; place < stop; place++) {
      const candidate = texts[place]
      if (text.length >= SHORTEST_PART && candidate.length > text.length && candidate.includes(text))
        return { places: [place], words: Number.POSITIVE_INFINITY }
      if (used[place] === 1) continue
      // A cell of one digit counts where it comes next, a word nearby, a sentence anywhere.
      const at = candidate.length < SHORTEST_PART ? (text.startsWith(candidate, offset) ? offset : -1) : text.indexOf(candidate, offset)
      if (at < 0 || (candidate.length < LONG_PART && at - offset > CLOSE)) continue
      places.push(place)
      found += countWords(page.text[nodes[place]])
      offset = at + candidate.length
    }
    return { places, words: found }
  }
}
