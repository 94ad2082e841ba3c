import { memo, useMemo } from 'react'
import { Area, CartesianGrid, ComposedChart, ReferenceLine, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../../components/number-format'
import type { Axis, Window } from './binning'
import { bin } from './binning'
import type { ChartData } from './chart-data'
import type { Scale } from './chart-scale'
import { clusterColour, seriesColour } from './chart-colours'

/** Where the plot lies in the drawing, in pixels. */
export const MARGIN = { left: 56, right: 12, top: 10, bottom: 22 } as const

interface PlotProps {
  readonly data: ChartData
  readonly axis: Axis
  readonly window: Window
  readonly scale: Scale
  readonly width: number
  readonly height: number
}

type Row = Record<string, number>

/**
 * The marks: one stepped area a series, one bin a pixel column at most. Drawn again only when data, window or size change:
 * hover and selection are drawn by the overlay above.
 */
export const Plot = memo(function Plot({ data, axis, window, scale, width, height }: PlotProps) {
  const columns = Math.max(1, width - MARGIN.left - MARGIN.right)
  const rows = useMemo(() => plotRows(data, axis, window, scale, columns), [data, axis, window, scale, columns])
  const base = scale.transform(Math.max(0, scale.min))
  const threshold = data.threshold === null ? null : scale.transform(data.threshold)
  const share = data.series[0].share
  const tickX = xTicks(window)
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rows}
      margin={{ left: 0, right: MARGIN.right, top: MARGIN.top, bottom: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" strokeOpacity={0.7} />
      <XAxis
        type="number"
        dataKey="x"
        domain={[window.from, window.to]}
        allowDataOverflow
        ticks={tickX}
        height={MARGIN.bottom}
        tick={{ fontSize: 11, fill: 'var(--text-dim)' }}
        tickFormatter={(value: number) => formatNumber(value)}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        interval="preserveStartEnd"
      />
      <YAxis
        type="number"
        width={MARGIN.left}
        domain={[scale.min, scale.max]}
        ticks={[...scale.ticks]}
        allowDataOverflow
        tick={{ fontSize: 11, fill: 'var(--text-dim)' }}
        tickFormatter={(value: number) => tickText(scale.invert(value), share)}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
      {data.cluster
        ? Array.from({ length: data.clusters }, (_, c) => (
            <Area
              key={`c${c}`}
              type="stepAfter"
              dataKey={`c${c}`}
              baseValue={base}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
              stroke="none"
              fill={clusterColour(c, data.clusters)}
              fillOpacity={0.9}
            />
          ))
        : null}
      {data.series.map((series, i) =>
        i === 0 && data.cluster ? null : (
          <Area
            key={series.id}
            type="stepAfter"
            dataKey={`s${i}`}
            baseValue={base}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            stroke={seriesColour(i)}
            strokeWidth={i === 0 ? 1 : 1.25}
            fill={i === 0 ? seriesColour(i) : 'none'}
            fillOpacity={i === 0 ? 0.35 : 0}
          />
        ),
      )}
      {threshold === null ? null : <ReferenceLine y={threshold} stroke="var(--text)" strokeWidth={1} strokeDasharray="5 3" />}
    </ComposedChart>
  )
})

/** One row a bin; the last is repeated at the window's end so that its step has a width. */
function plotRows(data: ChartData, axis: Axis, window: Window, scale: Scale, columns: number): Row[] {
  const rows: Row[] = []
  const floor = scale.transform(Math.max(0, scale.min))
  data.series.forEach((series, i) => {
    const bins = bin(axis, series.values, window, columns)
    for (let b = 0; b < bins.count; b++) {
      const row = (rows[b] ??= { x: bins.start[b] as number })
      const value = scale.transform(bins.max[b] as number)
      if (Number.isNaN(value)) continue
      if (i === 0 && data.cluster) {
        const of = data.cluster[axis.subject[bins.peak[b] as number] as number]
        for (let c = 0; c < data.clusters; c++) row[`c${c}`] = c === of ? value : floor
      } else row[`s${i}`] = value
    }
  })
  const last = rows[rows.length - 1]
  if (last) rows.push({ ...last, x: window.to })
  return rows
}

/** Round numbers as short as they are, shares in per cent. */
function tickText(value: number, share: boolean): string {
  return share ? `${formatNumber(Number((value * 100).toPrecision(6)))} %` : formatNumber(value)
}

function xTicks(window: Window): number[] {
  const width = window.to - window.from
  const step = Math.max(1, 10 ** Math.floor(Math.log10(Math.max(1, width / 4))))
  const nice = [1, 2, 5, 10].map((m) => m * step).find((s) => width / s <= 8) ?? step * 10
  const ticks: number[] = []
  for (let t = Math.ceil(window.from / nice) * nice; t <= window.to; t += nice) ticks.push(t)
  return ticks
}
