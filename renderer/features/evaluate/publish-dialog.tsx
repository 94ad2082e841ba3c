import { useState } from 'react'
import type { RunSummary } from '../../../shared/contract/evaluation-contract'
import { Button } from '../../components/button'
import { Check, TextField } from '../../components/fields'
import { PanelProgress, QuietNotes } from '../../components/panel/panel'
import { FormDialog } from '../../components/dialog'
import { formatCount } from '../../components/number-format'
import { PathField } from '../../components/path-field'
import { useFields } from '../../window/store'
import { evaluation, useEvaluation } from './state/evaluation'

export function PublishDialog({ run, onClose }: { readonly run: RunSummary; readonly onClose: () => void }) {
  const [folder, setFolder] = useState('')
  const [title, setTitle] = useState(run.name)
  const [withPages, setWithPages] = useState(true)
  const [sample, setSample] = useState('')
  const drawn = Number(sample)
  const isWrong = sample !== '' && (!Number.isSafeInteger(drawn) || drawn < 1)
  return (
    <FormDialog
      label="Publish as a site"
      submit="Publish"
      disabled={folder.trim() === '' || isWrong}
      onSubmit={() => {
        onClose()
        void evaluation.publish(run.id, { folder: folder.trim(), title, withPages, sample: withPages ? drawn : 0 })
      }}
      onClose={onClose}
    >
      <PathField
        id="publish-folder"
        label="Folder (new, empty, or a previously published site)"
        isFolder
        title="Folder of the site"
        value={folder}
        onChange={setFolder}
      />
      <label htmlFor="publish-title">Title</label>
      <TextField id="publish-title" value={title} maxLength={200} onChange={setTitle} />
      <Check label="Include the pages, with kept, missing and extra text" checked={withPages} onChange={setWithPages} />
      <label htmlFor="publish-sample">Number of included pages (empty: all)</label>
      <TextField id="publish-sample" value={sample} disabled={!withPages} onChange={setSample} />
      <p className="quiet">
        Pages belong to their authors. Without pages, the site has the scores, and hashes of the texts. The site never contains paths, user
        names or host names of this machine.
      </p>
    </FormDialog>
  )
}

/** Progress of publishing a run, and its result. */
export function Publishing({ run }: { readonly run: string }) {
  const { publishing, published } = useFields(useEvaluation, 'publishing', 'published')
  if (publishing?.run === run)
    return (
      <PanelProgress done={publishing.done} message={`Publishing: ${publishing.message}`} onCancel={() => evaluation.cancelPublishing()} />
    )
  if (published?.run !== run) return null
  const { pages, bytes, folder, notes } = published
  return (
    <div role="status" className="notice-bar">
      <span>
        Published {formatCount(pages, 'page')}, {(bytes / 1e6).toFixed(1)} MB, in {folder}. Open index.html in this folder, or copy the
        folder to any web server. <QuietNotes notes={notes} />
      </span>
      <Button label="Close" small onClick={() => evaluation.set({ published: null })} />
    </div>
  )
}
