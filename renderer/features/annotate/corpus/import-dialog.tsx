import { useState } from 'react'
import type { ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { annotate } from '../state/annotate'
import { FORMATS, pathOf } from './exchange-formats'
import { PathField } from './path-field'
import { Select } from '../../../components/select'

/** Brings in a collection of another tool. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [format, setFormat] = useState<ExchangeFormat>('folder')
  const [path, setPath] = useState('')
  const [name, setName] = useState('imported')
  const [align, setAlign] = useState(true)
  return (
    <Dialog label="Import" onClose={onClose}>
      <form
        className="annotate-form"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void annotate.importFrom(format, path, name, align)
        }}
      >
        <label htmlFor="import-format">Format</label>
        <Select
          id="import-format"
          data-autofocus
          value={format}
          options={FORMATS.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setFormat}
        />
        <PathField
          id="import-path"
          label={pathOf(format)}
          isFolder={pathOf(format).startsWith('Folder')}
          title="What to import"
          value={path}
          onChange={setPath}
        />
        <label htmlFor="import-name">The gold goes by the name of</label>
        <input id="import-name" value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />
        <label className="annotate-check">
          <input type="checkbox" checked={align} onChange={(event) => setAlign(event.target.checked)} /> Lay gold texts on the page, word by
          word
        </label>
        <div className="annotate-buttons">
          <Button tone="strong" type="submit" disabled={path.trim() === ''}>
            Import
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
