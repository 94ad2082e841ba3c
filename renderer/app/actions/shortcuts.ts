import { byKeys, isDialogOpen, listenForKeys, isTextField } from '../../components/keys'
import { ACTIONS, performAction } from './actions'
import { getState } from '../../window/window'

const actionsOfKeys = byKeys(ACTIONS.filter((action) => !action.inView))

/** A select counts as a field, because letter keys choose an option. */
const inField = (target: EventTarget | null): boolean => isTextField(target) || target instanceof HTMLSelectElement

const isBlocked = (): boolean => getState().overlay !== null || isDialogOpen()

export function performFromMenu(id: string): void {
  if ((id === 'undo' || id === 'redo') && inField(document.activeElement)) {
    // `execCommand` is the only API for the edit history of a field.
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
  // Releasing Alt can open the menu bar of the browser. Prevent this after a shortcut with Alt.
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
