import { Bar, BarChart, CartesianGrid, ErrorBar, ReferenceLine, XAxis, YAxis } from 'recharts'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { formatScore } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { barShape } from './plot-marks'
import { AXIS, nameBelow, seriesColour, UNIT } from './plot-style'

interface GroupsPlotProps {
  readonly table: ResultTable
  readonly label: string
  readonly rows: readonly number[]
  readonly controls: React.ReactNode
  /** @param group name of the group; empty for all pages */
  readonly onOpen: (configuration: number, group: string) => void
}

/** Bars per group of pages with 95 % intervals. A dashed line shows the mean over all pages. */
export function GroupsPlot({ table, label, rows, controls, onOpen }: GroupsPlotProps) {
  const groups = table.columns.flatMap((column, at) => (column.pages === undefined || column.id === '*' ? [] : [{ ...column, at }]))
  const all = table.columns.findIndex(({ id }) => id === '*')
  const shown = rows.flatMap((configuration) => table.rows.find((row) => row.configuration === configuration) ?? [])
  const marks = groups.flatMap((group, g) =>
    shown.map((row, s) => ({ group, row, s, g, cell: row.cells[group.at] })).filter(({ cell }) => typeof cell?.value === 'number'),
  )
  const data = groups.map((group, g) => ({
    name: `${group.label} (${group.pages ?? 0})`,
    ...(Object.fromEntries(
      shown.flatMap((row, s) => {
        const cell = row.cells[group.at]
        const value = cell?.value ?? null
        const mark = marks.findIndex((one) => one.g === g && one.s === s)
        const range = cell?.interval && value !== null ? [value - cell.interval.low, cell.interval.high - value] : null
        return [
          [`value${s}`, value],
          [`range${s}`, range],
          [`mark${s}`, mark],
        ]
      }),
    ) as Readonly<Record<string, unknown>>),
  }))
  return (
    <PlotFrame
      title={table.title.replace(/ over .*/, '')}
      note={`${shown.map(({ name }) => name).join(' and ')}. In brackets: number of pages. Lines: 95 % bootstrap intervals. Dashed: mean over all pages.`}
      columns={['group', 'extractor', label, 'low', 'high', 'pages']}
      marks={marks.map(({ group, row, cell }) => ({
        label: `${group.label}, ${row.name}: ${formatScore(cell?.value)}, ${cell?.pages ?? 0} pages`,
        cells: [group.label, row.name, cell?.value, cell?.interval?.low, cell?.interval?.high, cell?.pages],
        open: () => onOpen(row.configuration, group.id),
      }))}
      legend={shown.length === 1 ? [] : shown.map(({ name }, s) => ({ label: name, colour: seriesColour(s) }))}
      controls={controls}
      height={56 + groups.length * (16 + shown.length * 16)}
    >
      {(pointing) => (
        <BarChart data={data} layout="vertical" margin={{ top: 4, right: 16, bottom: 8, left: 4 }} barGap={1} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis type="number" {...UNIT} {...AXIS} label={nameBelow(label)} />
          <YAxis type="category" dataKey="name" width={150} interval={0} {...AXIS} tick={{ ...AXIS.tick, fill: 'var(--text)' }} />
          {shown.map((row, s) => (
            <ReferenceLine key={`mean${s}`} x={row.cells[all]?.value ?? 0} stroke={seriesColour(s)} strokeDasharray="4 3" />
          ))}
          {shown.map((_, s) => (
            <Bar key={s} dataKey={`value${s}`} isAnimationActive={false} shape={barShape(pointing, seriesColour(s), `mark${s}`)}>
              <ErrorBar dataKey={`range${s}`} direction="x" width={4} stroke="var(--text)" strokeWidth={1} isAnimationActive={false} />
            </Bar>
          ))}
        </BarChart>
      )}
    </PlotFrame>
  )
}
