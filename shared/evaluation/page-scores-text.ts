/** Scores page by page, as a table for other programs. */
import { csvText } from '../base/csv'
import type { PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'

/** RFC 4180 with a header line: one line a page and extractor. Empty where a page's gold does not allow a metric. */
export function pageScoresCsv(results: readonly PageResult[], names: readonly string[], metrics: readonly MetricId[]): string {
  const header = ['page', 'url', 'type', 'language', 'gold words', 'extractor', ...metrics, 'empty', 'failure', 'errors', 'gold began from']
  const lines = results.flatMap(({ facts, rows }) =>
    rows.map((row) => [
      facts.page,
      facts.url,
      facts.pageType,
      facts.language,
      facts.goldWords,
      names[row.configuration],
      ...metrics.map((metric) => row.metrics[metric]),
      row.empty ? 'yes' : '',
      row.failure?.message,
      row.errors.join('; '),
      facts.began?.join('; '),
    ]),
  )
  return csvText([header, ...lines])
}
