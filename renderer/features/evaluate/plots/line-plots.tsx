import { useMemo } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, XAxis, YAxis, ScatterChart } from 'recharts'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'
import { valuesByPage, type PageResult } from '../../../../shared/evaluation/evaluation-row'
import { choiceSentence, meanOf, type FoundSweep } from '../../../../shared/evaluation/sweeps'
import { mean } from '../../../../shared/metrics/bootstrap'
import { formatDifference, formatScore } from '../../../components/number-format'
import { useExtractor, useFields } from '../../../window/store'
import { evaluation, useEvaluation } from '../state/evaluation'
import { PlotFrame } from './plot-frame'
import { Points, pointShape, AXIS, nameBelow, roundRange, seriesColour, besideLine, noPoint, nameBeside } from './plot-marks'
import type { ComparedRow } from '../../../../shared/evaluation/compare-runs'

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

interface SweepPlotProps {
  readonly details: RunDetails
  readonly type: string
  readonly sweep: FoundSweep
}

export function SweepPlot({ details, type, sweep }: SweepPlotProps) {
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

/** Heights in pixels of the drawing, its margins with the axis, and a name. */
const HEIGHT = 280
const EDGES = 44
const NAME = 13

function spread(values: readonly number[], least: number): number[] {
  const moved = [...values]
  let above = Infinity
  for (const i of values.map((_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0))) {
    above = Math.min(values[i] ?? 0, above - least)
    moved[i] = above
  }
  return moved
}

/** Compares the run with the first other run. */
export function SlopePlot({ rows }: { readonly rows: readonly ComparedRow[] }) {
  const { others, details, metric } = useFields(useEvaluation, 'others', 'details', 'metric')
  const [before, now] = [others[0], details].map((one) => one?.run.name ?? '') as [string, string]
  const label = metricInfo(metric).label
  const lines = rows.flatMap(({ configuration, name, others: [other] }) =>
    other?.test && other.mean !== null ? [{ configuration, name, before: other.mean - other.test.difference, after: other.mean }] : [],
  )
  if (lines.length === 0) return null
  const pointsOn = (line: (typeof lines)[number], mark: number) => [line.before, line.after].map((y, x) => ({ mark, x, y }))
  const { domain, ticks } = roundRange(lines.flatMap((line) => [line.before, line.after]))
  return (
    <PlotFrame
      title={`${label} in two runs`}
      note={`Means over the common pages of both runs: ${before} to the left, ${now} to the right.`}
      columns={['extractor', before, now]}
      marks={lines.map((line) => ({
        label: `${line.name}: ${formatScore(line.before)} to ${formatScore(line.after)} (${formatDifference(line.after - line.before, 3)})`,
        cells: [line.name, line.before, line.after],
        open: () => evaluation.showPages({ focus: line.configuration }),
      }))}
      height={HEIGHT}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 150, bottom: 4, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            type="number"
            dataKey="x"
            domain={[-0.1, 1]}
            ticks={[0, 1]}
            tickFormatter={(at: number) => (at === 0 ? before : now)}
            interval={0}
            {...AXIS}
          />
          <YAxis type="number" dataKey="y" domain={domain} ticks={ticks} width={56} {...AXIS} label={nameBeside(label)} />
          {lines.map((line, i) => (
            <Points
              key={`line${i}`}
              data={pointsOn(line, i)}
              line={{ stroke: seriesColour(i), strokeWidth: pointing.current === i ? 3 : 1.5 }}
              shape={noPoint}
            />
          ))}
          {lines.map((line, i) => (
            <Points key={`points${i}`} data={pointsOn(line, i)} shape={pointShape(pointing, { colour: seriesColour(i) })} />
          ))}
          {spread(
            lines.map(({ after }) => after),
            ((domain[1] - domain[0]) * NAME) / (HEIGHT - EDGES),
          ).map((y, i) => (
            <Points key={`name${i}`} data={[{ x: 1, y }]} shape={besideLine(lines[i]?.name ?? '')} />
          ))}
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
