import { useMemo } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Scatter, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'
import { valuesByPage } from '../../../../shared/evaluation/evaluation-row'
import { choiceSentence, meanOf, type FoundSweep, type MeanOptions } from '../../../../shared/evaluation/sweeps'
import { mean } from '../../../../shared/metrics/bootstrap'
import { formatScore } from '../../../components/number-format'
import { useExtractor } from '../../../window/store'
import { PlotFrame } from './plot-frame'
import { pointShape } from './plot-marks'
import { AXIS, nameBelow, roundRange, seriesColour } from './plot-style'

const LINES = [
  { id: 'precision', colour: seriesColour(1), dash: '6 3' },
  { id: 'recall', colour: seriesColour(3), dash: '2 3' },
  { id: 'f1', colour: seriesColour(0), dash: '' },
] as const

interface SweepPlotProps {
  readonly details: RunDetails
  /** Page type of the used pages; empty for all pages. */
  readonly type: string
  readonly sweep: FoundSweep
  readonly onOpen: (configuration: number) => void
}

/** Returns the means and the interval of F1 at each value of the parameter. Only F1 is resampled, because resampling is slow. */
function pointsOf({ results }: RunDetails, sweep: FoundSweep, { type, seed }: MeanOptions) {
  const pages = type === undefined ? results : results.filter(({ facts }) => facts.pageType === type)
  const meanOn = (configuration: number, metric: MetricId): number | null => mean([...valuesByPage(pages, configuration, metric).values()])
  return sweep.points.map(({ value, configuration }, mark) => {
    const f1 = meanOf(pages, configuration, 'f1', { seed })
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

/** Curves of precision, recall, and F1 with its interval over a parameter. Lines mark the default and the best value. */
export function SweepPlot({ details, type, sweep, onOpen }: SweepPlotProps) {
  const spec = useExtractor(sweep.extractor)?.params[sweep.param]
  const name = spec?.label ?? sweep.param
  const { seed } = details.run.spec.pages
  const options = useMemo((): MeanOptions => ({ type: type || undefined, seed }), [type, seed])
  const points = useMemo(() => pointsOf(details, sweep, options), [details, sweep, options])
  const choice = useMemo(
    () =>
      choiceSentence(
        details.results,
        sweep.points.map(({ value, configuration }) => ({ name: String(value), configuration })),
        'f1',
        options,
      ),
    [details, sweep, options],
  )
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
        open: () => onOpen(configuration),
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
          <Scatter dataKey="f1" isAnimationActive={false} shape={pointShape(pointing, { colour: seriesColour(0) })} />
        </ComposedChart>
      )}
    </PlotFrame>
  )
}
