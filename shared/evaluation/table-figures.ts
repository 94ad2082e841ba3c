import { f1OfMeans, microScore } from '../metrics/corpus-scores'
import { shinglePart, shingleScoreOf } from '../metrics/shingles'
import { snippetScore } from '../metrics/snippets'
import { totalSpaceSaving } from '../metrics/space-savings'
import { metricInfo, type EvaluationRow, type MetricId } from './evaluation-row'

/**
 * A column of a table: a figure that is worked out from sums over pages. What only sums need can be read in any order, in pieces
 * and without keeping the pages.
 */
export interface Figure {
  readonly id: string
  readonly label: string
  readonly larger: boolean
  /** The metric it is the mean of; null for figures that are not means of pages. */
  readonly metric: MetricId | null
  /** How many numbers a page gives. */
  readonly size: number
  /** What a page gives; null where it does not count for the figure. */
  readonly part: (row: EvaluationRow) => readonly number[] | null
  /** The figure of `pages` > 0 pages with these sums; null where it is not defined. */
  readonly of: (sums: Float64Array, pages: number) => number | null
}

/** The mean of a metric over pages; pages without it do not count, failed ones neither (they are counted apart). */
export function meanFigure(metric: MetricId): Figure {
  const { id, label, larger } = metricInfo(metric)
  return {
    id,
    label,
    larger,
    metric,
    size: 1,
    part: ({ metrics }) => {
      const value = metrics[metric]
      return typeof value === 'number' ? [value] : null
    },
    of: ([total = 0], pages) => total / pages,
  }
}

interface CorpusFigure extends Figure {
  /** The metric it is shown with. */
  readonly beside: MetricId
}

const NO_MEAN = { larger: true, metric: null } as const

function lengthsPart({ lengths }: EvaluationRow): readonly number[] | null {
  return lengths ? [lengths.common, lengths.kept, lengths.gold] : null
}
function lengthsOf([common = 0, kept = 0, gold = 0]: Float64Array): ReturnType<typeof microScore> {
  return microScore([{ common, kept, gold }])
}

/** Figures over the corpus that are not means of pages. */
const CORPUS_FIGURES: readonly CorpusFigure[] = [
  {
    ...NO_MEAN,
    id: 'f1OfMeans',
    label: 'F1 of means',
    beside: 'f1',
    size: 2,
    part: ({ metrics: { precision, recall } }) =>
      typeof precision === 'number' && typeof recall === 'number' ? [precision, recall] : null,
    of: ([precision = 0, recall = 0], pages) => f1OfMeans([{ precision: precision / pages, recall: recall / pages }]),
  },
  {
    ...NO_MEAN,
    id: 'shingleF1OfMeans',
    label: 'Shingle F1 of means',
    beside: 'shingleF1',
    size: 4,
    part: ({ counts }) => {
      if (!counts?.shingles) return null
      const { precision, withOutput, recall, withGold } = shinglePart(counts.shingles)
      return [precision, withOutput, recall, withGold]
    },
    of: ([precision = 0, withOutput = 0, recall = 0, withGold = 0]) => shingleScoreOf({ precision, withOutput, recall, withGold }).f1,
  },
  {
    ...NO_MEAN,
    id: 'microPrecision',
    label: 'Weighted P, micro',
    beside: 'weightedPrecision',
    size: 3,
    part: lengthsPart,
    of: (sums) => lengthsOf(sums)?.precision ?? null,
  },
  {
    ...NO_MEAN,
    id: 'microRecall',
    label: 'Weighted R, micro',
    beside: 'weightedRecall',
    size: 3,
    part: lengthsPart,
    of: (sums) => lengthsOf(sums)?.recall ?? null,
  },
  {
    ...NO_MEAN,
    id: 'microSnippetAccuracy',
    label: 'Snippet accuracy, micro',
    beside: 'snippetAccuracy',
    size: 4,
    part: snippetsPart,
    of: (sums) => snippetsOf(sums).accuracy,
  },
  {
    ...NO_MEAN,
    id: 'microSnippetF1',
    label: 'Snippet F1, micro',
    beside: 'snippetAccuracy',
    size: 4,
    part: snippetsPart,
    of: (sums) => snippetsOf(sums).f1,
  },
  {
    ...NO_MEAN,
    id: 'totalSpaceSaving',
    label: 'Space saving, total',
    beside: 'spaceSaving',
    size: 2,
    // A page without a text counts as one that saves nothing, in neither sum.
    part: ({ counts }) => (counts?.sizes ? (counts.sizes.text === 0 ? [0, 0] : [counts.sizes.html, counts.sizes.text]) : null),
    of: ([html = 0, text = 0]) => totalSpaceSaving([{ html, text }]),
  },
]

function snippetsPart({ counts }: EvaluationRow): readonly number[] | null {
  if (!counts?.snippets) return null
  const { truePositive, falsePositive, falseNegative, trueNegative } = counts.snippets
  return [truePositive, falsePositive, falseNegative, trueNegative]
}
function snippetsOf([truePositive = 0, falsePositive = 0, falseNegative = 0, trueNegative = 0]: Float64Array): ReturnType<
  typeof snippetScore
> {
  return snippetScore([{ truePositive, falsePositive, falseNegative, trueNegative }])
}

/** The columns of a table of metrics: their means, then the figures that are shown beside them. */
export function figuresOf(metrics: readonly MetricId[]): Figure[] {
  return [...metrics.map(meanFigure), ...CORPUS_FIGURES.filter(({ beside }) => metrics.includes(beside))]
}

/** Whether a column is the mean of a metric. */
export function isMetric(column: string): column is MetricId {
  return !CORPUS_FIGURES.some(({ id }) => id === column)
}
