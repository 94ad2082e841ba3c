import { availableParallelism } from 'node:os'
import { Option, type Command } from 'commander'
import { FAILURE_POLICIES } from '../../../shared/evaluation/failure-policy'
import { GROUPINGS } from '../../../shared/evaluation/score-sums'
import { TABLE_FORMATS } from '../../../shared/evaluation/table-text'
import { EXIT_HELP, positive, seconds, seedOf, untilInterrupted, usage, zeroOrMore, type CliIo, type ExitCode } from '../cli-io'
import { METRIC_NAMES, METRICS_HELP, type EvaluateOptions } from '../evaluate/evaluate-options'
import { addGuardOptions, guardOf } from '../evaluate/guard-run'
import { linesRun, standardInput, mergeScores, type MergeOptions } from '../evaluate/lines-run'
import { openSource, prepared } from '../evaluate/prepare-run'
import { tableRun } from '../evaluate/table-run'
import { watchRun } from '../evaluate/evaluate-watch'
import { addProjectOption } from '../own-names'

/** Options that the lines have decided already. */
const DECIDED = [
  'corpus',
  'stdin',
  'lines',
  'extractors',
  'set',
  'sweep',
  'metrics',
  'gold',
  'contains',
  'sample',
  'foldCase',
  'stripPunctuation',
  'resume',
  'watch',
  'scores',
] as const

/** Whether an option has the value that it has by default. */
const isNotAsked = (value: unknown): boolean =>
  value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)

function mergeOptions(
  { by, columns, failures, against, seed, format, out, ...options }: EvaluateOptions,
  merge: readonly string[],
): MergeOptions {
  const wrong = DECIDED.find((name) => !isNotAsked(options[name]))
  if (wrong !== undefined)
    throw usage(
      `--merge takes lines as they were scored; --${wrong.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} goes with the scoring.`,
      'Give it to the run that writes the lines. With --merge go --format, --by, --columns, --failures, --against, --seed and --out.',
    )
  return { by, columns, failures, against, seed, format, out, merge }
}

/** @throws FailureError `usage` for an option of the table that is not made, rather than as if it had not been given. */
function refuseTable({ out, scores, resume, by, columns, format, against, failures }: EvaluateOptions): void {
  const given = {
    ...{ out, scores, resume, by, columns },
    format: format !== 'table',
    against: against !== 'best',
    failures: failures !== 'row',
  }
  const [name] = Object.entries(given).find(([, value]) => Boolean(value)) ?? []
  if (name !== undefined)
    throw usage(
      `--${name} goes with a table; --stdin and --lines write a line of scores a page to standard output.`,
      'Leave one of them out; --merge makes the table of the lines.',
    )
}

async function evaluate(io: CliIo, options: EvaluateOptions, signal: AbortSignal): Promise<ExitCode> {
  const guard = await guardOf(io, options)
  if (options.merge) return mergeScores(io, mergeOptions(options, options.merge), signal)
  if (options.corpus !== undefined && options.stdin)
    throw usage('--corpus and --stdin exclude each other: pages come from one place.', 'Leave one of them out.')
  if (options.corpus === undefined && !options.stdin)
    throw usage(
      'Say where the pages come from: --corpus PATH or --stdin; or --merge lines that were scored before.',
      'See boilerscope evaluate --help.',
    )
  if (options.watch) return watchRun(io, options, signal)
  if (options.stdin || options.lines) refuseTable(options)
  const ready = await prepared(io, options)
  try {
    if (options.stdin) return await linesRun(io, ready, standardInput(io), signal)
    if (options.lines) return await linesRun(io, ready, openSource(io, ready.spec), signal)
    return await tableRun(io, options, ready, { guard, signal })
  } finally {
    await ready.pool.close()
  }
}

/** Adds `evaluate` to the command line. */
export function addEvaluateCommand(program: Command, io: CliIo): void {
  const command = addProjectOption(program.command('evaluate'))
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
    .option(
      '--columns <list>',
      'only these figures, or groups with --by, by their ids: f1,f1OfMeans; intervals, tests and counts of pages stay',
    )
    .addOption(
      new Option('--failures <policy>', 'pages that a row failed on: left out for that row, count as 0, or left out for all rows')
        .choices(FAILURE_POLICIES.map(({ id }) => id))
        .default('row'),
    )
    .option('--against <row>', 'row that others are tested against: its name as printed, or best: the best of each column', 'best')
    .addOption(new Option('--format <format>', 'how the table is written').choices([...TABLE_FORMATS]).default('table'))
    .option('--timeout <seconds>', 'longest time for a page with all its extractors', seconds, 120)
    .option('--jobs <n>', 'threads; all cores by default', positive, availableParallelism())
    .option('--out <file>', 'write the table here, and keep the rows in FILE.run')
    .option('--scores <file>', 'write every score as CSV: one line a page and row, with page type, language and failures')
    .option('--resume', 'go on with FILE.run; finished pages are not done again')
    .option('--watch', 'after each change of a file of your own print the table again, and what changed')
    .option('--sample <n>', 'draw that many pages at random', zeroOrMore, 0)
    .option('--seed <n>', 'seed of the draw and of the bootstrap', seedOf, 1)
    .option('--contains <text>', 'only pages whose id or address contains the text', '')
    .option(
      '--gold <name>',
      'annotator or gold file to score against (default: adjudicated, else imported, else of the only one who has finished)',
      '',
    )
    .option('--fold-case', 'compare words without regard to case')
    .option('--strip-punctuation', 'compare words without punctuation')
    .option('--quiet', 'no progress')
  addGuardOptions(command)
    .addHelpText('after', `${METRICS_HELP}${EXIT_HELP}`)
    .action(async (options: EvaluateOptions) => io.exit(await untilInterrupted((signal) => evaluate(io, options, signal))))
}
