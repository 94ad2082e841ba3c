import { useEffect, useState } from 'react'
import { toFailure } from '../../../shared/base/failure'
import { metricOfName, METRICS, type MetricId } from '../../../shared/evaluation/metric-list'
import { metricsOf, CollectionSource, configurationName, readConfigurations, Configuration } from '../../../shared/evaluation/run-spec'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import { Button } from '../../components/button'
import { Check, NumberInput, TextField } from '../../components/fields'
import { evaluation, usualConfigurations, useEvaluation } from './state/evaluation'
import { useWindow } from '../../window/window'
import { ExtractorSelect, PresetSelect, Select } from '../../components/select'
import { PathField } from '../../components/path-field'

const SOURCES = [
  { kind: 'samples', label: 'The samples', hint: '' },
  { kind: 'corpus', label: 'A corpus', hint: 'Folder with corpus.json' },
  { kind: 'folder', label: 'A folder', hint: 'A published corpus (WCXB, CleanEval, Dragnet, …), or .html with same-named .txt' },
  { kind: 'jsonl', label: 'JSON Lines', hint: 'File of {"id","html"|"htmlPath","text"} records, or WebMainBench' },
  { kind: 'warc', label: 'A web archive', hint: '.warc or .warc.gz; its pages have no gold' },
] as const

/** Sets of figures: those of this field's papers, and those that two benchmarks publish. */
const FIGURES: readonly { readonly id: string; readonly label: string; readonly metrics: readonly MetricId[] }[] = [
  { id: 'papers', label: 'This field’s papers: precision, recall, F1, CleanEval', metrics: ['precision', 'recall', 'f1', 'cleanEval'] },
  { id: 'wcxb', label: 'WCXB: word F1 and snippets', metrics: ['wordF1', 'snippetAccuracy', 'snippetsWith', 'snippetsWithout'] },
  {
    id: 'webmainbench',
    label: 'WebMainBench: ROUGE-5, Markdown and tables',
    metrics: ['rouge5', 'markdownEdit', 'markdownRatio', 'markdownRouge5', 'teds'],
  },
  { id: 'usual', label: 'All that are quick to compute', metrics: metricsOf({ metrics: [] }) },
]

const WORDS = [
  { id: 'foldCase', label: 'Compare without regard to case' },
  { id: 'stripPunctuation', label: 'Compare without punctuation' },
] as const

/** Three questions, which pages, which methods, which figures, with answers filled in. */
export function RunForm() {
  const draft = useEvaluation((state) => state.draft)
  const name = useEvaluation((state) => state.draftName)
  const source = CollectionSource.parse(draft.source)
  const ready = draft.configurations.length > 0 && (source.kind === 'samples' || source.path.trim() !== '')
  return (
    <form
      className="evaluate-form"
      aria-label="New run"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void evaluation.start()
      }}
    >
      <h2>New run</h2>
      <PagesQuestion />
      <Columns configurations={draft.configurations} />
      <FiguresQuestion />
      <details>
        <summary>Name and notes on words</summary>
        <div className="evaluate-row">
          {WORDS.map(({ id, label }) => (
            <Check
              key={id}
              checked={draft.tokens?.[id] ?? false}
              onChange={(checked) => evaluation.setDraft({ tokens: { ...draft.tokens, [id]: checked } })}
            >
              {label}
            </Check>
          ))}
          <TextField
            caption="Name of the run"
            className="evaluate-wide"
            value={name}
            placeholder="made from the rows and the date"
            onChange={(typed) => evaluation.set({ draftName: typed })}
          />
        </div>
      </details>
      <div className="evaluate-row">
        <Button type="submit" tone="strong" disabled={!ready}>
          Start
        </Button>
        {ready ? null : (
          <span className="quiet">{draft.configurations.length === 0 ? 'Choose at least one method.' : 'Say where the pages are.'}</span>
        )}
      </div>
    </form>
  )
}

/** Which pages: where they are, and which of them. */
function PagesQuestion() {
  const draft = useEvaluation((state) => state.draft)
  const counted = useEvaluation((state) => state.counted)
  const corpora = useEvaluation((state) => state.corpora)
  const source = CollectionSource.parse(draft.source)
  const pages = { contains: '', types: [], sample: 0, seed: 1, ...draft.pages }
  const hint = SOURCES.find(({ kind }) => kind === source.kind)?.hint ?? ''
  return (
    <fieldset>
      <legend>Which pages?</legend>
      <Select
        caption="From"
        value={source.kind}
        options={SOURCES.map(({ kind, label }) => ({ value: kind, label }))}
        onChange={(kind) => evaluation.setDraft({ source: CollectionSource.parse({ kind, path: source.path }) })}
      />
      {source.kind === 'samples' ? null : (
        <div className="evaluate-wide evaluate-path">
          <PathField
            id="evaluate-path"
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
      <Button onClick={() => void evaluation.count()}>Count the pages</Button>
      <span role="status" className="evaluate-found">
        {counted
          ? `${counted.pages} pages: ${Object.entries(counted.types)
              .map(([type, count]) => `${count} ${type}`)
              .join(', ')}`
          : ''}
      </span>
      <PageTypes
        source={`${source.kind} ${source.path}`}
        counted={counted?.types ?? null}
        chosen={pages.types}
        onChange={(types) => evaluation.setDraft({ pages: { ...pages, types } })}
      />
      <details>
        <summary>Only some of them</summary>
        <div className="evaluate-row">
          <TextField
            caption="Address or id contains"
            value={pages.contains}
            onChange={(contains) => evaluation.setDraft({ pages: { ...pages, contains } })}
          />
          <label title="0 takes all">
            Random sample, pages
            <NumberInput min={0} value={pages.sample} onChange={(sample) => evaluation.setDraft({ pages: { ...pages, sample } })} />
          </label>
          <label title="Of the draw and of the bootstrap">
            Seed
            <NumberInput min={0} value={pages.seed} onChange={(seed) => evaluation.setDraft({ pages: { ...pages, seed } })} />
          </label>
        </div>
      </details>
    </fieldset>
  )
}

/** Which figures: a set of them, or one by one. */
function FiguresQuestion() {
  const metrics = useEvaluation((state) => state.draft.metrics)
  const recorded = metricsOf({ metrics: (metrics ?? []).flatMap((metric) => metricOfName(metric) ?? []) })
  const set = FIGURES.find((one) => one.metrics.length === recorded.length && one.metrics.every((id) => recorded.includes(id)))
  return (
    <fieldset>
      <legend>Which figures?</legend>
      <Select
        caption="Set"
        value={set?.id ?? 'own'}
        options={[
          ...FIGURES.map(({ id, label }) => ({ value: id, label })),
          ...(set ? [] : [{ value: 'own', label: 'Chosen one by one' }]),
        ]}
        onChange={(id) => {
          const chosen = FIGURES.find((one) => one.id === id)?.metrics
          if (chosen) evaluation.setDraft({ metrics: [...chosen] })
        }}
      />
      <details>
        <summary>One by one</summary>
        <div className="evaluate-metrics">
          {METRICS.map(({ id, label, description }) => (
            <Check
              key={id}
              title={description}
              checked={recorded.includes(id)}
              // At least one stays: a run without a metric says nothing.
              disabled={recorded.length === 1 && recorded.includes(id)}
              onChange={(checked) => evaluation.setDraft({ metrics: checked ? [...recorded, id] : recorded.filter((one) => one !== id) })}
            >
              {label}
            </Check>
          ))}
        </div>
      </details>
    </fieldset>
  )
}

interface PageTypesProps {
  /** What the types belong to; another source has others. */
  readonly source: string
  readonly counted: Readonly<Record<string, number>> | null
  /** Types to keep; empty keeps all. */
  readonly chosen: readonly string[]
  readonly onChange: (types: string[]) => void
}

/** Which types of page take part, once a count has told which there are. */
function PageTypes({ source, counted, chosen, onChange }: PageTypesProps) {
  const [known, setKnown] = useState<{ readonly source: string; readonly types: readonly string[] }>({ source, types: chosen })
  useEffect(() => {
    if (counted === null) return
    setKnown((before) => ({
      source,
      types: [...new Set([...(before.source === source ? before.types : []), ...Object.keys(counted)])].sort(),
    }))
  }, [counted, source])
  const types = known.source === source ? known.types : chosen
  if (types.length < 2 && chosen.length === 0) return null
  return (
    <div className="evaluate-row" role="group" aria-label="Page types">
      {types.map((type) => (
        <Check
          key={type}
          checked={chosen.length === 0 || chosen.includes(type)}
          disabled={chosen.length === 1 && chosen.includes(type)}
          onChange={(checked) => {
            const kept = types.filter((one) => (one === type ? checked : chosen.length === 0 || chosen.includes(one)))
            onChange(kept.length === types.length ? [] : kept)
          }}
        >
          {type}
        </Check>
      ))}
    </div>
  )
}

function Columns({ configurations }: { readonly configurations: readonly Configuration[] | readonly Partial<Configuration>[] }) {
  const extractors = useWindow((state) => state.extractors)
  const [id, setId] = useState('')
  const [preset, setPreset] = useState<Preset>('default')
  const [values, setValues] = useState('')
  const [problem, setProblem] = useState('')
  const chosen = extractors.find((info) => info.id === id) ?? extractors[0]
  const list = configurations.map((one) => Configuration.parse(one))

  function add(): void {
    if (!chosen) return
    try {
      evaluation.setDraft({ configurations: [...list, ...readConfigurations(chosen, preset, values)] })
      setProblem('')
      setValues('')
    } catch (thrown) {
      const { message, next } = toFailure(thrown)
      setProblem(`${message} ${next}`)
    }
  }

  return (
    <fieldset>
      <legend>Which methods?</legend>
      <div className="evaluate-row" role="group" aria-label="Sets of methods">
        {groupsOf(extractors).map(({ title, ids }) => (
          <Button
            key={title}
            small
            title={ids.map((one) => extractors.find((info) => info.id === one)?.title ?? one).join(', ')}
            onClick={() => evaluation.setDraft({ configurations: ids.map((extractor) => ({ extractor, preset: 'default', params: {} })) })}
          >
            {title}
          </Button>
        ))}
      </div>
      {list.length === 0 ? <p className="quiet">Add at least one method.</p> : null}
      <ul className="evaluate-columns" aria-label="Methods of the run">
        {list.map((configuration, i) => (
          <li key={i} title={extractors.find((info) => info.id === configuration.extractor)?.summary}>
            <span>{configurationName(configuration)}</span>
            <Button
              tone="bare"
              aria-label={`Remove ${configurationName(configuration)}`}
              onClick={() => evaluation.setDraft({ configurations: list.filter((_, j) => j !== i) })}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      <details>
        <summary>Add one with parameters</summary>
        <div className="evaluate-row">
          <ExtractorSelect caption="Extractor" extractors={extractors} value={chosen?.id ?? ''} onChange={setId} />
          <PresetSelect caption="Preset" value={preset} onChange={setPreset} />
          <TextField
            caption="Parameters"
            value={values}
            spellCheck={false}
            placeholder={exampleOf(chosen?.params ?? {})}
            onChange={setValues}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Button onClick={add}>Add</Button>
        </div>
        <p className="quiet">A value like 0.5:2:0.1 sweeps the parameter: one row for each value, drawn as a curve.</p>
        {problem ? <p role="alert">{problem}</p> : null}
      </details>
    </fieldset>
  )
}

/** What one would compare, by a word. */
function groupsOf(extractors: readonly ExtractorInfo[]): readonly { readonly title: string; readonly ids: readonly string[] }[] {
  const of = (...families: readonly ExtractorInfo['family'][]): string[] =>
    extractors.filter(({ family }) => families.includes(family)).map(({ id }) => id)
  return [
    { title: 'The usual ones', ids: usualConfigurations().map(({ extractor }) => extractor) },
    { title: 'Papers', ids: of('system') },
    { title: 'Baselines', ids: of('baseline') },
    { title: 'Libraries and Lens', ids: of('peer', 'own') },
    { title: 'All', ids: extractors.map(({ id }) => id) },
    { title: 'None', ids: [] },
  ]
}

function exampleOf(params: Readonly<Record<string, { readonly kind: string; readonly default: ParamValue }>>): string {
  const first = Object.entries(params).find(([, spec]) => spec.kind === 'number')
  return first ? `${first[0]}=${String(first[1].default)}` : ''
}
