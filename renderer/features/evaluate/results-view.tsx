import { useMemo, type ReactNode, useState, useCallback } from 'react'
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
import { useWindow } from '../../window/window'
import { MetricSelect, metricLabel, rowOptions } from './view-parts'
import { useFields } from '../../window/store'
import styles from './views.module.css'
import { GROUPINGS, sumsOf, type Grouping } from '../../../shared/evaluation/score-sums'
import { GroupsPlot } from './plots/bar-plots'
import { runToEnd, type Pieces } from '../../../shared/base/pieces'
import { groupTablePieces, metricTablePieces, withNotes, type ResultTable, type TableGroups } from '../../../shared/evaluation/result-table'
import { comparisonPieces } from '../../../shared/evaluation/table-comparisons'
import { FEWEST_PAGES } from '../../../shared/metrics/bootstrap'
import { FAMILY_WORDS, metricsOf, partNotes, rowTitles } from '../../../shared/evaluation/run-spec'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { useInPieces } from '../../components/hooks'

export function ResultsView({ details, choice }: { readonly details: RunDetails; readonly choice: ReactNode }) {
  const { metric, focus } = useFields(useEvaluation, 'metric', 'focus')
  const { table, isDone, canTest } = useResultTable(details)
  const usual = useMemo(() => usualColumns(details.results), [details])
  const extractors = useWindow((state) => state.extractors)
  const kinds = details.run.spec.configurations.map(({ extractor }) => {
    const family = extractors.find(({ id }) => id === extractor)?.family
    return family ? FAMILY_WORDS[family] : ''
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

function FailurePolicySelect({ details: { results } }: { readonly details: RunDetails }) {
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

export function GroupView({ details }: { readonly details: RunDetails }) {
  const { metric, focus } = useFields(useEvaluation, 'metric', 'focus')
  const [grouping, setGrouping] = useState<Grouping>('type')
  const [other, setOther] = useState(-1)
  const groups = useMemo(() => ({ metric, grouping }), [metric, grouping])
  const { table, isDone } = useResultTable(details, groups)
  const open = (row: number, group: string): void =>
    evaluation.showPages({ focus: row, type: grouping === 'type' && group !== '*' && group !== 'mean' ? group : '' })
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <Select caption="By" value={grouping} options={GROUPINGS.map(({ id, label }) => ({ value: id, label }))} onChange={setGrouping} />
        <FailurePolicySelect details={details} />
      </div>
      <GroupsPlot
        table={table}
        label={metricLabel(metric)}
        rows={other < 0 || other === focus ? [focus] : [focus, other]}
        onOpen={open}
        controls={
          <>
            <Select
              label="Extractor"
              value={focus}
              options={rowOptions(details.run.names)}
              onChange={(row) => evaluation.set({ focus: row })}
            />
            <Select
              label="Second extractor"
              value={other}
              options={[{ value: -1, label: 'no second extractor' }, ...rowOptions(details.run.names)]}
              onChange={setOther}
            />
          </>
        }
      />
      <ResultGrid {...{ table, isDone, focus }} onFocus={(row) => evaluation.set({ focus: row })} onOpen={open} />
    </>
  )
}

interface RunTable {
  readonly table: ResultTable
  readonly isDone: boolean
  readonly canTest: boolean
}

function useResultTable(details: RunDetails, groups?: TableGroups): RunTable {
  const { run, results } = details
  const { seed } = run.spec.pages
  const against = useEvaluation((state) => state.against)
  const failures = useEvaluation((state) => state.failures)
  const extractors = useWindow((state) => state.extractors)
  const titles = useMemo(() => rowTitles(run.spec, extractors), [run, extractors])
  const grouping = groups?.grouping
  const sums = useMemo(
    () => sumsOf(results, run.names.length, metricsOf(run.spec), grouping ? [grouping] : [], failures),
    [run, results, grouping, failures],
  )
  const tableOf = useCallback(
    function* (resamples?: number): Pieces<ResultTable> {
      const options = { seed, titles, ...(resamples === undefined ? {} : { resamples }) }
      const made = groups
        ? yield* groupTablePieces(sums, run.names, groups, options)
        : yield* metricTablePieces(sums, run.names, metricsOf(run.spec), options)
      return withNotes(made, [...partNotes(run), ...sweepNotes(run.spec, results, groups?.metric)])
    },
    [sums, run, results, groups, seed, titles],
  )
  // Compute in pieces, because many rows and pages take seconds.
  const means = useMemo(() => runToEnd(tableOf(0)), [tableOf])
  const withIntervals = useInPieces(tableOf)
  const test = useMemo(
    () => withIntervals && (() => comparisonPieces(withIntervals, sums, { against, seed }, groups)),
    [withIntervals, sums, groups, against, seed],
  )
  const tested = useInPieces(test)
  return { table: tested ?? withIntervals ?? means, isDone: tested !== null, canTest: run.names.length > 1 && sums.scored >= FEWEST_PAGES }
}
