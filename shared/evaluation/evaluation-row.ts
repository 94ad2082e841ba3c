import { z } from 'zod'
import { pageKindOf, type PageKind } from '../gold/gold-file'
import { RowCounts, TokenLengths } from './measured-text'
import type { MetricId } from './metric-list'

export const RowReason = z.object({ code: z.string(), message: z.string() }).readonly()
export type RowReason = z.infer<typeof RowReason>

export const RowFields = z.object({
  verdict: z.enum(['article', 'overview']).nullable(),
  empty: z.boolean(),
  /** Set if the scored text has other words than the kept nodes, see `ExtractionCore.given`. */
  apart: z.literal(true).exactOptional(),
  errors: z.array(z.string()).readonly(),
  /** Numbers of characters for ContentEx's micro average; null without a gold text or without scores. */
  lengths: TokenLengths.nullable(),
  counts: RowCounts.exactOptional(),
})

/**
 * Result of one configuration on one page. A score in `metrics` is missing if the row failed or the page's gold standard does not allow the
 * metric. A score is null if the metric is undefined for the text.
 */
export interface EvaluationRow extends Readonly<z.infer<typeof RowFields>> {
  readonly page: string
  readonly configuration: number
  readonly metrics: Readonly<Partial<Record<MetricId, number | null>>>
  readonly failure: RowReason | null
}

export function failedRow(page: string, configuration: number, failure: RowReason): EvaluationRow {
  return { page, configuration, metrics: {}, lengths: null, verdict: null, empty: false, errors: [], failure }
}

/** Facts that do not need the page. See `PageGold` for `leftOut` and `began`. */
export const StatedFacts = z.object({
  url: z.string().nullable(),
  host: z.string(),
  pageType: z.string(),
  pageKind: z.enum(['overview', 'content']).exactOptional(),
  language: z.string(),
  groups: z.record(z.string(), z.string()).readonly().exactOptional(),
  /** `markdown`: the page has only a gold text in Markdown, and the run measures Markdown metrics. */
  gold: z.enum(['text', 'snippets', 'markdown', 'none']),
  snippets: z.object({ with: z.number(), without: z.number() }).exactOptional(),
  leftOut: z.string().exactOptional(),
  began: z.array(z.string()).readonly().exactOptional(),
})

export interface PageFacts extends Readonly<z.infer<typeof StatedFacts>> {
  readonly page: string
  readonly nodes: number
  readonly htmlLength: number
  /** Share of the page's characters that are link text, in [0,1]. */
  readonly linkShare: number
  readonly goldWords: number
}

/** Returns the kind that the collection states; if missing, the kind of the page type. Null if unknown. */
export function kindOfPage({ pageType, pageKind }: Pick<PageFacts, 'pageType' | 'pageKind'>): PageKind | null {
  return pageKind ?? pageKindOf(pageType)
}

export interface PageResult {
  readonly facts: PageFacts
  readonly rows: readonly EvaluationRow[]
  /** Set if the page could not be read or parsed. All `rows` have the same failure. */
  readonly failure: RowReason | null
}

export function valueIn({ rows }: PageResult, configuration: number, metric: MetricId): number | null {
  return rows[configuration]?.metrics[metric] ?? null
}

/** Returns the values of a metric for one configuration, by page id. Omits pages without a value. */
export function valuesByPage(results: readonly PageResult[], configuration: number, metric: MetricId): Map<string, number> {
  return new Map(
    results.flatMap((result) => {
      const value = valueIn(result, configuration, metric)
      return value === null ? [] : [[result.facts.page, value] as const]
    }),
  )
}

/** Returns the default columns. Word F1 is first if all results are from WCXB, because WCXB uses this metric. */
export function usualColumns(results: readonly PageResult[]): readonly MetricId[] {
  const isWcxb = results.length > 0 && results.every(({ facts }) => facts.groups?.corpus === 'WCXB')
  return isWcxb ? ['wordF1', 'precision', 'recall', 'f1'] : ['precision', 'recall', 'f1', 'wordF1']
}

/**
 * Returns mean milliseconds per page for each row, with two significant digits; null without times. @param timings per page: the time of
 * parsing, then the time of each row
 */
export function meanTimes(rows: number, timings: readonly (readonly number[])[]): (number | null)[] {
  return Array.from({ length: rows }, (_, row) => {
    const times = timings.flatMap((page) => page[row + 1] ?? [])
    return times.length === 0 ? null : Number((times.reduce((sum, time) => sum + time, 0) / times.length).toPrecision(2))
  })
}
