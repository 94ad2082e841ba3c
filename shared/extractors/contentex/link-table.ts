import { attribute } from '../../page/page-model'
import { countWords } from '../../page/text'
import { type ContentTree } from '../../page/content-tree'
import type { RunReporter } from '../core/define'
import type { rules } from './description'

/** Counts words and links from the leaves upwards (Fig. 3, lines 2–18). @param gone 1 for removed entries */
export function countLinks(tree: ContentTree, gone: Uint8Array) {
  const { page, size, node, parent, end, isText } = tree
  const anchor = page.tagNames.indexOf('a')
  /** Words per entry. A link counts as one word (Fig. 3, lines 3–15). */
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
    const n = node[e]
    if (isText[e] === 1) textCnt[e] = countWords(page.text[n])
    else if (page.tag[n] === anchor && attribute(page, n, 'href') !== null) {
      isLink[e] = 1
      textCnt[e] = 1
      linkCnt[e] = 1
      e = end[e]
      continue
    }
    e++
  }
  for (let k = size - 1; k >= 0; k--) {
    const words = textCnt[k]
    if (words > 0) score[k] = (words - linkCnt[k]) / words
    if (k === 0) break
    const p = parent[k]
    textCnt[p] += words
    linkCnt[p] += linkCnt[k]
  }
  return { textCnt, linkCnt, score, isLink }
}

/**
 * Finds link tables (Fig. 3, lines 19–25). A link is in a table if its parent scores below the threshold. The table grows upwards from this
 * parent while the score falls, at most to a child of body. If the parent is body, the table is only the link.
 * @returns the entries to delete with their subtrees, in document order
 */
export function findLinkTables(
  tree: ContentTree,
  { score, isLink }: ReturnType<typeof countLinks>,
  threshold: number,
  decide: RunReporter<never, keyof typeof rules>['decide'],
): number[] {
  const { size, parent, end } = tree
  const climb = (start: number): number => {
    let table = start
    decide(table, 'fail', 'table-begins', score[table], threshold)
    for (;;) {
      const p = parent[table]
      if (p <= 0) return table
      const lower = score[p] < score[table]
      decide(p, lower ? 'fail' : 'pass', lower ? 'table-grows' : 'table-ends', score[p], score[table])
      if (!lower) return table
      table = p
    }
  }
  const tables: number[] = []
  let e = 1
  while (e < size) {
    if (isLink[e] === 0) {
      e++
      continue
    }
    const up = parent[e]
    const value = score[up]
    if (!(value < threshold)) {
      decide(e, 'pass', 'link-in-text', value, threshold)
      e = end[e]
      continue
    }
    decide(e, 'fail', 'link-in-table', value, threshold)
    const table = up > 0 ? climb(up) : e
    decide(table, 'drop', 'link-table', value, threshold)
    tables.push(table)
    e = end[table]
  }
  return tables
}
