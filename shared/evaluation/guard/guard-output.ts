/** Writes a guard's report as Markdown for a pull request, and as JUnit XML in the schema of Jenkins’ xUnit plug-in (junit-10). */
import { escapeMarkdown, escapeXml } from '../../base/escape'
import { counted, countedOf, noteAbout, signedFixed } from '../../base/written-number'
import { metricInfo } from '../metric-list'
import {
  hasWorsened,
  isChanged,
  isWorse,
  shownPages,
  type GuardFigure,
  type GuardMean,
  type GuardPage,
  type GuardReport,
  type GuardRow,
} from './guard-report'
import { guardRuleText, type GuardRule } from './guard-rule'
import { blockSentence, changesKey, snippetSentence, type KnownChanges, type PageChanges } from './page-changes'

const MOST_BLOCKS = 6
const MOST_NAMED = 5

const figure = (value: number): string => value.toFixed(4)
const signed = (value: number): string => (value === 0 ? '±0.0000' : signedFixed(value, 4))

export function guardMarkdown(report: GuardReport, changes: KnownChanges): string {
  const lines = [`# ${verdict(report)}`, '', ...report.rows.flatMap((row) => rowLines(row, report, changes)), ...noteLines(report)]
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}

/** Returns the result as a sentence without a full stop. */
export function verdict({ rows, broken, metric }: Pick<GuardReport, 'rows' | 'broken' | 'metric'>): string {
  const isBroken = (one: GuardMean | GuardPage): boolean => one.broken.length > 0
  const means = rows.flatMap((row) => row.means.filter(broken ? isBroken : hasWorsened)).length
  const pages = rows.flatMap((row) => row.pages.filter(broken ? isBroken : (page) => isWorse(page, metric))).length
  const counts = [means > 0 ? counted(means, 'mean') : '', pages > 0 ? counted(pages, 'page') : ''].filter(Boolean).join(' and ')
  if (broken) return `Extraction got worse than allowed: ${counts}`
  return counts === '' ? 'Extraction is not worse than its baseline' : `No rule is broken; worse than the baseline: ${counts}`
}

function rowLines(row: GuardRow, { metric }: GuardReport, changes: KnownChanges): string[] {
  const pages = shownPages(row.pages, metric)
  const changed = row.pages.filter(isChanged).length
  const against = row.against === row.name ? '' : ` (baseline: ${escapeMarkdown(row.against)})`
  return [
    `## ${escapeMarkdown(row.name)}${against}`,
    '',
    '| mean of | pages | baseline | now | difference | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...row.means.map(meanLine),
    '',
    changed === 0
      ? `No score changed (${counted(row.pages.length, 'page')}).`
      : `The scores of ${countedOf(changed, row.pages.length, 'page')} changed.`,
    '',
    ...(pages.length === 0
      ? []
      : [
          `### Worst pages, by ${metricInfo(metric).label}`,
          '',
          '| page | type | baseline | now | difference | |',
          '| --- | --- | ---: | ---: | ---: | --- |',
          ...pages.map((page) => pageLine(page, metric)),
          '',
          ...pages.flatMap((page) => detailLines(page, changes.get(changesKey(row.configuration, page)))),
        ]),
  ]
}

function meanLine({ metric, type, pages, before, after, broken }: GuardMean): string {
  const name = `${metricInfo(metric).label}${type === null ? '' : `, ${type}`}`
  return `| ${escapeMarkdown(name)} | ${pages} | ${figure(before)} | ${figure(after)} | ${signed(after - before)} | ${rules(broken)} |`
}

const rules = (broken: GuardMean['broken']): string =>
  broken.length === 0 ? '' : `**${broken.map((rule) => escapeMarkdown(guardRuleText(rule))).join(', ')}**`

function pageLine(page: GuardPage, metric: GuardReport['metric']): string {
  const of = page.figures.find((one) => one.metric === metric)
  const brokenText = page.failure === null ? rules(page.broken) : `${rules(page.broken)} failed: ${escapeMarkdown(page.failure)}`.trim()
  const figures = of ? `${figure(of.before)} | ${figure(of.after)} | ${signed(of.after - of.before)}` : '– | – | –'
  return `| ${escapeMarkdown(page.page)} | ${escapeMarkdown(page.type)} | ${figures} | ${brokenText} |`
}

function detailLines(page: GuardPage, changes: PageChanges | undefined): string[] {
  if (!changes || (changes.blocks.length === 0 && changes.snippets.length === 0)) return []
  const shown = changes.blocks.slice(0, MOST_BLOCKS)
  const left = changes.blocks.length - shown.length
  return [
    `#### ${escapeMarkdown(page.page)}`,
    '',
    ...(changes.against === 'gold'
      ? ['The baseline does not store its kept text. The list has the differences from the gold text.', '']
      : []),
    ...shown.map((block) => `- ${blockSentence(block, changes.against, escapeMarkdown)}`),
    ...(left > 0 ? [`- and ${counted(left, 'more block')}`] : []),
    ...changes.snippets.map((one) => `- ${snippetSentence(one, escapeMarkdown)}`),
    '',
  ]
}

export function guardNotes({ missing, added, differing, unread, notes }: GuardReport): string[] {
  const listPages = (pages: readonly string[], what: string): string[] =>
    noteAbout(pages, (names) => `${what}: ${counted(pages.length, 'page')} (${names}).`, MOST_NAMED)
  return [
    ...notes,
    ...listPages(missing, 'Only in the baseline'),
    ...listPages(added, 'Not in the baseline'),
    ...listPages(differing, 'Not compared, because HTML or gold standard differ from the baseline'),
    ...listPages(unread, 'No longer readable'),
  ]
}

function noteLines(report: GuardReport): string[] {
  const notes = guardNotes(report)
  return notes.length === 0 ? [] : ['## Notes', '', ...notes.map((note) => `- ${escapeMarkdown(note)}`)]
}

/**
 * Returns one suite per row, with one test per rule about means, and one test per compared page. Pages that differ from the baseline, and
 * pages only in the baseline, are skipped tests. Unreadable pages are errors.
 */
export function guardSuites(report: GuardReport, rules: readonly GuardRule[], changes: KnownChanges): JunitSuite[] {
  const skip = (pages: readonly string[], why: string): JunitCase[] => pages.map((page) => skippedCase(page, `not compared: ${why}`))
  return report.rows.map((row) => ({
    name: row.name,
    cases: [
      ...rules.map((rule) => meanCase(row, rule)),
      ...row.pages.map((page) => pageCase(page, changes.get(changesKey(row.configuration, page)))),
      ...skip(report.differing, 'HTML or gold standard differ from the baseline'),
      ...skip(report.missing, 'only the baseline has this page'),
      ...report.unread.map((name): JunitCase => ({ name, result: { kind: 'error', message: 'the page can no longer be read' } })),
    ],
    notes: guardNotes(report),
  }))
}

const skippedCase = (name: string, message: string): JunitCase => ({ name, result: { kind: 'skipped', message } })

const difference = ({ metric, before, after }: GuardFigure): string =>
  `${metricInfo(metric).label} ${before.toFixed(4)} → ${after.toFixed(4)} (${signedFixed(after - before, 4)})`

function meanCase({ means }: GuardRow, rule: GuardRule): JunitCase {
  const name = `mean: ${guardRuleText(rule)}`
  const mean = means.find(({ metric, type }) => metric === rule.metric && type === rule.type)
  if (!mean) return skippedCase(name, 'no page has this score in both runs')
  if (!mean.broken.includes(rule)) return { name, result: null }
  return { name, result: { kind: 'failure', message: difference(mean), text: `Mean of ${mean.pages} pages.` } }
}

function pageCase({ page: name, broken, figures, failure }: GuardPage, changes: PageChanges | undefined): JunitCase {
  if (broken.length === 0 && figures.length === 0) return skippedCase(name, 'no metric has a score in both runs')
  if (broken.length === 0) return { name, result: null }
  const message = figures.filter(({ metric }) => broken.some((rule) => rule.metric === metric)).map(difference)
  const text = [
    ...broken.map((rule) => `Breaks ${guardRuleText(rule)}.`),
    ...(failure === null ? [] : [failure]),
    ...(changes ? changes.blocks.map((block) => blockSentence(block, changes.against)) : []),
    ...(changes ? changes.snippets.map((one) => snippetSentence(one)) : []),
  ]
  return { name, result: { kind: 'failure', message: message.join('; '), text: junitText(text) } }
}

export interface JunitCase {
  readonly name: string
  readonly result: { readonly kind: 'failure' | 'error' | 'skipped'; readonly message: string; readonly text?: string } | null
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
      ...suite.cases.map((one) => caseXml(suite.name, one)),
      ...(suite.notes.length > 0 ? [`    <system-out>${escapeXml(suite.notes.join('\n'))}</system-out>`] : []),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function caseXml(group: string, { name, result }: JunitCase): string {
  const attributes = `name="${quoted(name)}" classname="${quoted(group)}"`
  if (!result) return `    <testcase ${attributes}/>`
  const { kind, message, text = '' } = result
  return `    <testcase ${attributes}><${kind} message="${quoted(message)}">${escapeXml(text)}</${kind}></testcase>`
}

export const junitText = (sentences: readonly string[]): string => sentences.map((one) => one.replace(/\s+/g, ' ')).join('\n')
