import { pageKindOf, type PageKind } from '../gold/page-type'
import type { PageParts, RowCounts } from './measured-text'
import type { MetricId } from './metric-list'

/** Scores of one page under one configuration. Metric names are keys of `METRICS`; null where the page's gold does not allow the metric. */
export interface EvaluationRow {
  readonly page: string
  /** Index into the run's configurations. */
  readonly configuration: number
  readonly metrics: Readonly<Partial<Record<MetricId, number | null>>>
  /** Summed lengths of common, kept and gold tokens, for ContentEx's micro average; null without a gold text. */
  readonly lengths: PageParts['lengths']
  /** What figures of the whole corpus are summed from; absent where no metric asked for it. */
  readonly counts?: RowCounts
  /** What the extractor said of the page, if it says anything. */
  readonly verdict: 'article' | 'overview' | null
  /** No text was kept although the page has some. */
  readonly empty: boolean
  /** The text that a program gave, which is scored, has other words than the nodes that show it in Inspect. */
  readonly apart?: true
  /** Suggested error classes, see `error-classes.ts`. */
  readonly errors: readonly string[]
  /** What went wrong; the metrics are then empty. */
  readonly failure: { readonly code: string; readonly message: string } | null
}

/** What is known of a page besides its scores; the groups and axes of tables and charts. */
export interface PageFacts {
  readonly page: string
  readonly url: string | null
  readonly host: string
  readonly pageType: string
  /** Whether the type is an overview or content, where the collection says so; see `kindOfPage`. */
  readonly pageKind?: PageKind
  readonly language: string
  /** What else the collection tells its pages apart by (`style`, `level`). */
  readonly groups?: Readonly<Record<string, string>>
  /** What the page is scored against; `markdown` where that is all there is. */
  readonly gold: 'text' | 'snippets' | 'markdown' | 'none'
  /** Why gold that exists does not count (`not finished`); absent where it counts or there is none. */
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

/** The published corpus that pages are of, and the split of it: `groups.corpus` and `groups.split`. */
export interface NamedCorpus {
  readonly corpus: string
  readonly split?: string | undefined
}

/** Whether a page is an overview or content: as its collection says, else as its type is known; null where neither says. */
export function kindOfPage({ pageType, pageKind }: Pick<PageFacts, 'pageType' | 'pageKind'>): PageKind | null {
  return pageKind ?? pageKindOf(pageType)
}

/** All rows of one page: one line of a run's file. */
export interface PageResult {
  readonly facts: PageFacts
  readonly rows: readonly EvaluationRow[]
  /** Set where the page could not be read or parsed; `rows` then carry the same failure. */
  readonly failure: { readonly code: string; readonly message: string } | null
}
