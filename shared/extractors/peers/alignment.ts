import type { NodeId, PageModel } from '../../page/page-model'
import { lastAtOrBefore } from '../../base/int-list'
import { countWords } from '../../page/text'
import { LETTER, LONG_PART, PageLetters, type Span } from './page-letters'

/** A part of a library's output: a text node of HTML, or a line of text. */
export interface Piece {
  readonly text: string
  /** Page text node with the text of the piece, or -1 if unknown. */
  readonly node: NodeId
  /** Nearest page element that certainly contains the piece, or -1. */
  readonly scope: NodeId
}

export interface Alignment {
  /** Page text nodes that the output contains, in the order of the output. Each node occurs once. */
  readonly kept: readonly NodeId[]
  readonly words: number
  readonly missingWords: number
  readonly repeatedWords: number
  /** Number of words of the output that the page contains in another order, or with other words between them. */
  readonly movedWords: number
  readonly unfound: readonly (UnfoundWords & { readonly text: string })[]
}

export type UnfoundWords = Readonly<Record<'missing' | 'repeated' | 'moved', number>>

/** Returns the indices of a longest strictly ascending subsequence of `values`. */
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
 * Returns, per piece, the span of its node, or of its text if the text occurs once in the page and once in the output. Returns null for
 * other pieces, and if letters of the span are already used. Marks the returned spans as used.
 */
function findUniqueMatches(letters: PageLetters, pieces: readonly (Pick<Piece, 'node'> & { readonly own: string })[]): (Span | null)[] {
  const sure: (Span | null)[] = pieces.map(({ node }) => {
    const span = letters.spanOf(node)
    return span && letters.use(span) ? span : null
  })
  const open = [...pieces.keys()].filter((i) => !sure[i])
  if (open.length === 0) return sure
  const times = new Map<string, number>()
  for (const { own } of pieces) times.set(own, (times.get(own) ?? 0) + 1)
  letters.findAll(new Set(open.map((i) => pieces[i].own)))
  // A short text may be a part of a longer piece, so longer texts come first.
  for (const i of open.sort((one, other) => pieces[other].own.length - pieces[one].own.length)) {
    const { own } = pieces[i]
    const [at, another] = letters.occurrencesOf(own)
    if (at === undefined || another !== undefined || times.get(own) !== 1) continue
    const span: Span = [at, at + own.length]
    if (letters.use(span)) sure[i] = span
  }
  return sure
}

/**
 * Finds the text nodes of the page in a library's output. Known nodes, and texts that occur once in the page and once in the output, are
 * certain. Other pieces get free letters in their `scope` or between certain matches, otherwise free letters elsewhere.
 */
export function alignPieces(page: PageModel, all: readonly Piece[]): Alignment {
  const letters = new PageLetters(page)
  const pieces = all.map((piece) => ({ ...piece, own: letters.lettersOf(piece) })).filter(({ own }) => own !== '')
  const match = findUniqueMatches(letters, pieces)
  const sure = [...match.keys()].filter((i) => match[i])
  const isAnchor = new Uint8Array(pieces.length)
  for (const k of longestAscending(sure.map((i) => match[i]?.[0] ?? 0))) isAnchor[sure[k]] = 1
  const nextAnchor = new Int32Array(pieces.length + 1).fill(letters.length)
  for (let i = pieces.length - 1; i >= 0; i--) nextAnchor[i] = isAnchor[i] === 1 ? (match[i]?.[0] ?? 0) : nextAnchor[i + 1]

  const kept = new Set<NodeId>()
  const counts = { words: 0, missingWords: 0, repeatedWords: 0, movedWords: 0 }
  const unfound: Alignment['unfound'][number][] = []
  let low = 0
  const addPieces = (text: string, spans: readonly Span[]): void => {
    const [first] = spans
    for (const span of spans) for (const node of letters.nodesAt(span)) kept.add(node)
    if (!first || !LETTER.test(text)) return
    for (const span of letters.signsAround(text, [first[0], (spans.at(-1) ?? first)[1]]))
      if (letters.use(span)) for (const node of letters.nodesAt(span)) kept.add(node)
  }
  pieces.forEach(({ text, own, scope }, i) => {
    const count = countWords(text)
    counts.words += count
    const known = match[i]
    if (known) {
      addPieces(text, [known])
      if (isAnchor[i] === 1) low = known[1]
      return
    }
    const gap: Span = [low, nextAnchor[i]]
    const { near, far } = letters.freeNodes(own, scope, gap, isAnchor[i + 1] === 1)
    const whole = letters.followingOccurrence(own, low) ?? near ?? letters.freeOccurrence(own, gap) ?? far
    if (whole && letters.use(whole)) {
      addPieces(text, [whole])
      if (whole[0] >= low && whole[1] <= nextAnchor[i]) low = whole[1]
      return
    }
    const parts = letters.partsOf(own, gap)
    const elsewhere = parts.spans.length === 0 && own.length >= LONG_PART ? letters.freeOccurrence(own, [0, letters.length]) : null
    const spans = (elsewhere ? [elsewhere] : parts.spans).filter((span) => letters.use(span))
    addPieces(text, spans)
    if (elsewhere) return
    if (spans.length > 0) low = Math.max(low, spans.at(-1)?.[1] ?? 0)
    const unmatched = Math.max(0, count - parts.words)
    const lost = Math.min(unmatched, unmatched === 0 ? 0 : letters.countForeignWords(text))
    const repeated = letters.occurrencesOf(own).length > 0 ? unmatched - lost : 0
    const moved = unmatched - lost - repeated
    counts.missingWords += lost
    counts.repeatedWords += repeated
    counts.movedWords += moved
    if (unmatched > 0) unfound.push({ text, missing: lost, repeated, moved })
  })
  return { ...counts, kept: [...kept], unfound }
}
