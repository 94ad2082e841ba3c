import { useState } from 'react'
import { Button } from './button'
import { call } from '../window/host/host'
import { useWindow } from '../window/window'
import { FolderDialog } from './folder-dialog'
import './form.css'
import { TextField } from './text-field'

interface PathFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (path: string) => void
  /** What the native dialog is called. */
  readonly title: string
  readonly placeholder?: string
  /** Whether the path is of a folder; the native dialog is for folders. */
  readonly isFolder?: boolean
  /** Id of a `datalist` of paths to choose from. */
  readonly list?: string | undefined
}

/** A path on the host's machine: typed, or chosen where the host can show a dialog for it. */
export function PathField({ id, label, value, onChange, title, placeholder, isFolder = true, list }: PathFieldProps) {
  const host = useWindow((state) => state.host)
  const [choosing, setChoosing] = useState(false)
  const isTyped = host?.fileDialog === false
  const choose = async (): Promise<void> => {
    const chosen = await call('dialog.openFolder', { title })
    if (chosen.ok && chosen.value !== null) onChange(chosen.value)
  }
  const hint = `${id}-hint`
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className="path-field">
        <TextField
          id={id}
          list={list}
          value={value}
          placeholder={placeholder}
          aria-describedby={isTyped ? hint : undefined}
          onChange={onChange}
        />
        {isFolder ? <Button onClick={() => (isTyped ? setChoosing(true) : void choose())}>Choose …</Button> : null}
      </div>
      {choosing ? <FolderDialog title={title} start={value.trim()} onChoose={onChange} onClose={() => setChoosing(false)} /> : null}
      {isTyped ? (
        <p id={hint} className="quiet">
          The whole path, on the machine Boilerscope runs on.
        </p>
      ) : null}
    </>
  )
}
