import { CartesianGrid, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import type { ComparedRow } from '../../../../shared/evaluation/compare-runs'
import { signedFixed } from '../../../../shared/base/written-number'
import { formatScore } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { besideLine, noPoint, pointShape } from './plot-marks'
import { AXIS, nameBeside, roundRange, seriesColour } from './plot-style'

interface SlopeProps {
  readonly rows: readonly ComparedRow[]
  readonly runs: readonly [string, string]
  readonly label: string
  readonly onOpen: (configuration: number) => void
}

/** Heights in pixels of the drawing, its margins with the axis, and a name. */
const HEIGHT = 280
const EDGES = 44
const NAME = 13

/** Moves values down until neighbours are `least` apart. Returns them in the order of the input. */
function spread(values: readonly number[], least: number): number[] {
  const moved = [...values]
  let above = Infinity
  for (const i of values.map((_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0))) {
    above = Math.min(values[i] ?? 0, above - least)
    moved[i] = above
  }
  return moved
}

/** Lines from the mean of each row in an earlier run to its mean in this run. */
export function SlopePlot({ rows, runs: [before, now], label, onOpen }: SlopeProps) {
  const lines = rows.flatMap(({ configuration, name, others: [other] }) =>
    other?.test && other.mean !== null ? [{ configuration, name, before: other.mean - other.test.difference, after: other.mean }] : [],
  )
  if (lines.length === 0) return null
  const { domain, ticks } = roundRange(lines.flatMap((line) => [line.before, line.after]))
  return (
    <PlotFrame
      title={`${label} in two runs`}
      note={`Means over the common pages of both runs: ${before} to the left, ${now} to the right.`}
      columns={['extractor', before, now]}
      marks={lines.map((line) => ({
        label: `${line.name}: ${formatScore(line.before)} to ${formatScore(line.after)} (${signedFixed(line.after - line.before, 3)})`,
        cells: [line.name, line.before, line.after],
        open: () => onOpen(line.configuration),
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
            <Scatter
              key={`line${i}`}
              data={[
                { x: 0, y: line.before },
                { x: 1, y: line.after },
              ]}
              line={{ stroke: seriesColour(i), strokeWidth: pointing.current === i ? 3 : 1.5 }}
              shape={noPoint}
              isAnimationActive={false}
            />
          ))}
          {lines.map((line, i) => (
            <Scatter
              key={`points${i}`}
              data={[
                { mark: i, x: 0, y: line.before },
                { mark: i, x: 1, y: line.after },
              ]}
              isAnimationActive={false}
              shape={pointShape(pointing, { colour: seriesColour(i) })}
            />
          ))}
          {spread(
            lines.map(({ after }) => after),
            ((domain[1] - domain[0]) * NAME) / (HEIGHT - EDGES),
          ).map((y, i) => (
            <Scatter key={`name${i}`} data={[{ x: 1, y }]} shape={besideLine(lines[i]?.name ?? '')} isAnimationActive={false} />
          ))}
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
