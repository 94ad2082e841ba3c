import { FEWEST_PAGES, type Interval, mean } from '../metrics/bootstrap'
import { drawnIntervals, type DrawOptions } from './drawn-intervals'
import type { PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'
import { GROUPINGS, ScoreSums, type ColumnPages, type Grouping, figuresOf, meanFigure, type Figure } from './score-sums'
import { runToEnd, type Pieces } from '../base/pieces'
import { countedOf } from '../base/written-number'

export interface Cell {
  readonly value: number | null
  /** Interval of the value; null if not computed, for example below `FEWEST_PAGES` pages. */
  readonly interval: Interval | null
  readonly pages: number
  /**
   * Whether the value, rounded to three decimal places, is the best value of the column. Rows that kept nothing, and values of fewer than
   * `FEWEST_PAGES` pages, cannot be best. If fewer than two values can be best, no value is best.
   */
  readonly best: boolean
  /**
   * Whether a test finds no significant difference from the best value of the column. False for best values, and before `withComparisons`.
   */
  readonly tied: boolean
  /** The test against the row `ResultTable.against`; null without a test. */
  readonly test: CellTest | null
}

export interface CellTest {
  readonly against: number
  /** Mean difference over the common pages: this row minus the other row. */
  readonly difference: number
  readonly interval: Interval | null
  /**
   * Cohen's d_z: the mean difference divided by the standard deviation of the differences; null without variation, or for groups of pages.
   */
  readonly effect: number | null
  readonly p: number
  readonly corrected: number
}

interface TableColumn {
  readonly id: string
  readonly label: string
  readonly larger: boolean
  readonly pages?: number
}

interface TableRow {
  readonly configuration: number
  readonly name: string
  readonly title: string
  readonly cells: readonly Cell[]
  readonly pages: number
  readonly failures: number
  readonly empties: number
}

/** A table with a row per extractor, and with a column per metric or per group of pages. */
export interface ResultTable {
  readonly title: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** The reference row of the tests: a configuration, or the best row of each column. Null before tests. */
  readonly against: number | 'best' | null
  readonly notes: readonly string[]
}

/** A cell before the best cell is known. `nothing`: the row kept nothing on these pages. */
type Draft = Omit<Cell, 'best' | 'tied' | 'test'> & { readonly nothing: boolean }

function* draftCells(
  { units, slots, nonEmpty }: ColumnPages,
  figures: readonly Figure[],
  rows: number,
  options: DrawOptions,
): Pieces<Draft[][]> {
  const totals = units.totals()
  const wanted = Array.from({ length: rows }, (_, row) => figures.map((figure) => ({ figure, slot: slots.of(row, figure) })))
  const enough = wanted.flat().filter(({ slot }) => (totals[slot] ?? 0) >= FEWEST_PAGES)
  const drawn = yield* drawnIntervals(units.units(), enough, options)
  const intervals = new Map(drawn.map((interval, i) => [enough[i], interval]))
  return wanted.map((cells) =>
    cells.map((cell) => {
      const { slot, figure } = cell
      const pages = totals[slot] ?? 0
      return {
        value: pages === 0 ? null : figure.of(totals.subarray(slot + 1, slot + 1 + figure.size), pages),
        interval: intervals.get(cell) ?? null,
        pages,
        nothing: nonEmpty[slot] === 0,
      }
    }),
  )
}

type DraftRow = Omit<TableRow, 'cells'> & { readonly cells: readonly Draft[] }

function draftRows(
  names: readonly string[],
  titles: readonly string[],
  of: (configuration: number) => Omit<DraftRow, 'configuration' | 'name' | 'title'>,
): DraftRow[] {
  return names.map((name, configuration) => ({ configuration, name, title: titles[configuration] ?? name, ...of(configuration) }))
}

function markBest(rows: readonly DraftRow[], columns: readonly TableColumn[]): TableRow[] {
  const canBeBest = (cell: Draft | undefined): number[] =>
    cell && cell.value !== null && !cell.nothing && cell.pages >= FEWEST_PAGES ? [cell.value] : []
  const best = columns.map(({ larger }, c) => {
    const values = rows.flatMap(({ cells }) => canBeBest(cells[c]))
    return values.length < 2 ? '' : (larger ? Math.max(...values) : Math.min(...values)).toFixed(3)
  })
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map(({ nothing, ...cell }, c) => ({
      ...cell,
      best: canBeBest({ nothing, ...cell }).some((value) => value.toFixed(3) === best[c]),
      tied: false,
      test: null,
    })),
  }))
}

export interface TableGroups {
  readonly metric: MetricId
  readonly grouping: Grouping
}

export interface TableOptions {
  /** Seed of intervals and tests; default 1. */
  readonly seed?: number
  /** Bootstrap resamples; default 10,000; 0 omits intervals. */
  readonly resamples?: number
  readonly titles?: readonly string[]
}

const RESAMPLES = 10_000

function title(what: string, scored: number, { present }: ScoreSums): string {
  return `${what} over ${countedOf(scored, scored === present ? null : present, 'page')}`
}

export type TableSource = ScoreSums | readonly PageResult[]

export function sumsOf(source: TableSource, ...of: ConstructorParameters<typeof ScoreSums>): ScoreSums {
  if (source instanceof ScoreSums) return source
  const sums = new ScoreSums(...of)
  for (const result of source) sums.add(result)
  return sums
}

/**
 * Returns a table with a row per extractor. The columns are means of metrics, and values of the whole corpus such as micro averages. Omits
 * columns without values.
 */
export const metricTable = (...table: Parameters<typeof metricTablePieces>): ResultTable => runToEnd(metricTablePieces(...table))

/** Computes `metricTable` in pieces, because many intervals take seconds. */
export function* metricTablePieces(
  source: TableSource,
  names: readonly string[],
  metrics: readonly MetricId[],
  { seed = 1, resamples = RESAMPLES, titles = names }: TableOptions = {},
): Pieces<ResultTable> {
  const sums = sumsOf(source, names.length, metrics)
  const all = figuresOf(metrics)
  const cells = yield* draftCells(sums.all, all, names.length, { seed, resamples })
  const rows = draftRows(names, titles, (row) => ({ cells: cells[row] ?? [], ...sums.countsOf(row, null) }))
  const used = all.map((_, c) => rows.some(({ cells }) => (cells[c]?.value ?? null) !== null))
  const columns = all.filter((_, c) => used[c]).map(({ id, label, larger }) => ({ id, label, larger }))
  return {
    title: title('Means', sums.scored, sums),
    columns,
    rows: markBest(
      rows.map((row) => ({ ...row, cells: row.cells.filter((_, c) => used[c]) })),
      columns,
    ),
    against: null,
    notes: sums.notes(names),
  }
}

/**
 * Returns a table for one metric, with a row per extractor and a column per group of pages. Adds a column for all pages, and for several
 * groups a column with the mean of the groups.
 */
export const groupTable = (...table: Parameters<typeof groupTablePieces>): ResultTable => runToEnd(groupTablePieces(...table))

export function* groupTablePieces(
  source: TableSource,
  names: readonly string[],
  { metric, grouping }: TableGroups,
  { seed = 1, resamples = RESAMPLES, titles = names }: TableOptions = {},
): Pieces<ResultTable> {
  const figure = meanFigure(metric)
  const { label, larger } = figure
  const sums = sumsOf(source, names.length, [metric], [grouping])
  const groups = sums.groupsOf(grouping)
  const unknown = groups.some(([id]) => id === 'unknown') ? 'missing' : 'unknown'
  const columns = [
    ...groups.map(([id, pages]) => ({ id, label: id || unknown, larger, pages: pages.scored(metric) })),
    { id: '*', label: 'All', larger, pages: sums.all.scored(metric) },
  ]
  const cells: Draft[][][] = []
  for (const pages of [...groups.map(([, own]) => own), sums.all])
    cells.push(yield* draftCells(pages, [figure], names.length, { seed, resamples }))
  const groupCount = groups.length
  const isSplit = groupCount > 1
  if (isSplit) columns.push({ id: 'mean', label: 'Mean of groups', larger, pages: sums.all.scored(metric) })
  const rows = draftRows(names, titles, (row) => {
    const own = cells.flatMap((column) => column[row] ?? [])
    return { cells: isSplit ? [...own, meanOfGroups(own.slice(0, groupCount))] : own, ...sums.countsOf(row, metric) }
  })
  return {
    title: title(`${label} by ${GROUPINGS.find(({ id }) => id === grouping)?.label ?? grouping}`, sums.all.scored(metric), sums),
    columns,
    rows: markBest(rows, columns),
    against: null,
    notes: [
      ...sums.notes(names),
      ...(sums.scored >= FEWEST_PAGES && columns.some(({ pages }) => pages < FEWEST_PAGES)
        ? [`Groups of fewer than ${FEWEST_PAGES} pages have no intervals, no tests and no marks.`]
        : []),
    ],
  }
}

function meanOfGroups(cells: readonly Draft[]): Draft {
  return {
    value: mean(cells.flatMap(({ value }) => value ?? [])),
    interval: null,
    pages: cells.reduce((sum, { pages }) => sum + pages, 0),
    nothing: cells.every(({ nothing }) => nothing),
  }
}

export function withNotes(table: ResultTable, notes: readonly string[]): ResultTable {
  return notes.length === 0 ? table : { ...table, notes: [...table.notes, ...notes] }
}

/** Returns the table with only these columns, in this order; ignores unknown ids. */
export function withColumns(table: ResultTable, ids: readonly string[]): ResultTable {
  const shown = [...new Set(ids)].flatMap((id) => {
    const at = table.columns.findIndex((column) => column.id === id)
    return at < 0 ? [] : [at]
  })
  const pick = <T>(list: readonly T[]): T[] => shown.map((c) => list[c] as T)
  return {
    ...table,
    columns: pick(table.columns),
    rows: table.rows.map((row) => ({ ...row, cells: pick(row.cells) })),
  }
}
