import { metricInfo, type MetricId } from '../../../shared/evaluation/evaluation-row'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { evaluation, useEvaluation } from './state/evaluation'

/** The metric that lists and charts show, of those the run recorded. */
export function MetricSelect() {
  const metric = useEvaluation((state) => state.metric)
  const spec = useEvaluation((state) => state.details?.run.spec)
  const recorded = spec ? metricsOf(spec) : []
  return (
    <label>
      Metric
      <select
        value={metric}
        onChange={(event) => {
          const chosen = recorded.find((id) => id === event.target.value)
          if (chosen) evaluation.setMetric(chosen)
        }}
      >
        {recorded.map(metricInfo).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
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
      <select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {names.map((name, i) => (
          <option key={i} value={i}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Label of a metric. */
export function metricLabel(metric: MetricId): string {
  return metricInfo(metric).label
}
