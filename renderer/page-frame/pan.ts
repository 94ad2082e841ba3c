import { capturePointer, inputOf } from './deaf-page'

interface Pan {
  by(dx: number, dy: number): void
  /** Called if Space was pressed and released without a drag; scrolls by one view. */
  page(by: 1 | -1): void
}

/** Use style sheets, because the page's tree must not change. */
const HANDS = { ready: '*{cursor:grab!important}', moving: '*{cursor:grabbing!important}' } as const

export function listenForPan(doc: Document, pan: Pan, signal: AbortSignal): void {
  const view = doc.defaultView
  if (!view) return
  const handSheet = new view.CSSStyleSheet()
  /** Screen coordinates, because a drag can move the frame under the pointer. */
  let last: { x: number; y: number } | null = null
  let isHeld = false
  let hasMoved = false

  function show(state: keyof typeof HANDS | null): void {
    const others = doc.adoptedStyleSheets.filter((sheet) => sheet !== handSheet)
    if (state) handSheet.replaceSync(HANDS[state])
    doc.adoptedStyleSheets = state ? [...others, handSheet] : others
  }

  function end(): void {
    if (!last) return
    last = null
    show(isHeld ? 'ready' : null)
  }

  const listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void): void =>
    inputOf(doc, doc).addEventListener(type, listener, { capture: true, signal })

  listen('pointerdown', (event) => {
    if (event.button !== 1 && !(event.button === 0 && isHeld)) return
    last = { x: event.screenX, y: event.screenY }
    hasMoved = false
    event.preventDefault()
    event.stopImmediatePropagation()
    capturePointer(doc, event.pointerId)
    show('moving')
  })
  listen('mousedown', (event) => {
    if (last) event.preventDefault()
  })
  listen('pointermove', (event) => {
    if (!last) return
    event.stopImmediatePropagation()
    // The button was released outside the window.
    if (event.buttons === 0) return end()
    const [dx, dy] = [event.screenX - last.x, event.screenY - last.y]
    if (dx === 0 && dy === 0) return
    last = { x: event.screenX, y: event.screenY }
    hasMoved = true
    pan.by(dx, dy)
  })
  listen('pointerup', end)
  listen('pointercancel', end)
  listen('click', (event) => {
    if (hasMoved || isHeld) event.stopImmediatePropagation()
    hasMoved = false
  })
  listen('keydown', (event) => {
    if (event.key !== ' ' || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isHeld) return
    isHeld = true
    hasMoved = false
    show('ready')
  })
  listen('keyup', (event) => {
    if (event.key !== ' ' || !isHeld) return
    isHeld = false
    if (!last) show(null)
    if (!hasMoved) pan.page(event.shiftKey ? -1 : 1)
    hasMoved = false
  })
  inputOf(doc, view).addEventListener(
    'blur',
    () => {
      isHeld = false
      end()
      show(null)
    },
    { signal },
  )
}
