import { useMemo, useState, type ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ErrorBar, ReferenceLine, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import type { ResultTable } from '../../../shared/evaluation/result-table'
import { GROUPINGS, type Grouping } from '../../../shared/evaluation/score-sums'
import { Select } from '../../components/fields'
import { formatScore } from '../../components/number-format'
import { useFields } from '../../window/store'
import { PlotFrame } from './plots/plot-frame'
import { AXIS, barShape, nameBelow, seriesColour, UNIT } from './plots/plot-marks'
import { ResultGrid } from './result-grid'
import { FailurePolicySelect, useResultTable } from './results-view'
import { evaluation, useEvaluation } from './state/evaluation'
import { MetricSelect, metricLabel, rowOptions } from './view-parts'

export function GroupView({ details }: { readonly details: RunDetails }) {
  const { metric, focus } = useFields(useEvaluation, 'metric', 'focus')
  const [grouping, setGrouping] = useState<Grouping>('type')
  const [other, setOther] = useState(-1)
  const groups = useMemo(() => ({ metric, grouping }), [metric, grouping])
  const { table, isDone } = useResultTable(details, groups)
  const open = (row: number, group: string): void =>
    evaluation.showPages({ focus: row, type: grouping === 'type' && group !== '*' && group !== 'mean' ? group : '' })
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <Select caption="By" value={grouping} options={GROUPINGS.map(({ id, label }) => ({ value: id, label }))} onChange={setGrouping} />
        <FailurePolicySelect details={details} />
      </div>
      <GroupsPlot
        table={table}
        rows={other < 0 || other === focus ? [focus] : [focus, other]}
        onOpen={open}
        controls={
          <>
            <Select
              label="Extractor"
              value={focus}
              options={rowOptions(details.run.names)}
              onChange={(row) => evaluation.set({ focus: row })}
            />
            <Select
              label="Second extractor"
              value={other}
              options={[{ value: -1, label: 'no second extractor' }, ...rowOptions(details.run.names)]}
              onChange={setOther}
            />
          </>
        }
      />
      <ResultGrid table={table} isDone={isDone} onOpen={open} />
    </>
  )
}

interface GroupsPlotProps {
  readonly table: ResultTable
  readonly rows: readonly number[]
  readonly controls: ReactNode
  /** @param group name of the group; empty for all pages */
  readonly onOpen: (configuration: number, group: string) => void
}

function GroupsPlot({ table, rows, controls, onOpen }: GroupsPlotProps) {
  const label = metricLabel(useEvaluation((state) => state.metric))
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
