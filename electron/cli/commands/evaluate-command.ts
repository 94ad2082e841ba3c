import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { FAILURE_POLICIES } from '../../../shared/evaluation/failure-policy'
import { GROUPINGS } from '../../../shared/evaluation/score-sums'
import { TABLE_FORMATS } from '../../../shared/evaluation/table-text'
import { EXIT_HELP, untilInterrupted, usage, withPool, type CliIo, type ExitCode } from '../cli-io'
import { addPoolOptions, addProjectOption, collect, seedOf, zeroOrMore } from '../options'
import { addGuardOptions, guardOf } from '../evaluate/guard-run'
import { linesRun, mergeScores } from '../evaluate/lines-run'
import { type EvaluateOptions, METRIC_NAMES, METRICS_HELP, prepared } from '../evaluate/prepare-run'
import { tableRun } from '../evaluate/table-run'
import { watchRun } from '../evaluate/evaluate-watch'

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

const isUnset = (value: unknown): boolean =>
  value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)

function refuseScoring(options: EvaluateOptions): void {
  const wrong = DECIDED.find((name) => !isUnset(options[name]))
  if (wrong !== undefined)
    throw usage(
      `--merge does not score pages; it cannot be combined with --${wrong.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}.`,
      'Remove this option. Options that choose pages, extractors, metrics or words belong to the run that writes the score lines. --merge allows --format, --by, --columns, --failures, --against, --seed and --out.',
    )
}

function refuseTable({ out, scores, resume, by, columns, format, against, failures }: EvaluateOptions): void {
  const used = {
    ...{ out, scores, resume, by, columns },
    format: format !== 'table',
    against: against !== 'best',
    failures: failures !== 'row',
  }
  const [name] = Object.entries(used).find(([, value]) => Boolean(value)) ?? []
  if (name !== undefined) {
    const message = `--${name} needs a table; --stdin and --lines write one line of scores per page to standard output.`
    throw usage(message, 'Remove one of the options. To make a table of saved score lines, use --merge.')
  }
}

async function evaluate(io: CliIo, options: EvaluateOptions, signal: AbortSignal): Promise<ExitCode> {
  const guard = await guardOf(io, options)
  if (options.merge) {
    refuseScoring(options)
    return mergeScores(io, options, options.merge, signal)
  }
  if (options.corpus !== undefined && options.stdin) throw usage('--corpus and --stdin exclude each other.', 'Remove one of the options.')
  if (options.corpus === undefined && !options.stdin) {
    const message = 'The source of the pages is missing: use --corpus PATH or --stdin, or --merge for lines of scores.'
    throw usage(message, 'See boilerscope evaluate --help.')
  }
  if (options.out !== undefined && options.scores !== undefined && resolve(io.cwd, options.out) === resolve(io.cwd, options.scores))
    throw usage('--out and --scores name the same file.', 'Name two files.')
  if (options.resume && options.out === undefined)
    throw usage('--resume continues FILE.run, which only --out FILE writes.', 'Name the file with --out, or remove --resume.')
  if (options.watch) return watchRun(io, options, signal)
  if (options.stdin || options.lines) refuseTable(options)
  const ready = await prepared(io, options)
  return withPool(ready.pool, () => {
    if (options.stdin || options.lines) return linesRun(io, ready, signal)
    return tableRun(io, options, ready, { guard, signal })
  })
}

export function addEvaluateCommand(program: Command, io: CliIo): void {
  const command = addProjectOption(program.command('evaluate'))
    .option('--corpus <path>', 'corpus, folder (a published corpus, or .html with .txt), .jsonl, .warc, or "samples"')
    .option(
      '--stdin',
      'read JSON Lines {"id","html"|"htmlPath","text"} and write one line of scores per page, in order; paths must stay in the current folder',
    )
    .option('--lines', 'with --corpus: write one line of scores per page, as --stdin does, instead of the table')
    .option(
      '--merge <files...>',
      'build the table from saved lines of scores (output of --stdin or --lines) in files, folders, or standard input (-)',
    )
    .option(
      '--extractors <list>',
      'comma-separated ids or files (.ts, .js, .json), each with an optional :preset; default: all, with the extractors of --project',
    )
    .option('--set <name=value>', 'set a parameter of the extractors that have it; repeatable', collect, [])
    .option('--sweep <name=from:to:step>', 'one row per value of a number parameter')
    .option('--metrics <list>', `comma-separated, or all (omits the slow metrics): ${METRIC_NAMES}`)
    .option('--by <list>', `one table per metric with groups of pages as columns: ${GROUPINGS.map(({ id }) => id).join(', ')}`)
    .option('--columns <list>', 'ids of the metrics (with --by: groups) to print: f1,f1OfMeans; intervals, tests and page counts stay')
    .addOption(
      new Option(
        '--failures <policy>',
        'pages on which an extractor fails: omit them in the row of this extractor, count the worst score (0; 1 for noise), or omit them in all rows',
      )
        .choices(FAILURE_POLICIES.map(({ id }) => id))
        .default('row'),
    )
    .option('--against <row>', 'name of the row to compare the other rows with; best: the best row of each column', 'best')
    .addOption(new Option('--format <format>', 'format of the table').choices([...TABLE_FORMATS]).default('table'))
    .option('--out <file>', 'write the table to this file, and the results to FILE.run')
    .option('--scores <file>', 'write every score as CSV: one line per page and row, with page type, language and failures')
    .option('--resume', 'continue FILE.run; finished pages are not scored again')
    .option('--watch', 'print the table and the changed scores again after each save of a custom extractor')
    .option('--sample <n>', 'draw this many pages at random (0: all pages)', zeroOrMore, 0)
    .option('--seed <n>', 'seed for page sampling and confidence intervals', seedOf, 1)
    .option('--contains <text>', 'only pages whose id or address contains the text', '')
    .option(
      '--gold <name>',
      'annotator or gold file to score against (default: adjudicated labels, else imported, else finished labels if all annotators agree)',
      '',
    )
    .option('--fold-case', 'ignore case')
    .option('--strip-punctuation', 'ignore punctuation')
  addGuardOptions(addPoolOptions(command, 'time limit per page, for all extractors together', 120))
    .addHelpText('after', `${METRICS_HELP}${EXIT_HELP}`)
    .action(async (options: EvaluateOptions) => io.exit(await untilInterrupted((signal) => evaluate(io, options, signal))))
}
