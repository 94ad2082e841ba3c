import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarkdown } from '../../shared/base/escape'
import { FailureError } from '../../shared/base/failure'
import { pageChanges, readKept, writeKept, type KnownChanges } from '../../shared/evaluation/guard/page-changes'
import { guardMarkdown, guardSuites, junitXml, verdict } from '../../shared/evaluation/guard/guard-output'
import { guardReport, type GuardedRun } from '../../shared/evaluation/guard/guard-report'
import { breaks, guardRuleText, parseGuardRule } from '../../shared/evaluation/guard/guard-rule'
import { snippetReport, snippetsMarkdown, snippetSuites } from '../../shared/evaluation/guard/snippet-report'
import { METRIC_IDS, metricInfo, type MetricId } from '../../shared/evaluation/metric-list'
import { Configuration, RunSpec } from '../../shared/evaluation/run-spec'
import { extractors } from '../../shared/extractors'
import { findExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/output'
import { forAll, forAllOf } from '../fixtures/for-all'
import { junitFaults } from '../fixtures/junit-schema'
import { scoredPage } from '../fixtures/scored-pages'

const refusal = (act: () => unknown): string => {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof FailureError) return `${thrown.failure.code}: ${thrown.message}`
    throw thrown
  }
  return ''
}

describe('a rule', () => {
  it.each([
    ['', 'expected a metric at character 1'],
    ['< -1', 'expected a metric at character 1'],
    ['f2 < -1', 'There is no metric "f2"'],
    ['f1', 'expected a type in brackets, < or > at character 3'],
    ['f1[article', 'expected a type in brackets, < or > at character 3'],
    ['f1[article] = 1', 'expected < or > at character 12'],
    ['f1 <', 'expected a number at character 5'],
    ['f1 < 1e999', 'expected a number'],
    ['f1 < -0.1 %', 'expected the end at character 10'],
    ['f1 > 0.1', 'Higher values of F1'],
    ['noise < -0.1', 'Lower values of Noise'],
    ['f1 < 0.9', 'would fail a run with the same scores'],
  ])('that is wrong is refused with the expected text: %s', (text, message) =>
    expect(refusal(() => parseGuardRule(text))).toContain(message),
  )

  it('is read back as written, and any other text is refused', () => {
    const rules = fc.record({
      metric: fc.constantFrom<MetricId>(...METRIC_IDS, 'rouge3'),
      type: fc.option(fc.stringMatching(/^[^[\]\s]{1,20}$/)),
      size: fc.double({ min: 0, max: 10, noNaN: true }),
    })
    forAll(rules, ({ metric, type, size }) => {
      const rule = { metric, type, limit: size === 0 ? 0 : metricInfo(metric).larger ? -size : size }
      expect(parseGuardRule(guardRuleText(rule))).toEqual(rule)
    })
    const nearly = fc
      .array(fc.constantFrom('f1', 'noise', '[', ']', '<', '>', '-', '.', '0', '1e', ' ', 'article', '\n'))
      .map((parts) => parts.join(''))
    forAllOf(500, fc.oneof(fc.string(), nearly), (text) => {
      const message = refusal(() => {
        const rule = parseGuardRule(text)
        expect(parseGuardRule(guardRuleText(rule))).toEqual(rule)
      })
      expect(message).toMatch(/^($|guard\.(rule|direction): )/)
    })
  })

  it('is broken beyond its limit, not at its limit', () => {
    expect([breaks(parseGuardRule('f1 < -0.1'), -0.1), breaks(parseGuardRule('f1 < -0.1'), 0.8 - 0.9)]).toEqual([false, false])
    expect([breaks(parseGuardRule('f1 < -0.1'), -0.11), breaks(parseGuardRule('noise > 0'), 0.01)]).toEqual([true, true])
  })
})

type Scores = Readonly<Record<string, number | 'fails' | null>>

function run(scores: Scores, hashes: Readonly<Record<string, string>> = {}, spec: Partial<RunSpec> = {}): GuardedRun {
  const entries = Object.entries(scores).map(([name, f1]) => {
    const failure = f1 === 'fails' ? { code: 'module.error', message: 'It broke.' } : null
    const metrics = f1 === 'fails' ? {} : { f1, noise: f1 === null ? null : 1 - f1 }
    const result = scoredPage(name, [metrics], { facts: { pageType: name.split('/')[0] ?? '' }, row: () => ({ failure }) })
    return { hash: hashes[name] ?? name, result }
  })
  const parsed = RunSpec.parse({ source: { kind: 'samples' }, configurations: [{ extractor: 'lqf' }], metrics: ['f1', 'noise'], ...spec })
  return { names: ['lqf'], spec: parsed, boilerscope: '1.0.0', entries }
}
const rules = (mean: readonly string[], page: readonly string[] = []) => ({ run: mean.map(parseGuardRule), page: page.map(parseGuardRule) })

describe('a run that is compared with its baseline', () => {
  const before = run({ 'article/a': 0.9, 'article/b': 0.8, 'forum/c': 0.5 })
  const now = run({ 'article/a': 0.9, 'article/b': 0.5, 'forum/c': 0.8 })

  it('breaks rules about means, types and pages, worst first', () => {
    const report = guardReport(now, before, rules(['f1 < -0.01', 'f1[article] < -0.1', 'noise[article] > 0.2'], ['f1 < -0.2']))
    const [row] = report.rows
    expect(report.broken).toBe(true)
    const means = row?.means.map(({ metric, type, pages, broken }) => `${metric} ${type} ${pages} ${broken.length}`)
    expect(means).toEqual(['f1 null 3 0', 'noise null 3 0', 'f1 article 2 1', 'noise article 2 0'])
    expect(row?.pages.map(({ page, broken }) => `${page} ${broken.length}`)).toEqual(['article/b 1', 'article/a 0', 'forum/c 0'])
  })

  it('reports worse pages even if no rule is broken, and counts as equal only if no page is worse', () => {
    const worse = run({ 'article/a': 0.9, 'article/b': 0.5, 'forum/c': 0.5 })
    expect(verdict(guardReport(worse, before, rules([])))).toBe('No rule is broken; worse than the baseline: 2 means and 1 page')
    expect(verdict(guardReport(before, before, rules(['f1 < -0.01'])))).toBe('Extraction is not worse than its baseline')
  })

  it('counts a new failure of a page as the worst value', () => {
    const given = run({ 'article/a': 'fails', 'article/b': 0.8 })
    const report = guardReport(given, run({ 'article/a': 0.9, 'article/b': 0.8 }), rules([], ['f1 < -0.5', 'noise > 0.5']))
    const broken = [{ metric: 'f1' }, { metric: 'noise' }]
    expect(report.rows[0]?.pages[0]).toMatchObject({ page: 'article/a', failure: 'It broke.', broken })
  })

  it('compares only pages of both runs, and lists the others', () => {
    const given = run({ 'x/new': 1, 'x/same': 0.5, 'x/other': 0 }, { 'x/other': 'mended' })
    const report = guardReport(given, run({ 'x/same': 0.5, 'x/other': 1, 'x/gone': 1 }), rules([], ['f1 < 0']))
    expect(report).toMatchObject({ broken: false, added: ['x/new'], differing: ['x/other'], missing: ['x/gone'] })
    const note = 'Not compared, because HTML or gold standard differ from the baseline: 1 page (x/other)'
    expect(guardMarkdown(report, new Map())).toContain(note)
  })

  it('writes a loss with the minus sign that a rule accepts', () =>
    expect(guardMarkdown(guardReport(run({ a: 0.5 }), run({ a: 0.75 }), rules([], ['f1 < 0'])), new Map())).toContain(
      '| 0.7500 | 0.5000 | -0.2500 |',
    ))

  const one = (spec: Partial<RunSpec>) => run({ 'article/a': 1 }, {}, spec)
  it.each([
    ['another way to compare words', one({ tokens: { foldCase: true, stripPunctuation: false } }), 'f1 < 0', 'guard.tokens'],
    ['no such metric', one({ metrics: ['noise'] }), 'f1 < 0', 'guard.metric'],
    ['no such row', { ...one({ configurations: [Configuration.parse({ extractor: 'ttr' })] }), names: ['ttr'] }, 'f1 < 0', 'guard.no-row'],
    ['no gold', run({ 'article/a': null }), 'f1 < 0', 'guard.no-page'],
    ['no such page', run({ 'article/z': 1 }), 'f1 < 0', 'guard.no-page'],
    ['no such type', one({}), 'f1[product] < 0', 'guard.type'],
  ])('is refused if a rule cannot be checked: %s', (_, baseline, rule, code) =>
    expect(refusal(() => guardReport(now, baseline, rules([rule])))).toMatch(new RegExp(`^${code}: `)),
  )

  it('is written as JUnit XML that its schema allows, for any names of pages', () =>
    forAll(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), fc.string({ unit: 'binary' }), (names, words) => {
      const pages = Object.fromEntries(names.map((name) => [`p${name}`, 0.9]))
      const now = run(Object.fromEntries(Object.keys(pages).map((name, i) => [name, i % 2 === 0 ? 'fails' : 0.1])))
      const report = guardReport(now, run({ ...pages, gone: 1 }), rules(['f1 < 0'], ['f1 < 0']))
      const block = { kind: 'missed', rule: words, words: 2, node: 1, path: '', text: words, why: words, goldWords: 2 } as const
      const snippet = { kind: 'with', text: words, why: words } as const
      const changes: KnownChanges = new Map([['0 0', { against: 'baseline', blocks: [block], snippets: [snippet] }]])
      expect(junitFaults(junitXml('boilerscope', guardSuites(report, [parseGuardRule('f1 < 0')], changes)))).toEqual([])
      // The table has a head and one line per page. No character in a page name ends a line.
      expect(guardMarkdown(report, changes).match(/^\| p/gm)).toHaveLength(1 + Object.keys(pages).length)
    }))
})

it('escapes texts in Markdown', () =>
  expect(escapeMarkdown('a | <img src=x> `b` @all #1\n[x](y)')).toBe('a \\| &lt;img src=x&gt; \\`b\\` &#64;all \\#1 \\[x\\](y)'))

describe('the kept text', () => {
  const html = '<body><div><p>One two <b>three</b></p><p><a href=x>Four</a></p></div><p>Five six seven</p>'
  const page = parsePage(html, { sourcePositions: true })

  it('is written in few characters, can be read again, and differs between pages', () => {
    forAll(fc.array(fc.boolean(), { minLength: page.count, maxLength: page.count }), (flags) => {
      const selected = Uint8Array.from(flags, (flag, n) => (flag && page.kind[n] === TEXT ? KEPT : 0))
      const kept = readKept(page, writeKept(page, selected))
      expect(kept && Array.from(kept)).toEqual(Array.from(selected, (state) => (state === KEPT ? 1 : 0)))
    })
    for (const wrong of ['', '9:', 'x', '4:0-', '4:7', '4:1,0', '4:3-1', `${'9'.repeat(99)}:1`]) expect(readKept(page, wrong)).toBeNull()
  })

  it('is the source of the report on missing text, with its rule, and on wrong snippets', () => {
    const lqf = findExtractor(extractors, 'lqf')
    const all = new Uint8Array(page.count).fill(KEPT)
    const traced = { ...traceExtractor(page, lqf, { quota: 0.5 }), rules: lqf.rules }
    const gold = { text: 'Five six seven', with: ['Four'], without: ['two three', 'absent'] }
    const told = pageChanges(page, traced, gold, writeKept(page, all))
    expect(told.against).toBe('baseline')
    expect(told.blocks).toMatchObject([{ kind: 'missed', rule: 'link quota', words: 1, text: 'Four', goldWords: 0 }])
    expect(told.blocks[0]?.why).toMatch(/link quota 100 %, but may have at most 50.0 %/)
    expect(told.snippets.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['with Four', 'without two three'])
    expect(told.snippets[0]?.why).toMatch(/^Dropped/)
    const without = pageChanges(page, traced, { text: 'Four', with: [], without: [] }, null)
    expect([without.against, without.blocks[0]?.kind]).toEqual(['gold', 'added'])
  })
})

describe('snippets as tests', () => {
  const entries = run({ a: 1, b: 1, c: 'fails' }).entries.map(({ result, ...rest }, i) => {
    const rows = result.rows.slice(0, 1).map((row) => ({ ...row, metrics: row.failure ? {} : { snippetAccuracy: i === 0 ? 1 : 0.5 } }))
    return { ...rest, result: { ...result, rows } }
  })
  it('fail separately per page, with the error', () => {
    const report = snippetReport(['lqf'], entries)
    expect(report.rows[0]?.wrong.map(({ page }) => page)).toEqual(['b', 'c'])
    const snippet = { kind: 'without', text: 'Share', why: 'Kept.' } as const
    const changes: KnownChanges = new Map([['0 1', { against: 'nothing', blocks: [], snippets: [snippet] }]])
    expect(junitFaults(junitXml('x', snippetSuites(report, changes)))).toEqual([])
    for (const words of ['- unwanted, but kept: “Share” Kept.', '1 of 3 pages are correct.'])
      expect(snippetsMarkdown(report, changes)).toContain(words)
  })
  it('of an unreadable page are an error, and are not omitted', () => {
    const unread = { rows: [], failure: { code: 'x', message: 'Gone.', advice: '' } }
    const lost = run({ d: 1 }).entries.map(({ result: { facts, ...result }, ...rest }) => ({
      ...rest,
      result: { ...result, facts: { ...facts, gold: 'none' as const }, ...unread },
    }))
    const report = snippetReport(['lqf'], [...entries.slice(0, 1), ...lost])
    expect(report).toMatchObject({ broken: false, unread: [{ page: 'd', reason: 'Gone.' }] })
    const cases = snippetSuites(report, new Map())[0]?.cases.map(({ name, result }) => `${name} ${result?.kind}`)
    expect(cases).toEqual(['a undefined', 'd error'])
    expect(snippetsMarkdown(report, new Map())).toMatch(/^# Some pages cannot be read\n\nNot read:\n\n- d: Gone\./)
  })
  it('are refused if they are missing', () =>
    expect(refusal(() => snippetReport(['lqf'], run({ a: 1 }).entries))).toMatch(/^guard\.no-snippets/))
})
