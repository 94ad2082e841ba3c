import { attribute } from '../../page/page-model'
import { tagTable } from '../../page/tags'
import { collapsedTexts } from '../../page/text'
import type { ContentTree } from '../../page/content-tree'
import type { ParamValues } from '../core/params'
import { params } from './description'

/** Phrases of links to the full article (§3). `read more` must precede `more`, because the last match must be the shortest. */
export const PHRASES: readonly string[] = [
  'continue reading',
  'lire la suite',
  'full story',
  'read more',
  'weiterlesen',
  'leer más',
  '阅读全文',
  '更多',
  'mehr',
  'more',
  '»',
]
const PRINTED_PHRASES: readonly string[] = ['read more']
export const LONGEST = 24
const ELLIPSIS = /(?:…|\.\.\.)$/
/** Matches arrows and similar decoration after a phrase, as in "Read more >". */
export const DECORATION = /[\s>›→▸►]+$/u
const WORD_CHARACTER = /[\p{L}\p{N}]$/u

/** Separates the texts in `tail`. Collapsed texts contain no line feed. */
const SEAM = '\n'

/** Returns the position of the shortest "read more" phrase at the end of a tail, or -1. Ignores decoration after the phrase. */
export function phraseStart(tail: string, phrases = PHRASES): number {
  const end = tail.replace(DECORATION, '')
  const lower = end.toLowerCase().replaceAll(/[\u00a0\n]/g, ' ')
  let shortest = -1
  for (const phrase of phrases) {
    if (!lower.endsWith(phrase)) continue
    const before = lower.slice(0, lower.length - phrase.length)
    // A phrase inside a word does not count, as in "anymore", except in Chinese, which has no spaces between words.
    if (/^[a-z]/.test(phrase) && WORD_CHARACTER.test(before)) continue
    shortest = end.length - phrase.length
  }
  return shortest
}

/** The largest value of a parameter means no limit. */
export const limitOf = ({ max }: { readonly max: number }, value: number): number => (value === max ? Number.POSITIVE_INFINITY : value)

export const MAIN: ReadonlySet<string> = new Set(['body', 'main', 'article'])

/** Finds link elements: "considers the element as well as its parent as a link element" (§3). @param C characters per entry's subtree */
export function findLinks(tree: ContentTree, C: Int32Array, p: ParamValues<typeof params>) {
  const { page, size, node, parent, isText } = tree
  const anchor = page.tagNames.indexOf('a')
  const main = tagTable(page.tagNames, MAIN)
  const ellipsisLimit = limitOf(params.ellipsisLimit, p.ellipsisLimit)
  const parentLimit = limitOf(params.parentLimit, p.parentLimit)
  /** 1 per link element: `a` with `href`, elements with `onclick` or `role=link`, "read more" elements and their parents. */
  const isLink = new Uint8Array(size)
  /** 1 per element that is a link because of a phrase or an ellipsis. */
  const byPhrase = new Uint8Array(size)
  /** Smallest elements that end in a "read more" phrase or an ellipsis, as evidence of an overview page. */
  const readMore: number[] = []
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    const n = node[e]
    if (page.tag[n] === anchor && attribute(page, n, 'href') !== null) isLink[e] = 1
    else if (attribute(page, n, 'onclick') !== null || attribute(page, n, 'role') === 'link') isLink[e] = 1
  }
  if (!p.readMore) return { isLink, readMore, byPhrase }

  // Per text, the entries in which the phrase and the ellipsis at the end of `tail` start, or -1.
  const phraseFrom = new Int32Array(size).fill(-1)
  const ellipsisFrom = new Int32Array(size).fill(-1)
  const texts: number[] = []
  const collapsed = collapsedTexts(page)
  let tail = ''
  const lastText = new Int32Array(size).fill(-1)
  const textAt = (place: number): number => (place < 0 ? -1 : texts[texts.length - tail.slice(place).split(SEAM).length])
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0) continue
    tail = `${tail.slice(-LONGEST)}${SEAM}${collapsed(node[e]).slice(-LONGEST)}`
    texts.push(e)
    phraseFrom[e] = textAt(phraseStart(tail, p.phrases === 'printed' ? PRINTED_PHRASES : PHRASES))
    ellipsisFrom[e] = textAt(tail.replace(DECORATION, '').search(ELLIPSIS))
    lastText[e] = e
  }
  for (let e = size - 1; e > 0; e--) {
    const up = parent[e]
    if (lastText[up] === -1 && lastText[e] !== -1) lastText[up] = lastText[e]
  }
  // The phrase must begin in the element. An element with only the end of a phrase does not match.
  const matches = (e: number): boolean => {
    const text = lastText[e]
    if (text < 0) return false
    return phraseFrom[text] >= e || (ellipsisFrom[text] >= e && C[e] <= ellipsisLimit)
  }
  const spared = (e: number): boolean => (p.spareMain && main[page.tag[node[e]]] === 1) || C[e] > parentLimit
  const reported = new Uint8Array(size)
  // The reverse order visits contents before their element, so the first match of a text is the innermost element.
  for (let e = size - 1; e >= 0; e--) {
    if (isText[e] === 1 || !matches(e) || spared(e)) continue
    isLink[e] = 1
    byPhrase[e] = 1
    const up = parent[e]
    if (up >= 0 && !spared(up)) {
      isLink[up] = 1
      byPhrase[up] = 1
    }
    if (reported[lastText[e]] === 0) readMore.push(e)
    reported[lastText[e]] = 1
  }
  return { isLink, readMore: readMore.reverse(), byPhrase }
}
