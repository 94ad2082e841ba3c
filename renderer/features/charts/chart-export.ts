/** Takes a chart's data out of the window as a file. */
import { csvText, type CsvCell } from '../../../shared/base/csv'
import { excerpt } from '../../../shared/explain/node-label'
import type { Axis } from './binning'
import type { ChartData } from './chart-data'

/** Every value of the chart as CSV (RFC 4180), in the order drawn. */
export function chartCsv(data: ChartData, axis: Axis): string {
  const rows: CsvCell[][] = [['position', data.per, ...data.series.map((s) => s.id), ...(data.cluster ? ['cluster'] : []), 'kept', 'text']]
  axis.subject.forEach((subject, position) => {
    const values = data.series.map((s) => s.values[subject])
    const cluster = data.cluster ? [data.cluster[subject]] : []
    const line = data.per === 'line' ? subject + 1 : subject
    rows.push([position, line, ...values, ...cluster, data.isKept(subject) ? 1 : 0, excerpt(data.textOf(subject), 160)])
  })
  return csvText(rows, '\r\n')
}
