import { parsePage } from './parse-page'

/** Longest title that is kept, in characters. */
const LONGEST = 300

/**
 * Returns the title from the beginning of a page's source, without parsing all of it: the first `<title>` element, with character
 * references resolved and white space collapsed, at most 300 characters. Null if missing or empty.
 */
export function titleOfSource(beginning: string): string | null {
  const element = /<title(?:\s[^>]{0,500})?>([^<]{0,2000})<\/title/i.exec(beginning)
  if (!element) return null
  // The element is parsed by itself: what its character references mean is the parser's to say.
  const title = parsePage(`<title>${element[1]}</title>`).title.replace(/\s+/g, ' ').trim()
  return title === '' ? null : title.slice(0, LONGEST)
}

/** Words below which a page has almost no text. */
export const FEW_WORDS = 20
/** Parts without readable text: comments, scripts, styles, the title, and tags. Each begins at a `<` and ends where it is closed. */
const NO_TEXT = /<!--[\s\S]*?(?:-->|$)|<(script|style|template|title)\b[\s\S]*?(?:<\/\1\b|$)|<[^>]*(?:>|$)/gi
const WORD = /[\p{L}\p{N}]+/gu

/** Whether a page's source has fewer than `FEW_WORDS` words of text, without parsing it. Stops at the last of them. */
export function hasAlmostNoText(source: string): boolean {
  let words = 0
  let at = 0
  const count = (text: string): boolean => (words += text.match(WORD)?.length ?? 0) >= FEW_WORDS
  for (const tag of source.matchAll(NO_TEXT)) {
    if (count(source.slice(at, tag.index))) return false
    at = tag.index + tag[0].length
  }
  return !count(source.slice(at))
}
