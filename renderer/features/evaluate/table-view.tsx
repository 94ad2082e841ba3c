import { useMemo } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { corpusOf, metricTable, withComparisons, withNotes, withPublished } from '../../../shared/evaluation/result-table'
import { pagesSentence, RowFailures } from '../../../shared/evaluation/evaluation-row'
import { configurationTitle, metricsOf } from '../../../shared/evaluation/run-spec'
import { FAILURE_POLICIES, ScoreSums, type Grouping } from '../../../shared/evaluation/score-sums'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { Select } from '../../components/select'
import { useWindow } from '../../window/window'
import { evaluation, useEvaluation } from './state/evaluation'
import { ResultGrid } from './result-grid'

const NO_GROUPINGS: readonly Grouping[] = []

/** All that tables need of a run's pages. @param groupings the same list as long as the same is meant */
export function useScoreSums({ run, results }: RunDetails, groupings: readonly Grouping[] = NO_GROUPINGS): ScoreSums {
  const failures = useEvaluation((state) => state.failures)
  return useMemo(() => {
    const sums = new ScoreSums(run.names.length, metricsOf(run.spec), groupings, failures)
    for (const result of results) sums.add(result)
    return sums
  }, [run, results, groupings, failures])
}

/** Names of the rows as a paper prints them. */
export function useRowTitles({ run }: RunDetails): readonly string[] {
  const extractors = useWindow((state) => state.extractors)
  return useMemo(
    () =>
      run.spec.configurations.map((configuration) =>
        configurationTitle(
          configuration,
          extractors.find(({ id }) => id === configuration.extractor),
        ),
      ),
    [run, extractors],
  )
}

/** Extractor × metric; every row is tested against the best of each column, or against one that a person chose. */
export function TableView({ details }: { readonly details: RunDetails }) {
  const against = useEvaluation((state) => state.against)
  const { results, run } = details
  const { seed } = run.spec.pages
  const sums = useScoreSums(details)
  const titles = useRowTitles(details)
  const table = useMemo(() => {
    const means = metricTable(sums, run.names, metricsOf(run.spec), { seed, titles })
    return withNotes(means, sweepNotes(run.spec, results))
  }, [sums, run, results, seed, titles])
  const shown = useMemo(() => withPublished(withComparisons(table, sums, { against, seed }), corpusOf(sums)), [table, sums, against, seed])
  return (
    <>
      <ComparedWith details={details} />
      <ResultGrid table={shown} onChoose={(row) => evaluation.compareAgainst(row)} />
      <Failures details={details} />
    </>
  )
}

/** What rows are tested against, and what failed pages count. */
export function ComparedWith({ details: { run, results } }: { readonly details: RunDetails }) {
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
          onChange={(policy) => evaluation.setFailures(policy)}
        />
      ) : null}
      <span className="quiet">
        {against === 'best' ? (
          'Every row is tested against the best of each column. Choose a row to test against that one.'
        ) : (
          <>
            Every row is tested against <strong>{run.names[against]}</strong>. Choose it again to test against the best of each column.
          </>
        )}
      </span>
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
    <section aria-label="Failures by row" className="evaluate-failures">
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
