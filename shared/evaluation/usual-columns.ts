/** The default columns of a table. */
import type { PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'

/** Precision, recall, F1 and word F1; of WCXB its word F1 first. */
export function usualColumns(results: readonly PageResult[]): readonly MetricId[] {
  const isWcxb = results.length > 0 && results.every(({ facts }) => facts.groups?.corpus === 'WCXB')
  return isWcxb ? ['wordF1', 'precision', 'recall', 'f1'] : ['precision', 'recall', 'f1', 'wordF1']
}

/** Mean milliseconds per page of every row, with two digits; null for a row without times. @param timings per page: parsing, then the rows */
export function meanTimes(rows: number, timings: readonly (readonly number[])[]): (number | null)[] {
  return Array.from({ length: rows }, (_, row) => {
    const times = timings.flatMap((page) => page[row + 1] ?? [])
    return times.length === 0 ? null : Number((times.reduce((sum, time) => sum + time, 0) / times.length).toPrecision(2))
  })
}
