/** Compares a run with a baseline by rules. */
import { failed } from '../../base/failure'
import { SAME, sameRow } from '../compare-runs'
import type { PageResult } from '../evaluation-row'
import { metricInfo, type MetricId } from '../metric-list'
import { metricsOf, type RunSpec, configurationName } from '../run-spec'
import { breaks, guardRuleText, type GuardRule } from './guard-rule'

/** A page of a run. The hash covers HTML and gold standard. */
export interface GuardedEntry {
  readonly hash: string
  readonly result: PageResult
  /** Per row, the kept texts in the form of `writeKept`; missing in older runs. */
  readonly kept?: readonly (string | null)[] | undefined
}

export interface GuardedRun {
  readonly names: readonly string[]
  readonly spec: Pick<RunSpec, 'configurations' | 'tokens' | 'metrics' | 'gold'>
  readonly boilerscope: string
  readonly entries: readonly GuardedEntry[]
}

type GuardRules = Readonly<Record<'run' | 'page', readonly GuardRule[]>>

export interface GuardFigure {
  readonly metric: MetricId
  readonly before: number
  readonly after: number
}

export type GuardMean = ReturnType<typeof meansOf>[number]
export type GuardPage = ReturnType<typeof guardedPage>
export type GuardRow = GuardReport['rows'][number]
export type GuardReport = ReturnType<typeof guardReport>

/**
 * Compares a run with its baseline on pages with the same HTML and gold standard. @throws FailureError `guard.…` if a rule checks nothing,
 * or if the runs cannot be compared
 */
export function guardReport(run: GuardedRun, baseline: GuardedRun, rules: GuardRules) {
  const notes = settingsNotes(run, baseline)
  const metrics = metricsOf(run.spec).filter((metric) => metricsOf(baseline.spec).includes(metric))
  for (const { metric } of [...rules.run, ...rules.page])
    if (!metrics.includes(metric))
      throw failed(
        'guard.metric',
        `${metricsOf(run.spec).includes(metric) ? 'The baseline' : 'The run'} has no ${metricInfo(metric).label} ("${metric}").`,
        'Name the metric in --metrics, and create the baseline with the same metrics.',
      )
  const pages = pairedPages(run, baseline)
  checkTypes(pages.both, rules)
  const metric = rules.run[0]?.metric ?? rules.page[0]?.metric ?? metrics.find((id) => id === 'f1') ?? metrics[0] ?? 'f1'
  const rows = run.names.flatMap((name, configuration) => {
    const there = sameRow(run, configuration, baseline)
    if (there < 0) {
      notes.push(`The row ${name} is not compared, because the baseline has no such row.`)
      return []
    }
    const found = pages.both.map((pair) => guardedPage(pair, configuration, there, { metrics, rules: rules.page }))
    const change = (page: GuardPage): number => computeWorsening(page.figures.find((figure) => figure.metric === metric))
    found.sort((a, b) => b.broken.length - a.broken.length || change(b) - change(a) || (a.page < b.page ? -1 : 1))
    return [{ configuration, name, against: baseline.names[there] ?? '', means: meansOf(found, metrics, rules.run), pages: found }]
  })
  if (rows.length === 0)
    throw failed(
      'guard.no-row',
      `The baseline has none of the rows ${run.names.join(', ')}.`,
      'Create the baseline with the same extractors.',
    )
  checkHeld(rows, rules)
  const broken = rows.some(({ means, pages: own }) => [...means, ...own].some((one) => one.broken.length > 0))
  const { missing, added, differing, unread } = pages
  return { rows, metric, missing, added, differing, unread, notes, broken }
}

function computeWorsening(figure: GuardFigure | undefined): number {
  if (!figure) return 0
  const fall = figure.before - figure.after
  return metricInfo(figure.metric).larger ? fall : -fall
}

export const hasWorsened = (figure: GuardFigure): boolean => computeWorsening(figure) > SAME

export const isWorse = ({ figures, failure }: GuardPage, metric: MetricId): boolean =>
  failure !== null || figures.some((figure) => figure.metric === metric && hasWorsened(figure))

export function isChanged({ figures, failure }: GuardPage): boolean {
  return failure !== null || figures.some(({ before, after }) => Math.abs(after - before) > SAME)
}

const MOST_SHOWN = 20
const MOST_BROKEN = 50

/**
 * Returns the pages of a row for the report. Pages that break a rule come first (at most `MOST_BROKEN`). Other pages that got worse follow,
 * up to `MOST_SHOWN` pages in total.
 */
export function shownPages(pages: readonly GuardPage[], metric: MetricId): GuardPage[] {
  const broken = pages.filter((page) => page.broken.length > 0)
  const worse = pages.filter((page) => page.broken.length === 0 && isWorse(page, metric))
  return [...broken.slice(0, MOST_BROKEN), ...worse.slice(0, Math.max(0, MOST_SHOWN - broken.length))]
}

interface Pair {
  readonly entry: number
  readonly now: GuardedEntry
  readonly before: GuardedEntry
}

function pairedPages(run: GuardedRun, baseline: GuardedRun) {
  const known = new Map(baseline.entries.map((entry) => [entry.result.facts.page, entry]))
  const [both, added, differing, unread]: [Pair[], string[], string[], string[]] = [[], [], [], []]
  for (const [entry, now] of run.entries.entries()) {
    const { page } = now.result.facts
    const before = known.get(page)
    known.delete(page)
    if (!before) added.push(page)
    else if (now.result.failure && !before.result.failure) unread.push(page)
    else if (now.result.failure || before.result.failure) continue
    else if (now.hash !== before.hash) differing.push(page)
    else both.push({ entry, now, before })
  }
  if (both.length === 0)
    throw failed(
      'guard.no-page',
      `The run and the baseline share no page with equal contents${differing.length > 0 ? ` (pages with a different HTML or gold standard: ${differing.length})` : ''}.`,
      'Create the baseline again, from the same pages.',
    )
  // `missing`: pages only in the baseline. `added`: pages only in this run.
  return { both, added, differing, unread, missing: [...known.keys()] }
}

const appliesTo = (rule: GuardRule, type: string): boolean => rule.type === null || rule.type === type

/** Checks that each rule applies to a compared page. @throws FailureError `guard.no-page`, for example without a gold standard */
function checkHeld(rows: readonly { readonly pages: readonly GuardPage[] }[], { run, page }: GuardRules): void {
  const tests = (rule: GuardRule, { type, failure, figures }: GuardPage): boolean =>
    appliesTo(rule, type) && (failure !== null || figures.some(({ metric }) => metric === rule.metric))
  const loose = [...run, ...page].find((rule) => !rows.some(({ pages }) => pages.some((one) => tests(rule, one))))
  if (!loose) return
  const message = `"${guardRuleText(loose)}" would test nothing: no page of this rule has ${metricInfo(loose.metric).label} in both runs.`
  throw failed('guard.no-page', message, 'Check that the pages have a gold standard (with --gold: of this name), or snippets.')
}

function checkTypes(both: readonly Pair[], { run, page }: GuardRules): void {
  const types = [...new Set(both.map(({ now }) => now.result.facts.pageType))].sort()
  const wrong = [...run, ...page].find(({ type }) => type !== null && !types.includes(type))
  if (!wrong) return
  const message = `"${guardRuleText(wrong)}" is for pages of a type that no compared page has.`
  throw failed('guard.type', message, `The types of compared pages are: ${types.join(', ')}.`)
}

function guardedPage(
  { entry, now, before }: Pair,
  configuration: number,
  there: number,
  { metrics, rules }: { readonly metrics: readonly MetricId[]; readonly rules: readonly GuardRule[] },
) {
  const { page, pageType: type } = now.result.facts
  const own = now.result.rows[configuration]
  const theirs = before.result.rows[there]
  const figures = metrics.flatMap((metric): GuardFigure[] => {
    const value = theirs?.metrics[metric] ?? null
    // A failure counts as the worst value if the baseline had a value.
    const after = own?.failure ? (metricInfo(metric).larger ? 0 : 1) : (own?.metrics[metric] ?? null)
    return value === null || after === null ? [] : [{ metric, before: value, after }]
  })
  const broken = rules.filter(
    (rule) =>
      appliesTo(rule, type) && figures.some(({ metric, before: then, after }) => metric === rule.metric && breaks(rule, after - then)),
  )
  /** Message of a failure of this run that the baseline does not have; null without such a failure. */
  const failure = own?.failure && !theirs?.failure ? own.failure.message : null
  return { page, type, entry, figures, failure, broken, keptBefore: before.kept?.[there] ?? null }
}

function meansOf(pages: readonly GuardPage[], metrics: readonly MetricId[], rules: readonly GuardRule[]) {
  const types = [...new Set(rules.map(({ type }) => type))].filter((type) => type !== null)
  return [null, ...types].flatMap((type) =>
    metrics.flatMap((metric) => {
      const matching = rules.filter((rule) => rule.metric === metric && rule.type === type)
      if (type !== null && matching.length === 0) return []
      const found = pages
        .filter((page) => type === null || page.type === type)
        .flatMap(({ figures }) => figures.filter((one) => one.metric === metric))
      if (found.length === 0) return []
      const mean = (of: 'before' | 'after'): number => found.reduce((sum, figure) => sum + figure[of], 0) / found.length
      const [before, after] = [mean('before'), mean('after')]
      return [{ metric, type, before, after, pages: found.length, broken: matching.filter((rule) => breaks(rule, after - before)) }]
    }),
  )
}

/** Returns notes on different settings of two runs. @throws FailureError `guard.tokens` if the runs compared words differently */
function settingsNotes(run: GuardedRun, baseline: GuardedRun): string[] {
  const words = ({ spec: { tokens } }: GuardedRun): string =>
    `${tokens.foldCase ? 'case ignored' : 'case compared'} and ${tokens.stripPunctuation ? 'punctuation removed' : 'punctuation kept'}`
  if (words(run) !== words(baseline)) {
    const message = `Words were compared differently. Baseline: ${words(baseline)}; this run: ${words(run)}.`
    throw failed('guard.tokens', message, 'Use the same options (--fold-case, --strip-punctuation), or create the baseline again.')
  }
  const notes: string[] = []
  const version = ({ boilerscope }: GuardedRun): string => `Boilerscope ${boilerscope || '(unknown version)'}`
  if (run.boilerscope !== baseline.boilerscope) notes.push(`${version(baseline)} created the baseline, ${version(run)} this run.`)
  const gold = ({ spec }: GuardedRun): string => `against the gold standard of ${spec.gold || 'each page'}`
  if (gold(run) !== gold(baseline)) notes.push(`The baseline was scored ${gold(baseline)}, this run ${gold(run)}.`)
  const [own, theirs] = [run, baseline].map(({ spec }) => spec.configurations.map(configurationName)) as [string[], string[]]
  if (own.some((name) => !theirs.includes(name)))
    notes.push(`The baseline has other extractors or parameters: ${theirs.join(', ')} instead of ${own.join(', ')}.`)
  return notes
}
