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

const byKeys = new Map(PLAYER_ACTIONS.flatMap(({ id, keys }) => keys.map((combination) => [combination, id] as const)))

/** Listens while the player is shown. Returns the way to stop. */
export function listenForPlayerKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || getState().overlay !== null) return
    if (isField(event.target) || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape' && useDemo.getState().lecture) {
      event.preventDefault()
      demoActions.setLecture(false)
      return
    }
    // On a button the space bar presses it.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return
    const key = event.key === ' ' ? 'Space' : event.key
    const id = byKeys.get(event.shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key)
    if (id === undefined) return
    event.preventDefault()
    performPlayerAction(id)
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}
