/** Link Quota Filter: Mantratzis, Orgun, Cassidy, HYPERTEXT 2005; a baseline of CETD's Table 4. */
import { tagTable } from '../../page/tags'
import { contentTree, pageNode, scatter, sumUp } from '../../page/content-tree'
import { emptyExtraction } from '../core/empty'
import { defineExtractor, type Extractor } from '../core/extractor'
import { boolean, number } from '../core/params'
import { selectionOf } from '../../page/selection'

const STRUCTURE: ReadonlySet<string> = new Set(['table', 'tr', 'td', 'ul', 'ol', 'li', 'dl', 'div', 'p'])

/** Deletes every structure element whose link characters are more than the quota of its characters. */
export const lqf: Extractor = defineExtractor({
  id: 'lqf',
  title: 'LQF',
  family: 'baseline',
  paper: {
    authors: 'Constantine Mantratzis, Mehmet Orgun, Steve Cassidy',
    title: 'Separating XHTML Content from Navigation Clutter Using DOM-Structure Block Analysis',
    venue: 'HYPERTEXT',
    year: 2005,
  },
  summary: 'Link quota filter: deletes tables, lists, divisions and paragraphs that are mostly link text.',
  params: {
    quota: number({
      label: 'Quota',
      default: 0.5,
      min: 0,
      max: 1,
      step: 0.01,
      origin: 'ours',
      description: 'Largest share of link text of a structure element. CETD describes the filter without a number ("a high ratio").',
    }),
    dropHidden: boolean({
      label: 'Drop hidden elements',
      default: true,
      origin: 'ours',
      description: 'Leave out what the browser does not display; needs a capture with layout.',
    }),
  },
  measures: [
    { id: 'C', label: 'characters', unit: 'characters', per: 'node', tex: '', description: 'Characters in the subtree.' },
    {
      id: 'LC',
      label: 'link characters',
      unit: 'characters',
      per: 'node',
      tex: '',
      description: 'Characters inside links in the subtree.',
    },
    {
      id: 'linkQuota',
      label: 'link quota',
      unit: '',
      per: 'node',
      tex: String.raw`\frac{@{LC}}{@{C}}`,
      symbol: 'q',
      share: true,
      description: 'Share of the text that resides in hyperlink anchors (Mantratzis et al., as CETD §2 describes it).',
    },
  ],
  rules: [
    {
      id: 'whole-page',
      label: 'whole page',
      relation: '',
      quantity: '',
      unit: '',
      sentence: 'It stays unless a link block is deleted around it.',
    },
    {
      id: 'link-quota',
      label: 'link quota',
      relation: '≤',
      quantity: 'link quota',
      unit: '',
      sentence: 'Its share of link text {value} may be at most {limit}.',
    },
  ],
  charts: [{ id: 'linkQuota', title: 'Link quota by node', per: 'node', series: ['linkQuota'], threshold: 'quota' }],
  mainMeasure: 'linkQuota',
  pseudocode: [
    'count the characters and the link characters of every node',
    'for each structure element N (table, tr, td, ul, ol, li, dl, div, p):',
    '  if linkCharacters(N) / characters(N) > quota: delete N',
  ],
  run(page, p, probe) {
    probe.step('clean', 'Scripts, styles, comments and hidden elements are taken out: nobody reads them.')
    const tree = contentTree(page, { dropHidden: p.dropHidden })
    const { size, node, parent, end, isText, length } = tree
    if (!isText.includes(1)) return emptyExtraction(page, ['C', 'LC', 'linkQuota'])
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
    const quota = Float64Array.from(C, (count, e) => (count === 0 ? 0 : LC[e] / count))
    probe.step('count', 'Every node asks how much of its text stands in links.', {
      measures: ['C', 'LC', 'linkQuota'],
      values: { quota: p.quota },
      pseudocode: [1],
    })
    probe.step('filter', 'Tables, lists, divisions and paragraphs with too much link text are deleted whole.', { pseudocode: [2, 3] })
    if (probe.active) probe.decide(page.body, 'keep', 'whole-page', 0, 0)
    const kept = new Uint8Array(size).fill(1)
    let e = 1
    while (e < size) {
      if (isText[e] === 0 && structure[page.tag[node[e]]] === 1 && C[e] > 0) {
        const value = quota[e]
        const goes = value > p.quota
        if (probe.active) probe.decide(pageNode(tree, e), goes ? 'drop' : 'pass', 'link-quota', value, p.quota)
        if (goes) {
          kept.fill(0, e, end[e])
          e = end[e]
          continue
        }
      }
      e++
    }
    const left = kept.some((value, k) => value === 1 && isText[k] === 1)
    if (!left) kept.fill(0)
    return {
      selected: selectionOf(tree, kept),
      measures: { C: scatter(tree, C), LC: scatter(tree, LC), linkQuota: scatter(tree, quota) },
      values: { quota: p.quota },
      warnings: left ? [] : ['The filter deleted all text: the whole page stands in an element that is mostly links.'],
    }
  },
})
