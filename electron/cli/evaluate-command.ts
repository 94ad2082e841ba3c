import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { EXIT, positive, write, type CliIo, type ExitCode } from './cli-io'
import writeFileAtomic from 'write-file-atomic'
import { failure, FailureError } from '../../shared/base/failure'
import { DEFAULT_LIMITS } from '../../shared/contract/source'
import { METRIC_IDS, METRICS, metricInfo, metricOfName, type MetricId, type PageResult } from '../../shared/evaluation/evaluation-row'
import { groupTable, GROUPINGS, metricTable, withComparisons, type Grouping, type ResultTable } from '../../shared/evaluation/result-table'
import {
  completeParams,
  configurationName,
  parseConfigurations,
  parseSweep,
  metricsOf,
  RunSpec,
  sweepConfigurations,
  type Configuration,
  type PageSource,
} from '../../shared/evaluation/run-spec'
import { TABLE_FORMATS, tablesText, type TableFormat } from '../../shared/evaluation/table-text'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { reportPages } from './evaluation-notes'
import type { Registry } from '../../shared/extractors/core/registry'
import { createEvaluationPool, evaluatePages, type EvaluationProgress } from '../services/evaluation/evaluation-runner'
import { progressSentence } from '../services/evaluation/evaluation-service'
import { runFiles } from '../services/evaluation/run-files'
import { holdLock } from '../services/corpus/store/file-lock'
import { createSamples } from '../services/samples'
import { jsonLinesPages } from '../services/sources/json-lines-pages'
import { openCollection } from '../services/sources/open-collection'
import type { PageCollection } from '../services/sources/page-record'
import { threadBudget } from '../services/threads/thread-budget'
import { readSharedSettings } from './param-settings'

interface EvaluateOptions {
  corpus?: string
  stdin?: boolean
  extractors?: string
  set: string[]
  sweep?: string
  metrics?: string
  by?: string
  against: string
  format: TableFormat
  jobs: number
  out?: string
  resume?: boolean
  sample: number
  seed: number
  contains: string
  gold: string
  foldCase?: boolean
  stripPunctuation?: boolean
  quiet?: boolean
}

const METRICS_HELP = `
Metrics (a: the extracted text, b: the gold text):
${METRICS.map(({ id, description }) => `  ${id.padEnd(18)} ${description}`).join('\n')}
`

const PAGE_TIMEOUT = 120_000
const DEFAULT_METRICS: readonly MetricId[] = ['precision', 'recall', 'f1', 'cleanEval', 'snippetAccuracy']

function usage(message: string, next: string): FailureError {
  return new FailureError(failure('usage', message, next))
}

function parseMetrics(text: string | undefined): MetricId[] {
  if (text === undefined) return [...DEFAULT_METRICS]
  if (text === 'all') return METRIC_IDS.filter((id) => !metricInfo(id).costly)
  return text.split(',').map((name) => {
    const metric = metricOfName(name.trim())
    if (!metric) throw usage(`There is no metric "${name}".`, `Metrics are: all, ${METRIC_NAMES}.`)
    return metric
  })
}

const METRIC_NAMES = `${METRIC_IDS.join(', ')}; rougeN for any N from 1 to 20`

function parseGroupings(text: string | undefined): Grouping[] {
  if (text === undefined) return []
  return text.split(',').map((name) => {
    const grouping = GROUPINGS.find(({ id }) => id === name.trim())
    if (!grouping) throw usage(`Pages cannot be grouped by "${name}".`, `Choose from: ${GROUPINGS.map(({ id }) => id).join(', ')}.`)
    return grouping.id
  })
}

/** The row that `--against` names. */
function parseReference(text: string, names: readonly string[]): number | 'best' {
  if (text === 'best') return 'best'
  const row = names.indexOf(text)
  if (row < 0) throw usage(`No row is named "${text}".`, `Compare against best, or one of: ${names.join(', ')}.`)
  return row
}

function parseConfigurationOptions(options: EvaluateOptions, registry: Registry<Extractor>): Configuration[] {
  let configurations = options.extractors
    ? parseConfigurations(options.extractors, registry.list())
    : registry.list().map(({ id }) => ({ extractor: id, preset: 'default' as const, params: {} }))
  const settings = readSharedSettings(
    configurations.flatMap(({ extractor }) => registry.get(extractor) ?? []),
    options.set,
  )
  configurations = configurations.map((c) => ({ ...c, params: { ...c.params, ...settings.get(c.extractor) } }))
  if (options.sweep !== undefined) {
    const sweep = parseSweep(options.sweep)
    const swept = configurations.filter(({ extractor }) => registry.get(extractor)?.params[sweep.param]?.kind === 'number')
    if (swept.length === 0) throw usage(`None of the extractors has a number parameter "${sweep.param}".`, 'See boilerscope list.')
    configurations = swept.flatMap((base) => sweepConfigurations(base, sweep))
  }
  for (const configuration of configurations) {
    const extractor = registry.get(configuration.extractor)
    if (extractor) completeParams(extractor, configuration)
  }
  return configurations
}

function sourceOf(path: string, cwd: string): PageSource {
  if (path === 'samples') return { kind: 'samples', path: '' }
  const full = resolve(cwd, path)
  if (/\.jsonl(?:\.gz)?$/i.test(path)) return { kind: 'jsonl', path: full }
  if (/\.warc(?:\.gz)?$/i.test(path)) return { kind: 'warc', path: full }
  return { kind: 'folder', path: full }
}

/** A line of progress on a terminal, at most four times a second. */
function showProgress(quiet: boolean): (progress: EvaluationProgress) => void {
  let last = 0
  return (progress) => {
    if (quiet || !process.stderr.isTTY) return
    const now = Date.now()
    if (now - last < 250 && progress.pages !== progress.total) return
    last = now
    process.stderr.write(`\r\x1b[K${progressSentence(progress)}`)
  }
}

function standardInput(io: CliIo): PageCollection {
  return {
    all: () => jsonLinesPages({ stream: io.stdin, name: 'standard input' }, { folder: io.cwd, maxBytes: DEFAULT_LIMITS.maxBytes }),
  }
}

/** One line a page in input order, flushed as soon as its turn comes. */
function lineOf(result: PageResult, names: readonly string[]): string {
  const id = result.facts.page
  if (result.failure) return JSON.stringify({ id, error: result.failure })
  const scores = Object.fromEntries(
    result.rows.map((row) => [
      names[row.configuration] ?? '',
      row.failure ? { error: row.failure } : { ...row.metrics, verdict: row.verdict, empty: row.empty, errors: row.errors },
    ]),
  )
  return JSON.stringify({ id, gold: result.facts.gold, scores })
}

async function evaluate(io: CliIo, options: EvaluateOptions): Promise<ExitCode> {
  if ((options.corpus === undefined) === !options.stdin)
    throw usage('Say where the pages come from: --corpus PATH or --stdin.', 'See boilerscope evaluate --help.')
  const configurations = parseConfigurationOptions(options, io.registry)
  const names = configurations.map(configurationName)
  const spec = RunSpec.parse({
    source: options.stdin ? { kind: 'jsonl', path: '-' } : sourceOf(options.corpus ?? '', io.cwd),
    pages: { contains: options.contains, sample: options.stdin ? 0 : options.sample, seed: options.seed },
    configurations,
    tokens: { foldCase: options.foldCase ?? false, stripPunctuation: options.stripPunctuation ?? false },
    metrics: parseMetrics(options.metrics),
    gold: options.gold,
  })
  const groupings = parseGroupings(options.by)
  const against = parseReference(options.against, names)
  const pool = createEvaluationPool(join(io.workers, 'evaluation-worker.js'), threadBudget('evaluation', options.jobs, false), PAGE_TIMEOUT)
  const { maxNodes } = DEFAULT_LIMITS
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    if (options.stdin) return await evaluateStream(spec)
    return await evaluateTable(spec)
  } finally {
    await pool.close()
  }

  async function evaluateStream(spec: RunSpec): Promise<ExitCode> {
    let next = 0
    let failed = 0
    const waiting = new Map<number, PageResult>()
    await evaluatePages(pool, {
      spec,
      maxNodes,
      entries: standardInput(io),
      once: true,
      done: new Set(),
      signal: stop.signal,
      progress: () => undefined,
      append: async ({ index, result }) => {
        waiting.set(index, result)
        for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
          waiting.delete(next++)
          if (ready.failure) failed++
          await write(io.stdout, `${lineOf(ready, names)}\n`)
        }
      },
    })
    return failed > 0 ? EXIT.someFailed : EXIT.done
  }

  async function evaluateTable(spec: RunSpec): Promise<ExitCode> {
    const samplesFolder = join(io.root, 'electron', 'samples')
    const samples = { list: () => createSamples(samplesFolder).list(), folder: samplesFolder }
    const entries = openCollection(spec.source, { samples, gold: spec })
    const out = options.out === undefined ? null : resolve(io.cwd, options.out)
    // Two runs into the same files would mix their rows.
    const release = out === null ? null : await lockedOutput(out)
    try {
      return await tableInto(out, entries, spec)
    } finally {
      await release?.()
    }
  }

  async function tableInto(out: string | null, entries: PageCollection, spec: RunSpec): Promise<ExitCode> {
    const folder = out === null ? await mkdtemp(join(tmpdir(), 'boilerscope-run-')) : `${out}.run`
    const files = runFiles(folder)
    try {
      const resumed = options.resume && out !== null ? await resumable() : false
      if (!resumed) {
        await rm(folder, { recursive: true, force: true })
        await files.writeRecord({
          format: 'boilerscope-run',
          version: 1,
          id: 'cli',
          name: out ?? '',
          createdAt: new Date().toISOString(),
          spec,
          names,
          boilerscope: '',
          node: process.version,
          status: 'running',
          pages: 0,
          total: null,
          corpusHash: null,
          failure: null,
          notes: '',
        })
      }
      const done = resumed ? await files.readResults() : []
      const journal = await files.openJournal()
      try {
        await evaluatePages(pool, {
          spec,
          maxNodes,
          entries,
          done: new Set(done.map(({ index }) => index)),
          signal: stop.signal,
          append: (entry) => journal.append(entry),
          progress: showProgress(options.quiet ?? false),
        })
      } finally {
        await journal.close()
        if (process.stderr.isTTY && !options.quiet) process.stderr.write('\r\x1b[K')
      }
      if (!(resumed && done.length > 0 && (await files.readJournal()).length === 0)) await files.finish()
      const results = (await files.readResults()).map(({ result }) => result)
      await reportPages(io, results)
      const text = tablesText(tablesOf(results), options.format)
      if (out === null) await write(io.stdout, text)
      else await writeFileAtomic(out, text)
      return results.some(({ failure: failed, rows }) => failed !== null || rows.some((row) => row.failure !== null)) ? EXIT.someFailed : 0
    } finally {
      if (out === null) await rm(folder, { recursive: true, force: true })
    }

    /** One table of all metrics, or one for each metric and each way to group pages. */
    function tablesOf(results: readonly PageResult[]): ResultTable[] {
      const { seed } = options
      const metrics = metricsOf(spec)
      if (groupings.length === 0) return [withComparisons(metricTable(results, names, metrics, { seed }), results, { against, seed })]
      return groupings.flatMap((grouping) =>
        metrics.map((metric) =>
          withComparisons(groupTable(results, names, metric, grouping, { seed }), results, { against, seed }, { metric, grouping }),
        ),
      )
    }

    /** Whether the folder holds an earlier part of the same run. */
    async function resumable(): Promise<boolean> {
      const record = await files.readRecord().catch(() => null)
      if (!record) return false
      if (JSON.stringify(record.spec) !== JSON.stringify(spec))
        throw usage(
          `${folder} belongs to a run with other settings.`,
          'Use the same options to resume, or leave out --resume to start again.',
        )
      return true
    }
  }
}

async function lockedOutput(out: string): Promise<() => Promise<void>> {
  await mkdir(dirname(out), { recursive: true })
  return holdLock(`${out}.run`)
}

/** Adds `evaluate` to the command line. */
export function addEvaluateCommand(program: Command, io: CliIo): void {
  program
    .command('evaluate')
    .description('score extractors against gold standards and print the tables of the papers')
    .option('--corpus <path>', 'corpus, folder (a published corpus, or .html with .txt), .jsonl, .warc, or "samples"')
    .option(
      '--stdin',
      'read JSON Lines {"id","html"|"htmlPath","text"} and write one line of scores a page, in order; paths stay in the current folder',
    )
    .option('--extractors <list>', 'comma-separated ids, each with an optional :preset; all by default')
    .option(
      '--set <name=value>',
      'set a parameter of the extractors that have it; repeatable',
      (value: string, all: string[]) => [...all, value],
      [],
    )
    .option('--sweep <name=from:to:step>', 'one row for each value of a number parameter')
    .option('--metrics <list>', `comma-separated, or all: ${METRIC_NAMES}`)
    .option('--by <list>', `a table for each metric with groups of pages as columns: ${GROUPINGS.map(({ id }) => id).join(', ')}`)
    .option('--against <row>', 'row that others are tested against: its name as printed, or best: the best of each column', 'best')
    .addOption(new Option('--format <format>', 'how the table is written').choices([...TABLE_FORMATS]).default('table'))
    .option('--jobs <n>', 'threads; all cores by default', positive, availableParallelism())
    .option('--out <file>', 'write the table here, and keep the rows in FILE.run')
    .option('--resume', 'go on with FILE.run; finished pages are not done again')
    .option('--sample <n>', 'draw that many pages at random', Number, 0)
    .option('--seed <n>', 'seed of the draw and of the bootstrap', Number, 1)
    .option('--contains <text>', 'only pages whose id or address contains the text', '')
    .option('--gold <name>', 'annotator or gold file to score against', '')
    .option('--fold-case', 'compare words without regard to case')
    .option('--strip-punctuation', 'compare words without punctuation')
    .option('--quiet', 'no progress')
    .addHelpText('after', METRICS_HELP)
    .action(async (options: EvaluateOptions) => io.exit(await evaluate(io, options)))
}
