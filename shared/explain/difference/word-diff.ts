/** Word by word difference of two texts, over the exact longest common subsequence that the scores use. */
import { lcsMatching } from '../../metrics/lcs'
import { tokenize, type Tokens } from '../../metrics/tokens'

/** A stretch of words: in both texts, or only in one of them. Offsets are UTF-16 code units, end exclusive. */
export interface DiffPart {
  readonly kind: 'both' | 'a' | 'b'
  readonly words: number
  /** In text a; empty range at the place of insertion for `b`. */
  readonly aStart: number
  readonly aEnd: number
  readonly bStart: number
  readonly bEnd: number
}

export interface WordDiff {
  readonly parts: readonly DiffPart[]
  readonly common: number
  readonly onlyA: number
  readonly onlyB: number
}

/** Diffs two texts by words (extractors §7 tokens). What stands only in a comes before what stands only in b. */
export function diffWords(a: string, b: string): WordDiff {
  const left = tokenize(a)
  const right = tokenize(b)
  const matching = lcsMatching(left.words, right.words)
  const parts: DiffPart[] = []
  let i = 0
  let j = 0
  const place = (tokens: Tokens, at: number, text: string): number =>
    at < tokens.words.length ? (tokens.starts[at] as number) : text.length
  const push = (kind: DiffPart['kind'], aFrom: number, aTo: number, bFrom: number, bTo: number): void => {
    const words = kind === 'b' ? bTo - bFrom : aTo - aFrom
    if (words === 0) return
    parts.push({
      kind,
      words,
      aStart: place(left, aFrom, a),
      aEnd: aTo > aFrom ? (left.ends[aTo - 1] as number) : place(left, aFrom, a),
      bStart: place(right, bFrom, b),
      bEnd: bTo > bFrom ? (right.ends[bTo - 1] as number) : place(right, bFrom, b),
    })
  }
  let m = 0
  while (m < matching.a.length) {
    const ai = matching.a[m] as number
    const bj = matching.b[m] as number
    push('a', i, ai, j, j)
    push('b', ai, ai, j, bj)
    let run = 1
    while (m + run < matching.a.length && matching.a[m + run] === ai + run && matching.b[m + run] === bj + run) run++
    push('both', ai, ai + run, bj, bj + run)
    i = ai + run
    j = bj + run
    m += run
  }
  push('a', i, left.words.length, j, j)
  push('b', left.words.length, left.words.length, j, right.words.length)
  const common = matching.a.length
  return { parts, common, onlyA: left.words.length - common, onlyB: right.words.length - common }
}
