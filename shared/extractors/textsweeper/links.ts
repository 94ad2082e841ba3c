import { attribute } from '../../page/page-model'
import { tagTable } from '../../page/tags'
import { collapse } from '../../page/text'
import type { ContentTree } from '../../page/content-tree'

/** Phrases that send the reader on to the full article (§3), longest first; they count at the end of an element's text. */
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
export const LONGEST = 24
const ELLIPSIS = /(?:…|\.\.\.)$/
/** Arrows after the phrase are decoration: "Read more >". */
export const DECORATION = /[\s>›→▸►]+$/u
const WORD_CHARACTER = /[\p{L}\p{N}]$/u

/** Characters, white space not counted, of the shortest "read more" phrase a text ends in, with the arrows after it; 0 for none. */
export function phraseLength(tail: string): number {
  const end = tail.replace(DECORATION, '')
  const lower = end.toLowerCase().replaceAll('\u00a0', ' ')
  let shortest = 0
  for (const phrase of PHRASES) {
    if (!lower.endsWith(phrase)) continue
    const before = lower.slice(0, lower.length - phrase.length)
    // "anymore" is no link; Chinese has no spaces between words.
    if (/^[a-z]/.test(phrase) && WORD_CHARACTER.test(before)) continue
    shortest = tail.slice(end.length - phrase.length).replace(/\s/gu, '').length
  }
  return shortest
}

export interface ReadMoreRule {
  readonly on: boolean
  /** An element longer than this that ends in an ellipsis is no teaser, in characters. */
  readonly ellipsisLimit: number
  /** An element or parent longer than this is no link element, in characters; Infinity for no limit. */
  readonly parentLimit: number
  /** Whether body, main and article are spared. */
  readonly spareMain: boolean
}

export interface LinkElements {
  /** 1 for link elements: anchors, `onclick`, `role=link`, "read more" elements and their parents. */
  readonly isLink: Uint8Array
  /** Entries that end in a "read more" phrase themselves, each the least such element; evidence of an overview page. */
  readonly readMore: readonly number[]
  /** Entries that are link elements because of a phrase, their own or a child's. */
  readonly byPhrase: Uint8Array
}

export const MAIN: ReadonlySet<string> = new Set(['body', 'main', 'article'])

/**
 * Finds link elements: "the system does not only rely on the occurrence of an anchor tag, but also takes attributes such
 * as onclick and the actual text into account … it considers the element as well as its parent as a link element" (§3).
 * Linear in nodes and characters.
 * @param C characters per entry's subtree
 */
export function findLinks(tree: ContentTree, C: Int32Array, rule: ReadMoreRule): LinkElements {
  const { page, size, node, parent, isText, end } = tree
  const anchor = page.tagNames.indexOf('a')
  const main = tagTable(page.tagNames, MAIN)
  const isLink = new Uint8Array(size)
  const byPhrase = new Uint8Array(size)
  const readMore: number[] = []
  for (let e = 0; e < size; e++) {
    if (isText[e] === 1) continue
    const n = node[e]
    if (page.tag[n] === anchor && attribute(page, n, 'href') !== null) isLink[e] = 1
    else if (attribute(page, n, 'onclick') !== null || attribute(page, n, 'role') === 'link') isLink[e] = 1
  }
  if (!rule.on) return { isLink, readMore, byPhrase }

  // For each text node: the shortest phrase its end and the text before it make, and whether it ends in an ellipsis.
  const phrase = new Uint8Array(size)
  const ellipsis = new Uint8Array(size)
  let tail = ''
  let last = -1
  const lastText = new Int32Array(size).fill(-1)
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0) continue
    const raw = page.text[node[e]]
    const text = raw.length > 2 * LONGEST ? raw.slice(-2 * LONGEST) : raw
    const collapsed = collapse(text) || collapse(raw)
    tail = `${tail.slice(-LONGEST)} ${collapsed.slice(-LONGEST)}`
    phrase[e] = phraseLength(tail)
    ellipsis[e] = ELLIPSIS.test(tail.replace(DECORATION, '')) ? 1 : 0
    last = e
    lastText[e] = e
  }
  if (last < 0) return { isLink, readMore, byPhrase }
  // Last text node of each subtree: children come after their parents, the last one first.
  for (let e = size - 1; e > 0; e--) {
    const p = parent[e]
    if (lastText[p] === -1 && lastText[e] !== -1) lastText[p] = lastText[e]
  }
  const matches = (e: number): boolean => {
    const text = lastText[e]
    if (text < 0) return false
    const length = C[e]
    if (ellipsis[text] === 1 && length <= rule.ellipsisLimit) return true
    return phrase[text] !== 0 && length >= phrase[text]
  }
  const spared = (e: number): boolean => (rule.spareMain && main[page.tag[node[e]]] === 1) || C[e] > rule.parentLimit
  let evidenceUntil = 0
  for (let e = size - 1; e >= 0; e--) {
    if (isText[e] === 1 || !matches(e) || spared(e)) continue
    isLink[e] = 1
    byPhrase[e] = 1
    const p = parent[e]
    if (p >= 0 && !spared(p)) {
      isLink[p] = 1
      byPhrase[p] = 1
    }
  }
  // Evidence: the innermost element of each phrase.
  for (let e = size - 1; e >= 0; e--) {
    if (isText[e] === 1 || !matches(e) || lastText[e] === evidenceUntil) continue
    evidenceUntil = lastText[e]
    let inner = true
    for (let c = e + 1; c < end[e] && inner; c = end[c]) if (isText[c] === 0 && lastText[c] === evidenceUntil && matches(c)) inner = false
    if (inner) readMore.push(e)
  }
  return { isLink, readMore: readMore.reverse(), byPhrase }
}
