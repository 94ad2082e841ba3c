import { CollectionSource } from '../../../shared/evaluation/run-spec'
import { Button } from '../../components/button'
import { Check, NumberInput, TextField, Select } from '../../components/fields'
import { PathField } from '../../components/path-field'
import { evaluation, useEvaluation } from './state/evaluation'
import { useFields } from '../../window/store'

const SOURCES = [
  { kind: 'samples', label: 'The samples', hint: '' },
  { kind: 'corpus', label: 'A corpus', hint: 'Folder with corpus.json' },
  { kind: 'folder', label: 'A folder', hint: 'A published corpus (WCXB, CleanEval, Dragnet, …), or .html and .txt files with equal names' },
  { kind: 'jsonl', label: 'JSON Lines', hint: 'File of records {"id","html"|"htmlPath","text"}, or WebMainBench' },
  { kind: 'warc', label: 'A web archive', hint: '.warc or .warc.gz; its pages have no gold standard' },
] as const

export function PagesQuestion() {
  const { draft, counted, types, corpora } = useFields(useEvaluation, 'draft', 'counted', 'types', 'corpora')
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
      <Button label="Count the pages" onClick={() => void evaluation.count()} />
      <span role="status">
        {counted
          ? `${counted.pages} pages: ${Object.entries(counted.types)
              .map(([type, count]) => `${count} ${type}`)
              .join(', ')}`
          : ''}
      </span>
      <PageTypes
        types={types.length > 0 ? types : pages.types}
        chosen={pages.types}
        onChange={(types) => evaluation.setDraft({ pages: { ...pages, types } })}
      />
      <details>
        <summary>Only some pages</summary>
        <div className="evaluate-row">
          <TextField
            caption="Address or id contains"
            value={pages.contains}
            onChange={(contains) => evaluation.setDraft({ pages: { ...pages, contains } })}
          />
          <label title="0: all pages">
            Random sample, pages
            <NumberInput min={0} value={pages.sample} onChange={(sample) => evaluation.setDraft({ pages: { ...pages, sample } })} />
          </label>
          <label title="Seed of the sample and of the bootstrap">
            Seed
            <NumberInput min={0} value={pages.seed} onChange={(seed) => evaluation.setDraft({ pages: { ...pages, seed } })} />
          </label>
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
