import { useState } from 'react'
import type { ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import { Check } from '../../../components/check'
import { FormDialog } from '../../../components/form'
import { annotate } from '../state/annotate'
import { FORMATS, pathOf } from './exchange-formats'
import { PathField } from '../../../components/path-field'
import { Select } from '../../../components/select'
import { TextField } from '../../../components/text-field'

/** Brings in a collection of another tool. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [format, setFormat] = useState<ExchangeFormat>('folder')
  const [path, setPath] = useState('')
  const [name, setName] = useState('imported')
  const [align, setAlign] = useState(true)
  return (
    <FormDialog
      label="Import"
      submit="Import"
      disabled={path.trim() === ''}
      onSubmit={() => {
        onClose()
        void annotate.importFrom(format, path, name, align)
      }}
      onClose={onClose}
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
      <TextField id="import-name" value={name} maxLength={64} onChange={setName} />
      <Check checked={align} onChange={setAlign}>
        Lay gold texts on the page, word by word
      </Check>
    </FormDialog>
  )
}
