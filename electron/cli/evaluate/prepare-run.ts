import { join } from 'node:path'
import type { OwnData } from '../../services/own/own-file'
import { createSamples } from '../../services/sources/collection-folder'
import { threadBudget } from '../../services/threads/thread-pool'
import { type CliIo, collectionSourceOf, untilInterrupted, usage, withProgress, write } from '../cli-io'
import type { PoolOptions } from '../options'
import { loadExtractors } from '../own-names'
import { type EvaluateOptions, parseConfigurationOptions, parseMetrics } from './evaluate-options'
import { parseColumns, parseGroupings, parseReference, type RunKnowledge } from './evaluation-tables'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import type { MetricId } from '../../../shared/evaluation/metric-list'
import type { Grouping } from '../../../shared/evaluation/score-sums'
import { configurationName, metricsOf, rowTitles, RunSpec } from '../../../shared/evaluation/run-spec'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { Registry } from '../../../shared/extractors/core/run'
import { createEvaluationPool, reduceOptimisation, type EvaluationPool } from '../../services/evaluation/evaluation-runner'
import { isCorpus, openCollection } from '../../services/corpus/open-collection'
import type { PageCollection } from '../../services/sources/page-record'
import { countedOf } from '../../../shared/base/written-number'

/** The caller of `prepared` must close `pool`. */
export interface Prepared {
  readonly registry: Registry<ExtractorInfo>
  readonly own: OwnData | undefined
  readonly names: readonly string[]
  readonly spec: RunSpec
  readonly groupings: Grouping[]
  readonly pool: EvaluationPool
}

export async function prepared(io: CliIo, options: EvaluateOptions): Promise<Prepared> {
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
    metrics: withSnippets(parseMetrics(options.metrics), options.requireSnippets ?? false),
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

export async function withEvaluationPool<T>(
  io: CliIo,
  options: PoolOptions,
  act: (pool: EvaluationPool, signal: AbortSignal, progress: (done: number, total: number | null) => void) => Promise<T>,
): Promise<T> {
  const pool = evaluationPool(io, options)
  try {
    return await withProgress(options.quiet, String, (show) =>
      untilInterrupted((signal) => act(pool, signal, (done, total) => show(countedOf(done, total, 'page')))),
    )
  } finally {
    await pool.close()
  }
}

export const warnOn =
  (io: CliIo) =>
  (sentence: string): void =>
    void write(io.stderr, `boilerscope: ${sentence}\n`)

export function openSource(io: CliIo, spec: RunSpec): PageCollection {
  const samplesFolder = join(io.root, 'electron', 'samples')
  const samples = { list: () => createSamples(samplesFolder).list(), folder: samplesFolder }
  return openCollection(spec.source, { samples, gold: spec, note: warnOn(io) })
}

export function createRunContext(
  registry: Registry<ExtractorInfo>,
  spec: RunSpec,
  results: readonly PageResult[],
): Required<Pick<RunKnowledge, 'titles' | 'sweepNotes'>> {
  return {
    titles: rowTitles(spec, registry.list()),
    sweepNotes: (metric) => sweepNotes(spec, results, metric),
  }
}

function withSnippets(metrics: MetricId[], required: boolean): MetricId[] {
  return required && !metrics.includes('snippetAccuracy') ? [...metrics, 'snippetAccuracy'] : metrics
}
