import { valueAt } from '../base/once'
import { counted, firstFew } from '../base/written-number'
import { pageKindOf, type PageKind } from '../gold/gold-file'
import type { PageParts, RowCounts } from './measured-text'
import type { MetricId } from './metric-list'

/** A failure of a page or row. */
interface RowReason {
  readonly code: string
  readonly message: string
}

/**
 * Scores of one page under one configuration. Metric names are keys of `METRICS`; null if the gold standard of the page does not allow the
 * metric.
 */
export interface EvaluationRow {
  readonly page: string
  /** Index into the run's configurations. */
  readonly configuration: number
  readonly metrics: Readonly<Partial<Record<MetricId, number | null>>>
  /** Summed lengths of common, kept and gold text tokens, for ContentEx's micro average; null without a gold text. */
  readonly lengths: PageParts['lengths']
  /** Counts for figures of the whole corpus; missing if no metric needs them. */
  readonly counts?: RowCounts
  /** The verdict of the extractor, if it has one. */
  readonly verdict: 'article' | 'overview' | null
  /** No text was kept although the page has some. */
  readonly empty: boolean
  /** The text that a program gave, which is scored, has other words than the nodes that show it in Inspect. */
  readonly apart?: true
  /** Suggested error classes, see `error-classes.ts`. */
  readonly errors: readonly string[]
  /** The failure; the metrics are then empty. */
  readonly failure: RowReason | null
}

/** The row of a configuration that failed on a page. */
export function failedRow(page: string, configuration: number, failure: RowReason): EvaluationRow {
  return { page, configuration, metrics: {}, lengths: null, verdict: null, empty: false, errors: [], failure }
}

/** Facts of a page apart from its scores; the groups and axes of tables and charts. */
export interface PageFacts {
  readonly page: string
  readonly url: string | null
  readonly host: string
  readonly pageType: string
  /** Whether the type is an overview or content, where the collection says so; see `kindOfPage`. */
  readonly pageKind?: PageKind
  readonly language: string
  /** Other groups in the collection (`style`, `level`). */
  readonly groups?: Readonly<Record<string, string>>
  /** The kind of gold standard; `markdown` if there is no other. */
  readonly gold: 'text' | 'snippets' | 'markdown' | 'none'
  /** How many snippets are wanted, and how many unwanted; absent if missing. */
  readonly snippets?: { readonly with: number; readonly without: number }
  /** Why an existing gold standard does not count (`not finished`); missing otherwise. */
  readonly leftOut?: string
  /** Extractors whose selection the gold labels began from; absent: none. */
  readonly began?: readonly string[]
  readonly nodes: number
  readonly htmlLength: number
  /** Share of the page's characters that are link text, in [0,1]. */
  readonly linkShare: number
  /** Words of the gold text. */
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
  /** Set where the page could not be read or parsed; `rows` then carry the same failure. */
  readonly failure: RowReason | null
}

/** The value of a metric in a row of a page; null if missing. */
export function valueIn({ rows }: PageResult, configuration: number, metric: MetricId): number | null {
  return rows[configuration]?.metrics[metric] ?? null
}

/** The values of a metric in a row, by page; pages that have none are omitted. */
export function valuesByPage(results: readonly PageResult[], configuration: number, metric: MetricId): Map<string, number> {
  return new Map(
    results.flatMap((result) => {
      const value = valueIn(result, configuration, metric)
      return value === null ? [] : [[result.facts.page, value] as const]
    }),
  )
}

/** Why a row of a table failed on pages: the same reason said once, with its pages. */
export interface RowFailure {
  readonly configuration: number
  readonly code: string
  /** Message of the first page. */
  readonly message: string
  readonly count: number
  /** The first pages, at most `MOST_PAGES`. */
  readonly pages: readonly string[]
}

/** Pages that a reason names at most. */
export const MOST_PAGES = 20

/** Gathers failures page by page, in memory that does not grow with the pages. */
export class RowFailures {
  private readonly found = new Map<string, Omit<RowFailure, 'pages' | 'count'> & { count: number; readonly pages: string[] }>()

  add({ facts, failure: ofPage, rows }: PageResult): void {
    // A page that could not be read fails in every row for one reason, which is the page's.
    if (ofPage) return
    for (const { configuration, failure } of rows) {
      if (!failure) continue
      const { code, message } = failure
      // Messages often contain the page or a number: group by code.
      const key = `${configuration} ${code}`
      const known = valueAt(this.found, key, () => ({ configuration, code, message, count: 0, pages: [] }))
      known.count++
      if (known.pages.length < MOST_PAGES) known.pages.push(facts.page)
    }
  }

  /** By row, the commonest reason first. */
  list(): readonly RowFailure[] {
    return [...this.found.values()].sort((a, b) => a.configuration - b.configuration || b.count - a.count || (a.code < b.code ? -1 : 1))
  }
}

/** `3 pages: a, b, c`, or the first of them and how many more. */
export function pagesSentence({ count, pages }: Pick<RowFailure, 'count' | 'pages'>): string {
  return `${counted(count, 'page')}: ${firstFew(pages, MOST_PAGES, count)}`
}
