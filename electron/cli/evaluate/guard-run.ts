import { DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { guardMarkdown, guardNotes, guardSuites, junitXml, verdict } from '../../../shared/evaluation/guard/guard-output'
import { changesKey } from '../../../shared/evaluation/guard/page-changes'
import { guardReport, hasWorsened, shownPages, type GuardReport, type GuardedRun } from '../../../shared/evaluation/guard/guard-report'
import { guardRuleText, parseGuardRule } from '../../../shared/evaluation/guard/guard-rule'
import { metricInfo } from '../../../shared/evaluation/metric-list'
import { snippetReport, snippetsMarkdown, snippetSuites, type SnippetReport } from '../../../shared/evaluation/guard/snippet-report'
import { explainChanges, type WantedChanges } from '../../services/evaluation/explain-pages'
import { corpusHash, type JournalEntry, runFiles } from '../../services/evaluation/run-files'
import { EXIT, versionOf, warn, type CliIo, type ExitCode, usage, writeTarget } from '../cli-io'
import { collect } from '../options'
import { type GuardOptions, openSource, type Prepared } from './prepare-run'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { failed } from '../../../shared/base/failure'
import { isThere } from '../../services/files/files'
import { counted, countedOf, firstFew, signedFixed } from '../../../shared/base/written-number'

/** @returns `EXIT.worse` for a broken rule or a wrong snippet, else `EXIT.someFailed` if a report lists unread pages, else `EXIT.done` */
export async function guardRun(
  io: CliIo,
  guard: Guard,
  { spec, names, own, pool }: Prepared,
  { entries, signal }: { readonly entries: readonly JournalEntry[]; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const report = guard.baseline && guardReport({ names, spec, boilerscope: versionOf(io.root), entries }, guard.baseline, guard.rules)
  const snippets = guard.snippets ? snippetReport(names, entries) : null
  const wantedChanges = (configuration: number, entry: number, before: WantedChanges['before']): WantedChanges => {
    return { configuration, entry, index: entries[entry]?.index ?? -1, before }
  }
  const wanted = [
    ...(report?.rows ?? []).flatMap(({ configuration, pages }) =>
      shownPages(pages, report?.metric ?? 'f1').map(({ entry, keptBefore }) => wantedChanges(configuration, entry, keptBefore)),
    ),
    ...(snippets?.rows ?? []).flatMap(({ configuration, wrong }) => wrong.map(({ entry }) => wantedChanges(configuration, entry, null))),
  ]
  const changes = await explainChanges(pool, {
    ...{ spec, own, signal, maxNodes: DEFAULT_LIMITS.maxNodes, entries: openSource(io, spec) },
    wanted: [...new Map(wanted.toReversed().map((one) => [changesKey(one.configuration, one), one])).values()],
  })
  const outputs = [
    report && { suites: guardSuites(report, guard.rules.run, changes), text: guardMarkdown(report, changes), lines: reportLines(report) },
    snippets && { suites: snippetSuites(snippets, changes), text: snippetsMarkdown(snippets, changes), lines: snippetLines(snippets) },
  ].filter((output) => output !== null)
  const suites = outputs.flatMap((output) => output.suites)
  if (guard.junit !== null) await writeTarget(guard.junit, junitXml('boilerscope', suites))
  if (guard.summary !== null) await writeTarget(guard.summary, outputs.map(({ text }) => text).join('\n'))
  for (const line of outputs.flatMap(({ lines }) => lines)) await warn(io, line)
  if (report?.broken || snippets?.broken) return EXIT.worse
  return (report?.unread.length ?? 0) + (snippets?.unread.length ?? 0) > 0 ? EXIT.someFailed : EXIT.done
}

const MOST_NAMED = 10

function reportLines(report: GuardReport): string[] {
  const pages = report.rows.flatMap(({ name, pages: own }) =>
    own.flatMap(({ page, broken, figures }) =>
      broken.map((rule) => {
        const found = figures.find(({ metric }) => metric === rule.metric)
        return `${name}, ${page}: ${metricInfo(rule.metric).label} ${signedFixed((found?.after ?? 0) - (found?.before ?? 0), 4)} [${guardRuleText(rule)}]`
      }),
    ),
  )
  const means = report.rows.flatMap(({ name, means: own }) =>
    own.flatMap((mean) => {
      const { metric, before, after, pages: count } = mean
      const sentence = `${name}, mean of ${counted(count, 'page')}: ${metricInfo(metric).label} ${signedFixed(after - before, 4)}`
      if (mean.broken.length > 0) return mean.broken.map((rule) => `${sentence} [${guardRuleText(rule)}]`)
      return mean.type === null && hasWorsened(mean) ? [sentence] : []
    }),
  )
  const more = pages.length > MOST_NAMED ? [`and ${pages.length - MOST_NAMED} more`] : []
  return [...guardNotes(report), ...means, ...pages.slice(0, MOST_NAMED), ...more, `${verdict(report)}.`]
}

function snippetLines({ rows, unread }: SnippetReport): string[] {
  const namesOf = (found: readonly { readonly page: string }[]): string => {
    const names = found.map(({ page }) => page)
    return firstFew(names, MOST_NAMED)
  }
  const lost = unread.length === 0 ? [] : [`${counted(unread.length, 'page')} could not be read: ${namesOf(unread)}.`]
  const judged = rows.map(({ name, pages, wrong }) =>
    wrong.length === 0
      ? `${name}: all snippets are correct on ${counted(pages.length, 'page')}.`
      : `${name}: snippets are wrong or the extractor failed on ${countedOf(wrong.length, pages.length, 'page')}: ${namesOf(wrong)}.`,
  )
  return [...lost, ...judged]
}

export type Guard = NonNullable<Awaited<ReturnType<typeof guardOf>>>

export function addGuardOptions(command: Command): Command {
  return command
    .option('--baseline <run>', 'compare pages and means with an earlier run that --out wrote (FILE.run or its run.json)')
    .option('--fail-if <rule>', 'fail if a mean got worse beyond a limit: "f1 < -0.005", "f1[article] < -0.01"; repeatable', collect, [])
    .option('--fail-if-page <rule>', 'fail if a page got worse beyond a limit: "f1 < -0.2"; repeatable', collect, [])
    .option('--require-snippets', 'fail if a snippet is wrongly kept or dropped, or if an extractor fails on a page with a gold standard')
    .option('--junit <file>', 'write the failures as JUnit XML, one test per rule and page')
    .option('--summary <file>', 'write a Markdown summary: the worst pages, lost and gained text, and the reasons')
}

const OTHER_RUNS = ['stdin', 'lines', 'watch', 'merge'] as const

/**
 * Returns null if neither `--baseline` nor `--require-snippets` is given.
 * @throws FailureError `usage`, `guard.*`, `run.*`.
 */
export async function guardOf(io: CliIo, options: GuardOptions & Readonly<Partial<Record<(typeof OTHER_RUNS)[number], unknown>>>) {
  const { baseline, failIf, failIfPage, requireSnippets = false, junit, summary } = options
  const rules = { run: failIf.map(parseGuardRule), page: failIfPage.map(parseGuardRule) }
  if (baseline === undefined && failIf.length + failIfPage.length > 0)
    throw usage(
      '--fail-if and --fail-if-page need a baseline.',
      'Name a baseline with --baseline; evaluate --out FILE writes a baseline to FILE.run.',
    )
  if (baseline === undefined && !requireSnippets) {
    const alone = junit !== undefined ? '--junit' : summary !== undefined ? '--summary' : null
    if (alone) throw usage(`${alone} requires --baseline or --require-snippets.`, 'Add one of these options.')
    return null
  }
  const other = OTHER_RUNS.find((name) => options[name] !== undefined)
  if (other) throw usage(`A guard needs a complete run, so --${other} cannot be used.`, `Remove --${other}; use --corpus.`)
  const at = (path: string | undefined): string | null => (path === undefined ? null : resolve(io.cwd, path))
  return {
    baseline: baseline === undefined ? null : await readBaseline(resolve(io.cwd, baseline)),
    ...{ rules, snippets: requireSnippets, junit: at(junit), summary: at(summary) },
  }
}

/**
 * @param path the folder of a run, the `run.json` of a run, or the table beside the folder
 * @throws FailureError `guard.baseline`, `run.*`.
 */
async function readBaseline(path: string): Promise<GuardedRun> {
  const folder = basename(path) === 'run.json' ? dirname(path) : (await isThere(`${path}.run`)) ? `${path}.run` : path
  if (!(await isThere(folder))) {
    const message = `There is no run at ${path}.`
    throw failed('guard.baseline', message, 'Make a baseline: evaluate … --out baseline.txt, then --baseline baseline.txt.run.')
  }
  const files = runFiles(folder)
  const { names, spec, boilerscope, status, corpusHash: hash } = await files.readEnded()
  const entries = await files.readResults().catch(() => null)
  if (!entries || (status === 'finished' && hash !== null && corpusHash(entries) !== hash))
    throw failed('run.damaged', `The results in ${folder} are damaged.`, 'Make the baseline again.')
  if (entries.length === 0 || status !== 'finished')
    throw failed('guard.baseline', `The run in ${folder} is not finished.`, 'Finish the run with --resume, or start a new run.')
  return { names, spec, boilerscope, entries }
}
