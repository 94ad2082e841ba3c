import { usage } from '../cli-io'
import type { PoolOptions, ProjectOption } from '../options'
import { METRIC_IDS, METRICS, metricInfo, metricOfName, type MetricId } from '../../../shared/evaluation/metric-list'
import type { FailurePolicy } from '../../../shared/evaluation/failure-policy'
import {
  completeParams,
  parseConfigurations,
  parseSweep,
  sweepConfigurations,
  type Configuration,
} from '../../../shared/evaluation/run-spec'
import type { TableFormat } from '../../../shared/evaluation/table-text'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { readSharedSettings } from '../../../shared/extractors/core/param-settings'
import type { Registry } from '../../../shared/extractors/core/run'

export interface GuardOptions {
  readonly baseline?: string
  readonly failIf: readonly string[]
  readonly failIfPage: readonly string[]
  readonly requireSnippets?: true
  readonly junit?: string
  readonly summary?: string
}

export interface EvaluateOptions extends ProjectOption, PoolOptions, GuardOptions {
  corpus?: string
  stdin?: boolean
  lines?: boolean
  merge?: string[]
  extractors?: string
  set: string[]
  sweep?: string
  metrics?: string
  by: string | undefined
  columns: string | undefined
  failures: FailurePolicy
  against: string
  format: TableFormat
  out: string | undefined
  resume?: boolean
  scores?: string
  watch?: boolean
  sample: number
  seed: number
  contains: string
  gold: string
  foldCase?: boolean
  stripPunctuation?: boolean
}

export const METRICS_HELP = `
Metrics (a: the extracted text, b: the gold text):
${METRICS.map(({ id, description }) => `  ${id.padEnd(18)} ${description}`).join('\n')}
`

const DEFAULT_METRICS: readonly MetricId[] = ['precision', 'recall', 'f1', 'wordF1', 'snippetAccuracy']

export function parseMetrics(text: string | undefined): MetricId[] {
  if (text === undefined) return [...DEFAULT_METRICS]
  const named = text.split(',').flatMap((name) => {
    if (name.trim() === 'all') return METRIC_IDS.filter((id) => !metricInfo(id).costly)
    const metric = metricOfName(name.trim())
    if (!metric) throw usage(`There is no metric "${name}".`, `Metrics are: all, ${METRIC_NAMES}.`)
    return metric
  })
  return [...new Set(named)]
}

export const METRIC_NAMES = `${METRIC_IDS.join(', ')}; rougeN for any N from 1 to 20`

export function parseConfigurationOptions(options: EvaluateOptions, registry: Registry<ExtractorInfo>): Configuration[] {
  const named = options.extractors === undefined ? null : parseConfigurations(options.extractors, registry.list())
  if (named?.length === 0) throw usage('--extractors names no extractor.', 'Name an extractor, or omit --extractors for all extractors.')
  let configurations = named ?? registry.list().map(({ id }) => ({ extractor: id, preset: 'default' as const, params: {} }))
  const settings = readSharedSettings(
    configurations.flatMap(({ extractor }) => registry.get(extractor) ?? []),
    options.set,
  )
  configurations = configurations.map((c) => ({ ...c, params: { ...c.params, ...settings.get(c.extractor) } }))
  if (options.sweep !== undefined) {
    const sweep = parseSweep(options.sweep)
    const isSwept = ({ extractor }: Configuration): boolean => registry.get(extractor)?.params[sweep.param]?.kind === 'number'
    if (!configurations.some(isSwept))
      throw usage(`None of the extractors has a number parameter "${sweep.param}".`, 'See boilerscope list.')
    const selected = named ? configurations : configurations.filter(isSwept)
    configurations = selected.flatMap((base) => (isSwept(base) ? sweepConfigurations(base, sweep) : [base]))
  }
  for (const configuration of configurations) {
    const extractor = registry.get(configuration.extractor)
    if (extractor) completeParams(extractor, configuration)
  }
  return configurations
}
