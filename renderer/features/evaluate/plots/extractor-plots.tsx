import { useMemo } from 'react'
import { CartesianGrid, ScatterChart, XAxis, YAxis } from 'recharts'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { formatScore } from '../../../components/number-format'
import { evaluation, useEvaluation } from '../state/evaluation'
import { metricLabel } from '../view-parts'
import { PlotFrame } from './plot-frame'
import { Points, endName, pointShape, type Side, AXIS, nameBelow, nameBeside, roundRange } from './plot-marks'
import { compareAll } from '../../../../shared/evaluation/all-pairs'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { pText } from '../../../../shared/evaluation/table-text'
import { counted } from '../../../../shared/base/written-number'

const LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const STEPS = 60

function equalF1(level: number, [low, high]: readonly [number, number], [bottom, top]: readonly [number, number]) {
  const from = Math.max(low, level / (2 - level))
  return Array.from({ length: STEPS + 1 }, (_, i) => from + ((high - from) * i) / STEPS)
    .map((x) => ({ x, y: (level * x) / (2 * x - level) }))
    .filter(({ x, y }) => x <= high && y <= top && y >= bottom)
    .map((point, place) => ({ ...point, place }))
}

/**
 * Returns, per point, a side on which the name of the point stays in the plot and covers no other point and no previous name. Returns null
 * for a point without such a side.
 * @param points in shares of the plot
 */
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

export function PrecisionRecallPlot({ table }: { readonly table: ResultTable }) {
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
        open: () => evaluation.showPages({ focus: configuration }),
      }))}
      height={300}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 24, bottom: 8, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="x" {...across} {...AXIS} label={nameBelow('Recall')} />
          <YAxis type="number" dataKey="y" {...up} width={56} {...AXIS} label={nameBeside('Precision')} />
          {curves.map(({ level, points }) => (
            <Points
              key={level}
              data={points}
              line={{ stroke: 'var(--faint)', strokeDasharray: '3 3' }}
              shape={endName(`F1 ${level}`, points.length)}
            />
          ))}
          <Points
            data={rows.map(({ recall, precision }, mark) => ({ mark, x: recall, y: precision }))}
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

const WIDTH = 500
const CHARACTER_WIDTH = 6
const ROW = 18
const TOP = 46

/** Critical-difference diagram (Demšar 2006). Bars connect extractors without significant differences. */
export function RankPlot({ details: { results, run } }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const pairs = useMemo(() => compareAll(results, run.names.length, metric), [results, run, metric])
  if (!pairs) return null
  const { rows, blocks, of, statistic, p, criticalDifference, cliques } = pairs
  const nameOf = (configuration: number): string => run.names[configuration] ?? ''
  const highest = rows.length
  const half = Math.ceil(rows.length / 2)
  const labels = rows.map(({ configuration, rank }) => `${nameOf(configuration)} (${rank.toFixed(2)})`)
  const edge = Math.min(176, 20 + CHARACTER_WIDTH * Math.max(...labels.map((label) => label.length)))
  const x = (rank: number): number => edge + ((rank - 1) / (highest - 1)) * (WIDTH - 2 * edge)
  const bars = TOP + 10
  const firstLabel = bars + cliques.length * 7 + 14
  const height = firstLabel + half * ROW + 6
  const ranks = Array.from({ length: highest }, (_, i) => i + 1)
  return (
    <PlotFrame
      title={`Mean ranks by ${metricLabel(metric)}`}
      note={`${counted(blocks, of)}; Friedman χ² = ${statistic.toFixed(1)}, ${pText(p)}. ${
        criticalDifference === null
          ? 'Nemenyi’s table has no value for this number of extractors.'
          : `Ranks that differ by more than ${criticalDifference.toFixed(2)} differ significantly (Nemenyi, α = 0.05); bars connect extractors without a significant difference.`
      }`}
      columns={['extractor', 'mean rank']}
      marks={rows.map(({ configuration, rank }) => ({
        label: `${nameOf(configuration)}: mean rank ${rank.toFixed(2)}`,
        cells: [nameOf(configuration), rank],
        open: () => evaluation.showPages({ focus: configuration }),
      }))}
      height={height}
      sizesItself
    >
      {({ current, on }) => (
        <svg viewBox={`0 0 ${WIDTH} ${height}`} width="100%" height="100%" fontSize={11} fill="var(--text)">
          {criticalDifference === null ? null : (
            <g>
              <path d={`M${x(1)} 12v6m0 -3H${x(1 + criticalDifference)}m0 -3v6`} stroke="var(--text)" fill="none" />
              <text x={(x(1) + x(1 + criticalDifference)) / 2} y={9} textAnchor="middle">{`CD = ${criticalDifference.toFixed(2)}`}</text>
            </g>
          )}
          <path
            d={`M${x(1)} ${TOP}H${x(highest)}${ranks.map((rank) => `M${x(rank)} ${TOP}v-5`).join('')}`}
            stroke="var(--muted)"
            fill="none"
          />
          {ranks.map((rank) => (
            <text key={rank} x={x(rank)} y={TOP - 9} textAnchor="middle" fill="var(--muted)">
              {rank}
            </text>
          ))}
          {cliques.map(([first, last], i) => (
            <path
              key={first}
              d={`M${x(rows[first]?.rank ?? 1) - 4} ${bars + i * 7}H${x(rows[last]?.rank ?? 1) + 4}`}
              stroke="var(--text)"
              strokeWidth={3.5}
            />
          ))}
          {rows.map(({ configuration, rank }, i) => {
            const isLeft = i < half
            const y = firstLabel + (isLeft ? i : rows.length - 1 - i) * ROW
            const end = isLeft ? edge - 12 : WIDTH - edge + 12
            const isCurrent = current === i
            return (
              <g key={configuration} {...on(i)} fontWeight={isCurrent ? 650 : 450}>
                <path
                  d={`M${x(rank)} ${TOP}V${y}H${end}`}
                  stroke={isCurrent ? 'var(--accent)' : 'var(--muted)'}
                  strokeWidth={isCurrent ? 2 : 1}
                  fill="none"
                />
                <text x={isLeft ? end - 4 : end + 4} y={y + 4} textAnchor={isLeft ? 'end' : 'start'}>
                  {labels[i]}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </PlotFrame>
  )
}
