import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import {
  EXIT,
  positive,
  untilInterrupted,
  usage,
  write,
  writeOut,
  type CliIo,
  type ExitCode,
  endProgress,
  showProgress,
  versionOf,
  collectionSourceOf,
} from '../cli-io'
import writeFileAtomic from 'write-file-atomic'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import { METRIC_IDS, METRICS, metricInfo, metricOfName, type MetricId } from '../../../shared/evaluation/metric-list'
import { FAILURE_POLICIES, GROUPINGS, ScoreSums, type FailurePolicy, type Grouping } from '../../../shared/evaluation/score-sums'
import { pageScoresCsv } from '../../../shared/evaluation/page-scores-text'
import { scoreLine } from '../../../shared/evaluation/score-line'
import {
  completeParams,
  configurationName,
  configurationTitle,
  parseConfigurations,
  parseSweep,
  metricsOf,
  RunSpec,
  sweepConfigurations,
  type Configuration,
} from '../../../shared/evaluation/run-spec'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { TABLE_FORMATS, type TableFormat } from '../../../shared/evaluation/table-text'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { watchRounds, type Watched, type WatchRound } from '../evaluate/evaluate-watch'
import { PageReport } from '../evaluate/evaluation-notes'
import { parseGroupings, parseReference, PUBLISHED_CHOICES, tablesOf, type RunKnowledge } from '../evaluate/evaluation-tables'
import { mergeScores, type MergeOptions } from '../evaluate/merge-scores'
import type { Registry } from '../../../shared/extractors/core/registry'
import { createEvaluationPool, evaluatePages, type EvaluationPool } from '../../services/evaluation/evaluation-runner'
import { progressSentence } from '../../services/evaluation/evaluation-service'
import { scoredRun } from '../../services/evaluation/score-lines'
import { FIELD_PEERS } from '../../../shared/extractors/peers/field'
import { namesVersion } from '../../../shared/extractors/peers/library-name'
import type { OwnData } from '../../services/own/own-data'
import { readOwnFile, type OwnFile } from '../../services/own/own-file'
import { newRunRecord, ownRecords, runFiles } from '../../services/evaluation/run-files'
import { holdLock } from '../../services/corpus/store/file-lock'
import { createSamples } from '../../services/samples'
import { jsonLinesPages } from '../../services/sources/json-lines-pages'
import { openCollection } from '../../services/sources/open-collection'
import type { PageCollection } from '../../services/sources/page-record'
import { threadBudget } from '../../services/threads/thread-budget'
import { addProjectOption, namedExtractors, type ProjectOption } from '../own-names'
import { readSharedSettings } from '../../../shared/extractors/core/param-settings'

interface EvaluateOptions extends ProjectOption {
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
  published: string
  format: TableFormat
  jobs: number
  timeout: number
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
  quiet?: boolean
}

const METRICS_HELP = `
Metrics (a: the extracted text, b: the gold text):
${METRICS.map(({ id, description }) => `  ${id.padEnd(18)} ${description}`).join('\n')}
`

const DEFAULT_METRICS: readonly MetricId[] = ['precision', 'recall', 'f1', 'cleanEval', 'snippetAccuracy']

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

function parseConfigurationOptions(options: EvaluateOptions, registry: Registry<ExtractorInfo>): Configuration[] {
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

function standardInput(io: CliIo): PageCollection {
  return {
    all: () => jsonLinesPages({ stream: io.stdin, name: 'standard input' }, { folder: io.cwd, maxBytes: DEFAULT_LIMITS.maxBytes }),
  }
}

/** Notes which records have no id, as they are read. */
function noting(entries: PageCollection, unnamed: Set<string>): PageCollection {
  return {
    async *all(signal) {
      for await (const entry of entries.all(signal)) {
        if (entry.key === null) unnamed.add(entry.id)
        yield entry
      }
    },
  }
}

/** Options that the lines have decided already. */
const DECIDED = ['corpus', 'stdin', 'lines', 'extractors', 'sweep', 'metrics', 'resume', 'foldCase', 'stripPunctuation'] as const

function mergeOptions(
  { by, columns, failures, against, published, seed, format, out, ...options }: EvaluateOptions,
  merge: readonly string[],
): MergeOptions {
  const wrong = DECIDED.find((name) => options[name] !== undefined) ?? (options.set.length > 0 ? 'set' : undefined)
  if (wrong !== undefined)
    throw usage(
      `--merge takes lines as they were scored; --${wrong.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} goes with the scoring.`,
      'With --merge go --format, --by, --columns, --failures, --against, --published, --seed and --out.',
    )
  return { by, columns, failures, against, published, seed, format, out, merge }
}

/** What a command line asks for, read and checked; the pool has to be closed. */
interface Prepared {
  readonly registry: Registry<ExtractorInfo>
  readonly own: OwnData | undefined
  readonly names: readonly string[]
  readonly spec: RunSpec
  readonly groupings: Grouping[]
  readonly pool: EvaluationPool
}

async function prepared(io: CliIo, options: EvaluateOptions): Promise<Prepared> {
  const { list, registry, own } = await namedExtractors(options.extractors ?? '', options, io)
  const configurations = parseConfigurationOptions({ ...options, ...(options.extractors && { extractors: list }) }, registry)
  const names = configurations.map(configurationName)
  const spec = RunSpec.parse({
    source: options.stdin ? { kind: 'jsonl', path: '-' } : collectionSourceOf(options.corpus ?? '', io.cwd),
    pages: { contains: options.contains, sample: options.stdin ? 0 : options.sample, seed: options.seed },
    configurations,
    tokens: { foldCase: options.foldCase ?? false, stripPunctuation: options.stripPunctuation ?? false },
    metrics: parseMetrics(options.metrics),
    gold: options.gold,
  })
  const groupings = parseGroupings(options.by)
  parseReference(options.against, names)
  // Its threads start with the first page.
  const pool = createEvaluationPool(
    join(io.workers, 'evaluation-worker.js'),
    threadBudget('evaluation', options.jobs, false),
    options.timeout * 1000,
  )
  return { registry, own, names, spec, groupings, pool }
}

/** Says on standard error what modules of the person's own did that the reader of a table should know. */
const warnOn =
  (io: CliIo) =>
  (sentence: string): void =>
    void write(io.stderr, `boilerscope: ${sentence}\n`)

/** The pages of a specification. */
export function openSource(io: CliIo, spec: RunSpec): PageCollection {
  const samplesFolder = join(io.root, 'electron', 'samples')
  const samples = { list: () => createSamples(samplesFolder).list(), folder: samplesFolder }
  return openCollection(spec.source, { samples, gold: spec })
}

/** One round of a watch: all at first, then the files of one's own alone, beside what the others gave before. */
async function watchedRound(io: CliIo, options: EvaluateOptions, before: WatchRound | null, signal: AbortSignal): Promise<WatchRound> {
  const { registry, names, spec, groupings, pool, own } = await prepared(io, options)
  try {
    const isFixed = (id: string): boolean => io.registry.get(id) !== undefined || isPeer(id)
    const again = spec.configurations.flatMap(({ extractor }, i) => (isFixed(extractor) ? [] : [i]))
    const isSame = before !== null && before.names.join('\n') === names.join('\n')
    const chosen = isSame ? again : spec.configurations.map((_, i) => i)
    const results: PageResult[] = []
    await evaluatePages(pool, {
      spec: { ...spec, configurations: chosen.flatMap((i) => spec.configurations[i] ?? []) },
      maxNodes: DEFAULT_LIMITS.maxNodes,
      entries: openSource(io, spec),
      own,
      warn: warnOn(io),
      signal,
      append: async ({ index, result }) => {
        const rows = [...(before?.results[index]?.rows ?? [])]
        result.rows.forEach((row, i) => (rows[chosen[i] ?? 0] = { ...row, configuration: chosen[i] ?? 0 }))
        results[index] = { ...result, rows }
      },
      progress: showProgress(options.quiet, progressSentence),
    })
    endProgress(options.quiet)
    const sums = new ScoreSums(names.length, metricsOf(spec), groupings, options.failures)
    for (const result of results) sums.add(result)
    const table = tablesOf(sums, names, metricsOf(spec), options, knowledgeOf(registry, spec, results))
    return { names, metrics: metricsOf(spec), results, table }
  } finally {
    await pool.close()
  }
}

const isPeer = (id: string): boolean => FIELD_PEERS.some((peer) => peer.id === id)
const isPeerFile = (file: OwnFile): boolean =>
  file.kind === 'library' || (file.kind === 'program' && (isPeer(file.program.id) || namesVersion(file.program.id)))

async function evaluate(io: CliIo, options: EvaluateOptions, signal: AbortSignal): Promise<ExitCode> {
  if (options.merge) return mergeScores(io, mergeOptions(options, options.merge), signal)
  if ((options.corpus === undefined) === !options.stdin)
    throw usage(
      'Say where the pages come from: --corpus PATH or --stdin; or --merge lines that were scored before.',
      'See boilerscope evaluate --help.',
    )
  if (options.watch) {
    const wrong = (['out', 'resume', 'lines', 'stdin', 'scores'] as const).find((name) => options[name])
    if (wrong) throw usage(`--watch prints tables; it does not go with --${wrong}.`, 'Leave one of them out.')
    const { own } = await prepared(io, options)
    const paths = (own?.files ?? []).filter((file) => !isPeerFile(file)).map(({ path }) => path)
    if (paths.length === 0)
      throw usage('There is nothing to watch: no file of your own is among the extractors.', 'Name one: --extractors lqf,./my-method.ts')
    const watched = async (): Promise<Watched> => {
      const read = await Promise.all(paths.map((path) => readOwnFile(path, io.cwd)))
      return { hash: read.map(({ hash }) => hash).join(), files: read.flatMap(({ files }) => files) }
    }
    await watchRounds(io, watched, signal, (before) => watchedRound(io, options, before, signal))
    return EXIT.done
  }
  if (options.scores !== undefined && (options.stdin || options.lines))
    throw usage('--scores goes with a table; --stdin and --lines write every score themselves.', 'Leave one of them out.')
  const { registry, own, names, spec, groupings, pool } = await prepared(io, options)
  const { maxNodes } = DEFAULT_LIMITS
  try {
    if (options.stdin) return await evaluateLines(spec, standardInput(io))
    if (options.lines) return await evaluateLines(spec, openSource(io, spec))
    return await evaluateTable(spec)
  } finally {
    await pool.close()
  }

  /** One line a page in the order of the source, flushed as soon as its turn comes. */
  async function evaluateLines(spec: RunSpec, entries: PageCollection): Promise<ExitCode> {
    const run = scoredRun(
      spec,
      registry,
      versionOf(io.root),
      own?.files.map(({ hash }) => hash),
    )
    if (new Set(names).size < names.length) throw usage('An extractor is named twice.', 'Name each once: lines go by names.')
    const unnamed = new Set<string>()
    let next = 0
    let failed = 0
    const waiting = new Map<number, PageResult>()
    await evaluatePages(pool, {
      spec,
      maxNodes,
      own,
      warn: warnOn(io),
      entries: noting(entries, unnamed),
      once: true,
      signal,
      progress: () => undefined,
      append: async ({ index, result }) => {
        waiting.set(index, result)
        for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
          waiting.delete(next++)
          if (ready.failure) failed++
          await write(io.stdout, `${scoreLine(ready, run, unnamed.delete(ready.facts.page))}\n`)
        }
      },
    })
    return failed > 0 ? EXIT.someFailed : EXIT.done
  }

  async function evaluateTable(spec: RunSpec): Promise<ExitCode> {
    const entries = openSource(io, spec)
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
        const createdAt = new Date().toISOString()
        const record = { id: 'cli', name: out ?? '', createdAt, spec, names: [...names], boilerscope: '' }
        await files.writeRecord(newRunRecord({ ...record, status: 'running' }, own))
      }
      const done = resumed ? await files.readResults() : []
      const journal = await files.openJournal()
      try {
        await evaluatePages(pool, {
          spec,
          maxNodes,
          own,
          warn: warnOn(io),
          entries,
          done: new Set(done.map(({ index }) => index)),
          signal,
          append: (entry) => journal.append(entry),
          progress: showProgress(options.quiet, progressSentence),
        })
      } finally {
        await journal.close()
        endProgress(options.quiet)
      }
      await files.finish()
      const sums = new ScoreSums(names.length, metricsOf(spec), groupings, options.failures)
      const report = new PageReport()
      const results = (await files.readResults()).map(({ result }) => result)
      for (const result of results) {
        sums.add(result)
        report.add(result)
      }
      if (options.scores !== undefined)
        await writeFileAtomic(resolve(io.cwd, options.scores), pageScoresCsv(results, names, metricsOf(spec)))
      await report.write(io, names)
      const known = knowledgeOf(registry, spec, results)
      await writeOut(io, tablesOf(sums, names, metricsOf(spec), options, known), options.out)
      // These formats have no place for sentences.
      if (options.format === 'csv' || options.format === 'jsonl')
        for (const note of known.sweepNotes()) await write(io.stderr, `boilerscope: ${note}\n`)
      return report.someFailed ? EXIT.someFailed : EXIT.done
    } finally {
      if (out === null) await rm(folder, { recursive: true, force: true })
    }

    /** Whether the folder holds an earlier part of the same run. */
    async function resumable(): Promise<boolean> {
      const record = await files.readRecord().catch(() => null)
      if (!record) return false
      if (JSON.stringify([record.spec, record.own]) !== JSON.stringify([spec, ownRecords(own)]))
        throw usage(
          `${folder} belongs to a run with other settings, or with another state of your own extractors.`,
          'Use the same options to resume, or leave out --resume to start again.',
        )
      return true
    }
  }
}

/** What a run knows of its rows. */
function knowledgeOf(registry: Registry<ExtractorInfo>, spec: RunSpec, results: readonly PageResult[]): Required<RunKnowledge> {
  return {
    titles: spec.configurations.map((configuration) => configurationTitle(configuration, registry.get(configuration.extractor))),
    sweepNotes: (metric) => sweepNotes(spec, results, metric),
  }
}

async function lockedOutput(out: string): Promise<() => Promise<void>> {
  await mkdir(dirname(out), { recursive: true })
  return holdLock(`${out}.run`)
}

/** Adds `evaluate` to the command line. */
export function addEvaluateCommand(program: Command, io: CliIo): void {
  addProjectOption(program.command('evaluate'))
    .description('score extractors against gold standards and print the tables of the papers')
    .option('--corpus <path>', 'corpus, folder (a published corpus, or .html with .txt), .jsonl, .warc, or "samples"')
    .option(
      '--stdin',
      'read JSON Lines {"id","html"|"htmlPath","text"} and write one line of scores a page, in order; paths stay in the current folder',
    )
    .option('--lines', 'with --corpus: write one line of scores a page, as --stdin does, instead of the table')
    .option('--merge <files...>', 'make the table of lines that --stdin or --lines wrote: files, folders, or - for standard input')
    .option(
      '--extractors <list>',
      'comma-separated ids, or files of your own (.ts, .js, .json), each with an optional :preset; all by default, with those of --project',
    )
    .option(
      '--set <name=value>',
      'set a parameter of the extractors that have it; repeatable',
      (value: string, all: string[]) => [...all, value],
      [],
    )
    .option('--sweep <name=from:to:step>', 'one row for each value of a number parameter')
    .option('--metrics <list>', `comma-separated, or all: ${METRIC_NAMES}`)
    .option('--by <list>', `a table for each metric with groups of pages as columns: ${GROUPINGS.map(({ id }) => id).join(', ')}`)
    .option('--columns <list>', 'only these columns of the table, by the ids that --format csv prints')
    .addOption(
      new Option('--failures <policy>', 'pages that a row failed on: left out for that row, count as 0, or left out for all rows')
        .choices(FAILURE_POLICIES.map(({ id }) => id))
        .default('row'),
    )
    .option('--against <row>', 'row that others are tested against: its name as printed, or best: the best of each column', 'best')
    .addOption(
      new Option(
        '--published <corpus>',
        'rows that others were published with, below ours: those of the corpus that the pages are of, or of one that is named',
      )
        .choices(PUBLISHED_CHOICES)
        .default('auto'),
    )
    .addOption(new Option('--format <format>', 'how the table is written').choices([...TABLE_FORMATS]).default('table'))
    .option('--timeout <seconds>', 'longest time for a page with all its extractors', positive, 120)
    .option('--jobs <n>', 'threads; all cores by default', positive, availableParallelism())
    .option('--out <file>', 'write the table here, and keep the rows in FILE.run')
    .option('--scores <file>', 'write every score as CSV: one line a page and row, with page type, language and failures')
    .option('--resume', 'go on with FILE.run; finished pages are not done again')
    .option('--watch', 'after each change of a file of your own print the table again, and what changed')
    .option('--sample <n>', 'draw that many pages at random', Number, 0)
    .option('--seed <n>', 'seed of the draw and of the bootstrap', Number, 1)
    .option('--contains <text>', 'only pages whose id or address contains the text', '')
    .option(
      '--gold <name>',
      'annotator or gold file to score against (default: adjudicated, else imported, else of the only one who has finished)',
      '',
    )
    .option('--fold-case', 'compare words without regard to case')
    .option('--strip-punctuation', 'compare words without punctuation')
    .option('--quiet', 'no progress')
    .addHelpText('after', METRICS_HELP)
    .action(async (options: EvaluateOptions) => io.exit(await untilInterrupted((signal) => evaluate(io, options, signal))))
}
