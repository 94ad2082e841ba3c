/** Keys of the player, also those that remote controls for presentations send. */
import { demoActions, useDemo } from '../../stores/demo'
import { getState } from '../../stores/workspace'

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
}

/** On to the tour's next stop where there is a tour, else a chapter. */
function onward(by: 1 | -1): void {
  const { tour } = useDemo.getState()
  if (tour) demoActions.tourStop(tour.stop + by)
  else demoActions.chapter(by)
}

/** Listens while the player is shown. Returns the way to stop. */
export function listenForPlayerKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || getState().overlay !== null) return
    if (inField(event.target) || document.querySelector('dialog[open]')) return
    const button = event.target instanceof HTMLButtonElement
    const act = (run: () => void): void => {
      event.preventDefault()
      run()
    }
    switch (event.key) {
      case ' ':
        // On a button the space bar presses it.
        if (!button) act(demoActions.toggle)
        break
      case 'k':
      case '.':
      case 'MediaPlayPause':
        act(demoActions.toggle)
        break
      case 'ArrowRight':
        act(() => (event.shiftKey ? demoActions.chapter(1) : demoActions.step(1)))
        break
      case 'ArrowLeft':
        act(() => (event.shiftKey ? demoActions.chapter(-1) : demoActions.step(-1)))
        break
      case 'PageDown':
        act(() => onward(1))
        break
      case 'PageUp':
        act(() => onward(-1))
        break
      case 'Home':
        act(demoActions.first)
        break
      case 'End':
        act(demoActions.last)
        break
      case 'l':
      case 'F5':
        act(() => demoActions.setLecture(!useDemo.getState().lecture))
        break
      case 'Escape':
        if (useDemo.getState().lecture) act(() => demoActions.setLecture(false))
        break
    }
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}
