import { useCallback, useMemo } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { inOneGo, type Pieces } from '../../../shared/base/pieces'
import {
  groupTablePieces,
  metricTablePieces,
  sumsOf,
  withNotes,
  type ResultTable,
  type TableGroups,
} from '../../../shared/evaluation/result-table'
import { comparisonPieces } from '../../../shared/evaluation/table-comparisons'
import { FEWEST_PAGES } from '../../../shared/metrics/bootstrap'
import { metricsOf, partNotes, rowTitles } from '../../../shared/evaluation/run-spec'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { useInPieces } from '../../components/hooks'
import { useWindow } from '../../window/window'
import { useEvaluation } from './state/evaluation'

interface RunTable {
  readonly table: ResultTable
  readonly isDone: boolean
  readonly canTest: boolean
}

/** Returns a run's table of all metrics, or of groups of pages. Means appear at once, intervals later, tests last. */
export function useResultTable(details: RunDetails, groups?: TableGroups): RunTable {
  const { run, results } = details
  const { seed } = run.spec.pages
  const against = useEvaluation((state) => state.against)
  const failures = useEvaluation((state) => state.failures)
  const extractors = useWindow((state) => state.extractors)
  const titles = useMemo(() => rowTitles(run.spec, extractors), [run, extractors])
  const grouping = groups?.grouping
  const sums = useMemo(
    () => sumsOf(results, run.names.length, metricsOf(run.spec), grouping ? [grouping] : [], failures),
    [run, results, grouping, failures],
  )
  const tableOf = useCallback(
    function* (resamples?: number): Pieces<ResultTable> {
      const options = { seed, titles, ...(resamples === undefined ? {} : { resamples }) }
      const made = groups
        ? yield* groupTablePieces(sums, run.names, groups, options)
        : yield* metricTablePieces(sums, run.names, metricsOf(run.spec), options)
      return withNotes(made, [...partNotes(run), ...sweepNotes(run.spec, results, groups?.metric)])
    },
    [sums, run, results, groups, seed, titles],
  )
  // Intervals and tests of many rows and pages take seconds.
  const means = useMemo(() => inOneGo(tableOf(0)), [tableOf])
  const withIntervals = useInPieces(tableOf)
  const test = useMemo(
    () => withIntervals && (() => comparisonPieces(withIntervals, sums, { against, seed }, groups)),
    [withIntervals, sums, groups, against, seed],
  )
  const tested = useInPieces(test)
  return { table: tested ?? withIntervals ?? means, isDone: tested !== null, canTest: run.names.length > 1 && sums.scored >= FEWEST_PAGES }
}
