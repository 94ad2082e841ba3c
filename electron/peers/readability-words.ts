/** What an element has that a test of @mozilla/readability looked at, in words for a sentence. */
import type { DomElement, ReaderInternals } from './readability-internals'

/** Words of which one would have kept an unlikely candidate, as the library's pattern has them; the first is offered. */
const SAVING = '“article”'

/** Where a pattern matches a class or an id: the word as it stands there. */
export function matchedWord(pattern: RegExp, text: string): string {
  return (new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text)?.[0] ?? '').trim()
}

/** Which attribute hides an element. */
export function hiddenWords(node: DomElement): string {
  if (node.style?.display === 'none') return 'its style says display: none'
  if (node.style?.visibility === 'hidden') return 'its style says visibility: hidden'
  return node.hasAttribute('hidden') ? 'it has the attribute hidden' : 'it has aria-hidden="true"'
}

/** By what an element was taken for a byline. */
export function bylineWords(reader: ReaderInternals, node: DomElement, matchString: string): string {
  if (node.getAttribute('rel') === 'author') return 'it has rel="author"'
  const itemprop = node.getAttribute('itemprop')
  if (itemprop?.includes('author')) return `it has itemprop="${itemprop}"`
  return `its class or id holds “${matchedWord(reader.REGEXPS.byline, matchString)}”`
}

/** The word that made an element unlikely, and the one that would have saved it: reads on as “… in it would have kept it”. */
export function unlikelyWords(reader: ReaderInternals, node: DomElement): string {
  return `“${matchedWord(reader.REGEXPS.unlikelyCandidates, `${String(node.className)} ${node.id}`)}”; ${SAVING}`
}

/** Which words of class and id made a class weight: ` (“promo” in its class, −25)`. */
export function weightWords(reader: ReaderInternals, node: DomElement): string {
  if (!reader._flagIsActive(reader.FLAG_WEIGHT_CLASSES)) return ''
  const said: string[] = []
  const { negative, positive } = reader.REGEXPS
  for (const [name, value] of [
    ['class', node.className],
    ['id', node.id],
  ] as const) {
    if (typeof value !== 'string' || value === '') continue
    if (negative.test(value)) said.push(`“${matchedWord(negative, value)}” in its ${name} takes 25`)
    if (positive.test(value)) said.push(`“${matchedWord(positive, value)}” in its ${name} gives 25`)
  }
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}
