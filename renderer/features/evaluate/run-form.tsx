import { useState } from 'react'
import { metricOfName, METRICS, type MetricId } from '../../../shared/evaluation/metric-list'
import { CollectionSource, metricsOf } from '../../../shared/evaluation/run-spec'
import { Button } from '../../components/button'
import { formatCount } from '../../components/number-format'
import { Check, TextField, Select, NumberInput } from '../../components/fields'
import { MethodsQuestion } from './methods-question'
import { evaluation, useEvaluation } from './state/evaluation'
import { useFields } from '../../window/store'
import styles from './views.module.css'
import { PathField } from '../../components/path-field'

const METRIC_SETS: readonly { readonly id: string; readonly label: string; readonly metrics: readonly MetricId[] }[] = [
  { id: 'papers', label: 'Papers of this field: precision, recall, F1, CleanEval', metrics: ['precision', 'recall', 'f1', 'cleanEval'] },
  {
    id: 'wcxb',
    label: 'WCXB: word F1, snippets; also precision, recall, F1',
    metrics: ['wordF1', 'precision', 'recall', 'f1', 'wcxbWith', 'wcxbWithout'],
  },
  {
    id: 'webmainbench',
    label: 'WebMainBench: ROUGE-5 and Markdown',
    metrics: ['rouge5', 'markdownEdit', 'markdownRatio', 'markdownRouge5'],
  },
  { id: 'usual', label: 'All fast metrics', metrics: metricsOf({ metrics: [] }) },
]

const WORDS = [
  { id: 'foldCase', label: 'Ignore case' },
  { id: 'stripPunctuation', label: 'Ignore punctuation' },
] as const

export function RunForm() {
  const { draft, draftName: name } = useFields(useEvaluation, 'draft', 'draftName')
  const source = CollectionSource.parse(draft.source)
  const [hasWords] = useState(Object.values(draft.tokens ?? {}).some(Boolean))
  const ready = draft.configurations.length > 0 && (source.kind === 'samples' || source.path.trim() !== '')
  return (
    <form
      className={`stack ${styles.form}`}
      aria-label="New run"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void evaluation.start()
      }}
    >
      <h2>New run</h2>
      <PagesQuestion />
      <MethodsQuestion />
      <MetricsQuestion />
      <details open={hasWords}>
        <summary>Name and words</summary>
        <div className="evaluate-row">
          {WORDS.map(({ id, label }) => (
            <Check
              key={id}
              label={label}
              checked={draft.tokens?.[id] ?? false}
              onChange={(checked) => evaluation.setDraft({ tokens: { ...draft.tokens, [id]: checked } })}
            />
          ))}
          <TextField
            caption="Name of the run"
            className="evaluate-wide"
            value={name}
            placeholder="default: rows and date"
            onChange={(typed) => evaluation.set({ draftName: typed })}
          />
        </div>
      </details>
      <div className="evaluate-row">
        <Button label="Start" type="submit" tone="strong" disabled={!ready} />
        {ready ? null : (
          <span className="quiet">
            {draft.configurations.length === 0 ? 'Choose at least one extractor.' : 'Enter the path of the pages.'}
          </span>
        )}
      </div>
    </form>
  )
}

function MetricsQuestion() {
  const metrics = useEvaluation((state) => state.draft.metrics)
  const recorded = metricsOf({ metrics: (metrics ?? []).flatMap((metric) => metricOfName(metric) ?? []) })
  const set = METRIC_SETS.find((one) => one.metrics.length === recorded.length && one.metrics.every((id) => recorded.includes(id)))
  return (
    <fieldset>
      <legend>Metrics</legend>
      <Select
        caption="Set"
        value={set?.id ?? ''}
        options={[...METRIC_SETS.map(({ id, label }) => ({ value: id, label })), ...(set ? [] : [{ value: '', label: 'Single metrics' }])]}
        onChange={(id) => {
          const chosen = METRIC_SETS.find((one) => one.id === id)?.metrics
          if (chosen) evaluation.setDraft({ metrics: [...chosen] })
        }}
      />
      <details>
        <summary>Single metrics</summary>
        <div className={styles.metrics}>
          {METRICS.map(({ id, label, description }) => (
            <Check
              key={id}
              label={label}
              title={description}
              checked={recorded.includes(id)}
              disabled={recorded.length === 1 && recorded.includes(id)}
              onChange={(checked) => evaluation.setDraft({ metrics: checked ? [...recorded, id] : recorded.filter((one) => one !== id) })}
            />
          ))}
        </div>
      </details>
    </fieldset>
  )
}

const SOURCES = [
  { kind: 'samples', label: 'The samples', hint: '' },
  { kind: 'corpus', label: 'A corpus', hint: 'Folder with corpus.json' },
  { kind: 'folder', label: 'A folder', hint: 'A published corpus (WCXB, CleanEval, Dragnet, …), or .html and .txt files with equal names' },
  { kind: 'jsonl', label: 'JSON Lines', hint: 'File of records {"id","html"|"htmlPath","text"}, or WebMainBench' },
  { kind: 'warc', label: 'A web archive', hint: '.warc or .warc.gz; its pages have no gold standard' },
] as const

function PagesQuestion() {
  const { draft, counted, types, corpora } = useFields(useEvaluation, 'draft', 'counted', 'types', 'corpora')
  const source = CollectionSource.parse(draft.source)
  const pages = { contains: '', types: [], sample: 0, seed: 1, ...draft.pages }
  const change = (changes: Partial<typeof pages>): void => evaluation.setDraft({ pages: { ...pages, ...changes } })
  // Read once, so that the section stays open during a change.
  const [isRestricted] = useState(pages.contains !== '' || pages.sample > 0)
  const byType = Object.entries(counted?.types ?? {}).map(([type, count]) => `${count} ${type}`)
  const hint = SOURCES.find(({ kind }) => kind === source.kind)?.hint ?? ''
  return (
    <fieldset>
      <legend>Pages</legend>
      <Select
        caption="From"
        value={source.kind}
        options={SOURCES.map(({ kind, label }) => ({ value: kind, label }))}
        onChange={(kind) => evaluation.setDraft({ source: CollectionSource.parse({ kind, path: source.path }) })}
      />
      {source.kind === 'samples' ? null : (
        <div className="evaluate-wide evaluate-path">
          <PathField
            label="Path on this machine"
            title="Pages to evaluate"
            value={source.path}
            placeholder={hint}
            list={source.kind === 'corpus' ? 'evaluate-corpora' : undefined}
            isFolder={source.kind === 'corpus' || source.kind === 'folder'}
            onChange={(path) => evaluation.setDraft({ source: { kind: source.kind, path } })}
          />
          <datalist id="evaluate-corpora">
            {corpora.map(({ path, name: title }) => (
              <option key={path} value={path}>
                {title}
              </option>
            ))}
          </datalist>
        </div>
      )}
      <Button label="Count the pages" onClick={() => void evaluation.count()} />
      <span role="status">{counted ? `${formatCount(counted.pages, 'page')}: ${byType.join(', ')}` : ''}</span>
      <PageTypes types={types.length > 0 ? types : pages.types} chosen={pages.types} onChange={(types) => change({ types })} />
      <details open={isRestricted}>
        <summary>Only some pages</summary>
        <div className="evaluate-row">
          <TextField caption="Address or id contains" value={pages.contains} onChange={(contains) => change({ contains })} />
          <NumberInput
            caption="Random sample, pages"
            title="0: all pages"
            min={0}
            value={pages.sample}
            onChange={(sample) => change({ sample })}
          />
          <NumberInput
            caption="Seed"
            title="Seed of the sample, the bootstrap and the held-out pages of sweeps"
            min={0}
            value={pages.seed}
            onChange={(seed) => change({ seed })}
          />
        </div>
      </details>
    </fieldset>
  )
}

interface PageTypesProps {
  readonly types: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (types: string[]) => void
}

function PageTypes({ types, chosen, onChange }: PageTypesProps) {
  if (types.length < 2 && chosen.length === 0) return null
  return (
    <div className="evaluate-row" role="group" aria-label="Page types">
      {types.map((type) => (
        <Check
          key={type}
          label={type}
          checked={chosen.length === 0 || chosen.includes(type)}
          disabled={chosen.length === 1 && chosen.includes(type)}
          onChange={(checked) => {
            const kept = types.filter((one) => (one === type ? checked : chosen.length === 0 || chosen.includes(one)))
            onChange(kept.length === types.length ? [] : kept)
          }}
        />
      ))}
    </div>
  )
}
