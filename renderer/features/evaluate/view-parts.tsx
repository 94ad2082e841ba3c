import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { evaluation, useEvaluation } from './state/evaluation'
import { Select } from '../../components/fields'
import type { ComponentProps, ReactNode } from 'react'
import { TableHead } from '../../components/table'

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

interface ScrollTableProps extends ComponentProps<typeof TableHead> {
  readonly label: string
  readonly children: ReactNode
}

export function ScrollTable({ label, columns, children }: ScrollTableProps) {
  return (
    <div className="evaluate-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
