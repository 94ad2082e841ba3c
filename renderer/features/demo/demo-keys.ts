import { byKeys, isDialogOpen, isField, listenForKeys, isTextField } from '../../components/keys'
import { demoActions, useDemo } from './state/demo'
import { getState } from '../../window/window'
import { PLAYER_ACTIONS, type PlayerActionId } from './player-actions'

function onward(by: 1 | -1): void {
  const { tour } = useDemo.getState()
  if (tour && by > 0) demoActions.tourOn()
  else if (tour) demoActions.tourStop(tour.stop - 1)
  else demoActions.chapter(by)
}

export const PLAYER_RUNS: Readonly<Record<PlayerActionId, () => void>> = {
  toggle: demoActions.toggle,
  forward: () => demoActions.step(1),
  back: () => demoActions.step(-1),
  'chapter-forward': () => demoActions.chapter(1),
  'chapter-back': () => demoActions.chapter(-1),
  onward: () => onward(1),
  backward: () => onward(-1),
  first: demoActions.first,
  last: demoActions.last,
  lecture: () => demoActions.setLecture(!useDemo.getState().lecture),
  answer: () => demoActions.answer(null),
  'explain-next': () => demoActions.pickNext(1),
  'explain-previous': () => demoActions.pickNext(-1),
  edit: demoActions.editFirst,
}

function usesSpace(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('button, select, summary, a[href], input:not([type="range"]), [role="option"]')
}

function leaveOf(): (() => void) | undefined {
  const { picked, lecture } = useDemo.getState()
  if (picked) return () => demoActions.pick(null)
  return lecture ? () => demoActions.setLecture(false) : undefined
}

const actionsOfKeys = byKeys(PLAYER_ACTIONS)

export function listenForPlayerKeys(): () => void {
  // Check `:focus-visible` on focus, because a later key press makes every focus visible.
  let byKeyboard = document.activeElement?.matches(':focus-visible') ?? false
  const onFocus = (event: FocusEvent): void => {
    byKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
  }
  const stop = listenForKeys({
    meaning(keys, { target }) {
      if (getState().overlay !== null || isDialogOpen()) return undefined
      const plays = keys === 'Space' && !isTextField(target) && !(byKeyboard && usesSpace(target))
      if (!plays && (keys === 'Space' || isField(target))) return undefined
      if (keys === 'Escape') return leaveOf()
      const action = actionsOfKeys.get(keys)?.[0]
      return action && PLAYER_RUNS[action.id]
    },
  })
  window.addEventListener('focusin', onFocus)
  return () => {
    stop()
    window.removeEventListener('focusin', onFocus)
  }
}
