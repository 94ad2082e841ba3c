import { failed } from '../../../shared/base/failure'
import { runToEnd } from '../../../shared/base/pieces'
import { countedOf, firstFew } from '../../../shared/base/written-number'
import type { EvaluationRow, PageResult } from '../../../shared/evaluation/evaluation-row'
import type { FailurePolicy } from '../../../shared/evaluation/failure-policy'
import type { MetricId } from '../../../shared/evaluation/metric-list'
import { pagesSentence, RowFailures } from '../../../shared/evaluation/noted-pages'
import { groupTable, metricTable, type TableGroups, withColumns, withNotes } from '../../../shared/evaluation/result-table'
import { figuresOf, GROUPINGS, type Grouping, type ScoreSums } from '../../../shared/evaluation/score-sums'
import { withComparisons } from '../../../shared/evaluation/table-comparisons'
import { columnName, tablePlain, tablesText, type TableFormat } from '../../../shared/evaluation/table-text'
import { type CliIo, usage, warn } from '../cli-io'

export interface TableChoice {
  readonly by: string | undefined
  readonly against: string
  readonly seed: number
  readonly format: TableFormat
  readonly columns?: string | undefined
  readonly failures: FailurePolicy
}

export interface RunKnowledge {
  readonly titles?: readonly string[]
  readonly sweepNotes?: (metric?: MetricId) => readonly string[]
  /** Ids of the metrics that a table shows without `--columns` and `--by`. A table that has none of these metrics shows all columns. */
  readonly usual?: readonly MetricId[]
  /** Mean milliseconds per page, for each row. Missing with `--out`, because the files of equal runs must be equal. */
  readonly milliseconds?: readonly (number | null)[]
}

export function parseGroupings(text: string | undefined): Grouping[] {
  if (text === undefined) return []
  return text.split(',').map((name) => {
    const grouping = GROUPINGS.find(({ id }) => id === name.trim())
    if (!grouping) throw usage(`Pages cannot be grouped by "${name}".`, `Choose from: ${GROUPINGS.map(({ id }) => id).join(', ')}.`)
    return grouping.id
  })
}

export function parseReference(text: string, names: readonly string[]): number | 'best' {
  if (text === 'best') return 'best'
  const row = names.indexOf(text)
  if (row < 0) throw usage(`The table has no row "${text}".`, `Compare against best, or one of: ${names.join(', ')}.`)
  return row
}

/** @throws FailureError `usage` for an unknown grouping, row or column */
export function tablesOf(
  { sums, names, metrics }: { readonly sums: ScoreSums; readonly names: readonly string[]; readonly metrics: readonly MetricId[] },
  choice: TableChoice,
  { titles = names, sweepNotes = () => [], usual = [], milliseconds }: RunKnowledge = {},
): string {
  const { seed } = choice
  const groupings = parseGroupings(choice.by)
  const against = parseReference(choice.against, names)
  const columns = parseColumns(choice.columns, metrics, groupings)
  const wanted: (TableGroups | undefined)[] =
    groupings.length === 0 ? [undefined] : groupings.flatMap((grouping) => metrics.map((metric) => ({ metric, grouping })))
  const tables = wanted.map((groups) => {
    const options = { seed, titles }
    const table = runToEnd(groups ? groupTable(sums, names, groups, options) : metricTable(sums, names, metrics, options))
    return runToEnd(withComparisons(withNotes(table, sweepNotes(groups?.metric)), sums, { against, seed }, groups))
  })
  if (columns && groupings.length > 0) checkColumns(columns, [...new Set(tables.flatMap((table) => table.columns.map(columnName)))])
  const shown = tables.map((table) => {
    if (columns) {
      const ids = table.columns.flatMap((column) => (columns.includes(columnName(column)) ? [column.id] : []))
      return withColumns(table, ids)
    }
    const fewer = groupings.length > 0 ? table : withColumns(table, usual)
    return fewer.columns.length > 0 ? fewer : table
  })
  return choice.format === 'table' && milliseconds && !columns
    ? shown.map((table) => tablePlain(table, milliseconds)).join('\n')
    : tablesText(shown, choice.format)
}

const COUNTS: readonly string[] = ['pages', 'failures', 'empties']

/** @throws FailureError `usage` for an unknown column; with groupings, `tablesOf` throws this error instead */
export function parseColumns(text: string | undefined, metrics: readonly MetricId[], groupings: readonly Grouping[]): string[] | null {
  if (text === undefined) return null
  const wanted = text.split(',').map((name) => name.trim())
  const figures = figuresOf(metrics).map(({ id }) => id)
  if (groupings.length === 0) checkColumns(wanted, figures)
  return wanted
}

function checkColumns(wanted: readonly string[], ids: readonly string[]): void {
  const known = [...ids, ...COUNTS]
  const unknown = wanted.find((id) => !known.includes(id))
  if (unknown !== undefined) throw usage(`The table has no column "${unknown}".`, `Its columns are: ${known.join(', ')}.`)
}

const MOST_NAMED = 20

const hasFigure = ({ metrics, counts }: EvaluationRow): boolean =>
  counts !== undefined || Object.values(metrics).some((value) => typeof value === 'number')

export class PageReport {
  someFailed = false
  private pages = 0
  private someScored = false
  private readonly unread: string[] = []
  private readonly waiting: string[] = []
  private readonly ofRows = new RowFailures()

  constructor(results: readonly PageResult[] = []) {
    for (const result of results) this.add(result)
  }

  add(result: PageResult): void {
    const { facts, failure: reason, rows } = result
    this.pages++
    this.ofRows.add(result)
    if (reason) this.unread.push(`${facts.page}: ${reason.message} [${reason.code}]`)
    if (facts.leftOut !== undefined) this.waiting.push(`${facts.page} (${facts.leftOut})`)
    if (facts.gold !== 'none' || rows.some(hasFigure)) this.someScored = true
    if (reason || rows.some((row) => row.failure !== null)) this.someFailed = true
  }

  /** @throws FailureError `evaluation.nothing-read` if no page is readable, `evaluation.no-gold` if no page has a gold text or a score */
  async write(io: CliIo, names: readonly string[], gold = ''): Promise<void> {
    const { pages, unread, waiting } = this
    for (const line of unread.slice(0, MOST_NAMED)) await warn(io, line)
    if (unread.length > MOST_NAMED) await warn(io, `and ${unread.length - MOST_NAMED} more`)
    for (const row of this.ofRows.list())
      await warn(io, `${names[row.configuration] ?? ''} failed on ${pagesSentence(row)}: ${row.message} [${row.code}]`)
    if (unread.length === pages && pages > 0)
      throw failed(
        'evaluation.nothing-read',
        pages === 1 ? 'The only page could not be read.' : `None of the ${pages} pages could be read.`,
        'Correct the failures above, then run the command again.',
      )
    if (waiting.length > 0) {
      const listed = firstFew(waiting, MOST_NAMED)
      await warn(io, `labels are not a gold standard on ${countedOf(waiting.length, pages, 'page')}: ${listed}.`)
    }
    if (pages > 0 && !this.someScored)
      throw failed(
        'evaluation.no-gold',
        `No page has a valid gold text${gold === '' ? '' : ` with the name "${gold}"`}, so nothing can be scored.`,
        gold === '' ? 'Label the pages, or add their gold texts to the folder.' : 'boilerscope corpus stats lists the annotators.',
      )
  }
}
