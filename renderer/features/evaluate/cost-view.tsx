import { useMemo } from 'react'
import { CartesianGrid, LabelList, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { metricInfo } from '../../../shared/evaluation/evaluation-row'
import { paretoOf } from '../../../shared/evaluation/sweeps'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { evaluation, useEvaluation } from './state/evaluation'
import { metricLabel, MetricSelect } from './metric-select'

/** Quality against time: which rows no other beats in both. */
export function CostView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const { run, results, timings } = details
  const { larger } = metricInfo(metric)
  const costs = useMemo(
    () =>
      paretoOf(results, timings, run.names.length, metric, larger).map((cost) => ({ ...cost, name: run.names[cost.configuration] ?? '' })),
    [results, timings, run, metric, larger],
  )
  const front = costs.filter(({ best }) => best)
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
        className="evaluate-chart"
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
              domain={['auto', 'auto']}
              tickFormatter={(value: number) => String(Number(value.toPrecision(2)))}
              tick={{ fontSize: 11, fill: 'var(--text-dim)' }}
              stroke="var(--line)"
              label={{ value: 'milliseconds a page', position: 'insideBottom', offset: -12, fontSize: 12, fill: 'var(--text-dim)' }}
            />
            <YAxis
              type="number"
              dataKey="quality"
              domain={[0, 1]}
              tick={{ fontSize: 11, fill: 'var(--text-dim)' }}
              stroke="var(--line)"
              label={{
                value: metricLabel(metric),
                angle: -90,
                position: 'insideLeft',
                fontSize: 12,
                fill: 'var(--text-dim)',
                style: { textAnchor: 'middle' },
              }}
            />
            <Tooltip
              contentStyle={{ background: 'var(--surface-0)', border: '1px solid var(--line)', fontSize: 12 }}
              formatter={(value) => (typeof value === 'number' ? Number(value.toPrecision(3)) : String(value))}
            />
            <Scatter data={costs.filter(({ best }) => !best)} fill="var(--surface-0)" stroke="var(--text-dim)" isAnimationActive={false}>
              <LabelList dataKey="name" position="right" fontSize={11} fill="var(--text-dim)" />
            </Scatter>
            <Scatter data={front} line={{ stroke: 'var(--tp)' }} fill="var(--tp)" isAnimationActive={false}>
              <LabelList dataKey="name" position="right" fontSize={11} fill="var(--text)" />
            </Scatter>
          </ScatterChart>
        </ResponsiveContainer>
      </div>
      <div className="evaluate-scroll" tabIndex={0} role="region" aria-label="Quality and time">
        <table>
          <thead>
            <tr>
              <th scope="col">Extractor</th>
              <th scope="col">{metricLabel(metric)}</th>
              <th scope="col">ms a page</th>
              <th scope="col" className="evaluate-left">
                Beaten by none
              </th>
            </tr>
          </thead>
          <tbody>
            {costs.map(({ configuration, name, quality, milliseconds, best }) => (
              <tr key={configuration}>
                <th scope="row">
                  <Button
                    tone="bare"
                    onClick={() => {
                      evaluation.setFocus(configuration)
                      evaluation.show('pages')
                    }}
                  >
                    {name}
                  </Button>
                </th>
                <td className={best ? 'evaluate-best' : ''}>{quality.toFixed(3)}</td>
                <td>{milliseconds >= 100 ? milliseconds.toFixed(0) : milliseconds.toFixed(2)}</td>
                <td className="evaluate-left">{best ? 'yes' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
