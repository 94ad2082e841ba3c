/** Writes a guard's report as Markdown for a pull request: means, worst pages, and changed text with reasons. */
import { metricInfo } from '../metric-list'
import { blockSentence, snippetSentence, changesKey, type KnownChanges, type PageChanges } from './page-changes'
import {
  hasWorsened,
  isChanged,
  isWorse,
  shownPages,
  type GuardMean,
  type GuardPage,
  type GuardReport,
  type GuardRow,
} from './guard-report'
import { guardRuleText } from './guard-rule'
import { counted, countedOf, firstFew, signedFixed } from '../../base/written-number'
import { escapeMarkdown } from '../../base/escape'

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
  const counts = (isOne: { mean: (mean: GuardMean) => boolean; page: (page: GuardPage) => boolean }): string => {
    const means = rows.reduce((sum, row) => sum + row.means.filter(isOne.mean).length, 0)
    const pages = rows.reduce((sum, row) => sum + row.pages.filter(isOne.page).length, 0)
    return [means > 0 ? counted(means, 'mean') : '', pages > 0 ? counted(pages, 'page') : ''].filter(Boolean).join(' and ')
  }
  if (!broken) {
    const worse = counts({ mean: hasWorsened, page: (page) => isWorse(page, metric) })
    return worse === '' ? 'Extraction is not worse than its baseline' : `No rule is broken; worse than the baseline: ${worse}`
  }
  const isBroken = (one: GuardMean | GuardPage): boolean => one.broken.length > 0
  return `Extraction got worse than allowed: ${counts({ mean: isBroken, page: isBroken })}`
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
    pages.length === 0 ? [] : [`${what}: ${counted(pages.length, 'page')} (${firstFew(pages, MOST_NAMED)}).`]
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
