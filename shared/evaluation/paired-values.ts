import type { PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'

/** Values of a metric on the pages where both configurations have one, in page order. */
export function pairedValues(
  results: readonly PageResult[],
  first: number,
  second: number,
  metric: MetricId,
): { readonly a: number[]; readonly b: number[]; readonly pages: string[] } {
  const a: number[] = []
  const b: number[] = []
  const pages: string[] = []
  for (const { facts, rows } of results) {
    const x = rows[first]?.metrics[metric]
    const y = rows[second]?.metrics[metric]
    if (x === null || x === undefined || y === null || y === undefined) continue
    a.push(x)
    b.push(y)
    pages.push(facts.page)
  }
  return { a, b, pages }
}
