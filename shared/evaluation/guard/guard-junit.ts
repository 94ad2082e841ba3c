/** Converts a guard's report to tests, and writes tests as JUnit XML in the schema of Jenkins’ xUnit plug-in (junit-10). */
import { metricInfo } from '../metric-list'
import { blockSentence, snippetSentence, changesKey, type KnownChanges } from './page-changes'
import { guardNotes } from './guard-markdown'
import type { GuardFigure, GuardPage, GuardReport, GuardRow } from './guard-report'
import { guardRuleText, type GuardRule } from './guard-rule'
import { escapeXml } from '../../base/escape'
import { signedFixed } from '../../base/written-number'

/**
 * Returns one suite per row, with one test per rule about means, and one test per compared page. Pages that differ from the baseline, and
 * pages only in the baseline, are skipped tests. Unreadable pages are errors.
 */
export function guardSuites(report: GuardReport, rules: readonly GuardRule[], changes: KnownChanges): JunitSuite[] {
  return report.rows.map((row) => ({
    name: row.name,
    cases: [
      ...rules.map((rule) => meanCase(row, rule)),
      ...row.pages.map((page) => pageCase(row, page, changes)),
      ...report.differing.map((page) => skippedCase(row, page, 'not compared: HTML or gold standard differ from the baseline')),
      ...report.missing.map((page) => skippedCase(row, page, 'not compared: only the baseline has this page')),
      ...report.unread.map((page): JunitCase => ({
        name: page,
        group: row.name,
        result: { kind: 'error', message: 'the page can no longer be read', text: '' },
      })),
    ],
    notes: guardNotes(report),
  }))
}

function skippedCase({ name: group }: GuardRow, name: string, message: string): JunitCase {
  return { name, group, result: { kind: 'skipped', message, text: '' } }
}

const difference = ({ metric, before, after }: GuardFigure): string =>
  `${metricInfo(metric).label} ${before.toFixed(4)} → ${after.toFixed(4)} (${signedFixed(after - before, 4)})`

function meanCase(row: GuardRow, rule: GuardRule): JunitCase {
  const { name: group, means } = row
  const name = `mean: ${guardRuleText(rule)}`
  const mean = means.find(({ metric, type }) => metric === rule.metric && type === rule.type)
  if (!mean) return skippedCase(row, name, 'no page has this score in both runs')
  if (!mean.broken.includes(rule)) return { name, group, result: null }
  return { name, group, result: { kind: 'failure', message: difference(mean), text: `Mean of ${mean.pages} pages.` } }
}

function pageCase(row: GuardRow, page: GuardPage, known: KnownChanges): JunitCase {
  const { name: group, configuration } = row
  if (page.broken.length === 0 && page.figures.length === 0) return skippedCase(row, page.page, 'no metric has a score in both runs')
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

export interface JunitCase {
  readonly name: string
  readonly group: string
  readonly result: { readonly kind: 'failure' | 'error' | 'skipped'; readonly message: string; readonly text: string } | null
}

export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
  readonly notes: readonly string[]
}

const quoted = (text: string): string => escapeXml(text.replace(/\s+/g, ' ').trim())

export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const count = (cases: readonly JunitCase[], kind: string): number => cases.filter(({ result }) => result?.kind === kind).length
  const counts = (cases: readonly JunitCase[]): string =>
    `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${quoted(name)}" ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite name="${quoted(suite.name)}" ${counts(suite.cases)} skipped="${count(suite.cases, 'skipped')}">`,
      ...suite.cases.map(caseXml),
      ...(suite.notes.length > 0 ? [`    <system-out>${escapeXml(suite.notes.join('\n'))}</system-out>`] : []),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function caseXml({ name, group, result }: JunitCase): string {
  const attributes = `name="${quoted(name)}" classname="${quoted(group)}"`
  if (!result) return `    <testcase ${attributes}/>`
  const { kind, message, text } = result
  return `    <testcase ${attributes}><${kind} message="${quoted(message)}">${escapeXml(text)}</${kind}></testcase>`
}

export const junitText = (sentences: readonly string[]): string => sentences.map((one) => one.replace(/\s+/g, ' ')).join('\n')
