import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { corpusOf, groupTable, withComparisons, withPublished } from '../../../shared/evaluation/result-table'
import { GROUPINGS, type Grouping } from '../../../shared/evaluation/score-sums'
import { evaluation, useEvaluation } from './state/evaluation'
import { MetricSelect } from './metric-select'
import { ResultGrid } from './result-grid'
import { Select } from '../../components/select'

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
        <Select caption="By" value={grouping} options={GROUPINGS.map(({ id, label }) => ({ value: id, label }))} onChange={setGrouping} />
      </div>
      <ResultGrid table={table} focus={focus} onFocus={(c) => evaluation.setFocus(c)} />
    </>
  )
}
