/** A guard's report as tests. */
import { metricInfo } from '../metric-list'
import { blockSentence, snippetSentence } from './changes-text'
import { guardNotes } from './guard-markdown'
import { junitText, type JunitCase, type JunitSuite } from './junit'
import { changesKey, type KnownChanges } from './page-changes'
import type { GuardFigure, GuardPage, GuardReport, GuardRow } from './guard-report'
import { guardRuleText, type GuardRule } from './guard-rule'

/** A suite for each row: rules of means first, then its pages. */
export function guardSuites(report: GuardReport, rules: readonly GuardRule[], changes: KnownChanges): JunitSuite[] {
  return report.rows.map((row) => ({
    name: row.name,
    cases: [
      ...rules.map((rule) => meanCase(row, rule)),
      ...row.pages.map((page) => pageCase(row, page, changes)),
      ...[...report.differing, ...report.missing].map((page) =>
        skippedCase(row, page, 'not compared: it is not the same page as in the baseline'),
      ),
      ...report.unread.map((page): JunitCase => ({
        name: page,
        group: row.name,
        result: { kind: 'error', message: 'cannot be read any more', text: '' },
      })),
    ],
    notes: guardNotes(report),
  }))
}

function skippedCase({ name: group }: GuardRow, name: string, message: string): JunitCase {
  return { name, group, result: { kind: 'skipped', message, text: '' } }
}

const difference = ({ metric, before, after }: GuardFigure): string =>
  `${metricInfo(metric).label} ${before.toFixed(4)} → ${after.toFixed(4)} (${after < before ? '−' : '+'}${Math.abs(after - before).toFixed(4)})`

function meanCase({ name: group, means }: GuardRow, rule: GuardRule): JunitCase {
  const name = `mean: ${guardRuleText(rule)}`
  const mean = means.find(({ metric, type }) => metric === rule.metric && type === rule.type)
  if (!mean) return { name, group, result: { kind: 'skipped', message: 'no page has both scores', text: '' } }
  if (!mean.broken.includes(rule)) return { name, group, result: null }
  return { name, group, result: { kind: 'failure', message: difference(mean), text: `Over ${mean.pages} pages.` } }
}

function pageCase({ name: group, configuration }: GuardRow, page: GuardPage, known: KnownChanges): JunitCase {
  if (page.broken.length === 0) return { name: page.page, group, result: null }
  const changes = known.get(changesKey(configuration, page))
  const broken = new Set(page.broken.map(({ metric }) => metric))
  const message = page.figures.filter(({ metric }) => broken.has(metric)).map(difference)
  const text = [
    ...page.broken.map((rule) => `Breaks ${guardRuleText(rule)}.`),
    ...(page.failure === null ? [] : [page.failure]),
    ...(changes ? changes.blocks.map((block) => blockSentence(block, changes.against)) : []),
    ...(changes ? changes.snippets.map((one) => snippetSentence(one)) : []),
  ]
  return { name: page.page, group, result: { kind: 'failure', message: message.join('; '), text: junitText(text) } }
}
