/** Tests the rows of a table against one row, or against the best row of each column. */
import type { Pieces } from '../base/pieces'
import {
  compareDifferences,
  FEWEST_PAGES,
  holm,
  percentileInterval,
  resampledSums,
  type ResampleOptions,
  type Significance,
} from '../metrics/bootstrap'
import type { Cell, CellTest, ResultTable, TableGroups } from './result-table'
import { isMetric, meanFigure, type Column, type Figure, type ScoreSums } from './score-sums'

export const SIGNIFICANCE = 0.05

type ColumnTests = ReadonlyMap<number, CellTest>

/**
 * Tests every mean against the row `against`: paired permutation test on the common pages, with Holm's correction per column. Marks ties
 * with the best row. @param groups required for the result of `groupTable`
 */
export function* withComparisons(
  table: ResultTable,
  sums: ScoreSums,
  { against, ...draws }: ResampleOptions & { readonly against: number | 'best' },
  groups?: TableGroups,
): Pieces<ResultTable> {
  const byGroup = groups ? new Map(sums.groupsOf(groups.grouping)) : null
  const rows = table.rows.map(({ configuration }) => configuration)
  const columns: { readonly best: ColumnTests; readonly chosen: ColumnTests }[] = []
  for (const [c, { id }] of table.columns.entries()) {
    const metric = groups ? groups.metric : isMetric(id) ? id : null
    const pages = !byGroup || id === '*' ? sums.all : byGroup.get(id)
    const testsAgainst = function* (reference: number | undefined): Pieces<ColumnTests> {
      if (reference === undefined || !pages || metric === null) return new Map()
      return yield* testColumn(pages, meanFigure(metric), rows, reference, draws)
    }
    const best = yield* testsAgainst(bestRow(table, c))
    columns.push({ best, chosen: against === 'best' ? best : yield* testsAgainst(against) })
  }
  const isTied = (cell: Cell, test: CellTest | undefined): boolean =>
    !cell.best && cell.pages >= FEWEST_PAGES && test !== undefined && test.corrected >= SIGNIFICANCE
  const notes = columns.some(({ chosen }) => chosen.size > 0) ? [...table.notes, testNote(table, against)] : table.notes
  return {
    ...table,
    against,
    rows: table.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, c) => ({
        ...cell,
        tied: isTied(cell, columns[c]?.best.get(row.configuration)),
        test: columns[c]?.chosen.get(row.configuration) ?? null,
      })),
    })),
    notes,
  }
}

function bestRow({ rows, columns }: ResultTable, c: number): number | undefined {
  const sign = columns[c]?.larger ? 1 : -1
  const worth = ({ cells }: ResultTable['rows'][number]): number => sign * (cells[c]?.value ?? 0)
  return rows.filter(({ cells }) => cells[c]?.best).sort((a, b) => worth(b) - worth(a))[0]?.configuration
}

function* testColumn(
  { slots, units }: Column,
  figure: Figure,
  rows: readonly number[],
  reference: number,
  draws: ResampleOptions,
): Pieces<ColumnTests> {
  const found: (Significance & { readonly row: number; readonly pages: ReturnType<typeof units.differences> })[] = []
  for (const row of rows) {
    if (row === reference) continue
    const pages = units.differences(slots.of(row, figure), slots.of(reference, figure))
    const test = pages.pages < FEWEST_PAGES ? null : compareDifferences(pages.differences, pages.pages)
    if (!test) continue
    found.push({ row, pages, ...test })
    yield
  }
  const columns = found.flatMap(({ pages: { differences, counts } }) => [differences, counts])
  const sums = draws.resamples === 0 ? [] : yield* resampledSums(columns, draws)
  const corrected = holm(found.map(({ p }) => p))
  return new Map(
    found.map(({ row, pages: { byPage }, difference, p }, i) => {
      const [added, counts] = sums.slice(2 * i)
      const interval = added ? percentileInterval(added.map((sum, draw) => sum / (counts?.[draw] ?? 0))) : null
      return [row, { against: reference, difference, interval, effect: byPage && effectOf(byPage), p, corrected: corrected[i] ?? 1 }]
    }),
  )
}

function testNote(table: ResultTable, against: number | 'best'): string {
  const other = against === 'best' ? 'the best of the column' : (table.rows.find((row) => row.configuration === against)?.name ?? '')
  const comparisons = table.rows.length - 1
  const corrected = comparisons > 1 ? `, corrected for the ${comparisons} comparisons of a column (Holm)` : ''
  const untested = table.columns.some(({ id, pages }) => pages === undefined && !isMetric(id))
  return `p: exact paired permutation test, two-sided, against ${other}${corrected}.${untested ? ' Columns that are not means of pages are not tested.' : ''}`
}

function effectOf(differences: Float64Array): number | null {
  const pages = differences.length
  const mean = differences.reduce((sum, difference) => sum + difference / pages, 0)
  const squares = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / (pages - 1))
  return deviation < 1e-12 ? null : mean / deviation
}
