/** Keys of the player, also those that remote controls for presentations send. */
import { isField } from '../../components/keys'
import { demoActions, useDemo } from './state/demo'
import { getState } from '../../window/workspace'
import { PLAYER_ACTIONS, type PlayerActionId } from './player-actions'

/** On to the tour's next stop where there is a tour, else a chapter. */
function onward(by: 1 | -1): void {
  const { tour } = useDemo.getState()
  if (tour) demoActions.tourStop(tour.stop + by)
  else demoActions.chapter(by)
}

const RUN: Readonly<Record<PlayerActionId, () => void>> = {
  toggle: demoActions.toggle,
  forward: () => demoActions.step(1),
  back: () => demoActions.step(-1),
  'chapter-forward': () => demoActions.chapter(1),
  'chapter-back': () => demoActions.chapter(-1),
  onward: () => onward(1),
  backward: () => onward(-1),
  first: demoActions.first,
  last: demoActions.last,
  loop: demoActions.toggleLoop,
  lecture: () => demoActions.setLecture(!useDemo.getState().lecture),
  edit: demoActions.editFirst,
}

/** Does what an action of the player says. */
export function performPlayerAction(id: PlayerActionId): void {
  RUN[id]()
}

/** Whether typing goes into it. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !/^(?:range|checkbox|radio|button|color|file)$/.test(target.type)
  return target instanceof HTMLTextAreaElement || target.isContentEditable
}

/** Whether the space bar does something to it. */
function takesSpace(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('button, select, summary, a[href], input:not([type="range"]), [role="option"]')
}

const byKeys = new Map(PLAYER_ACTIONS.flatMap(({ id, keys }) => keys.map((combination) => [combination, id] as const)))

/** Listens while the player is shown. Returns the way to stop. */
export function listenForPlayerKeys(): () => void {
  // Asked when the focus comes, not when a key is pressed: any key makes the focus visible.
  let byKeyboard = document.activeElement?.matches(':focus-visible') ?? false
  const onFocus = (event: FocusEvent): void => {
    byKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || getState().overlay !== null) return
    if (document.querySelector('dialog[open]')) return
    // The space bar plays, whatever was clicked before; who comes to a control by keyboard presses it.
    const plays = event.key === ' ' && !takesText(event.target) && !(byKeyboard && takesSpace(event.target))
    if (!plays && (event.key === ' ' || isField(event.target))) return
    if (event.key === 'Escape' && useDemo.getState().lecture) {
      event.preventDefault()
      demoActions.setLecture(false)
      return
    }
    const key = event.key === ' ' ? 'Space' : event.key
    const id = byKeys.get(event.shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key)
    if (id === undefined) return
    event.preventDefault()
    performPlayerAction(id)
  }
  window.addEventListener('keydown', onKey)
  window.addEventListener('focusin', onFocus)
  return () => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('focusin', onFocus)
  }
}
