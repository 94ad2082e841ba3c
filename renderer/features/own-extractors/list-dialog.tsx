import { useState } from 'react'
import type { OwnExtractor } from '../../../shared/contract/own-contract'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
import { call } from '../../window/host/host'
import { proposeExtractor } from '../../window/page/own-extractors'
import { actions, useWindow } from '../../window/window'
import { FailureNote } from '../../components/panel/panel'
import { FileFacts } from './add-dialog'
import './own-extractors.css'

const STATES: Readonly<Record<OwnExtractor['state'], string>> = {
  ready: 'runs again when saved',
  failed: 'does not load',
  changed: 'changed after approval; does not run',
  missing: 'file not found',
}

export function ListDialog({ onClose }: { readonly onClose: () => void }) {
  const own = useWindow((state) => state.own)
  return (
    <Dialog label="Your extractors" onClose={onClose}>
      <div className="form">
        {own.length === 0 ? (
          <p className="quiet">
            No custom extractors yet. Add a file that you wrote, or copy a built-in extractor. Boilerscope never runs code only because a
            page, link, session, corpus or run contains its path.
          </p>
        ) : (
          <ul>
            {own.map((entry) => (
              <Row key={entry.path} entry={entry} />
            ))}
          </ul>
        )}
        <div className="form-actions">
          <Button label="Close" onClick={onClose} />
          <Button label="New …" onClick={() => actions.setOverlay('new-extractor')} />
          <Button label="Add extractor …" tone="strong" onClick={() => proposeExtractor()} />
        </div>
      </div>
    </Dialog>
  )
}

function Row({ entry }: { readonly entry: OwnExtractor }) {
  const [busy, setBusy] = useState(false)
  const { path, info, state, failure } = entry
  const name = info?.title ?? path.replace(/^.*[/\\]/, '')
  const remove = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('own.remove', { path })
    setBusy(false)
    actions.notify(answer.ok ? `${name} removed. Its files were not deleted.` : answer.failure)
  }
  return (
    <li className="own-entry" aria-label={name}>
      <div className="row own-entry-head">
        <h3>{name}</h3>
        <span className="quiet" data-state={state}>
          {state === 'ready' && !/[/\\]/.test(path) ? 'installed' : STATES[state]}
        </span>
        {state === 'ready' ? null : <Button label="Review …" small onClick={() => proposeExtractor(path)} />}
        <Button label="Remove" small disabled={busy} onClick={() => void remove()} />
      </div>
      <FileFacts {...entry} />
      {failure && state !== 'changed' ? <FailureNote failure={failure} /> : null}
    </li>
  )
}
