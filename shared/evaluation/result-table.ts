import { valueAt } from '../base/once'
import type { Pieces } from '../base/pieces'
import { countedOf } from '../base/written-number'
import { FEWEST_PAGES, mean, percentileInterval, resampledSums, type Interval, type ResampleOptions } from '../metrics/bootstrap'
import type { MetricId } from './metric-list'
import type { Units } from './page-units'
import { figuresOf, GROUPINGS, meanFigure, type Column, type Figure, type Grouping, type ScoreSums } from './score-sums'

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
  { units, slots, nonEmpty }: Column,
  figures: readonly Figure[],
  rows: number,
  options: ResampleOptions,
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

const AT_ONCE = 128

/** Returns a bootstrap interval per cell by drawing units with replacement. Null as in `percentileInterval`. */
function* drawnIntervals(
  { count, width, values }: Units,
  cells: readonly { readonly figure: Figure; readonly slot: number }[],
  options: ResampleOptions,
): Pieces<(Interval | null)[]> {
  const byPages = new Map<string, { readonly counted: readonly number[]; readonly members: number[] }>()
  for (const [i, { slot }] of cells.entries()) {
    const counted: number[] = []
    for (let unit = 0; unit < count; unit++) if (values[unit * width + slot] !== 0) counted.push(unit)
    valueAt(byPages, counted.length === count ? '' : counted.join(), () => ({ counted, members: [] })).members.push(i)
  }
  const intervals: (Interval | null)[] = cells.map(() => null)
  for (const { counted, members } of byPages.values()) {
    const numbers = (slot: number): Float64Array => Float64Array.from(counted, (unit) => values[unit * width + slot] as number)
    for (let from = 0; from < members.length;) {
      const block: { readonly cell: number; readonly columns: readonly Float64Array[] }[] = []
      let size = 0
      for (; from < members.length && size < AT_ONCE; from++) {
        const cell = members[from] as number
        const { figure, slot } = cells[cell] as (typeof cells)[number]
        const columns = Array.from({ length: figure.size + 1 }, (_, part) => numbers(slot + part))
        block.push({ cell, columns })
        size += columns.length
      }
      const sums = yield* resampledSums(
        block.flatMap(({ columns }) => columns),
        options,
      )
      let place = 0
      for (const { cell, columns } of block) {
        const { figure } = cells[cell] as (typeof cells)[number]
        const [pages, ...parts] = sums.slice(place, place + columns.length)
        place += columns.length
        const part = new Float64Array(parts.length)
        const drawn = (pages ?? new Float64Array()).map((drawnPages, round) => {
          for (let i = 0; i < parts.length; i++) part[i] = parts[i]?.[round] ?? 0
          return figure.of(part, drawnPages) ?? Number.NaN
        })
        intervals[cell] = percentileInterval(drawn)
        yield
      }
    }
  }
  return intervals
}

/** Returns the rows of a table, with the best cells of each column. */
function tableRows(
  names: readonly string[],
  titles: readonly string[],
  columns: readonly TableColumn[],
  of: (configuration: number) => Pick<TableRow, 'pages' | 'failures' | 'empties'> & { readonly cells: readonly Draft[] },
): TableRow[] {
  const canBeBest = (cell: Draft | undefined): number[] =>
    cell && cell.value !== null && !cell.nothing && cell.pages >= FEWEST_PAGES ? [cell.value] : []
  const rows = names.map((name, configuration) => ({ configuration, name, title: titles[configuration] ?? name, ...of(configuration) }))
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

/**
 * Returns a table with a row per extractor. The columns are means of metrics, and values of the whole corpus such as micro averages. Omits
 * columns without values. Computes in pieces, because many intervals take seconds.
 */
export function* metricTable(
  sums: ScoreSums,
  names: readonly string[],
  metrics: readonly MetricId[],
  { seed = 1, resamples = RESAMPLES, titles = names }: TableOptions = {},
): Pieces<ResultTable> {
  const all = figuresOf(metrics)
  const cells = yield* draftCells(sums.all, all, names.length, { seed, resamples })
  const used = all.map((_, c) => cells.some((row) => (row[c]?.value ?? null) !== null))
  const columns = all.filter((_, c) => used[c]).map(({ id, label, larger }) => ({ id, label, larger }))
  return {
    title: title('Means', sums.scored, sums),
    columns,
    rows: tableRows(names, titles, columns, (row) => ({
      cells: (cells[row] ?? []).filter((_, c) => used[c]),
      ...sums.countsOf(row, null),
    })),
    against: null,
    notes: sums.notes(names),
  }
}

/**
 * Returns a table for one metric, with a row per extractor and a column per group of pages. Adds a column for all pages, and for several
 * groups a column with the mean of the groups.
 */
export function* groupTable(
  sums: ScoreSums,
  names: readonly string[],
  { metric, grouping }: TableGroups,
  { seed = 1, resamples = RESAMPLES, titles = names }: TableOptions = {},
): Pieces<ResultTable> {
  const figure = meanFigure(metric)
  const { label, larger } = figure
  const scored = sums.all.scored(metric)
  const groups = sums.groupsOf(grouping)
  const unknown = groups.some(([id]) => id === 'unknown') ? 'missing' : 'unknown'
  const columns = [
    ...groups.map(([id, pages]) => ({ id, label: id || unknown, larger, pages: pages.scored(metric) })),
    { id: '*', label: 'All', larger, pages: scored },
  ]
  const cells: Draft[][][] = []
  for (const pages of [...groups.map(([, own]) => own), sums.all])
    cells.push(yield* draftCells(pages, [figure], names.length, { seed, resamples }))
  const isSplit = groups.length > 1
  if (isSplit) columns.push({ id: 'mean', label: 'Mean of groups', larger, pages: scored })
  return {
    title: title(`${label} by ${GROUPINGS.find(({ id }) => id === grouping)?.label ?? grouping}`, scored, sums),
    columns,
    rows: tableRows(names, titles, columns, (row) => {
      const own = cells.flatMap((column) => column[row] ?? [])
      return { cells: isSplit ? [...own, meanOfGroups(own.slice(0, -1))] : own, ...sums.countsOf(row, metric) }
    }),
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
