/** Holds a run against its baseline and its snippets, has what changed explained, and writes it down. */
import writeFileAtomic from 'write-file-atomic'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import { guardSuites, junitXml } from '../../../shared/evaluation/guard/guard-junit'
import { guardMarkdown, guardNotes, verdict } from '../../../shared/evaluation/guard/guard-markdown'
import { changesKey } from '../../../shared/evaluation/guard/page-changes'
import { guardReport, shownPages, type GuardReport } from '../../../shared/evaluation/guard/guard-report'
import { guardRuleText } from '../../../shared/evaluation/guard/guard-rule'
import { metricInfo } from '../../../shared/evaluation/metric-list'
import { snippetReport, snippetsMarkdown, snippetSuites, type SnippetReport } from '../../../shared/evaluation/guard/snippet-report'
import { explainChanges, type WantedChanges } from '../../services/evaluation/explain-changes'
import type { JournalEntry } from '../../services/evaluation/run-files'
import { EXIT, versionOf, write, type CliIo, type ExitCode } from '../cli-io'
import type { Guard } from './guard-options'
import { openSource, type Prepared } from './prepare-run'

/** @returns `EXIT.worse` where a rule is broken, else `EXIT.someFailed` where a page cannot be read that the baseline has. */
export async function guardRun(
  io: CliIo,
  guard: Guard,
  { spec, names, own, pool }: Prepared,
  entries: readonly JournalEntry[],
  signal: AbortSignal,
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
    await writeFileAtomic(guard.junit, junitXml('boilerscope', suites))
  }
  if (guard.summary !== null) {
    const parts = [...(report ? [guardMarkdown(report, changes)] : []), ...(snippets ? [snippetsMarkdown(snippets, changes)] : [])]
    await writeFileAtomic(guard.summary, parts.join('\n'))
  }
  for (const line of [...(report ? reportLines(report) : []), ...(snippets ? snippetLines(snippets) : [])])
    await write(io.stderr, `boilerscope: ${line}\n`)
  if (report?.broken || snippets?.broken) return EXIT.worse
  return report && report.unread.length > 0 ? EXIT.someFailed : EXIT.done
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
    own.flatMap(({ metric, before, after, broken, pages: count }) =>
      broken.map(
        (rule) => `${name}, mean of ${count} pages: ${metricInfo(metric).label} ${signed(after - before)} [${guardRuleText(rule)}]`,
      ),
    ),
  )
  const more = pages.length > MOST_NAMED ? [`and ${pages.length - MOST_NAMED} more`] : []
  return [...guardNotes(report), ...means, ...pages.slice(0, MOST_NAMED), ...more, `${verdict(report)}.`]
}

function snippetLines({ rows }: SnippetReport): string[] {
  return rows.map(({ name, pages, wrong }) =>
    wrong.length === 0
      ? `${name}: the snippets of all ${pages.length} pages are treated right.`
      : `${name}: snippets of ${wrong.length} of ${pages.length} pages are treated wrongly: ${wrong
          .slice(0, MOST_NAMED)
          .map(({ page }) => page)
          .join(', ')}${wrong.length > MOST_NAMED ? ', …' : ''}.`,
  )
}
