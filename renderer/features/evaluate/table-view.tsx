import { useMemo } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import type { MetricId } from '../../../shared/evaluation/evaluation-row'
import { metricTable } from '../../../shared/evaluation/result-table'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { comparePaired } from '../../../shared/metrics/bootstrap'
import { evaluation, useEvaluation } from './state/evaluation'
import { ResultGrid } from './result-grid'
import { pairedValues } from './paired-values'

const COMPARED: readonly MetricId[] = ['precision', 'recall', 'f1', 'cleanEval', 'snippetAccuracy']

/** Extractor × metric; the row in focus is compared with every other by a paired test. */
export function TableView({ details }: { readonly details: RunDetails }) {
  const focus = useEvaluation((state) => state.focus)
  const { results, run } = details
  const table = useMemo(() => metricTable(results, run.names, metricsOf(run.spec), { seed: run.spec.pages.seed }), [results, run])
  const notes = useMemo(() => {
    const found = new Map<string, string>()
    run.names.forEach((_, configuration) => {
      if (configuration === focus) return
      for (const metric of COMPARED) {
        const { a, b } = pairedValues(results, configuration, focus, metric)
        const test = comparePaired(a, b, { seed: run.spec.pages.seed, resamples: 2000 })
        if (test) found.set(`${configuration} ${metric}`, test.p < 0.001 ? 'p < 0.001' : `p = ${test.p.toFixed(3)}`)
      }
    })
    return found
  }, [results, run, focus])
  return (
    <>
      <p className="evaluate-quiet">
        Compared with <strong>{run.names[focus]}</strong>: p of a two-sided paired permutation test over pages. Choose a row to compare with
        it.
      </p>
      <ResultGrid
        table={table}
        focus={focus}
        onFocus={(c) => evaluation.setFocus(c)}
        note={(c, column) => notes.get(`${c} ${column}`) ?? null}
      />
    </>
  )
}
