import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choosePages } from '../../electron/services/evaluation/choose-pages'
import type { PageRecord } from '../../electron/services/sources/page-record'
import { errorClasses } from '../../shared/evaluation/error-classes'
import { evaluatePage, failedPage } from '../../shared/evaluation/evaluate-page'
import { kindOfPage, METRIC_IDS, type PageResult } from '../../shared/evaluation/evaluation-row'
import { goldOnPage } from '../../shared/evaluation/gold-on-page'
import { pageRegions } from '../../shared/evaluation/page-regions'
import { groupTable, metricTable, withComparisons, withoutColumns } from '../../shared/evaluation/result-table'
import { pageScoresCsv } from '../../shared/evaluation/page-scores-text'
import {
  configurationName,
  metricsOf,
  parseConfigurations,
  parseSweep,
  RunSpec,
  sweepConfigurations,
  sweepValues,
} from '../../shared/evaluation/run-spec'
import { tableCsv, tableJsonl, tableLatex, tableMarkdown, tablePlain, tablesText } from '../../shared/evaluation/table-text'
import { registry } from '../../electron/peers/registry'
import { resolveParams } from '../../shared/extractors/core/run'
import { KEPT, OUT } from '../../shared/page/selection'
import { tokenWords } from '../../shared/metrics/tokens'
import { TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

const ports = { gzipSize: (text: string) => text.length, now: () => 0 }
const GOLD = { text: 'the quick brown fox', with: [], without: [], pageType: 'article' }

function page(html: string) {
  return parsePage(html, { sourcePositions: true, scriptingEnabled: false, maxNodes: 10_000, url: null, layout: null })
}

function result(name: string, values: readonly { precision: number; recall: number }[], pageType = 'article'): PageResult {
  return {
    facts: {
      page: name,
      url: null,
      host: 'example.org',
      pageType,
      language: 'en',
      gold: 'text',
      nodes: 10,
      htmlLength: 100,
      linkShare: 0.1,
      goldWords: 20,
    },
    failure: null,
    rows: values.map(({ precision, recall }, configuration) => ({
      page: name,
      configuration,
      metrics: { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) },
      lengths: { common: 10 * precision, kept: 10, gold: 10 },
      verdict: null,
      empty: false,
      errors: [],
      failure: null,
    })),
  }
}

describe('a run’s specification', () => {
  test('a sweep name=from:to:step includes both ends and prints as decimals', () => {
    expect(sweepValues(parseSweep('lambda=0.1:0.5:0.1'))).toEqual([0.1, 0.2, 0.3, 0.4, 0.5])
  })

  test.each(['lambda', 'lambda=1', 'lambda=2:1:0.1', 'lambda=0:1:0', 'lambda=0:1000:0.1', '=1:2:1', 'lambda=a:b:c'])(
    '%s is not a sweep',
    (text) => {
      expect(() => parseSweep(text)).toThrow(
        expect.objectContaining({ failure: expect.objectContaining({ code: 'sweep.invalid' }) as unknown }),
      )
    },
  )

  test('a sweep makes one column a value and keeps the other parameters', () => {
    const columns = sweepConfigurations(
      { extractor: 'cectd-ds', preset: 'default', params: { zeroRule: 'x' } },
      parseSweep('lambda=1:2:0.5'),
    )
    expect(columns.map(configurationName)).toEqual([
      'cectd-ds [zeroRule=x, lambda=1]',
      'cectd-ds [zeroRule=x, lambda=1.5]',
      'cectd-ds [zeroRule=x, lambda=2]',
    ])
  })

  test('extractors are named with an optional preset', () => {
    expect(parseConfigurations('cectd-ds, ttr:as-printed', registry.list()).map(configurationName)).toEqual([
      'cectd-ds',
      'ttr [as-printed]',
    ])
    expect(() => parseConfigurations('nope', registry.list())).toThrow(/no extractor "nope"/)
    expect(() => parseConfigurations('ttr:nope', registry.list())).toThrow(/no preset "nope"/)
  })
})

describe('choosing pages', () => {
  const entry = (id: string): PageRecord => ({
    id,
    key: id,
    place: id,
    url: null,
    pageType: 'article',
    read: () => Promise.reject(new Error('not read')),
  })
  const all = Array.from({ length: 500 }, (_, i) => entry(`page-${i}`))
  async function chosen(list: readonly PageRecord[], sample: number, seed: number): Promise<string[]> {
    const ids: string[] = []
    const entries = {
      async *all() {
        yield* list
      },
    }
    for await (const { id } of choosePages(entries, { contains: '', types: [], sample, seed })) ids.push(id)
    return ids
  }

  test('a sample has the asked size, depends on the seed only, and not on the order of the source', async () => {
    const first = await chosen(all, 20, 7)
    expect(first).toHaveLength(20)
    expect(await chosen(all, 20, 7)).toEqual(first)
    expect((await chosen([...all].reverse(), 20, 7)).sort()).toEqual([...first].sort())
    expect(await chosen(all, 20, 8)).not.toEqual(first)
  })

  test('a sample larger than the source is the whole source', async () => {
    expect(await chosen(all.slice(0, 5), 20, 1)).toHaveLength(5)
  })

  test('a sample draws about evenly: each fifth of 500 pages gets 20 of 100, within 12', async () => {
    const ids = (await chosen(all, 100, 3)).map((id) => Number(id.slice(5)))
    for (let fifth = 0; fifth < 5; fifth++) {
      const count = ids.filter((i) => Math.floor(i / 100) === fifth).length
      expect(Math.abs(count - 20)).toBeLessThanOrEqual(12)
    }
  })
})

describe('evaluating a page', () => {
  const configurations = registry
    .list()
    .filter(({ family }) => family !== 'peer')
    .map((extractor) => ({ extractor, params: resolveParams(extractor, 'default', {}) }))

  test('every extractor gives a row with its metrics in [0,1]', () => {
    const { result: scored, timings } = evaluatePage(
      {
        id: 'p',
        url: 'https://www.example.org/a',
        page: page(`<html lang="en-GB"><body><nav><a href=x>home</a></nav><p>${'the quick brown fox '.repeat(20)}</p>`),
        gold: GOLD,
        configurations,
        tokens: {},
        metrics: new Set(METRIC_IDS),
      },
      ports,
    )
    expect(scored.rows).toHaveLength(configurations.length)
    expect(timings).toHaveLength(configurations.length)
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
    const { result: scored } = evaluatePage(
      {
        id: 'p',
        url: null,
        page: page('<body><p>kept words of the article'),
        gold: { ...GOLD, text: null, with: ['kept words'], without: ['cookie'] },
        configurations: configurations.slice(0, 1),
        tokens: {},
        metrics: new Set(METRIC_IDS),
      },
      ports,
    )
    expect(scored.rows[0]?.metrics.snippetAccuracy).toBe(1)
    expect(scored.rows[0]?.metrics.precision).toBeUndefined()
  })

  test('an extractor that throws is a row with its failure; the others go on', () => {
    const broken = {
      ...configurations[0]!,
      extractor: {
        ...configurations[0]!.extractor,
        run: () => {
          throw new Error('boom')
        },
      },
    }
    const { result: scored } = evaluatePage(
      {
        id: 'p',
        url: null,
        page: page('<body><p>text'),
        gold: GOLD,
        configurations: [broken, configurations[0]!],
        tokens: {},
        metrics: new Set(METRIC_IDS),
      },
      ports,
    )
    expect(scored.rows[0]?.failure?.message).toMatch(/boom/)
    expect(scored.rows[1]?.failure).toBeNull()
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
  ] as const)('what %s keeps is called %j', (keep, classes) => {
    expect(select(keep)).toEqual(classes)
  })

  test('a gold overview that was taken for an article is called so', () => {
    const selected = new Uint8Array(model.count).fill(KEPT)
    expect(errorClasses(gold, regions, selected, { overview: true, verdict: 'article' })).toContain('page is an overview')
  })
})

describe('tables', () => {
  const results = [
    result('a', [
      { precision: 1, recall: 0.5 },
      { precision: 0.5, recall: 0.5 },
    ]),
    result(
      'b',
      [
        { precision: 0, recall: 0 },
        { precision: 0.5, recall: 0.5 },
      ],
      'forum',
    ),
    failedPage('c', null, GOLD, 2, { code: 'page.too-many-nodes', message: 'too many', next: '' }),
  ]
  const names = ['first', 'second, with a comma']
  const table = metricTable(results, names, ['precision', 'recall', 'f1'])

  // Means over a and b: P (1 + 0) / 2 = 0.5, R (0.5 + 0) / 2 = 0.25, F1 (2/3 + 0) / 2 = 1/3; F1 of the means 2 · 0.5 · 0.25 / 0.75 = 1/3.
  // The second column: P = R = F1 = 0.5.
  test('the mean of F1 and the F1 of means are two figures, both shown', () => {
    expect(table.columns.map(({ id }) => id)).toEqual(['precision', 'recall', 'f1', 'f1OfMeans'])
    expect(table.rows[0]?.cells.map(({ value }) => Number(value?.toFixed(4)))).toEqual([0.5, 0.25, 0.3333, 0.3333])
    expect(table.rows[1]?.cells.map(({ value }) => value)).toEqual([0.5, 0.5, 0.5, 0.5])
  })

  test('failed pages are counted, not averaged', () => {
    expect(table.rows[0]).toMatchObject({ pages: 2, failures: 1, empties: 0 })
    expect(table.rows[0]?.cells[0]?.pages).toBe(2)
  })

  test('the best of each column is marked, ties included', () => {
    expect(table.rows.map(({ cells }) => cells.map(({ best }) => best))).toEqual([
      [true, false, false, false],
      [true, true, true, true],
    ])
  })

  test('groups are columns, the last is all pages', () => {
    const groups = groupTable(results, names, 'recall', 'type')
    expect(groups.columns.map(({ id }) => id)).toEqual(['article', 'forum', '*'])
    expect(groups.rows[0]?.cells.map(({ value }) => value)).toEqual([0.5, 0, 0.25])
  })

  test('CSV quotes names and does not let a spreadsheet run them', () => {
    expect(tableCsv(table)).toContain('"second, with a comma",')
    const hostile = metricTable(results, ['=HYPERLINK("x")', 'b'], ['f1'])
    expect(tableCsv(hostile)).toContain(`"'=HYPERLINK(""x"")"`)
  })

  test('JSON Lines parse back', () => {
    const lines = tableJsonl(table)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toMatchObject({ extractor: 'first', precision: 0.5, pages: 2, failures: 1 })
  })

  test('Markdown and LaTeX print the best in bold and escape names', () => {
    expect(tableMarkdown(table)).toContain('**0.500**')
    const latex = tableLatex(metricTable(results, ['50% & more_x', 'b'], ['f1']))
    expect(latex).toContain('50\\% \\& more\\_x')
    expect(latex).toMatch(/\\begin\{tabular\}\{lrrrrr\}[\s\S]*\\toprule[\s\S]*\\textbf\{0\.500\}[\s\S]*\\end\{tabular\}/)
    expect(tablePlain(table).split('\n')[0]).toMatch(/^ +Precision +Recall +F1 +F1 of means +pages +failures +empties$/)
  })

  test('the same results give the same bytes', () => {
    expect(JSON.stringify(metricTable(results, names, METRIC_IDS))).toBe(JSON.stringify(metricTable(results, names, METRIC_IDS)))
  })

  test('an interval contains its mean', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.record({ precision: share, recall: share }), { minLength: 2, maxLength: 40 }), (values) => {
        const cell = metricTable(
          values.map((v, i) => result(`p${i}`, [v])),
          ['x'],
          ['precision'],
          { resamples: 200 },
        ).rows[0]?.cells[0]
        expect(cell?.interval?.low).toBeLessThanOrEqual((cell?.value ?? 0) + 1e-9)
        expect(cell?.interval?.high).toBeGreaterThanOrEqual((cell?.value ?? 0) - 1e-9)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a table of results', () => {
  const configurations = registry
    .list()
    .filter(({ id }) => id === 'bte' || id === 'cectd-ds')
    .map((extractor) => ({ extractor, params: resolveParams(extractor, 'default', {}) }))
  const nothing = {
    ...configurations[0]!,
    extractor: { ...configurations[0]!.extractor, run: () => ({ selected: new Uint8Array(1000), verdict: null }) as never },
  }

  /** Pages of text and links, with the text as gold. */
  function scored(count: number, all = [...configurations]): PageResult[] {
    return Array.from({ length: count }, (_, i) => {
      const text = `${'words of the main text follow one another here, '.repeat(3 + i)}end.`
      return evaluatePage(
        {
          id: `p${i}`,
          url: null,
          page: page(`<body><nav><a href=x>home</a> <a href=y>news of the day and more</a></nav><p>${text}</p>`),
          gold: { ...GOLD, text: i % 2 === 0 ? text : `${text} more` },
          configurations: all,
          tokens: {},
          metrics: new Set(METRIC_IDS),
        },
        ports,
      ).result
    })
  }

  test('an extractor that keeps nothing is best of no column, and has no precision, no saving, and noise', () => {
    const results = scored(4).map((result) => ({
      ...result,
      rows: [
        ...result.rows,
        {
          ...emptyRow(result),
          configuration: 2,
        },
      ],
    }))
    const table = metricTable(results, ['a', 'b', 'nothing'], METRIC_IDS)
    const row = table.rows[2]!
    expect(row.empties).toBe(4)
    const of = (id: string) => row.cells[table.columns.findIndex((column) => column.id === id)]
    expect(of('microPrecision')?.value).toBe(0)
    expect(of('weightedPrecision')?.value).toBe(0)
    expect(of('noise')?.value).toBe(1)
    expect(of('spaceSaving')?.value).toBeNull()
    expect(of('totalSpaceSaving')?.value).toBeNull()
    expect(row.cells.filter(({ best }) => best)).toEqual([])
  })

  /** What evaluating a page says of an extractor that keeps nothing. */
  function emptyRow({ facts }: PageResult): PageResult['rows'][number] {
    const text = 'words of the main text'
    const { result: only } = evaluatePage(
      {
        id: facts.page,
        url: null,
        page: page(`<body><p>${text}`),
        gold: { ...GOLD, text },
        configurations: [nothing],
        tokens: {},
        metrics: new Set(METRIC_IDS),
      },
      ports,
    )
    expect(only.rows[0]).toMatchObject({ failure: null, empty: true })
    return only.rows[0]!
  }

  test('no two metrics are the same figure', () => {
    const [row] = scored(1)[0]!.rows
    expect(METRIC_IDS).not.toContain('lcsRecall')
    expect(row?.metrics).not.toHaveProperty('lcsRecall')
    const older = RunSpec.parse({ source: { kind: 'samples' }, configurations: [{ extractor: 'ttr' }], metrics: ['recall', 'lcsRecall'] })
    expect(metricsOf(older)).toEqual(['recall'])
  })

  test('says how many pages are scored, and names the others with the reason', () => {
    const [first, second, third] = scored(3)
    const unfinished = { ...second!, facts: { ...second!.facts, gold: 'none' as const, leftOut: 'not finished' }, rows: [] }
    const failed = failedPage('far', null, GOLD, 2, { code: 'page.too-large', message: 'The page is too large.', next: '' })
    const table = metricTable([first!, unfinished, third!, failed], ['a', 'b'], ['f1'])
    expect(table.title).toBe('Means over 2 of 4 pages')
    expect(table.notes).toEqual(['Not scored: 1 page (p1): not finished.', 'Not scored: 1 page (far): The page is too large.'])
    expect(table.rows.map(({ pages }) => pages)).toEqual([2, 2])
  })

  test('says how much gold began from an extractor', () => {
    const [first, second, third] = scored(3)
    const began = (of: typeof first, ...from: string[]) => ({ ...of!, facts: { ...of!.facts, began: from } })
    const { notes } = metricTable([began(second, 'lens'), began(first, 'lens', 'ttr'), third!], ['a', 'b'], ['f1'])
    expect(notes).toEqual([
      'Gold of 2 pages (p0, p1) began from lens, whose scores on it that may favour.',
      'Gold of 1 page (p0) began from ttr, whose scores on it that may favour.',
    ])
  })

  test('knows an overview by its type, or by what its collection says of the type', () => {
    const kinds = (facts: { pageType: string; pageKind?: 'overview' | 'content' }) => kindOfPage(facts)
    expect(kinds({ pageType: 'listing' })).toBe('overview')
    expect(kinds({ pageType: 'recipe' })).toBeNull()
    expect(kinds({ pageType: 'directory', pageKind: 'overview' })).toBe('overview')
    const { facts } = evaluatePage(
      {
        id: 'p',
        url: null,
        page: page('<body><p>text'),
        gold: { ...GOLD, pageType: 'directory', pageKind: 'overview' },
        configurations: [],
        tokens: {},
        metrics: new Set(),
      },
      ports,
    ).result
    expect(facts).toMatchObject({ pageType: 'directory', pageKind: 'overview' })
  })

  test('has ROUGE of any N, in its order of metrics', () => {
    const spec = RunSpec.parse({
      source: { kind: 'samples' },
      configurations: [{ extractor: 'ttr' }],
      metrics: ['rouge3', 'wordF1', 'f1', 'rouge3'],
    })
    expect(metricsOf(spec)).toEqual(['f1', 'wordF1', 'rouge3'])
    expect(RunSpec.safeParse({ ...spec, metrics: ['rouge0'] }).success).toBe(false)
    expect(RunSpec.safeParse({ ...spec, metrics: ['f2'] }).success).toBe(false)
  })

  // One page differs by 1, 0.5, 0.25 …: with 6 pages all in one direction, the exact p of a pair is 2 of 2⁶.
  const columns = [0.9, 0.5, 0.4].map((f1) => Array.from({ length: 6 }, (_, i) => f1 - i / 100))
  const three = Array.from({ length: 6 }, (_, i) =>
    result(
      `p${i}`,
      columns.map((column) => ({ precision: column[i]!, recall: column[i]! })),
    ),
  )
  const compared = withComparisons(metricTable(three, ['a', 'b', 'c'], ['f1']), three, { against: 'best' })

  test('compares every row with the best of its column, corrected for the number of comparisons', () => {
    expect(compared.rows.map(({ cells }) => cells[0]?.test)).toEqual([
      null,
      { against: 0, difference: expect.closeTo(-0.4, 9) as unknown, effect: null, p: 2 / 64, corrected: 4 / 64 },
      { against: 0, difference: expect.closeTo(-0.5, 9) as unknown, effect: null, p: 2 / 64, corrected: 4 / 64 },
    ])
    expect(compared.notes.at(-1)).toBe(
      'p: paired permutation test over pages, two-sided, against the best of the column, corrected for the 2 comparisons of a column (Holm).',
    )
  })

  test('carries intervals and corrected p-values in every format', () => {
    const [, b] = compared.rows
    const { low, high } = b!.cells[0]!.interval!
    const span = `[${low.toFixed(3)}, ${high.toFixed(3)}]`
    expect(tableCsv(compared).split('\n')[0]).toBe(
      'extractor,f1,f1 low,f1 high,f1 p,f1 p Holm,f1 d,f1OfMeans,f1OfMeans low,f1OfMeans high,pages,failures,empties',
    )
    expect(tableCsv(compared).split('\n')[2]).toContain(`,${low},${high},0.03125,0.0625,`)
    const line = JSON.parse(tableJsonl(compared).split('\n')[1]!) as { intervals: unknown; p: unknown }
    expect(line.intervals).toMatchObject({ f1: { low, high } })
    expect(line.p).toMatchObject({ f1: { against: 'a', p: 0.03125, holm: 0.0625 } })
    // 0.0625 is not below 0.05: not significantly different from the best.
    expect(tableMarkdown(compared)).toContain(`0.475†<br>${span}<br>p = 0.063`)
    const latex = tableLatex(compared)
    expect(latex).toContain('\\usepackage{booktabs}')
    expect(latex).toContain('0.475$^{\\dagger}$')
    expect(latex).toContain(`{\\scriptsize ${span} $p = 0.063$}`)
    expect(latex).toMatch(/\\caption\{.*Holm/)
    expect(tablePlain(compared)).toContain('† not significantly different')
  })

  test('tells how large a difference is in standard deviations of the pages’ differences', () => {
    // Differences 0.1, 0.2, 0.3: mean 0.2, standard deviation 0.1.
    const pages = [0.1, 0.2, 0.3].map((less, i) =>
      result(
        `p${i}`,
        [0.9, 0.9 - less].map((f1) => ({ precision: f1, recall: f1 })),
      ),
    )
    const [, row] = withComparisons(metricTable(pages, ['a', 'b'], ['f1']), pages, { against: 0 }).rows
    expect(row!.cells[0]!.test!.effect).toBeCloseTo(-2, 9)
  })

  test('is exported without the columns that are left out', () => {
    const fewer = withoutColumns(compared, new Set(['f1OfMeans']))
    expect(tableCsv(fewer).split('\n')[0]).toBe('extractor,f1,f1 low,f1 high,f1 p,f1 p Holm,f1 d,pages,failures,empties')
    expect(fewer.rows.every(({ cells }) => cells.length === 1)).toBe(true)
    expect(withoutColumns(compared, new Set())).toBe(compared)
  })

  test('is exported page by page, a line a page and extractor', () => {
    const lines = pageScoresCsv(three, ['a', 'b', 'c'], ['f1']).split('\n')
    expect(lines[0]).toBe('page,url,type,language,gold words,extractor,f1,empty,failure,errors,gold began from')
    expect(lines).toHaveLength(1 + 6 * 3 + 1)
    expect(lines[1]).toMatch(/^p0,.*,a,0\.9,/)
  })

  test('by groups is tested within each group', () => {
    const groups = withComparisons(
      groupTable(three, ['a', 'b', 'c'], 'f1', 'type'),
      three,
      { against: 1 },
      { metric: 'f1', grouping: 'type' },
    )
    expect(groups.columns.map(({ id }) => id)).toEqual(['article', '*'])
    expect(groups.rows[0]?.cells.map((cell) => cell.test?.corrected)).toEqual([4 / 64, 4 / 64])
    expect(groups.rows[1]?.cells.map((cell) => cell.test)).toEqual([null, null])
    expect(tablesText([groups, compared], 'csv')).toMatch(/^table,extractor,article,/)
  })
})

test('a specification completes itself', () => {
  const spec = RunSpec.parse({ source: { kind: 'samples' }, configurations: [{ extractor: 'ttr' }] })
  expect(spec.pages).toEqual({ contains: '', types: [], sample: 0, seed: 1 })
  expect(spec.configurations).toEqual([{ extractor: 'ttr', preset: 'default', params: {} }])
})
