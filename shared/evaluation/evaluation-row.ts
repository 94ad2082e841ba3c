import { pageKindOf, type PageKind } from '../gold/gold-file'
import type { PageParts, RowCounts } from './measured-text'
import type { MetricId } from './metric-list'

interface RowReason {
  readonly code: string
  readonly message: string
}

/** Scores of one page under one configuration, by metric id; null if the page's gold standard does not allow the metric. */
export interface EvaluationRow {
  readonly page: string
  readonly configuration: number
  readonly metrics: Readonly<Partial<Record<MetricId, number | null>>>
  /** Summed lengths of common, kept and gold text tokens, for ContentEx's micro average; null without a gold text. */
  readonly lengths: PageParts['lengths']
  /** Counts for figures of the whole corpus; missing if no metric needs them. */
  readonly counts?: RowCounts
  readonly verdict: 'article' | 'overview' | null
  readonly empty: boolean
  /** The scored text of the program has other words than the nodes that Inspect shows. */
  readonly apart?: true
  readonly errors: readonly string[]
  /** The failure; the metrics are then empty. */
  readonly failure: RowReason | null
}

/** The row of a configuration that failed on a page. */
export function failedRow(page: string, configuration: number, failure: RowReason): EvaluationRow {
  return { page, configuration, metrics: {}, lengths: null, verdict: null, empty: false, errors: [], failure }
}

/** Facts of a page without scores, for the groups and axes of tables and charts. */
export interface PageFacts {
  readonly page: string
  readonly url: string | null
  readonly host: string
  readonly pageType: string
  /** Whether the type is an overview or content, if the collection states it; see `kindOfPage`. */
  readonly pageKind?: PageKind
  readonly language: string
  readonly groups?: Readonly<Record<string, string>>
  /** The kind of gold standard; `markdown` if there is no other. */
  readonly gold: 'text' | 'snippets' | 'markdown' | 'none'
  /** How many snippets are wanted, and how many unwanted; absent if missing. */
  readonly snippets?: { readonly with: number; readonly without: number }
  /** Why an existing gold standard does not count (`not finished`); missing otherwise. */
  readonly leftOut?: string
  /** Extractors whose selection was the start of the gold labels; absent: no extractor. */
  readonly began?: readonly string[]
  readonly nodes: number
  readonly htmlLength: number
  /** Share of the page's characters that are link text, in [0,1]. */
  readonly linkShare: number
  readonly goldWords: number
}

/** Returns whether a page is an overview or content, according to its collection or else its type; null if unknown. */
export function kindOfPage({ pageType, pageKind }: Pick<PageFacts, 'pageType' | 'pageKind'>): PageKind | null {
  return pageKind ?? pageKindOf(pageType)
}

/** All rows of one page: one line of a run's file. */
export interface PageResult {
  readonly facts: PageFacts
  readonly rows: readonly EvaluationRow[]
  /** Set if the page could not be read or parsed; `rows` then have the same failure. */
  readonly failure: RowReason | null
}

/** The value of a metric in a row of a page; null if missing. */
export function valueIn({ rows }: PageResult, configuration: number, metric: MetricId): number | null {
  return rows[configuration]?.metrics[metric] ?? null
}

/** The values of a metric in a row, by page; pages without a value are omitted. */
export function valuesByPage(results: readonly PageResult[], configuration: number, metric: MetricId): Map<string, number> {
  return new Map(
    results.flatMap((result) => {
      const value = valueIn(result, configuration, metric)
      return value === null ? [] : [[result.facts.page, value] as const]
    }),
  )
}

/** Precision, recall, F1 and word F1; of WCXB its word F1 first. */
export function usualColumns(results: readonly PageResult[]): readonly MetricId[] {
  const isWcxb = results.length > 0 && results.every(({ facts }) => facts.groups?.corpus === 'WCXB')
  return isWcxb ? ['wordF1', 'precision', 'recall', 'f1'] : ['precision', 'recall', 'f1', 'wordF1']
}

/** Mean milliseconds per page of every row, with two digits; null for a row without times. @param timings per page: parsing, then the rows */
export function meanTimes(rows: number, timings: readonly (readonly number[])[]): (number | null)[] {
  return Array.from({ length: rows }, (_, row) => {
    const times = timings.flatMap((page) => page[row + 1] ?? [])
    return times.length === 0 ? null : Number((times.reduce((sum, time) => sum + time, 0) / times.length).toPrecision(2))
  })
}
