import { useEffect, useMemo, useState } from 'react'
import { CartesianGrid, ErrorBar, ReferenceLine, Scatter, ScatterChart, XAxis, YAxis } from 'recharts'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { compareAll } from '../../../../shared/evaluation/all-pairs'
import { metricInfo } from '../../../../shared/evaluation/metric-list'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { formatScore } from '../../../components/number-format'
import { call } from '../../../window/host/host'
import { useWindow } from '../../../window/window'
import { evaluation, useEvaluation } from '../state/evaluation'
import { EcdfPlot } from './ecdf-plot'
import { PlotFrame } from './plot-frame'
import { pointShape } from './plot-marks'
import { AXIS, nameBelow, roundRange } from './plot-style'
import { PrecisionRecallPlot } from './precision-recall-plot'
import { RankPlot } from './rank-plot'
import styles from './plots.module.css'

export function OverviewPlots({ details, table }: { readonly details: RunDetails; readonly table: ResultTable }) {
  const { results, run } = details
  const metric = useEvaluation((state) => state.metric)
  const { label, larger } = metricInfo(metric)
  const ceiling = useCeiling(details)
  const pairs = useMemo(() => compareAll(results, run.names.length, metric), [results, run, metric])
  const best = useMemo(() => {
    const at = table.columns.findIndex(({ id }) => id === metric)
    const worth = ({ cells }: ResultTable['rows'][number]): number => (larger ? 1 : -1) * (cells[at]?.value ?? -Infinity)
    return [...table.rows].sort((a, b) => worth(b) - worth(a)).map(({ configuration }) => configuration)
  }, [table, metric, larger])
  const open = (focus: number): void => evaluation.showPages({ focus })
  return (
    <div className={styles.grid}>
      <MeansPlot table={table} column={metric} ceiling={metric === 'f1' ? ceiling : null} onOpen={open} />
      <PrecisionRecallPlot table={table} onOpen={open} />
      <EcdfPlot results={results} names={run.names} metric={metric} rows={best} onOpen={open} />
      {pairs ? <RankPlot pairs={pairs} names={run.names} label={label} onOpen={open} /> : null}
    </div>
  )
}

/** Returns the mean F1 of pairs of annotators, if several people labelled the run's corpus; otherwise null. */
function useCeiling({ run }: RunDetails): { readonly label: string; readonly value: number } | null {
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
  return ceiling?.path === path ? { label: 'mean F1 of pairs of annotators, by characters', value: ceiling.value } : null
}

interface MeansPlotProps {
  readonly table: ResultTable
  readonly column: string
  /** A reference level, such as the agreement of annotators. */
  readonly ceiling?: { readonly label: string; readonly value: number } | null
  readonly onOpen: (configuration: number) => void
}

/** Means of all extractors with their 95 % intervals, best first. */
function MeansPlot({ table, column, ceiling = null, onOpen }: MeansPlotProps) {
  const at = table.columns.findIndex(({ id }) => id === column)
  const { label = '', larger = true } = table.columns[at] ?? {}
  const rows = table.rows
    .flatMap(({ configuration, name, cells }) => {
      const cell = cells[at]
      return typeof cell?.value !== 'number' ? [] : [{ configuration, name, value: cell.value, interval: cell.interval, pages: cell.pages }]
    })
    .sort((a, b) => (larger ? b.value - a.value : a.value - b.value))
  const data = rows.map(({ value, interval, ...row }, mark) => ({
    ...row,
    mark,
    x: value,
    y: rows.length - mark,
    range: interval ? [value - interval.low, interval.high - value] : null,
  }))
  const { domain, ticks } = roundRange([
    ...rows.flatMap(({ value, interval }) => (interval ? [interval.low, interval.high] : [value])),
    ...(ceiling ? [ceiling.value] : []),
  ])
  return (
    <PlotFrame
      title={`Mean ${label} by extractor`}
      note={`Points are means over ${rows[0]?.pages ?? 0} pages. Lines are 95 % bootstrap intervals.${ceiling ? ` Dashed: ${ceiling.label}, ${formatScore(ceiling.value)}.` : ''}`}
      columns={['extractor', label, 'low', 'high', 'pages']}
      marks={rows.map(({ configuration, name, value, interval, pages }) => ({
        label: `${name}: ${formatScore(value)}${interval ? `, ${formatScore(interval.low)} to ${formatScore(interval.high)}` : ''}`,
        cells: [name, value, interval?.low, interval?.high, pages],
        open: () => onOpen(configuration),
      }))}
      height={56 + rows.length * 24}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 4, right: 16, bottom: 8, left: 4 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" horizontal={false} />
          <XAxis type="number" dataKey="x" domain={domain} ticks={ticks} {...AXIS} label={nameBelow(label)} />
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
          {ceiling ? <ReferenceLine x={ceiling.value} stroke="var(--muted)" strokeDasharray="4 3" /> : null}
          <Scatter data={data} isAnimationActive={false} shape={pointShape(pointing, { colour: 'var(--accent)' })}>
            <ErrorBar dataKey="range" direction="x" width={6} stroke="var(--accent)" strokeWidth={1.5} isAnimationActive={false} />
          </Scatter>
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
