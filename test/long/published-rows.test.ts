/** Rows that others were published with, beside ours. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figuresOf } from '../../shared/evaluation/score-sums'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { METRIC_IDS, metricOfName } from '../../shared/evaluation/metric-list'
import { LEADERBOARDS } from '../../shared/evaluation/published/leaderboards'
import { scoredPage } from '../fixtures/scored-pages'
import { corpusOf, groupTable, metricTable, withComparisons, withPublished } from '../../shared/evaluation/result-table'
import { tableText } from '../../shared/evaluation/table-text'
import { buildPrograms } from '../unit/built-programs'

function result(
  page: string,
  groups: Readonly<Record<string, string>> | undefined,
  figures: readonly number[],
  pageType = 'article',
): PageResult {
  const facts = { pageType, ...(groups ? { groups } : {}) }
  return scoredPage(
    page,
    figures.map((wordF1) => ({ wordF1 })),
    { facts },
  )
}
const DEV = { corpus: 'WCXB', split: 'dev' }
const names = ['a', 'b']
const pages = Array.from({ length: 4 }, (_, i) => [
  result(`1${i}`, DEV, [0.5, 0.6]),
  result(`2${i}`, DEV, [0.7, 0.9], 'forum'),
  result(`3${i}`, DEV, [0.6, 0.8], 'forum'),
]).flat()

describe('published rows', () => {
  it('stand below ours where corpus, split and metric agree, best first, with source and pages', () => {
    const table = withPublished(metricTable(pages, names, ['wordF1']), corpusOf(pages))
    expect(table.published?.[0]).toEqual({ name: 'rs-trafilatura', values: [0.859], pages: 1497, source: 'https://wceb-website.pages.dev' })
    expect(table.published?.map(({ name }) => name)).toContain('Trafilatura')
    const values = table.published?.map(({ values: [value = null] }) => value ?? 0) ?? []
    expect(values).toEqual([...values].sort((x, y) => y - x))
    expect(table.publishedNotes?.join(' ')).toContain('Published over 1,497 pages (dev)')
  })

  it('are in no test, take no best mark and change no number of ours', () => {
    const ours = withComparisons(metricTable(pages, names, ['wordF1']), pages, { against: 'best' })
    const { published, publishedNotes, ...rest } = withPublished(ours, corpusOf(pages))
    expect(rest).toEqual(ours)
    expect(rest.rows.map(({ cells }) => cells[0]?.best)).toEqual([false, true])
    expect([published, publishedNotes]).not.toContain(undefined)
  })

  it.each([
    [
      'the test split',
      pages.map((page) => ({ ...page, facts: { ...page.facts, groups: { corpus: 'WCXB', split: 'test' } } })),
      ['rs-trafilatura', 'Trafilatura', 'dom-smoothie', 'Readability'],
    ],
    ['pages of no corpus', pages.map(({ facts: { groups, ...facts }, ...page }) => (void groups, { ...page, facts })), undefined],
    ['pages of two corpora', [...pages, result('4', { corpus: 'trafilatura' }, [1, 1])], undefined],
    ['pages of which one says none', [...pages, result('4', undefined, [1, 1])], undefined],
  ])('of %s are its own or none', (_name, of, expected) => {
    expect(withPublished(metricTable(of, names, ['wordF1']), corpusOf(of)).published?.map(({ name }) => name)).toEqual(expected)
  })

  it('of another metric are none', () => {
    expect(withPublished(metricTable(pages, names, ['f1']), corpusOf(pages)).published).toBeUndefined()
  })

  it('by page type have what was published so, and in the column of all pages the others', () => {
    const groups = { metric: 'wordF1', grouping: 'type' } as const
    const table = withPublished(groupTable(pages, names, 'wordF1', 'type'), corpusOf(pages), groups)
    expect(table.columns.map(({ id }) => id)).toEqual(['article', 'forum', '*'])
    expect(table.published?.find(({ name }) => name === 'rs-trafilatura')?.values).toEqual([0.932, 0.792, 0.859])
    expect(table.published?.find(({ name }) => name === 'Trafilatura')?.values).toEqual([null, null, 0.791])
  })

  it('are told from ours in every format', () => {
    const table = withPublished(metricTable(pages, names, ['wordF1']), corpusOf(pages))
    expect(tableText(table, 'table')).toMatch(/^Trafilatura \(published\) +0\.791 +1497$/m)
    expect(tableText(table, 'md')).toContain('| *Trafilatura (published)* | *0.791* | *1497* |  |  |')
    expect(tableText(table, 'latex')).toContain('\\textcolor{gray}{Trafilatura (published)} & \\textcolor{gray}{0.791}')
    expect(tableText(table, 'latex')).toContain('\\usepackage{booktabs,adjustbox,xcolor}')
    const csv = tableText(table, 'csv').trim().split('\n')
    expect(csv[0]).toMatch(/,published$/)
    expect(csv[1]).toMatch(/,$/)
    expect(csv.find((line) => line.startsWith('Trafilatura,'))).toBe('Trafilatura,0.791,,,,1497,,,https://wceb-website.pages.dev')
    const lines = tableText(table, 'jsonl').trim().split('\n')
    expect(JSON.parse(lines.find((line) => line.includes('"Trafilatura"')) ?? '')).toEqual({
      extractor: 'Trafilatura',
      wordF1: 0.791,
      pages: 1497,
      published: 'https://wceb-website.pages.dev',
    })
  })
})

describe('the leaderboards', () => {
  it('name columns that our tables have, figures in [0, 1] and sources by address', () => {
    const columns = new Set(figuresOf(METRIC_IDS).map(({ id }) => id))
    for (const { source, rows, by } of LEADERBOARDS) {
      expect(source).toMatch(/^https:\/\//)
      for (const { figures } of rows)
        for (const [id, figure] of Object.entries(figures)) {
          if (by === undefined) expect(columns.has(id) || metricOfName(id) !== null, id).toBe(true)
          expect(figure).toBeGreaterThanOrEqual(0)
          expect(figure).toBeLessThanOrEqual(1)
        }
    }
  })

  it('by page type weigh to the figure over all pages', () => {
    const counts = { article: 793, documentation: 91, service: 165, forum: 113, collection: 117, listing: 99, product: 119 }
    const figures = LEADERBOARDS.find(({ id }) => id === 'wcxb-types')?.rows[0]?.figures ?? {}
    const total = Object.entries(counts).reduce((sum, [type, pagesOf]) => sum + pagesOf * (figures[type] ?? 0), 0)
    expect(total / 1497).toBeCloseTo(figures['*'] ?? 0, 3)
  })
})

describe('boilerscope evaluate', () => {
  let folder: string
  let out: string
  beforeAll(async () => {
    out = await buildPrograms()
    folder = await mkdtemp(join(tmpdir(), 'boilerscope-published-rows-'))
    for (const id of ['0001', '0002']) {
      const html = `<html><body><nav><a href=x>Menu</a></nav><p>${'Words of the page, and more. '.repeat(6)}</p></body></html>`
      const gold = { url: `https://example.org/${id}`, file_id: id, ground_truth: { main_content: 'Words of the page, and more.' } }
      await lay(`dev/html/${id}.html.gz`, gzipSync(html))
      await lay(`dev/ground-truth/${id}.json`, JSON.stringify({ ...gold, _internal: { page_type: { primary: 'article' } } }))
    }
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true }))

  async function lay(name: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(join(folder, 'wcxb', name)), { recursive: true })
    await writeFile(join(folder, 'wcxb', name), content)
  }
  const cli = (...args: string[]) => spawnSync(process.execPath, [join(out, 'cli.js'), ...args], { encoding: 'utf8', cwd: folder })
  const table = (...args: string[]): string =>
    cli('evaluate', '--extractors', 'cectd-ds,bte', '--metrics', 'wordF1', '--format', 'md', ...args).stdout

  it('shows them for WCXB as it is published, imported, by lines that are merged, and for a corpus that is named', async () => {
    const direct = table('--corpus', 'wcxb')
    expect(direct).toContain('*Trafilatura (published)*')
    expect(table('--corpus', 'wcxb/dev')).toBe(direct)
    expect(cli('corpus', 'import', 'corpus', 'wcxb', '--no-align').status).toBe(0)
    expect(table('--corpus', 'corpus')).toContain('*Trafilatura (published)*')
    const lines = cli('evaluate', '--corpus', 'wcxb', '--lines', '--extractors', 'cectd-ds,bte', '--metrics', 'wordF1').stdout
    await writeFile(join(folder, 'lines.jsonl'), lines)
    expect(cli('evaluate', '--merge', 'lines.jsonl', '--format', 'md').stdout).toBe(direct)
    expect(table('--corpus', 'samples', '--published', 'wcxb-test')).toContain('*rs-trafilatura (published)*')
  })

  it('leaves them out where they are not wanted, or where it does not know the corpus', () => {
    expect(table('--corpus', 'wcxb', '--published', 'none')).not.toContain('published')
    expect(table('--corpus', 'samples')).not.toContain('published')
  })
})
