/** A paper's tables beside ours, over pages written to the layout of its corpus. */
import { jsonLines, runProgramNow } from '../fixtures/run-program'
import { PAPERS } from '../../shared/evaluation/reproduction'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPrograms } from '../unit/built-programs'
import { folderForAll } from '../fixtures/temporary-folder'
import { layFiles } from '../published-layouts'

const folder = folderForAll('reproduce')
let out: string

const words = (about: string): string => `${about} has sentences of many words, and they go on for a while as articles do. `.repeat(6)
const page = (about: string): string =>
  `<html><body><ul><li><a href=a>Home</a></li><li><a href=b>News</a></li></ul><div><p>${words(about)}</p></div><p><a href=c>Imprint</a></p></body></html>`

async function lay(root: string, files: Readonly<Record<string, string>>): Promise<string> {
  await layFiles(join(folder, root), files)
  return join(folder, root)
}

const reproduce = (...args: string[]) => runProgramNow(join(out, 'cli.js'), ['reproduce', ...args])

interface Line {
  readonly table: string
  readonly row: string
  readonly column: string
  readonly printed: number
  readonly ours: number | null
  readonly difference: number | null
  readonly pages: number
}
const lines = (text: string): Line[] => jsonLines<Line>(text)

/** One page each of `arstechnica`, `BBC`, … as CETD's corpus has them; the gold of BBC's is half of its text. */
function cetd(sources: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    sources.flatMap((source) => [
      [`${source}/original/1.htm`, page(source)],
      [`${source}/gold/1.txt`, source === 'BBC' ? words(source).slice(0, words(source).length / 2) : words(source)],
    ]),
  )
}
const SIX = ['arstechnica', 'BBC', 'Chaos', 'nytimes', 'wiki', 'YAHOO!']

beforeAll(async () => {
  out = await buildPrograms()
})

describe('the printed figures', () => {
  const cetdTables = PAPERS[0]?.tables ?? []

  it('are F1 of the mean precision and recall: the paper’s tables 1 to 3 work out so', () => {
    for (const { rows } of cetdTables.slice(0, 3))
      for (const { values } of rows) {
        const [p = 0, r = 0, f1 = 0] = values
        expect(Math.abs((2 * p * r) / (p + r) - f1)).toBeLessThan(0.011)
      }
  })

  it('of tables 5 and 6 have the mean of the sources as their average, but for the row with a misprint', () => {
    const wrong = cetdTables
      .slice(4)
      .flatMap(({ table, rows }) => rows.map((row) => ({ at: `${table} ${row.name}`, values: row.values })))
      .filter(({ values }) => Math.abs(values.slice(0, 7).reduce((a, b) => a + b, 0) / 7 - (values[7] ?? 0)) > 0.02)
    expect(wrong.map(({ at }) => at)).toEqual(['Table 6 CECTD-S'])
  })
})

describe('boilerscope reproduce', () => {
  it('sets ours beside every figure of CETD’s tables, by source, with the difference', async () => {
    const corpus = await lay('cetd', cetd(SIX))
    const { stdout, stderr, status } = reproduce('cetd', corpus, '--format', 'jsonl')
    expect([status, stderr]).toEqual([0, ''])
    const figures = lines(stdout)
    expect(figures).toHaveLength(3 * 7 * 4 + 3 * 10 * 8)
    const at = (table: string, row: string, column: string): Line | undefined =>
      figures.find((line) => line.table === table && line.row === row && line.column === column)
    // The gold of the one page of BBC is half of what is kept: precision a half, recall whole.
    const precision = at('Table 2', 'BBC', 'Precision')
    expect(precision).toMatchObject({ printed: 86.15, pages: 1 })
    expect(precision?.ours).toBeGreaterThan(48)
    expect(precision?.ours).toBeLessThan(52)
    expect(precision?.difference).toBeCloseTo((precision?.ours ?? 0) - 86.15, 10)
    expect(at('Table 2', 'Wikipedia', 'Score')).toMatchObject({ printed: 91.49, ours: 100 })
    expect(at('Table 5', 'CECTD-DS', 'BBC')?.ours).toBe(precision?.ours)
    expect(at('Table 4', 'FE', 'Ars Technica')).toMatchObject({ printed: 0.002 })
    // Without CleanEval's pages neither its column nor the average is the paper's.
    expect(at('Table 1', 'CleanEval-Eng', 'F1')).toMatchObject({ printed: 93.73, ours: null, difference: null })
    expect(at('Table 4', 'CECTD-DS', 'Average')).toMatchObject({ printed: 95.21, ours: null })
  })

  it('takes CleanEval’s pages as the first source, and then has the average', async () => {
    const corpus = await lay('whole', cetd(SIX))
    const cleanEval = await lay('cleaneval', { 'orig/1.html': page('CleanEval'), 'clean/1.txt': `<p>${words('CleanEval')}` })
    const { stdout } = reproduce('cetd', corpus, '--cleaneval', cleanEval, '--format', 'jsonl')
    const recall = lines(stdout).filter(({ table, row }) => table === 'Table 6' && row === 'BTE')
    expect(recall.map(({ ours }) => ours)).not.toContain(null)
    const sources = recall.slice(0, 7).map(({ ours }) => ours ?? 0)
    expect(recall[7]?.ours).toBeCloseTo(sources.reduce((a, b) => a + b, 0) / 7, 10)
    expect(recall[7]?.pages).toBe(7)
  })

  it('names the sources that are not there, and prints paper / ours / difference in every format', async () => {
    const corpus = await lay('part', cetd(['BBC']))
    const plain = reproduce('cetd', corpus)
    expect(plain.stdout).toContain('Table 2: Results for CECTD-DS on various domains')
    expect(plain.stdout).toMatch(/^BBC +86\.15 \/ \d+\.\d\d \/ −\d+\.\d\d/m)
    expect(plain.stdout).toContain('Not there: the pages of cleaneval, nytimes, yahoo, wiki, arstechnica, chaos.')
    expect(reproduce('cetd', corpus, '--format', 'latex').stdout).toMatch(/BBC & 84\.39 \/ \d+\.\d\d \/ \$-\$/)
    expect(reproduce('cetd', corpus, '--format', 'csv').stdout).toMatch(/^paper,table,caption,row,column,printed,ours,difference,pages\n/)
  })

  it('has mean, median, deviation and matches of the text-to-tag ratio’s five clusterings on any pages with gold texts', async () => {
    const any = await lay('any', { 'a.html': page('A'), 'a.txt': words('A'), 'b.html': page('B'), 'b.txt': `${words('B')} and more` })
    const figures = lines(reproduce('ttr', any, '--format', 'jsonl').stdout)
    expect(figures).toHaveLength(4 * 5 + 3 * 5)
    const kMeans = figures.slice(0, 20).filter(({ column }) => column === 'K-Means')
    expect(kMeans.map(({ row, printed }) => [row, printed])).toEqual([
      ['Mean (%)', 92.47],
      ['Median (%)', 98.68],
      ['Std Dev.', 16.57],
      ['Matches', 35],
    ])
    expect(kMeans[3]?.ours).toBe(1)
    expect(kMeans[1]?.ours).toBeCloseTo(kMeans[0]?.ours ?? 0, 10)
  })

  it('has CUTER’s table by page type and ContentEx’s precision and recall by characters', async () => {
    const records = ['single-body', 'comments'].map((pageType) =>
      JSON.stringify({ id: pageType, html: page('X'), text: words('X'), pageType }),
    )
    const list = await lay('list', { 'pages.jsonl': `${records.join('\n')}\n` })
    const cuter = lines(reproduce('cuter', join(list, 'pages.jsonl'), '--format', 'jsonl').stdout)
    expect(cuter.map(({ row, printed, pages }) => [row, printed, pages])).toEqual([
      ['Single body articles', 96.71, 1],
      ['Single body articles', 3.4, 1],
      ['Multi-body articles', 90.46, 0],
      ['Multi-body articles', 6.55, 0],
      ['Articles with user comments', 91.91, 1],
      ['Articles with user comments', 6.06, 1],
    ])
    const contentEx = lines(reproduce('contentex', join(list, 'pages.jsonl'), '--format', 'jsonl').stdout)
    expect(contentEx.map(({ column, printed, pages }) => [column, printed, pages])).toEqual([
      ['Precision', 93, 2],
      ['Recall', 99, 2],
    ])
  })

  it.each([
    [['nobody', '.'], 2, 'There is no paper "nobody"'],
    [['textsweeper', '.'], 2, 'prints no figures'],
    [['ttr', '.', '--cleaneval', '.'], 2, '--cleaneval goes with cetd alone'],
    [['cetd', '/nowhere'], 1, 'There is nothing at /nowhere'],
  ])('says of %j what is wrong', (args, code, sentence) => {
    const { status, stderr } = reproduce(...args)
    expect(status).toBe(code)
    expect(stderr).toContain(sentence)
  })

  it('refuses other pages for CETD’s tables, whose sources they are not', async () => {
    const other = await lay('other', { 'a.html': page('A'), 'a.txt': words('A') })
    const { status, stderr } = reproduce('cetd', other)
    expect(status).toBe(1)
    expect(stderr).toContain('is one that cetd’s tables are of')
    expect(stderr).toContain('reproduce.other-pages')
  })
})
