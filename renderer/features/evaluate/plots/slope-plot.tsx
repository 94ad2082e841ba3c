import { CartesianGrid, ScatterChart, XAxis, YAxis } from 'recharts'
import type { ComparedRow } from '../../../../shared/evaluation/compare-runs'
import { formatDifference, formatScore } from '../../../components/number-format'
import { useFields } from '../../../window/store'
import { evaluation, useEvaluation } from '../state/evaluation'
import { metricLabel } from '../view-parts'
import { PlotFrame } from './plot-frame'
import { Points, pointShape, AXIS, roundRange, seriesColour, besideLine, noPoint, nameBeside } from './plot-marks'

/** Heights in pixels of the drawing, its margins with the axis, and a name. */
const HEIGHT = 280
const EDGES = 44
const NAME = 13

function spread(values: readonly number[], least: number): number[] {
  const moved = [...values]
  let above = Infinity
  for (const i of values.map((_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0))) {
    above = Math.min(values[i] ?? 0, above - least)
    moved[i] = above
  }
  return moved
}

/** Compares the run with the first other run. */
export function SlopePlot({ rows }: { readonly rows: readonly ComparedRow[] }) {
  const { others, details, metric } = useFields(useEvaluation, 'others', 'details', 'metric')
  const [before, now] = [others[0], details].map((one) => one?.run.name ?? '') as [string, string]
  const label = metricLabel(metric)
  const lines = rows.flatMap(({ configuration, name, others: [other] }) =>
    other?.test && other.mean !== null ? [{ configuration, name, before: other.mean - other.test.difference, after: other.mean }] : [],
  )
  if (lines.length === 0) return null
  const pointsOn = (line: (typeof lines)[number], mark: number) => [line.before, line.after].map((y, x) => ({ mark, x, y }))
  const { domain, ticks } = roundRange(lines.flatMap((line) => [line.before, line.after]))
  return (
    <PlotFrame
      title={`${label} in two runs`}
      note={`Means over the common pages of both runs: ${before} to the left, ${now} to the right.`}
      columns={['extractor', before, now]}
      marks={lines.map((line) => ({
        label: `${line.name}: ${formatScore(line.before)} to ${formatScore(line.after)} (${formatDifference(line.after - line.before, 3)})`,
        cells: [line.name, line.before, line.after],
        open: () => evaluation.showPages({ focus: line.configuration }),
      }))}
      height={HEIGHT}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 150, bottom: 4, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            type="number"
            dataKey="x"
            domain={[-0.1, 1]}
            ticks={[0, 1]}
            tickFormatter={(at: number) => (at === 0 ? before : now)}
            interval={0}
            {...AXIS}
          />
          <YAxis type="number" dataKey="y" domain={domain} ticks={ticks} width={56} {...AXIS} label={nameBeside(label)} />
          {lines.map((line, i) => (
            <Points
              key={`line${i}`}
              data={pointsOn(line, i)}
              line={{ stroke: seriesColour(i), strokeWidth: pointing.current === i ? 3 : 1.5 }}
              shape={noPoint}
            />
          ))}
          {lines.map((line, i) => (
            <Points key={`points${i}`} data={pointsOn(line, i)} shape={pointShape(pointing, { colour: seriesColour(i) })} />
          ))}
          {spread(
            lines.map(({ after }) => after),
            ((domain[1] - domain[0]) * NAME) / (HEIGHT - EDGES),
          ).map((y, i) => (
            <Points key={`name${i}`} data={[{ x: 1, y }]} shape={besideLine(lines[i]?.name ?? '')} />
          ))}
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
