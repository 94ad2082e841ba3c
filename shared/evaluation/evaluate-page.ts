import { toFailure, type Failure } from '../base/failure'
import type { Extractor } from '../extractors/core/extractor'
import { extractedText, runExtractor, type Extraction } from '../extractors/core/run'
import type { ParamValue } from '../extractors/core/params'
import { ngramCounts, overlapCounts } from '../metrics/ngrams'
import { tokenWords, wordRuns, type TokenOptions } from '../metrics/tokens'
import { outputMarkdown } from '../page/markdown'
import { attribute, type PageModel } from '../page/page-model'
import { hasReadableText } from '../page/readable-text'
import { errorClasses, linkShare, pageRegions } from './error-classes'
import { failedRow, kindOfPage, type EvaluationRow, type PageFacts, type PageResult } from './evaluation-row'
import { goldOnPage } from './gold-on-page'
import type { PageKind } from '../gold/gold-file'
import { type MeasuredPage, lengthsOf } from './measured-text'
import { metricInfo, type MetricId } from './metric-list'
import { siteOf } from '../base/url'
import { valueAt } from '../base/once'

export interface PageGold {
  readonly text: string | null
  readonly with: readonly string[]
  readonly without: readonly string[]
  readonly pageType: string
  /** The kind that the collection states. If missing, the page type decides. */
  readonly pageKind?: PageKind
  /** Why the gold standard is not used, such as `not finished`. */
  readonly leftOut?: string
  /** Ids of the extractors whose selections the annotator started from. */
  readonly began?: readonly string[]
  readonly markdown?: string | null
  readonly groups?: PageGroups
}

/** Properties of a page that the collection states, such as `source`, `language`, `style`, `level`. */
export type PageGroups = Readonly<Record<string, string>>

export interface ReadyConfiguration {
  readonly extractor: Pick<Extractor, 'id' | 'run'>
  readonly params: Readonly<Record<string, ParamValue>>
}

interface EvaluationPorts {
  gzipSize(text: string): number
  now(): number
  /** Not called if the configuration fails. */
  onSelected?(configuration: number, selected: Uint8Array): void
}

interface EvaluatePageInput {
  readonly id: string
  readonly url: string | null
  readonly page: PageModel
  readonly gold: PageGold
  readonly configurations: readonly ReadyConfiguration[]
  readonly tokens: TokenOptions
  readonly metrics: ReadonlySet<MetricId>
}

function languageOf(page: PageModel): string {
  for (let n = 0; n < Math.min(page.count, 3); n++) {
    const lang = attribute(page, n, 'lang')
    if (lang) return (lang.split('-')[0] ?? '').toLowerCase()
  }
  return ''
}

function statedFacts({ id, url, gold }: Pick<EvaluatePageInput, 'id' | 'url' | 'gold'>, language: string, knowsMarkdown = false) {
  return {
    page: id,
    url,
    host: gold.groups?.source ?? siteOf(url ?? '') ?? '',
    pageType: gold.pageType,
    language: gold.groups?.language ?? language,
    ...(gold.groups ? { groups: gold.groups } : {}),
    gold: goldKind(gold, knowsMarkdown),
    ...(hasSnippets(gold) ? { snippets: { with: gold.with.length, without: gold.without.length } } : {}),
    ...(gold.pageKind === undefined ? {} : { pageKind: gold.pageKind }),
    ...(gold.leftOut === undefined ? {} : { leftOut: gold.leftOut }),
    ...(gold.began === undefined ? {} : { began: gold.began }),
  }
}

const hasSnippets = (gold: PageGold): boolean => gold.with.length + gold.without.length > 0

function goldKind(gold: PageGold, asMarkdown = false): PageFacts['gold'] {
  if (gold.text !== null) return 'text'
  if (hasSnippets(gold)) return 'snippets'
  // Markdown is a gold standard only for Markdown metrics.
  return asMarkdown ? 'markdown' : 'none'
}

function isShownApart({ given, text }: Extraction): boolean {
  if (given === undefined || given === text) return false
  const { falsePositive, falseNegative } = overlapCounts(ngramCounts(wordRuns(given), 1), ngramCounts(wordRuns(text), 1))
  return falsePositive + falseNegative > 0
}

export function failedPage(page: Pick<EvaluatePageInput, 'id' | 'url' | 'gold'>, configurations: number, reason: Failure): PageResult {
  const failure = { code: reason.code, message: reason.message }
  return {
    facts: { ...statedFacts(page, ''), nodes: 0, htmlLength: 0, linkShare: 0, goldWords: 0 },
    failure,
    rows: Array.from({ length: configurations }, (_, configuration) => failedRow(page.id, configuration, failure)),
  }
}

/**
 * Runs every configuration on a page and scores the result. A configuration that throws gets a row with a failure. `timings` are
 * milliseconds per configuration, without scoring.
 */
export function evaluatePage(input: EvaluatePageInput, ports: EvaluationPorts) {
  const { id, url, page, gold, configurations, tokens, metrics } = input
  const regions = pageRegions(page)
  const goldWords = gold.text === null ? null : tokenWords(gold.text, tokens)
  const measured: MeasuredPage = {
    gold: gold.text,
    goldWords,
    snippets: gold,
    isWcxb: gold.groups?.corpus === 'WCXB',
    html: page.html,
    tokens,
    metrics,
    gzipSize: (text) => ports.gzipSize(text),
  }
  const metricsOf = (markdown: boolean): MetricId[] => [...metrics].filter((metric) => Boolean(metricInfo(metric).markdown) === markdown)
  const measureText = createMeasures(measured, metricsOf(false))
  const hasMarkdown = typeof gold.markdown === 'string' && metricsOf(true).length > 0
  const measureMarkdown = hasMarkdown
    ? createMeasures({ ...measured, gold: gold.markdown ?? null, goldWords: null }, metricsOf(true))
    : null
  const onPage = goldWords ? goldOnPage(page, goldWords, tokens) : null
  const pageHasText = hasReadableText(page)
  const timings: number[] = []
  const rows = configurations.map(({ extractor, params }, configuration): EvaluationRow => {
    const start = ports.now()
    let extraction: Extraction
    try {
      extraction = runExtractor(page, extractor, params)
    } catch (thrown) {
      const { code, message } = toFailure(thrown)
      return failedRow(id, configuration, { code, message })
    } finally {
      timings.push(ports.now() - start)
    }
    ports.onSelected?.(configuration, extraction.selected)
    return score(extraction, configuration)
  })

  function score(extraction: Extraction, configuration: number): EvaluationRow {
    const text = extractedText(extraction)
    const measures = measureText(text)
    const verdict = extraction.verdict?.pageType ?? null
    return {
      page: id,
      configuration,
      ...measures,
      metrics: { ...measures.metrics, ...measureMarkdown?.(outputMarkdown(page, extraction.selected)).metrics },
      verdict,
      empty: pageHasText && text.trim() === '',
      ...(isShownApart(extraction) ? { apart: true } : {}),
      errors: onPage ? errorClasses(onPage, regions, extraction.selected, { overview: kindOfPage(gold) === 'overview', verdict }) : [],
      failure: null,
    }
  }

  const facts: PageFacts = {
    ...statedFacts({ id, url, gold }, languageOf(page), measureMarkdown !== null),
    nodes: page.count,
    htmlLength: page.html.length,
    linkShare: linkShare(page, regions),
    goldWords: goldWords?.length ?? 0,
  }
  return { result: { facts, rows, failure: null }, timings }
}

export type TextMeasures = Pick<EvaluationRow, 'metrics' | 'lengths' | 'counts'>

/** Returns a function that scores texts of one page. Equal texts are scored once. */
export function createMeasures(page: MeasuredPage, metrics: readonly MetricId[]): (text: string) => TextMeasures {
  const infos = metrics.map(metricInfo)
  const known = new Map<string, TextMeasures>()
  return (text) =>
    valueAt(known, text, () => {
      const measured = { text, page }
      const values = infos.map(({ id, measure }) => [id, measure(measured)] as const)
      const counts = infos.flatMap((metric) => Object.entries(metric.counts?.(measured) ?? {})).filter(([, count]) => count !== null)
      return {
        metrics: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
        lengths: lengthsOf(measured),
        ...(counts.length === 0 ? {} : { counts: Object.fromEntries(counts) }),
      }
    })
}
