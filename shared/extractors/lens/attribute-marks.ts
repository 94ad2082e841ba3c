import { MARKS } from './marks'

/** Number of 32-bit integers in a set of marks. */
export const WORDS = 4

export function setOf(marks: readonly number[]): Int32Array {
  const set = new Int32Array(WORDS)
  for (const mark of marks) set[mark >> 5] |= 1 << (mark & 31)
  return set
}

interface Word {
  readonly codes: Uint8Array
  readonly set: Int32Array
}

interface WordTable {
  readonly index: Uint16Array
  readonly lists: readonly (readonly Word[])[]
}

/** Number of letters in a key. Every stem has at least `KEY` letters, and every whole word at least `WHOLE_KEY`. */
const KEY = 3
const WHOLE_KEY = 2

/** Adds a character to a key of the last `letters` characters. Different characters may give the same key. */
const keyOf = (before: number, code: number, letters: number): number => ((before << 5) | (code & 31)) & ((1 << (5 * letters)) - 1)

function wordTable(letters: number, isWhole: boolean): WordTable {
  const marks = new Map<string, number[]>()
  for (const [mark, spec] of MARKS.entries())
    for (const word of spec.words ?? []) {
      const name = word.startsWith('=') ? word.slice(1) : word
      if (word.startsWith('=') === isWhole) marks.set(name, [...(marks.get(name) ?? []), mark])
    }
  const index = new Uint16Array(1 << (5 * letters))
  const lists: Word[][] = [[]]
  for (const [name, list] of [...marks].sort(([a], [b]) => b.length - a.length)) {
    const codes = Uint8Array.from(name, (letter) => letter.charCodeAt(0))
    const key = codes.subarray(0, letters).reduce((before, code) => keyOf(before, code, letters), 0)
    if (index[key] === 0) index[key] = lists.push([]) - 1
    lists[index[key]].push({ codes, set: setOf(list) })
  }
  return { index, lists }
}

const STEMS = wordTable(KEY, false)
const WHOLE = wordTable(WHOLE_KEY, true)

const HYPHEN = 45
const isSmall = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
const isCapital = (code: number): boolean => code >= 65 && code <= 90
/** `_`, `:`, `/` */
const isSeparator = (code: number): boolean => code === 95 || code === 58 || code === 47

/** Finds the marks of class and id values. */
export class AttributeReader {
  #codes = new Uint8Array(256)
  #length = 0

  read(value: string): Int32Array {
    this.#write(value)
    const set = new Int32Array(WORDS)
    this.#addStems(set)
    this.#addWholeWords(set)
    return set
  }

  /**
   * Writes the value to `#codes` in lower case. Replaces each run of separators by a hyphen, and adds a hyphen before a capital that
   * follows a small letter or digit.
   */
  #write(value: string): void {
    if (this.#codes.length < value.length * 2) this.#codes = new Uint8Array(value.length * 3)
    const codes = this.#codes
    let length = 0
    let before = 0
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (isCapital(code)) {
        if (isSmall(before)) codes[length++] = HYPHEN
        codes[length++] = code + 32
      } else if (isSeparator(code)) {
        if (!isSeparator(before)) codes[length++] = HYPHEN
      } else if (code < 128) codes[length++] = code
      // The kelvin sign and İ are the only non-ASCII characters with an ASCII letter in lower case.
      else if (code === 0x212a) codes[length++] = 107
      else {
        if (code === 0x130) codes[length++] = 105
        codes[length++] = 0
      }
      before = code
    }
    this.#length = length
  }

  #addStems(set: Int32Array): void {
    const codes = this.#codes
    const length = this.#length
    let key = 0
    let from = 0
    for (let i = 0; i < length; i++) {
      key = keyOf(key, codes[i], KEY)
      const at = i + 1 - KEY
      if (at < from || STEMS.index[key] === 0) continue
      for (const word of STEMS.lists[STEMS.index[key]]) {
        if (!this.#stands(word.codes, at)) continue
        addTo(set, word.set)
        from = at + word.codes.length
        break
      }
    }
  }

  #addWholeWords(set: Int32Array): void {
    const codes = this.#codes
    let start = 0
    for (let at = 0; at <= this.#length; at++) {
      if (at < this.#length && isSmall(codes[at])) continue
      if (at - start >= WHOLE_KEY) {
        const key = keyOf(keyOf(0, codes[start], WHOLE_KEY), codes[start + 1], WHOLE_KEY)
        for (const word of WHOLE.lists[WHOLE.index[key]])
          if (word.codes.length === at - start && this.#stands(word.codes, start)) addTo(set, word.set)
      }
      start = at + 1
    }
  }

  #stands(word: Uint8Array, at: number): boolean {
    if (at + word.length > this.#length) return false
    for (let i = 0; i < word.length; i++) if (this.#codes[at + i] !== word[i]) return false
    return true
  }
}

function addTo(set: Int32Array, more: Int32Array): void {
  for (let k = 0; k < WORDS; k++) set[k] |= more[k]
}
