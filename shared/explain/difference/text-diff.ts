import { lcsMatching } from '../../metrics/lcs'
import { countWords } from '../../page/text'
import { ngramCounts, overlapCounts } from '../../metrics/ngrams'
import { tokenWords, tokenize, type Tokens } from '../../metrics/tokens'

interface Stretch {
  readonly start: number
  readonly end: number
  readonly key: string
  readonly words: readonly string[]
}

const RELATED = 0.5
/** Maximum pairs of sentences between two common sentences. If there are more pairs, no pair is compared word by word. */
const MOST_PAIRS = 250_000

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

function sentencesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = []
  let lineStart = 0
  for (const line of text.split('\n')) {
    for (const { segment, index } of segmenter.segment(line)) {
      const words = tokenWords(segment)
      if (words.length === 0) continue
      const start = lineStart + index
      found.push({ start, end: start + segment.trimEnd().length, key: words.join(' '), words })
    }
    lineStart += line.length + 1
  }
  return found
}

/** Matches equal sentences. Compares other sentences word by word if the common words are at least half of the longer sentence. */
export function diffSentences(a: string, b: string): WordDiff {
  const left = sentencesOf(a)
  const right = sentencesOf(b)
  const matching = lcsMatching(
    left.map(({ key }) => key),
    right.map(({ key }) => key),
  )
  const parts: DiffPart[] = []
  let i = 0
  let j = 0
  for (let m = 0; m <= matching.a.length; m++) {
    const isEnd = m === matching.a.length
    const toA = isEnd ? left.length : (matching.a[m] as number)
    const toB = isEnd ? right.length : (matching.b[m] as number)
    between(
      { text: a, sentences: left.slice(i, toA), at: placeOf(left, i, a) },
      { text: b, sentences: right.slice(j, toB), at: placeOf(right, j, b) },
      parts,
    )
    if (isEnd) break
    const [one, other] = [left[toA] as Stretch, right[toB] as Stretch]
    parts.push({ kind: 'both', words: one.words.length, aStart: one.start, aEnd: one.end, bStart: other.start, bEnd: other.end })
    i = toA + 1
    j = toB + 1
  }
  const sum = (kind: DiffPart['kind']): number => parts.reduce((words, part) => words + (part.kind === kind ? part.words : 0), 0)
  return { parts: joined(parts), common: sum('both'), onlyA: sum('a'), onlyB: sum('b') }
}

const placeOf = (sentences: readonly Stretch[], at: number, text: string): number => sentences[at]?.start ?? text.length

interface Between {
  readonly text: string
  readonly sentences: readonly Stretch[]
  readonly at: number
}

function between({ text: a, sentences: left, at: atA }: Between, { text: b, sentences: right, at: atB }: Between, parts: DiffPart[]): void {
  const pairs = left.length * right.length > MOST_PAIRS ? [] : relatedPairs(left, right)
  let i = 0
  let j = 0
  const alone = (toA: number, toB: number): void => {
    for (; i < toA; i++) {
      const { start, end, words } = left[i] as Stretch
      const place = placeIn(right, j, atB)
      parts.push({ kind: 'a', words: words.length, aStart: start, aEnd: end, bStart: place, bEnd: place })
    }
    for (; j < toB; j++) {
      const { start, end, words } = right[j] as Stretch
      const place = placeIn(left, i, atA)
      parts.push({ kind: 'b', words: words.length, aStart: place, aEnd: place, bStart: start, bEnd: end })
    }
  }
  for (const [m, n] of pairs) {
    alone(m, n)
    const one = left[m] as Stretch
    const other = right[n] as Stretch
    for (const part of diffWords(a.slice(one.start, one.end), b.slice(other.start, other.end)).parts)
      parts.push({
        ...part,
        aStart: part.aStart + one.start,
        aEnd: part.aEnd + one.start,
        bStart: part.bStart + other.start,
        bEnd: part.bEnd + other.start,
      })
    i = m + 1
    j = n + 1
  }
  alone(left.length, right.length)
}

const placeIn = (sentences: readonly Stretch[], at: number, otherwise: number): number =>
  sentences[at]?.start ?? sentences[at - 1]?.end ?? otherwise

function relatedPairs(left: readonly Stretch[], right: readonly Stretch[]): [number, number][] {
  const width = right.length + 1
  const best = new Float64Array((left.length + 1) * width)
  const bags = right.map(({ words }) => ngramCounts(words, 1))
  const similar = new Float64Array(left.length * right.length)
  left.forEach(({ words }, i) => {
    const bag = ngramCounts(words, 1)
    right.forEach((other, j) => {
      const { truePositive } = overlapCounts(bags[j] as Map<string, number>, bag)
      similar[i * right.length + j] = truePositive / Math.max(words.length, other.words.length)
    })
  })
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--) {
      const value = similar[i * right.length + j] as number
      best[i * width + j] = Math.max(
        best[(i + 1) * width + j] as number,
        best[i * width + j + 1] as number,
        value >= RELATED ? value + (best[(i + 1) * width + j + 1] as number) : 0,
      )
    }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const here = best[i * width + j] as number
    if (here === best[(i + 1) * width + j]) i += 1
    else if (here === best[i * width + j + 1]) j += 1
    else pairs.push([i++, j++])
  }
  return pairs
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const found: DiffPart[] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (last?.kind === part.kind) found[found.length - 1] = { ...last, words: last.words + part.words, aEnd: part.aEnd, bEnd: part.bEnd }
    else found.push(part)
  }
  return found
}

/** Consecutive words that are in both texts, or only in one text. Offsets are UTF-16 code units, end exclusive. */
export interface DiffPart {
  readonly kind: 'both' | 'a' | 'b'
  readonly words: number
  /** Range in text `a`. If only `b` has the words: an empty range at the place of insertion. */
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

export type DiffCounts = Pick<WordDiff, 'common' | 'onlyA' | 'onlyB'>

/** Counts the words of a difference like `countWords`: tokens without a letter or digit, such as “©”, do not count. */
export function countDiff({ parts }: WordDiff, a: string, b: string): DiffCounts {
  const counts = { both: 0, a: 0, b: 0 }
  for (const part of parts) counts[part.kind] += wordsOfPart(part, a, b)
  return { common: counts.both, onlyA: counts.a, onlyB: counts.b }
}

export const wordsOfPart = ({ kind, aStart, aEnd, bStart, bEnd }: DiffPart, a: string, b: string): number =>
  countWords(kind === 'b' ? b.slice(bStart, bEnd) : a.slice(aStart, aEnd))

/** Compares two texts word by word with the exact longest common subsequence. Within a change, words only in `a` come first. */
export function diffWords(a: string, b: string): WordDiff {
  const left = tokenize(a)
  const right = tokenize(b)
  const matching = lcsMatching(left.words, right.words)
  const parts: DiffPart[] = []
  let i = 0
  let j = 0
  const place = (tokens: Tokens, at: number, text: string): number => tokens.starts[at] ?? text.length
  const addWord = (kind: DiffPart['kind']): void => {
    const aStart = place(left, i, a)
    const bStart = place(right, j, b)
    const aEnd = kind === 'b' ? aStart : (left.ends[i++] as number)
    const bEnd = kind === 'a' ? bStart : (right.ends[j++] as number)
    parts.push({ kind, words: 1, aStart, aEnd, bStart, bEnd })
  }
  for (let m = 0; m <= matching.a.length; m++) {
    const isEnd = m === matching.a.length
    while (i < (isEnd ? left.words.length : (matching.a[m] as number))) addWord('a')
    while (j < (isEnd ? right.words.length : (matching.b[m] as number))) addWord('b')
    if (!isEnd) addWord('both')
  }
  const common = matching.a.length
  return { parts: joined(parts), common, onlyA: left.words.length - common, onlyB: right.words.length - common }
}
