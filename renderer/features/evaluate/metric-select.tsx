import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { evaluation, useEvaluation } from './state/evaluation'
import { Select } from '../../components/select'

/** The metric that lists and charts show, of those the run recorded. */
export function MetricSelect() {
  const metric = useEvaluation((state) => state.metric)
  const spec = useEvaluation((state) => state.details?.run.spec)
  const recorded = spec ? metricsOf(spec) : []
  return (
    <Select
      caption="Metric"
      value={metric}
      options={recorded.map((id) => ({ value: id, label: metricInfo(id).label }))}
      onChange={(id) => evaluation.setMetric(id)}
    />
  )
}

interface ConfigurationSelectProps {
  readonly label: string
  readonly names: readonly string[]
  readonly value: number
  readonly onChange: (configuration: number) => void
}

/** One of the run's columns. */
export function ConfigurationSelect({ label, names, value, onChange }: ConfigurationSelectProps) {
  return (
    <label>
      {label}
      <Select value={value} options={names.map((name, i) => ({ value: i, label: name }))} onChange={onChange} />
    </label>
  )
}

/** Label of a metric. */
export function metricLabel(metric: MetricId): string {
  return metricInfo(metric).label
}
