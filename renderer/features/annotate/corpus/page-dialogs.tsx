import { useState } from 'react'
import { Button, Segments } from '../../../components/button'
import { FormDialog } from '../../../components/dialog'
import { NumberInput, TextField } from '../../../components/fields'
import { annotate } from '../state/annotate'
import { currentTab } from '../../../window/window'
import { labelling } from '../state/labelling'
import { useLabelling } from '../state/labelling-state'
import { sourcesOfList } from '../state/sources'
import { describeSource, type CaptureMode, type Source } from '../../../../shared/contract/source'

/** The page of the tab in front as a source: the very HTML in view where it is what the server sent. */
function sourceOfTab(): { readonly source: Source; readonly mode: CaptureMode; readonly title: string } | null {
  const { page, model, source, mode } = currentTab()
  if (!page || !model || !source) return null
  const title = page.title || describeSource(source)
  if (mode === 'rendered' && source.kind !== 'sample') return { source, mode, title }
  return {
    source: { kind: 'html', html: model.html, name: page.label, url: page.url ?? undefined },
    mode: 'source',
    title,
  }
}

/** Adds the page in view, or a list of addresses. */
export function AddPagesDialog({ onClose }: { readonly onClose: () => void }) {
  const [list, setList] = useState('')
  const [mode, setMode] = useState<CaptureMode>('source')
  const [delay, setDelay] = useState(1)
  const tab = sourceOfTab()
  const sources = sourcesOfList(list)
  return (
    <FormDialog
      label="Add pages"
      submit={sources.length === 0 ? 'Add' : `Add ${sources.length} ${sources.length === 1 ? 'page' : 'pages'}`}
      disabled={sources.length === 0}
      onSubmit={() => {
        onClose()
        void annotate.addPages(sources, mode, Math.round(delay * 1000))
      }}
      onClose={onClose}
    >
      {tab ? (
        <div className="row">
          <Button
            tone="strong"
            data-autofocus
            onClick={() => {
              onClose()
              void annotate.addPages([tab.source], tab.mode, 0)
            }}
          >
            Add the page in view
          </Button>
          <span className="quiet">{tab.title}</span>
        </div>
      ) : null}
      <label htmlFor="add-list">Addresses, or paths of files, one a line</label>
      <textarea id="add-list" rows={8} value={list} spellCheck={false} onChange={(event) => setList(event.target.value)} />
      <div className="row">
        <Segments<CaptureMode>
          label="Capture"
          value={mode}
          options={[
            { value: 'source', label: 'As sent', title: 'What the server sends, without scripts' },
            { value: 'rendered', label: 'After scripts', title: 'What the page is after its scripts' },
          ]}
          onChange={setMode}
        />
        <label>
          Pause between requests to one host <NumberInput min={0} max={600} step={0.5} value={delay} onChange={setDelay} /> s
        </label>
      </div>
    </FormDialog>
  )
}

const ID = /^[a-z0-9][a-z0-9_-]{0,79}$/

/** A page that is being labelled is let go before something is done to it; false where it stays open. */
export async function letGo(pages: readonly string[]): Promise<boolean> {
  const open = useLabelling.getState().open?.page.entry.id
  return open === undefined || !pages.includes(open) || labelling.leave()
}

/** Gives a page another id. */
export function RenameDialog({ page, onClose }: { readonly page: string; readonly onClose: () => void }) {
  const [id, setId] = useState(page)
  return (
    <FormDialog
      label="Rename"
      submit="Rename"
      disabled={!ID.test(id)}
      onSubmit={() => {
        onClose()
        if (id !== page) void letGo([page]).then((isFree) => (isFree ? annotate.rename(page, id) : undefined))
      }}
      onClose={onClose}
    >
      <label htmlFor="rename-id">Id: lower-case letters, digits, - and _</label>
      <TextField id="rename-id" data-autofocus value={id} maxLength={80} aria-invalid={!ID.test(id)} onChange={setId} />
    </FormDialog>
  )
}
