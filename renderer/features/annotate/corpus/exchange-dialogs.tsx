import { useState } from 'react'
import { EXCHANGE_FORMATS, type ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import { Check, RadioGroup, TextField } from '../../../components/fields'
import { FormDialog } from '../../../components/dialog'
import { PathField } from '../../../components/path-field'
import { optionsOf, Select } from '../../../components/select'
import { annotate, useAnnotate } from '../state/annotate'

/** What each format is, and what a path means for it. */
const FORMATS: Readonly<Record<ExchangeFormat, { readonly title: string; readonly path: string }>> = {
  folder: { title: 'Folder: a published corpus, or .html with .txt', path: 'Folder' },
  benchmark: { title: 'Article extraction benchmark (ground-truth.json)', path: 'Folder with ground-truth.json' },
  wcxb: { title: 'WCXB (html/ and ground-truth/)', path: 'Folder' },
  'json-lines': { title: 'JSON Lines', path: 'File, .jsonl or .jsonl.gz' },
  'cc-select': { title: 'WebMainBench: elements marked cc-select, JSON Lines', path: 'File, .jsonl or .jsonl.gz' },
  warc: { title: 'WARC', path: 'File, .warc or .warc.gz' },
  wacz: { title: 'WACZ: pages with their images and styles', path: 'File, .wacz' },
  'web-annotation': { title: 'W3C Web Annotation (JSON-LD)', path: 'Folder, or file' },
}

interface Place {
  readonly format: ExchangeFormat
  readonly path: string
}

/** In which format, and where. */
function PlaceFields({ id, title, place, onChange }: PlaceFieldsProps) {
  const { format, path } = place
  const meaning = FORMATS[format].path
  return (
    <>
      <label htmlFor={`${id}-format`}>Format</label>
      <Select
        id={`${id}-format`}
        data-autofocus
        value={format}
        options={EXCHANGE_FORMATS.map((value) => ({ value, label: FORMATS[value].title }))}
        onChange={(chosen) => onChange({ format: chosen, path })}
      />
      <PathField
        id={`${id}-path`}
        label={meaning}
        isFolder={meaning.startsWith('Folder')}
        title={title}
        value={path}
        onChange={(typed) => onChange({ format, path: typed })}
      />
    </>
  )
}

interface PlaceFieldsProps {
  readonly id: string
  readonly title: string
  readonly place: Place
  readonly onChange: (place: Place) => void
}

/** Brings in a collection of another tool. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [place, setPlace] = useState<Place>({ format: 'folder', path: '' })
  const [name, setName] = useState('imported')
  const [align, setAlign] = useState(true)
  return (
    <FormDialog
      label="Import"
      submit="Import"
      disabled={place.path.trim() === ''}
      onSubmit={() => {
        onClose()
        void annotate.importFrom(place.format, place.path, name, align)
      }}
      onClose={onClose}
    >
      <PlaceFields id="import" title="What to import" place={place} onChange={setPlace} />
      <label htmlFor="import-name">The gold goes by the name of</label>
      <TextField id="import-name" value={name} maxLength={64} onChange={setName} />
      <Check checked={align} onChange={setAlign}>
        Lay gold texts on the page, word by word
      </Check>
    </FormDialog>
  )
}

/** Writes pages and gold for other tools. */
export function ExportDialog({ marked, onClose }: { readonly marked: readonly string[]; readonly onClose: () => void }) {
  const entries = useAnnotate((state) => state.entries)
  const isFiltered = useAnnotate((state) => Object.keys(state.filter).length > 0)
  const [place, setPlace] = useState<Place>({ format: 'json-lines', path: '' })
  const [who, setWho] = useState('')
  const [what, setWhat] = useState<'all' | 'filtered' | 'marked'>(marked.length > 0 ? 'marked' : 'all')
  const names = [...new Set(entries.flatMap((entry) => [...entry.gold.map(({ annotator }) => annotator), ...entry.texts]))].sort()
  return (
    <FormDialog
      label="Export"
      submit="Export"
      disabled={place.path.trim() === ''}
      onSubmit={() => {
        onClose()
        const pages = { all: undefined, filtered: entries.map(({ id }) => id), marked }[what]
        void annotate.exportTo(place.format, place.path, who, pages)
      }}
      onClose={onClose}
    >
      <PlaceFields id="export" title="Where to write" place={place} onChange={setPlace} />
      <label htmlFor="export-who">Labels of</label>
      <Select
        id="export-who"
        value={who}
        options={[{ value: '', label: 'the gold: adjudicated, else imported, else of the only one who has finished' }, ...optionsOf(names)]}
        onChange={setWho}
      />
      <RadioGroup
        label="Pages"
        value={what}
        options={[
          { value: 'all', label: 'all' },
          ...(isFiltered ? [{ value: 'filtered', label: `those in the list (${entries.length})` } as const] : []),
          ...(marked.length > 0 ? [{ value: 'marked', label: `those marked (${marked.length})` } as const] : []),
        ]}
        onChange={setWhat}
      />
    </FormDialog>
  )
}
