/** Keys of the whole window, and actions of the host's menu. */
import { byKeys, isDialogOpen, listenForKeys, isTextField } from '../../components/keys'
import { ACTIONS, performAction } from './actions'
import { getState } from '../../window/window'

/** Views handle their own keys. */
const actionsOfKeys = byKeys(ACTIONS.filter((action) => !action.inView))

/** Whether an element uses typed characters: for text, or to choose an option by its first letter. */
const inField = (target: EventTarget | null): boolean => isTextField(target) || target instanceof HTMLSelectElement

const isBlocked = (): boolean => getState().overlay !== null || isDialogOpen()

/** Performs an action of the host's menu. In a text field, undo and redo apply to the text; under an open dialog no other action runs. */
export function performFromMenu(id: string): void {
  if ((id === 'undo' || id === 'redo') && inField(document.activeElement)) {
    // The only way to the edit history of a field.
    document.execCommand(id)
    return
  }
  if (isBlocked() && id !== 'palette') return
  performAction(id)
}

export function listenForShortcuts(): () => void {
  let isAltUsed = false
  const stop = listenForKeys({
    meaning(keys, { target, altKey }) {
      const state = getState()
      const field = inField(target)
      // An open dialog receives all keys except the palette's toggle.
      const action = actionsOfKeys
        .get(keys)
        ?.find(
          ({ id, inFields, enabled }) =>
            (inFields || !field) && (!isBlocked() || (id === 'palette' && state.overlay !== null)) && enabled(state),
        )
      if (!action) return undefined
      return () => {
        isAltUsed ||= altKey
        action.run(state)
      }
    },
  })
  // Alt pressed and released by itself opens the menu bar; Alt in a combination does not.
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
