import { once } from '../base/once'

/** Whether a character is HTML white space: tab, line feed, form feed, carriage return, space. A no-break space is not. */
export function isHtmlSpace(code: number): boolean {
  return code <= 32 && (code === 32 || (code >= 9 && code <= 13 && code !== 11))
}

/** Returns the length of `collapse(text)` in UTF-16 code units. */
export function collapsedLength(text: string): number {
  let length = 0
  let pending = false
  for (let i = 0; i < text.length; i++) {
    if (isHtmlSpace(text.charCodeAt(i))) {
      pending = length > 0
    } else {
      if (pending) {
        length++
        pending = false
      }
      length++
    }
  }
  return length
}

/** Whether the text from `start` to `end` has only single spaces. The text must begin and end with other characters. */
function isCollapsed(text: string, start: number, end: number): boolean {
  let space = false
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > 32) space = false
    else if (code === 32) {
      if (space) return false
      space = true
    } else if (isHtmlSpace(code)) return false
    else space = false
  }
  return true
}

/** Returns `text` with white-space runs collapsed to one space and both ends trimmed. */
export function collapse(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isHtmlSpace(text.charCodeAt(start))) start++
  while (end > start && isHtmlSpace(text.charCodeAt(end - 1))) end--
  const trimmed = text.slice(start, end)
  // Most text nodes have no white-space runs inside.
  return isCollapsed(text, start, end) ? trimmed : trimmed.replace(/[ \t\n\f\r]+/g, ' ')
}

/** Returns a function that collapses the text of a node and caches the result. */
export const collapsedTexts = once(({ text }: { readonly text: readonly string[] }): ((node: number) => string) => {
  const known = new Array<string | undefined>(text.length)
  return (node) => (known[node] ??= collapse(text[node]))
})

/** Characters that are words by themselves, in writing systems without spaces between words. */
export const ONE_CHARACTER_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const RUN = `(?:(?!${ONE_CHARACTER_WORD.source})[\\p{L}\\p{N}\\p{M}])+`
const WORD = new RegExp(`${ONE_CHARACTER_WORD.source}|${RUN}(?:['’‐-]${RUN})*`, 'gu')

/** Returns the words of a text: runs of letters, digits and marks with inner apostrophes and hyphens, and each `ONE_CHARACTER_WORD`. */
export function words(text: string): string[] {
  return text.match(WORD) ?? []
}

/** Per character below U+0250 (Latin): 1 for letters, digits and marks. No such character is a `ONE_CHARACTER_WORD`. */
const LATIN_WORD = Uint8Array.from({ length: 0x250 }, (_, code) => (/[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)) ? 1 : 0))

/** Whether a character belongs to words: 1 or 0 for Latin and general punctuation; -1 if only the regular expression can decide. @internal */
export function latinWord(code: number): number {
  if (code < 0x250) return LATIN_WORD[code]
  return code >= 0x2000 && code < 0x2070 ? 0 : -1
}

const isJoiner = (code: number): boolean => code === 39 || code === 45 || code === 0x2019 || code === 0x2010

export function countWords(text: string): number {
  let count = 0
  let inside = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const own = latinWord(code)
    if (own < 0) return words(text).length
    if (own === 1) {
      if (!inside) count++
      inside = true
    } else if (inside) {
      // A joiner between two parts of a word belongs to the word.
      const next = isJoiner(code) && i + 1 < text.length ? latinWord(text.charCodeAt(i + 1)) : 0
      if (next < 0) return words(text).length
      inside = next === 1
    }
  }
  return count
}

/** Returns the number of bytes of a string in UTF-8; a lone surrogate counts 3, as the replacement character does. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (code >= 0xd800 && code <= 0xdbff && i + 1 < text.length && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4
      i++
    } else bytes += 3
  }
  return bytes
}
