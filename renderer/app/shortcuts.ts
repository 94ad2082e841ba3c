/** Keys: reading `Mod+Shift+P` and comparing it with what was pressed. */
import { ACTIONS, performAction } from './actions'
import { MAC } from '../components/keys'
import { getState } from '../window/workspace'

interface Combination {
  readonly key: string
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
}

function parse(keys: string): Combination {
  const parts = keys.split('+')
  const key = keys.endsWith('++') ? '+' : (parts[parts.length - 1] ?? '')
  return { key: key.toLowerCase(), mod: parts.includes('Mod'), alt: parts.includes('Alt'), shift: parts.includes('Shift') }
}

/** The key of an event. With Alt held a Mac types other characters, so letters and digits come from the key's place. */
function keyOf(event: KeyboardEvent): string {
  if (event.altKey) {
    const found = /^(?:Key|Digit)(.)$/.exec(event.code)
    if (found?.[1]) return found[1].toLowerCase()
    if (event.code === 'Minus') return '-'
    if (event.code === 'Equal') return '='
  }
  return event.key.toLowerCase()
}

function fits(combination: Combination, event: KeyboardEvent): boolean {
  const mod = MAC ? event.metaKey : event.ctrlKey
  const otherMod = MAC ? event.ctrlKey : event.metaKey
  return (
    !otherMod &&
    mod === combination.mod &&
    event.altKey === combination.alt &&
    event.shiftKey === combination.shift &&
    keyOf(event) === combination.key
  )
}

const table = ACTIONS.filter((action) => !action.inView).flatMap((action) =>
  (action.keys ?? []).map((keys) => ({ action, combination: parse(keys) })),
)

/** Inputs that take no text, e.g. sliders and switches. */
const WITHOUT_TEXT = /^(?:range|checkbox|radio|button|file|color)$/

/** Whether what a person types goes into an element. */
export function inField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.test(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:textarea|select)$/i.test(target.tagName))
}

/**
 * Does what the host's menu asks for. In a text field undo and redo are of the typing; under an open dialog nothing else is done.
 */
export function performFromMenu(id: string): void {
  if ((id === 'undo' || id === 'redo') && inField(document.activeElement)) {
    // There is no other way to the history of a field.
    document.execCommand(id)
    return
  }
  if (getState().overlay !== null && id !== 'palette') return
  performAction(id)
}

/** Listens for every action's keys. Returns the way to stop. */
export function listenForShortcuts(): () => void {
  let isAltUsed = false
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Alt' && !event.repeat) isAltUsed = false
    if (event.defaultPrevented || event.isComposing) return
    const state = getState()
    const field = inField(event.target)
    for (const { action, combination } of table) {
      if (!fits(combination, event) || (field && !action.inFields)) continue
      // An open dialog keeps its keys, except the one that closes the palette.
      if (state.overlay !== null && action.id !== 'palette') continue
      if (!action.enabled(state)) continue
      event.preventDefault()
      isAltUsed ||= event.altKey
      action.run(state)
      return
    }
  }
  // Alt that is let go by itself opens the menu bar; after a combination it was not by itself.
  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Alt' || !isAltUsed) return
    isAltUsed = false
    event.preventDefault()
  }
  window.addEventListener('keydown', onKey)
  window.addEventListener('keyup', onKeyUp)
  return () => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('keyup', onKeyUp)
  }
}
