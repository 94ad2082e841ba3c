import { useMemo } from 'react'
import { CartesianGrid, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import type { PageFacts, PageResult } from '../../../../shared/evaluation/evaluation-row'
import { valueIn } from '../../../../shared/evaluation/evaluation-row'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'
import { formatScore } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { pointShape } from './plot-points'
import { AXIS, nameBelow, nameBeside, roundRange, seriesColour, SERIES, shapeOf, UNIT } from './plot-style'

/** Properties of a page for the horizontal axis. */
export const PROPERTIES = [
  { id: 'nodes', label: 'Page size in nodes', of: ({ nodes }: PageFacts) => nodes },
  { id: 'linkShare', label: 'Link share', of: ({ linkShare }: PageFacts) => linkShare },
  { id: 'goldWords', label: 'Words of the gold text', of: ({ goldWords }: PageFacts) => goldWords },
] as const
export type Property = (typeof PROPERTIES)[number]['id']

interface ScatterProps {
  readonly results: readonly PageResult[]
  readonly names: readonly string[]
  readonly metric: MetricId
  readonly up: number
  /** Another extractor, or a property of the pages. */
  readonly across: number | Property
  readonly controls: React.ReactNode
  readonly onOpen: (page: string) => void
}

/** Every point is a page, coloured by its type: one extractor against another, or against a property of the page. */
export function ScatterPlot({ results, names, metric, up, across, controls, onOpen }: ScatterProps) {
  const { label, larger } = metricInfo(metric)
  const property = PROPERTIES.find(({ id }) => id === across)
  const acrossLabel = property?.label ?? `${label}, ${names[across as number] ?? ''}`
  const points = useMemo(
    () =>
      results
        .flatMap((result) => {
          const { page, pageType } = result.facts
          const y = valueIn(result, up, metric)
          const x = property ? property.of(result.facts) : valueIn(result, across as number, metric)
          return x === null || y === null ? [] : [{ page, type: pageType || 'unknown', x, y }]
        })
        .sort((a, b) => (property ? a.y - b.y : Math.abs(b.y - b.x) - Math.abs(a.y - a.x)))
        .map((point, mark) => ({ ...point, mark })),
    [results, up, across, metric, property],
  )
  const types = [...new Set(points.map(({ type }) => type))].sort()
  const sense = larger ? 1 : -1
  const better = points.filter(({ x, y }) => sense * (y - x) > 1e-9).length
  const worse = points.filter(({ x, y }) => sense * (x - y) > 1e-9).length
  const range = property && property.id !== 'linkShare' ? roundRange([0, ...points.map(({ x }) => x)]) : UNIT
  const note = property
    ? `${points.length} pages.`
    : `${names[up] ?? ''} is better on ${better} pages, ${names[across as number] ?? ''} on ${worse}; they are equal on ${points.length - better - worse}.`
  return (
    <PlotFrame
      title={`${label} of ${names[up] ?? ''}, page by page`}
      note={note}
      columns={['page', 'type', acrossLabel, `${label}, ${names[up] ?? ''}`]}
      marks={points.map(({ page, type, x, y }) => ({
        label: `${page} (${type}): ${formatScore(y)} against ${Number(x.toPrecision(3))}`,
        cells: [page, type, x, y],
        open: () => onOpen(page),
      }))}
      legend={types.map((type, i) => ({ label: type, colour: seriesColour(i) }))}
      controls={controls}
      height={240}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 16, bottom: 8, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="x" {...range} {...AXIS} label={nameBelow(acrossLabel)} />
          <YAxis type="number" dataKey="y" {...UNIT} width={56} {...AXIS} label={nameBeside(`${label}, ${names[up] ?? ''}`)} />
          {property ? null : (
            <ReferenceLine
              segment={[
                { x: 0, y: 0 },
                { x: 1, y: 1 },
              ]}
              stroke="var(--faint)"
              strokeDasharray="4 3"
            />
          )}
          {types.map((type, i) => (
            <Scatter
              key={type}
              data={points.filter((point) => point.type === type)}
              isAnimationActive={false}
              shape={pointShape(pointing, {
                colour: seriesColour(i),
                shape: shapeOf(Math.floor(i / SERIES) + i),
                radius: 3.5,
                opacity: 0.75,
              })}
            />
          ))}
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
