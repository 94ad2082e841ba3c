import { once } from '../base/once'

/** Returns whether a character is HTML white space: tab, line feed, form feed, carriage return or space. */
export function isHtmlSpace(code: number): boolean {
  return code <= 32 && (code === 32 || (code >= 9 && code <= 13 && code !== 11))
}

/** Returns the length of `collapse(text)` in UTF-16 code units. */
export function collapsedLength(text: string): number {
  let length = 0
  let pending = false
  for (let i = 0; i < text.length; i++) {
    if (isHtmlSpace(text.charCodeAt(i))) pending = length > 0
    else {
      length += pending ? 2 : 1
      pending = false
    }
  }
  return length
}

/** Returns `text` without white space at both ends, and with one space per inner run of white space. */
export function collapse(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isHtmlSpace(text.charCodeAt(start))) start++
  while (end > start && isHtmlSpace(text.charCodeAt(end - 1))) end--
  const trimmed = text.slice(start, end)
  // Most texts are already collapsed, and the check is faster than a replacement.
  return /[\t\n\f\r]| {2}/.test(trimmed) ? trimmed.replace(/[ \t\n\f\r]+/g, ' ') : trimmed
}

/** Returns a function that collapses the text of a node and caches the result. */
export const collapsedTexts = once(({ text }: { readonly text: readonly string[] }): ((node: number) => string) => {
  const known = new Array<string | undefined>(text.length)
  return (node) => (known[node] ??= collapse(text[node]))
})

/** Characters of writing systems without spaces between words. Each character counts as a word. */
export const ONE_CHARACTER_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const RUN = `(?:(?!${ONE_CHARACTER_WORD.source})[\\p{L}\\p{N}\\p{M}])+`
const WORD = new RegExp(`${ONE_CHARACTER_WORD.source}|${RUN}(?:['’‐-]${RUN})*`, 'gu')

/** Returns the words of a text: runs of letters, digits and marks with inner apostrophes and hyphens, and each `ONE_CHARACTER_WORD`. */
export function words(text: string): string[] {
  return text.match(WORD) ?? []
}

const LATIN_WORD = Uint8Array.from({ length: 0x250 }, (_, code) => (/[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)) ? 1 : 0))

/** Returns 1 if a character belongs to words, 0 if not, -1 if only the regular expression can decide. @internal */
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
      const next = isJoiner(code) && i + 1 < text.length ? latinWord(text.charCodeAt(i + 1)) : 0
      if (next < 0) return words(text).length
      inside = next === 1
    }
  }
  return count
}

/** Returns the number of UTF-8 bytes of a string. A lone surrogate counts 3 bytes. */
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
