import { useMemo } from 'react'
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import { valuesByPage, type PageResult } from '../../../../shared/evaluation/evaluation-row'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'
import { quantile } from '../../../../shared/metrics/bootstrap'
import { formatScore } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { noPoint, pointShape } from './plot-marks'
import { AXIS, nameBelow, nameBeside, SERIES, seriesColour, UNIT } from './plot-style'

/** Dash patterns, which distinguish the curves without colour; `0` is solid. */
const DASHES = ['0', '6 3', '2 3', '8 3 2 3'] as const
const dashOf = (place: number): string => DASHES[place % DASHES.length] ?? '0'

interface EcdfProps {
  readonly results: readonly PageResult[]
  readonly names: readonly string[]
  readonly metric: MetricId
  /** Rows to draw, best first; at most as many as colours exist. */
  readonly rows: readonly number[]
  readonly onOpen: (configuration: number) => void
}

/** Curves with the share of pages at or below each value, one per extractor. A point marks the median. */
export function EcdfPlot({ results, names, metric, rows, onOpen }: EcdfProps) {
  const { label, larger } = metricInfo(metric)
  const curves = useMemo(
    () =>
      rows.slice(0, SERIES).map((configuration) => {
        const values = [...valuesByPage(results, configuration, metric).values()].sort((a, b) => a - b)
        const steps = values.flatMap((x, i) => [
          { x, y: i / values.length },
          { x, y: (i + 1) / values.length },
        ])
        return { configuration, values, median: quantile(values, 0.5), points: [{ x: 0, y: 0 }, ...steps, { x: 1, y: 1 }] }
      }),
    [results, metric, rows],
  )
  return (
    <PlotFrame
      title={`Distribution of ${label}`}
      note={`Share of pages with at most this ${label}.${rows.length > SERIES ? ` Only the best ${SERIES} extractors.` : ''} Points are medians. A ${larger ? 'lower' : 'higher'} curve is better.`}
      columns={['extractor', 'median', 'first quartile', 'third quartile', 'pages']}
      marks={curves.map(({ configuration, values, median }) => ({
        label: `${names[configuration] ?? ''}: median ${formatScore(median)}, a quarter of the pages below ${formatScore(quantile(values, 0.25))}`,
        cells: [names[configuration], median, quantile(values, 0.25), quantile(values, 0.75), values.length],
        open: () => onOpen(configuration),
      }))}
      legend={curves.map(({ configuration }, i) => ({
        label: names[configuration] ?? '',
        colour: seriesColour(i),
        kind: 'line',
        dash: dashOf(i),
      }))}
      height={280}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 16, bottom: 8, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="x" {...UNIT} {...AXIS} label={nameBelow(label)} />
          <YAxis type="number" dataKey="y" {...UNIT} width={56} {...AXIS} label={nameBeside('Share of pages')} />
          <ReferenceLine y={0.5} stroke="var(--faint)" strokeDasharray="3 3" />
          {curves.map(({ points }, i) => (
            <Scatter
              key={i}
              data={points}
              line={{
                stroke: seriesColour(i),
                strokeWidth: pointing.current === i ? 3 : 1.5,
                strokeDasharray: dashOf(i),
              }}
              shape={noPoint}
              isAnimationActive={false}
            />
          ))}
          {curves.map(({ median }, i) => (
            <Scatter
              key={i}
              data={[{ mark: i, x: median, y: 0.5 }]}
              isAnimationActive={false}
              shape={pointShape(pointing, { colour: seriesColour(i) })}
            />
          ))}
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
