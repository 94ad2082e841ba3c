import { useCallback, useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { inOneGo, type Pieces } from '../../../shared/base/pieces'
import { groupTablePieces, metricTablePieces, withNotes, type ResultTable, type TableGroups } from '../../../shared/evaluation/result-table'
import { comparisonPieces } from '../../../shared/evaluation/table-comparisons'
import { pagesSentence, RowFailures } from '../../../shared/evaluation/evaluation-row'
import { FEWEST_PAGES } from '../../../shared/metrics/bootstrap'
import { metricsOf, partNotes, rowTitles } from '../../../shared/evaluation/run-spec'
import { FAILURE_POLICIES } from '../../../shared/evaluation/failure-policy'
import { ScoreSums, type Grouping, GROUPINGS } from '../../../shared/evaluation/score-sums'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { useInPieces } from '../../components/in-pieces'
import { Select } from '../../components/select'
import { useWindow } from '../../window/window'
import { evaluation, useEvaluation } from './state/evaluation'
import { ResultGrid } from './result-grid'
import { MetricSelect } from './view-parts'

/** Names of the rows as a paper prints them. */
export function useRowTitles({ run }: RunDetails): readonly string[] {
  const extractors = useWindow((state) => state.extractors)
  return useMemo(() => rowTitles(run.spec, extractors), [run, extractors])
}

/** Extractor × metric; every row is tested against the best of each column, or against one that a person chose. */
export function TableView({ details }: { readonly details: RunDetails }) {
  return (
    <>
      <Results details={details} />
      <Failures details={details} />
    </>
  )
}

/** Extractor × group of pages for one metric, as in the papers' tables. */
export function GroupView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const [grouping, setGrouping] = useState<Grouping>('type')
  const groups = useMemo(() => ({ metric, grouping }), [metric, grouping])
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <Select caption="By" value={grouping} options={GROUPINGS.map(({ id, label }) => ({ value: id, label }))} onChange={setGrouping} />
      </div>
      <Results details={details} groups={groups} />
    </>
  )
}

/** The table of a run, of all metrics or by groups of pages, with what it is tested against. */
function Results({ details, groups }: { readonly details: RunDetails; readonly groups?: TableGroups }) {
  const { run, results } = details
  const { seed } = run.spec.pages
  const against = useEvaluation((state) => state.against)
  const failures = useEvaluation((state) => state.failures)
  const titles = useRowTitles(details)
  const grouping = groups?.grouping
  const sums = useMemo(() => {
    const added = new ScoreSums(run.names.length, metricsOf(run.spec), grouping ? [grouping] : [], failures)
    for (const result of results) added.add(result)
    return added
  }, [run, results, grouping, failures])
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
  // Means are there at once; intervals and tests of many rows over many pages take seconds.
  const means = useMemo(() => inOneGo(tableOf(0)), [tableOf])
  const withIntervals = useInPieces(tableOf)
  const test = useMemo(
    () => withIntervals && (() => comparisonPieces(withIntervals, sums, { against, seed }, groups)),
    [withIntervals, sums, groups, against, seed],
  )
  const tested = useInPieces(test)
  const canTest = run.names.length > 1 && sums.scored >= FEWEST_PAGES
  return (
    <>
      <ComparedWith details={details} canTest={canTest} />
      <ResultGrid
        table={tested ?? withIntervals ?? means}
        isDone={tested !== null}
        onChoose={canTest ? (row) => evaluation.compareAgainst(row) : null}
      />
    </>
  )
}

/** What rows are tested against, and what failed pages count. */
function ComparedWith({ details: { run, results }, canTest }: { readonly details: RunDetails; readonly canTest: boolean }) {
  const against = useEvaluation((state) => state.against)
  const failures = useEvaluation((state) => state.failures)
  const someFailed = useMemo(() => results.some(({ failure, rows }) => !failure && rows.some((row) => row.failure !== null)), [results])
  return (
    <div className="evaluate-row">
      {someFailed ? (
        <Select
          caption="Pages that a row failed on"
          value={failures}
          options={FAILURE_POLICIES.map(({ id, label }) => ({ value: id, label }))}
          onChange={(failures) => evaluation.set({ failures })}
        />
      ) : null}
      {canTest ? (
        <span className="quiet">
          {against === 'best' ? (
            'Every row is tested against the best of each column. Choose a row to test against that one.'
          ) : (
            <>
              Every row is tested against <strong>{run.names[against]}</strong>. Choose it again to test against the best of each column.
            </>
          )}
        </span>
      ) : null}
    </div>
  )
}

/** Why rows failed, and on which pages. */
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
