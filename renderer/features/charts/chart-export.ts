/** Takes a chart's data out of the window as a file. */
import { csvField } from '../../../shared/base/csv'
import { excerpt } from '../../../shared/explain/node-label'
import type { Axis } from './binning'
import type { ChartData } from './chart-data'

/** Every value of the chart as CSV (RFC 4180), in the order drawn. */
export function csvText(data: ChartData, axis: Axis): string {
  const rows = [
    ['position', data.per, ...data.series.map((s) => s.id), ...(data.cluster ? ['cluster'] : []), 'kept', 'text'].map(csvField).join(','),
  ]
  axis.subject.forEach((subject, position) => {
    const values = data.series.map((s) => {
      const v = s.values[subject] as number
      return Number.isNaN(v) ? '' : String(v)
    })
    const cluster = data.cluster ? [String(data.cluster[subject])] : []
    const line = data.per === 'line' ? subject + 1 : subject
    rows.push(
      [
        String(position),
        String(line),
        ...values,
        ...cluster,
        data.isKept(subject) ? '1' : '0',
        csvField(excerpt(data.textOf(subject), 160)),
      ].join(','),
    )
  })
  return `${rows.join('\r\n')}\r\n`
}
