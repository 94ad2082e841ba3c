import { useEffect, useState, type FormEvent } from 'react'
import type { Failure } from '../../../shared/base/failure'
import type { OwnProposal } from '../../../shared/contract/own-contract'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
import { call } from '../../window/host'
import { actions, getState, useWorkspace } from '../../window/workspace'
import { FailureNote } from '../../components/failure-note'
import { FileFacts } from './file-facts'
import './own-extractors.css'

/** Asks for a file, shows what it is, and runs it once the person agreed. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { path: given, note } = useWorkspace((state) => state.proposed)
  const fileDialog = useWorkspace((state) => state.host?.fileDialog === true)
  const [path, setPath] = useState(given)
  const [proposal, setProposal] = useState<OwnProposal | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  const look = async (at: string): Promise<void> => {
    setBusy(true)
    const answer = await call('own.inspect', { path: at.trim() })
    setBusy(false)
    setProposal(answer.ok ? answer.value : null)
    setFailure(answer.ok ? null : answer.failure)
  }
  // A path that came with the dialog is looked at without another press.
  useEffect(() => {
    if (/[/\\]/.test(given)) void look(given)
  }, [given])

  const choose = async (): Promise<void> => {
    const chosen = await call('dialog.openExtractor', {})
    if (!chosen.ok || chosen.value === null) return
    setPath(chosen.value)
    await look(chosen.value)
  }
  const add = async (): Promise<void> => {
    if (!proposal) return
    setBusy(true)
    const answer = await call('own.add', { path: proposal.path, hash: proposal.hash })
    setBusy(false)
    if (!answer.ok) {
      setFailure(answer.failure)
      if (answer.failure.code === 'own.changed') void look(proposal.path)
      return
    }
    const { info, failure: reason } = answer.value
    if (!info) return setFailure(reason)
    onClose()
    if (getState().tabs.length > 0) actions.setExtractor(info.id)
    actions.notify(`${info.title} runs now, and again whenever its file is saved.`)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void (proposal ? add() : look(path))
  }
  return (
    <Dialog label="Add an extractor" onClose={onClose}>
      <form className="own-form" onSubmit={submit}>
        <label htmlFor="own-path">Path of a module (.ts, .mts, .js, .mjs), or of a .json that describes a program</label>
        <div className="own-path">
          <input
            id="own-path"
            data-autofocus
            spellCheck={false}
            autoComplete="off"
            placeholder="~/my-method.ts"
            value={path}
            onChange={(event) => {
              setPath(event.target.value)
              setProposal(null)
              setFailure(null)
            }}
          />
          {fileDialog ? <Button onClick={() => void choose()}>Choose …</Button> : null}
        </div>
        {note === '' ? null : <p className="own-note">{note}</p>}
        {proposal ? (
          <>
            <FileFacts {...proposal} />
            <p className="own-warning">
              {proposal.kind === 'module'
                ? 'It runs on this machine with your rights: it can read and change your files. Agree to what you wrote or have read.'
                : 'The command is started on this machine with your rights, and is given the pages you look at. Agree to what you wrote or have read.'}{' '}
              Whoever saves it while Boilerscope runs is taken to be you; if it is changed while Boilerscope is closed, you are asked again.
            </p>
          </>
        ) : null}
        {failure ? <FailureNote failure={failure} /> : null}
        <div className="own-actions">
          <Button onClick={onClose}>Cancel</Button>
          {proposal ? (
            <Button tone="strong" type="submit" disabled={busy}>
              {busy ? 'Loading …' : 'Agree and run it'}
            </Button>
          ) : (
            <Button tone="strong" type="submit" disabled={busy || path.trim() === ''}>
              {busy ? 'Reading …' : 'Look at it'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
