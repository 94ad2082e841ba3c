/** What changed on a page, in sentences. */
import type { ChangedBlock, PageChanges } from './page-changes'

/** A text as it is written in Markdown: on one line, and nothing in it is markup. */
export const cell = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replace(/[|<>`*_[\]@#&]/g, (sign) =>
      sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : sign === '&' ? '&amp;' : sign === '@' ? '&#64;' : `\\${sign}`,
    )

/** `1 page`, `2 pages`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** What became of a block, how large it is, how it begins, and why. */
export function blockSentence(
  { kind, words, text, why, gold, rule }: ChangedBlock,
  against: PageChanges['against'],
  quote: (text: string) => string = (plain) => plain,
): string {
  const what = against === 'baseline' ? (kind === 'missed' ? 'lost' : 'gained') : kind
  const of = gold === null || against !== 'baseline' ? '' : gold ? ', of the gold text' : ', not of the gold text'
  return `${what}, ${counted(words, 'word')}${of}: “${quote(text)}” ${quote(why)}${rule === '' ? '' : ` [${quote(rule)}]`}`
}

/** Which snippet is treated wrongly, and why. */
export function snippetSentence(
  { kind, text, why }: PageChanges['snippets'][number],
  quote: (text: string) => string = (plain) => plain,
): string {
  return `${kind === 'with' ? 'must be kept and is not' : 'must not be kept and is'}: “${quote(text)}” ${quote(why)}`.trimEnd()
}
