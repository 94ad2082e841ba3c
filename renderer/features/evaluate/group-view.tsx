import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { corpusOf, groupTable, withComparisons, withPublished } from '../../../shared/evaluation/result-table'
import { GROUPINGS, type Grouping } from '../../../shared/evaluation/score-sums'
import { evaluation, useEvaluation } from './state/evaluation'
import { MetricSelect } from './metric-select'
import { ResultGrid } from './result-grid'

/** Extractor × group of pages for one metric, as in the papers' tables. */
export function GroupView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const focus = useEvaluation((state) => state.focus)
  const [grouping, setGrouping] = useState<Grouping>('type')
  const table = useMemo(() => {
    const { run, results } = details
    const { seed } = run.spec.pages
    const groups = { metric, grouping }
    const grouped = groupTable(results, run.names, metric, grouping, { seed })
    return withPublished(withComparisons(grouped, results, { against: focus, seed }, groups), corpusOf(results), groups)
  }, [details, metric, grouping, focus])
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <label>
          By
          <select
            value={grouping}
            onChange={(event) => {
              const chosen = GROUPINGS.find(({ id }) => id === event.target.value)
              if (chosen) setGrouping(chosen.id)
            }}
          >
            {GROUPINGS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ResultGrid table={table} focus={focus} onFocus={(c) => evaluation.setFocus(c)} />
    </>
  )
}
