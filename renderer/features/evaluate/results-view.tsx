import { Fragment, useMemo, type ReactNode, useCallback } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { meanTimes, usualColumns } from '../../../shared/evaluation/evaluation-row'
import { FAILURE_POLICIES } from '../../../shared/evaluation/failure-policy'
import { metricInfo, metricOfName } from '../../../shared/evaluation/metric-list'
import { pagesSentence, RowFailures } from '../../../shared/evaluation/noted-pages'
import { Select } from '../../components/fields'
import { Button } from '../../components/button'
import { formatCount, formatDifference, formatScore } from '../../components/number-format'
import { DataTable } from '../../components/table'
import { AT_FIRST, evaluation, listedEntries, useEvaluation } from './state/evaluation'
import { pText } from '../../../shared/evaluation/table-text'
import { StripPlot } from './plots/page-plots'
import { OverviewPlots } from './plots/overview-plots'
import { ResultGrid } from './result-grid'
import { useWindow, useFields } from '../../window/window'
import { MetricSelect } from './view-parts'
import styles from './views.module.css'
import { sumsOf } from '../../../shared/evaluation/score-sums'
import { runToEnd, type Pieces } from '../../../shared/base/pieces'
import { groupTable, metricTable, withNotes, type Cell, type ResultTable, type TableGroups } from '../../../shared/evaluation/result-table'
import { withComparisons } from '../../../shared/evaluation/table-comparisons'
import { FEWEST_PAGES } from '../../../shared/metrics/bootstrap'
import { FAMILY_WORDS, metricsOf, partNotes, rowTitles } from '../../../shared/evaluation/run-spec'
import { sweepNotes } from '../../../shared/evaluation/sweeps'
import { useInPieces } from '../../components/hooks'

export function ResultsView({ details, choice }: { readonly details: RunDetails; readonly choice: ReactNode }) {
  const metric = useEvaluation((state) => state.metric)
  const { table, isDone, canTest } = useResultTable(details)
  const usual = useMemo(() => usualColumns(details.results), [details])
  const extractors = useWindow((state) => state.extractors)
  const kinds = details.run.spec.configurations.map(({ extractor }) => {
    const family = extractors.find(({ id }) => id === extractor)?.family
    return family ? FAMILY_WORDS[family] : ''
  })
  const milliseconds = useMemo(() => meanTimes(details.run.names.length, details.timings), [details])
  return (
    <div className={styles.results}>
      <div className={`column pane ${styles.all}`}>
        <ResultGrid
          {...{ table, isDone, usual, kinds, milliseconds }}
          drawn={metric}
          onOpen={(row, column) => evaluation.showPages({ focus: row, metric: metricOfName(column) ?? metric })}
        >
          {choice}
          <MetricSelect />
          <FailurePolicySelect details={details} />
        </ResultGrid>
        <OverviewPlots details={details} table={table} />
        <Failures details={details} />
      </div>
      <RowPanel {...{ details, table, canTest, usual }} />
    </div>
  )
}

export function FailurePolicySelect({ details: { results } }: { readonly details: RunDetails }) {
  const failures = useEvaluation((state) => state.failures)
  const someFailed = useMemo(() => results.some(({ failure, rows }) => !failure && rows.some((row) => row.failure !== null)), [results])
  if (!someFailed) return null
  return (
    <Select
      caption="Failed pages"
      value={failures}
      options={FAILURE_POLICIES.map(({ id, label }) => ({ value: id, label }))}
      onChange={(failures) => evaluation.set({ failures })}
    />
  )
}

function Failures({ details: { results, run } }: { readonly details: RunDetails }) {
  const failures = useMemo(() => {
    const found = new RowFailures()
    for (const result of results) found.add(result)
    return found.list()
  }, [results])
  if (failures.length === 0) return null
  return (
    <section aria-label="Failures by row">
      <h3>Failures by row</h3>
      <ul className="bulleted">
        {failures.map((row) => (
          <li key={`${row.configuration} ${row.code}`}>
            <strong>{run.names[row.configuration]}</strong>: {row.message} <span className="quiet">{pagesSentence(row)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function useResultTable(details: RunDetails, groups?: TableGroups) {
  const { run, results } = details
  const { seed } = run.spec.pages
  const { against, failures } = useFields(useEvaluation, 'against', 'failures')
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
        ? yield* groupTable(sums, run.names, groups, options)
        : yield* metricTable(sums, run.names, metricsOf(run.spec), options)
      return withNotes(made, [...partNotes(run), ...sweepNotes(run.spec, results, groups?.metric)])
    },
    [sums, run, results, groups, seed, titles],
  )
  // Compute in pieces, because many rows and pages take seconds.
  const means = useMemo(() => runToEnd(tableOf(0)), [tableOf])
  const withIntervals = useInPieces(tableOf)
  const test = useMemo(
    () => withIntervals && (() => withComparisons(withIntervals, sums, { against, seed }, groups)),
    [withIntervals, sums, groups, against, seed],
  )
  const tested = useInPieces(test)
  return { table: tested ?? withIntervals ?? means, isDone: tested !== null, canTest: run.names.length > 1 && sums.scored >= FEWEST_PAGES }
}

const WORST = 8

interface RowPanelProps extends Omit<ReturnType<typeof useResultTable>, 'isDone'> {
  readonly details: RunDetails
  readonly usual: readonly string[]
}

function RowPanel({ details, table, canTest, usual }: RowPanelProps) {
  const { focus, against, metric } = useFields(useEvaluation, 'focus', 'against', 'metric')
  const name = details.run.names[focus] ?? ''
  const entries = listedEntries(details, metric, focus, AT_FIRST)
  const values = entries.flatMap(({ value }) => value ?? [])
  const below = values.filter((value) => value < 0.5).length
  const row = table.rows.find(({ configuration }) => configuration === focus)
  const mean = row?.cells[table.columns.findIndex(({ id }) => id === metric)]?.value
  return (
    <aside className={`column pane ${styles.rowPanel}`} aria-label={name}>
      <h3>
        {name}: {metricInfo(metric).label} {formatScore(mean)} over {formatCount(values.length, 'page')}; {below} below 0.5
      </h3>
      <StripPlot details={details} onOpen={(page) => evaluation.showPages({ focus, page })} />
      {row ? <Tests table={table} cells={row.cells} usual={[...usual, metric]} /> : null}
      {canTest ? (
        <Button
          label={against === focus ? 'Test against the best of each column' : `Test all rows against ${name}`}
          small
          onClick={() => evaluation.compareAgainst(focus)}
        />
      ) : null}
      <h3>Worst pages</h3>
      <table>
        <tbody>
          {entries.slice(0, WORST).map(({ result: { facts }, value, errors }) => (
            <tr key={facts.page}>
              <th scope="row">
                <Button
                  label={facts.page}
                  tone="link"
                  title="Open in Inspect"
                  onClick={() => void evaluation.openPage(facts.page, 'inspect', focus)}
                />
                <div className="quiet">{[facts.pageType, errors[0]].filter(Boolean).join(' · ')}</div>
              </th>
              <td>{formatScore(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button label="All pages" small onClick={() => evaluation.showPages({ focus })} />
    </aside>
  )
}

function Tests({
  table,
  cells,
  usual,
}: {
  readonly table: ResultTable
  readonly cells: readonly Cell[]
  readonly usual: readonly string[]
}) {
  const rows = table.columns.flatMap(({ id, label }, c) => {
    const test = cells[c]?.test
    if (!test || !usual.includes(id)) return []
    const { against, difference, interval, effect, corrected } = test
    const between = interval && <small>{`${formatDifference(interval.low, 3)} to ${formatDifference(interval.high, 3)}`}</small>
    const written = [
      <Fragment key="difference">
        {formatDifference(difference, 3)}
        {between}
      </Fragment>,
      effect === null ? '–' : formatDifference(effect, 2),
      pText(corrected).replace(/^p (= )?/, ''),
    ]
    const other = table.rows.find((row) => row.configuration === against)?.name ?? ''
    return { key: id, title: `against ${other}`, cells: [label, ...written] }
  })
  if (rows.length === 0) return null
  return (
    <div className={styles.tests} tabIndex={0} role="region" aria-label="Tests">
      <DataTable
        rows={rows}
        columns={[
          'Metric',
          { label: 'Difference', title: '95 % bootstrap interval of the mean difference' },
          { label: 'd', title: 'Cohen’s d of the differences per page' },
          'p',
        ]}
      />
    </div>
  )
}
