import { registry } from '../../electron/peers/registry'
import { mean } from '../../shared/metrics/bootstrap'
import { f1Of, type TextScore } from '../../shared/metrics/text-scores'
import { snippetScore } from '../../shared/metrics/snippets'
import type { OurFigures } from './paper-tables'
import { WCXB_LEADERBOARD, WCXB_LEADERBOARD_NOTE } from './leaderboard'
import { byType, NOTES, TRIED } from './score-notes'
import { EXPECTED, type Setting } from './score-settings'
import type { PageResult } from './score-worker'
import weights from '../../shared/extractors/lens/weights.json'

export interface Results {
  readonly settings: readonly Setting[]
  readonly notInstalled: readonly string[]
  readonly articles: readonly PageResult[]
  readonly snippets: readonly PageResult[]
  readonly wcxb: readonly PageResult[]
  readonly pages: { readonly articles: number; readonly snippets: number; readonly wcxb: number }
}

const three = (value: number | null | undefined): string => (value === null || value === undefined ? 'n/a' : value.toFixed(3))
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const nameOf = ({ url, page }: PageResult): string => url ?? page

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '--:'))
  return [row(...head), row(...rule), ...rows.map((cells) => row(...cells))].join('\n')
}

const textScores = (results: readonly PageResult[]): TextScore[] => results.flatMap(({ text }) => text ?? [])

const meansOf = (scores: readonly TextScore[]): (number | null)[] =>
  (['precision', 'recall', 'f1'] as const).map((of) => mean(scores.map((score) => score[of])))

function speedOf(on: readonly PageResult[]): string {
  const own = on.reduce((total, r) => total + r.parse + r.run, 0)
  return own === 0 ? 'n/a' : (on.reduce((total, r) => total + r.parse5, 0) / own).toFixed(2)
}

function bySetting(results: Results, pages: readonly PageResult[]): Map<string, PageResult[]> {
  const groups = new Map<string, PageResult[]>(results.settings.map((s) => [s.name, []]))
  for (const result of pages) groups.get(result.setting)?.push(result)
  return groups
}

export function articleFigures(results: Results): OurFigures {
  return new Map(
    [...bySetting(results, results.articles)].map(([name, on]) => {
      const scores = textScores(on)
      const [precision = null, recall = null] = meansOf(scores)
      const f1OfMeans = precision === null || recall === null ? null : f1Of(precision, recall)
      return [name, { precision, recall, f1OfMeans, cleanEval: mean(scores.map((s) => s.cleaneval)) }]
    }),
  )
}

export function writeReport(results: Results): { markdown: string; summary: string } {
  const articles = bySetting(results, results.articles)
  const snippets = bySetting(results, results.snippets)
  const head = '|P|R|F1 (mean of pages)|F1 of means|CleanEval|snippet accuracy|snippet F1|empty|failures|pages/s ÷ parse5’s'.split('|')
  const rows = results.settings.map((setting) => {
    const on = articles.get(setting.name) ?? []
    const snip = snippets.get(setting.name) ?? []
    const scores = textScores(on)
    const [precision = null, recall = null, f1 = null] = meansOf(scores)
    const snippet = snippetScore(snip.flatMap((r) => r.snippets ?? []))
    const failures = [...on, ...snip].filter((r) => r.failure !== null).length
    const missing = results.pages.articles + results.pages.snippets - on.length - snip.length
    return [
      setting.name,
      ...[precision, recall, f1].map(three),
      three(precision === null || recall === null ? null : f1Of(precision, recall)),
      three(mean(scores.map((s) => s.cleaneval))),
      snip.length === 0 ? 'n/a' : three(snippet.accuracy),
      snip.length === 0 ? 'n/a' : three(snippet.f1),
      String(on.filter((r) => r.empty).length),
      String(failures + missing),
      speedOf(on),
    ]
  })
  const main = table(head, rows)

  const expected = Object.entries(EXPECTED).flatMap(([name, [p, r, f1]]) => {
    const on = articles.get(name)
    if (!on || on.length === 0) return []
    const scores = textScores(on)
    const f1OfPages = mean(scores.map((s) => s.f1))
    const difference = (f1OfPages ?? 0) - f1
    const shown = `${difference >= 0 ? '+' : '−'}${Math.abs(difference).toFixed(3)}`
    const isWithin = Math.abs(difference) <= 0.01 ? 'yes' : 'no'
    return [[name, `${three(p)} ${three(r)} ${three(f1)}`, meansOf(scores).map(three).join(' '), shown, isWithin]]
  })

  const failures = [...results.articles, ...results.snippets, ...results.wcxb].filter((r) => r.failure !== null)
  const parts = [
    '# Results on real pages',
    `Written by \`npm run score\`; do not edit. P, R and F1 are scores on ${results.pages.articles} pages of the article extraction benchmark. The snippet scores are on ${results.pages.snippets} pages of trafilatura’s evaluation set. Both sets are development halves. The pages are static HTML without layout. Lens was trained on the snippets of these ${results.pages.snippets} pages, so its snippet scores are too high for unseen pages. P and R use the longest common subsequence of words. “Pages/s ÷ parse5’s” is the speed of parsing and extracting, divided by the speed of plain parse5. This value is rough; \`npm run bench -- speed\` measures ratios to quote. If an extractor fails on a page, the page counts as an empty result.${librariesNote(results)}`,
    main,
    ...(results.wcxb.length > 0 ? wcxbParts(results) : []),
    '## Comparison with an independent implementation',
    'The table shows P, R and mean F1 on the article pages with the default presets. “Expected” are the scores of another implementation of the same descriptions.',
    table(['', 'expected', 'ours', 'difference', 'within 0.01'], expected),
    '## Causes of the differences',
    ...NOTES,
    '## Experiments',
    ...TRIED,
    '## Worst pages',
    'Each table shows the ten article pages on which an extractor has the lowest F1.',
    ...registry.list().flatMap((e) => (e.family === 'peer' ? [] : worstPages(e.id, articles.get(e.id) ?? []))),
    '## Failures',
    failures.length === 0 ? 'None.' : failures.map((f) => `- ${f.setting} on ${nameOf(f)}: ${f.failure}`).join('\n'),
    '## Pages with a low score of many extractors',
    hardPages(results),
  ]
  const width = head.map((_, i) => Math.max(...[head, ...rows].map((cells) => (cells[i] ?? '').length)))
  const summary = [head, ...rows]
    .map((cells) => cells.map((c, i) => (i === 0 ? c.padEnd(width[i] ?? 0) : c.padStart(Math.min(width[i] ?? 0, 10)))).join(' '))
    .join('\n')
  const check = expected.map((cells) => cells.join('  ')).join('\n')
  return { markdown: `${parts.join('\n\n')}\n`, summary: `${summary}\n\n${check}\n` }
}

function librariesNote({ settings, notInstalled }: Results): string {
  const programs = settings.flatMap(({ name, version }) => (version === undefined ? [] : [`${name} ${version}`]))
  const note =
    programs.length === 0
      ? ''
      : ` External programs with their default settings: ${programs.join(', ')}. Boilerscope locates the output of these programs in the page. The time of these programs includes request, parsing and response.`
  return notInstalled.length === 0 ? note : `${note} Not installed and without a row: ${notInstalled.join(', ')} (\`npm run peers\`).`
}

const FAMILIES: Readonly<Record<string, string>> = { system: 'paper', baseline: 'baseline', peer: 'library', own: 'ours' }

function wcxbParts(results: Results): string[] {
  const types = [...new Set(results.wcxb.map((r) => r.pageType))].sort()
  const bySettings = bySetting(results, results.wcxb)
  const scored = results.settings.flatMap((setting) => {
    const on = bySettings.get(setting.name) ?? []
    const of = (type: string | null): PageResult[] => on.filter((r) => type === null || r.pageType === type)
    return on.length === 0 ? [] : [{ setting, of }]
  })
  const family = (id: string): string => FAMILIES[registry.get(id)?.family ?? 'peer'] ?? ''
  const f1 = (on: readonly PageResult[]): number | null => mean(on.flatMap((r) => r.wordF1 ?? []))
  const unseen = lensUnseen()
  const rows = scored.flatMap(({ setting, of }) => {
    const snippet = snippetScore(of(null).flatMap((r) => r.snippets ?? []))
    const empty = of(null).filter((r) => r.empty).length
    const crossValidated = unseen.get(setting.name)
    const row = [
      crossValidated ? `${setting.name}, on the pages it was trained on` : setting.name,
      family(setting.extractor),
      ...[...types, null].map((type) => three(f1(of(type)))),
      three(snippet.accuracy),
      String(empty),
      String(results.pages.wcxb - of(null).filter((r) => r.failure === null).length),
    ]
    if (!crossValidated) return [row]
    return [[`${setting.name}, cross-validated`, 'ours', ...[...types, 'all'].map((type) => three(crossValidated[type])), '', '', ''], row]
  })
  const libraries = scored.flatMap(({ setting, of }) => {
    const own = of(null).flatMap((r) => r.ownWordF1 ?? [])
    return own.length === 0 ? [] : [`${setting.name} ${three(mean(own))} (here ${three(f1(of(null)))})`]
  })
  const others = WCXB_LEADERBOARD.map(({ name, figures }) => {
    const cells = [...types, 'all'].map((type) => (figures[type] === undefined ? '' : `*${three(figures[type])}*`))
    return [`*${name}*`, '*published*', ...cells, '', '', '']
  })
  const own = scored.filter(({ setting }) => setting.name === setting.extractor)
  const speeds = own.map(({ setting, of }) => [setting.name, ...[...types, null].map((type) => speedOf(of(type)))])
  return [
    '## WCXB, by page type',
    `The table shows the mean word F1 on ${results.pages.wcxb} pages of the development half of WCXB 1.0 (Foley 2026, CC BY 4.0). rs-trafilatura reads the page’s address, so it has one row with the address, and one row without the address. Lens was trained on these pages, so compare only its cross-validated rows ([how](lens.md)).`,
    table(['', '', ...types, 'all', 'snippet accuracy', 'empty', 'failures'], [...rows, ...others]),
    WCXB_LEADERBOARD_NOTE,
    ...(libraries.length === 0
      ? []
      : [`Word F1 of the text that a library returns, before its location in the page: ${libraries.join(', ')}.`]),
    'Speed by page type (pages/s ÷ parse5’s), from one run per page:',
    table(['', ...types, 'all'], speeds),
    '## Extractors of 2008 to 2012 in 2026, by page type',
    ...byType((name, type) =>
      three(unseen.get(name)?.[type ?? 'all'] ?? f1(scored.find(({ setting }) => setting.name === name)?.of(type ?? null) ?? [])),
    ),
  ]
}

export function lensTables(results: Results): string {
  const types = [...new Set(results.wcxb.map((r) => r.pageType))].sort()
  const wcxb = bySetting(results, results.wcxb)
  const articles = bySetting(results, results.articles)
  const shown = results.settings.filter((s) => s.name === s.extractor || s.extractor === 'lens')
  const unseen = lensUnseen()
  const rows = shown
    .map(({ name }) => {
      const own = unseen.get(name)
      const of = (type: string): number | null =>
        mean((wcxb.get(name) ?? []).flatMap((r) => (r.wordF1 !== null && (type === 'all' || r.pageType === type) ? [r.wordF1] : [])))
      return { name: own ? `**${name}**, cross-validated` : name, figures: ['all', ...types].map((type) => own?.[type] ?? of(type)) }
    })
    .sort((a, b) => (b.figures[0] ?? 0) - (a.figures[0] ?? 0))
    .map(({ name, figures }) => [name, ...figures.map(three)])
  const others = shown
    .map(({ name }) => [name.startsWith('lens') ? `**${name}**` : name, ...meansOf(textScores(articles.get(name) ?? [])).map(three)])
    .sort((a, b) => Number(b[3]) - Number(a[3]))
  return [
    `Word F1 on the ${results.pages.wcxb} pages, with default parameters; the scores of Lens are cross-validated, as above:`,
    table(['', 'all', ...types], rows),
    `On ${results.pages.articles} pages of the article extraction benchmark, on which Lens was not trained (precision, recall and F1 by the longest common subsequence of words, mean of pages):`,
    table(['', 'P', 'R', 'F1'], others),
  ].join('\n\n')
}

function worstPages(name: string, on: readonly PageResult[]): string[] {
  const worst = on
    .filter((r) => r.text !== null)
    .sort((a, b) => (a.text?.f1 ?? 0) - (b.text?.f1 ?? 0))
    .slice(0, 10)
  if (worst.length === 0) return []
  const rows = worst.map((r) => [nameOf(r), three(r.text?.precision), three(r.text?.recall), three(r.text?.f1)])
  return [`### ${name}`, table(['page', 'P', 'R', 'F1'], rows)]
}

function hardPages(results: Results): string {
  const ids = new Set(registry.list().map((e) => e.id))
  const pages = new Map<string, number[]>()
  for (const r of results.articles) {
    if (!r.text || !ids.has(r.setting)) continue
    const list = pages.get(nameOf(r)) ?? []
    list.push(r.text.f1)
    pages.set(nameOf(r), list)
  }
  const hard = [...pages].map(([url, f1]) => [url, mean(f1) ?? 0, Math.max(...f1)] as const).sort((a, b) => a[1] - b[1])
  return table(
    ['page', 'mean F1 of all', 'best F1'],
    hard.slice(0, 12).map(([url, average, best]) => [url, three(average), three(best)]),
  )
}

/** Mean word F1 of Lens models by page type (`all`: all pages). Each page is scored by a model that was trained without the page. */
function lensUnseen(): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const { scorecard, full } = weights.provenance.crossValidated.byType
  return new Map<string, Readonly<Record<string, number>>>([
    ['lens', scorecard],
    ['lens, full', full],
  ])
}
