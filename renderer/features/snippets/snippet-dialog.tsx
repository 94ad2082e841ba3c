import { useState } from 'react'
import { LONGEST_SNIPPET, type SnippetChange } from '../../../shared/contract/fault-contract'
import type { Failure } from '../../../shared/base/failure'
import { readablePreview } from '../../../shared/explain/node-label'
import { hasText } from '../../../shared/page/readable-text'
import { FailureNote } from '../../components/panel/panel'
import { FormDialog } from '../../components/dialog'
import { PathField } from '../../components/path-field'
import { remember, changeSnippet, snippetFolder } from '../../window/page/history'
import { currentTab, getState } from '../../window/window'

const MOST_NODE_CHARACTERS = 200

function markedText(): string {
  const { marked } = getState()
  if (marked !== '') return marked.slice(0, LONGEST_SNIPPET)
  const { model, selected } = currentTab()
  return model && selected !== null ? readablePreview(model, selected, MOST_NODE_CHARACTERS).replace(/\S*…$/, '').trim() : ''
}

interface SnippetDialogProps {
  readonly kind: SnippetChange['kind']
  readonly onClose: () => void
}

function SnippetDialog({ kind, onClose }: SnippetDialogProps) {
  const [text, setText] = useState(markedText)
  const [folder, setFolder] = useState(snippetFolder)
  const [problem, setProblem] = useState<Failure | null>(null)
  const { page, model, source } = currentTab()
  if (!page || !model) return null
  const isThere = hasText(model, text)
  const save = async (): Promise<void> => {
    const change = { page: page.id, folder: folder.trim(), kind, text: text.replace(/\s+/g, ' ').trim(), remove: false }
    const { changed, failure } = await changeSnippet(change)
    setProblem(failure)
    if (failure) return
    if (changed) remember({ kind: 'snippet', change, source })
    onClose()
  }
  return (
    <FormDialog
      label={kind === 'with' ? 'Must keep' : 'Must not keep'}
      submit="Save"
      disabled={!isThere || folder.trim() === ''}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p className="quiet">
        A snippet requires that an extractor {kind === 'with' ? 'keeps' : 'drops'} this text of the page. A short part of a sentence is
        enough.
      </p>
      <label htmlFor="snippet-text">Text</label>
      <textarea
        id="snippet-text"
        style={{ blockSize: '6em', minBlockSize: 0 }}
        data-autofocus
        rows={4}
        maxLength={LONGEST_SNIPPET}
        value={text}
        aria-describedby="snippet-note"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <p id="snippet-note" className="quiet" role="status">
        {text.trim() === ''
          ? 'Select text or a node on the page, or type the text.'
          : isThere
            ? 'The page contains this text.'
            : 'The page does not contain this text.'}
      </p>
      <PathField label="Snippet folder" title="Snippet folder" value={folder} onChange={setFolder} />
      <p className="quiet">
        Check the snippets: boilerscope evaluate --corpus {folder.trim().replace(/^.*\s.*$/, '"$&"') || 'FOLDER'} --require-snippets
      </p>
      {problem ? <FailureNote failure={problem} /> : null}
    </FormDialog>
  )
}

export const MustKeepDialog = (props: Omit<SnippetDialogProps, 'kind'>) => <SnippetDialog kind="with" {...props} />
export const MustNotKeepDialog = (props: Omit<SnippetDialogProps, 'kind'>) => <SnippetDialog kind="without" {...props} />
