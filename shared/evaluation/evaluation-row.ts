import { pageKindOf, type PageKind } from '../gold/page-type'
import type { TokenLengths } from '../metrics/corpus-scores'
import type { OverlapCounts } from '../metrics/ngrams'
import type { SnippetCounts } from '../metrics/snippets'
import type { PageSizes } from '../metrics/space-savings'

/** Counts of one page, for micro figures. */
export interface RowCounts {
  readonly snippets?: SnippetCounts
  readonly shingles?: OverlapCounts
  readonly sizes?: PageSizes
}

/** Scores of one page under one configuration. Metric names are keys of `METRICS`; null where the page's gold does not allow the metric. */
export interface EvaluationRow {
  readonly page: string
  /** Index into the run's configurations. */
  readonly configuration: number
  readonly metrics: Readonly<Partial<Record<MetricId, number | null>>>
  /** Summed lengths of common, kept and gold tokens, for ContentEx's micro average; null without a gold text. */
  readonly lengths: TokenLengths | null
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

export interface MetricInfo {
  readonly id: MetricId
  readonly label: string
  /** The formula, and where it comes from; a is the extracted text, b the gold text. */
  readonly description: string
  /** Whether larger is better. */
  readonly larger: boolean
  /** Takes several times as long as all others: recorded only where it is asked for by name. */
  readonly costly?: true
}

const METRIC_LIST = [
  { id: 'precision', label: 'Precision', description: 'LCS(a, b) / |a| over words (CETD Eq. 1).' },
  {
    id: 'recall',
    label: 'Recall',
    description: 'LCS(a, b) / |b| over words (CETD Eq. 1; the text-to-tag ratio’s LCS recall).',
  },
  { id: 'f1', label: 'F1', description: '2PR / (P + R), a page at a time (CETD Eq. 2).' },
  {
    id: 'wordF1',
    label: 'Word F1',
    description:
      '2·|a ∩ b| / (|a| + |b|) over multisets of words, which are runs of letters, digits and _ of the lower-cased text; mean over pages, both empty 1 (WCXB).',
  },
  {
    id: 'rouge5',
    label: 'ROUGE-5',
    description: rougeDescription(5),
  },
  {
    id: 'shingleF1',
    label: 'Shingle F1',
    description:
      'F1 of the multisets of runs of 4 words, a page at a time. The article extraction benchmark’s figure, F1 of the mean precision and recall, is a column of its own.',
  },
  {
    id: 'cleanEval',
    label: 'CleanEval',
    description: 'LCS / (|a| + |b| − LCS) over words (CleanEval’s alignment score; CETD Eqs. 3, 4).',
  },
  { id: 'edr', label: 'EDR', description: '1 − Levenshtein(a, b) / max(|a|, |b|) over words (text-to-tag ratio).' },
  {
    id: 'editSimilarity',
    label: 'Edit similarity',
    description: '1 − Levenshtein(a, b) / max(|a|, |b|) over characters (WebMainBench’s text_edit). Slow on long texts.',
    costly: true,
  },
  {
    id: 'levenshteinRatio',
    label: 'Levenshtein ratio',
    description: '2·LCS(a, b) / (|a| + |b|) over characters (the ratio of Levenshtein libraries). Slow on long texts.',
    costly: true,
  },
  {
    id: 'markdownEdit',
    label: 'Markdown edit',
    description:
      '1 − Levenshtein(a, b) / max(|a|, |b|) over characters of the kept nodes as Markdown and the gold’s Markdown. Slow on long texts.',
    costly: true,
  },
  {
    id: 'markdownRatio',
    label: 'Markdown ratio',
    description: '2·LCS(a, b) / (|a| + |b|) over characters of the same. Slow on long texts.',
    costly: true,
  },
  {
    id: 'markdownRouge5',
    label: 'Markdown ROUGE-5',
    description: 'ROUGE-5 of the same, tokens as for ROUGE-N (WebMainBench’s main figure, which is of Markdown).',
    costly: true,
  },
  {
    id: 'teds',
    label: 'TEDS',
    description:
      '1 − tree edit distance / max(nodes) over the tables of both Markdown texts, in order (Zhong et al. 2020; WebMainBench’s table_TEDS). Only pages whose gold has tables of at most 1,000 nodes (tables, rows and cells); of more extracted ones the rest counts as inserted.',
    costly: true,
  },
  { id: 'accuracy', label: 'Accuracy', description: 'Bytes of common tokens / bytes of the gold tokens (CUTER).' },
  {
    id: 'noise',
    label: 'Noise',
    description: '1 − bytes of common tokens / bytes of the kept tokens (CUTER); 1 where nothing was kept of a page that has gold.',
    larger: false,
  },
  { id: 'weightedPrecision', label: 'Weighted P', description: 'Precision weighted by token length (ContentEx).' },
  { id: 'weightedRecall', label: 'Weighted R', description: 'Recall weighted by token length (ContentEx).' },
  {
    id: 'snippetAccuracy',
    label: 'Snippet accuracy',
    description: 'Share of snippets treated right, a page at a time: wanted ones kept, unwanted ones dropped (trafilatura).',
  },
  {
    id: 'snippetsWith',
    label: 'Wanted snippets',
    description: 'Share of the wanted snippets that were kept (WCXB’s “with”).',
  },
  {
    id: 'snippetsWithout',
    label: 'Unwanted snippets',
    description: 'Share of the unwanted snippets that were dropped (WCXB’s “without”).',
  },
  {
    id: 'spaceSaving',
    label: 'Space saving',
    description: '1 − bytes of the text / bytes of the HTML; none where nothing was kept.',
  },
  { id: 'spaceSavingGzip', label: 'Space saving, gzip', description: 'The same with both compressed by gzip.' },
] as const

/** A metric: one of the list, or ROUGE-N for any other N from 1 to 20. */
export type MetricId = (typeof METRIC_LIST)[number]['id'] | `rouge${number}`

/** What each metric is, for headers and tooltips. */
export const METRICS: readonly MetricInfo[] = METRIC_LIST.map((metric) => ({ larger: true, ...metric }))

/** Those of the list, in its order. */
export const METRIC_IDS: readonly MetricId[] = METRIC_LIST.map(({ id }) => id)

function rougeDescription(n: number): string {
  return `F1 of the multisets of runs of ${n} tokens (ROUGE-N, Lin 2004; WebMainBench prints N = 5). Tokens as its segmenter makes them, white space and punctuation included; Chinese by characters.`
}

/** N of `rougeN`; null for other metrics. */
export function rougeSize(id: string): number | null {
  const n = Number(/^rouge([1-9]\d?)$/.exec(id)?.[1] ?? 0)
  return n >= 1 && n <= 20 ? n : null
}

/** The metric of a name; null where there is none. `lcsRecall`, a second name for recall in older runs, is recall. */
export function metricOfName(name: string): MetricId | null {
  const n = rougeSize(name)
  if (n !== null) return `rouge${n}`
  return METRIC_IDS.find((id) => id === (name === 'lcsRecall' ? 'recall' : name)) ?? null
}

/** What a metric is. */
export function metricInfo(id: MetricId): MetricInfo {
  const known = METRICS.find((metric) => metric.id === id)
  if (known) return known
  const n = rougeSize(id) ?? 0
  return { id, label: `ROUGE-${n}`, description: rougeDescription(n), larger: true }
}
