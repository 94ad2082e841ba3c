import { useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { changedPages, compareRuns, type ComparedRow, type ComparedRun } from '../../../shared/evaluation/compare-runs'
import { pText } from '../../../shared/evaluation/table-text'
import { Button } from '../../components/button'
import { formatCount, formatNumber, formatScore } from '../../components/number-format'
import { PanelMessage } from '../../components/panel/panel'
import { ScrollTable, metricLabel, MetricSelect } from './view-parts'
import { evaluation, useEvaluation } from './state/evaluation'
import { Select } from '../../components/select'
import type { ColumnHead } from '../../components/table'
import { signedFixed } from '../../../shared/base/written-number'

const compared = ({ run, results }: RunDetails): ComparedRun => ({ names: run.names, spec: run.spec, results })

const HOW =
  'Copy this run, change a parameter, and run it again: the difference is shown here, page by page. Several runs can be compared at once.'

/** The same rows in several runs, and what changed, page by page. */
export function RunComparison({ details }: { readonly details: RunDetails }) {
  const runs = useEvaluation((state) => state.runs) ?? []
  const others = useEvaluation((state) => state.others)
  const metric = useEvaluation((state) => state.metric)
  const [chosen, setChosen] = useState<number | null>(null)
  const left = runs.filter(({ id }) => id !== details.run.id && !others.some(({ run }) => run.id === id))
  const rows = useMemo(() => compareRuns(compared(details), others.map(compared), metric), [details, others, metric])
  const current = rows.find(({ configuration }) => configuration === chosen) ?? rows[0]
  if (left.length === 0 && others.length === 0)
    return (
      <PanelMessage title="There is no other run yet" next={HOW}>
        <Button tone="strong" onClick={() => evaluation.editCopy()}>
          Copy and change …
        </Button>
      </PanelMessage>
    )
  return (
    <>
      <div className="evaluate-row">
        <Select
          caption="Compare with"
          value=""
          options={[
            { value: '', label: others.length === 0 ? 'choose a run' : 'another run' },
            ...left.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => void evaluation.compareWith(id)}
        />
        <MetricSelect />
        {others.length > 0 ? (
          <ul className="evaluate-columns" aria-label="Runs compared with">
            {others.map(({ run: { id, name } }) => (
              <li key={id}>
                <span>{name}</span>
                <Button tone="bare" aria-label={`Leave out ${name}`} onClick={() => evaluation.compareWithout(id)}>
                  ×
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {others.length === 0 ? (
        <PanelMessage title="Choose the run to compare with" next={HOW} />
      ) : rows.length === 0 ? (
        <PanelMessage title="These runs have no row in common" next="Compare runs of the same extractors." />
      ) : (
        <>
          <Differences rows={rows} others={others} current={current} onChoose={setChosen} />
          {current ? <Changes key={current.configuration} details={details} others={others} configuration={current.configuration} /> : null}
        </>
      )}
    </>
  )
}

interface DifferencesProps {
  readonly rows: readonly ComparedRow[]
  readonly others: readonly RunDetails[]
  readonly current: ComparedRow | undefined
  readonly onChoose: (configuration: number) => void
}

/** What each row of the run is above, or below, the same one of the others. */
function Differences({ rows, others, current, onChoose }: DifferencesProps) {
  return (
    <ScrollTable
      label="Differences between runs"
      columns={[
        'This run',
        ...others.map(({ run }): ColumnHead => ({
          label: `minus ${run.name}`,
          title:
            'This run minus the other over the pages that both have; p of a paired permutation test, two-sided, corrected for all comparisons of the table (Holm)',
        })),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.configuration} className={row === current ? 'evaluate-focus' : ''}>
          <th scope="row">
            <Button tone="bare" aria-pressed={row === current} onClick={() => onChoose(row.configuration)}>
              {row.name}
            </Button>
          </th>
          {row.others.map((difference, i) => (
            <td key={others[i]?.run.id ?? i}>
              {difference?.test ? signedFixed(difference.test.difference, 3) : '–'}
              {difference ? (
                <small>
                  {difference.corrected === null ? '' : `${pText(difference.corrected)}, `}
                  {formatCount(difference.pages, 'page')}
                  {difference.name === row.name ? '' : `, ${difference.name}`}
                </small>
              ) : null}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  )
}

const MOST = 200

/** Pages on which a row changed, the largest change first. */
function Changes({
  details,
  others,
  configuration,
}: {
  readonly details: RunDetails
  readonly others: readonly RunDetails[]
  readonly configuration: number
}) {
  const metric = useEvaluation((state) => state.metric)
  const [only, setOnly] = useState<'all' | 'higher' | 'lower'>('all')
  const pages = useMemo(
    () => changedPages(compared(details), configuration, others.map(compared), metric),
    [details, others, configuration, metric],
  )
  const higher = pages.filter(({ change }) => change > 0).length
  const shown = pages.filter(({ change }) => only === 'all' || change > 0 === (only === 'higher'))
  const name = details.run.names[configuration] ?? ''
  return (
    <section aria-label={`What changed in ${name}`} className="evaluate-changes">
      <h3>{name}, page by page</h3>
      <div className="evaluate-row">
        <Select
          caption="Pages"
          value={only}
          options={[
            { value: 'all', label: `all that changed (${formatNumber(pages.length)})` },
            { value: 'higher', label: `higher in this run (${formatNumber(higher)})` },
            { value: 'lower', label: `lower in this run (${formatNumber(pages.length - higher)})` },
          ]}
          onChange={setOnly}
        />
        <span className="quiet">{metricLabel(metric)}, the largest change first. A page opens in Inspect.</span>
      </div>
      {shown.length === 0 ? (
        <p className="quiet">{pages.length === 0 ? 'No page changed.' : 'No such page.'}</p>
      ) : (
        <ScrollTable
          label={`Pages that changed in ${name}`}
          columns={['Page', 'This run', ...others.map(({ run }) => run.name), 'Largest change']}
        >
          {shown.slice(0, MOST).map(({ page, value, others: there, change }) => (
            <tr key={page}>
              <th scope="row">
                <Button small tone="link" onClick={() => void evaluation.openPage(page, 'inspect', configuration)}>
                  {page}
                </Button>
              </th>
              <td>{formatScore(value)}</td>
              {there.map((other, i) => (
                <td key={others[i]?.run.id ?? i}>{formatScore(other)}</td>
              ))}
              <td>{signedFixed(change, 3)}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
      {shown.length > MOST ? <p className="quiet">and {formatNumber(shown.length - MOST)} more</p> : null}
    </section>
  )
}
