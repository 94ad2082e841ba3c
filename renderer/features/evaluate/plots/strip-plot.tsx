import { useMemo } from 'react'
import { ReferenceArea, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import { hashText } from '../../../../shared/base/random'
import { valuesByPage, type PageResult } from '../../../../shared/evaluation/evaluation-row'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'
import { formatCount, formatScore } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { pointShape } from './plot-points'
import { AXIS, nameBelow, quantile, UNIT } from './plot-style'

interface StripProps {
  readonly results: readonly PageResult[]
  readonly name: string
  readonly configuration: number
  readonly metric: MetricId
  readonly height?: number
  readonly onOpen: (page: string) => void
}

/** Every page of one extractor as a point, with median and quartiles. */
export function StripPlot({ results, name, configuration, metric, height = 120, onOpen }: StripProps) {
  const label = metricInfo(metric).label
  const pages = useMemo(
    () => [...valuesByPage(results, configuration, metric)].map(([page, value]) => ({ page, value })).sort((a, b) => a.value - b.value),
    [results, configuration, metric],
  )
  const values = pages.map(({ value }) => value)
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share)) as [number, number, number]
  return (
    <PlotFrame
      title={`${label} of ${name}`}
      note={`${formatCount(pages.length, 'page')}; line: median ${formatScore(median)}, band: quartiles ${formatScore(low)} to ${formatScore(high)}.`}
      columns={['page', label]}
      marks={pages.map(({ page, value }) => ({ label: `${page}: ${formatScore(value)}`, cells: [page, value], open: () => onOpen(page) }))}
      height={height}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 4, right: 16, bottom: 8, left: 16 }} accessibilityLayer={false}>
          <XAxis type="number" dataKey="x" {...UNIT} {...AXIS} label={nameBelow(label)} />
          <YAxis type="number" dataKey="y" domain={[0, 1]} hide />
          {values.length > 0 ? <ReferenceArea x1={low} x2={high} fill="var(--accent-weak)" fillOpacity={1} /> : null}
          {values.length > 0 ? <ReferenceLine x={median} stroke="var(--accent)" strokeWidth={2} /> : null}
          <Scatter
            data={pages.map(({ page, value }, mark) => ({ mark, x: value, y: 0.08 + (0.84 * (hashText(page, 1) % 1000)) / 1000 }))}
            isAnimationActive={false}
            shape={pointShape(pointing, { colour: 'var(--text)', radius: 3, opacity: 0.4 })}
          />
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
