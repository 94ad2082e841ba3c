/** Events of a page's frame, whose document belongs to another realm. */

/** The element an event is about, in a shadow root too. In a frame instanceof does not know elements. */
export function elementOfEvent(event: Event): Element | null {
  const target = (event.composedPath()[0] ?? event.target) as Node | null
  return target && (target.nodeType === 1 ? (target as Element) : target.parentElement)
}

/** Hands a key pressed in a frame on to a target of the window; what is done with it there is not done in the frame. */
export function handOnKey(event: KeyboardEvent, to: EventTarget): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const copy = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true, bubbles: true })
  if (!to.dispatchEvent(copy)) event.preventDefault()
}
