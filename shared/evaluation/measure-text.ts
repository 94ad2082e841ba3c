import { valueAt } from '../base/once'
import { lengthsOf, type MeasuredPage } from './measured-text'
import { metricInfo, type MetricId } from './metric-list'
import type { EvaluationRow } from './evaluation-row'

/** What a page's row says of the extracted text. */
export type TextMeasures = Pick<EvaluationRow, 'metrics' | 'lengths' | 'counts'>

/**
 * Makes the measuring of many texts extracted from one page; what depends on the gold alone is worked out once, and so is a text
 * that comes again: relatives often keep the same. Metrics that the page's gold does not allow are left out.
 * @param metrics those to measure, all of texts or all of Markdown.
 */
export function createMeasures(page: MeasuredPage, metrics: readonly MetricId[]): (text: string) => TextMeasures {
  const asked = metrics.map(metricInfo)
  const known = new Map<string, TextMeasures>()
  return (text) =>
    valueAt(known, text, () => {
      const measured = { text, page }
      const values = asked.map(({ id, measure }) => [id, measure(measured)] as const)
      const counts = Object.assign({}, ...asked.map((metric) => metric.counts?.(measured))) as EvaluationRow['counts'] & object
      return {
        metrics: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
        lengths: lengthsOf(measured),
        ...(Object.keys(counts).length === 0 ? {} : { counts }),
      }
    })
}
