/** Counting text as the specification of the extractors does (extractors §0: Characters, Words). */

/** HTML white space: tab, line feed, form feed, carriage return, space. No-break space is a character. */
export function isHtmlSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11)
}

/** UTF-16 code units of `text` with white-space runs collapsed to one space and both ends trimmed. */
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

/** Whether `collapse` would change nothing, which is so for most text nodes. */
function isCollapsed(text: string): boolean {
  let space = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 32) space = false
    else if (code === 32) {
      if (space) return false
      space = true
    } else if (isHtmlSpace(code)) return false
    else space = false
  }
  return !space || text.length === 0
}

/** `text` with white-space runs collapsed to one space and both ends trimmed. */
export function collapse(text: string): string {
  if (isCollapsed(text)) return text
  return text.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '')
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+(?:['’‐-](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+)*/gu

/** The words of a text: runs of letters, digits and marks with inner apostrophes and hyphens; each Han, Hiragana, Katakana or Thai character is a word. */
export function words(text: string): string[] {
  return text.match(WORD) ?? []
}

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

/** Number of words of a text, see `words`. */
export function countWords(text: string): number {
  let count = 0
  let i = 0
  while (i < text.length) {
    const code = text.charCodeAt(i)
    if (code > 127) return words(text).length
    if (!isAsciiWord(code)) {
      i++
      continue
    }
    count++
    i++
    while (i < text.length) {
      const next = text.charCodeAt(i)
      if (isAsciiWord(next)) i++
      else if ((next === 39 || next === 45) && i + 1 < text.length && isAsciiWord(text.charCodeAt(i + 1))) i++
      else break
    }
  }
  return count
}

/** Bytes of a string in UTF-8; lone surrogates count as the replacement character does, 3. */
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
