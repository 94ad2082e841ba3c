import type { SummedFigure } from './measured-text'
import { METRICS, metricInfo, type MetricId } from './metric-list'

/** A column of a table. */
export interface Figure extends SummedFigure {
  readonly larger: boolean
  /** The metric it is the mean of; null for figures that are not means of pages. */
  readonly metric: MetricId | null
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

/** The columns of a table of metrics: their means, then the figures that are shown beside them. */
export function figuresOf(metrics: readonly MetricId[]): Figure[] {
  const beside = METRICS.flatMap(({ id, sums = [] }) => (metrics.includes(id) ? sums : []))
  return [...metrics.map(meanFigure), ...beside.map((figure) => ({ ...figure, larger: true, metric: null }))]
}

/** Whether a column is the mean of a metric. */
export function isMetric(column: string): column is MetricId {
  return !METRICS.some(({ sums }) => sums?.some(({ id }) => id === column))
}
