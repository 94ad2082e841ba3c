/** A paper's figures beside ours. */
import { mean, median } from '../metrics/corpus-scores'
import type { Preset, ParamValue } from '../extractors/core/params'
import type { EvaluationRow, PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'
import type { Configuration } from './run-spec'
import { figuresOf, type Figure } from './score-sums'
import stored from './published/paper-tables.json'

/** A figure of a paper beside ours, in the unit in which it is printed. */
export interface ReproducedCell {
  readonly printed: number
  /** Null where no page that was scored is behind it. */
  readonly ours: number | null
  /** Pages behind ours. */
  readonly pages: number
}

export interface ReproducedTable {
  readonly table: string
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly cells: readonly ReproducedCell[] }[]
}

/** The tables of a paper with ours. */
export interface Reproduction {
  readonly paper: string
  readonly tables: readonly ReproducedTable[]
  /** Sentences to print below: what the figures are of, what is missing. */
  readonly notes: readonly string[]
}

/** Metrics from which the figures of all papers are worked out. */
export const REPRODUCED_METRICS: readonly MetricId[] = [
  'precision',
  'recall',
  'f1',
  'cleanEval',
  'edr',
  'accuracy',
  'noise',
  'weightedPrecision',
  'weightedRecall',
]
const FIGURES: ReadonlyMap<string, Figure> = new Map(figuresOf(REPRODUCED_METRICS).map((figure) => [figure.id, figure]))

type Cell = Required<Pick<PrintedOf, 'extractor' | 'figure'>> & PrintedOf

/** What the figure in a row and a column of a table is of. */
function cellOf(table: PrintedTable, row: PrintedOf, column: PrintedOf): Cell {
  const cell = { ...table.all, ...row, ...column }
  if (cell.extractor === undefined || cell.figure === undefined) throw new Error(`${table.table} says too little of a figure`)
  return { ...cell, extractor: cell.extractor, figure: cell.figure }
}

function keyOf({ extractor, params = {} }: PrintedOf): string {
  return JSON.stringify([extractor, params])
}

/** The extractors of a paper's tables, each once, with the parameters that the paper names. */
export function configurationsOf(paper: PrintedPaper, preset: Preset): Configuration[] {
  const found = new Map<string, Configuration>()
  for (const table of paper.tables)
    for (const row of table.rows)
      for (const column of table.columns) {
        const cell = cellOf(table, row, column)
        found.set(keyOf(cell), { extractor: cell.extractor, preset, params: { ...cell.params } })
      }
  return [...found.values()]
}

/** How a source's name is compared: letters and digits of the lower-cased name. */
function sourceKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The sources that a paper's tables tell apart. */
function sourcesOf({ tables }: PrintedPaper): string[] {
  const named = tables.flatMap(({ rows, columns }) => [...rows, ...columns].map(({ source }) => source))
  return [...new Set(named.filter((source): source is string => source !== undefined && source !== '*'))]
}

/** A statistic of one metric over pages. */
function statisticOf(values: readonly number[], statistic: NonNullable<PrintedOf['statistic']>): number | null {
  if (values.length === 0) return null
  switch (statistic) {
    case 'median':
      return median(values)
    case 'deviation': {
      if (values.length < 2) return null
      const centre = mean(values) ?? 0
      return Math.sqrt(values.reduce((total, value) => total + (value - centre) ** 2, 0) / (values.length - 1))
    }
    case 'matches':
      return values.filter((value) => value === 1).length
  }
}

function figureOver(rows: readonly EvaluationRow[], { figure: id, statistic }: Cell): { value: number | null; pages: number } {
  const figure = FIGURES.get(id)
  if (!figure) throw new Error(`${id} is no figure of our tables`)
  const parts = rows.map((row) => figure.part(row)).filter((part) => part !== null)
  const values = parts.map(([value = 0]) => value)
  if (statistic) return { value: statisticOf(values, statistic), pages: parts.length }
  if (parts.length === 0) return { value: null, pages: 0 }
  const sums = new Float64Array(figure.size)
  for (const part of parts) for (const [i, number] of part.entries()) sums[i] = (sums[i] as number) + number
  return { value: figure.of(sums, parts.length), pages: parts.length }
}

/**
 * Works out the figures of a paper's tables from scored pages and sets them beside the printed ones.
 * @param results of the configurations of `configurationsOf`, in their order, with the metrics of `REPRODUCED_METRICS`.
 */
export function reproduce(paper: PrintedPaper, configurations: readonly Configuration[], results: Iterable<PageResult>): Reproduction {
  const scored = [...results].filter(({ failure, facts }) => failure === null && facts.gold === 'text')
  const there = new Set(scored.map(({ facts }) => sourceKey(facts.host)))
  const index = new Map(configurations.map((configuration, i) => [keyOf(configuration), i]))
  const sources = sourcesOf(paper)

  function ours(cell: Cell): { value: number | null; pages: number } {
    if (cell.source === '*') {
      const each = sources.map((source) => ours({ ...cell, source }))
      const values = each.map(({ value }) => value).filter((value) => value !== null)
      const pages = each.reduce((total, part) => total + part.pages, 0)
      // A mean over some of the sources is not the paper's.
      return { value: values.length < sources.length ? null : mean(values), pages }
    }
    const at = index.get(keyOf(cell))
    const rows = scored
      .filter(({ facts }) => cell.source === undefined || sourceKey(facts.host) === cell.source)
      .filter(({ facts }) => cell.type === undefined || facts.pageType === cell.type)
      .flatMap(({ rows: of }) => of.filter(({ configuration, failure }) => configuration === at && failure === null))
    return figureOver(rows, cell)
  }

  const tables = paper.tables.map((table): ReproducedTable => ({
    table: table.table,
    caption: table.caption,
    columns: table.columns.map(({ name }) => name),
    rows: table.rows.map((row) => ({
      name: row.name,
      cells: table.columns.map((column, c) => {
        const cell = cellOf(table, row, column)
        const { value, pages } = ours(cell)
        const scale = cell.statistic === 'matches' ? 1 : 100
        return { printed: row.values[c] as number, ours: value === null ? null : value * scale, pages }
      }),
    })),
  }))
  const missing = sources.filter((source) => !there.has(source))
  return {
    paper: paper.paper,
    tables,
    notes: [
      ...(missing.length > 0 && missing.length < sources.length ? [`Not there: the pages of ${missing.join(', ')}.`] : []),
      ...paper.notes,
    ],
  }
}

/** How many figures of a reproduction have ours beside them. */
export function reproducedFigures({ tables }: Reproduction): number {
  return tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)).filter(({ ours }) => ours !== null).length
}

/** What a figure is of. A row, a column and the whole table each say a part of it. */
export interface PrintedOf {
  readonly extractor?: string
  readonly params?: Readonly<Record<string, ParamValue>>
  /** Id of a column of our tables. */
  readonly figure?: string
  /** How pages are summed up; their mean (or the figure of all pages together) where nothing is said. */
  readonly statistic?: 'median' | 'deviation' | 'matches'
  /** Source of the pages; `*` is the mean over all sources of the table. */
  readonly source?: string
  /** Page type of the pages. */
  readonly type?: string
}

export interface PrintedTable {
  /** Where it stands in the paper. */
  readonly table: string
  readonly caption: string
  readonly all: PrintedOf
  readonly columns: readonly (PrintedOf & { readonly name: string })[]
  /** Values in the order of the columns, in per cent except for counts. */
  readonly rows: readonly (PrintedOf & { readonly name: string; readonly values: readonly number[] })[]
}

/** A paper with the figures that it prints. */
export interface PrintedPaper {
  readonly id: string
  readonly paper: string
  /** Of which pages they are, and what of them is to be had. */
  readonly corpus: string
  /** What a reader of the comparison must know. */
  readonly notes: readonly string[]
  readonly tables: readonly PrintedTable[]
}

/** Figures that the papers print, with the table, row and column they stand in; `paper-tables.json` holds them as printed. */
export const PAPERS = stored as readonly PrintedPaper[]
