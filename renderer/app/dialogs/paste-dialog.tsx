import { FormDialog } from '../../components/form'
import { actions, setState, useWindow, type WindowState } from '../../window/window'
import './palette.css'

/** Opens HTML that was typed or pasted. */
export function PasteDialog({ onClose }: { readonly onClose: () => void }) {
  const { html, url } = useWindow((state) => state.pasted)
  const change = (fields: Partial<WindowState['pasted']>): void => setState(({ pasted }) => ({ pasted: { ...pasted, ...fields } }))
  const open = (): void => {
    change({ html: '', url: '' })
    actions.openSource({ kind: 'html', html, name: 'Pasted HTML', url: url.trim() || undefined })
  }
  return (
    <FormDialog label="Paste HTML" submit="Open" disabled={html === ''} onSubmit={open} onClose={onClose}>
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
    </FormDialog>
  )
}
