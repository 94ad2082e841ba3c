import { useState, type ComponentProps } from 'react'
import { EXCHANGE_FORMATS, type ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import { describeSource, type CaptureMode, type Source } from '../../../../shared/contract/capture'
import { Button, Segments } from '../../../components/button'
import { ActionDialog } from '../../../components/dialog'
import { PathField } from '../../../components/path-field'
import { optionsOf, Select, Check, NumberInput, RadioGroup, TextField } from '../../../components/fields'
import { currentTab } from '../../../window/window'
import { annotate, batch, useAnnotate, useFilteredPages } from '../state/annotate'
import { adjudication, useAdjudication } from '../state/adjudication'
import { labelling } from '../state/labelling'
import { useLabelling } from '../state/labelling-state'
import { PAGE_ID } from '../../../../shared/gold/gold-file'

/** Dialog of an action on a corpus, with the progress of a task. */
export function CorpusDialog(dialog: Omit<ComponentProps<typeof ActionDialog>, 'store' | 'progress'>) {
  return <ActionDialog {...dialog} store={useAnnotate} progress={useAnnotate((state) => state.task?.progress)} />
}

function sourceOfTab(): { readonly source: Source; readonly mode: CaptureMode; readonly title: string } | null {
  const { page, model, source, mode } = currentTab()
  if (!page || !model || !source) return null
  const title = page.title || describeSource(source)
  if (mode === 'rendered' && source.kind !== 'sample') return { source, mode, title }
  return { source: { kind: 'html', html: model.html, name: page.label, url: page.url ?? undefined }, mode: 'source', title }
}

export function AddPagesDialog({ onClose }: { readonly onClose: () => void }) {
  const [list, setList] = useState('')
  const [mode, setMode] = useState<CaptureMode>('source')
  const [delay, setDelay] = useState(1)
  const tab = sourceOfTab()
  const sources = sourcesOfList(list)
  return (
    <CorpusDialog
      label="Add pages"
      submit={sources.length === 0 ? 'Add' : `Add ${sources.length} ${sources.length === 1 ? 'page' : 'pages'}`}
      disabled={sources.length === 0}
      onSubmit={() => annotate.addPages(sources, mode, Math.round(delay * 1000))}
      onClose={onClose}
    >
      {tab ? (
        <div className="row">
          <Button
            label="Add current page"
            tone="strong"
            data-autofocus
            onClick={() => {
              onClose()
              void annotate.addPages([tab.source], tab.mode, 0)
            }}
          />
          <span className="quiet">{tab.title}</span>
        </div>
      ) : null}
      <label htmlFor="add-list">Addresses or file paths, one per line</label>
      <textarea id="add-list" rows={8} value={list} spellCheck={false} onChange={(event) => setList(event.target.value)} />
      <div className="row">
        <Segments<CaptureMode>
          label="Capture"
          value={mode}
          options={[
            { value: 'source', label: 'Source', title: 'Source HTML' },
            { value: 'rendered', label: 'Rendered', title: 'Rendered page' },
          ]}
          onChange={setMode}
        />
        <label>
          Pause between requests to one host <NumberInput min={0} max={600} step={0.5} value={delay} onChange={setDelay} /> s
        </label>
      </div>
    </CorpusDialog>
  )
}

/** Saves and closes the open pages whose ids are in `pages`. Returns false if saving failed. */
export async function discardPages(pages: readonly string[]): Promise<boolean> {
  const isAmong = (page: string | undefined): boolean => page !== undefined && pages.includes(page)
  if (isAmong(useLabelling.getState().open?.page.entry.id) && !(await labelling.leave())) return false
  return !isAmong(useAdjudication.getState().open?.page.entry.id) || adjudication.close()
}

export function RenameDialog({ page, onClose }: { readonly page: string; readonly onClose: () => void }) {
  const [id, setId] = useState(page)
  return (
    <CorpusDialog
      label="Rename"
      submit="Rename"
      disabled={!PAGE_ID.test(id)}
      onSubmit={async () => {
        if (id !== page && (await discardPages([page]))) await annotate.rename(page, id)
      }}
      onClose={onClose}
    >
      <TextField
        caption="Id: lower-case letters, digits, - and _"
        data-autofocus
        value={id}
        maxLength={80}
        aria-invalid={!PAGE_ID.test(id)}
        onChange={setId}
      />
    </CorpusDialog>
  )
}

export function sourcesOfList(text: string): Source[] {
  const values = new Set(text.split(/\r?\n/).map((line) => line.trim()))
  return [...values].flatMap((value): Source[] => {
    if (value === '' || value.startsWith('#')) return []
    if (/^(?:\/|[a-z]:[\\/]|\\\\)/i.test(value)) return [{ kind: 'file', path: value }]
    return [{ kind: 'url', url: /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}` }]
  })
}

const FORMATS: Readonly<Record<ExchangeFormat, { readonly title: string; readonly path: string }>> = {
  folder: { title: 'Folder: a published corpus, or .html with .txt', path: 'Folder' },
  benchmark: { title: 'Article extraction benchmark (ground-truth.json)', path: 'Folder with ground-truth.json' },
  wcxb: { title: 'WCXB (html/ and ground-truth/)', path: 'Folder' },
  'json-lines': { title: 'JSON Lines', path: 'File, .jsonl or .jsonl.gz' },
  'cc-select': { title: 'WebMainBench: elements marked cc-select, JSON Lines', path: 'File, .jsonl or .jsonl.gz' },
  warc: { title: 'WARC', path: 'File, .warc or .warc.gz' },
  wacz: { title: 'WACZ: pages with their images and styles', path: 'File, .wacz' },
}

function usePlace(first: ExchangeFormat, title: string) {
  const [format, setFormat] = useState(first)
  const [path, setPath] = useState('')
  const meaning = FORMATS[format].path
  const fields = (
    <>
      <Select
        caption="Format"
        data-autofocus
        value={format}
        options={EXCHANGE_FORMATS.map((value) => ({ value, label: FORMATS[value].title }))}
        onChange={setFormat}
      />
      <PathField label={meaning} isFolder={meaning.startsWith('Folder')} title={title} value={path} onChange={setPath} />
    </>
  )
  return { place: { format, path: path.trim() }, fields }
}

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { place, fields } = usePlace('folder', 'Source of the import')
  const [name, setName] = useState('imported')
  const [align, setAlign] = useState(true)
  return (
    <CorpusDialog
      label="Import"
      submit="Import"
      disabled={place.path === ''}
      onSubmit={async () => {
        const request = { ...place, annotator: name.trim() || 'imported', align }
        // Read the description again, because an import can add labels to the description.
        if (await batch('Importing', 'corpus.import', request, { title: 'Imported' })) await annotate.describe({})
      }}
      onClose={onClose}
    >
      {fields}
      <TextField caption="Name of the gold standard" value={name} maxLength={64} onChange={setName} />
      <Check label="Find each gold text on the page" checked={align} onChange={setAlign} />
    </CorpusDialog>
  )
}

export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const marked = [...useAnnotate((state) => state.marked)]
  const { entries } = useAnnotate((state) => state.list)
  const filtered = useFilteredPages()
  const { place, fields } = usePlace('json-lines', 'File to write')
  const [who, setWho] = useState('')
  const [what, setWhat] = useState<'all' | 'filtered' | 'marked'>(marked.length > 0 ? 'marked' : 'all')
  const names = [...new Set(entries.flatMap((entry) => [...entry.gold.map(({ annotator }) => annotator), ...entry.texts]))].sort()
  return (
    <CorpusDialog
      label="Export"
      submit="Export"
      disabled={place.path === ''}
      onSubmit={() => {
        const pages = { all: undefined, filtered: filtered.map(({ id }) => id), marked }[what]
        const request = { ...place, annotator: who || undefined, pages }
        return batch('Exporting', 'corpus.export', request, { title: 'Exported' })
      }}
      onClose={onClose}
    >
      {fields}
      {place.format === 'warc' || place.format === 'wacz' ? (
        <p>Web archives contain pages without labels.</p>
      ) : (
        <Select
          caption="Labels of"
          value={who}
          options={[
            { value: '', label: 'the gold standard (adjudicated, otherwise imported, otherwise finished if all annotators agree)' },
            ...optionsOf(names),
          ]}
          onChange={setWho}
        />
      )}
      <RadioGroup
        label="Pages"
        value={what}
        options={[
          { value: 'all', label: 'all' },
          ...(filtered.length < entries.length ? [{ value: 'filtered', label: `matching the filter (${filtered.length})` } as const] : []),
          ...(marked.length > 0 ? [{ value: 'marked', label: `marked (${marked.length})` } as const] : []),
        ]}
        onChange={setWhat}
      />
    </CorpusDialog>
  )
}
