import { useMemo } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { choiceSentence, meanOf, type FoundSweep, type Mean, type MeanOptions } from '../../../shared/evaluation/sweeps'
import { AXIS, AXIS_TEXT, TIP_STYLE } from './view-parts'
import { evaluation } from './state/evaluation'
import { useExtractor } from '../../window/page/current-extractor'
import styles from './views.module.css'

const LINES: readonly { readonly id: 'precision' | 'recall' | 'f1'; readonly colour: string; readonly dash?: string }[] = [
  { id: 'precision', colour: 'var(--fp)', dash: '6 3' },
  { id: 'recall', colour: 'var(--fn)', dash: '2 3' },
  { id: 'f1', colour: 'var(--tp)' },
]

interface ChartProps {
  readonly details: RunDetails
  /** Only pages of this type; all where it is empty. */
  readonly type: string
}

const band = (mean: Mean | null): [number, number] | null => (mean?.interval ? [mean.interval.low, mean.interval.high] : null)

const listPages = (focus: number): void => evaluation.set({ focus, tab: 'pages' })

/** Which pages means are of, and how intervals are drawn. */
const optionsOf = ({ details, type }: ChartProps): MeanOptions => ({ type: type || undefined, seed: details.run.spec.pages.seed })

/** What is drawn at each value of the parameter: means, and intervals around them. */
function pointsOf(chart: ChartProps, sweep: FoundSweep) {
  const of = (configuration: number, metric: MetricId): Mean | null =>
    meanOf(chart.details.results, configuration, metric, optionsOf(chart))
  return sweep.points.map(({ value, configuration }) => {
    const [precision, recall, f1] = [of(configuration, 'precision'), of(configuration, 'recall'), of(configuration, 'f1')]
    return {
      value,
      configuration,
      precision: precision?.mean ?? null,
      recall: recall?.mean ?? null,
      f1: f1?.mean ?? null,
      precisionBand: band(precision),
      recallBand: band(recall),
      f1Band: band(f1),
    }
  })
}

/** Precision, recall and F1 against a parameter, each with its band. */
export function SweepChart({ details, type, sweep }: ChartProps & { readonly sweep: FoundSweep }) {
  const spec = useExtractor(sweep.extractor)?.params[sweep.param]
  const points = useMemo(() => pointsOf({ details, type }, sweep), [details, type, sweep])
  const choice = useMemo(
    () =>
      choiceSentence(
        details.results,
        sweep.points.map(({ value, configuration }) => ({ name: String(value), configuration })),
        'f1',
        optionsOf({ details, type }),
      ),
    [details, type, sweep],
  )
  return (
    <section className={styles.sweep}>
      <h3>
        {sweep.extractor}: {spec?.label ?? sweep.param}
      </h3>
      <p className="quiet">
        {choice} {spec?.kind === 'number' ? `The default is ${spec.default}. ` : ''}Bands are 95 % bootstrap intervals, of ten pages or
        more. Click the chart to list the pages at that value.
      </p>
      <div
        role="img"
        aria-label={`Precision, recall and F1 against ${sweep.param}: ${points.map(({ value, f1 }) => `${value}: F1 ${f1?.toFixed(3) ?? 'none'}`).join('; ')}`}
      >
        <ResponsiveContainer width="100%" height={260}>
          <ComposedChart
            data={points}
            margin={{ top: 8, right: 16, bottom: 4, left: -8 }}
            accessibilityLayer={false}
            onClick={(state) => {
              const point = points[Number(state.activeTooltipIndex ?? -1)]
              if (point) listPages(point.configuration)
            }}
          >
            <CartesianGrid stroke="var(--line)" />
            <XAxis type="number" dataKey="value" domain={['dataMin', 'dataMax']} {...AXIS} />
            <YAxis domain={[0, 1]} {...AXIS} />
            {spec?.kind === 'number' ? (
              <ReferenceLine x={spec.default} stroke="var(--neutral)" strokeDasharray="4 3" label={{ ...AXIS_TEXT, value: 'default' }} />
            ) : null}
            <Tooltip
              contentStyle={TIP_STYLE}
              formatter={saidOf}
              labelFormatter={(value) => `${sweep.param} = ${typeof value === 'number' || typeof value === 'string' ? value : ''}`}
            />
            {LINES.map(({ id, colour }) => (
              <Area
                key={`${id}-band`}
                dataKey={`${id}Band`}
                stroke="none"
                fill={colour}
                fillOpacity={0.14}
                isAnimationActive={false}
                activeDot={false}
                connectNulls
              />
            ))}
            {LINES.map(({ id, colour, dash }) => (
              <Line
                key={id}
                dataKey={id}
                stroke={colour}
                strokeWidth={id === 'f1' ? 2 : 1.5}
                strokeDasharray={dash}
                dot={{ r: 2 }}
                isAnimationActive={false}
              />
            ))}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <Legend />
    </section>
  )
}

const Legend = () => (
  <p className={styles.legend} aria-hidden="true">
    {LINES.map(({ id, colour, dash }) => (
      <span key={id}>
        <svg width="24" height="8">
          <line x1="0" y1="4" x2="24" y2="4" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
        </svg>
        {metricInfo(id).label}
      </span>
    ))}
  </p>
)

/** The value under the pointer, or the ends of its band, and what it is of. */
function saidOf(value: unknown, name: unknown): [string, string] {
  const id = String(name)
  if (Array.isArray(value))
    return [value.map((end) => Number(end).toFixed(3)).join('–'), `${metricInfo(id.replace('Band', '') as MetricId).label}, 95 %`]
  return [typeof value === 'number' ? value.toFixed(3) : '–', metricInfo(id as MetricId).label]
}
