import { useEffect, useState } from 'react'
import { TEMPLATE } from '../../../shared/contract/own-contract'
import type { Failure } from '../../../shared/base/failure'
import { FormDialog } from '../../components/dialog'
import { call } from '../../window/host/host'
import { proposeExtractor } from '../../window/page/own-extractors'
import { useWindow } from '../../window/window'
import { Select } from '../../components/select'
import { FailureNote } from '../../components/panel/panel'
import './own-extractors.css'

/** Copies an extractor that is here to a file of the person's own, and goes on to adding it. */
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
      if (answer.ok) proposeExtractor(answer.value, 'This is your copy. Change it in any editor: each time you save it, it runs again.')
      else setFailure(answer.failure)
    })
  }
  return (
    <FormDialog label="New extractor" submit="Write it" disabled={busy || path.trim() === ''} onSubmit={write} onClose={onClose}>
      <label htmlFor="new-from">Begin with a copy of</label>
      <Select
        id="new-from"
        value={from}
        onChange={setFrom}
        options={[
          { value: TEMPLATE, label: 'A small method that is made to be changed' },
          ...extractors
            .filter(({ id }) => sources.includes(id))
            .map(({ id, title, summary }) => ({ value: id, label: `${title}: ${summary}` })),
        ]}
      />
      <label htmlFor="new-path">and write it to</label>
      <input
        id="new-path"
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        value={path}
        onChange={(event) => {
          setPath(event.target.value)
          setFailure(null)
        }}
      />
      <p className="own-note">
        A new .ts file. What it needs besides is written into a folder beside it. Nothing that is there is overwritten.
      </p>
      {failure ? <FailureNote failure={failure} /> : null}
    </FormDialog>
  )
}
