import { valueAt } from '../base/once'

export interface TokenOptions {
  /** `spaced` (default): divided by white space, with punctuation. `alphanumeric`: runs of letters and digits. */
  readonly unit?: 'spaced' | 'alphanumeric'
  /** Whether each Han, Hiragana or Katakana character is a token. Default true. */
  readonly cjk?: boolean
  readonly foldCase?: boolean
  /** Whether tokens keep only letters, digits and marks. Empty tokens are removed. Default false. */
  readonly stripPunctuation?: boolean
}

export interface Tokens {
  /** Words in NFC, changed as in `TokenOptions`. */
  readonly words: readonly string[]
  /** Positions in the given text (not in the NFC form), in UTF-16 code units; end exclusive. */
  readonly starts: Int32Array
  readonly ends: Int32Array
}

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const PATTERNS = {
  spaced: { true: new RegExp(`[${CJK}]\\p{M}*|(?:(?![${CJK}])\\S)+`, 'gu'), false: /\S+/gu },
  alphanumeric: { true: new RegExp(`[${CJK}]|(?:(?![${CJK}])[\\p{L}\\p{N}])+`, 'gu'), false: /[\p{L}\p{N}]+/gu },
} as const
/** Tests fast whether a text may contain CJK characters. All CJK characters are at or above U+2E80. */
const MAY_BE_CJK = /[\u2e80-\uffff]/

function patternFor(text: string, { unit = 'spaced', cjk = true }: TokenOptions): RegExp {
  return PATTERNS[unit][cjk && MAY_BE_CJK.test(text) ? 'true' : 'false']
}

const PUNCTUATION = /[^\p{L}\p{N}\p{M}]+/gu
/** Matches the parts of a text that NFC composes independently: a character with marks, or the letters of a Hangul syllable. */
const CLUSTER = /[\u1100-\u115f\ua960-\ua97c]+[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*|[^\p{M}]\p{M}*|\p{M}+/gsu

/** Returns runs of letters, digits and underscores, like `\w+` in Python. Combining marks end a run. */
export function wordRuns(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/**
 * Returns the tokens of WebMainBench's scorer, except for Chinese: the scorer's segmenter jieba divides Chinese into words, this function
 * into characters.
 */
export function segmenterTokens(text: string): string[] {
  return text.match(/[A-Za-z0-9]+(?:\.[0-9]+)?%?|[+#&._%-]+|\r\n|[^]/gu) ?? []
}

export function tokenWords(text: string, options: TokenOptions = {}): string[] {
  const normal = text.normalize('NFC')
  const words: string[] = normal.match(patternFor(normal, options)) ?? []
  if (!options.foldCase && !options.stripPunctuation) return words
  return words.map((word) => shape(word, options)).filter((word) => word !== '')
}

function shape(word: string, options: TokenOptions): string {
  const stripped = options.stripPunctuation ? word.replace(PUNCTUATION, '') : word
  return options.foldCase ? stripped.toLowerCase() : stripped
}

/** Splits a text into the tokens of `tokenWords`, with positions. */
export function tokenize(text: string, options: TokenOptions = {}): Tokens {
  const normal = text.normalize('NFC')
  const origin = normal === text ? null : originOf(text, normal)
  const words: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const match of normal.matchAll(patternFor(normal, options))) {
    const word = shape(match[0], options)
    if (word === '') continue
    const start = match.index
    const end = start + match[0].length
    words.push(word)
    starts.push(origin ? origin[start] : start)
    ends.push(origin ? (origin[end] ?? text.length) : end)
  }
  return { words, starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
}

/**
 * Returns, per offset of the NFC form, the offset in the original text. A composed character has the offset of the first original
 * character.
 */
function originOf(text: string, normal: string): Int32Array {
  const origin = new Int32Array(normal.length + 1)
  let at = 0
  for (const match of text.matchAll(CLUSTER)) {
    const composed = match[0].normalize('NFC')
    const same = composed.length === match[0].length
    for (let i = 0; i < composed.length && at < normal.length; i++) origin[at++] = match.index + (same ? i : 0)
  }
  while (at <= normal.length) origin[at++] = text.length
  return origin
}

function numbering(known: Map<string, number>): (word: string) => number {
  const next = (): number => known.size
  return (word) => valueAt(known, word, next)
}

/** Converts words to numbers from 0. Equal words of both lists get equal numbers. */
export function internWords(a: Iterable<string>, b: Iterable<string>) {
  const known = new Map<string, number>()
  const number = numbering(known)
  return { a: Int32Array.from(a, number), b: Int32Array.from(b, number), distinct: known.size }
}

/** Numbers the words of a list. `number` converts other lists: words that `list` lacks get the number `distinct − 1`. */
export function vocabularyOf(list: readonly string[]) {
  const known = new Map<string, number>()
  const numbers = Int32Array.from(list, numbering(known))
  const none = known.size
  return { numbers, distinct: none + 1, number: (words: readonly string[]) => Int32Array.from(words, (word) => known.get(word) ?? none) }
}
