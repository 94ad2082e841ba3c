import { join } from 'node:path'
import { countedOf } from '../../../shared/base/written-number'
import { METRIC_IDS, METRICS, metricInfo, metricOfName, type MetricId } from '../../../shared/evaluation/metric-list'
import {
  completeParams,
  type Configuration,
  configurationName,
  metricsOf,
  parseConfigurations,
  parseSweep,
  RunSpec,
  sweepConfigurations,
} from '../../../shared/evaluation/run-spec'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { readSharedSettings } from '../../../shared/extractors/core/param-settings'
import type { Registry } from '../../../shared/extractors/core/run'
import { isCorpus, openCollection } from '../../services/corpus/open-collection'
import { createEvaluationPool, reduceOptimisation, type EvaluationPool } from '../../services/evaluation/evaluation-runner'
import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { jsonLinesPages } from '../../services/sources/json-lines-pages'
import { createSamples } from '../../services/sources/collection-folder'
import type { PageCollection } from '../../services/sources/page-record'
import { threadBudget } from '../../services/threads/thread-pool'
import { type CliIo, collectionSourceOf, untilInterrupted, usage, warn, withPool, withProgress } from '../cli-io'
import { type PoolOptions, type ProjectOption, loadExtractors } from '../options'
import { parseColumns, parseGroupings, parseReference, type TableChoice } from './evaluation-output'

export interface GuardOptions {
  readonly baseline?: string
  readonly failIf: readonly string[]
  readonly failIfPage: readonly string[]
  readonly requireSnippets?: true
  readonly junit?: string
  readonly summary?: string
}

export interface EvaluateOptions extends ProjectOption, PoolOptions, TableChoice, GuardOptions {
  corpus?: string
  stdin?: boolean
  lines?: boolean
  merge?: string[]
  extractors?: string
  set: string[]
  sweep?: string
  metrics?: string
  out: string | undefined
  resume?: boolean
  scores?: string
  watch?: boolean
  sample: number
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

function parseMetrics(text: string | undefined): MetricId[] {
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

function parseConfigurationOptions(options: EvaluateOptions, registry: Registry<ExtractorInfo>): Configuration[] {
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

/** The caller of `prepared` must close `pool`. */
export type Prepared = Awaited<ReturnType<typeof prepared>>

export async function prepared(io: CliIo, options: EvaluateOptions) {
  const { list, registry, own } = await loadExtractors(options.extractors ?? '', options, io)
  const configurations = parseConfigurationOptions({ ...options, ...(options.extractors !== undefined && { extractors: list }) }, registry)
  const names = configurations.map(configurationName)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw usage(`The extractor ${twice} occurs twice.`, 'Name each extractor once.')
  const spec = RunSpec.parse({
    source: options.stdin ? { kind: 'jsonl', path: '-' } : collectionSourceOf(options.corpus ?? '', io.cwd),
    pages: { contains: options.contains, sample: options.stdin ? 0 : options.sample, seed: options.seed },
    configurations,
    tokens: { foldCase: options.foldCase ?? false, stripPunctuation: options.stripPunctuation ?? false },
    metrics: [...new Set([...parseMetrics(options.metrics), ...(options.requireSnippets ? (['snippetAccuracy'] as const) : [])])],
    gold: options.gold,
  })
  if (options.gold !== '' && (options.stdin || !(await isCorpus(spec.source))))
    throw usage(
      `--gold chooses the gold labels of a corpus; ${options.stdin ? 'standard input' : (options.corpus ?? '')} is not a corpus.`,
      'Remove --gold, or import the pages into a corpus: boilerscope corpus import.',
    )
  const groupings = parseGroupings(options.by)
  parseReference(options.against, names)
  parseColumns(options.columns, metricsOf(spec), groupings)
  return { registry, own, names, spec, groupings, pool: evaluationPool(io, options) }
}

function evaluationPool(io: CliIo, { jobs, timeout }: PoolOptions): EvaluationPool {
  reduceOptimisation()
  return createEvaluationPool(join(io.workers, 'evaluation-worker.js'), threadBudget('evaluation', jobs, false), timeout * 1000)
}

export function withEvaluationPool<T>(
  io: CliIo,
  options: PoolOptions,
  act: (pool: EvaluationPool, signal: AbortSignal, progress: (done: number, total: number | null) => void) => Promise<T>,
): Promise<T> {
  return withPool(evaluationPool(io, options), (pool) =>
    withProgress(options.quiet, String, (show) =>
      untilInterrupted((signal) => act(pool, signal, (done, total) => show(countedOf(done, total, 'page')))),
    ),
  )
}

export function openSource(io: CliIo, spec: RunSpec): PageCollection {
  const input = { stream: io.stdin, name: 'standard input' }
  if (spec.source.path === '-') return { all: () => jsonLinesPages(input, { folder: io.cwd, maxBytes: DEFAULT_LIMITS.maxBytes }) }
  const samplesFolder = join(io.root, 'electron', 'samples')
  const samples = { list: () => createSamples(samplesFolder).list(), folder: samplesFolder }
  return openCollection(spec.source, { samples, gold: spec, note: (sentence) => void warn(io, sentence) })
}
