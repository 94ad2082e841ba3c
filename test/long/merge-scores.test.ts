import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCliHere, type ProgramRun } from '../fixtures/run-program'
import { recordsOfSamples } from '../fixtures/sample-records'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { type MetricId } from '../../shared/evaluation/metric-list'
import { PAGE_GROUPS, PageUnits, SINGLE_PAGES } from '../../shared/evaluation/page-units'
import { groupTable, metricTable, withComparisons } from '../fixtures/tables'
import { ScoreSums } from '../../shared/evaluation/score-sums'
import { readScoreLine, scoreLine, type ScoredRun } from '../../shared/evaluation/score-line'
import { seededRandom, shuffle } from '../../shared/base/random'
import { buildPrograms } from '../unit/built-programs'
import { forAll, forAllOf } from '../fixtures/for-all'
import { folderForAll } from '../fixtures/temporary-folder'
import { factsOf } from '../fixtures/scored-pages'

const SCORING = '--extractors cectd-ds,bte,ttr --metrics all'
const folder = folderForAll('merge')

let workers = ''
const evaluate = (args: string, input?: string): Promise<ProgramRun> =>
  runCliHere(['evaluate', ...args.split(' ')], { workers, cwd: folder, input })
const merge = (args: string, input?: string): Promise<ProgramRun> => evaluate(`--merge ${args}`, input)

/** The samples with gold text, a record with snippets, a record without a gold standard, and a record whose file is missing. */
const RECORDS = [
  ...recordsOfSamples().map((record, i) => ({ ...record, url: `https://host-${i % 3}.example/${record.id}` })),
  { id: 'snippets', html: '<p>wanted words of the page</p><nav>home</nav>', with: ['wanted words'], without: ['home'] },
  { id: 'no-gold', html: '<p>words without gold</p>' },
  { id: 'poisoned', htmlPath: 'not-there.html', text: 'x' },
].map((record) => `${JSON.stringify(record)}\n`)

let lines: string[] = []
beforeAll(async () => {
  workers = await buildPrograms()
  writeFileSync(join(folder, 'pages.jsonl'), RECORDS.join(''))
  const scored = await evaluate(`--stdin ${SCORING}`, RECORDS.join(''))
  expect(scored.code, scored.err).toBe(3)
  lines = scored.out.trim().split('\n')
})

function shards(name: string, cut: readonly (readonly string[])[]): string {
  mkdirSync(join(folder, name))
  for (const [i, shard] of cut.entries()) writeFileSync(join(folder, name, `part-${i}.jsonl`), shard.map((line) => `${line}\n`).join(''))
  return name
}

describe('boilerscope evaluate --merge', () => {
  test.each([
    ['as CSV', '--format csv'],
    ['as Markdown', '--format md'],
    ['by groups and against a row', '--by type,source,gold,style --against bte --seed 7 --format jsonl'],
  ])('gives the bytes of a single run, %s', async (how, options) => {
    const single = await evaluate(`--corpus pages.jsonl ${SCORING} ${options}`)
    expect(single.out).toMatch(/bte/i)
    expect(await merge(`${shards(how.replaceAll(' ', '-'), [lines.slice(7), lines.slice(0, 7)])} ${options}`)).toEqual(single)
  })

  test('gives the same bytes for any division and order of the lines, plain or gzip', async () => {
    const { out: whole } = await merge(`${shards('whole', [lines])} --format csv`)
    const cuts = [
      lines.map((line) => [line]),
      [[...lines].reverse()],
      [lines.filter((_, i) => i % 2 === 1), [], lines.filter((_, i) => i % 2 === 0)],
      [shuffle(lines, seededRandom(3)).slice(0, 5), shuffle(lines, seededRandom(3)).slice(5)],
    ]
    for (const [i, cut] of cuts.entries()) expect((await merge(`${shards(`cut-${i}`, cut)} --format csv`)).out).toBe(whole)
    writeFileSync(join(folder, 'all.jsonl.gz'), gzipSync(lines.join('\n')))
    expect((await merge('all.jsonl.gz --format csv')).out).toBe(whole)
    expect((await merge('- --format csv', lines.join('\n'))).out).toBe(whole)
    writeFileSync(join(folder, 'whole', '_SUCCESS'), '')
    writeFileSync(join(folder, 'whole', '.part-0.jsonl.crc'), 'crc')
    expect((await merge('whole --format csv')).out).toBe(whole)
  })

  test('--lines prints the scores of a collection as lines', async () => {
    const { out } = await evaluate(`--corpus pages.jsonl --lines ${SCORING}`)
    expect(out.trim().split('\n')).toEqual(lines)
  })

  const other = async (options: string): Promise<string[][]> => [
    lines,
    [(await evaluate(`--stdin ${options}`, '{"id":"z","html":"<p>a","text":"a"}')).out.trim()],
  ]
  const damaged = (line: string) => () => [lines, [line]]
  test.each([
    [
      'a line that is no JSON',
      damaged('half a li'),
      /part-1\.jsonl, line 1 is not a line of scores: it is not JSON.*\n.*merge\.not-scores/,
    ],
    ['a page instead of its scores', damaged('{"id":"p","html":"<p>a"}'), /is not a line of scores: at .*\n.*merge\.not-scores/],
    ['a line without a row', () => [[(lines[0] ?? '').replace('"bte":{', '"other":{')]], /has no scores of bte.*\n.*merge\.not-scores/],
    ['a page twice', () => [lines, lines.slice(3, 4)], /line 1 scores the page ".*", which was scored before[^]*merge\.duplicate/],
    ['other extractors', () => other('--extractors bte --metrics all'), /bte instead of cectd-ds, bte, ttr.*\n.*merge\.other-run/],
    ['other metrics', () => other('--extractors cectd-ds,bte,ttr --metrics f1'), /metrics f1 instead of.*\n.*merge\.other-run/],
    ['other words', () => other(`${SCORING} --fold-case`), /other parameters.*\n.*merge\.other-run/],
    ['nothing', () => [[], []], /The input has no score lines: .*\n.*input\.no-pages/],
  ] as const)('refuses %s, and prints no table', async (what, cut, expected) => {
    const message = expect.stringMatching(expected) as string
    expect(await merge(shards(what.replaceAll(' ', '-'), await cut()))).toEqual({ out: '', code: 1, err: message })
  })
})

const RUN: ScoredRun = { id: 'r', extractors: ['a', 'b', 'c'], metrics: ['precision', 'recall', 'f1', 'spaceSaving', 'snippetAccuracy'] }

function randomPage(page: string, random: () => number): PageResult {
  const rows = RUN.extractors.map((_, configuration) => {
    const failed = random() < 0.02
    const empty = random() < 0.05
    const share = (): number => (empty ? 0 : random())
    return {
      page,
      configuration,
      metrics: failed ? {} : { precision: share(), recall: share(), f1: share(), spaceSaving: empty ? null : 1 - random() },
      lengths: failed ? null : { common: 5, kept: 10, gold: 10 },
      ...(failed ? {} : { counts: { sizes: { html: 1000, text: empty ? 0 : Math.round(random() * 900) } } }),
      verdict: null,
      empty: empty && !failed,
      errors: [],
      failure: failed ? { code: 'extractor.failed', message: 'boom' } : null,
    }
  })
  const facts = {
    ...(random() < 0.5 ? { groups: { style: 'Article', level: 'hard' }, snippets: { with: 2, without: 1 } } : {}),
    pageType: random() < 0.3 ? 'forum' : 'article',
    gold: random() < 0.05 ? ('none' as const) : ('text' as const),
  }
  return { facts: factsOf(page, facts), rows, failure: null }
}

function pages(count: number, seed: number): PageResult[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i) => randomPage(`page-${i}`, random))
}

function tables(results: readonly PageResult[]): string {
  const sums = new ScoreSums(RUN.extractors.length, RUN.metrics, ['type'])
  for (const result of results) sums.add(result)
  const few = { resamples: 50 }
  const [best, byType] = [{ against: 'best', ...few } as const, { metric: 'f1', grouping: 'type' } as const]
  const metrics = withComparisons(metricTable(sums, RUN.extractors, RUN.metrics, few), sums, best)
  const groups = withComparisons(groupTable(sums, RUN.extractors, byType, few), sums, best, byType)
  return JSON.stringify([metrics, groups])
}

describe('tables of many pages', () => {
  test('do not depend on the order of the pages', () =>
    forAllOf(40, fc.integer({ min: 1, max: 60 }), fc.nat(), fc.nat(), (count, seed, order) => {
      const results = pages(count, seed)
      expect(tables(shuffle(results, seededRandom(order)))).toBe(tables(results))
    }))

  const many = pages(SINGLE_PAGES + 2000, 11)
  test('do not depend on the order above the limit, where pages are grouped', () => {
    expect(tables(shuffle(many, seededRandom(5)))).toBe(tables(many))
    expect(tables([...many].reverse())).toBe(tables(many))
    expect(tables(many)).toContain('2,048 random groups of pages')
  })

  test('groups give the means of the pages, and intervals close to those of single pages', () => {
    const metric: MetricId = 'f1'
    const grouped = metricTable(many, RUN.extractors, [metric])
    const values = many.flatMap(({ rows }) => rows[0]?.metrics[metric] ?? [])
    const cell = grouped.rows[0]?.cells[0]
    const mean = values.reduce((a, b) => a + b, 0) / values.length
    const deviation = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length)
    expect(cell).toMatchObject({ value: expect.closeTo(mean, 9) as number, pages: values.length })
    // The interval comes from 10,000 resamples of 2,048 groups, so its width may differ from the normal approximation by up to 15 %.
    const width = (cell?.interval?.high ?? 0) - (cell?.interval?.low ?? 0)
    const half = (1.96 * deviation) / Math.sqrt(values.length)
    expect(width).toBeGreaterThan(2 * half * 0.85)
    expect(width).toBeLessThan(2 * half * 1.15)
  })

  test('groups compare pairs on their common pages, like single pages', () => {
    // Two numbers for each of two rows: 1 and the value of the page, or 0 and 0 without a value.
    const page = (i: number): number[] => [...(i % 7 === 0 ? [0, 0] : [1, (i % 10) / 16]), ...(i % 5 === 0 ? [0, 0] : [1, (i % 3) / 8])]
    const count = SINGLE_PAGES + 500
    const units = new PageUnits(4, [[0, 2]])
    let total = 0
    let both = 0
    for (let i = 0; i < count; i++) {
      const [hasA = 0, a = 0, hasB = 0, b = 0] = page(i)
      units.add(`p${i}`, Float64Array.from(page(i)))
      if (hasA && hasB) {
        total += a - b
        both++
      }
    }
    const { differences, pages: counted } = units.differences(0, 2)
    expect([differences.length, counted]).toEqual([PAGE_GROUPS, both])
    expect(differences.reduce((sum, d) => sum + d, 0)).toBe(total)
  })
})

test('a line of scores contains everything that tables need', () =>
  forAll(fc.nat(), (seed) => {
    const { facts, rows } = randomPage('p', seededRandom(seed))
    expect(readScoreLine(scoreLine({ facts, rows, failure: null }, RUN, false), 'here').result).toMatchObject({ facts, rows })
  }))
