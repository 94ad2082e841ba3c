import { bootstrap, compareDifferences, type Interval } from '../metrics/bootstrap'
import { holm } from '../metrics/holm'
import type { MetricId, NamedCorpus, PageResult } from './evaluation-row'
import type { Units } from './page-units'
import { publishedRows, type PublishedRow } from './published/leaderboards'
import { GROUPINGS, ScoreSums, type ColumnPages, type Grouping } from './score-sums'
import { figuresOf, isMetric, meanFigure, type Figure } from './table-figures'

/** One number of a table with its 95 % bootstrap interval over pages. */
export interface Cell {
  readonly value: number | null
  readonly interval: Interval | null
  /** Pages behind the number. */
  readonly pages: number
  /** Best of its column, ties included. A row that keeps nothing on all pages behind the number is never best. */
  readonly best: boolean
  /** The difference from another row; null for that row itself, for figures that are not means of pages, and before `withComparisons`. */
  readonly test: CellTest | null
}

/** A paired permutation test against another row of the same column. */
interface CellTest {
  /** Configuration that this one is compared with. */
  readonly against: number
  /** Mean of this row minus the other over the pages both have. */
  readonly difference: number
  /** Cohen's d_z: that mean in standard deviations of the differences by page; null where they do not vary, or pages count in groups. */
  readonly effect: number | null
  readonly p: number
  /** p after Holm's correction for all comparisons of the column. */
  readonly corrected: number
}

interface TableColumn {
  readonly id: string
  readonly label: string
  readonly larger: boolean
}

interface TableRow {
  readonly configuration: number
  readonly name: string
  readonly cells: readonly Cell[]
  /** Pages that were scored: with gold, and without a failure. */
  readonly pages: number
  readonly failures: number
  readonly empties: number
}

/** Extractor × metric, or extractor × group of pages. */
export interface ResultTable {
  readonly title: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Rows of others as they were published; in no test, best of no column. */
  readonly published?: readonly PublishedRow[]
  /** Where they come from; empty without them. */
  readonly publishedNotes?: readonly string[]
  /** Sentences to print below it: which pages do not count and why, and what was tested how. */
  readonly notes: readonly string[]
}

/** A cell before it is known whether it is the best; `nothing`: nothing was kept on any page behind it. */
type Draft = Omit<Cell, 'best' | 'test'> & { readonly nothing: boolean }

/** A figure of a row over the pages of a column. */
function draftCell({ units, slots, nonEmpty }: ColumnPages, figure: Figure, row: number, options: Required<TableOptions>): Draft {
  const slot = slots.of(row, figure)
  const totals = units.totals()
  const pages = totals[slot] ?? 0
  return {
    value: pages === 0 ? null : figure.of(totals.subarray(slot + 1, slot + 1 + figure.size), pages),
    interval: pages < 2 ? null : bootstrapFigure(units.units(), slot, figure, options),
    pages,
    nothing: nonEmpty[slot] === 0,
  }
}

/** Draws pages, or groups of pages, with replacement, and works the figure out from the sums of each draw. */
function bootstrapFigure(
  { count, width, values }: Units,
  slot: number,
  { size, of }: Figure,
  options: Required<TableOptions>,
): Interval | null {
  const stride = size + 1
  const counted: number[] = []
  for (let unit = 0; unit < count; unit++) if (values[unit * width + slot] !== 0) counted.push(unit)
  // The figure's own numbers side by side: a draw reads them all.
  const own = new Float64Array(counted.length * stride)
  for (const [i, unit] of counted.entries()) own.set(values.subarray(unit * width + slot, unit * width + slot + stride), i * stride)
  const sums = new Float64Array(stride)
  const rest = sums.subarray(1)
  const statistic = (draw: Int32Array): number => {
    sums.fill(0)
    for (let i = 0; i < draw.length; i++) {
      const base = (draw[i] as number) * stride
      for (let j = 0; j < stride; j++) sums[j] = (sums[j] as number) + (own[base + j] as number)
    }
    return of(rest, sums[0] as number) ?? Number.NaN
  }
  return bootstrap(counted.length, statistic, options)
}

type DraftRow = Omit<TableRow, 'cells'> & { readonly cells: readonly Draft[] }

function markBest(rows: readonly DraftRow[], columns: readonly TableColumn[]): TableRow[] {
  const best = columns.map(({ larger }, c) => {
    const values = rows.flatMap(({ cells }) => (cells[c] && cells[c].value !== null && !cells[c].nothing ? [cells[c].value] : []))
    return values.length === 0 ? null : larger ? Math.max(...values) : Math.min(...values)
  })
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map(({ nothing, ...cell }, c) => ({
      ...cell,
      best: !nothing && cell.value !== null && Math.abs(cell.value - (best[c] ?? Number.NaN)) < 5e-4,
      test: null,
    })),
  }))
}

export interface TableOptions {
  /** Seed of intervals and tests; 1 by default. */
  readonly seed?: number
  /** Bootstrap resamples; 1000 by default. */
  readonly resamples?: number
}

function title(what: string, { scored, present }: ScoreSums): string {
  return `${what} over ${scored === present ? `${scored} pages` : `${scored} of ${present} pages`}`
}

/** What a table is made of: what was added up of pages, or the pages. */
export type TableSource = ScoreSums | readonly PageResult[]

function sumsOf(source: TableSource, rows: number, metrics: readonly MetricId[], groupings: readonly Grouping[] = []): ScoreSums {
  if (source instanceof ScoreSums) return source
  const sums = new ScoreSums(rows, metrics, groupings)
  for (const result of source) sums.add(result)
  return sums
}

/**
 * Extractor × metric over all pages: the mean of each metric with its interval, and beside them the figures that are not means of
 * pages: F1 of the mean precision and recall (what the papers' tables print), micro averages, totals. Columns nobody has a
 * value for are left out.
 */
export function metricTable(
  source: TableSource,
  names: readonly string[],
  metrics: readonly MetricId[],
  { seed = 1, resamples = 1000 }: TableOptions = {},
): ResultTable {
  const options = { seed, resamples }
  const sums = sumsOf(source, names.length, metrics)
  const all = figuresOf(metrics)
  const rows = names.map((name, configuration) => ({
    configuration,
    name,
    cells: all.map((figure) => draftCell(sums.all, figure, configuration, options)),
    ...sums.countsOf(configuration),
  }))
  const used = all.map((_, c) => rows.some(({ cells }) => (cells[c]?.value ?? null) !== null))
  const columns = all.filter((_, c) => used[c]).map(({ id, label, larger }) => ({ id, label, larger }))
  return {
    title: title('Means', sums),
    columns,
    rows: markBest(
      rows.map((row) => ({ ...row, cells: row.cells.filter((_, c) => used[c]) })),
      columns,
    ),
    notes: sums.notes(),
  }
}

/** Extractor × group of pages for one metric, as in CETD's Tables 1 to 6 (there the groups are the sources); the last column is all pages. */
export function groupTable(
  source: TableSource,
  names: readonly string[],
  metric: MetricId,
  grouping: Grouping,
  { seed = 1, resamples = 1000 }: TableOptions = {},
): ResultTable {
  const options = { seed, resamples }
  const figure = meanFigure(metric)
  const { label, larger } = figure
  const sums = sumsOf(source, names.length, [metric], [grouping])
  const groups = sums.groupsOf(grouping)
  const columns = [...groups.map(([id]) => ({ id, label: id || 'unknown', larger })), { id: '*', label: 'All', larger }]
  const rows = names.map((name, configuration) => ({
    configuration,
    name,
    cells: [...groups.map(([, pages]) => pages), sums.all].map((pages) => draftCell(pages, figure, configuration, options)),
    ...sums.countsOf(configuration),
  }))
  return {
    title: title(`${label} by ${GROUPINGS.find(({ id }) => id === grouping)?.label ?? grouping}`, sums),
    columns,
    rows: markBest(rows, columns),
    notes: sums.notes(),
  }
}

export interface ComparisonOptions {
  /** The row that others are compared with; `best`: in each column its best row. */
  readonly against: number | 'best'
  readonly seed?: number
  /** Random swaps a test; 2000 by default. Exact where few pages differ. */
  readonly resamples?: number
  /** Metrics whose columns are tested; all by default. */
  readonly metrics?: readonly MetricId[]
}

/** α of the marks "not significantly different". */
export const SIGNIFICANCE = 0.05

/**
 * Adds to every cell of a mean its paired permutation test against one row, on the pages both have, and corrects the p-values
 * of a column for their number (Holm).
 * @param grouping of a table by groups, whose metric is `metric`; a table of metrics needs neither.
 */
export function withComparisons(
  table: ResultTable,
  source: TableSource,
  { against, seed = 1, resamples = 2000, metrics }: ComparisonOptions,
  groups?: { readonly metric: MetricId; readonly grouping: Grouping },
): ResultTable {
  const tested = groups ? [groups.metric] : table.columns.flatMap(({ id }) => (isMetric(id) ? [id] : []))
  const sums = sumsOf(source, table.rows.length, tested, groups ? [groups.grouping] : [])
  const byGroup = groups ? new Map(sums.groupsOf(groups.grouping)) : null
  const tests = table.columns.map(({ id }, c) => {
    const metric = groups ? groups.metric : isMetric(id) ? id : null
    const pages = byGroup && id !== '*' ? byGroup.get(id) : sums.all
    const reference =
      against === 'best' ? table.rows.find(({ cells }) => cells[c]?.best) : table.rows.find((row) => row.configuration === against)
    if (!reference || !pages || metric === null || (metrics && !metrics.includes(metric))) return new Map<number, CellTest>()
    const found = table.rows.flatMap(({ configuration }) => {
      if (configuration === reference.configuration) return []
      const slot = (row: number): number => pages.slots.of(row, meanFigure(metric))
      const { differences, pages: both } = pages.units.differences(slot(configuration), slot(reference.configuration))
      // One page can never tell two rows apart.
      const test = both < 2 ? null : compareDifferences(differences, both, { seed, resamples })
      return test
        ? [{ configuration, against: reference.configuration, difference: test.difference, effect: effectOf(differences, both), p: test.p }]
        : []
    })
    const corrected = holm(found.map(({ p }) => p))
    return new Map(found.map(({ configuration, ...test }, i) => [configuration, { ...test, corrected: corrected[i] ?? 1 }]))
  })
  const other = against === 'best' ? 'the best of the column' : (table.rows.find((row) => row.configuration === against)?.name ?? '')
  const comparisons = table.rows.length - 1
  const note = `p: paired permutation test over pages, two-sided, against ${other}${comparisons > 1 ? `, corrected for the ${comparisons} comparisons of a column (Holm)` : ''}.`
  return {
    ...table,
    rows: table.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, c) => ({ ...cell, test: tests[c]?.get(row.configuration) ?? null })),
    })),
    notes: tests.some(({ size }) => size > 0) ? [...table.notes, note] : table.notes,
  }
}

/** Cohen's d_z of paired differences; null where they do not vary, or are of groups of pages. */
function effectOf(differences: ArrayLike<number>, pages: number): number | null {
  if (differences.length !== pages || pages < 2) return null
  let mean = 0
  for (let i = 0; i < pages; i++) mean += (differences[i] as number) / pages
  let squares = 0
  for (let i = 0; i < pages; i++) squares += ((differences[i] as number) - mean) ** 2
  const deviation = Math.sqrt(squares / (pages - 1))
  return deviation < 1e-12 ? null : mean / deviation
}

/** The table without some columns. */
export function withoutColumns(table: ResultTable, hidden: ReadonlySet<string>): ResultTable {
  const shown = table.columns.flatMap(({ id }, c) => (hidden.has(id) ? [] : [c]))
  if (shown.length === table.columns.length) return table
  const pick = <T>(list: readonly T[]): T[] => shown.map((c) => list[c] as T)
  return {
    ...table,
    columns: pick(table.columns),
    rows: table.rows.map((row) => ({ ...row, cells: pick(row.cells) })),
    ...(table.published ? { published: table.published.map((row) => ({ ...row, values: pick(row.values) })) } : {}),
  }
}

/** The corpus whose published rows belong beside a table of these pages; null where there is none. */
export function corpusOf(source: TableSource): NamedCorpus | null {
  return sumsOf(source, 0, []).corpus()
}

/**
 * Adds the published rows that agree in corpus and metric.
 * @param grouping of a table by groups, as for `withComparisons`.
 */
export function withPublished(
  table: ResultTable,
  corpus: NamedCorpus | null,
  groups?: { readonly metric: MetricId; readonly grouping: Grouping },
): ResultTable {
  if (!corpus) return table
  const { rows, notes } = publishedRows(corpus, table.columns, groups)
  return rows.length === 0 ? table : { ...table, published: rows, publishedNotes: notes }
}

/** The table without the rows of others. */
export function withoutPublished({ published, publishedNotes, ...table }: ResultTable): ResultTable {
  void [published, publishedNotes]
  return table
}
