import { registry } from '../../electron/peers/registry'
import { f1OfMeans, mean } from '../../shared/metrics/corpus-scores'
import { snippetScore } from '../../shared/metrics/snippets'
import { byType, NOTES, TRIED } from './score-notes'
import { publishedRows } from '../../shared/evaluation/published/leaderboards'
import { EXPECTED, type Setting } from './score-settings'
import type { PageResult } from './score-worker'

export interface Results {
  readonly settings: readonly Setting[]
  readonly articles: readonly PageResult[]
  readonly snippets: readonly PageResult[]
  readonly wcxb: readonly PageResult[]
  readonly pages: { readonly articles: number; readonly snippets: number; readonly wcxb: number }
}

const three = (value: number | null | undefined): string => (value === null || value === undefined ? 'n/a' : value.toFixed(3))
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '--:'))
  return [row(...head), row(...rule), ...rows.map((cells) => row(...cells))].join('\n')
}

/** Groups by setting, in the settings' order. */
function bySetting(results: Results, of: readonly PageResult[]): Map<string, PageResult[]> {
  const groups = new Map<string, PageResult[]>(results.settings.map((s) => [s.name, []]))
  for (const result of of) groups.get(result.setting)?.push(result)
  return groups
}

/** Writes the results as a document, and its main table for the terminal. */
export function report(results: Results): { markdown: string; summary: string } {
  const articles = bySetting(results, results.articles)
  const snippets = bySetting(results, results.snippets)
  const head = [
    '',
    'P',
    'R',
    'F1 (mean of pages)',
    'F1 of means',
    'CleanEval',
    'snippet accuracy',
    'snippet F1',
    'empty',
    'failures',
    'pages/s ÷ parse5’s',
  ]
  const rows = results.settings.map((setting) => {
    const on = articles.get(setting.name) ?? []
    const snip = snippets.get(setting.name) ?? []
    const scores = on.flatMap((r) => (r.text ? [r.text] : []))
    const snippet = snippetScore(snip.flatMap((r) => (r.snippets ? [r.snippets] : [])))
    const failures = [...on, ...snip].filter((r) => r.failure !== null).length
    const missing = results.pages.articles + results.pages.snippets - on.length - snip.length
    const parse5 = on.reduce((total, r) => total + r.parse5, 0)
    const own = on.reduce((total, r) => total + r.parse + r.run, 0)
    return [
      setting.name,
      three(mean(scores.map((s) => s.precision))),
      three(mean(scores.map((s) => s.recall))),
      three(mean(scores.map((s) => s.f1))),
      three(f1OfMeans(scores)),
      three(mean(scores.map((s) => s.cleaneval))),
      snip.length === 0 ? 'n/a' : three(snippet.accuracy),
      snip.length === 0 ? 'n/a' : three(snippet.f1),
      String(on.filter((r) => r.empty).length),
      String(failures + missing),
      own === 0 ? 'n/a' : (parse5 / own).toFixed(2),
    ]
  })
  const main = table(head, rows)

  const expected = Object.entries(EXPECTED).flatMap(([name, [p, r, f1]]) => {
    const on = articles.get(name)
    if (!on || on.length === 0) return []
    const scores = on.flatMap((page) => (page.text ? [page.text] : []))
    const f1OfPages = mean(scores.map((s) => s.f1))
    const difference = (f1OfPages ?? 0) - f1
    return [
      [
        name,
        `${three(p)} ${three(r)} ${three(f1)}`,
        `${three(mean(scores.map((s) => s.precision)))} ${three(mean(scores.map((s) => s.recall)))} ${three(f1OfPages)}`,
        `${difference >= 0 ? '+' : '−'}${Math.abs(difference).toFixed(3)}`,
        Math.abs(difference) <= 0.01 ? 'yes' : 'no',
      ],
    ]
  })

  const failures = [...results.articles, ...results.snippets, ...results.wcxb].filter((r) => r.failure !== null)
  const parts = [
    '# Results on real pages',
    `Written by \`npm run score\`; do not edit. ${results.pages.articles} pages of the article extraction benchmark with their full main text, and ${results.pages.snippets} pages of trafilatura’s evaluation set with snippets that must and must not be kept (development halves of both; the pages belong to their publishers and are not in this repository). Static HTML, without layout. Words are runs of letters and digits; P and R by the longest common subsequence. “Pages/s ÷ parse5’s” is parsing and extracting against parse5 alone, 1 being as fast as the parser; on a machine that does other things too, so ± 10 %.`,
    main,
    ...(results.wcxb.length > 0 ? wcxbParts(results) : []),
    '## Beside an independent reading of the specification',
    'P, R and mean F1 on the article pages with the default presets. A row counts as reproduced where F1 is within 0.01.',
    table(['', 'expected', 'ours', 'difference', 'within 0.01'], expected),
    '## Differences, and why',
    ...NOTES,
    '## What was tried',
    ...TRIED,
    '## Worst pages',
    'The ten article pages with the least F1 of each of our systems and baselines.',
    ...registry
      .list()
      .filter((e) => e.family !== 'peer' && !e.needsLayout)
      .flatMap((e) => worstPages(e.id, articles.get(e.id) ?? [])),
    '## Failures',
    failures.length === 0
      ? 'None: no extractor threw on any page.'
      : failures.map((f) => `- ${f.setting} on ${f.url}: ${f.failure}`).join('\n'),
    '## Pages that many find hard',
    hardPages(results),
  ]
  const width = head.map((_, i) => Math.max(...[head, ...rows].map((cells) => (cells[i] ?? '').length)))
  const summary = [head, ...rows]
    .map((cells) => cells.map((c, i) => (i === 0 ? c.padEnd(width[i] ?? 0) : c.padStart(Math.min(width[i] ?? 0, 10)))).join(' '))
    .join('\n')
  const check = expected.map((cells) => cells.join('  ')).join('\n')
  return { markdown: `${parts.join('\n\n')}\n`, summary: `${summary}\n\n${check}\n` }
}

/** How systems are told of in the tables by type. */
const FAMILIES: Readonly<Record<string, string>> = { system: 'paper', baseline: 'baseline', peer: 'peer', own: 'ours' }

/** Word F1 and speed on WCXB by page type, the rows of others below, and what is to be said of it. */
function wcxbParts(results: Results): string[] {
  const types = [...new Set(results.wcxb.map((r) => r.pageType))].sort()
  const bySettings = bySetting(results, results.wcxb)
  const scored = results.settings.flatMap((setting) => {
    const on = bySettings.get(setting.name) ?? []
    const of = (type: string | null): PageResult[] => on.filter((r) => type === null || r.pageType === type)
    return on.length === 0 ? [] : [{ setting, of }]
  })
  const family = (id: string): string => FAMILIES[registry.get(id)?.family ?? ''] ?? ''
  const f1 = (on: readonly PageResult[]): number | null => mean(on.flatMap((r) => (r.wordF1 === null ? [] : [r.wordF1])))
  const speed = (on: readonly PageResult[]): string => {
    const own = on.reduce((total, r) => total + r.parse + r.run, 0)
    return own === 0 ? 'n/a' : (on.reduce((total, r) => total + r.parse5, 0) / own).toFixed(2)
  }
  const rows = scored.map(({ setting, of }) => {
    const snippet = snippetScore(of(null).flatMap((r) => (r.snippets ? [r.snippets] : [])))
    const empty = of(null).filter((r) => r.empty).length
    return [
      setting.name,
      family(setting.extractor),
      ...[...types, null].map((type) => three(f1(of(type)))),
      three(snippet.accuracy),
      String(empty),
      String(results.pages.wcxb - of(null).filter((r) => r.failure === null).length),
    ]
  })
  const columns = [...types.map((id) => ({ id })), { id: '*' }]
  const { rows: published, notes } = publishedRows({ corpus: 'WCXB', split: 'dev' }, columns, { metric: 'wordF1', grouping: 'type' })
  const others = published.map(({ name, values }) => [
    `*${name}*`,
    '*published*',
    ...values.map((value) => (value === null ? '' : `*${three(value)}*`)),
    '',
    '',
    '',
  ])
  return [
    '## WCXB, by page type',
    `${results.pages.wcxb} pages of the development half of WCXB 1.0 (Foley 2026, CC BY 4.0), as many of each type: so “all” weighs the types the same, which the published rows do not (they are over all 1,497 pages, of which 793 are articles). Mean word F1 of pages. Lens was trained on these pages: its figures here are not those of pages it never saw (docs/lens.md has the cross-validated ones).`,
    table(['', '', ...types, 'all', 'snippet accuracy', 'empty', 'failures'], [...rows, ...others]),
    notes.join(' '),
    'Speed by page type, as above (pages/s ÷ parse5’s), from one run of each page:',
    table(
      ['', ...types, 'all'],
      scored
        .filter(({ setting }) => setting.name === setting.extractor)
        .map(({ setting, of }) => [setting.name, ...[...types, null].map((type) => speed(of(type)))]),
    ),
    '## Where methods of 2008 to 2012 stand in 2026, by page type',
    ...byType((name, type) => three(f1(scored.find(({ setting }) => setting.name === name)?.of(type ?? null) ?? []))),
  ]
}

function worstPages(name: string, on: readonly PageResult[]): string[] {
  const worst = on
    .filter((r) => r.text !== null)
    .sort((a, b) => (a.text?.f1 ?? 0) - (b.text?.f1 ?? 0))
    .slice(0, 10)
  if (worst.length === 0) return []
  const rows = worst.map((r) => [r.url, three(r.text?.precision), three(r.text?.recall), three(r.text?.f1)])
  return [`### ${name}`, table(['page', 'P', 'R', 'F1'], rows)]
}

/** Pages on which the mean F1 over all default settings is least. */
function hardPages(results: Results): string {
  const ids = new Set(registry.list().map((e) => e.id))
  const pages = new Map<string, number[]>()
  for (const r of results.articles) {
    if (!r.text || !ids.has(r.setting)) continue
    const list = pages.get(r.url) ?? []
    list.push(r.text.f1)
    pages.set(r.url, list)
  }
  const hard = [...pages].map(([url, f1]) => [url, mean(f1) ?? 0, Math.max(...f1)] as const).sort((a, b) => a[1] - b[1])
  return table(
    ['page', 'mean F1 of all', 'best F1'],
    hard.slice(0, 12).map(([url, average, best]) => [url, three(average), three(best)]),
  )
}
