/** Events of a page's frame, whose document belongs to another realm. */
import type { NodeId } from '../../shared/page/page-model'
import { inputOf } from './deaf-page'
import { nodeOf } from './geometry'
import { offsetOf, placeOfFrame } from './nested'

/** The element an event is about, in a shadow root too. In a frame instanceof does not know elements. */
export function elementOfEvent(event: Event): Element | null {
  const target = (event.composedPath()[0] ?? event.target) as Node | null
  return target && (target.nodeType === 1 ? (target as Element) : target.parentElement)
}

/** The node of the page that an event is about. */
export function nodeOfEvent(event: Event): NodeId | null {
  const found = elementOfEvent(event)?.closest('[data-bs-id]')
  return found ? nodeOf(found) : null
}

/** Tells, until the signal ends it, which node the pointer is over in documents of a page. */
export function listenForHover(documents: readonly Document[], hover: (node: NodeId | null) => void, signal: AbortSignal): void {
  for (const doc of documents) {
    inputOf(doc, doc).addEventListener('pointermove', (event) => hover(nodeOfEvent(event)), { passive: true, signal })
    inputOf(doc, doc.documentElement).addEventListener('pointerleave', () => hover(null), { signal })
  }
}

/** Hands a key pressed in a frame on to a target of the window; what is done with it there is not done in the frame. */
export function handOnKey(event: KeyboardEvent, to: EventTarget): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const copy = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true, bubbles: true })
  if (!to.dispatchEvent(copy)) event.preventDefault()
}

/** Where an event of a page's frame, or of a frame in it, lies in the window, in pixels of the window. */
export function placeInWindow(event: MouseEvent, frame: HTMLIFrameElement): { readonly x: number; readonly y: number } {
  const [doc, top] = [event.view?.document, frame.contentDocument]
  const within = doc && top ? offsetOf(doc, top) : { x: 0, y: 0 }
  const { left, top: above, scale } = placeOfFrame(frame)
  return { x: left + (within.x + event.clientX) * scale, y: above + (within.y + event.clientY) * scale }
}

/** Puts the focus on what comes before or after the frame in the window. */
export function leaveFrame(frame: HTMLIFrameElement, step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, iframe, [tabindex]')].filter(
    (element) => element === frame || (element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()),
  )
  stops[(stops.indexOf(frame) + step + stops.length) % stops.length]?.focus()
}
