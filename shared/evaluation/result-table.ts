import { bootstrap, bootstrapMean, comparePaired, type Interval } from '../metrics/bootstrap'
import { f1OfMeans, mean, microScore } from '../metrics/corpus-scores'
import { holm } from '../metrics/holm'
import { shingleScore } from '../metrics/shingles'
import { snippetScore } from '../metrics/snippets'
import { totalSpaceSaving } from '../metrics/space-savings'
import { metricInfo, type EvaluationRow, type MetricId, type PageFacts, type PageResult } from './evaluation-row'
import { pairedValues } from './paired-values'

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
export interface CellTest {
  /** Configuration that this one is compared with. */
  readonly against: number
  /** Mean of this row minus the other over the pages both have. */
  readonly difference: number
  readonly p: number
  /** p after Holm's correction for all comparisons of the column. */
  readonly corrected: number
}

export interface TableColumn {
  readonly id: string
  readonly label: string
  readonly larger: boolean
}

export interface TableRow {
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
  /** Sentences to print below it: which pages do not count and why, and what was tested how. */
  readonly notes: readonly string[]
}

/** By what pages can be grouped. */
export const GROUPINGS = [
  { id: 'type', label: 'page type', of: (facts: PageFacts): string => facts.pageType },
  { id: 'source', label: 'source', of: (facts: PageFacts): string => facts.host },
  { id: 'language', label: 'language', of: (facts: PageFacts): string => facts.language },
  { id: 'gold', label: 'kind of gold', of: (facts: PageFacts): string => facts.gold },
  { id: 'style', label: 'style', of: (facts: PageFacts): string => facts.groups?.style ?? '' },
  { id: 'level', label: 'level', of: (facts: PageFacts): string => facts.groups?.level ?? '' },
] as const
export type Grouping = (typeof GROUPINGS)[number]['id']

interface Scored {
  readonly facts: PageFacts
  readonly row: EvaluationRow
}

/** A column beside the mean metrics: a figure over the corpus that is not a mean of pages. */
interface CorpusFigure extends TableColumn {
  /** The metric it is shown with. */
  readonly beside: MetricId
  /** What a page gives to it; undefined where it gives nothing. */
  readonly part: (row: EvaluationRow) => unknown
  readonly of: (rows: readonly EvaluationRow[]) => number | null
}

function corpusFigure<T>(
  column: TableColumn & { readonly beside: MetricId },
  part: (row: EvaluationRow) => T | undefined,
  of: (parts: readonly T[]) => number | null,
): CorpusFigure {
  return { ...column, part, of: (rows) => of(rows.flatMap((row) => part(row) ?? [])) }
}

const meansOf = (row: EvaluationRow): { precision: number; recall: number } | undefined => {
  const { precision, recall } = row.metrics
  return typeof precision === 'number' && typeof recall === 'number' ? { precision, recall } : undefined
}
const lengthsOf = (row: EvaluationRow): NonNullable<EvaluationRow['lengths']> | undefined => row.lengths ?? undefined

const CORPUS_FIGURES: readonly CorpusFigure[] = [
  corpusFigure({ id: 'f1OfMeans', label: 'F1 of means', larger: true, beside: 'f1' }, meansOf, f1OfMeans),
  corpusFigure(
    { id: 'shingleF1OfMeans', label: 'Shingle F1 of means', larger: true, beside: 'shingleF1' },
    (row) => row.counts?.shingles,
    (pages) => (pages.length === 0 ? null : shingleScore(pages).f1),
  ),
  corpusFigure(
    { id: 'microPrecision', label: 'Weighted P, micro', larger: true, beside: 'weightedPrecision' },
    lengthsOf,
    (pages) => microScore(pages)?.precision ?? null,
  ),
  corpusFigure(
    { id: 'microRecall', label: 'Weighted R, micro', larger: true, beside: 'weightedRecall' },
    lengthsOf,
    (pages) => microScore(pages)?.recall ?? null,
  ),
  corpusFigure(
    { id: 'microSnippetAccuracy', label: 'Snippet accuracy, micro', larger: true, beside: 'snippetAccuracy' },
    (row) => row.counts?.snippets,
    (pages) => (pages.length === 0 ? null : snippetScore(pages).accuracy),
  ),
  corpusFigure(
    { id: 'microSnippetF1', label: 'Snippet F1, micro', larger: true, beside: 'snippetAccuracy' },
    (row) => row.counts?.snippets,
    (pages) => (pages.length === 0 ? null : snippetScore(pages).f1),
  ),
  corpusFigure(
    { id: 'totalSpaceSaving', label: 'Space saving, total', larger: true, beside: 'spaceSaving' },
    (row) => row.counts?.sizes,
    totalSpaceSaving,
  ),
]

function rowsOf(results: readonly PageResult[], configuration: number): Scored[] {
  const rows: Scored[] = []
  for (const { facts, rows: all } of results) for (const row of all) if (row.configuration === configuration) rows.push({ facts, row })
  return rows
}

/** A cell before it is known whether it is the best; `nothing`: nothing was kept on any page behind it. */
type Draft = Omit<Cell, 'best' | 'test'> & { readonly nothing: boolean }

/** Mean of a metric over pages; pages without it are left out, failed pages too (they are counted apart). */
function meanCell(rows: readonly Scored[], metric: MetricId, options: Required<TableOptions>): Draft {
  const counted = rows.filter(({ row }) => typeof row.metrics[metric] === 'number')
  const values = counted.map(({ row }) => row.metrics[metric] as number)
  return {
    value: mean(values),
    interval: bootstrapMean(values, options),
    pages: values.length,
    nothing: counted.every(({ row }) => row.empty),
  }
}

function figureCell(rows: readonly Scored[], figure: CorpusFigure, options: Required<TableOptions>): Draft {
  const counted = rows.flatMap(({ row }) => (figure.part(row) === undefined ? [] : [row]))
  const drawn = [...counted]
  const of = (draw: Int32Array): number => {
    for (const [i, page] of draw.entries()) drawn[i] = counted[page] as EvaluationRow
    return figure.of(drawn) ?? Number.NaN
  }
  return {
    value: figure.of(counted),
    interval: bootstrap(counted.length, of, options),
    pages: counted.length,
    nothing: counted.every((row) => row.empty),
  }
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

/** Pages that count: read, and with gold. */
function isScored({ facts, row }: Scored): boolean {
  return row.failure === null && facts.gold !== 'none'
}

function counts(rows: readonly Scored[]): Pick<TableRow, 'pages' | 'failures' | 'empties'> {
  return {
    pages: rows.filter(isScored).length,
    failures: rows.filter(({ row }) => row.failure !== null).length,
    empties: rows.filter(({ row }) => row.failure === null && row.empty).length,
  }
}

export interface TableOptions {
  /** Seed of intervals and tests; 1 by default. */
  readonly seed?: number
  /** Bootstrap resamples; 1000 by default. */
  readonly resamples?: number
}

/** Pages of a reason, the first few by name. */
function named(pages: readonly string[]): string {
  const shown = pages.slice(0, 5).join(', ')
  return `${pages.length} ${pages.length === 1 ? 'page' : 'pages'} (${shown}${pages.length > 5 ? ', …' : ''})`
}

/** How many pages count, and which do not and why. */
function pageNotes(results: readonly PageResult[]): { readonly scored: number; readonly notes: string[] } {
  // Failures of one code differ in their details only: the first one speaks for them.
  const reasons = new Map<string, { readonly reason: string; readonly pages: string[] }>()
  let scored = 0
  for (const { facts, failure } of results) {
    const reason = failure ? failure.message : facts.gold === 'none' ? (facts.leftOut ?? 'no gold') : null
    if (reason === null) {
      scored++
      continue
    }
    const key = failure ? failure.code : `gold ${reason}`
    const known = reasons.get(key)
    if (known) known.pages.push(facts.page)
    else reasons.set(key, { reason, pages: [facts.page] })
  }
  return {
    scored,
    notes: [...reasons]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { reason, pages }]) => `Not scored: ${named(pages)}: ${reason.replace(/\.$/, '')}.`),
  }
}

function title(what: string, scored: number, present: number): string {
  return `${what} over ${scored === present ? `${scored} pages` : `${scored} of ${present} pages`}`
}

/**
 * Extractor × metric over all pages: the mean of each metric with its interval, and beside them the figures that are not means of
 * pages: F1 of the mean precision and recall (what the papers' tables print), micro averages, totals. Columns nobody has a
 * value for are left out.
 */
export function metricTable(
  results: readonly PageResult[],
  names: readonly string[],
  metrics: readonly MetricId[],
  { seed = 1, resamples = 1000 }: TableOptions = {},
): ResultTable {
  const options = { seed, resamples }
  const means = metrics.map((id) => {
    const { label, larger } = metricInfo(id)
    return { id, label, larger, cell: (rows: readonly Scored[]) => meanCell(rows, id, options) }
  })
  const figures = CORPUS_FIGURES.filter(({ beside }) => metrics.includes(beside)).map((figure) => {
    const { id, label, larger } = figure
    return { id, label, larger, cell: (rows: readonly Scored[]) => figureCell(rows, figure, options) }
  })
  const all = [...means, ...figures]
  const rows = names.map((name, configuration) => {
    const scored = rowsOf(results, configuration)
    return { configuration, name, cells: all.map(({ cell }) => cell(scored)), ...counts(scored) }
  })
  const used = all.map((_, c) => rows.some(({ cells }) => (cells[c]?.value ?? null) !== null))
  const columns = all.filter((_, c) => used[c]).map(({ id, label, larger }) => ({ id, label, larger }))
  const { scored, notes } = pageNotes(results)
  return {
    title: title('Means', scored, results.length),
    columns,
    rows: markBest(
      rows.map((row) => ({ ...row, cells: row.cells.filter((_, c) => used[c]) })),
      columns,
    ),
    notes,
  }
}

/** Extractor × group of pages for one metric, as in CETD's Tables 1 to 6 (there the groups are the sources); the last column is all pages. */
export function groupTable(
  results: readonly PageResult[],
  names: readonly string[],
  metric: MetricId,
  grouping: Grouping,
  { seed = 1, resamples = 1000 }: TableOptions = {},
): ResultTable {
  const options = { seed, resamples }
  const { label, larger } = metricInfo(metric)
  const groups = groupsOf(results, grouping)
  const columns = [...groups.map(({ id, label: name }) => ({ id, label: name, larger })), { id: '*', label: 'All', larger }]
  const rows = names.map((name, configuration) => {
    const cells = [...groups.map(({ results: some }) => some), results].map((some) =>
      meanCell(rowsOf(some, configuration), metric, options),
    )
    return { configuration, name, cells, ...counts(rowsOf(results, configuration)) }
  })
  const { scored, notes } = pageNotes(results)
  return {
    title: title(`${label} by ${GROUPINGS.find(({ id }) => id === grouping)?.label ?? grouping}`, scored, results.length),
    columns,
    rows: markBest(rows, columns),
    notes,
  }
}

interface Group {
  readonly id: string
  readonly label: string
  readonly results: readonly PageResult[]
}

/** Pages by a grouping, in order of the groups' names. */
function groupsOf(results: readonly PageResult[], grouping: Grouping): Group[] {
  const of = GROUPINGS.find(({ id }) => id === grouping)?.of ?? (() => '')
  const groups = new Map<string, PageResult[]>()
  for (const result of results) {
    const name = of(result.facts)
    const list = groups.get(name)
    if (list) list.push(result)
    else groups.set(name, [result])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, list]) => ({ id, label: id || 'unknown', results: list }))
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
  results: readonly PageResult[],
  { against, seed = 1, resamples = 2000, metrics }: ComparisonOptions,
  groups?: { readonly metric: MetricId; readonly grouping: Grouping },
): ResultTable {
  const byGroup = groups ? new Map(groupsOf(results, groups.grouping).map((group) => [group.id, group.results])) : null
  const tests = table.columns.map(({ id }, c) => {
    const metric = groups ? groups.metric : isMetric(id) ? id : null
    const pages = byGroup ? (id === '*' ? results : (byGroup.get(id) ?? [])) : results
    const reference =
      against === 'best' ? table.rows.find(({ cells }) => cells[c]?.best) : table.rows.find((row) => row.configuration === against)
    if (!reference || metric === null || (metrics && !metrics.includes(metric))) return new Map<number, CellTest>()
    const found = table.rows.flatMap(({ configuration }) => {
      if (configuration === reference.configuration) return []
      const { a, b } = pairedValues(pages, configuration, reference.configuration, metric)
      // One page can never tell two rows apart.
      const test = a.length < 2 ? null : comparePaired(a, b, { seed, resamples })
      return test ? [{ configuration, against: reference.configuration, difference: test.difference, p: test.p }] : []
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

function isMetric(column: string): column is MetricId {
  return !CORPUS_FIGURES.some(({ id }) => id === column)
}
