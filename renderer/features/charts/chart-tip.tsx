import { formatMeasure } from '../../components/number-format'
import type { ChartData } from './chart-data'

/** What is known of a subject, beside the pointer. */
export function ChartTip({
  data,
  subject,
  x,
  width,
  kernel = null,
  clear = 0,
}: {
  readonly data: ChartData
  readonly subject: number
  readonly x: number
  readonly width: number
  /** How the first value comes from the second, in words. */
  readonly kernel?: string | null
  /** Pixels on each side that it leaves free. */
  readonly clear?: number
}) {
  const left = x > width / 2
  return (
    <div className="tip chart-tip" style={left ? { right: width - x + clear + 10 } : { left: x + clear + 10 }}>
      <div className="chart-tip-name">
        <span>{data.nameOf(subject)}</span>
        <span className={data.isKept(subject) ? 'chart-tip-kept' : 'chart-tip-out'}>{data.isKept(subject) ? 'kept' : 'not kept'}</span>
      </div>
      <dl>
        {[...data.series, ...(data.across ? [data.across] : [])].map((series) => (
          <div key={series.id}>
            <dt>{series.label}</dt>
            <dd>{formatMeasure(series.values[subject], series.share)}</dd>
          </div>
        ))}
        {data.threshold === null ? null : (
          <div>
            <dt>threshold</dt>
            <dd>{formatMeasure(data.threshold, data.series[0].share)}</dd>
          </div>
        )}
      </dl>
      {kernel === null ? null : <p className="chart-tip-kernel">{kernel}</p>}
      <p>{data.textOf(subject) || 'no text'}</p>
    </div>
  )
}

/** A subject in words, for screen readers. */
export function describe(data: ChartData, subject: number): string {
  if (subject < 0) return 'nothing'
  const values = data.series.map((s) => `${s.label} ${formatMeasure(s.values[subject], s.share)}`).join(', ')
  return `${data.nameOf(subject)}: ${values}, ${data.isKept(subject) ? 'kept' : 'not kept'}`
}
