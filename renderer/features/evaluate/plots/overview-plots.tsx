import { useEffect, useMemo, useState } from 'react'
import { CartesianGrid, ErrorBar, ReferenceLine, ScatterChart, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { formatScore } from '../../../components/number-format'
import { call } from '../../../window/host/host'
import { useWindow } from '../../../window/window'
import { evaluation, useEvaluation } from '../state/evaluation'
import { metricLabel } from '../view-parts'
import { PlotFrame } from './plot-frame'
import { Points, pointShape, AXIS, nameBelow, roundRange, noPoint, nameBeside, SERIES, seriesColour, UNIT } from './plot-marks'
import { PrecisionRecallPlot, RankPlot } from './extractor-plots'
import styles from './plots.module.css'
import { valuesByPage } from '../../../../shared/evaluation/evaluation-row'
import { quantile } from '../../../../shared/metrics/bootstrap'

export function OverviewPlots({ details, table }: { readonly details: RunDetails; readonly table: ResultTable }) {
  const metric = useEvaluation((state) => state.metric)
  const rows = useMemo(() => meansOf(table, metric), [table, metric])
  return (
    <div className={styles.grid}>
      <MeansPlot details={details} rows={rows} />
      <PrecisionRecallPlot table={table} />
      <EcdfPlot details={details} rows={rows} />
      <RankPlot details={details} />
    </div>
  )
}

/** Returns the rows with a mean of the metric, best first. */
function meansOf({ columns, rows }: ResultTable, metric: MetricId) {
  const at = columns.findIndex(({ id }) => id === metric)
  const sign = metricInfo(metric).larger ? -1 : 1
  return rows
    .flatMap(({ configuration, name, cells }) => {
      const { value = null, interval = null, pages = 0 } = cells[at] ?? {}
      return value === null ? [] : [{ configuration, name, value, interval, pages }]
    })
    .sort((a, b) => sign * (a.value - b.value))
}

interface OverviewPlotProps {
  readonly details: RunDetails
  readonly rows: ReturnType<typeof meansOf>
}

/**
 * Returns the mean F1 over the pairs of annotators of a corpus, weighted by pages. Returns null before the response, without pairs, for
 * other sources, and on a published site.
 */
function useCeiling({ run }: RunDetails): number | null {
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const { kind, path } = run.spec.source
  const [ceiling, setCeiling] = useState<{ readonly path: string; readonly value: number } | null>(null)
  useEffect(() => {
    if (kind !== 'corpus' || isPublished) return
    const stop = new AbortController()
    void call('corpus.agreement', { corpus: path }, { signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted || !answer.ok) return
      const pairs = answer.value.pairs.flatMap(({ agreement: { f1, pages } }) => (f1 === null || pages === 0 ? [] : [{ f1, pages }]))
      const pages = pairs.reduce((sum, pair) => sum + pair.pages, 0)
      if (pages > 0) setCeiling({ path, value: pairs.reduce((sum, pair) => sum + pair.f1 * pair.pages, 0) / pages })
    })
    return () => stop.abort()
  }, [kind, path, isPublished])
  return ceiling?.path === path ? ceiling.value : null
}

function MeansPlot({ details, rows }: OverviewPlotProps) {
  const metric = useEvaluation((state) => state.metric)
  const label = metricLabel(metric)
  const agreement = useCeiling(details)
  const ceiling = metric === 'f1' ? agreement : null
  const data = rows.map(({ value, interval, ...row }, mark) => ({
    ...row,
    mark,
    x: value,
    y: rows.length - mark,
    range: interval ? [value - interval.low, interval.high - value] : null,
  }))
  const range = roundRange([
    ...rows.flatMap(({ value, interval }) => (interval ? [interval.low, interval.high] : [value])),
    ...(ceiling === null ? [] : [ceiling]),
  ])
  return (
    <PlotFrame
      title={`Mean ${label} by extractor`}
      note={`Points are means; the top extractor has values on ${rows[0]?.pages ?? 0} pages. Lines are 95 % bootstrap intervals.${ceiling === null ? '' : ` Dashed: mean F1 of pairs of annotators, by characters, ${formatScore(ceiling)}.`}`}
      columns={['extractor', label, 'low', 'high', 'pages']}
      marks={rows.map(({ configuration, name, value, interval, pages }) => ({
        label: `${name}: ${formatScore(value)}${interval ? `, ${formatScore(interval.low)} to ${formatScore(interval.high)}` : ''}`,
        cells: [name, value, interval?.low, interval?.high, pages],
        open: () => evaluation.showPages({ focus: configuration }),
      }))}
      height={56 + rows.length * 24}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 4, right: 16, bottom: 8, left: 4 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis type="number" dataKey="x" {...range} {...AXIS} label={nameBelow(label)} />
          <YAxis
            type="number"
            dataKey="y"
            domain={[0.5, rows.length + 0.5]}
            ticks={data.map(({ y }) => y)}
            interval={0}
            tickFormatter={(y: number) => rows[rows.length - y]?.name ?? ''}
            width={150}
            {...AXIS}
            tick={{ ...AXIS.tick, fill: 'var(--text)' }}
          />
          {ceiling === null ? null : <ReferenceLine x={ceiling} stroke="var(--muted)" strokeDasharray="4 3" />}
          <Points data={data} shape={pointShape(pointing, { colour: 'var(--accent)' })}>
            <ErrorBar dataKey="range" direction="x" width={6} stroke="var(--accent)" strokeWidth={1.5} isAnimationActive={false} />
          </Points>
        </ScatterChart>
      )}
    </PlotFrame>
  )
}

const DASHES = ['0', '6 3', '2 3', '8 3 2 3'] as const
const dashOf = (place: number): string => DASHES[place % DASHES.length] ?? '0'

/** The plot draws at most one row per colour. */
function EcdfPlot({ details: { results }, rows }: OverviewPlotProps) {
  const metric = useEvaluation((state) => state.metric)
  const { label, larger } = metricInfo(metric)
  const curves = useMemo(
    () =>
      rows.slice(0, SERIES).map(({ configuration, name }) => {
        const values = [...valuesByPage(results, configuration, metric).values()].sort((a, b) => a - b)
        const steps = values.flatMap((x, i) => [
          { x, y: i / values.length },
          { x, y: (i + 1) / values.length },
        ])
        return { configuration, name, values, median: quantile(values, 0.5), points: [{ x: 0, y: 0 }, ...steps, { x: 1, y: 1 }] }
      }),
    [results, metric, rows],
  )
  return (
    <PlotFrame
      title={`Distribution of ${label}`}
      note={`Share of pages with at most this ${label}.${rows.length > SERIES ? ` Only the best ${SERIES} extractors.` : ''} Points are medians. A ${larger ? 'lower' : 'higher'} curve is better.`}
      columns={['extractor', 'median', 'first quartile', 'third quartile', 'pages']}
      marks={curves.map(({ configuration, name, values, median }) => ({
        label: `${name}: median ${formatScore(median)}, first quartile ${formatScore(quantile(values, 0.25))}`,
        cells: [name, median, quantile(values, 0.25), quantile(values, 0.75), values.length],
        open: () => evaluation.showPages({ focus: configuration }),
      }))}
      legend={curves.map(({ name }, i) => ({ label: name, colour: seriesColour(i), kind: 'line', dash: dashOf(i) }))}
      height={280}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 16, bottom: 8, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="x" {...UNIT} {...AXIS} label={nameBelow(label)} />
          <YAxis type="number" dataKey="y" {...UNIT} width={56} {...AXIS} label={nameBeside('Share of pages')} />
          <ReferenceLine y={0.5} stroke="var(--faint)" strokeDasharray="3 3" />
          {curves.map(({ points }, i) => (
            <Points
              key={i}
              data={points}
              line={{ stroke: seriesColour(i), strokeWidth: pointing.current === i ? 3 : 1.5, strokeDasharray: dashOf(i) }}
              shape={noPoint}
            />
          ))}
          {curves.map(({ median }, i) => (
            <Points key={i} data={[{ mark: i, x: median, y: 0.5 }]} shape={pointShape(pointing, { colour: seriesColour(i) })} />
          ))}
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
