import { useMemo } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import type { MetricId } from '../../../shared/evaluation/evaluation-row'
import { corpusOf, metricTable, withComparisons, withPublished } from '../../../shared/evaluation/result-table'
import { pagesSentence, RowFailures } from '../../../shared/evaluation/row-failures'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { evaluation, useEvaluation } from './state/evaluation'
import { ResultGrid } from './result-grid'

/** Tested as the focus moves; the others only for an export, which may take a second. */
const COMPARED: readonly MetricId[] = ['precision', 'recall', 'f1', 'wordF1', 'cleanEval', 'snippetAccuracy']

/** Extractor × metric; the row in focus is compared with every other by a paired test. */
export function TableView({ details }: { readonly details: RunDetails }) {
  const focus = useEvaluation((state) => state.focus)
  const { results, run } = details
  const { seed } = run.spec.pages
  const table = useMemo(() => metricTable(results, run.names, metricsOf(run.spec), { seed }), [results, run, seed])
  const corpus = useMemo(() => corpusOf(results), [results])
  const shown = useMemo(
    () => withPublished(withComparisons(table, results, { against: focus, seed, metrics: COMPARED }), corpus),
    [table, results, corpus, focus, seed],
  )
  return (
    <>
      <p className="quiet">
        Compared with <strong>{run.names[focus]}</strong>: choose another row to compare with it. Exports test every metric.
      </p>
      <ResultGrid
        table={shown}
        whole={() => withPublished(withComparisons(table, results, { against: focus, seed }), corpus)}
        focus={focus}
        onFocus={(c) => evaluation.setFocus(c)}
      />
      <Failures details={details} />
    </>
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
