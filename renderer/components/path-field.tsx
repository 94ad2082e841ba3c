import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CornerLeftUp, Folder, Library } from 'lucide-react'
import type { FolderListing } from '../../shared/contract/corpus-contract'
import type { Failure } from '../../shared/base/failure'
import { Button } from './button'
import { Dialog } from './dialog'
import { call } from '../window/host/host'
import { isWebSite, useWindow } from '../window/window'
import { TextField } from './fields'
import './form.css'

interface PathFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (path: string) => void
  readonly title: string
  readonly placeholder?: string
  readonly isFolder?: boolean
  readonly isFirst?: boolean
  readonly list?: string | undefined
}

export function PathField({ label, value, onChange, title, placeholder, isFolder = true, isFirst = false, list }: PathFieldProps) {
  const id = useId()
  const host = useWindow((state) => state.host)
  const [choosing, setChoosing] = useState(false)
  const isTyped = host?.fileDialog === false
  const onWebSite = useWindow(isWebSite)
  const choose = async (): Promise<void> => {
    const chosen = await call('dialog.openFolder', { title })
    if (chosen.ok && chosen.value !== null) onChange(chosen.value)
  }
  const hint = `${id}-hint`
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className="bar path-field">
        <TextField
          id={id}
          list={list}
          value={value}
          placeholder={placeholder}
          disabled={onWebSite}
          data-autofocus={isFirst || undefined}
          aria-describedby={isTyped ? hint : undefined}
          onChange={onChange}
        />
        {isFolder && !onWebSite ? <Button label="Choose …" onClick={() => (isTyped ? setChoosing(true) : void choose())} /> : null}
      </div>
      {choosing ? <FolderDialog title={title} start={value.trim()} onChoose={onChange} onClose={() => setChoosing(false)} /> : null}
      {isTyped ? (
        <p id={hint} className="quiet">
          {onWebSite ? 'A website cannot reach a disk.' : 'Full path on the machine that runs Boilerscope.'}
        </p>
      ) : null}
    </>
  )
}

interface FolderDialogProps {
  readonly title: string
  readonly start: string
  readonly onChoose: (path: string) => void
  readonly onClose: () => void
}

function FolderDialog({ title, start, onChoose, onClose }: FolderDialogProps) {
  const [listing, setListing] = useState<FolderListing | null>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  const list = useRef<HTMLUListElement>(null)

  async function go(path: string | null): Promise<boolean> {
    const answer = await call('corpus.folders', path === null || path === '' ? {} : { path })
    // Render now, so that the next focus call finds the rows of the opened folder.
    if (answer.ok) flushSync(() => setListing(answer.value))
    setProblem(answer.ok ? null : answer.failure)
    return answer.ok
  }
  useEffect(() => {
    void go(start).then((found) => (found || start === '' ? undefined : go(null)))
    // oxlint-disable-next-line react/exhaustive-deps -- read the initial folder once
  }, [])

  /** The pressed row disappears, so the focus moves to the first row of the new list. */
  async function enter(path: string | null): Promise<void> {
    if (await go(path)) list.current?.querySelector('button')?.focus()
  }

  return (
    <Dialog label={title} onClose={onClose}>
      <div className="form">
        <p className="folder-path">{listing?.path ?? 'Reading …'}</p>
        {problem ? (
          <p role="alert">
            {problem.message} {problem.next}
          </p>
        ) : null}
        <ul aria-label="Folders" className="folder-list" ref={list}>
          {listing?.parent ? (
            <li>
              <Button tone="row" className="bar" onClick={() => void enter(listing.parent)}>
                <CornerLeftUp size={16} aria-hidden="true" /> One folder up
              </Button>
            </li>
          ) : null}
          {listing?.folders.map(({ name, path, isCorpus }) => (
            <li key={path}>
              <Button tone="row" className="bar" onClick={() => void enter(path)}>
                {isCorpus ? <Library size={16} aria-hidden="true" /> : <Folder size={16} aria-hidden="true" />} {name}
                {isCorpus ? <span className="quiet"> corpus</span> : null}
              </Button>
            </li>
          ))}
          {listing?.folders.length === 0 ? <li className="quiet">No folders here.</li> : null}
        </ul>
        <div className="form-actions">
          <Button label="Cancel" onClick={onClose} />
          <Button
            label="Choose this folder"
            tone="strong"
            data-autofocus
            disabled={listing === null}
            onClick={() => {
              if (!listing) return
              onChoose(listing.path)
              onClose()
            }}
          />
        </div>
      </div>
    </Dialog>
  )
}
