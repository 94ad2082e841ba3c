import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { metricInfo, type MetricId } from '../../../shared/evaluation/metric-list'
import type { Cell, ResultTable } from '../../../shared/evaluation/result-table'
import { pText } from '../../../shared/evaluation/table-text'
import { Button } from '../../components/button'
import { formatCount, formatDifference, formatScore } from '../../components/number-format'
import { TableHead } from '../../components/table'
import { StripPlot } from './plots/page-plots'
import { evaluation, useEvaluation } from './state/evaluation'
import { AT_FIRST, listedEntries } from './state/listed-entries'
import { useFields } from '../../window/store'
import styles from './views.module.css'

const WORST = 8

interface RowPanelProps {
  readonly details: RunDetails
  readonly table: ResultTable
  readonly metric: MetricId
  readonly canTest: boolean
  readonly usual: readonly string[]
}

export function RowPanel({ details, table, metric, canTest, usual }: RowPanelProps) {
  const { focus, against } = useFields(useEvaluation, 'focus', 'against')
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
      <StripPlot
        results={details.results}
        name={name}
        configuration={focus}
        metric={metric}
        onOpen={(page) => evaluation.showPages({ focus, metric, page })}
      />
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
      <Button label="All pages" small onClick={() => evaluation.showPages({ focus, metric })} />
    </aside>
  )
}

interface TestsProps {
  readonly table: ResultTable
  readonly cells: readonly Cell[]
  readonly usual: readonly string[]
}

function Tests({ table, cells, usual }: TestsProps) {
  const tested = table.columns.flatMap(({ id, label }, c) => {
    const test = cells[c]?.test
    return test && usual.includes(id) ? [{ id, label, ...test }] : []
  })
  if (tested.length === 0) return null
  const nameOf = (configuration: number): string => table.rows.find((row) => row.configuration === configuration)?.name ?? ''
  return (
    <div className={styles.tests} tabIndex={0} role="region" aria-label="Tests">
      <table>
        <TableHead
          columns={[
            'Metric',
            { label: 'Difference', title: '95 % bootstrap interval of the mean difference' },
            { label: 'd', title: 'Cohen’s d of the differences per page' },
            'p',
          ]}
        />
        <tbody>
          {tested.map(({ id, label, against, difference, interval, effect, corrected }) => (
            <tr key={id}>
              <th scope="row" title={`against ${nameOf(against)}`}>
                {label}
              </th>
              <td>
                {formatDifference(difference, 3)}
                {interval ? <small>{`${formatDifference(interval.low, 3)} to ${formatDifference(interval.high, 3)}`}</small> : null}
              </td>
              <td>{effect === null ? '–' : formatDifference(effect, 2)}</td>
              <td>{pText(corrected).replace(/^p (= )?/, '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
