import { parsePage } from './parse-page'

/** Longest title that is kept, in characters. */
const LONGEST = 300

/**
 * The title in the beginning of a page's source, without parsing all of it: that of its first `<title>` element, with character
 * references resolved and white space collapsed, at most 300 characters. Null where there is none, or only an empty one.
 */
export function titleOfSource(beginning: string): string | null {
  const element = /<title(?:\s[^>]{0,500})?>([^<]{0,2000})<\/title/i.exec(beginning)
  if (!element) return null
  // The element is parsed by itself: what its character references mean is the parser's to say.
  const title = parsePage(`<title>${element[1]}</title>`).title.replace(/\s+/g, ' ').trim()
  return title === '' ? null : title.slice(0, LONGEST)
}
