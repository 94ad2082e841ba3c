/** Snippets in a folder: text that must or must not be kept of a page. */
import type { SnippetChange } from '../../../shared/contract/fault-contract'
import type { Failure } from '../../../shared/base/failure'
import { call } from '../host/host'
import { readText, writeText } from '../host/storage'
import { notify } from '../store'

const FOLDER = 'snippet-folder'

/** Returns the folder that was used last; empty at first. */
export const snippetFolder = (): string => readText(FOLDER) ?? ''

/** Adds a snippet to its folder or removes it, and reports the result. @returns the failure, which the caller must show */
export async function changeSnippet(change: SnippetChange): Promise<{ readonly changed: boolean; readonly failure: Failure | null }> {
  const answer = await call('snippets.change', change)
  if (!answer.ok) return { changed: false, failure: answer.failure }
  const { changed, snippets } = answer.value
  writeText(FOLDER, change.folder)
  const count = `${snippets} ${snippets === 1 ? 'snippet' : 'snippets'} of this page`
  notify(
    !changed
      ? 'The folder has this snippet already.'
      : change.remove
        ? `Snippet removed; ${count}.`
        : `Saved: ${change.kind === 'with' ? 'must keep' : 'must not keep'}; ${count}.`,
  )
  return { changed, failure: null }
}
