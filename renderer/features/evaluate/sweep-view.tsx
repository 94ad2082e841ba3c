import { useMemo, useState } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis } from 'recharts'
import { valuesByPage, type PageResult } from '../../../shared/evaluation/evaluation-row'
import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { mean } from '../../../shared/metrics/bootstrap'
import { formatScore } from '../../components/number-format'
import { PlotFrame } from './plots/plot-frame'
import { AXIS, nameBelow, Points, pointShape, roundRange, seriesColour } from './plots/plot-marks'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { sweepConfigurations } from '../../../shared/evaluation/run-spec'
import { choiceSentence, findSweeps, meanOf, type FoundSweep } from '../../../shared/evaluation/sweeps'
import { curveValues } from '../../../shared/explain/flip-search'
import type { NumberParam } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { NumberInput, optionsOf, Select } from '../../components/fields'
import { PanelMessage } from '../../components/panel/panel'
import { evaluation } from './state/evaluation'
import { useWindow, useExtractor } from '../../window/window'
import { ExtractorSelect } from '../../components/extractor-select'

export function SweepView({ details }: { readonly details: RunDetails }) {
  const { spec } = details.run
  const sweeps = useMemo(() => findSweeps(spec), [spec])
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const types = useMemo(() => [...new Set(details.results.map(({ facts }) => facts.pageType))].sort(), [details])
  const [type, setType] = useState('')
  return (
    <>
      {isPublished ? null : <SweepStarter details={details} />}
      {sweeps.length === 0 ? (
        <PanelMessage
          title="This run sweeps no parameter"
          next="Choose an extractor and a parameter above, and press Sweep. A new run over the same pages then draws the curve."
        />
      ) : (
        <div className="evaluate-row">
          <Select
            caption="Pages"
            value={types.includes(type) ? type : ''}
            options={[{ value: '', label: 'of all types' }, ...optionsOf(types)]}
            onChange={setType}
          />
        </div>
      )}
      {sweeps.map((sweep) => (
        <SweepPlot key={sweep.key} details={details} type={type} sweep={sweep} />
      ))}
    </>
  )
}

function SweepStarter({ details }: { readonly details: RunDetails }) {
  const extractors = useWindow((state) => state.extractors)
  const candidates = extractors.filter(({ params }) => Object.values(params).some(({ kind }) => kind === 'number'))
  const [id, setId] = useState(details.run.spec.configurations[0]?.extractor ?? '')
  const info = candidates.find((one) => one.id === id) ?? candidates[0]
  const numbers = Object.entries(info?.params ?? {}).filter((entry): entry is [string, NumberParam] => entry[1].kind === 'number')
  const [name, setName] = useState('')
  const [param, spec] = numbers.find(([one]) => one === name) ?? numbers[0] ?? ['', null]
  const [steps, setSteps] = useState(9)
  if (!info || !spec) return null
  const values = curveValues(spec, steps)
  return (
    <form
      className="evaluate-row"
      aria-label="New sweep"
      onSubmit={(event) => {
        event.preventDefault()
        const configurations = sweepConfigurations({ extractor: info.id, preset: 'default', params: {} }, { param, values })
        evaluation.setDraft({ ...details.run.spec, configurations })
        evaluation.set({ draftName: `Sweep of ${param}, ${info.id}` })
        void evaluation.start({ overview: 'sweep' })
      }}
    >
      <ExtractorSelect caption="Extractor" extractors={candidates} value={info.id} onChange={setId} />
      <Select caption="Parameter" value={param} options={numbers.map(([value, { label }]) => ({ value, label }))} onChange={setName} />
      <NumberInput caption={`Number of values from ${spec.min} to ${spec.max}`} min={2} max={100} value={steps} onChange={setSteps} />
      <Button label="Sweep" small type="submit" tone="strong" />
      <span className="quiet" role="status">
        {`${values.length} rows${values.length < steps ? ': all values of the range' : ''}`}
      </span>
    </form>
  )
}

const LINES = [
  { id: 'precision', colour: seriesColour(1), dash: '6 3' },
  { id: 'recall', colour: seriesColour(3), dash: '2 3' },
  { id: 'f1', colour: seriesColour(0), dash: '' },
] as const

/** Resamples only F1, because resampling is slow. */
function pointsOf(pages: readonly PageResult[], sweep: FoundSweep, seed: number) {
  const meanOn = (configuration: number, metric: MetricId): number | null => mean([...valuesByPage(pages, configuration, metric).values()])
  return sweep.points.map(({ value, configuration }, mark) => {
    const f1 = meanOf(pages, configuration, 'f1', seed)
    return {
      mark,
      value,
      configuration,
      precision: meanOn(configuration, 'precision'),
      recall: meanOn(configuration, 'recall'),
      f1: f1?.mean ?? null,
      band: f1?.interval ? [f1.interval.low, f1.interval.high] : null,
    }
  })
}

function SweepPlot({ details, type, sweep }: { readonly details: RunDetails; readonly type: string; readonly sweep: FoundSweep }) {
  const spec = useExtractor(sweep.extractor)?.params[sweep.param]
  const name = spec?.label ?? sweep.param
  const { seed } = details.run.spec.pages
  const pages = useMemo(() => details.results.filter(({ facts }) => type === '' || facts.pageType === type), [details, type])
  const points = useMemo(() => pointsOf(pages, sweep, seed), [pages, sweep, seed])
  const choice = useMemo(() => choiceSentence(pages, sweep.points, 'f1', seed), [pages, sweep, seed])
  const best = points.reduce<(typeof points)[number] | null>((most, one) => ((one.f1 ?? -1) > (most?.f1 ?? -1) ? one : most), null)
  const across = roundRange(
    points.map(({ value }) => value),
    { least: 0 },
  )
  const up = roundRange(points.flatMap((point) => [...LINES.flatMap(({ id }) => point[id] ?? []), ...(point.band ?? [])]))
  const standard = spec?.kind === 'number' ? spec.default : null
  return (
    <PlotFrame
      title={`${sweep.extractor}: ${name}`}
      note={`${choice ?? ''} Band: 95 % bootstrap interval of F1.${standard === null ? '' : ` Default: ${standard}.`}`}
      columns={[sweep.param, 'precision', 'recall', 'f1', 'f1 low', 'f1 high']}
      marks={points.map(({ value, precision, recall, f1, band, configuration }) => ({
        label: `${name} ${value}: F1 ${formatScore(f1)}, precision ${formatScore(precision)}, recall ${formatScore(recall)}`,
        cells: [value, precision, recall, f1, band?.[0], band?.[1]],
        open: () => evaluation.showPages({ focus: configuration, type }),
      }))}
      legend={LINES.map(({ id, colour, dash }) => ({ label: metricInfo(id).label, colour, kind: 'line', ...(dash ? { dash } : {}) }))}
      height={300}
    >
      {(pointing) => (
        <ComposedChart data={points} margin={{ top: 18, right: 16, bottom: 8, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="value" {...across} {...AXIS} label={nameBelow(name)} />
          <YAxis type="number" {...up} width={48} {...AXIS} />
          {standard === null ? null : (
            <ReferenceLine
              x={standard}
              stroke="var(--muted)"
              strokeDasharray="4 3"
              label={{ ...AXIS.tick, value: 'default', position: 'top' }}
            />
          )}
          {best === null || best.value === standard ? null : (
            <ReferenceLine x={best.value} stroke={seriesColour(0)} label={{ ...AXIS.tick, value: 'best', position: 'top' }} />
          )}
          <Area
            dataKey="band"
            stroke="none"
            fill={seriesColour(0)}
            fillOpacity={0.14}
            isAnimationActive={false}
            activeDot={false}
            connectNulls
          />
          {LINES.map(({ id, colour, dash }) => (
            <Line
              key={id}
              dataKey={id}
              stroke={colour}
              strokeWidth={id === 'f1' ? 2 : 1.5}
              strokeDasharray={dash}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
          <Points dataKey="f1" shape={pointShape(pointing, { colour: seriesColour(0) })} />
        </ComposedChart>
      )}
    </PlotFrame>
  )
}
