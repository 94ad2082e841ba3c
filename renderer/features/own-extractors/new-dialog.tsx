import { useEffect, useState } from 'react'
import { TEMPLATE } from '../../../shared/contract/own-contract'
import type { Failure } from '../../../shared/base/failure'
import { FormDialog } from '../../components/dialog'
import { call } from '../../window/host/host'
import { proposeExtractor } from '../../window/page/own-extractors'
import { useWindow } from '../../window/window'
import { Select, TextField } from '../../components/fields'
import { FailureNote } from '../../components/panel/panel'
import './own-extractors.css'

export function NewDialog({ onClose }: { readonly onClose: () => void }) {
  const extractors = useWindow((state) => state.extractors)
  const [sources, setSources] = useState<readonly string[]>([])
  const [from, setFrom] = useState<string>(TEMPLATE)
  const [path, setPath] = useState('~/my-method.ts')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void call('own.sources', {}).then((answer) => {
      if (answer.ok) setSources(answer.value)
      else setFailure(answer.failure)
    })
  }, [])
  const write = (): void => {
    setBusy(true)
    void call('own.copy', { extractor: from, path: path.trim() }).then((answer) => {
      setBusy(false)
      if (answer.ok) proposeExtractor(answer.value, 'Edit this copy in any editor. The extractor runs again each time you save the file.')
      else setFailure(answer.failure)
    })
  }
  return (
    <FormDialog label="New extractor" submit="Create" disabled={busy || path.trim() === ''} onSubmit={write} onClose={onClose}>
      <Select
        caption="Copy of"
        value={from}
        onChange={setFrom}
        options={[
          { value: TEMPLATE, label: 'Template: a small extractor to change' },
          ...extractors
            .filter(({ id }) => sources.includes(id))
            .map(({ id, title, summary }) => ({ value: id, label: `${title}: ${summary}` })),
        ]}
      />
      <TextField
        caption="New file"
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        value={path}
        onChange={(text) => {
          setPath(text)
          setFailure(null)
        }}
      />
      <p className="quiet">Creates this .ts file, a types file, and a folder with its imports, if any. Overwrites only the types file.</p>
      {failure ? <FailureNote failure={failure} /> : null}
    </FormDialog>
  )
}
