import { useMemo } from 'react'
import { CartesianGrid, LabelList, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { paretoOf, type Cost } from '../../../shared/evaluation/sweeps'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { AXIS, nameBelow, nameBeside, AXIS_TEXT, TIP_STYLE, ScrollTable, metricLabel, MetricSelect } from './view-parts'
import { evaluation, useEvaluation } from './state/evaluation'

/** 1, 2 and 5 times powers of ten, from below the least of the values to above the greatest; all positive. */
function logTicks(values: readonly number[]): readonly number[] {
  const positive = values.filter((value) => value > 0)
  const least = Math.min(...positive)
  const greatest = Math.max(...positive)
  const steps: number[] = []
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(greatest)); power++)
    for (const digit of [1, 2, 5]) steps.push(digit * 10 ** power)
  const first = steps.findLastIndex((step) => step <= least)
  const last = steps.findIndex((step) => step >= greatest)
  return positive.length === 0 ? [] : steps.slice(first, Math.max(last, first + 1) + 1)
}

/** Shares of the chart's width and height that a name takes up, near enough. */
const NAME = { width: 0.1, height: 0.04 }

/** Where a name may stand. */
const SIDES = [
  { dataKey: 'right', position: 'right' },
  { dataKey: 'left', position: 'left' },
  { dataKey: 'below', position: 'bottom' },
] as const

/** Puts a name at the right of its point; where it would cover others there, at the left, and where it would there, too, below. */
function withSides<T extends { readonly name: string; readonly milliseconds: number; readonly quality: number }>(
  costs: readonly T[],
): (T & { readonly right: string; readonly left: string; readonly below: string })[] {
  const logs = costs.map(({ milliseconds }) => Math.log(milliseconds))
  const width = Math.max(1e-9, Math.max(...logs) - Math.min(...logs))
  return costs.map((cost, i) => {
    /** Whether a point lies at a distance from this one, in shares of the width; those at the left are negative. */
    const isAny = (from: number, to: number): boolean =>
      costs.some(({ quality }, j) => {
        const beside = ((logs[j] ?? 0) - (logs[i] ?? 0)) / width
        return j !== i && beside >= from && beside < to && Math.abs(quality - cost.quality) < NAME.height
      })
    const side = !isAny(0, NAME.width) ? 'right' : !isAny(-2 * NAME.width, 0) ? 'left' : 'below'
    return { ...cost, right: '', left: '', below: '', [side]: cost.name }
  })
}

/** Quality against time: which rows no other beats in both. */
export function CostView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const { run, results, timings } = details
  const { larger } = metricInfo(metric)
  const costs = useMemo(
    () =>
      paretoOf(results, timings, run.names.length, { metric, larger }).map((cost) => ({
        ...cost,
        name: run.names[cost.configuration] ?? '',
      })),
    [results, timings, run, metric, larger],
  )
  const ticks = useMemo(() => logTicks(costs.map(({ milliseconds }) => milliseconds)), [costs])
  const drawn = useMemo(() => withSides(costs), [costs])
  const front = drawn.filter(({ best }) => best)
  if (costs.length === 0)
    return (
      <>
        <div className="evaluate-row">
          <MetricSelect />
        </div>
        <PanelMessage title={`No page has ${metricLabel(metric)}`} next="Choose another metric." />
      </>
    )
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <span className="quiet">
          Milliseconds a page, parsing left out; measured while others worked on the same machine. Filled: no other row is both better and
          faster.
        </span>
      </div>
      <div
        role="img"
        aria-label={`${metricLabel(metric)} against milliseconds a page; on the front: ${front.map(({ name }) => name).join(', ')}`}
      >
        <ResponsiveContainer width="100%" height={380}>
          <ScatterChart margin={{ top: 16, right: 90, bottom: 20, left: 8 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" />
            <XAxis
              type="number"
              dataKey="milliseconds"
              scale="log"
              domain={[ticks[0] ?? 1, ticks.at(-1) ?? 10]}
              ticks={[...ticks]}
              tickFormatter={(value: number) => String(Number(value.toPrecision(2)))}
              {...AXIS}
              label={nameBelow('milliseconds a page')}
            />
            <YAxis type="number" dataKey="quality" domain={[0, 1]} {...AXIS} label={nameBeside(metricLabel(metric))} />
            <Tooltip
              contentStyle={TIP_STYLE}
              formatter={(value) => (typeof value === 'number' ? Number(value.toPrecision(3)) : String(value))}
            />
            <Scatter data={drawn.filter(({ best }) => !best)} fill="var(--surface-0)" stroke="var(--text-dim)" isAnimationActive={false}>
              {SIDES.map((side) => (
                <LabelList key={side.dataKey} {...side} {...AXIS_TEXT} />
              ))}
            </Scatter>
            <Scatter data={front} line={{ stroke: 'var(--tp)' }} fill="var(--tp)" isAnimationActive={false}>
              {SIDES.map((side) => (
                <LabelList key={side.dataKey} {...side} {...AXIS_TEXT} fill="var(--text)" />
              ))}
            </Scatter>
          </ScatterChart>
        </ResponsiveContainer>
      </div>
      <CostTable metric={metric} costs={costs} />
    </>
  )
}

function CostTable({ metric, costs }: { readonly metric: MetricId; readonly costs: readonly (Cost & { readonly name: string })[] }) {
  return (
    <ScrollTable
      label="Quality and time"
      columns={['Extractor', metricLabel(metric), 'ms a page', { label: 'Beaten by none', className: 'evaluate-left' }]}
    >
      {costs.map(({ configuration, name, quality, milliseconds, best }) => (
        <tr key={configuration}>
          <th scope="row">
            <Button tone="bare" onClick={() => evaluation.set({ focus: configuration, tab: 'pages' })}>
              {name}
            </Button>
          </th>
          <td className={best ? 'evaluate-best' : ''}>{quality.toFixed(3)}</td>
          <td>{milliseconds >= 100 ? milliseconds.toFixed(0) : milliseconds.toFixed(2)}</td>
          <td className="evaluate-left">{best ? 'yes' : ''}</td>
        </tr>
      ))}
    </ScrollTable>
  )
}
