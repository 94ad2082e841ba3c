/** The keys of the whole window, and what the host's menu asks for. */
import { byKeys, isDialogOpen, listenForKeys, takesText } from '../../components/keys'
import { ACTIONS, performAction } from './actions'
import { getState } from '../../window/window'

/** Views listen for their own keys. */
const actionsOfKeys = byKeys(ACTIONS.filter((action) => !action.inView))

/** Whether typing means something to an element: text, or an option's first letter. */
function inField(target: EventTarget | null): boolean {
  return takesText(target) || target instanceof HTMLSelectElement
}

/** Whether a dialog has the keys: one of the window, or of a view. */
const isTaken = (): boolean => getState().overlay !== null || isDialogOpen()

/**
 * Does what the host's menu asks for. In a text field undo and redo are of the typing; under an open dialog nothing else is done.
 */
export function performFromMenu(id: string): void {
  if ((id === 'undo' || id === 'redo') && inField(document.activeElement)) {
    // There is no other way to the history of a field.
    document.execCommand(id)
    return
  }
  if (isTaken() && id !== 'palette') return
  performAction(id)
}

/** Listens for every action's keys. Returns the way to stop. */
export function listenForShortcuts(): () => void {
  let isAltUsed = false
  const stop = listenForKeys({
    meaning(keys, { target, altKey }) {
      const state = getState()
      const field = inField(target)
      // An open dialog keeps its keys, except the one that closes the palette.
      const action = actionsOfKeys
        .get(keys)
        ?.find(
          ({ id, inFields, enabled }) =>
            (inFields || !field) && (!isTaken() || (id === 'palette' && state.overlay !== null)) && enabled(state),
        )
      if (!action) return undefined
      return () => {
        isAltUsed ||= altKey
        action.run(state)
      }
    },
  })
  // Alt that is let go by itself opens the menu bar; after a combination it was not by itself.
  const onAlt = (event: KeyboardEvent): void => {
    if (event.key === 'Alt' && !event.repeat) isAltUsed = false
  }
  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Alt' || !isAltUsed) return
    isAltUsed = false
    event.preventDefault()
  }
  const ending = new AbortController()
  window.addEventListener('keydown', onAlt, { signal: ending.signal })
  window.addEventListener('keyup', onKeyUp, { signal: ending.signal })
  return () => {
    stop()
    ending.abort()
  }
}
