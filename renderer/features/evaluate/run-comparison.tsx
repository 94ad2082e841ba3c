import { useCallback, useMemo, useState } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import {
  changedPages,
  compareRuns,
  effectiveParams,
  rowsAlike,
  type ChosenRow,
  type ComparedRow,
  type ComparedRun,
} from '../../../shared/evaluation/compare-runs'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { pText } from '../../../shared/evaluation/table-text'
import { Button } from '../../components/button'
import { formatCount, formatDifference, formatNumber, formatScore } from '../../components/number-format'
import { PanelMessage } from '../../components/panel/panel'
import { ScrollTable, metricLabel, MetricSelect } from './view-parts'
import { SlopePlot } from './plots/slope-plot'
import { evaluation, useEvaluation } from './state/evaluation'
import { Select } from '../../components/fields'
import { useWindow, useFields } from '../../window/window'
import type { ColumnHead } from '../../components/table'

function compared({ run, results }: RunDetails, extractors: readonly ExtractorInfo[]): ComparedRun {
  const effective = run.spec.configurations.map((one) => effectiveParams(one, extractors))
  return { names: run.names, spec: run.spec, effective, results }
}

const HOW =
  'Copy this run, change a parameter, and start the copy. This view then shows the differences, page by page. You can compare several runs.'

export function RunComparison({ details }: { readonly details: RunDetails }) {
  const runs = useEvaluation((state) => state.runs) ?? []
  const { others, metric, focus } = useFields(useEvaluation, 'others', 'metric', 'focus')
  const extractors = useWindow((state) => state.extractors)
  const [picked, setPicked] = useState<Readonly<Record<string, number>>>({})
  const left = runs.filter(({ id }) => id !== details.run.id && !others.some(({ run }) => run.id === id))
  const run = useMemo(() => compared(details, extractors), [details, extractors])
  const against = useMemo(() => others.map((other) => compared(other, extractors)), [others, extractors])
  const chosen = useCallback<ChosenRow>((row, other) => picked[`${row} ${others[other]?.run.id ?? ''}`], [picked, others])
  const rows = useMemo(() => compareRuns(run, against, metric, chosen), [run, against, metric, chosen])
  const current = rows.find(({ configuration }) => configuration === focus) ?? rows[0]
  if (left.length === 0 && others.length === 0)
    return (
      <PanelMessage title="No other run yet" next={HOW}>
        <Button label="Copy and change …" tone="strong" onClick={() => evaluation.editCopy()} />
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
          <span className="row">
            {others.map(({ run: { id, name } }) => (
              <Button key={id} label={`${name} ×`} small aria-label={`Remove ${name}`} onClick={() => evaluation.compareWithout(id)} />
            ))}
          </span>
        ) : null}
      </div>
      {others.length === 0 ? (
        <PanelMessage title="Choose the run to compare with" next={HOW} />
      ) : rows.length === 0 ? (
        <PanelMessage title="These runs have no extractor in common" next="Compare runs of the same extractors." />
      ) : (
        <>
          <SlopePlot rows={rows} />
          <Differences
            rows={rows}
            current={current}
            candidates={(row, other) => (against[other] ? rowsAlike(run, row, against[other]) : [])}
            onPick={(row, other, there) => setPicked({ ...picked, [`${row} ${others[other]?.run.id ?? ''}`]: there })}
          />
          {current ? <Changes key={current.configuration} row={current} {...{ run, against }} /> : null}
        </>
      )}
    </>
  )
}

interface DifferencesProps {
  readonly rows: readonly ComparedRow[]
  readonly current: ComparedRow | undefined
  readonly candidates: (configuration: number, other: number) => readonly number[]
  readonly onPick: (configuration: number, other: number, there: number) => void
}

function Differences({ rows, current, candidates, onPick }: DifferencesProps) {
  const runs = useEvaluation((state) => state.others)
  return (
    <ScrollTable
      label="Differences between runs"
      columns={[
        'This run',
        ...runs.map(({ run }): ColumnHead => ({
          label: `minus ${run.name}`,
          title:
            'Mean of this run minus mean of the other run, over their common pages; p of a paired two-sided permutation test, corrected for all comparisons of the table (Holm)',
        })),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.configuration} className={row === current ? 'evaluate-focus' : ''}>
          <th scope="row">
            <Button
              label={row.name}
              tone="bare"
              aria-pressed={row === current}
              onClick={() => evaluation.set({ focus: row.configuration })}
            />
          </th>
          {row.others.map((difference, i) => (
            <td key={runs[i]?.run.id ?? i}>
              {difference?.test ? formatDifference(difference.test.difference, 3) : '–'}
              {difference ? (
                <small>
                  {difference.corrected === null ? '' : `${pText(difference.corrected)}, `}
                  {formatCount(difference.pages, 'page')}
                </small>
              ) : null}
              {difference && candidates(row.configuration, i).length > 1 ? (
                <Select
                  caption={`Row of ${runs[i]?.run.name ?? ''}`}
                  value={difference.configuration}
                  options={candidates(row.configuration, i).map((value) => ({ value, label: runs[i]?.run.names[value] ?? '' }))}
                  onChange={(there) => onPick(row.configuration, i, there)}
                />
              ) : difference && difference.name !== row.name ? (
                <small>{difference.name}</small>
              ) : null}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  )
}

const MOST = 200

function Changes({
  run,
  against,
  row,
}: {
  readonly run: ComparedRun
  readonly against: readonly ComparedRun[]
  readonly row: ComparedRow
}) {
  const { configuration, name } = row
  const { metric, others: runs } = useFields(useEvaluation, 'metric', 'others')
  const [only, setOnly] = useState<'all' | 'higher' | 'lower'>('all')
  const pages = useMemo(() => changedPages(run, row, against, metric), [run, row, against, metric])
  const higher = pages.filter(({ change }) => change > 0).length
  const shown = pages.filter(({ change }) => only === 'all' || change > 0 === (only === 'higher'))
  return (
    <section aria-label={`Changes in ${name}`} className="stack evaluate-grid">
      <h3>{name}, page by page</h3>
      <div className="evaluate-row">
        <Select
          caption="Pages"
          value={only}
          options={[
            { value: 'all', label: `all changed pages (${formatNumber(pages.length)})` },
            { value: 'higher', label: `higher in this run (${formatNumber(higher)})` },
            { value: 'lower', label: `lower in this run (${formatNumber(pages.length - higher)})` },
          ]}
          onChange={setOnly}
        />
        <span className="quiet">{metricLabel(metric)}, largest change first.</span>
      </div>
      {shown.length === 0 ? (
        <p className="quiet">{pages.length === 0 ? 'No common page has a changed score.' : 'No page matches.'}</p>
      ) : (
        <ScrollTable
          label={`Pages with changed scores of ${name}`}
          columns={['Page', 'This run', ...runs.map((other) => other.run.name), 'Largest change']}
          rows={shown.slice(0, MOST).map(({ page, value, others: there, change }) => ({
            key: page,
            cells: [
              <Button key="open" label={page} small tone="link" onClick={() => void evaluation.openPage(page, 'inspect', configuration)} />,
              ...[value, ...there].map(formatScore),
              formatDifference(change, 3),
            ],
          }))}
        />
      )}
      {shown.length > MOST ? <p className="quiet">and {formatNumber(shown.length - MOST)} more</p> : null}
    </section>
  )
}
