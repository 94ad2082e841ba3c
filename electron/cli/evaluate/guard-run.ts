/** Holds a run against its baseline and its snippets, has what changed explained, and writes it down. */
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import { guardSuites, junitXml } from '../../../shared/evaluation/guard/guard-junit'
import { guardMarkdown, guardNotes, verdict } from '../../../shared/evaluation/guard/guard-markdown'
import { changesKey } from '../../../shared/evaluation/guard/page-changes'
import {
  guardReport,
  hasWorsened,
  shownPages,
  type GuardReport,
  type GuardedRun,
  type GuardRules,
} from '../../../shared/evaluation/guard/guard-report'
import { guardRuleText, parseGuardRule } from '../../../shared/evaluation/guard/guard-rule'
import { metricInfo } from '../../../shared/evaluation/metric-list'
import { snippetReport, snippetsMarkdown, snippetSuites, type SnippetReport } from '../../../shared/evaluation/guard/snippet-report'
import { explainChanges, type WantedChanges } from '../../services/evaluation/explain-changes'
import { corpusHash, type JournalEntry, runFiles } from '../../services/evaluation/run-files'
import { EXIT, versionOf, write, type CliIo, type ExitCode, collect, usage, writeTarget } from '../cli-io'
import type { GuardOptions } from './evaluate-options'
import { openSource, type Prepared } from './prepare-run'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { failed } from '../../../shared/base/failure'
import { isThere } from '../../services/files/files'
import { counted, countedOf, firstFew } from '../../../shared/base/written-number'

/** @returns `EXIT.worse` where a rule is broken, else `EXIT.someFailed` where a page cannot be read that is to be held against one. */
export async function guardRun(
  io: CliIo,
  guard: Guard,
  { spec, names, own, pool }: Prepared,
  { entries, signal }: { readonly entries: readonly JournalEntry[]; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const report = guard.baseline && guardReport({ names, spec, boilerscope: versionOf(io.root), entries }, guard.baseline, guard.rules)
  const snippets = guard.snippets ? snippetReport(names, entries) : null
  const indexOf = (place: number): number => entries[place]?.index ?? -1
  const wanted: WantedChanges[] = [
    ...(report?.rows ?? []).flatMap(({ configuration, pages }) =>
      shownPages(pages, report?.metric ?? 'f1').map(({ entry, keptBefore: before }) => ({
        configuration,
        entry,
        index: indexOf(entry),
        before,
      })),
    ),
    ...(snippets?.rows ?? []).flatMap(({ configuration, wrong }) =>
      wrong.map(({ entry }) => ({ configuration, entry, index: indexOf(entry), before: null })),
    ),
  ]
  const changes = await explainChanges(pool, {
    ...{ spec, own, signal, maxNodes: DEFAULT_LIMITS.maxNodes, entries: openSource(io, spec) },
    wanted: [...new Map(wanted.toReversed().map((one) => [changesKey(one.configuration, one), one])).values()],
  })
  if (guard.junit !== null) {
    const suites = [...(report ? guardSuites(report, guard.rules.run, changes) : []), ...(snippets ? snippetSuites(snippets, changes) : [])]
    await writeTarget(guard.junit, junitXml('boilerscope', suites))
  }
  if (guard.summary !== null) {
    const parts = [...(report ? [guardMarkdown(report, changes)] : []), ...(snippets ? [snippetsMarkdown(snippets, changes)] : [])]
    await writeTarget(guard.summary, parts.join('\n'))
  }
  for (const line of [...(report ? reportLines(report) : []), ...(snippets ? snippetLines(snippets) : [])])
    await write(io.stderr, `boilerscope: ${line}\n`)
  if (report?.broken || snippets?.broken) return EXIT.worse
  return (report?.unread.length ?? 0) + (snippets?.unread.length ?? 0) > 0 ? EXIT.someFailed : EXIT.done
}

/** Pages that are named on standard error; the files have all. */
const MOST_NAMED = 10

function reportLines(report: GuardReport): string[] {
  const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`
  const pages = report.rows.flatMap(({ name, pages: own }) =>
    own.flatMap(({ page, broken, figures }) =>
      broken.map((rule) => {
        const found = figures.find(({ metric }) => metric === rule.metric)
        return `${name}, ${page}: ${metricInfo(rule.metric).label} ${signed((found?.after ?? 0) - (found?.before ?? 0))} [${guardRuleText(rule)}]`
      }),
    ),
  )
  const means = report.rows.flatMap(({ name, means: own }) =>
    own.flatMap((mean) => {
      const { metric, before, after, pages: count } = mean
      const told = `${name}, mean of ${counted(count, 'page')}: ${metricInfo(metric).label} ${signed(after - before)}`
      if (mean.broken.length > 0) return mean.broken.map((rule) => `${told} [${guardRuleText(rule)}]`)
      return mean.type === null && hasWorsened(mean) ? [told] : []
    }),
  )
  const more = pages.length > MOST_NAMED ? [`and ${pages.length - MOST_NAMED} more`] : []
  return [...guardNotes(report), ...means, ...pages.slice(0, MOST_NAMED), ...more, `${verdict(report)}.`]
}

/** The first pages by name, and how many more there are. */
function namesOf(pages: readonly { readonly page: string }[]): string {
  return firstFew(
    pages.map(({ page }) => page),
    MOST_NAMED,
  )
}

function snippetLines({ rows, unread }: SnippetReport): string[] {
  const lost =
    unread.length === 0 ? [] : [`${counted(unread.length, 'page')} cannot be read, and with them their snippets: ${namesOf(unread)}.`]
  const judged = rows.map(({ name, pages, wrong }) =>
    wrong.length === 0
      ? `${name}: the snippets of all ${pages.length} pages are treated right.`
      : `${name}: snippets of ${countedOf(wrong.length, pages.length, 'page')} are treated wrongly: ${namesOf(wrong)}.`,
  )
  return [...lost, ...judged]
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
  const { names, spec, boilerscope, status, corpusHash: hash } = await files.readEnded()
  const entries = await files.readResults().catch(() => null)
  // Lines that are gone would take their pages out of the guard.
  if (!entries || (status === 'finished' && hash !== null && corpusHash(entries) !== hash))
    throw failed('run.damaged', `The results in ${folder} are damaged.`, 'Make the baseline anew.')
  if (entries.length === 0 || status !== 'finished')
    throw failed('guard.baseline', `The run in ${folder} is not finished.`, 'Finish it with --resume, or make it anew.')
  return { names, spec, boilerscope, entries }
}
