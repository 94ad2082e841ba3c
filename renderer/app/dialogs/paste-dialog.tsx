import type { FormEvent } from 'react'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
import { actions, setState, useWorkspace, type Workspace } from '../../window/workspace'
import './palette.css'

/** Opens HTML that was typed or pasted. */
export function PasteDialog({ onClose }: { readonly onClose: () => void }) {
  const { html, url } = useWorkspace((state) => state.pasted)
  const change = (fields: Partial<Workspace['pasted']>): void => setState(({ pasted }) => ({ pasted: { ...pasted, ...fields } }))
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (html === '') return
    change({ html: '', url: '' })
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
