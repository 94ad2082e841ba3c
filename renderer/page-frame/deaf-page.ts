/**
 * Events and carets of a page's frame. WebKit calls no listeners in a document sandboxed without `allow-scripts`. In WebKit, the window
 * therefore listens on the element around the frame, and sends copies of the events to a substitute target per document.
 */
import { offsetOf, placeOfFrame } from './nested'
import type { NodeId } from '../../shared/page/page-model'
import { nodeOf } from './geometry'

/** Returns the element of an event, even in an open shadow root. `instanceof` would fail, because each frame has its own classes. */
export function elementOfEvent(event: Event): Element | null {
  const target = (event.composedPath()[0] ?? event.target) as Node | null
  return target && (target.nodeType === 1 ? (target as Element) : target.parentElement)
}

export function nodeOfEvent(event: Event): NodeId | null {
  const found = elementOfEvent(event)?.closest('[data-bs-id]')
  return found ? nodeOf(found) : null
}

export function listenForHover(documents: readonly Document[], hover: (node: NodeId | null) => void, signal: AbortSignal): void {
  for (const doc of documents) {
    inputOf(doc, doc).addEventListener('pointermove', (event) => hover(nodeOfEvent(event)), { passive: true, signal })
    inputOf(doc, doc.documentElement).addEventListener('pointerleave', () => hover(null), { signal })
  }
}

export function forwardKey(event: KeyboardEvent, to: EventTarget): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const copy = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true, bubbles: true })
  if (!to.dispatchEvent(copy)) event.preventDefault()
}

/** Returns the position of an event in pixels of the window, also for an event in a frame inside the page. */
export function placeInWindow(event: MouseEvent, frame: HTMLIFrameElement): { readonly x: number; readonly y: number } {
  const [doc, top] = [event.view?.document, frame.contentDocument]
  const within = doc && top ? offsetOf(doc, top) : { x: 0, y: 0 }
  const { left, top: above, scale } = placeOfFrame(frame)
  return { x: left + (within.x + event.clientX) * scale, y: above + (within.y + event.clientY) * scale }
}

/** Moves the focus to the window's next element (1) or previous element (-1). */
export function leaveFrame(frame: HTMLIFrameElement, step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, iframe, [tabindex]')].filter(
    (element) => element === frame || (element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()),
  )
  stops[(stops.indexOf(frame) + step + stops.length) % stops.length]?.focus()
}

export interface Caret {
  readonly node: Node
  readonly offset: number
}

function elementAt(doc: Document, x: number, y: number, entered: ShadowRoot[] = []): Element | null {
  let element = doc.elementFromPoint(x, y)
  while (element?.shadowRoot && !entered.includes(element.shadowRoot)) {
    entered.push(element.shadowRoot)
    element = element.shadowRoot.elementFromPoint(x, y)
  }
  return element
}

export function caretAt(doc: Document, x: number, y: number): Caret | null {
  // Older browsers have only `caretRangeFromPoint`, which returns the host for a point in a shadow root.
  if (typeof doc.caretPositionFromPoint === 'function') {
    const shadowRoots: ShadowRoot[] = []
    elementAt(doc, x, y, shadowRoots)
    const found = doc.caretPositionFromPoint(x, y, { shadowRoots })
    return found && { node: found.offsetNode, offset: found.offset }
  }
  const found = doc.caretRangeFromPoint(x, y)
  return found && { node: found.startContainer, offset: found.startOffset }
}

const inputs = new WeakMap<Document, EventTarget>()

/** Returns `target` if the document calls listeners, otherwise the document's substitute target. */
export function inputOf<T extends EventTarget>(doc: Document, target: T): T {
  let input = inputs.get(doc)
  if (!input) {
    let callsListeners = false
    doc.addEventListener('boilerscope-probe', () => (callsListeners = true), { once: true })
    doc.dispatchEvent(new Event('boilerscope-probe'))
    input = callsListeners ? doc : new EventTarget()
    inputs.set(doc, input)
  }
  return input === doc ? target : (input as T)
}

/** If the document calls no listeners, `forwardInput` captures the pointer instead. */
export function capturePointer(doc: Document, pointer: number): void {
  if (inputOf(doc, doc) === doc) doc.documentElement.setPointerCapture(pointer)
}

const POINTER_EVENTS = [
  ...(['pointerdown', 'mousedown', 'pointermove', 'pointerup', 'pointercancel'] as const),
  ...(['click', 'auxclick', 'contextmenu'] as const),
]

function copyOf(event: Event, changed: Readonly<Record<string, unknown>>): Event {
  const copy = new (event.constructor as typeof Event)(event.type, event)
  for (const [name, value] of Object.entries(changed)) Object.defineProperty(copy, name, { value })
  return copy
}

/** Sends pointer events in a frame without captured nodes to the `iframe` or `frame` element, so that the page keeps the focus. */
export function listenInEmptyFrames(frames: Iterable<HTMLIFrameElement>, signal: AbortSignal): void {
  for (const frame of frames) {
    let entered: Document | null = null
    const enter = (): void => {
      const doc = frame.contentDocument
      if (!doc || doc === entered || doc.querySelector('[data-bs-id]')) return
      entered = doc
      const view = frame.ownerDocument.defaultView
      const send = (event: MouseEvent): void => {
        const { x, y } = offsetOf(doc, frame.ownerDocument)
        const isWanted = frame.dispatchEvent(copyOf(event, { view, clientX: x + event.clientX, clientY: y + event.clientY }))
        if (!isWanted || event.type === 'mousedown') event.preventDefault()
        if (event.type === 'mousedown') view?.focus()
      }
      for (const type of POINTER_EVENTS) doc.addEventListener(type, send, { signal })
      listenInEmptyFrames(doc.querySelectorAll<HTMLIFrameElement>('iframe, frame'), signal)
    }
    frame.addEventListener('load', enter, { signal })
    enter()
  }
}

const PAGE = 0.875
const SCROLLS: ReadonlyMap<string, readonly [share: number, pixels: number]> = new Map([
  ['ArrowDown', [0, 40]],
  ['ArrowUp', [0, -40]],
  ['PageDown', [PAGE, 0]],
  ['PageUp', [-PAGE, 0]],
  ['End', [0, 1e9]],
  ['Home', [0, -1e9]],
])

/** Sends the events over a frame to the substitute targets of its documents. Does nothing if the frame's document calls listeners. */
export function forwardInput(frame: HTMLIFrameElement, signal: AbortSignal): void {
  const [top, view, host] = [frame.contentDocument, frame.contentWindow, frame.parentElement]
  if (!top || !view || !host || inputOf(top, top) === top) return
  // The element around the frame receives the events and the focus.
  frame.style.pointerEvents = 'none'
  host.tabIndex = -1
  let over: Document | null = null
  let pressed: { readonly doc: Document; readonly caret: Caret | null } | null = null

  function send(event: Event, doc: Document, changed: Record<string, unknown> = {}): boolean {
    const isWanted = inputOf(doc, doc).dispatchEvent(copyOf(event, { view: doc.defaultView, ...changed }))
    if (!isWanted) event.preventDefault()
    return isWanted
  }

  function leave(to: Document | null): void {
    if (over && over !== to) inputOf(over, over).dispatchEvent(new PointerEvent('pointerleave'))
    over = to
  }

  /** While a button is held, returns the document in which the button was pressed. */
  function find(event: MouseEvent): { doc: Document; element: Element | null; x: number; y: number } | null {
    if (event.target !== host || !top) return null
    const { left, top: above, scale } = placeOfFrame(frame)
    for (let doc = pressed?.doc ?? top; ;) {
      const offset = offsetOf(doc, top)
      const [x, y] = [(event.clientX - left) / scale - offset.x, (event.clientY - above) / scale - offset.y]
      const element = elementAt(doc, x, y)
      const inner = element && 'contentDocument' in element ? (element.contentDocument as Document | null) : null
      if (!pressed && inner?.querySelector('[data-bs-id]')) doc = inner
      else return pressed || element ? { doc, element, x, y } : null
    }
  }

  function forward(event: PointerEvent | MouseEvent): void {
    const found = find(event)
    if (event.type === 'pointermove' && !pressed) leave(found?.doc ?? null)
    if (!found) return
    const { doc, element, x, y } = found
    if (event.type === 'mousedown') {
      // Without `preventDefault`, the browser would select text of the window.
      event.preventDefault()
      host?.focus({ preventScroll: true })
    }
    if (event.type === 'contextmenu') event.stopPropagation()
    const isWanted = send(event, doc, { clientX: x, clientY: y, composedPath: () => [element ?? doc] })
    const selection = doc.getSelection()
    if (event.type === 'pointerdown') {
      host?.setPointerCapture((event as PointerEvent).pointerId)
      pressed = { doc, caret: isWanted && event.button === 0 ? caretAt(doc, x, y) : null }
      if (event.button === 0) selection?.removeAllRanges()
    } else if (event.type === 'pointermove' && pressed?.caret) {
      const { node, offset } = pressed.caret
      const to = caretAt(doc, x, y)
      if (to) selection?.setBaseAndExtent(node, offset, to.node, to.offset)
    } else if (event.type === 'pointerup' || event.type === 'pointercancel') pressed = null
    else return
    if (pressed?.caret) inputOf(doc, doc).dispatchEvent(new Event('selectionchange'))
  }
  for (const type of POINTER_EVENTS) host.addEventListener(type, forward, { signal })
  host.addEventListener('pointerleave', () => leave(null), { signal })

  function scrollBy(element: Element | null, left: number, top: number): boolean {
    for (let at = element; at && at !== frame; at = parentAcrossFrames(at)) {
      const style = at.ownerDocument.defaultView?.getComputedStyle(at)
      if (at !== at.ownerDocument.documentElement && !/auto|scroll/.test(`${style?.overflowX} ${style?.overflowY}`)) continue
      const before = [at.scrollLeft, at.scrollTop]
      at.scrollBy({ left, top, behavior: 'instant' })
      if (at.scrollLeft === before[0] && at.scrollTop === before[1]) continue
      inputOf(at.ownerDocument, at).dispatchEvent(new Event('scroll'))
      return true
    }
    return false
  }
  const onWheel = (event: WheelEvent): void => {
    const found = event.ctrlKey ? null : find(event)
    if (found && scrollBy(found.element, event.deltaX, event.deltaY)) event.preventDefault()
  }
  host.addEventListener('wheel', onWheel, { passive: false, signal })

  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== host) return
    event.stopPropagation()
    const [share, pixels] = (event.type === 'keydown' && SCROLLS.get(event.key)) || [0, 0]
    if (send(event, top) && (share !== 0 || pixels !== 0) && scrollBy(top.documentElement, 0, share * view.innerHeight + pixels))
      event.preventDefault()
  }
  host.addEventListener('keydown', onKey, { signal })
  host.addEventListener('keyup', onKey, { signal })
  host.addEventListener('blur', (event) => void send(event, top), { signal })
  frame.addEventListener('focus', () => host.focus({ preventScroll: true }), { signal })

  let last = ''
  let request = 0
  /** In WebKit, the page reports neither scrolling nor resizing, so compare position and size in each animation frame. */
  function watch(): void {
    request = requestAnimationFrame(watch)
    const now = `${view?.scrollX} ${view?.scrollY} ${view?.innerWidth} ${view?.innerHeight}`
    if (now === last || !top) return
    last = now
    for (const type of ['scroll', 'resize']) inputOf(top, top).dispatchEvent(new Event(type))
  }
  watch()
  signal.addEventListener('abort', () => cancelAnimationFrame(request))
}

export function parentAcrossFrames(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : (element.ownerDocument.defaultView?.frameElement ?? null))
}
