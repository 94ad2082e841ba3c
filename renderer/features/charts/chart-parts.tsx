import { Swatch } from '../../components/evidence'
import { formatMeasure } from '../../components/number-format'
import { Facts } from '../../components/table'
import type { ChartData } from './chart-data'
import { clusterColour, seriesColour } from './plot'

export function Legend({ data: { series, cluster, clusters, threshold } }: { readonly data: ChartData }) {
  return (
    <ul className="dim chart-legend">
      {series.map(({ id, label, unit }, i) => (
        <li key={id}>
          {i === 0 && cluster ? (
            <>
              {Array.from({ length: clusters }, (_, c) => (
                <Swatch key={c} colour={clusterColour(c, clusters)} />
              ))}
              {label} by cluster
            </>
          ) : (
            <>
              <Swatch colour={seriesColour(i)} />
              {label}
              {i === 0 && unit ? `, ${unit}` : ''}
            </>
          )}
        </li>
      ))}
      {threshold === null ? null : (
        <li>
          <svg width="18" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="14" y2="4" stroke="var(--text)" strokeWidth="1" strokeDasharray="4 2" />
          </svg>
          threshold {formatMeasure(threshold, series[0].share)}
        </li>
      )}
    </ul>
  )
}

interface ChartTipProps {
  readonly data: ChartData
  readonly subject: number
  readonly x: number
  readonly width: number
  readonly kernel?: string | null
  readonly clear?: number
}

export function ChartTip({ data, subject, x, width, kernel = null, clear = 0 }: ChartTipProps) {
  const left = x > width / 2
  return (
    <div className="tip chart-tip" style={left ? { right: width - x + clear + 10 } : { left: x + clear + 10 }}>
      <div className="chart-tip-name">
        <span>{data.nameOf(subject)}</span>
        <span className={data.isKept(subject) ? 'chart-tip-kept' : 'dim chart-tip-out'}>{data.isKept(subject) ? 'kept' : 'not kept'}</span>
      </div>
      <Facts
        facts={[
          ...[...data.series, ...(data.across ? [data.across] : [])].map(
            ({ label, values, share }) => [label, formatMeasure(values[subject], share)] as const,
          ),
          ...(data.threshold === null ? [] : [['threshold', formatMeasure(data.threshold, data.series[0].share)] as const]),
        ]}
      />
      {kernel === null ? null : <p className="dim">{kernel}</p>}
      <p className="dim">{data.textOf(subject) || 'no text'}</p>
    </div>
  )
}

export function describe(data: ChartData, subject: number): string {
  if (subject < 0) return 'nothing'
  const values = data.series.map((s) => `${s.label} ${formatMeasure(s.values[subject], s.share)}`).join(', ')
  return `${data.nameOf(subject)}: ${values}, ${data.isKept(subject) ? 'kept' : 'not kept'}`
}
