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
  ready: 'watched: runs again when it is saved',
  failed: 'cannot be loaded',
  changed: 'changed since you agreed to it; not run',
  missing: 'not where it was',
}

/** All files that the person agreed to, each of which can be taken back. */
export function ListDialog({ onClose }: { readonly onClose: () => void }) {
  const own = useWindow((state) => state.own)
  return (
    <Dialog label="Extractors of your own" onClose={onClose}>
      <div className="form">
        {own.length === 0 ? (
          <p className="own-note">
            There are none yet. Add a file that you wrote, or begin with a copy of one of Boilerscope’s own. Nothing is ever run because a
            page, a link, a session, a corpus or a run names it.
          </p>
        ) : (
          <ul>
            {own.map((entry) => (
              <Row key={entry.path} entry={entry} />
            ))}
          </ul>
        )}
        <div className="form-actions">
          <Button onClick={onClose}>Close</Button>
          <Button onClick={() => actions.setOverlay('new-extractor')}>New from …</Button>
          <Button tone="strong" onClick={() => proposeExtractor()}>
            Add extractor …
          </Button>
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
    actions.notify(answer.ok ? `${name} is not run any more. Its file is where it was.` : answer.failure)
  }
  return (
    <li className="own-entry" aria-label={name}>
      <div className="row own-entry-head">
        <h3>{name}</h3>
        <span className="quiet" data-state={state}>
          {STATES[state]}
        </span>
        {state === 'ready' ? null : (
          <Button small onClick={() => proposeExtractor(path)}>
            Look at it …
          </Button>
        )}
        <Button small disabled={busy} onClick={() => void remove()}>
          Remove
        </Button>
      </div>
      <FileFacts {...entry} />
      {failure && state !== 'changed' ? <FailureNote failure={failure} /> : null}
    </li>
  )
}
