import { useEffect, useMemo, useState } from 'react'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { compareAll } from '../../../../shared/evaluation/all-pairs'
import { metricInfo } from '../../../../shared/evaluation/metric-list'
import type { ResultTable } from '../../../../shared/evaluation/result-table'
import { call } from '../../../window/host/host'
import { useWindow } from '../../../window/window'
import { evaluation, useEvaluation } from '../state/evaluation'
import { EcdfPlot } from './ecdf-plot'
import { MeansPlot } from './means-plot'
import styles from './plots.module.css'
import { PrecisionRecallPlot } from './precision-recall-plot'
import { RankPlot } from './rank-plot'

/** Plots of all extractors of a run. */
export default function OverviewPlots({ details, table }: { readonly details: RunDetails; readonly table: ResultTable }) {
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

/** Mean F1 of pairs of annotators, of a run over a corpus that several people labelled; null without them. */
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
  return ceiling?.path === path ? { label: 'F1 of the annotators among each other, by characters', value: ceiling.value } : null
}
