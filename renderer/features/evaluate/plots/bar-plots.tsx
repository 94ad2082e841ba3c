import { Bar, BarChart, CartesianGrid, ErrorBar, ReferenceLine, XAxis, YAxis } from 'recharts'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { formatCount, formatNumber, formatScore, formatWords } from '../../../components/number-format'
import { PlotFrame } from './plot-frame'
import { barShape, AXIS, nameBelow, seriesColour, UNIT, roundRange } from './plot-marks'
import { LOSS_WORDS } from '../../../../shared/evaluation/gold-on-page'
import type { FaultGroup } from '../../../../shared/evaluation/rule-faults'

interface GroupsPlotProps {
  readonly table: ResultTable
  readonly label: string
  readonly rows: readonly number[]
  readonly controls: React.ReactNode
  /** @param group name of the group; empty for all pages */
  readonly onOpen: (configuration: number, group: string) => void
}

export function GroupsPlot({ table, label, rows, controls, onOpen }: GroupsPlotProps) {
  const groups = table.columns.flatMap((column, at) => (column.pages === undefined || column.id === '*' ? [] : [{ ...column, at }]))
  const all = table.columns.findIndex(({ id }) => id === '*')
  const shown = rows.flatMap((configuration) => table.rows.find((row) => row.configuration === configuration) ?? [])
  const marks = groups.flatMap((group) =>
    shown.flatMap((row) => {
      const cell = row.cells[group.at]
      return typeof cell?.value === 'number' ? [{ group, row, cell, value: cell.value }] : []
    }),
  )
  const data = groups.map((group) => ({
    name: `${group.label} (${group.pages ?? 0})`,
    bars: shown.map((row) => marks.findIndex((mark) => mark.group === group && mark.row === row)),
  }))
  type Datum = (typeof data)[number]
  const rangeOf = (bar: number): readonly number[] | null => {
    const { value = 0, cell } = marks[bar] ?? {}
    return cell?.interval ? [value - cell.interval.low, cell.interval.high - value] : null
  }
  return (
    <PlotFrame
      title={table.title.replace(/ over .*/, '')}
      note={`${shown.map(({ name }) => name).join(' and ')}. In brackets: number of pages. Lines: 95 % bootstrap intervals. Dashed: mean over all pages.`}
      columns={['group', 'extractor', label, 'low', 'high', 'pages']}
      marks={marks.map(({ group, row, cell, value }) => ({
        label: `${group.label}, ${row.name}: ${formatScore(value)}, ${cell.pages} pages`,
        cells: [group.label, row.name, value, cell.interval?.low, cell.interval?.high, cell.pages],
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
            <Bar
              key={s}
              dataKey={({ bars }: Datum) => marks[bars[s] ?? -1]?.value ?? null}
              isAnimationActive={false}
              shape={barShape(pointing, seriesColour(s), ({ bars }: Datum) => bars[s] ?? -1)}
            >
              <ErrorBar
                dataKey={({ bars }: Datum) => rangeOf(bars[s] ?? -1)}
                direction="x"
                width={4}
                stroke="var(--text)"
                strokeWidth={1}
                isAnimationActive={false}
              />
            </Bar>
          ))}
        </BarChart>
      )}
    </PlotFrame>
  )
}

const MOST_RULES = 12
const SIDES = [
  { id: 'missing', label: 'Missing', sign: -1, colour: 'var(--missed)' },
  { id: 'extra', label: 'Extra', sign: 1, colour: 'var(--extra)' },
] as const

interface FaultsPlotProps {
  readonly title: string
  readonly groups: readonly FaultGroup[]
  readonly onOpen: (kind: FaultGroup['kind'], rule: string) => void
}

export function FaultsPlot({ title, groups, onOpen }: FaultsPlotProps) {
  const rules = [...new Set(groups.map(({ rule }) => rule))].slice(0, MOST_RULES)
  const marks = rules.flatMap((rule) => groups.filter((group) => group.rule === rule))
  const place = (rule: string, kind: FaultGroup['kind']): number => marks.findIndex((group) => group.rule === rule && group.kind === kind)
  const words = (mark: number): number => marks[mark]?.words ?? 0
  const data = rules.map((rule) => ({ rule: rule || 'no rule', missing: place(rule, 'missed'), extra: place(rule, 'added') }))
  type Datum = (typeof data)[number]
  const { domain, ticks } = roundRange([...data.flatMap(({ missing, extra }) => [-words(missing), words(extra)]), 0], { count: 6 })
  return (
    <PlotFrame
      title={`Faults of ${title} by rule`}
      note={`Words of whole blocks: missing text to the left, extra text to the right${groups.length > marks.length ? `; the ${rules.length} rules with the longest bars` : ''}.`}
      columns={['rule', 'fault', 'words', 'blocks', 'pages']}
      marks={marks.map(({ rule, kind, words: count, blocks, pages }) => ({
        label: `${rule || 'no rule'}: ${formatWords(count)} ${LOSS_WORDS[kind]} on ${formatCount(pages, 'page')}`,
        cells: [rule || 'no rule', LOSS_WORDS[kind], count, blocks, pages],
        open: () => onOpen(kind, rule),
      }))}
      legend={SIDES}
      height={56 + rules.length * 26}
    >
      {(pointing) => (
        <BarChart
          data={data}
          layout="vertical"
          stackOffset="sign"
          margin={{ top: 4, right: 24, bottom: 8, left: 4 }}
          accessibilityLayer={false}
        >
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis
            type="number"
            domain={domain}
            ticks={ticks}
            tickFormatter={(value: number) => formatNumber(Math.abs(value))}
            {...AXIS}
            label={nameBelow('Words')}
          />
          <YAxis type="category" dataKey="rule" width={170} interval={0} {...AXIS} tick={{ ...AXIS.tick, fill: 'var(--text)' }} />
          <ReferenceLine x={0} stroke="var(--muted)" />
          {SIDES.map(({ id, sign, colour }) => (
            <Bar
              key={id}
              dataKey={(datum: Datum) => sign * words(datum[id])}
              stackId="fault"
              isAnimationActive={false}
              shape={barShape(pointing, colour, (datum: Datum) => datum[id])}
            />
          ))}
        </BarChart>
      )}
    </PlotFrame>
  )
}
