import type { AllPairs, RankedRow } from '../../../../shared/evaluation/all-pairs'
import { pText } from '../../../../shared/evaluation/table-text'
import { counted } from '../../../../shared/base/written-number'
import { PlotFrame } from './plot-frame'

const WIDTH = 500
const CHARACTER_WIDTH = 6
const ROW = 18
const TOP = 46

interface RankPlotProps {
  readonly pairs: AllPairs
  readonly names: readonly string[]
  readonly label: string
  readonly onOpen: (configuration: number) => void
}

/** Critical-difference diagram (Demšar 2006): mean ranks on a line, best at the left. Bars connect extractors without significant differences. */
export function RankPlot({ pairs, names, label, onOpen }: RankPlotProps) {
  const { rows, blocks, of, statistic, p, criticalDifference, cliques } = pairs
  const highest = rows.length
  const half = Math.ceil(rows.length / 2)
  const labelOf = ({ configuration, rank }: RankedRow): string => `${names[configuration] ?? ''} (${rank.toFixed(2)})`
  const edge = Math.min(176, 20 + CHARACTER_WIDTH * Math.max(...rows.map((row) => labelOf(row).length)))
  const x = (rank: number): number => edge + ((rank - 1) / (highest - 1)) * (WIDTH - 2 * edge)
  const bars = TOP + 10
  const labels = bars + cliques.length * 7 + 14
  const height = labels + half * ROW + 6
  const ranks = Array.from({ length: highest }, (_, i) => i + 1)
  return (
    <PlotFrame
      title={`Mean ranks by ${label}`}
      note={`${counted(blocks, of)}; Friedman χ² = ${statistic.toFixed(1)}, ${pText(p)}. ${
        criticalDifference === null
          ? 'Nemenyi’s test has no value for so many extractors.'
          : `Ranks that differ by more than ${criticalDifference.toFixed(2)} differ significantly (Nemenyi, α = 0.05); bars connect extractors without a significant difference.`
      }`}
      columns={['extractor', 'mean rank']}
      marks={rows.map(({ configuration, rank }) => ({
        label: `${names[configuration] ?? ''}: mean rank ${rank.toFixed(2)}`,
        cells: [names[configuration], rank],
        open: () => onOpen(configuration),
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
          {rows.map((row, i) => {
            const { configuration, rank } = row
            const isLeft = i < half
            const y = labels + (isLeft ? i : rows.length - 1 - i) * ROW
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
                  {labelOf(row)}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </PlotFrame>
  )
}
