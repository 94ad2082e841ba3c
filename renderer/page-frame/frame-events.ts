/** Events of a page's frame, whose document belongs to another realm. */
import type { NodeId } from '../../shared/page/page-model'
import { inputOf } from './deaf-page'
import { nodeOf } from './geometry'
import { offsetOf, placeOfFrame } from './nested'

/** Returns the element of an event, also in a shadow root. `instanceof` fails across frames. */
export function elementOfEvent(event: Event): Element | null {
  const target = (event.composedPath()[0] ?? event.target) as Node | null
  return target && (target.nodeType === 1 ? (target as Element) : target.parentElement)
}

/** Returns the node of an event. */
export function nodeOfEvent(event: Event): NodeId | null {
  const found = elementOfEvent(event)?.closest('[data-bs-id]')
  return found ? nodeOf(found) : null
}

/** Reports the node under the pointer in documents of a page until the signal ends it. */
export function listenForHover(documents: readonly Document[], hover: (node: NodeId | null) => void, signal: AbortSignal): void {
  for (const doc of documents) {
    inputOf(doc, doc).addEventListener('pointermove', (event) => hover(nodeOfEvent(event)), { passive: true, signal })
    inputOf(doc, doc.documentElement).addEventListener('pointerleave', () => hover(null), { signal })
  }
}

/** Forwards a key pressed in a frame to a target of the window; a key handled there is not handled in the frame. */
export function forwardKey(event: KeyboardEvent, to: EventTarget): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const copy = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true, bubbles: true })
  if (!to.dispatchEvent(copy)) event.preventDefault()
}

/** Returns the position in the window, in pixels of the window, of an event in a page's frame or in a frame inside it. */
export function placeInWindow(event: MouseEvent, frame: HTMLIFrameElement): { readonly x: number; readonly y: number } {
  const [doc, top] = [event.view?.document, frame.contentDocument]
  const within = doc && top ? offsetOf(doc, top) : { x: 0, y: 0 }
  const { left, top: above, scale } = placeOfFrame(frame)
  return { x: left + (within.x + event.clientX) * scale, y: above + (within.y + event.clientY) * scale }
}

/** Moves the focus to the element before or after the frame in the window. */
export function leaveFrame(frame: HTMLIFrameElement, step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, iframe, [tabindex]')].filter(
    (element) => element === frame || (element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()),
  )
  stops[(stops.indexOf(frame) + step + stops.length) % stops.length]?.focus()
}
