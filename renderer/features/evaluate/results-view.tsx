import { useMemo, type ReactNode } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { meanTimes, usualColumns } from '../../../shared/evaluation/evaluation-row'
import { FAILURE_POLICIES } from '../../../shared/evaluation/failure-policy'
import { metricOfName } from '../../../shared/evaluation/metric-list'
import { pagesSentence, RowFailures } from '../../../shared/evaluation/noted-pages'
import { Select } from '../../components/fields'
import { evaluation, useEvaluation } from './state/evaluation'
import { OverviewPlots } from './plots/overview-plots'
import { ResultGrid } from './result-grid'
import { RowPanel } from './row-panel'
import { useResultTable } from './use-result-table'
import { useWindow } from '../../window/window'
import { MetricSelect } from './view-parts'
import { useFields } from '../../window/store'
import styles from './views.module.css'

/** Words beside the names of extractors, by family. */
const KINDS = { system: 'paper', own: 'built-in', baseline: 'baseline', peer: 'library', yours: 'custom' } as const

export function ResultsView({ details, choice }: { readonly details: RunDetails; readonly choice: ReactNode }) {
  const { metric, focus } = useFields(useEvaluation, 'metric', 'focus')
  const { table, isDone, canTest } = useResultTable(details)
  const usual = useMemo(() => usualColumns(details.results), [details])
  const extractors = useWindow((state) => state.extractors)
  const kinds = details.run.spec.configurations.map(({ extractor }) => {
    const family = extractors.find(({ id }) => id === extractor)?.family
    return family ? KINDS[family] : ''
  })
  const milliseconds = useMemo(() => meanTimes(details.run.names.length, details.timings), [details])
  return (
    <div className={styles.results}>
      <div className={`column pane ${styles.all}`}>
        <ResultGrid
          {...{ table, isDone, usual, kinds, milliseconds, focus }}
          drawn={metric}
          onFocus={(row) => evaluation.set({ focus: row })}
          onOpen={(row, column) => evaluation.showPages({ focus: row, metric: metricOfName(column) ?? metric })}
        >
          {choice}
          <MetricSelect />
          <FailurePolicySelect details={details} />
        </ResultGrid>
        <OverviewPlots details={details} table={table} />
        <Failures details={details} />
      </div>
      <RowPanel {...{ details, table, metric, canTest, usual }} />
    </div>
  )
}

/** Choice of how failed pages count; hidden without failures. */
export function FailurePolicySelect({ details: { results } }: { readonly details: RunDetails }) {
  const failures = useEvaluation((state) => state.failures)
  const someFailed = useMemo(() => results.some(({ failure, rows }) => !failure && rows.some((row) => row.failure !== null)), [results])
  if (!someFailed) return null
  return (
    <Select
      caption="Failed pages"
      value={failures}
      options={FAILURE_POLICIES.map(({ id, label }) => ({ value: id, label }))}
      onChange={(failures) => evaluation.set({ failures })}
    />
  )
}

function Failures({ details: { results, run } }: { readonly details: RunDetails }) {
  const failures = useMemo(() => {
    const found = new RowFailures()
    for (const result of results) found.add(result)
    return found.list()
  }, [results])
  if (failures.length === 0) return null
  return (
    <section aria-label="Failures by row">
      <h3>Failures by row</h3>
      <ul className="bulleted">
        {failures.map((row) => (
          <li key={`${row.configuration} ${row.code}`}>
            <strong>{run.names[row.configuration]}</strong>: {row.message} <span className="quiet">{pagesSentence(row)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
