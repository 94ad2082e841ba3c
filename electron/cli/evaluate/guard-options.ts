/** The options of `evaluate` that make it a guard, read and checked before anything is scored. */
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { failed } from '../../../shared/base/failure'
import type { GuardedRun, GuardRules } from '../../../shared/evaluation/guard/guard-report'
import { parseGuardRule } from '../../../shared/evaluation/guard/guard-rule'
import { isThere } from '../../services/corpus/store/corpus-files'
import { runFiles } from '../../services/evaluation/run-files'
import { collect, usage, type CliIo } from '../cli-io'

export interface GuardOptions {
  readonly baseline?: string
  readonly failIf: readonly string[]
  readonly failIfPage: readonly string[]
  readonly requireSnippets?: true
  readonly junit?: string
  readonly summary?: string
}

/** What a run is held against, and where that is told. */
export interface Guard {
  readonly baseline: GuardedRun | null
  readonly rules: GuardRules
  /** Whether every snippet has to be treated right. */
  readonly snippets: boolean
  /** Absolute paths; null where none is wanted. */
  readonly junit: string | null
  readonly summary: string | null
}

/** Adds them. */
export function addGuardOptions(command: Command): Command {
  return command
    .option(
      '--baseline <run>',
      'an earlier run, which --out kept (FILE.run or its run.json): how this one differs is told by page and mean',
    )
    .option(
      '--fail-if <rule>',
      'fail where a mean is worse than the baseline’s: "f1 < -0.005", "f1[article] < -0.01"; repeatable',
      collect,
      [],
    )
    .option('--fail-if-page <rule>', 'fail where a page is: "f1 < -0.2"; repeatable', collect, [])
    .option('--require-snippets', 'fail where a snippet that must be kept is not, or one that must not be kept is')
    .option('--junit <file>', 'write what failed as JUnit XML, a test for each rule and page')
    .option('--summary <file>', 'write it as Markdown: the worst pages, what was lost and gained, and why')
}

/** Options that print no table of a whole run, or of another one. */
const OTHER_RUNS = ['stdin', 'lines', 'watch', 'merge'] as const

/** @returns null where nothing is guarded. @throws FailureError `usage`, `guard.*`, `run.*`. */
export async function guardOf(
  io: CliIo,
  options: GuardOptions & Readonly<Partial<Record<(typeof OTHER_RUNS)[number], unknown>>>,
): Promise<Guard | null> {
  const { baseline, failIf, failIfPage, requireSnippets = false, junit, summary } = options
  const rules = { run: failIf.map(parseGuardRule), page: failIfPage.map(parseGuardRule) }
  if (baseline === undefined && failIf.length + failIfPage.length > 0)
    throw usage(
      '--fail-if and --fail-if-page compare with a baseline.',
      'Name one with --baseline; evaluate --out FILE keeps it in FILE.run.',
    )
  if (baseline === undefined && !requireSnippets) {
    const alone = junit !== undefined ? '--junit' : summary !== undefined ? '--summary' : null
    if (alone) throw usage(`${alone} tells what a guard found.`, 'Add --baseline, or --require-snippets.')
    return null
  }
  const other = OTHER_RUNS.find((name) => options[name] !== undefined)
  if (other) throw usage(`A guard looks at a whole run; it does not go with --${other}.`, 'Use --corpus alone.')
  const at = (path: string | undefined): string | null => (path === undefined ? null : resolve(io.cwd, path))
  return {
    baseline: baseline === undefined ? null : await readBaseline(resolve(io.cwd, baseline)),
    ...{ rules, snippets: requireSnippets, junit: at(junit), summary: at(summary) },
  }
}

/** A run that `--out` kept, by its folder, its record, or the table beside it. @throws FailureError `guard.baseline`, `run.*`. */
async function readBaseline(path: string): Promise<GuardedRun> {
  const folder = basename(path) === 'run.json' ? dirname(path) : (await isThere(`${path}.run`)) ? `${path}.run` : path
  if (!(await isThere(folder)))
    throw failed(
      'guard.baseline',
      `There is no run at ${path}.`,
      'Make one: evaluate … --out baseline.txt, then --baseline baseline.txt.run.',
    )
  const files = runFiles(folder)
  const { names, spec, boilerscope, status } = await files.readRecord()
  const entries = await files.readResults().catch(() => {
    throw failed('guard.baseline', `The results in ${folder} are damaged.`, 'Make the baseline anew.')
  })
  if (entries.length === 0 || (status !== 'finished' && (await files.pagesInJournal()) > 0))
    throw failed('guard.baseline', `The run in ${folder} is not finished.`, 'Finish it with --resume, or make it anew.')
  return { names, spec, boilerscope, entries }
}
