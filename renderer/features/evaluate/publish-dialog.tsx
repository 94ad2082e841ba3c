import { useState } from 'react'
import type { RunSummary, PublishedFolder } from '../../../shared/contract/evaluation-contract'
import { Button } from '../../components/button'
import { Check, TextField } from '../../components/fields'
import { FailureBar, PanelProgress } from '../../components/panel/panel'
import { FormDialog } from '../../components/dialog'
import { PathField } from '../../components/path-field'
import { create } from 'zustand'
import type { Failure } from '../../../shared/base/failure'
import type { Input, Progress } from '../../../shared/contract/contract'
import { ifCurrent } from '../../../shared/base/request-slot'
import { call } from '../../window/host/host'
import { requestedLimits } from '../../window/page/page-options'

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
        void publishing.start(run.id, { folder: folder.trim(), title, withPages, sample: withPages ? drawn : 0 })
      }}
      onClose={onClose}
    >
      <PathField
        id="publish-folder"
        label="Folder (new, empty, or an earlier site)"
        isFolder
        title="Folder of the site"
        value={folder}
        onChange={setFolder}
      />
      <label htmlFor="publish-title">Title</label>
      <TextField id="publish-title" value={title} maxLength={200} onChange={setTitle} />
      <Check label="With the pages: readers see kept, missing and extra text" checked={withPages} onChange={setWithPages} />
      <label htmlFor="publish-sample">Pages that can be opened; empty: all</label>
      <TextField id="publish-sample" value={sample} disabled={!withPages} onChange={setSample} />
      <p className="quiet">
        Pages belong to their authors: without pages the site has the scores, and the texts as hashes. It never contains paths, user and
        host names of this machine.
      </p>
    </FormDialog>
  )
}

export function Publishing({ run }: { readonly run: string }) {
  const { run: of, progress, published, failure } = usePublishing()
  if (of !== run) return null
  if (progress)
    return <PanelProgress done={progress.done} message={`Publishing: ${progress.message}`} onCancel={() => publishing.cancel()} />
  if (failure) return <FailureBar failure={failure} onDismiss={() => publishing.dismiss()} />
  if (!published) return null
  return (
    <div role="status" className="evaluate-row evaluate-published">
      <span>
        Published: {published.pages} pages to open, {(published.bytes / 1e6).toFixed(1)} MB, in {published.folder}. Open index.html there,
        or put the folder on any web server.
      </span>
      {published.notes.map((note) => (
        <span key={note} className="quiet">
          {note}
        </span>
      ))}
      <Button label="Close" small onClick={() => publishing.dismiss()} />
    </div>
  )
}

interface PublishingState {
  readonly run: string | null
  readonly progress: Progress | null
  readonly published: PublishedFolder | null
  readonly failure: Failure | null
  readonly controller: AbortController | null
}

const NOTHING: PublishingState = { run: null, progress: null, published: null, failure: null, controller: null }

export const usePublishing = create<PublishingState>()(() => NOTHING)
const { getState: now, setState: set } = usePublishing

const publishing = {
  /** Publishes a run; the button is disabled meanwhile. @param choice options; `sample` is the number of pages to include, 0: all */
  async start(run: string, choice: Pick<Input<'evaluation.publish'>, 'folder' | 'title' | 'withPages' | 'sample'>): Promise<void> {
    const controller = new AbortController()
    set({ ...NOTHING, run, controller, progress: { done: null, message: 'Starting …' } })
    const isCurrent = (): boolean => now().controller === controller
    const onProgress = (progress: Progress): void => (isCurrent() ? set({ progress }) : undefined)
    const request = { run, ...choice, limits: requestedLimits() }
    const answer = await ifCurrent(isCurrent, call('evaluation.publish', request, { signal: controller.signal, onProgress }))
    if (!answer) return
    if (answer.ok) set({ ...NOTHING, run, published: answer.value })
    else set(answer.failure.code === 'cancelled' ? NOTHING : { ...NOTHING, run, failure: answer.failure })
  },
  cancel: (): void => now().controller?.abort(),
  dismiss: (): void => set(NOTHING),
}
