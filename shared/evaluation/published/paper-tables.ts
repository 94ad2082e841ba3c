/** Figures that the papers print, with the table, row and column they stand in; `paper-tables.json` holds them as printed. */
import type { ParamValue } from '../../extractors/core/params'
import stored from './paper-tables.json'

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

export const PAPERS = stored as readonly PrintedPaper[]
