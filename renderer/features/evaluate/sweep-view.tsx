import { useMemo, useState } from 'react'
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { METRICS, type MetricId } from '../../../shared/evaluation/evaluation-row'
import { sweepConfigurations, type Configuration } from '../../../shared/evaluation/run-spec'
import type { NumberParam } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { PanelMessage } from '../../components/panel/panel'
import { evaluation } from './state/evaluation'
import { useWorkspace } from '../../window/workspace'
import { ExtractorSelect, Select } from '../../components/select'

interface SweepPoint {
  readonly value: number
  readonly configuration: number
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
}

interface FoundSweep {
  readonly key: string
  readonly extractor: string
  readonly param: string
  readonly points: readonly SweepPoint[]
}

const LINES: readonly { readonly id: 'precision' | 'recall' | 'f1'; readonly colour: string; readonly dash?: string }[] = [
  { id: 'precision', colour: 'var(--fp)', dash: '6 3' },
  { id: 'recall', colour: 'var(--fn)', dash: '2 3' },
  { id: 'f1', colour: 'var(--tp)' },
]

/** Columns of one extractor that differ in one number only, in order of that number. */
export function findSweeps(details: Pick<RunDetails, 'run' | 'results'>): FoundSweep[] {
  const mean = (configuration: number, metric: MetricId): number | null => {
    let sum = 0
    let count = 0
    for (const { rows } of details.results) {
      const value = rows[configuration]?.metrics[metric]
      if (value === null || value === undefined) continue
      sum += value
      count++
    }
    return count === 0 ? null : sum / count
  }
  const groups = new Map<string, { extractor: string; param: string; points: SweepPoint[] }>()
  details.run.spec.configurations.forEach((configuration, c) => {
    for (const [param, value] of Object.entries(configuration.params)) {
      if (typeof value !== 'number') continue
      const rest = Object.entries(configuration.params).filter(([name]) => name !== param)
      const key = JSON.stringify([configuration.extractor, configuration.preset, param, rest])
      const group = groups.get(key) ?? { extractor: configuration.extractor, param, points: [] }
      group.points.push({ value, configuration: c, precision: mean(c, 'precision'), recall: mean(c, 'recall'), f1: mean(c, 'f1') })
      groups.set(key, group)
    }
  })
  return [...groups.entries()]
    .filter(([, { points }]) => points.length > 1)
    .map(([key, group]) => ({ key, ...group, points: group.points.sort((a, b) => a.value - b.value) }))
}

/** Precision, recall and F1 against a parameter (CETD's Fig. 5, for any number parameter of any extractor). */
export function SweepView({ details }: { readonly details: RunDetails }) {
  const sweeps = useMemo(() => findSweeps(details), [details])
  const extractors = useWorkspace((state) => state.extractors)
  return (
    <>
      <SweepStarter details={details} />
      {sweeps.length === 0 ? (
        <PanelMessage
          title="This run sweeps no parameter"
          next="Choose an extractor and a parameter above: a new run over the same pages makes the curve."
        />
      ) : null}
      {sweeps.map((sweep) => {
        const spec = extractors.find(({ id }) => id === sweep.extractor)?.params[sweep.param]
        const best = sweep.points.reduce((a, b) => ((b.f1 ?? -1) > (a.f1 ?? -1) ? b : a))
        return (
          <section key={sweep.key} className="evaluate-sweep">
            <h3>
              {sweep.extractor}: {spec?.label ?? sweep.param}
            </h3>
            <p className="quiet">
              Mean of pages. Best F1 {best.f1?.toFixed(3) ?? '–'} at {best.value}
              {spec?.kind === 'number' ? `; the default is ${spec.default}` : ''}. Click the chart to list the pages at that value.
            </p>
            <div
              className="evaluate-chart"
              role="img"
              aria-label={`Precision, recall and F1 against ${sweep.param}: ${sweep.points.map(({ value, f1 }) => `${value}: F1 ${f1?.toFixed(3) ?? 'none'}`).join('; ')}`}
            >
              <ResponsiveContainer width="100%" height={260}>
                <LineChart
                  data={[...sweep.points]}
                  margin={{ top: 8, right: 16, bottom: 4, left: -8 }}
                  accessibilityLayer={false}
                  onClick={(state) => {
                    const point = sweep.points[Number(state.activeTooltipIndex ?? -1)]
                    if (!point) return
                    evaluation.setFocus(point.configuration)
                    evaluation.show('pages')
                  }}
                >
                  <CartesianGrid stroke="var(--line)" />
                  <XAxis
                    type="number"
                    dataKey="value"
                    domain={['dataMin', 'dataMax']}
                    tick={{ fontSize: 11, fill: 'var(--text-dim)' }}
                    stroke="var(--line)"
                  />
                  <YAxis domain={[0, 1]} tick={{ fontSize: 11, fill: 'var(--text-dim)' }} stroke="var(--line)" />
                  {spec?.kind === 'number' ? (
                    <ReferenceLine
                      x={spec.default}
                      stroke="var(--neutral)"
                      strokeDasharray="4 3"
                      label={{ value: 'default', fontSize: 11, fill: 'var(--text-dim)' }}
                    />
                  ) : null}
                  <Tooltip
                    contentStyle={{ background: 'var(--surface-0)', border: '1px solid var(--line)', fontSize: 12 }}
                    formatter={(value, name) => [
                      typeof value === 'number' ? value.toFixed(3) : '–',
                      METRICS.find(({ id }) => id === name)?.label ?? String(name),
                    ]}
                    labelFormatter={(value) => `${sweep.param} = ${typeof value === 'number' || typeof value === 'string' ? value : ''}`}
                  />
                  {LINES.map(({ id, colour, dash }) => (
                    <Line
                      key={id}
                      dataKey={id}
                      stroke={colour}
                      strokeWidth={id === 'f1' ? 2 : 1.5}
                      {...(dash === undefined ? {} : { strokeDasharray: dash })}
                      dot={{ r: 2 }}
                      isAnimationActive={false}
                    />
                  ))}
                </LineChart>
              </ResponsiveContainer>
            </div>
            <p className="evaluate-legend" aria-hidden="true">
              {LINES.map(({ id, colour, dash }) => (
                <span key={id}>
                  <svg width="24" height="8">
                    <line x1="0" y1="4" x2="24" y2="4" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
                  </svg>
                  {METRICS.find((metric) => metric.id === id)?.label}
                </span>
              ))}
            </p>
          </section>
        )
      })}
    </>
  )
}

/** Starts a sweep over the pages of the run in view. */
function SweepStarter({ details }: { readonly details: RunDetails }) {
  const extractors = useWorkspace((state) => state.extractors)
  const candidates = extractors.filter(({ params }) => Object.values(params).some(({ kind }) => kind === 'number'))
  const [id, setId] = useState(details.run.spec.configurations[0]?.extractor ?? '')
  const info = candidates.find((one) => one.id === id) ?? candidates[0]
  const numbers = Object.entries(info?.params ?? {}).filter((entry): entry is [string, NumberParam] => entry[1].kind === 'number')
  const [name, setName] = useState('')
  const [param, spec] = numbers.find(([one]) => one === name) ?? numbers[0] ?? ['', null]
  const [steps, setSteps] = useState(9)
  if (!info || !spec) return null
  return (
    <form
      className="evaluate-row"
      aria-label="New sweep"
      onSubmit={(event) => {
        event.preventDefault()
        const base: Configuration = { extractor: info.id, preset: 'default', params: {} }
        const step = Number(((spec.max - spec.min) / Math.max(1, steps - 1)).toPrecision(6))
        evaluation.setDraft({
          ...details.run.spec,
          configurations: sweepConfigurations(base, { param, from: spec.min, to: spec.max, step }),
        })
        evaluation.setDraftName(`Sweep of ${param}, ${info.id}`)
        void evaluation.start().then(() => evaluation.show('sweep'))
      }}
    >
      <label>
        Extractor
        <ExtractorSelect extractors={candidates} value={info.id} onChange={setId} />
      </label>
      <label>
        Parameter
        <Select value={param} options={numbers.map(([value, { label }]) => ({ value, label }))} onChange={setName} />
      </label>
      <label>
        Values from {spec.min} to {spec.max}
        <input
          type="number"
          min={2}
          max={100}
          value={steps}
          onChange={(event) => setSteps(Math.max(2, Math.min(100, Number(event.target.value) || 2)))}
        />
      </label>
      <Button small type="submit" tone="strong">
        Sweep
      </Button>
    </form>
  )
}
