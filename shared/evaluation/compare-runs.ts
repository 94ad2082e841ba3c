/** Compares the same row in several runs, for example before and after a change of a version or parameter. */
import { compareDifferences, holm, mean } from '../metrics/bootstrap'
import { valuesByPage, type PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'
import type { ExtractorInfo } from '../extractors/core/extractor'
import { compare } from './page-units'
import { completeParams, type Configuration, type RunSpec } from './run-spec'

export interface ComparedRun {
  readonly names: readonly string[]
  readonly spec: Pick<RunSpec, 'configurations'>
  /** Per row, the result of `effectiveParams`. */
  readonly effective?: readonly string[]
  readonly results: readonly PageResult[]
}

export type ComparedRow = ReturnType<typeof compareRuns>[number]

export type ChosenRow = (configuration: number, other: number) => number | undefined

/** Returns the extractor and the complete parameters of a row as JSON; '' for an unknown extractor. */
export function effectiveParams(configuration: Configuration, extractors: readonly ExtractorInfo[]): string {
  const info = extractors.find(({ id }) => id === configuration.extractor)
  if (!info) return ''
  const params = Object.entries(completeParams(info, configuration)).sort(([a], [b]) => compare(a, b))
  return JSON.stringify([configuration.extractor, params])
}

export function rowsAlike(run: Omit<ComparedRun, 'results'>, configuration: number, other: Omit<ComparedRun, 'results'>): number[] {
  const extractor = run.spec.configurations[configuration]?.extractor
  return other.spec.configurations.flatMap((one, row) => (one.extractor === extractor ? [row] : []))
}

/**
 * Returns the index of the row of `other` with the same extractor and complete parameters as the row `configuration` of `run`; if missing,
 * with the same name; if missing, of the first row with the same extractor; otherwise -1.
 */
export function sameRow(run: Omit<ComparedRun, 'results'>, configuration: number, other: Omit<ComparedRun, 'results'>): number {
  const effective = run.effective?.[configuration] ?? ''
  const same = effective === '' ? -1 : (other.effective?.indexOf(effective) ?? -1)
  if (same >= 0) return same
  const byName = other.names.indexOf(run.names[configuration] ?? '')
  return byName >= 0 ? byName : (rowsAlike(run, configuration, other)[0] ?? -1)
}

/**
 * Compares each row of `run` with one row per other run. Omits rows that no other run has. `corrected` is p after Holm's correction for all
 * tests. @param chosen returns the index of the other row; undefined selects the result of `sameRow`
 */
export function compareRuns(run: ComparedRun, others: readonly ComparedRun[], metric: MetricId, chosen: ChosenRow = () => undefined) {
  const rows = run.names.flatMap((name, configuration) => {
    const own = valuesByPage(run.results, configuration, metric)
    const found = others.map((other, i) => {
      const there = chosen(configuration, i) ?? sameRow(run, configuration, other)
      if (there < 0) return null
      const theirs = valuesByPage(other.results, there, metric)
      const common = [...own.keys()].filter((page) => theirs.has(page))
      const values = common.map((page) => own.get(page) ?? 0)
      const differences = common.map((page, at) => (values[at] ?? 0) - (theirs.get(page) ?? 0))
      // Tests this run minus the other run; null without common pages.
      const test = compareDifferences(differences, common.length)
      return {
        configuration: there,
        name: other.names[there] ?? '',
        pages: common.length,
        mean: mean(values),
        test,
        corrected: null as number | null,
      }
    })
    return found.some((difference) => difference !== null) ? [{ configuration, name, others: found }] : []
  })
  const tests = rows.flatMap(({ others: found }) => found.flatMap((one) => (one?.test ? { difference: one, p: one.test.p } : [])))
  const corrected = holm(tests.map(({ p }) => p))
  for (const [i, { difference }] of tests.entries()) difference.corrected = corrected[i] ?? null
  return rows
}

/** Differences up to this number count as rounding errors. */
export const SAME = 1e-9

/**
 * Returns the pages with different values. `change` is this run's value minus the most different value of the other runs. @param row a row
 * of `compareRuns` for the same runs and metric
 */
export function changedPages(run: ComparedRun, row: ComparedRow, others: readonly ComparedRun[], metric: MetricId) {
  const own = valuesByPage(run.results, row.configuration, metric)
  const theirs = others.map(({ results }, i) => valuesByPage(results, row.others[i]?.configuration ?? -1, metric))
  return [...own]
    .flatMap(([page, value]) => {
      const there = theirs.map((values) => values.get(page) ?? null)
      const changes = there.flatMap((other) => (other === null ? [] : [value - other]))
      const change = changes.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
      return Math.abs(change) > SAME ? [{ page, value, others: there, change }] : []
    })
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.page < b.page ? -1 : 1))
}
