import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { groupTable, GROUPINGS, type Grouping } from '../../../shared/evaluation/result-table'
import { evaluation, useEvaluation } from './state/evaluation'
import { MetricSelect } from './metric-select'
import { ResultGrid } from './result-grid'

const LABELS: Readonly<Record<Grouping, string>> = { pageType: 'page type', host: 'source', language: 'language', gold: 'kind of gold' }

/** Extractor × group of pages for one metric, as in the papers' tables. */
export function GroupView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const focus = useEvaluation((state) => state.focus)
  const [grouping, setGrouping] = useState<Grouping>('pageType')
  const table = useMemo(
    () => groupTable(details.results, details.run.names, metric, grouping, { seed: details.run.spec.pages.seed }),
    [details, metric, grouping],
  )
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <label>
          By
          <select
            value={grouping}
            onChange={(event) => {
              const chosen = GROUPINGS.find((one) => one === event.target.value)
              if (chosen) setGrouping(chosen)
            }}
          >
            {GROUPINGS.map((one) => (
              <option key={one} value={one}>
                {LABELS[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ResultGrid table={table} focus={focus} onFocus={(c) => evaluation.setFocus(c)} />
    </>
  )
}
