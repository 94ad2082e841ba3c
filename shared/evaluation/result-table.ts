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

/** A column with one cell per row. */
type DraftColumn = TableColumn & { readonly cells: readonly Draft[] }

/** Returns the cells of each figure. */
function* draftCells(
  { units, slots, nonEmpty }: Column,
  figures: readonly Figure[],
  rows: number,
  options: ResampleOptions,
): Pieces<Draft[][]> {
  const totals = units.totals()
  const wanted = figures.map((figure) => Array.from({ length: rows }, (_, row) => ({ figure, slot: slots.of(row, figure) })))
  const enough = wanted.flat().filter(({ slot }) => (totals[slot] ?? 0) >= FEWEST_PAGES)
  const intervals = yield* drawnIntervals(units.units(), enough, options)
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

interface WantedCell {
  readonly figure: Figure
  readonly slot: number
}

/** Number of cells that share one drawing. More cells need more memory. */
const AT_ONCE = 48

/** Returns a bootstrap interval per cell by drawing units with replacement. Null as in `percentileInterval`. */
function* drawnIntervals(
  { count, width, values }: Units,
  cells: readonly WantedCell[],
  options: ResampleOptions,
): Pieces<Map<WantedCell, Interval | null>> {
  const byUnits = new Map<string, { readonly counted: readonly number[]; readonly members: WantedCell[] }>()
  for (const cell of cells) {
    const counted: number[] = []
    for (let unit = 0; unit < count; unit++) if (values[unit * width + cell.slot] !== 0) counted.push(unit)
    valueAt(byUnits, counted.length === count ? '' : counted.join(), () => ({ counted, members: [] })).members.push(cell)
  }
  const intervals = new Map<WantedCell, Interval | null>()
  for (const { counted, members } of byUnits.values()) {
    const numbers = (slot: number): Float64Array => Float64Array.from(counted, (unit) => values[unit * width + slot] as number)
    for (let from = 0; from < members.length; from += AT_ONCE) {
      const block = members.slice(from, from + AT_ONCE)
      const columns = block.flatMap(({ figure, slot }) => Array.from({ length: figure.size + 1 }, (_, part) => numbers(slot + part)))
      const sums = yield* resampledSums(columns, options)
      for (const cell of block) {
        const [pages = new Float64Array(), ...parts] = sums.splice(0, cell.figure.size + 1)
        const part = new Float64Array(parts.length)
        const drawn = pages.map((drawnPages, round) => {
          for (let i = 0; i < parts.length; i++) part[i] = parts[i]?.[round] ?? 0
          return cell.figure.of(part, drawnPages) ?? Number.NaN
        })
        intervals.set(cell, percentileInterval(drawn))
        yield
      }
    }
  }
  return intervals
}

/** Returns a table without tests, with the best cells of each column. @param metric see `ScoreSums.countsOf` */
function finishTable(
  sums: ScoreSums,
  names: readonly string[],
  { title, titles, metric }: { readonly title: string; readonly titles: readonly string[]; readonly metric: MetricId | null },
  drafts: readonly DraftColumn[],
): ResultTable {
  const canBeBest = ({ value, nothing, pages }: Draft): boolean => value !== null && !nothing && pages >= FEWEST_PAGES
  const columns = drafts.map(({ larger, cells }) => {
    const values = cells.filter(canBeBest).flatMap(({ value }) => value ?? [])
    const best = values.length < 2 ? '' : (larger ? Math.max(...values) : Math.min(...values)).toFixed(3)
    return cells.map((cell): Cell => {
      const { nothing: _, ...known } = cell
      return { ...known, best: canBeBest(cell) && cell.value?.toFixed(3) === best, tied: false, test: null }
    })
  })
  return {
    title,
    columns: drafts.map(({ cells: _, ...column }) => column),
    rows: names.map((name, configuration) => ({
      configuration,
      name,
      title: titles[configuration] ?? name,
      cells: columns.flatMap((cells) => cells[configuration] ?? []),
      ...sums.countsOf(configuration, metric),
    })),
    against: null,
    notes: sums.notes(names),
  }
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

function titleOf(what: string, scored: number, { present }: ScoreSums): string {
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
  const figures = figuresOf(metrics)
  const cells = yield* draftCells(sums.all, figures, names.length, { seed, resamples })
  const columns = figures
    .map(({ id, label, larger }, c) => ({ id, label, larger, cells: cells[c] ?? [] }))
    .filter((column) => column.cells.some(({ value }) => value !== null))
  return finishTable(sums, names, { title: titleOf('Means', sums.scored, sums), titles, metric: null }, columns)
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
  const groups = sums.groupsOf(grouping)
  const unknown = groups.some(([id]) => id === 'unknown') ? 'missing' : 'unknown'
  const columns: DraftColumn[] = []
  const sources = groups.map(([id, pages]) => ({ id, label: id || unknown, pages }))
  for (const { id, label: name, pages } of [...sources, { id: '*', label: 'All', pages: sums.all }]) {
    const [cells = []] = yield* draftCells(pages, [figure], names.length, { seed, resamples })
    columns.push({ id, label: name, larger, pages: pages.scored(metric), cells })
  }
  const scored = sums.all.scored(metric)
  if (groups.length > 1) {
    const cells = names.map((_, row) => meanOfGroups(columns.slice(0, -1).flatMap((column) => column.cells[row] ?? [])))
    columns.push({ id: 'mean', label: 'Mean of groups', larger, pages: scored, cells })
  }
  const title = titleOf(`${label} by ${GROUPINGS.find(({ id }) => id === grouping)?.label ?? grouping}`, scored, sums)
  const table = finishTable(sums, names, { title, titles, metric }, columns)
  const hasSmallGroups = sums.scored >= FEWEST_PAGES && columns.some(({ pages = 0 }) => pages < FEWEST_PAGES)
  return withNotes(table, hasSmallGroups ? [`Groups of fewer than ${FEWEST_PAGES} pages have no intervals, no tests and no marks.`] : [])
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
  const shown = [...new Set(ids)].map((id) => table.columns.findIndex((column) => column.id === id)).filter((at) => at >= 0)
  const pick = <T>(list: readonly T[]): T[] => shown.map((c) => list[c] as T)
  return { ...table, columns: pick(table.columns), rows: table.rows.map((row) => ({ ...row, cells: pick(row.cells) })) }
}
