import { useEffect, useState } from 'react'
import { createRequestSlot } from '../../../shared/base/request-slot'
import type { Failure } from '../../../shared/base/failure'
import { TEMPLATE, type OwnExtractor, type OwnProposal } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { Button } from '../../components/button'
import { Dialog, FormDialog } from '../../components/dialog'
import { Select, TextField } from '../../components/fields'
import { FailureNote } from '../../components/panel/panel'
import { Facts } from '../../components/table'
import { call } from '../../window/host/host'
import { proposeExtractor } from '../../window/page/own-extractors'
import { actions, getState, useWindow } from '../../window/window'
import './own-extractors.css'

const reading = createRequestSlot()

/** The dialog runs a file only after the user's approval. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { path: proposed, note } = useWindow((state) => state.proposed)
  const fileDialog = useWindow((state) => state.host?.fileDialog === true)
  const [path, setPath] = useState(proposed)
  const [proposals, setProposals] = useState<readonly OwnProposal[]>([])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  const readFile = async (at: string): Promise<void> => {
    setBusy(true)
    const answer = await reading.replace(({ signal }) => call('own.inspect', { path: at.trim() }, { signal }))
    if (!answer) return
    setBusy(false)
    setProposals(answer.ok ? answer.value : [])
    setFailure(answer.ok ? null : answer.failure)
  }
  useEffect(() => {
    if (/[/\\]/.test(proposed)) void readFile(proposed)
    return () => reading.cancel()
  }, [proposed])

  const choose = async (): Promise<void> => {
    const chosen = await call('dialog.openExtractor', {})
    if (!chosen.ok || chosen.value === null) return
    setPath(chosen.value)
    await readFile(chosen.value)
  }
  const add = async (): Promise<void> => {
    setBusy(true)
    const { added, reason } = await addAll(proposals)
    setBusy(false)
    if (reason) {
      if (reason.code === 'own.changed') await readFile(path)
      return setFailure(reason)
    }
    onClose()
    if (added[0] && getState().tabs.length > 0) actions.setExtractor(added[0].id)
    const titles = added.map(({ title }) => title).join(', ')
    actions.notify(
      `${titles} added. Boilerscope runs ${added.length === 1 ? 'the extractor' : 'an extractor'} again each time its file is saved.`,
    )
  }
  const isRead = proposals.length > 0
  return (
    <FormDialog
      label="Add an extractor"
      submit={submitWords(proposals.length, busy)}
      disabled={busy || (!isRead && path.trim() === '')}
      onSubmit={() => void (isRead ? add() : readFile(path))}
      onClose={onClose}
    >
      <label htmlFor="own-path">Path of a module (.ts, .mts, .js, .mjs) or of a JSON file</label>
      <div className="bar path-field">
        <TextField
          id="own-path"
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          placeholder="~/my-method.ts"
          value={path}
          readOnly={busy && isRead}
          onChange={(text) => {
            reading.cancel()
            setBusy(false)
            setPath(text)
            setProposals([])
            setFailure(null)
          }}
        />
        {fileDialog ? <Button label="Choose …" onClick={() => void choose()} /> : null}
      </div>
      {note === '' ? null : <p className="quiet">{note}</p>}
      {proposals.map((proposal) => (
        <FileFacts key={proposal.path} {...proposal} />
      ))}
      {isRead ? <p className="own-warning">{warningOf(proposals)}</p> : null}
      {failure ? <FailureNote failure={failure} /> : null}
    </FormDialog>
  )
}

async function addAll(proposals: readonly OwnProposal[]) {
  const added: ExtractorInfo[] = []
  let reason: Failure | null = null
  for (const { path, hash } of proposals) {
    const answer = await call('own.add', { path, hash })
    const info = answer.ok ? answer.value.info : null
    reason ??= answer.ok ? (info ? null : answer.value.failure) : answer.failure
    if (info) added.push(info)
  }
  return { added, reason }
}

function submitWords(found: number, busy: boolean): string {
  if (found === 0) return busy ? 'Reading …' : 'Review'
  return busy ? 'Loading …' : found === 1 ? 'Approve and run' : 'Approve and run all'
}

function warningOf(proposals: readonly OwnProposal[]): string {
  const read = 'Approve only code that you wrote or read.'
  const later = 'Changes that you save while Boilerscope runs are approved automatically. Other changes need your approval again.'
  const runs =
    proposals.length === 1 && proposals[0]?.kind !== 'module'
      ? 'The command runs on this machine with your rights, and receives each page on which the extractor runs.'
      : 'The code runs on this machine with your rights, and can read and change your files.'
  return `${runs} ${read} ${later}`
}

const PLACES = { module: 'in a separate process, with limits of time and memory', library: 'in a thread of Boilerscope' } as const

function FileFacts({ path, kind, command, hash, files }: Pick<OwnProposal, 'path' | 'kind' | 'command' | 'hash' | 'files'>) {
  const others = files.filter((file) => file !== path)
  const codes = others.map((file) => <code key={file}>{file}</code>)
  const covered = (
    <>
      <code>{hash}</code>
      <span className="quiet">{others.length > 0 ? 'Covers all files above' : 'Covers this file'}, without npm packages.</span>
    </>
  )
  const facts = [
    ['File', <code key="file">{path}</code>],
    ['Runs', kind === 'program' ? <code key="command">{command}</code> : PLACES[kind]],
    ...(others.length > 0 ? [['Other files', codes] as const] : []),
    ['sha256', covered],
  ] as const
  return <Facts className="own-facts" facts={facts} />
}

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
    <li className="lined own-entry" aria-label={name}>
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
