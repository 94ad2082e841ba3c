import { CartesianGrid, ErrorBar, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { formatScore } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { pointShape } from './plot-points'
import { AXIS, nameBelow, roundRange } from './plot-style'

interface MeansPlotProps {
  readonly table: ResultTable
  /** The column that is drawn. */
  readonly column: string
  /** A level to reach, such as the agreement of annotators. */
  readonly ceiling?: { readonly label: string; readonly value: number } | null
  readonly onOpen: (configuration: number) => void
}

/** Mean of every extractor with its 95 % interval, the best first. */
export function MeansPlot({ table, column, ceiling = null, onOpen }: MeansPlotProps) {
  const at = table.columns.findIndex(({ id }) => id === column)
  const { label = '', larger = true } = table.columns[at] ?? {}
  const rows = table.rows
    .flatMap(({ configuration, name, cells }) => {
      const cell = cells[at]
      return typeof cell?.value !== 'number' ? [] : [{ configuration, name, value: cell.value, interval: cell.interval, pages: cell.pages }]
    })
    .sort((a, b) => (larger ? b.value - a.value : a.value - b.value))
  const data = rows.map(({ value, interval, ...row }, mark) => ({
    ...row,
    mark,
    x: value,
    y: rows.length - mark,
    range: interval ? [value - interval.low, interval.high - value] : null,
  }))
  const { domain, ticks } = roundRange([
    ...rows.flatMap(({ value, interval }) => (interval ? [interval.low, interval.high] : [value])),
    ...(ceiling ? [ceiling.value] : []),
  ])
  return (
    <PlotFrame
      title={`Mean ${label} by extractor`}
      note={`Points are means over ${rows[0]?.pages ?? 0} pages, lines 95 % bootstrap intervals.${ceiling ? ` Dashed: ${ceiling.label}, ${formatScore(ceiling.value)}.` : ''}`}
      columns={['extractor', label, 'low', 'high', 'pages']}
      marks={rows.map(({ configuration, name, value, interval, pages }) => ({
        label: `${name}: ${formatScore(value)}${interval ? `, ${formatScore(interval.low)} to ${formatScore(interval.high)}` : ''}`,
        cells: [name, value, interval?.low, interval?.high, pages],
        open: () => onOpen(configuration),
      }))}
      height={56 + rows.length * 24}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 4, right: 16, bottom: 8, left: 4 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis type="number" dataKey="x" domain={domain} ticks={ticks} {...AXIS} label={nameBelow(label)} />
          <YAxis
            type="number"
            dataKey="y"
            domain={[0.5, rows.length + 0.5]}
            ticks={data.map(({ y }) => y)}
            interval={0}
            tickFormatter={(y: number) => rows[rows.length - y]?.name ?? ''}
            width={150}
            {...AXIS}
            tick={{ ...AXIS.tick, fill: 'var(--text)' }}
          />
          {ceiling ? <ReferenceLine x={ceiling.value} stroke="var(--muted)" strokeDasharray="4 3" /> : null}
          <Scatter data={data} isAnimationActive={false} shape={pointShape(pointing, { colour: 'var(--accent)' })}>
            <ErrorBar dataKey="range" direction="x" width={6} stroke="var(--accent)" strokeWidth={1.5} isAnimationActive={false} />
          </Scatter>
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
