/** Tests the rows of a table against one row, or against the best row of each column. */
import {
  compareDifferences,
  FEWEST_PAGES,
  holm,
  percentileInterval,
  resampledSums,
  type Interval,
  type ResampleOptions,
} from '../metrics/bootstrap'
import { runToEnd, type Pieces } from '../base/pieces'
import { sumsOf, type Cell, type CellTest, type ResultTable, type TableGroups, type TableSource } from './result-table'
import type { UnitDifferences } from './page-units'
import { isMetric, meanFigure, type ColumnPages, type Figure } from './score-sums'

interface ComparisonOptions {
  readonly against: number | 'best'
  readonly seed?: number
  readonly resamples?: number
}

export const SIGNIFICANCE = 0.05

type ColumnTests = ReadonlyMap<number, CellTest>

/**
 * Tests every mean against the row `against`: paired permutation test on the common pages, with Holm's correction per column. Marks ties
 * with the best row. @param groups required for the result of `groupTable`
 */
export const withComparisons = (...table: Parameters<typeof comparisonPieces>): ResultTable => runToEnd(comparisonPieces(...table))

export function* comparisonPieces(
  table: ResultTable,
  source: TableSource,
  { against, ...draws }: ComparisonOptions,
  groups?: TableGroups,
): Pieces<ResultTable> {
  const tested = groups ? [groups.metric] : table.columns.flatMap(({ id }) => (isMetric(id) ? [id] : []))
  const sums = sumsOf(source, table.rows.length, tested, groups ? [groups.grouping] : [])
  const byGroup = groups ? new Map(sums.groupsOf(groups.grouping)) : null
  const rows = table.rows.map(({ configuration }) => configuration)
  const columns: { readonly best: ColumnTests; readonly chosen: ColumnTests }[] = []
  for (const [c, { id }] of table.columns.entries()) {
    const metric = groups ? groups.metric : isMetric(id) ? id : null
    const pages = !byGroup || id === '*' ? sums.all : byGroup.get(id)
    const testsAgainst = function* (reference: number | undefined): Pieces<ColumnTests> {
      if (reference === undefined || !pages || metric === null) return new Map()
      return yield* testColumn(pages, meanFigure(metric), { rows, reference, draws })
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

interface ColumnTestOptions {
  readonly rows: readonly number[]
  readonly reference: number
  readonly draws: ResampleOptions
}

function* testColumn(pages: ColumnPages, figure: Figure, { rows, reference, draws }: ColumnTestOptions): Pieces<ColumnTests> {
  const slot = (row: number): number => pages.slots.of(row, figure)
  const found: (Omit<CellTest, 'corrected' | 'interval'> & { readonly configuration: number })[] = []
  const drawn: UnitDifferences[] = []
  for (const configuration of rows) {
    if (configuration === reference) continue
    const both = pages.units.differences(slot(configuration), slot(reference))
    const test = both.pages < FEWEST_PAGES ? null : compareDifferences(both.differences, both.pages)
    if (!test) continue
    found.push({ configuration, against: reference, difference: test.difference, effect: both.byPage && effectOf(both.byPage), p: test.p })
    drawn.push(both)
    yield
  }
  const intervals = yield* differenceIntervals(drawn, draws)
  const corrected = holm(found.map(({ p }) => p))
  return new Map(
    found.map(({ configuration, ...test }, i) => [
      configuration,
      { ...test, corrected: corrected[i] ?? 1, interval: intervals[i] ?? null },
    ]),
  )
}

function* differenceIntervals(drawn: readonly UnitDifferences[], draws: ResampleOptions): Pieces<(Interval | null)[]> {
  if (draws.resamples === 0) return []
  const sums = yield* resampledSums(
    drawn.flatMap(({ differences, counts }) => [differences, counts]),
    draws,
  )
  return drawn.map((_, i) => {
    const counts = sums[2 * i + 1]
    return percentileInterval((sums[2 * i] ?? new Float64Array()).map((sum, draw) => sum / (counts?.[draw] ?? 0)))
  })
}

function testNote(table: ResultTable, against: number | 'best'): string {
  const other = against === 'best' ? 'the best of the column' : (table.rows.find((row) => row.configuration === against)?.name ?? '')
  const comparisons = table.rows.length - 1
  const corrected = comparisons > 1 ? `, corrected for the ${comparisons} comparisons of a column (Holm)` : ''
  const untested = table.columns.some(({ id, pages }) => pages === undefined && !isMetric(id))
  return `p: exact paired permutation test, two-sided, against ${other}${corrected}.${untested ? ' Columns that are not means of pages are not tested.' : ''}`
}

function effectOf(differences: ArrayLike<number>): number | null {
  const pages = differences.length
  if (pages < 2) return null
  let mean = 0
  for (let i = 0; i < pages; i++) mean += (differences[i] as number) / pages
  let squares = 0
  for (let i = 0; i < pages; i++) squares += ((differences[i] as number) - mean) ** 2
  const deviation = Math.sqrt(squares / (pages - 1))
  return deviation < 1e-12 ? null : mean / deviation
}
