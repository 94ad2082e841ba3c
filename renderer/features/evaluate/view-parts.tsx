import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { evaluation, useEvaluation } from './state/evaluation'
import { Select } from '../../components/fields'
import type { ComponentProps } from 'react'
import { DataTable, Table } from '../../components/table'

export function MetricSelect() {
  const metric = useEvaluation((state) => state.metric)
  const spec = useEvaluation((state) => state.details?.run.spec)
  const recorded = spec ? metricsOf(spec) : []
  return (
    <Select
      caption="Metric"
      value={metric}
      options={recorded.map((id) => ({ value: id, label: metricInfo(id).label }))}
      onChange={(id) => evaluation.set({ metric: id })}
    />
  )
}

export const rowOptions = (names: readonly string[]) => names.map((label, value) => ({ value, label }))

export const metricLabel = (metric: MetricId): string => metricInfo(metric).label

type ScrollTableProps = ComponentProps<typeof Table> & Partial<Pick<ComponentProps<typeof DataTable>, 'rows'>> & { readonly label: string }

/** @param rows rows in the form of `DataTable`; if missing, the children are the rows */
export function ScrollTable({ label, rows, ...table }: ScrollTableProps) {
  return (
    <div className="evaluate-scroll" tabIndex={0} role="region" aria-label={label}>
      {rows ? <DataTable rows={rows} {...table} /> : <Table {...table} />}
    </div>
  )
}
