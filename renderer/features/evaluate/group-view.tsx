import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { corpusOf, groupTable, withComparisons, withNotes, withPublished } from '../../../shared/evaluation/result-table'
import { GROUPINGS, type Grouping } from '../../../shared/evaluation/score-sums'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { evaluation, useEvaluation } from './state/evaluation'
import { MetricSelect } from './metric-select'
import { ResultGrid } from './result-grid'
import { ComparedWith, useRowTitles, useScoreSums } from './table-view'
import { Select } from '../../components/select'

/** Extractor × group of pages for one metric, as in the papers' tables. */
export function GroupView({ details }: { readonly details: RunDetails }) {
  const metric = useEvaluation((state) => state.metric)
  const against = useEvaluation((state) => state.against)
  const [grouping, setGrouping] = useState<Grouping>('type')
  const groupings = useMemo(() => [grouping], [grouping])
  const sums = useScoreSums(details, groupings)
  const titles = useRowTitles(details)
  const { run, results } = details
  const { seed } = run.spec.pages
  const grouped = useMemo(() => {
    const table = groupTable(sums, run.names, metric, grouping, { seed, titles })
    return withNotes(table, sweepNotes(run.spec, results, metric))
  }, [sums, run, results, metric, grouping, seed, titles])
  const table = useMemo(() => {
    const groups = { metric, grouping }
    return withPublished(withComparisons(grouped, sums, { against, seed }, groups), corpusOf(sums), groups)
  }, [grouped, sums, metric, grouping, against, seed])
  return (
    <>
      <div className="evaluate-row">
        <MetricSelect />
        <Select caption="By" value={grouping} options={GROUPINGS.map(({ id, label }) => ({ value: id, label }))} onChange={setGrouping} />
      </div>
      <ComparedWith details={details} />
      <ResultGrid table={table} onChoose={(row) => evaluation.compareAgainst(row)} />
    </>
  )
}
