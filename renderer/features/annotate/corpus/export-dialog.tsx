import { useState } from 'react'
import type { ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import { FormDialog } from '../../../components/form'
import { annotate, useAnnotate } from '../state/annotate'
import { FORMATS, pathOf } from './exchange-formats'
import { PathField } from '../../../components/path-field'
import { optionsOf, Select } from '../../../components/select'
import { RadioGroup } from '../../../components/check'

type What = 'all' | 'filtered' | 'marked'

/** Writes pages and gold for other tools. */
export function ExportDialog({ marked, onClose }: { readonly marked: readonly string[]; readonly onClose: () => void }) {
  const entries = useAnnotate((state) => state.entries)
  const isFiltered = useAnnotate((state) => Object.keys(state.filter).length > 0)
  const [format, setFormat] = useState<ExchangeFormat>('json-lines')
  const [path, setPath] = useState('')
  const [who, setWho] = useState('')
  const [what, setWhat] = useState<What>(marked.length > 0 ? 'marked' : 'all')
  const names = [...new Set(entries.flatMap((entry) => [...entry.gold.map(({ annotator }) => annotator), ...entry.texts]))].sort()
  return (
    <FormDialog
      label="Export"
      submit="Export"
      disabled={path.trim() === ''}
      onSubmit={() => {
        onClose()
        void annotate.exportTo(format, path, who, what === 'marked' ? marked : what === 'filtered' ? entries.map(({ id }) => id) : null)
      }}
      onClose={onClose}
    >
      <label htmlFor="export-format">Format</label>
      <Select
        id="export-format"
        data-autofocus
        value={format}
        options={FORMATS.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={setFormat}
      />
      <PathField
        id="export-path"
        label={pathOf(format)}
        isFolder={pathOf(format).startsWith('Folder')}
        title="Where to write"
        value={path}
        onChange={setPath}
      />
      <label htmlFor="export-who">Labels of</label>
      <Select
        id="export-who"
        value={who}
        options={[{ value: '', label: 'the gold: adjudicated, else imported, else of the only one who has finished' }, ...optionsOf(names)]}
        onChange={setWho}
      />
      <RadioGroup<What>
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
