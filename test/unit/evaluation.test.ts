import { describe, expect, test } from 'vitest'
import { choosePages } from '../../electron/services/evaluation/choose-pages'
import { evaluatePages } from '../../electron/services/evaluation/evaluation-runner'
import type { PageRecord } from '../../electron/services/sources/page-record'
import { failure } from '../../shared/base/failure'
import { errorClasses, pageRegions } from '../../shared/evaluation/error-classes'
import { evaluatePage, failedPage, type PageGold, type ReadyConfiguration } from '../../shared/evaluation/evaluate-page'
import { kindOfPage, type PageResult } from '../../shared/evaluation/evaluation-row'
import { METRIC_IDS, type MetricId } from '../../shared/evaluation/metric-list'
import { goldOnPage } from '../../shared/evaluation/gold-on-page'
import { groupTable, metricTable, withComparisons } from '../fixtures/tables'
import {
  pageScoresCsv,
  columnHead,
  legend,
  marksOf,
  tableCsv,
  tableJsonl,
  tableLatex,
  tableMarkdown,
  tablePlain,
  tablesText,
} from '../../shared/evaluation/table-text'
import {
  configurationName,
  metricsOf,
  parseConfigurations,
  parseSweep,
  readConfigurations,
  RunSpec,
} from '../../shared/evaluation/run-spec'
import { ScoreSums } from '../../shared/evaluation/score-sums'
import { findExtractor, extractedText, resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { registry } from '../../electron/peers/registry'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { programExtraction, programInfo } from '../../shared/extractors/own/program-extraction'
import { ProgramDescription, type ProgramAnswer } from '../../shared/extractors/own/program-protocol'
import { collect } from '../fixtures/collect'
import { failureOf } from '../fixtures/failure-of'
import { scoredPage } from '../fixtures/scored-pages'
import { f1Of } from '../../shared/metrics/text-scores'
import { KEPT, OUT } from '../../shared/page/output'
import { tokenWords } from '../../shared/metrics/tokens'
import { TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

const BY_TYPE = { metric: 'f1', grouping: 'type' } as const
const SPEC = { source: { kind: 'samples' }, configurations: [{ extractor: 'ttr' }] }
const near = (value: number) => expect.closeTo(value, 9) as unknown
const ports = { gzipSize: (text: string) => text.length, now: () => 0 }
const GOLD: PageGold = { text: 'the quick brown fox', with: [], without: [], pageType: 'article' }
const page = (html: string) =>
  parsePage(html, { sourcePositions: true, scriptingEnabled: false, maxNodes: 10_000, url: null, layout: null })

const ONE_SITE =
  'The pages come from 1 site, too few to use sites as units. Pages count as independent, so intervals may be too narrow and p too small.'

interface Evaluated {
  readonly gold?: Partial<PageGold>
  readonly configurations?: readonly ReadyConfiguration[]
  readonly metrics?: readonly MetricId[]
  readonly id?: string
}
function evaluated(html: string, { gold, configurations = [], metrics = METRIC_IDS, id = 'p' }: Evaluated) {
  const input = { id, url: 'https://www.example.org/a', page: page(html), tokens: {}, metrics: new Set(metrics), configurations }
  return evaluatePage({ ...input, gold: { ...GOLD, ...gold } }, ports)
}
const ready = (id: string): ReadyConfiguration => {
  const extractor = findExtractor(registry, id)
  return { extractor, params: resolveParams(extractor, 'default', {}) }
}
const broken = (sound: ReadyConfiguration): ReadyConfiguration => {
  const run = () => {
    throw new Error('boom')
  }
  return { ...sound, extractor: { ...sound.extractor, run } }
}

const alike = (...values: number[]) => values.map((value) => ({ precision: value, recall: value }))

function result(name: string, values: readonly { precision: number; recall: number }[], pageType = 'article'): PageResult {
  const metrics = values.map(({ precision, recall }) => ({ precision, recall, f1: f1Of(precision, recall) }))
  const row = (i: number) => ({ lengths: { common: 10 * (values[i]?.precision ?? 0), kept: 10, gold: 10 } })
  return scoredPage(name, metrics, { facts: { host: `${name}.example.org`, pageType }, row })
}

const repeated = (results: readonly PageResult[], times: number): PageResult[] =>
  Array.from({ length: times }, (_, copy) =>
    results.map((one) => ({ ...one, facts: { ...one.facts, page: `${one.facts.page}-${copy}` } })),
  ).flat()

describe('a run’s specification', () => {
  test('a sweep name=from:to:step includes both ends and prints as decimals', () =>
    expect(parseSweep('lambda=0.1:0.5:0.1').values).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]))

  test.each(['lambda', 'lambda=1', 'lambda=2:1:0.1', 'lambda=0:1:0', 'lambda=0:1000:0.1', '=1:2:1', 'lambda=a:b:c'])(
    '%s is not a sweep',
    (text) => expect(failureOf(() => parseSweep(text)).code).toBe('sweep.invalid'),
  )

  test('settings beside an extractor set values and sweep others; unknown settings are refused', () => {
    const info = findExtractor(registry, 'cetd-ds')
    const [name] = Object.entries(info.params).find(([, { kind }]) => kind === 'number') ?? ['']
    expect(readConfigurations(info, 'as-printed', '')).toEqual([{ extractor: info.id, preset: 'as-printed', params: {} }])
    expect(readConfigurations(info, 'default', `${name}=0.5:1:0.5`).map(({ params }) => params)).toEqual([{ [name]: 0.5 }, { [name]: 1 }])
    for (const unknown of ['nothing=1', 'nothing=1:2:1']) expect(() => readConfigurations(info, 'default', unknown)).toThrow()
  })

  test('extractors are named with an optional preset', () => {
    expect(parseConfigurations('cectd-ds, ttr:as-printed', registry.list()).map(configurationName).join()).toBe('cectd-ds,ttr [as-printed]')
    expect(() => parseConfigurations('nope', registry.list())).toThrow(/no extractor "nope"/)
    expect(() => parseConfigurations('ttr:nope', registry.list())).toThrow(/no preset "nope"/)
  })
})

const recordOf = (id: string, read: PageRecord['read']): PageRecord => ({ id, key: id, place: id, url: null, pageType: 'article', read })

test('a sample of pages has the requested size, and depends only on the seed, not on the order of the source', async () => {
  const all = Array.from({ length: 500 }, (_, i) => recordOf(`page-${i}`, () => Promise.reject(new Error('not read'))))
  async function chosen(list: readonly PageRecord[], sample: number, seed: number): Promise<string[]> {
    const entries = {
      async *all() {
        yield* list
      },
    }
    return (await collect(choosePages(entries, { contains: '', types: [], sample, seed }))).map(({ id }) => id)
  }
  const first = await chosen(all, 20, 7)
  expect([first.length, await chosen(all, 20, 7)]).toEqual([20, first])
  expect((await chosen([...all].reverse(), 20, 7)).sort()).toEqual([...first].sort())
  expect(await chosen(all, 20, 8)).not.toEqual(first)
})

test('a source that fails in the middle still has its running pages written before the run ends', async () => {
  const written: string[] = []
  let open = true
  const record = (id: string) => recordOf(id, () => Promise.resolve({} as never))
  const pool = {
    threads: 2,
    run: ({ id }: { id: string }) =>
      new Promise((resolve) => setTimeout(() => resolve({ ok: true, value: { hash: id, result: result(id, []), timings: [] } }), 30)),
  }
  const run = evaluatePages(pool as never, {
    spec: RunSpec.parse(SPEC),
    maxNodes: 10,
    entries: {
      async *all() {
        yield record('a')
        yield record('b')
        throw new Error('the archive ends in the middle')
      },
    },
    once: true,
    signal: new AbortController().signal,
    append: async ({ hash }) => {
      expect(open).toBe(true)
      written.push(hash)
    },
    progress: () => undefined,
  }).finally(() => (open = false))
  await expect(run).rejects.toThrow('the archive ends in the middle')
  expect(written).toEqual(['a', 'b'])
})

describe('evaluating a page', () => {
  const configurations = registry.list().flatMap(({ id, family }) => (family === 'peer' ? [] : [ready(id)]))

  test('every extractor has a row with its metrics in [0,1]', () => {
    const html = `<html lang="en-GB"><body><nav><a href=x>home</a></nav><p>${'the quick brown fox '.repeat(20)}</p>`
    const { result: scored, timings } = evaluated(html, { configurations })
    expect([scored.rows.length, timings.length]).toEqual([configurations.length, configurations.length])
    expect(scored.facts).toMatchObject({ host: 'example.org', language: 'en', gold: 'text', pageType: 'article', goldWords: 4 })
    for (const { metrics, failure } of scored.rows) {
      expect(failure).toBeNull()
      for (const id of ['precision', 'recall', 'f1', 'cleanEval', 'edr', 'accuracy', 'noise'] as const) {
        expect(metrics[id]).toBeGreaterThanOrEqual(0)
        expect(metrics[id]).toBeLessThanOrEqual(1)
      }
    }
  })

  test('a page with snippets instead of text has snippet accuracy and no precision', () => {
    const gold = { text: null, with: ['kept words'], without: ['cookie'] }
    const { result: scored } = evaluated('<body><p>kept words of the article', { gold, configurations: configurations.slice(0, 1) })
    expect([scored.rows[0]?.metrics.snippetAccuracy, scored.rows[0]?.metrics.precision]).toEqual([1, undefined])
  })

  test('an extractor that throws has a row with its failure, and the other extractors run', () => {
    const [sound] = configurations
    const { result: scored } = evaluated('<body><p>text', { configurations: [broken(sound!), sound!] })
    expect(scored.rows).toMatchObject([{ failure: { message: expect.stringContaining('boom') as string } }, { failure: null }])
  })
})

describe('the text of a program', () => {
  const program = ProgramDescription.parse({ id: 'theirs', title: 'Theirs', command: 'theirs', mode: 'jsonl' })
  const answering = (answer: ProgramAnswer): Extractor => ({
    ...programInfo(program),
    run: (model, _params, probe) => programExtraction(model, program, probe, () => answer),
  })
  const score = (answer: ProgramAnswer) =>
    evaluated('<body><p>the quick fox</p><p>menu</p></body>', {
      configurations: [{ extractor: answering(answer), params: {} }],
      metrics: ['precision', 'recall', 'f1', 'wordF1'],
    }).result.rows[0]

  test('is scored unchanged, including words that are not on the page', () => {
    // "brown" is not on the page: the program wrote this word.
    expect(score({ text: 'the quick brown fox' })).toMatchObject({ metrics: { f1: 1, wordF1: 1 }, apart: true })
    expect(score({ text: 'the quick fox' })).not.toHaveProperty('apart')
  })

  test('of HTML output is its whole text, with one line per block', () =>
    expect(score({ html: '<div><p>the quick</p><p>brown fox</p><script>no()</script></div>' })?.metrics.f1).toBe(1))

  test('equals the output of extract; the nodes show where the text is on the page', () => {
    const extraction = runExtractor(page('<body><p>the quick</p></body>'), answering({ text: 'the quick brown fox' }), {})
    expect(extractedText(extraction)).toBe('the quick brown fox')
    expect(extraction.selected).toContain(KEPT)
  })

  test('is reported if it differs from Inspect, with the number of pages', () => {
    const pages = repeated([result('1', alike(1))], 12)
    const marked = pages.map((one, i) => ({ ...one, rows: one.rows.map((row) => (i === 0 ? { ...row, apart: true as const } : row)) }))
    expect(metricTable(marked, ['theirs'], ['f1']).notes.join(' ')).toContain(
      'theirs: the scores use the text that the program returned. On 1 of 12 pages, this text has other words than the nodes that Inspect shows.',
    )
    expect(metricTable(pages, ['theirs'], ['f1']).notes).toEqual([ONE_SITE])
  })
})

describe('suggested error classes', () => {
  const html =
    '<body><h1>Mill grinds again</h1><div class="comments"><p>I never liked this old mill anyway</p></div><article><p>The mill grinds flour for the town once more</p></article><footer>Imprint and privacy and cookies and terms</footer><p hidden>secret words for robots</p>'
  const model = page(html)
  const gold = goldOnPage(model, tokenWords('Mill grinds again The mill grinds flour for the town once more'), {})
  const regions = pageRegions(model)
  const select = (keep: RegExp) => {
    const selected = new Uint8Array(model.count).fill(OUT)
    for (let n = 0; n < model.count; n++) if (model.kind[n] === TEXT && keep.test(model.text[n] as string)) selected[n] = KEPT
    return errorClasses(gold, regions, selected, { overview: false, verdict: null })
  }

  test.each([
    [/Mill grinds again|flour/, []],
    [/flour/, ['title missed']],
    [/Mill grinds again/, ['body lost']],
    [/Mill grinds again|flour|liked/, ['comments kept']],
    [/Mill grinds again|flour|Imprint/, ['navigation kept']],
    [/Mill grinds again|flour|secret/, ['hidden text kept']],
    [/nothing at all/, ['nothing kept']],
  ] as const)('what %s keeps is called %j', (keep, classes) => expect(select(keep)).toEqual(classes))

  test('an overview page with the verdict article is named', () => {
    const selected = new Uint8Array(model.count).fill(KEPT)
    expect(errorClasses(gold, regions, selected, { overview: true, verdict: 'article' })).toContain('page is an overview')
  })
})

describe('tables', () => {
  const results = [
    result('a', [{ precision: 1, recall: 0.5 }, ...alike(0.5)]),
    result('b', alike(0, 0.5), 'forum'),
    failedPage({ id: 'c', url: null, gold: GOLD }, 2, { code: 'page.too-many-nodes', message: 'too many', next: '' }),
  ]
  const names = ['first', 'second, with a comma']
  const table = metricTable(results, names, ['precision', 'recall', 'f1'])
  const many = metricTable(repeated(results, 5), names, ['precision', 'recall', 'f1'])

  // First row, means of a and b: P (1 + 0) / 2 = 0.5, R (0.5 + 0) / 2 = 0.25, F1 (2/3 + 0) / 2 = 1/3. F1 of the means:
  // 2 · 0.5 · 0.25 / 0.75 = 1/3. Second row: P = R = F1 = 0.5.
  test('the mean of F1 and the F1 of means are different, and both are shown', () => {
    expect(table.columns.map(({ id }) => id)).toEqual(['precision', 'recall', 'f1', 'f1OfMeans'])
    expect(table.rows[0]?.cells.map(({ value }) => Number(value?.toFixed(4)))).toEqual([0.5, 0.25, 0.3333, 0.3333])
    expect(table.rows[1]?.cells.map(({ value }) => value)).toEqual([0.5, 0.5, 0.5, 0.5])
  })

  test('failed pages are counted, not averaged', () => {
    expect(table.rows[0]).toMatchObject({ pages: 2, failures: 1, empties: 0, cells: [{ pages: 2 }, {}, {}, {}] })
  })

  test('values that are printed differently from the best are not marked; values that are printed equally are compared with the best', () => {
    const compared = (...values: number[]) => {
      const pages = repeated([result('a', alike(...values))], 12)
      const given = values.map(String)
      const { rows } = withComparisons(metricTable(pages, given, ['precision']), pages, { against: 'best' })
      return rows.map(({ cells: [cell] }) => `${cell?.best} ${cell?.test?.against}`)
    }
    expect(compared(0.8214, 0.8218)).toEqual(['false 1', 'true undefined'])
    expect(compared(0.8216, 0.8224, 0.5)).toEqual(['true 1', 'true undefined', 'false 1'])
  })

  test('tables of fewer than ten pages have no marks and no intervals', () => {
    for (const cell of table.rows.flatMap(({ cells }) => cells)) expect([cell.best, cell.tied, cell.interval]).toEqual([false, false, null])
    expect(table.notes).toContain('Fewer than 10 pages: no intervals, no tests, nothing marked as best.')
    expect(tableMarkdown(withComparisons(table, results, { against: 'best' }))).not.toMatch(/\*\*|†|p =/)
  })

  test('groups have their number of pages in their headings, and no marks if they have fewer than ten pages', () => {
    const pages = [...repeated([result('a', alike(0.2, 0.8))], 12), ...repeated([result('f', alike(0.9, 0.1), 'forum')], 3)]
    const groups = withComparisons(groupTable(pages, ['x', 'y'], BY_TYPE), pages, { against: 'best' }, BY_TYPE)
    expect(groups.columns.map(columnHead)).toEqual(['article (n = 12)', 'forum (n = 3)', 'All (n = 15)', 'Mean of groups (n = 15)'])
    const best = groups.rows.map(({ cells }) => cells.map(({ best }) => best).join(' '))
    expect(best).toEqual(['false false false true', 'true false true false'])
    expect(groups.rows[0]?.cells.map(({ interval, test }) => [interval, test].filter(Boolean).length)).toEqual([2, 0, 2, 0])
    expect(groups.notes).toContain('Groups of fewer than 10 pages have no intervals, no tests and no marks.')
    for (const text of [tablePlain(groups), tableMarkdown(groups), tableLatex(groups), tableCsv(groups)]) expect(text).toContain('(n = 12)')
    expect(JSON.parse(tableJsonl(groups).split('\n')[0] ?? '')).toMatchObject({ n: { article: 12, forum: 3 } })
    const marked = { ...groups, columns: groups.columns.map((column) => ({ ...column, label: '<b>|\nx' })) }
    expect(tableMarkdown(marked)).toContain('| &lt;b&gt;\\| x (n = 12) |')
    expect(tableLatex(marked)).toContain('& \\textless{}b\\textgreater{}\\textbar{} x (n = 12) &')
  })

  // Per policy: mean and number of pages of row x, mean and number of pages of row y, and the note.
  test.each([
    ['row', [0.6, 12], [0.8, 9], 'Pages on which an extractor failed are omitted from the values of this extractor: y 3.'],
    ['zero', [0.6, 12], [0.6, 12], 'Pages on which an extractor failed count with the worst score in the means of this extractor: y 3.'],
    ['all', [0.6, 9], [0.8, 9], 'Not scored: 3 pages (a-0, a-1, a-2): omitted for all extractors, because at least one extractor failed.'],
  ] as const)('under the policy %s, pages on which an extractor failed give %j and %j, and a note reports it', (policy, x, y, note) => {
    const failure = { code: 'x', message: 'It broke.' }
    const failing = repeated([result('a', alike(0.6, 0.8))], 12).map((one, i) => ({
      ...one,
      rows: one.rows.map((row) => (i < 3 && row.configuration === 1 ? { ...row, metrics: {}, lengths: null, failure } : row)),
    }))
    const sums = new ScoreSums(2, ['f1'], [], policy)
    for (const one of failing) sums.add(one)
    const { rows, notes } = metricTable(sums, ['x', 'y'], ['f1'])
    expect(rows.map(({ cells: [cell] }) => [Number(cell?.value?.toFixed(3)), cell?.pages])).toEqual([x, y])
    expect(rows[1]?.failures).toBe(3)
    expect(notes.join(' ')).toContain(note)
  })

  describe('failed pages that count with the worst score', () => {
    const METRICS: readonly MetricId[] = [...metricsOf({ metrics: [] }), 'rouge7']
    const text = 'the quick brown fox jumps over the lazy dog'
    const sound = ready('bte')

    const LENGTHS: readonly string[] = ['spaceSaving', 'spaceSavingGzip', 'totalSpaceSaving', 'microPrecision', 'microRecall']
    const SNIPPETS = { with: ['quick brown'], without: ['cookies'] }

    function lastRow(extractors: number, gold: Partial<PageGold>) {
      const sums = new ScoreSums(extractors, METRICS, [], 'zero')
      const names = Array.from({ length: extractors }, (_, i) => `x${i}`)
      for (let i = 0; i < 10; i++) {
        const configurations = names.map((_, row) => (i < 5 && row === extractors - 1 ? broken(sound) : sound))
        sums.add(evaluated(`<body><p>${text}`, { id: `p${i}`, gold, configurations, metrics: [...METRICS] }).result)
      }
      const { columns, rows, notes } = metricTable(sums, names, METRICS)
      const cells = columns.map(({ id }, i) => ({ id, ...rows.at(-1)?.cells[i] })).filter(({ pages }) => pages !== 0)
      return { notes, lengths: cells.filter(({ id }) => LENGTHS.includes(id)), others: cells.filter(({ id }) => !LENGTHS.includes(id)) }
    }

    test.each([
      ['a text', 'the only row', 1, { text }, 15],
      ['snippets', 'the only row', 1, { text: null, ...SNIPPETS }, 7],
      ['a text and snippets', 'one of two rows', 2, { text, ...SNIPPETS }, 22],
    ] as const)('halve every value of %s if %s failed on half of the pages', (_, __, extractors, gold, columns) => {
      const { others } = lastRow(extractors, gold)
      expect(others.map(({ id, value, pages }) => [id, value, pages])).toEqual(others.map(({ id }) => [id, 0.5, 10]))
      expect(others).toHaveLength(columns)
    })

    test('are excluded from values of lengths if every row failed, and the note lists these values', () => {
      const { notes, lengths } = lastRow(1, { text })
      expect(Object.fromEntries(lengths.map(({ id, pages }) => [id, pages]))).toEqual({
        ...{ spaceSaving: 10, spaceSavingGzip: 10 },
        ...{ microPrecision: 5, microRecall: 5, totalSpaceSaving: 5 },
      })
      expect(notes).toContain(
        'Pages on which an extractor failed count with the worst score in the means of this extractor: x0 5. Values that omit 5 pages on which every extractor failed: Weighted P, micro; Weighted R, micro; Space saving, total.',
      )
      expect(lastRow(2, { text }).notes).toContain(
        'Pages on which an extractor failed count with the worst score in the means of this extractor: x1 5.',
      )
    })
  })

  test('a group of pages without a type has a separate name in every format, even if a type has this name', () => {
    const heads = (...types: (string | undefined)[]): string[] => {
      const pages = types.map((type, i) => result(String(i), alike(0.2, 0.8), type))
      const groups = groupTable(pages, names, BY_TYPE)
      const counts = Object.fromEntries(groups.columns.map(({ id, label, pages: n }) => [id || label, n]))
      expect(JSON.parse(tableJsonl(groups).split('\n')[0] ?? '')).toMatchObject({ n: counts })
      const [head = ''] = tableCsv(groups).split('\n')
      return head.split(',').filter((name) => name.includes('(n ='))
    }
    expect(heads('forum', '')).toEqual(['unknown (n = 1)', 'forum (n = 1)', '* (n = 2)', 'mean (n = 2)'])
    expect(heads('unknown', '')).toEqual(['missing (n = 1)', 'unknown (n = 1)', '* (n = 2)', 'mean (n = 2)'])
  })

  test('CSV quotes names, so that a spreadsheet runs none as a formula', () => {
    expect(tableCsv(table)).toContain('"second, with a comma",')
    expect(tableCsv(metricTable(results, ['=HYPERLINK("x")', 'b'], ['f1']))).toContain(`"'=HYPERLINK(""x"")"`)
  })

  test('Markdown and LaTeX print the best in bold and escape names', () => {
    expect(tableMarkdown(many)).toContain('**0.500**')
    const latex = tableLatex(metricTable(repeated(results, 5), ['50% & more_x', 'b'], ['f1']))
    expect(latex).toContain('50\\% \\& more\\_x')
    expect(latex).toMatch(/\\begin\{tabular\}\{lrrr\}[\s\S]*\\toprule[\s\S]*\\textbf\{0\.500\}[\s\S]*\\end\{tabular\}/)
    expect(tablePlain(table).split('\n')[0]).toMatch(/^ +Precision +Recall +F1 +F1 of means +Pages +Failed +Empty$/)
  })
})

describe('a table of results', () => {
  const configurations = ['bte', 'cectd-ds'].map(ready)
  const keepNothing = () => ({ selected: new Uint8Array(1000), verdict: null }) as never
  const nothing = { ...configurations[0]!, extractor: { ...configurations[0]!.extractor, run: keepNothing } }

  const scored = (count: number): PageResult[] =>
    Array.from({ length: count }, (_, i) => {
      const text = `${'words of the main text follow one another here, '.repeat(3 + i)}end.`
      const html = `<body><nav><a href=x>home</a> <a href=y>news of the day and more</a></nav><p>${text}</p>`
      return evaluated(html, { id: `p${i}`, gold: { text: i % 2 === 0 ? text : `${text} more` }, configurations }).result
    })

  test('an extractor that keeps nothing is never the best, has no precision and no saving, and has noise', () => {
    const results = scored(4).map((result) => ({ ...result, rows: [...result.rows, { ...emptyRow(result), configuration: 2 }] }))
    const table = metricTable(results, ['a', 'b', 'nothing'], METRIC_IDS)
    const row = table.rows[2]!
    const of = (id: string) => row.cells[table.columns.findIndex((column) => column.id === id)]?.value
    expect([of('microPrecision'), of('weightedPrecision'), of('noise')]).toEqual([0, 0, 1])
    expect([of('spaceSaving'), of('totalSpaceSaving')]).toEqual([null, null])
    expect([row.empties, row.cells.filter(({ best }) => best)]).toEqual([4, []])
  })

  test('scripts are not text: a page of only scripts does not count as emptied, and scripts do not change the share of links', () => {
    const script = `<script>${'var words = 1;'.repeat(100)}</script>`
    const shown = (html: string, text: string) => evaluated(`<body>${html}${script}`, { gold: { text }, configurations: [nothing] }).result
    expect(shown('<div id=root></div>', '').rows[0]).toMatchObject({ empty: false })
    expect(shown('<p>plain text<p><a href=/>linked one</a>', 'plain text').facts.linkShare).toBe(0.5)
  })

  function emptyRow({ facts }: PageResult): PageResult['rows'][number] {
    const text = 'words of the main text'
    const { result: only } = evaluated(`<body><p>${text}`, { id: facts.page, gold: { text }, configurations: [nothing] })
    expect(only.rows[0]).toMatchObject({ failure: null, empty: true })
    return only.rows[0]!
  }

  test('reports how many pages are scored, and lists the others with the reason', () => {
    const [first, second, third] = scored(3)
    const unfinished = { ...second!, facts: { ...second!.facts, gold: 'none' as const, leftOut: 'not finished' }, rows: [] }
    const failed = failedPage({ id: 'far', url: null, gold: GOLD }, 2, failure('page.too-large', 'The page is too large.', ''))
    const table = metricTable([first!, unfinished, third!, failed], ['a', 'b'], ['f1'])
    expect(table.title).toBe('Means over 2 of 4 pages')
    expect(table.notes.slice(0, 2)).toEqual(['Not scored: 1 page (p1): not finished.', 'Not scored: 1 page (far): The page is too large.'])
    expect(table.rows.map(({ pages }) => pages)).toEqual([2, 2])
  })

  test('counts pages without a gold standard for metrics that need none, and reports it if other figures need it', () => {
    const without = scored(14).map((page, i) => ({
      ...page,
      facts: { ...page.facts, gold: 'none' as const },
      rows: page.rows.map((row) => ({ ...row, metrics: { spaceSaving: 0.5 + i / 100 } })),
    }))
    const table = metricTable(without, ['a', 'b'], ['spaceSaving'])
    expect([table.title, table.notes, table.rows.map(({ pages }) => pages)]).toEqual(['Means over 14 pages', [ONE_SITE], [14, 14]])
    const half = [...without.slice(0, 4), ...scored(14).slice(4)]
    const mixed = metricTable(half, ['a', 'b'], ['f1', 'spaceSaving'])
    expect([mixed.title, mixed.rows[0]?.pages]).toEqual(['Means over 14 pages', 14])
    const note = 'Metrics that need a gold text omit 4 pages (p0, p1, p2, p3). Reason: no gold standard.'
    expect(mixed.notes).toEqual([note, ONE_SITE])
    const sums = new ScoreSums(2, ['f1', 'spaceSaving'], ['type'])
    for (const page of half) sums.add(page)
    const pagesOf = (metric: MetricId) => {
      const { rows, columns } = groupTable(sums, ['a', 'b'], { metric, grouping: 'type' })
      return [rows[0]?.pages, ...columns.map((column) => column.pages)]
    }
    expect([...pagesOf('f1'), ...pagesOf('spaceSaving')]).toEqual([10, 10, 10, 14, 14, 14])
    const [first, ...others] = without
    const [row, ...rows] = first!.rows
    const failing = { ...first!, rows: [{ ...row!, metrics: {}, failure: { code: 'x', message: 'x' } }, ...rows] }
    const pages = { row: [13, 14], zero: [14, 14], all: [13, 13] }
    for (const policy of ['row', 'zero', 'all'] as const) {
      const of = new ScoreSums(2, ['spaceSaving'], [], policy)
      for (const page of [failing, ...others]) of.add(page)
      expect(metricTable(of, ['a', 'b'], ['spaceSaving']).rows.map((row) => row.pages)).toEqual(pages[policy])
    }
  })

  test('has no recall on pages whose gold text is empty, and names them', () => {
    const given = { gold: { text: '' }, metrics: ['precision', 'recall', 'f1', 'accuracy'] as const, configurations: [ready('bte')] }
    const empty = evaluated('<body><p>some words', given).result
    expect(empty.rows[0]?.metrics).toEqual({ precision: 0, f1: 0 })
    const { notes } = metricTable([empty, ...scored(11)], ['a'], ['recall'])
    expect(notes).toContain('The gold text of 1 page (p) is empty: recall is not defined there.')
  })

  test('reports how many gold standards started from an extractor', () => {
    const [first, second, third] = scored(3)
    const began = (of: typeof first, ...from: string[]) => ({ ...of!, facts: { ...of!.facts, began: from } })
    expect(metricTable([began(second, 'lens'), began(first, 'lens', 'ttr'), third!], ['a', 'b'], ['f1']).notes).toEqual([
      'Fewer than 10 pages: no intervals, no tests, nothing marked as best.',
      'The gold standard of 2 pages (p0, p1) started from the selection of lens, so the scores of lens may be too high there.',
      'The gold standard of 1 page (p0) started from the selection of ttr, so the scores of ttr may be too high there.',
    ])
  })

  test('recognises overview pages by their type or their collection', () => {
    expect(['listing', 'recipe'].map((pageType) => kindOfPage({ pageType }))).toEqual(['overview', null])
    expect(kindOfPage({ pageType: 'directory', pageKind: 'overview' })).toBe('overview')
    const { facts } = evaluated('<body><p>text', { gold: { pageType: 'directory', pageKind: 'overview' }, metrics: [] }).result
    expect(facts).toMatchObject({ pageType: 'directory', pageKind: 'overview' })
  })

  test('has ROUGE of any N, in its order of metrics', () => {
    const spec = RunSpec.parse({ ...SPEC, metrics: ['rouge3', 'wordF1', 'f1', 'rouge3'] })
    expect(metricsOf(spec)).toEqual(['f1', 'wordF1', 'rouge3'])
    for (const metrics of [['rouge0'], ['f2']]) expect(RunSpec.safeParse({ ...spec, metrics }).success).toBe(false)
  })

  // b is below a on all twelve pages, so the exact p is 2 / 2¹². c is above a on every second page.
  const columns = [() => 0.9, () => 0.5, (i: number) => (i % 2 === 0 ? 0.99 : 0.8)]
  const three = Array.from({ length: 12 }, (_, i) => result(`p${i}`, alike(...columns.map((value) => value(i) - i / 100))))
  const table = metricTable(three, ['a', 'b', 'c'], ['f1'])
  const compared = withComparisons(table, three, { against: 'best' })

  test('compares every row with the best of its column, corrected for the number of comparisons', () => {
    expect(compared.rows.map(({ cells }) => cells[0]?.test?.against)).toEqual([undefined, 0, 0])
    expect(compared.rows[1]?.cells[0]?.test).toMatchObject({ difference: near(-0.4), p: 2 / 4096, corrected: 4 / 4096 })
    expect(compared.rows.map(({ cells }) => cells[0]?.tied)).toEqual([false, false, true])
    expect(compared.notes.at(-1)).toBe(
      'p: exact paired permutation test, two-sided, against the best of the column, corrected for the 2 comparisons of a column (Holm). Columns that are not means of pages are not tested.',
    )
  })

  test('marks ties with the best for any compared row, and differences from that row by a separate sign', () => {
    const chosen = withComparisons(table, three, { against: 1 })
    const marks = ({ rows }: typeof chosen) => rows.map(({ cells }) => [cells[0]?.best, cells[0]?.tied])
    expect(marks(chosen)).toEqual(marks(compared))
    expect(chosen.rows.map(({ cells }) => cells[0] && marksOf(chosen, cells[0]))).toEqual(['‡', '', '†‡'])
    const says =
      'best of each column in bold, † not significantly different from the best (p ≥ 0.05), ‡ significantly different from b (p < 0.05)'
    expect(legend(chosen)).toBe(`95 % bootstrap intervals, ${says}`)
    expect(tableMarkdown(chosen)).toContain(says)
    expect(tableLatex(chosen)).toContain('$^{\\dagger}$ not significantly different from the best')
    expect(tableLatex(chosen)).toContain('0.840$^{\\dagger}$$^{\\ddagger}$')
    expect(tablePlain(chosen)).toMatch(/^c +0\.840†‡/m)
    expect(tableCsv(chosen)).toMatch(/^c,[^,]+,[^,]+,[^,]+,†‡,/m)
    expect(legend(compared)).not.toContain('‡')
  })

  test('has intervals and corrected p-values in every format', () => {
    const c = compared.rows[2]
    const { low, high } = c!.cells[0]!.interval!
    const p = c!.cells[0]!.test!.corrected
    const span = `[${low.toFixed(3)}, ${high.toFixed(3)}]`
    expect(tableCsv(compared).split('\n')[0]).toBe(
      'extractor,f1,f1 low,f1 high,f1 mark,f1 p,f1 p Holm,f1 d,f1 difference,f1 difference low,f1 difference high,f1OfMeans,f1OfMeans low,f1OfMeans high,f1OfMeans mark,pages,failures,empties',
    )
    expect(tableCsv(compared).split('\n')[3]).toContain(`,${low},${high},†,`)
    const line: unknown = JSON.parse(tableJsonl(compared).split('\n')[2]!)
    expect(line).toMatchObject({ intervals: { f1: { low, high } }, p: { f1: { against: 'a', holm: p } } })
    expect(line).toHaveProperty('marks', { f1: '†' })
    expect(tableMarkdown(compared)).toContain(`0.840†<br>${span}<br>p = ${p.toFixed(3)}`)
    const latex = tableLatex(compared)
    const label = '\\label{tab:means-over-12-pages}'
    for (const words of ['\\usepackage{booktabs,adjustbox}', `{\\scriptsize ${span}}`, `{\\scriptsize $p = ${p.toFixed(3)}$}`, label])
      expect(latex).toContain(words)
    expect(latex).toMatch(/\\caption\{.*Holm/)
  })

  test('reports the size of a difference in standard deviations of the pages’ differences', () => {
    // Differences 0.1, 0.2, 0.3, each four times: mean 0.2, standard deviation √(0.08 / 11).
    const pages = Array.from({ length: 12 }, (_, i) => result(`p${i}`, alike(0.9, 0.9 - [0.1, 0.2, 0.3][i % 3]!)))
    // A page on which one row has no value does not count.
    for (const compared of [pages, [...pages, result('without', alike(0.9))]]) {
      const [, row] = withComparisons(metricTable(compared, ['a', 'b'], ['f1']), compared, { against: 0 }).rows
      expect(row!.cells[0]!.test!.effect).toBeCloseTo(-0.2 / Math.sqrt(0.08 / 11), 9)
    }
  })

  test('is exported with one line per page and extractor', () => {
    const lines = pageScoresCsv(three, ['a', 'b', 'c'], ['f1']).split('\n')
    expect(lines[0]).toBe('page,url,type,language,gold words,extractor,f1,empty,failure,errors,gold began from')
    expect(lines).toHaveLength(1 + 12 * 3 + 1)
    expect(lines[1]).toMatch(/^p0,.*,a,0\.9,/)
  })

  test('resamples sites instead of pages if pages share sites and there are enough sites', () => {
    const on = (site: (i: number) => string) => three.map((page, i) => ({ ...page, facts: { ...page.facts, host: site(i) } }))
    const last = (pages: PageResult[]) => metricTable(pages, ['a', 'b', 'c'], ['f1']).notes.at(-1)
    const sites = on((i) => `${Math.min(i, 10)}.org`)
    expect(last(sites)).toBe('Intervals and tests use the 11 sites as units, not single pages: pages of a site are not independent.')
    expect(last(on((i) => `${i % 3}.org`))).toBe(ONE_SITE.replace('1 site', '3 sites'))
    // The test swaps all pages of a site together. For 11 sites, p is 2 / 2¹¹. For 12 single pages, p was 2 / 2¹².
    const [, row] = withComparisons(metricTable(sites, ['a', 'b', 'c'], ['f1']), sites, { against: 0 }).rows
    expect(row?.cells[0]?.test).toMatchObject({ p: 2 / 2048, difference: near(-0.4) })
    // Each site has four equal pages. If the 40 pages counted as independent, the interval would be half as wide.
    const width = (site: (i: number) => string): number => {
      const pages = Array.from({ length: 40 }, (_, i) => {
        const { facts, ...rest } = result(`p${i}`, alike((i >> 2) / 10))
        return { ...rest, facts: { ...facts, host: site(i) } }
      })
      const { low, high } = metricTable(pages, ['a'], ['f1']).rows[0]!.cells[0]!.interval!
      return high - low
    }
    expect(width((i) => `${i >> 2}.org`) / width((i) => `${i}.org`)).toBeCloseTo(2, 0)
  })

  test('has the interval of a difference', () => {
    const { interval, difference = 0 } = compared.rows[2]?.cells[0]?.test ?? {}
    expect(interval?.low).toBeLessThan(difference)
    expect(interval?.high).toBeGreaterThan(difference)
    expect(compared.rows[1]?.cells[0]?.test?.interval).toEqual({ low: near(-0.4), high: near(-0.4) })
  })

  test('by groups is tested within each group', () => {
    const groups = withComparisons(groupTable(three, ['a', 'b', 'c'], BY_TYPE), three, { against: 1 }, BY_TYPE)
    expect(groups.columns.map(({ id }) => id)).toEqual(['article', '*'])
    expect(groups.rows[0]?.cells.map((cell) => cell.test?.corrected)).toEqual([4 / 4096, 4 / 4096])
    expect(groups.rows[1]?.cells.map((cell) => cell.test)).toEqual([null, null])
    expect(tablesText([groups], 'csv')).toMatch(/^extractor,article \(n = 12\),/)
  })

  test('has one CSV for several tables, with a line per table, row and column', () => {
    const groups = groupTable(three, ['a', 'b', 'c'], BY_TYPE)
    const [head, ...lines] = tablesText([groups, compared], 'csv').trim().split('\n')
    expect(head).toBe(
      'table,extractor,column,n,value,low,high,mark,p,p Holm,d,difference,difference low,difference high,pages,failures,empties',
    )
    expect(lines.map((line) => line.split(',').length)).toEqual(Array(3 * 2 + 3 * 2).fill(17))
    expect(lines[1]).toMatch(/^F1 by page type over 12 pages,a,\*,12,0\.8[\d.]+,[\d.]+,[\d.]+,best,,,,,,,12,0,0$/)
    expect(lines[10]).toMatch(/^Means over 12 pages,c,f1,,0\.8[\d.,]+,†,/)
  })
})
