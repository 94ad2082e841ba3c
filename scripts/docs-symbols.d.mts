import type { MeasureSpec } from '../shared/extractors/core/extractor'

/** A row of an article's table of symbols, or one of its formulas. */
export interface ArticleRow {
  readonly id: string
  readonly tex: string
  readonly label: string
  readonly unit: string
  readonly description: string
}

export function leftSide(measure: MeasureSpec, measures: readonly MeasureSpec[]): string
export function symbolsOf(measures: readonly MeasureSpec[]): ArticleRow[]
export function formulasOf(measures: readonly MeasureSpec[]): ArticleRow[]
export function rowsOnce(lists: readonly (readonly ArticleRow[])[], shown?: readonly string[]): ArticleRow[]
