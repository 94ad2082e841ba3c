/** Scores of one page under one configuration. Metric names are keys of `METRICS`; null where the page's gold does not allow the metric. */
export interface EvaluationRow {
  readonly page: string
  /** Index into the run's configurations. */
  readonly configuration: number
  readonly metrics: Readonly<Partial<Record<MetricId, number | null>>>
  /** Summed lengths of common, kept and gold tokens, for ContentEx's micro average; null without a gold text. */
  readonly lengths: { readonly common: number; readonly kept: number; readonly gold: number } | null
  /** What the extractor said of the page, if it says anything. */
  readonly verdict: 'article' | 'overview' | null
  /** No text was kept although the page has some. */
  readonly empty: boolean
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
  readonly language: string
  readonly gold: 'text' | 'snippets' | 'none'
  readonly nodes: number
  readonly htmlLength: number
  /** Share of the page's characters that are link text, in [0,1]. */
  readonly linkShare: number
  /** Words of the gold text. */
  readonly goldWords: number
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
  readonly description: string
  /** Whether larger is better. */
  readonly larger: boolean
}

export const METRIC_IDS = [
  'precision',
  'recall',
  'f1',
  'cleanEval',
  'lcsRecall',
  'edr',
  'accuracy',
  'noise',
  'weightedPrecision',
  'weightedRecall',
  'snippetAccuracy',
  'spaceSaving',
  'spaceSavingGzip',
] as const
export type MetricId = (typeof METRIC_IDS)[number]

/** What each metric is, for headers and tooltips. */
export const METRICS: readonly MetricInfo[] = [
  { id: 'precision', label: 'Precision', description: 'LCS(a, b) / |a| over words (CETD Eq. 1).', larger: true },
  { id: 'recall', label: 'Recall', description: 'LCS(a, b) / |b| over words (CETD Eq. 1).', larger: true },
  { id: 'f1', label: 'F1', description: '2PR / (P + R), a page at a time (CETD Eq. 2).', larger: true },
  { id: 'cleanEval', label: 'CleanEval', description: 'LCS / (|a| + |b| − LCS) over words (CETD Eqs. 3, 4).', larger: true },
  { id: 'lcsRecall', label: 'LCS recall', description: 'LCS(a, b) / |b|, as in the text-to-tag ratio paper.', larger: true },
  { id: 'edr', label: 'EDR', description: '1 − Levenshtein(a, b) / max(|a|, |b|) over words (text-to-tag ratio).', larger: true },
  { id: 'accuracy', label: 'Accuracy', description: 'Bytes of common tokens / bytes of the gold tokens (CUTER).', larger: true },
  { id: 'noise', label: 'Noise', description: '1 − bytes of common tokens / bytes of the kept tokens (CUTER).', larger: false },
  { id: 'weightedPrecision', label: 'Weighted P', description: 'Precision weighted by token length (ContentEx).', larger: true },
  { id: 'weightedRecall', label: 'Weighted R', description: 'Recall weighted by token length (ContentEx).', larger: true },
  {
    id: 'snippetAccuracy',
    label: 'Snippet accuracy',
    description: 'Share of snippets treated right: wanted ones kept, unwanted ones dropped.',
    larger: true,
  },
  { id: 'spaceSaving', label: 'Space saving', description: '1 − bytes of the text / bytes of the HTML.', larger: true },
  { id: 'spaceSavingGzip', label: 'Space saving, gzip', description: 'The same with both compressed by gzip.', larger: true },
]
