import { METRICS, type EvaluationRow, type MetricId, type PageFacts, type PageResult } from './evaluation-row'
import { bootstrapMean, type Interval } from '../metrics/bootstrap'

/** One number of a table with its 95 % bootstrap interval over pages. */
export interface Cell {
  readonly value: number | null
  readonly interval: Interval | null
  /** Pages behind the number. */
  readonly pages: number
  /** Best of its column, ties included. */
  readonly best: boolean
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
  readonly pages: number
  readonly failures: number
  readonly empties: number
}

/** Extractor × metric, or extractor × group of pages. */
export interface ResultTable {
  readonly title: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

export const GROUPINGS = ['host', 'pageType', 'language', 'gold'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Columns beside the mean metrics: figures over the corpus that are not means of pages. */
const CORPUS_FIGURES: readonly TableColumn[] = [
  { id: 'f1OfMeans', label: 'F1 of means', larger: true },
  { id: 'microPrecision', label: 'Weighted P, micro', larger: true },
  { id: 'microRecall', label: 'Weighted R, micro', larger: true },
]

interface Scored {
  readonly facts: PageFacts
  readonly row: EvaluationRow
}

function rowsOf(results: readonly PageResult[], configuration: number): Scored[] {
  const rows: Scored[] = []
  for (const { facts, rows: all } of results) for (const row of all) if (row.configuration === configuration) rows.push({ facts, row })
  return rows
}

/** Values of a metric over pages, in page order; pages without it are left out, failed pages too (they are counted apart). */
export function metricValues(rows: readonly Scored[], metric: MetricId): number[] {
  return rows.flatMap(({ row }) => {
    const value = row.metrics[metric]
    return value === null || value === undefined ? [] : [value]
  })
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length
}

function meanCell(values: readonly number[], seed: number, resamples: number): Omit<Cell, 'best'> {
  return { value: mean(values), interval: values.length > 1 ? bootstrapMean(values, { seed, resamples }) : null, pages: values.length }
}

function corpusFigure(rows: readonly Scored[], id: string): Omit<Cell, 'best'> {
  if (id === 'f1OfMeans') {
    const precision = mean(metricValues(rows, 'precision'))
    const recall = mean(metricValues(rows, 'recall'))
    const value =
      precision === null || recall === null ? null : precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
    return { value, interval: null, pages: metricValues(rows, 'f1').length }
  }
  let common = 0
  let total = 0
  let pages = 0
  for (const { row } of rows) {
    if (!row.lengths) continue
    pages++
    common += row.lengths.common
    total += id === 'microPrecision' ? row.lengths.kept : row.lengths.gold
  }
  return { value: pages === 0 ? null : total === 0 ? 1 : common / total, interval: null, pages }
}

function markBest(rows: (Omit<TableRow, 'cells'> & { cells: Omit<Cell, 'best'>[] })[], columns: readonly TableColumn[]): TableRow[] {
  const best = columns.map(({ larger }, c) => {
    const values = rows.flatMap(({ cells }) => (cells[c]?.value === null || cells[c] === undefined ? [] : [cells[c].value]))
    return values.length === 0 ? null : larger ? Math.max(...values) : Math.min(...values)
  })
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, c) => ({
      ...cell,
      best: cell.value !== null && best[c] !== null && Math.abs(cell.value - (best[c] as number)) < 5e-4,
    })),
  }))
}

function counts(rows: readonly Scored[]): { pages: number; failures: number; empties: number } {
  let failures = 0
  let empties = 0
  for (const { row } of rows) {
    if (row.failure) failures++
    else if (row.empty) empties++
  }
  return { pages: rows.length, failures, empties }
}

export interface TableOptions {
  readonly seed?: number
  /** Bootstrap resamples; 1000 by default. */
  readonly resamples?: number
}

/**
 * Extractor × metric over all pages: the mean of each metric with its interval, then F1 of the mean precision and recall
 * (what the papers' tables print) and ContentEx's micro averages. Columns nobody has a value for are left out.
 */
export function metricTable(
  results: readonly PageResult[],
  names: readonly string[],
  metrics: readonly MetricId[],
  { seed = 1, resamples = 1000 }: TableOptions = {},
): ResultTable {
  const all = [
    ...METRICS.filter(({ id }) => metrics.includes(id)).map(({ id, label, larger }) => ({ id: id, label, larger })),
    ...CORPUS_FIGURES.filter(({ id }) => (id === 'f1OfMeans' ? metrics.includes('f1') : metrics.includes('weightedPrecision'))),
  ]
  const rows = names.map((name, configuration) => {
    const scored = rowsOf(results, configuration)
    const cells = all.map(({ id }) =>
      CORPUS_FIGURES.some((figure) => figure.id === id)
        ? corpusFigure(scored, id)
        : meanCell(metricValues(scored, id as MetricId), seed, resamples),
    )
    return { configuration, name, cells, ...counts(scored) }
  })
  const used = all.map((_, c) => rows.some(({ cells }) => cells[c]?.value !== null))
  const columns = all.filter((_, c) => used[c])
  return {
    title: `Means over ${results.length} pages`,
    columns,
    rows: markBest(
      rows.map((row) => ({ ...row, cells: row.cells.filter((_, c) => used[c]) })),
      columns,
    ),
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
  const info = METRICS.find(({ id }) => id === metric)
  const groups = [...new Set(results.map(({ facts }) => facts[grouping]))].sort()
  const columns = [...groups.map((group) => ({ id: group, label: group || 'unknown' })), { id: '*', label: 'All' }].map((column) => ({
    ...column,
    larger: info?.larger ?? true,
  }))
  const rows = names.map((name, configuration) => {
    const scored = rowsOf(results, configuration)
    const byGroup = new Map<string, Scored[]>()
    for (const entry of scored) {
      const list = byGroup.get(entry.facts[grouping])
      if (list) list.push(entry)
      else byGroup.set(entry.facts[grouping], [entry])
    }
    const cells = [...groups.map((group) => byGroup.get(group) ?? []), scored].map((rows) =>
      meanCell(metricValues(rows, metric), seed, resamples),
    )
    return { configuration, name, cells, ...counts(scored) }
  })
  return { title: `${info?.label ?? metric} by ${grouping}`, columns, rows: markBest(rows, columns) }
}
