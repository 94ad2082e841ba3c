/** Copying, with a word about it in the status bar. */
import { actions } from './workspace'

/** Copies a text; `what` names it: "Selector". */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => actions.notify(`${what} copied.`),
    () => actions.notify(`${what} could not be copied: the clipboard refused it.`),
  )
}
