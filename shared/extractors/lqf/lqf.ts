/** Link Quota Filter: Mantratzis, Orgun, Cassidy, HYPERTEXT 2005. A baseline of CETD's Table 4. */
import { linkQuota as linkQuotaTerm } from '../../base/glossary.json'
import { sumUp } from '../../page/content-tree'
import { tagTable } from '../../page/tags'
import { defineExtractor } from '../core/define'
import { proportion } from '../core/params'
import { ruleTable } from '../core/rule-table'

export const STRUCTURE: ReadonlySet<string> = new Set(['table', 'tr', 'td', 'ul', 'ol', 'li', 'dl', 'div', 'p'])

export const lqf = defineExtractor({
  id: 'lqf',
  title: 'LQF',
  fullName: 'link quota filter',
  family: 'baseline',
  paper: {
    authors: 'Constantine Mantratzis, Mehmet Orgun, Steve Cassidy',
    title: 'Separating XHTML Content from Navigation Clutter Using DOM-Structure Block Analysis',
    venue: 'HYPERTEXT',
    year: 2005,
    doi: '10.1145/1083356.1083384',
  },
  summary: 'Deletes tables, lists, divisions and paragraphs that are mostly link text.',
  params: {
    quota: proportion({
      label: 'Quota',
      default: 0.5,
      origin: 'ours',
      description: 'Maximum share of link text in a structure element. CETD describes the filter without a number ("a high ratio").',
    }),
  },
  measures: {
    C: { label: 'characters', unit: 'characters', description: 'Characters in the subtree.' },
    LC: { label: 'link characters', unit: 'characters', description: 'Characters inside links in the subtree.' },
    linkQuota: {
      label: 'link quota',
      tex: String.raw`\frac{@{LC}}{@{C}}`,
      symbol: 'q',
      share: true,
      description: `${linkQuotaTerm.text} By Mantratzis et al., as CETD §2 describes it.`,
      cites: ['cetd-link-quota'],
    },
  },
  rules: ruleTable(
    {
      'whole-page': 'whole page | Text is kept unless an element around the text is deleted.',
      'link-quota': 'link quota | ≤ link quota | It has link quota {value}. The limit is {limit}.',
    },
    { 'link quota': { measure: 'linkQuota' } },
  ),
  charts: [{ id: 'linkQuota', title: 'Link quota by node', per: 'node', series: ['linkQuota'], threshold: 'quota', movedBy: 'quota' }],
  mainMeasure: 'linkQuota',
  values: { quota: { label: 'limit of the link quota', share: true } },
  pseudocode: {
    title: '# Ours; the paper was not available',
    count: 'count the characters and the link characters of every node',
    each: 'for each structure element N (table, tr, td, ul, ol, li, dl, div, p):',
    delete: '  if linkCharacters(N) / characters(N) > quota: delete N',
  },
  run({ page, tree, p, step, decide, warn }) {
    const { size, node, parent, end, isText, length } = tree
    const anchor = page.tagNames.indexOf('a')
    const structure = tagTable(page.tagNames, STRUCTURE)
    const C = Int32Array.from(length)
    const LC = new Int32Array(size)
    const inLink = new Uint8Array(size)
    for (let e = 0; e < size; e++) {
      inLink[e] = page.tag[node[e]] === anchor || (e > 0 && inLink[parent[e]] === 1) ? 1 : 0
      if (isText[e] === 1 && inLink[e] === 1) LC[e] = length[e]
    }
    sumUp(tree, C)
    sumUp(tree, LC)
    const linkQuota = Float64Array.from(C, (count, e) => (count === 0 ? 0 : LC[e] / count))
    step('count', 'The share of link text of every node is computed.', {
      measures: ['C', 'LC', 'linkQuota'],
      values: { quota: p.quota },
      lines: ['count'],
    })

    step('filter', 'Tables, lists, divisions and paragraphs with too much link text are deleted with their contents.', {
      lines: ['each', 'delete'],
    })
    decide(0, 'keep', 'whole-page', 0, 0)
    const kept = new Uint8Array(size).fill(1)
    for (let e = 1; e < size; e++) {
      if (isText[e] === 1 || structure[page.tag[node[e]]] === 0 || C[e] === 0) continue
      const isDropped = linkQuota[e] > p.quota
      decide(e, isDropped ? 'drop' : 'pass', 'link-quota', linkQuota[e], p.quota)
      if (!isDropped) continue
      kept.fill(0, e, end[e])
      e = end[e] - 1
    }
    if (!kept.some((value, e) => value === 1 && isText[e] === 1)) {
      kept.fill(0)
      warn('The filter deleted all text, because all text is inside elements with too much link text.')
    }
    return { kept, measures: { C, LC, linkQuota }, values: { quota: p.quota } }
  },
})
