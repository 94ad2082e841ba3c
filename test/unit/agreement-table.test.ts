import { expect, it } from 'vitest'
import type { AgreementReport } from '../../shared/contract/corpus-data'
import { agreementOf, type AgreementTable } from '../../shared/gold/agreement'
import { agreementRows } from '../../renderer/features/annotate/agreement/agreement-tables'

const unit = { pages: 2, alpha: 0.5, alphaInterval: { low: 0.4, high: 0.6 }, kappa: null, kappaInterval: null }
const tables: Record<string, AgreementTable> = {
  a: { content: { content: 60, title: 10 }, '': { content: 10, '': 20 } },
  b: { content: { content: 40 }, '': { '': 60 } },
  c: { content: { '': 100 } },
}
const report: AgreementReport = {
  group: { annotators: ['ann', 'ben'], characters: unit, blocks: unit, pageTypes: unit },
  pairs: [{ first: 'ann', second: 'ben', agreement: agreementOf([tables.a!, tables.b!]), copied: 1 }],
  pages: Object.entries(tables).map(([page, table]) => ({
    page,
    first: 'ann',
    second: 'ben',
    agreement: agreementOf([table]),
    copied: page === 'c',
  })),
  ...{ notes: [], problems: [] },
}
const types = new Map(Object.entries({ a: 'forum', b: 'article', c: 'article' }))
const rows = agreementRows(report, types, (label) => label === 'content')

it('the agreement table has a row for all annotators, each pair, label and page type, without copied labels', () => {
  const [all, others] = [rows.slice(0, 3), rows.slice(3)].map((part) => part.map(({ of, name, pages }) => `${of}: ${name}, ${pages}`))
  expect(all).toEqual(['all: characters, 2', 'all: blocks, 2', 'all: page types, 2'])
  expect(others).toEqual(['pair: ann and ben, 2', 'label: content, 2', 'label: title, 2', 'page type: article, 1', 'page type: forum, 1'])
  // Each annotator labels 110 of 200 characters as content, and 100 characters are common: F1 200 / 220. Equal decisions: 180 of 200
  // characters. By chance: 0.55² + 0.45² = 0.505.
  const content = rows[4]!.values
  expect(content.F1).toBeCloseTo(200 / 220, 12)
  expect(content['Cohen kappa']).toBeCloseTo((0.9 - 0.505) / (1 - 0.505), 12)
  expect([rows[5]!.values.F1, rows[6]!.values.F1]).toEqual([0, 1])
})
