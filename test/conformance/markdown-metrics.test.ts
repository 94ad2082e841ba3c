/** Metrics of Markdown. The figures of TEDS were computed by the published definition with the Python library apted 1.0.3. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../electron/worker/evaluation-worker'
import { markdownTables } from '../../shared/evaluation/markdown-tables'
import { measureAgainst } from '../fixtures/measured-page'
import { Configuration } from '../../shared/evaluation/run-spec'
import type { PageGold } from '../../shared/evaluation/evaluate-page'
import { webMainBenchPage } from '../../electron/services/sources/webmainbench'
import { MOST_NODES, tableNodes, teds, type TableRows } from '../../shared/metrics/teds'

const SAMPLES = resolve(import.meta.dirname, '../../../shared/data/webmainbench/test_model.jsonl')

/** A table whose first row is its header: rows of texts, or written as `a,b / c,d`. */
function table(written: string | readonly (readonly string[])[]): TableRows {
  const rows = typeof written === 'string' ? written.split(' / ').map((row) => row.split(',')) : written
  return rows.map((cells, r) => cells.map((text) => ({ tag: r === 0 ? 'th' : 'td', text, colspan: 1, rowspan: 1 }) as const))
}
const FRUIT = table('Name,Price / Apple,1.00 / Pear,2.50')

/** Two tables by rows, and their TEDS. */
const COMPARED: readonly [string, string, number][] = [
  ['12,a / ab / a,x,a', '12,ab,x,ab', 0.15],
  ['a,ab,x,a / a,x,a,abc / 12,abc,ab / abc,ab,x / ab,ab,a', '3.50,12 / 3.50,3.50, / x,abc,x / xyz / ,3.50,xyz,ab', 0.2971014493],
  ['abc,,abc,3.50', 'ab / ,,3.50 / ab,ab,xyz,3.50 / a', 0.1428571429],
  ['xyz,12,,a / ,abc,ab,3.50 / x', 'x,12 / 3.50,ab,abc,3.50 / xyz,abc,12,xyz', 0.4285714286],
  ['12,x,abc / abc / x,x / 3.50', 'xyz,xyz / abc / ,,abc,a / 12,12,12,12 / 3.50', 0.3518518519],
  ['x / x / abc,ab,,a / a', 'ab, / ab / 12,abc / ,,3.50 / ab', 0.3666666667],
  ['3.50,3.50,xyz,ab / ab, / 3.50,abc,a / ,abc', 'xyz / xyz / abc,,x / x,x,x / x,x,3.50,', 0.2592592593],
  ['xyz', 'x,,3.50 / ,ab,x / x / x,,x,3.50', 0.1458333333],
  ['3.50 / ab,ab,12 / 3.50,abc / ,ab,12,3.50 / ab,abc,abc,abc', '3.50,abc', 0.1],
  [',abc,abc,a / ab / 12,x / a,xyz / xyz,x', 'xyz,12,abc /  / 12,abc,abc,a / abc,a,abc,abc / 3.50,ab', 0.4],
  [' / ab,a,x,x / a,ab,3.50 / ab / ,x,xyz,3.50', 'x,xyz,x,3.50 / 12,ab / 3.50,,ab,x / ab,x,xyz,ab / ,abc', 0.2727272727],
  ['3.50,x / 12 / abc,x,abc,12', ',12,x, / ab,,a / 3.50,3.50,a / ,xyz,ab,ab / ab,ab', 0.2727272727],
]

describe('TEDS', () => {
  it.each([
    ['two cells that differ', 'Name,Price / Apples,1.00 / Plum,2.50', 0.9083333333333333],
    ['a row less', 'Name,Price / Pear,2.50', 0.7],
    ['a column less', 'Name / Apple / Pear', 0.7],
    ['a row before', 'Title, / Name,Price / Apple,1.00 / Pear,2.50', 0.6307692307692307],
    ['rows as columns', 'Name,Apple,Pear / Price,1.00,2.50', 0.34],
  ])('of %s is the published figure', (_name, other, figure) => {
    expect(teds([table(other)], [FRUIT])).toBeCloseTo(figure, 12)
    expect(teds([FRUIT], [table(other)])).toBeCloseTo(figure, 12)
  })

  it.each(COMPARED)('agrees with the published definition on %s and %s', (a, b, figure) =>
    expect(teds([table(a)], [table(b)])).toBeCloseTo(figure, 9),
  )

  it('counts another span as another cell', () => {
    const wide: TableRows = [[{ tag: 'th', text: 'Name', colspan: 2, rowspan: 1 }], ...table([['x'], ['Apple', '1']]).slice(1)]
    expect(teds([wide], [table([['Name'], ['Apple', '1']])])).toBeCloseTo(0.8333333333333334, 12)
  })

  it('is 0 where no table was kept, nothing where the gold has none or too large a one', () => {
    expect(teds([], [FRUIT])).toBe(0)
    expect(teds([FRUIT], [])).toBeNull()
    const large = table(Array.from({ length: MOST_NODES }, () => ['x']))
    expect(teds([FRUIT], [large])).toBeNull()
  })

  it('counts the rows beyond the largest number as inserted', () => {
    const large = table([['Name', 'Price'], ['Apple', '1.00'], ['Pear', '2.50'], ...Array.from({ length: 2000 }, () => ['a', 'b'])])
    expect(teds([large], [FRUIT])).toBeCloseTo(10 / tableNodes([large]), 9)
  })

  it('compares several tables in their order', () => {
    const other = table([['A'], ['b']])
    expect(teds([FRUIT, other], [FRUIT, other])).toBe(1)
    expect(teds([FRUIT], [FRUIT, other])).toBeCloseTo(1 - tableNodes([other]) / tableNodes([FRUIT, other]), 12)
  })

  it('is symmetric, in [0, 1], and 1 for the same tables alone', () => {
    const cells = fc.array(fc.array(fc.constantFrom('', 'a', 'ab', 'b c'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    const tables = fc.array(cells.map(table), { minLength: 1, maxLength: 2 })
    fc.assert(
      fc.property(tables, tables, (a, b) => {
        const value = teds(a, b) ?? -1
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(teds(b, a)).toBeCloseTo(value, 9)
        expect(teds(a, a)).toBe(1)
        expect(value === 1).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the tables of a Markdown text', () => {
  const texts = (markdown: string): string[][][] =>
    markdownTables(markdown).map((rows) => rows.map((cells) => cells.map(({ text }) => text)))

  it('are those with bars, as many cells a row as the first has', () => {
    expect(texts('Text | no table\n\n| a | b\\|c |\n|---|:-:|\n| 1 |\n| 2 | 3 | 4 |\n\nd | e\n--- | ---\nf | g')).toEqual([
      [
        ['a', 'b|c'],
        ['1', ''],
        ['2', '3'],
      ],
      [
        ['d', 'e'],
        ['f', 'g'],
      ],
    ])
    expect(markdownTables('|a|\n|-|\n|b|')[0]?.map(([cell]) => cell?.tag)).toEqual(['th', 'td'])
  })

  it('are those in HTML, outermost ones, with their spans', () => {
    const html =
      '<table><thead><tr><th colspan="2">H</th></tr></thead>\n<tr><td>a <b>b</b></td><td><table><tr><td>in</td></tr></table></td></tr></table>'
    expect(texts(`before\n\n${html}\n\nafter`)).toEqual([[['H'], ['a b', 'in']]])
    expect(markdownTables(html)[0]?.[0]?.[0]?.colspan).toBe(2)
  })

  it('are none in code, and none without a line of dashes', () => expect(texts('```\n|a|b|\n|-|-|\n```\n\n|a|b|\n|c|d|\n')).toEqual([]))
})

describe('Markdown against the gold’s', () => {
  it('is measured by characters, by runs of five tokens and by tables', () => {
    const gold = '# Title\n\n| a | b |\n| - | - |\n| 1 | 2 |'
    const metrics = ['markdownEdit', 'markdownRatio', 'markdownRouge5', 'teds'] as const
    expect(measureAgainst(gold, metrics, gold)).toEqual({ markdownEdit: 1, markdownRatio: 1, markdownRouge5: 1, teds: 1 })
    // “kitten” and “sitting”: 3 edits of 7; 4 characters in common of 13.
    const edit = measureAgainst('sitting', ['markdownEdit', 'markdownRatio'], 'kitten')
    expect(edit.markdownEdit).toBeCloseTo(1 - 3 / 7, 12)
    expect(edit.markdownRatio).toBeCloseTo(8 / 13, 12)
  })

  async function scored(gold: PageGold, html: string, metrics: readonly ('teds' | 'markdownEdit' | 'f1')[]) {
    const configurations = [Configuration.parse({ extractor: 'bte' })]
    const task = { id: 'p', url: null, html, gold, labels: null, layout: null, scriptingEnabled: false }
    const { result } = await evaluate({
      ...task,
      configurations,
      tokens: { foldCase: false, stripPunctuation: false },
      metrics,
      maxNodes: 1e6,
    })
    return result
  }

  it('is that of the kept nodes; a page whose gold is Markdown alone is scored by it alone', async () => {
    const words = 'Words that go on, as they do in an article, for quite a while. '.repeat(5)
    const html = `<body><p>${words}</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><p>${words}</p></body>`
    const gold = {
      text: null,
      with: [],
      without: [],
      pageType: 'article',
      markdown: `${words}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${words}`,
    }
    const result = await scored(gold, html, ['teds', 'markdownEdit'])
    expect(result.facts.gold).toBe('markdown')
    expect(result.rows[0]?.metrics.teds).toBe(1)
    expect(result.rows[0]?.metrics.markdownEdit).toBeGreaterThan(0.95)
    const unasked = await scored(gold, html, ['f1'])
    expect([unasked.facts.gold, unasked.rows[0]?.metrics]).toEqual(['none', {}])
    expect((await scored({ ...gold, markdown: null }, html, ['teds'])).rows[0]?.metrics).toEqual({})
  })

  it.skipIf(!existsSync(SAMPLES))('scores the gold tables of WebMainBench’s samples', async () => {
    const records = readFileSync(SAMPLES, 'utf8').trim().split('\n')
    const values = await Promise.all(
      records.map(async (line) => {
        const { html, gold } = await webMainBenchPage(JSON.parse(line), 'sample').read()
        return (await scored(gold, html, ['teds', 'markdownEdit'])).rows[0]?.metrics
      }),
    )
    expect(values).toHaveLength(4)
    expect(values.filter((of) => typeof of?.teds === 'number').length).toBeGreaterThanOrEqual(2)
    for (const of of values) expect(of?.markdownEdit).toBeGreaterThan(0.3)
  })
})
