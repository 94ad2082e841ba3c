import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { GROUPINGS, type Grouping } from '../../../shared/evaluation/score-sums'
import { Select } from '../../components/fields'
import { evaluation, useEvaluation } from './state/evaluation'
import { ResultGrid } from './result-grid'
import { FailurePolicySelect } from './results-view'
import { GroupsPlot } from './plots/groups-plot'
import { useResultTable } from './use-result-table'
import { metricLabel, MetricSelect, rowOptions } from './view-parts'
import { useFields } from '../../window/store'

/** Table of extractors and groups of pages for one metric, as in the papers, and a bar chart of one or two extractors. */
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
