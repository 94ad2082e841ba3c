/** Copying, with a word about it in the status bar. */
import { notify } from './store'

/** Copies a text; `what` names it: "Selector". */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify(`${what} copied.`),
    () => notify(`${what} could not be copied: the clipboard refused it.`),
  )
}
