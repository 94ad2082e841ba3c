import { attribute } from '../../page/page-model'
import { countWords } from '../../page/text'
import type { ContentTree } from '../core/content-tree'

export interface LinkCounts {
  /** Words per entry; a link counts 1 whatever its text (Fig. 3, lines 3–15). */
  readonly textCnt: Int32Array
  readonly linkCnt: Int32Array
  /** (textCnt − linkCnt) / textCnt, 1 where textCnt = 0 (Fig. 3, line 18). */
  readonly score: Float64Array
  /** 1 for `a[href]` outside other links: a terminal of the figure. */
  readonly isLink: Uint8Array
}

/**
 * Counts words and links bottom-up (Fig. 3, lines 2–18). What is inside a link is not looked at. Linear.
 * @param gone 1 for entries removed before
 */
export function countLinks(tree: ContentTree, gone: Uint8Array): LinkCounts {
  const { page, size, node, parent, end, isText } = tree
  const anchor = page.tagNames.indexOf('a')
  const textCnt = new Int32Array(size)
  const linkCnt = new Int32Array(size)
  const isLink = new Uint8Array(size)
  const score = new Float64Array(size).fill(1)
  let e = 0
  while (e < size) {
    if (gone[e] === 1) {
      e++
      continue
    }
    const n = node[e] as number
    if (isText[e] === 1) textCnt[e] = countWords(page.text[n] as string)
    else if (page.tag[n] === anchor && attribute(page, n, 'href') !== null) {
      isLink[e] = 1
      textCnt[e] = 1
      linkCnt[e] = 1
      e = end[e] as number
      continue
    }
    e++
  }
  for (let k = size - 1; k >= 0; k--) {
    const words = textCnt[k] as number
    if (words > 0) score[k] = (words - (linkCnt[k] as number)) / words
    if (k === 0) break
    const p = parent[k] as number
    textCnt[p] = (textCnt[p] as number) + words
    linkCnt[p] = (linkCnt[p] as number) + (linkCnt[k] as number)
  }
  return { textCnt, linkCnt, score, isLink }
}

/** One deletion of the link table filter. */
export interface LinkTable {
  /** The deleted entry. */
  readonly entry: number
  /** The link that led to it, and the score of its parent that was below the threshold. */
  readonly link: number
  readonly score: number
}

/**
 * Finds link tables (Fig. 3, lines 19–25): from each link whose parent scores below the threshold, up as long as the
 * parent scores lower still. Never above the children of body; where the parent is body, only the link goes. The scores
 * are those of the whole page. Linear: what is climbed is deleted.
 */
export function findLinkTables(tree: ContentTree, counts: LinkCounts, threshold: number): LinkTable[] {
  const { size, parent, end } = tree
  const { score, isLink } = counts
  const tables: LinkTable[] = []
  let e = 1
  while (e < size) {
    if (isLink[e] === 0) {
      e++
      continue
    }
    const up = parent[e] as number
    const value = score[up] as number
    if (!(value < threshold)) {
      e = end[e] as number
      continue
    }
    let table = e
    if (up > 0) {
      table = up
      for (let p = parent[table] as number; p > 0 && (score[p] as number) < (score[table] as number); p = parent[table] as number) table = p
    }
    tables.push({ entry: table, link: e, score: value })
    e = end[table] as number
  }
  return tables
}
