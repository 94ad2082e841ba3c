import { useMemo, useState } from 'react'
import type { RunDetails, Triage } from '../../../shared/contract/evaluation-contract'
import { ERROR_CLASSES } from '../../../shared/evaluation/error-classes'
import { pageScoresCsv } from '../../../shared/evaluation/table-text'
import { metricsOf } from '../../../shared/evaluation/run-spec'
import { Button } from '../../components/button'
import { List, type RowProps } from '../../components/list/list'
import { fileName, saveFile } from '../../components/panel/save-file'
import { evaluation, listedEntries, useEvaluation, type Entry } from './state/evaluation'
import { PagePlots } from './plots/page-plots'
import { metricLabel, MetricSelect, rowOptions } from './view-parts'
import { optionsOf, Select, TextField } from '../../components/fields'
import { DataTable } from '../../components/table'
import { formatCount, formatScore } from '../../components/number-format'
import { useWindow, useFields } from '../../window/window'
import styles from './views.module.css'

const ROW = 28
const ANY = { value: '', label: 'any' }
const ORDERS = [
  { value: 'worst', label: 'worst first' },
  { value: 'spread', label: 'extractors disagree most' },
  { value: 'page', label: 'as in the source' },
] as const
const NONE: Triage = { tags: [], note: '' }

export function PageList({ details }: { readonly details: RunDetails }) {
  const { run, results } = details
  const { metric, focus } = useFields(useEvaluation, 'metric', 'focus')
  const { order, error, tag, type, search, page: selected, isFirst } = useEvaluation((state) => state.listed)

  const entries = useMemo(
    () => listedEntries(details, metric, focus, { order, error, tag, type, search }),
    [details, metric, focus, order, error, tag, type, search],
  )

  const errors = useMemo(() => {
    const found = results.flatMap(({ rows }) => rows[focus]?.errors ?? [])
    return Object.keys(ERROR_CLASSES).map((value) => ({ value, label: `${value} (${found.filter((name) => name === value).length})` }))
  }, [results, focus])
  const types = useMemo(() => [...new Set(results.map(({ facts }) => facts.pageType))].sort(), [results])
  const tags = useMemo(() => [...new Set(Object.values(details.triage).flatMap((entry) => entry.tags))].sort(), [details.triage])

  const pageOf = (row: number): string => entries[row]?.result.facts.page ?? ''
  const index = selected === null && isFirst && entries.length > 0 ? 0 : entries.findIndex(({ result }) => result.facts.page === selected)
  const current = entries[index]

  return (
    <div className={`stack ${styles.pages}`}>
      <div className="evaluate-row">
        <Select
          caption="Extractor"
          value={focus}
          options={rowOptions(details.run.names)}
          onChange={(row) => evaluation.set({ focus: row })}
        />
        <MetricSelect />
        <Select caption="Order" value={order} options={ORDERS} onChange={(order) => evaluation.list({ order })} />
        <Select caption="Error" value={error} options={[ANY, ...errors]} onChange={(error) => evaluation.list({ error })} />
        {tags.length > 0 ? (
          <Select caption="Tag" value={tag} options={[ANY, ...optionsOf(tags)]} onChange={(tag) => evaluation.list({ tag })} />
        ) : null}
        {types.length > 1 ? (
          <Select caption="Type" value={type} options={[ANY, ...optionsOf(types)]} onChange={(type) => evaluation.list({ type })} />
        ) : null}
        <TextField
          caption="Search"
          type="search"
          placeholder="id, address or note"
          value={search}
          onChange={(search) => evaluation.list({ search })}
        />
        <span className="quiet">{formatCount(entries.length, 'page')}</span>
        <Button
          label="All scores (CSV)"
          small
          title="All metrics of each page and extractor"
          onClick={() => saveFile(fileName(`${run.name} pages`, 'csv'), pageScoresCsv(results, run.names, metricsOf(run.spec)))}
        />
      </div>
      <PagePlots details={details} />
      <List
        className={styles.list}
        role="listbox"
        label="Pages"
        count={entries.length}
        rowHeight={ROW}
        current={index}
        idOf={(row) => `evaluated-${pageOf(row)}`}
        nameOf={(row) => entries[row]?.result.facts.url || pageOf(row)}
        onMove={(row) => evaluation.list({ page: pageOf(row) })}
        onOpen={(row) => void evaluation.openPage(pageOf(row), 'inspect')}
      >
        {(row, props) => {
          const entry = entries[row]
          return entry ? <PageRow entry={entry} row={props} triage={details.triage} /> : null
        }}
      </List>
      {current ? (
        <PageDetails key={current.result.facts.page} entry={current} details={details} />
      ) : (
        <p className="quiet">
          {entries.length === 0 ? 'No page matches the filter.' : 'Choose a page to see its scores. Enter opens the page.'}
        </p>
      )}
    </div>
  )
}

function PageRow({ entry, row, triage }: { readonly entry: Entry; readonly row: RowProps; readonly triage: RunDetails['triage'] }) {
  const metric = useEvaluation((state) => state.metric)
  const { facts } = entry.result
  return (
    <div {...row} className={styles.listRow}>
      <span className="bs-number" title={metricLabel(metric)}>
        {formatScore(entry.value)}
      </span>
      <code className="cut" title={facts.page}>
        {facts.page}
      </code>
      <span className="cut">{facts.url}</span>
      <span className="quiet">{facts.pageType}</span>
      <span className={`bar ${styles.tags}`}>
        {[...entry.errors, ...(triage[facts.page] ?? NONE).tags].map((name, i) => (
          <span key={i} className={styles.tag}>
            {name}
          </span>
        ))}
      </span>
    </div>
  )
}

function PageDetails({ entry, details }: { readonly entry: Entry; readonly details: RunDetails }) {
  const { facts, rows } = entry.result
  const saved = details.triage[facts.page] ?? NONE
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const [tags, setTags] = useState(saved.tags.join(', '))
  const [note, setNote] = useState(saved.note)
  const save = (): void =>
    void evaluation.triage(facts.page, { tags: [...new Set(tags.split(',').flatMap((tag) => tag.trim() || []))], note })
  return (
    <section className="stack evaluate-details" aria-label={`Page ${facts.page}`}>
      <div className="evaluate-row">
        <Button
          label="Open in Inspect"
          small
          tone="strong"
          title="Inspect lays out the page and drops elements that style sheets hide, so the score can differ."
          onClick={() => void evaluation.openPage(facts.page, 'inspect')}
        />
        <Button label="Open in Compare" small onClick={() => void evaluation.openPage(facts.page, 'compare')} />
        <span className="quiet">
          {facts.pageType} · {facts.nodes} nodes · {facts.goldWords} gold words · {(facts.linkShare * 100).toFixed(0)} % link text
        </span>
      </div>
      {entry.errors.map((name) => (
        <p key={name}>
          <strong>{name}.</strong> {name in ERROR_CLASSES ? ERROR_CLASSES[name as keyof typeof ERROR_CLASSES] : ''}
        </p>
      ))}
      <DataTable
        columns={['Extractor', 'P', 'R', 'F1', { label: 'Suggested errors', className: 'evaluate-left' }]}
        rows={rows.map(({ configuration, metrics, failure, errors }) => ({
          key: String(configuration),
          cells: [
            <Button
              key="open"
              label={details.run.names[configuration]}
              small
              tone="link"
              onClick={() => void evaluation.openPage(facts.page, 'inspect', configuration)}
            />,
            ...(['precision', 'recall', 'f1'] as const).map((id) => formatScore(metrics[id])),
            failure?.message ?? errors.join(', '),
          ],
        }))}
      />
      {isPublished ? null : (
        <div className="evaluate-row">
          <TextField caption="Tags, comma-separated" value={tags} onChange={setTags} onBlur={save} />
          <TextField caption="Note" className="evaluate-wide" value={note} onChange={setNote} onBlur={save} />
        </div>
      )}
    </section>
  )
}
