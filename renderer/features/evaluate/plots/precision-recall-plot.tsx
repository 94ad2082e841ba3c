import { CartesianGrid, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { formatScore } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { endName, pointShape, type Side } from './plot-marks'
import { AXIS, nameBelow, nameBeside, roundRange } from './plot-style'

const LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const STEPS = 60

/** Returns points of precision and recall whose F1 is the level. */
function equalF1(level: number, [low, high]: readonly [number, number], [bottom, top]: readonly [number, number]) {
  const from = Math.max(low, level / (2 - level))
  return Array.from({ length: STEPS + 1 }, (_, i) => from + ((high - from) * i) / STEPS)
    .map((x) => ({ x, y: (level * x) / (2 * x - level) }))
    .filter(({ x, y }) => x <= high && y <= top && y >= bottom)
    .map((point, place) => ({ ...point, place }))
}

/** Returns, per point, the side on which its name covers no point and no earlier name; null if no side is free. @param points in shares of the plot */
function nameSides(points: readonly { readonly x: number; readonly y: number; readonly length: number }[]): (Side | null)[] {
  const placed: { readonly low: number; readonly high: number; readonly y: number }[] = []
  return points.map((one, i) => {
    for (const [side, from, up] of [
      ['right', 0.015, 0],
      ['left', -one.length, 0],
      ['above', -one.length / 2, 0.05],
      ['below', -one.length / 2, -0.06],
    ] as const) {
      const low = one.x + from
      const high = low + one.length - 0.015
      const middle = one.y + up
      const isFree =
        low >= 0 &&
        high <= 1.02 &&
        middle >= 0 &&
        middle <= 1 &&
        points.every(({ x, y }, j) => j === i || Math.abs(y - middle) > 0.04 || x < low || x > high) &&
        placed.every((name) => Math.abs(name.y - middle) > 0.055 || name.high < low || name.low > high)
      if (!isFree) continue
      placed.push({ low, high, y: middle })
      return side
    }
    return null
  })
}

interface PrecisionRecallProps {
  readonly table: ResultTable
  readonly onOpen: (configuration: number) => void
}

/** Mean precision against mean recall, with curves of equal F1. */
export function PrecisionRecallPlot({ table, onOpen }: PrecisionRecallProps) {
  const [p, r] = ['precision', 'recall'].map((id) => table.columns.findIndex((column) => column.id === id)) as [number, number]
  const rows = table.rows.flatMap(({ configuration, name, cells }) => {
    const [precision, recall] = [cells[p]?.value ?? null, cells[r]?.value ?? null]
    return precision === null || recall === null ? [] : [{ configuration, name, precision, recall }]
  })
  if (rows.length === 0) return null
  const across = roundRange(rows.map(({ recall }) => recall))
  const up = roundRange(rows.map(({ precision }) => precision))
  const curves = LEVELS.map((level) => ({ level, points: equalF1(level, across.domain, up.domain) })).filter(
    ({ points }) => points.length > 1,
  )
  const share = (value: number, [low, high]: readonly [number, number]): number => (value - low) / (high - low)
  const sides = nameSides(
    rows.map(({ name, precision, recall }) => ({
      x: share(recall, across.domain),
      y: share(precision, up.domain),
      // A letter has about a seventieth of the plot's width.
      length: (name.length + 2) / 70,
    })),
  )
  return (
    <PlotFrame
      title="Precision against recall"
      note="Means by extractor. Dashed curves connect points of equal F1."
      columns={['extractor', 'precision', 'recall']}
      marks={rows.map(({ configuration, name, precision, recall }) => ({
        label: `${name}: precision ${formatScore(precision)}, recall ${formatScore(recall)}`,
        cells: [name, precision, recall],
        open: () => onOpen(configuration),
      }))}
      height={300}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 24, bottom: 8, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="x" domain={across.domain} ticks={across.ticks} {...AXIS} label={nameBelow('Recall')} />
          <YAxis type="number" dataKey="y" domain={up.domain} ticks={up.ticks} width={56} {...AXIS} label={nameBeside('Precision')} />
          {curves.map(({ level, points }) => (
            <Scatter
              key={level}
              data={points}
              line={{ stroke: 'var(--faint)', strokeDasharray: '3 3' }}
              shape={endName(`F1 ${level}`, points.length)}
              isAnimationActive={false}
            />
          ))}
          <Scatter
            data={rows.map(({ recall, precision }, mark) => ({ mark, x: recall, y: precision }))}
            isAnimationActive={false}
            shape={pointShape(pointing, {
              colour: 'var(--accent)',
              radius: 5,
              name: ({ mark }) => (sides[mark] === null && mark !== pointing.current ? '' : (rows[mark]?.name ?? '')),
              sideOf: ({ mark }) => sides[mark] ?? 'right',
            })}
          />
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
