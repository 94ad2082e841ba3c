import { useState, type FormEvent } from 'react'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { actions } from '../window/workspace'
import './palette.css'

/** What was typed and not opened: a dialog closed by mistake loses nothing. */
let draft = { html: '', url: '' }

/** Opens HTML that was typed or pasted. */
export function PasteDialog({ onClose }: { readonly onClose: () => void }) {
  const [{ html, url }, setFields] = useState(draft)
  const change = (fields: Partial<typeof draft>): void => {
    draft = { html, url, ...fields }
    setFields(draft)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (html === '') return
    draft = { html: '', url: '' }
    actions.openSource({ kind: 'html', html, name: 'Pasted HTML', ...(url.trim() ? { url: url.trim() } : {}) })
  }
  return (
    <Dialog label="Paste HTML" onClose={onClose}>
      <form className="paste-form" onSubmit={onSubmit}>
        <label htmlFor="paste-source">HTML</label>
        <textarea
          id="paste-source"
          data-autofocus
          spellCheck={false}
          value={html}
          onChange={(event) => change({ html: event.target.value })}
        />
        <label htmlFor="paste-url">Address its links resolve against (may stay empty)</label>
        <input
          id="paste-url"
          type="text"
          spellCheck={false}
          placeholder="https://…"
          value={url}
          onChange={(event) => change({ url: event.target.value })}
        />
        <div className="paste-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="strong" type="submit" disabled={html === ''}>
            Open
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
