/**
 * A captured page in its sandboxed frame. Measures the nodes, schedules drawing, and handles keys and scrolling. The client draws and
 * handles clicks.
 */
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { forwardInput, inputOf, forwardKey, leaveFrame, listenInEmptyFrames } from './deaf-page'
import { settleAnimations, documentsIn, framesIn } from './nested'
import { listenForPan } from './pan'
import { boxOf, measureParts, type Box, type FrameGeometry } from './geometry'
import { nextShown } from './marks'
import { fitWidth, revealBox, scrollSmoothly, viewportOf, type FrameSize, type Viewport } from './viewport'

interface FrameClient {
  readonly model: () => PageModel | null
  readonly draw: (page: PageFrame) => void
  readonly enter?: (page: PageFrame, doc: Document, signal: AbortSignal) => void
  readonly measured?: (page: PageFrame) => void
  /** Whether scrolling moves boxes within the document. If true, scrolling causes a new measurement. */
  readonly isMovedByView?: () => boolean
  /** The right and left arrow keys move from the node of `from` to the next or previous node with visible text. */
  readonly steps?: { readonly from: () => NodeId | null; readonly to: (node: NodeId) => void }
  readonly pans?: boolean
  readonly keys: EventTarget
}

const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

const SIDEWAYS_PIXELS = 80

const SETTLE_MS = 80

/** Milliseconds between two checks whether the page is readable. A check per animation frame would make the browser render each frame. */
const CHECK_INTERVAL = 16

const SLICE_MS = 25
const FIRST_SLICE_MS = 5

export class PageFrame {
  readonly element: HTMLIFrameElement
  /** Boxes of the nodes; null before the first measurement of a document, and for a client without a model. */
  geometry: FrameGeometry | null = null
  size: FrameSize = { width: 0, height: 0, scale: 1 }
  readonly #client: FrameClient
  readonly #ending = new AbortController()
  #visit = new AbortController()
  #extent = ''
  #isLoaded = false
  #entered: readonly Document[] = []
  #scheduled = 0
  #nextCheck: ReturnType<typeof setTimeout> | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  readonly #turns = new MessageChannel()
  #measuring: { readonly parts: ReturnType<typeof measureParts>; readonly extent: string } | null = null
  /** Repeats the last scroll after the next measurement or resize; null if no scroll waits. */
  #awaited: (() => void) | null = null

  constructor(element: HTMLIFrameElement, client: FrameClient) {
    this.element = element
    this.#client = client
    element.addEventListener('load', () => this.#complete(), { signal: this.#ending.signal })
    this.#turns.port1.onmessage = () => this.#measureSlice()
    element.parentElement?.addEventListener('scroll', () => this.schedule(), { passive: true, signal: this.#ending.signal })
  }

  start(): void {
    if (this.#isLoaded) return
    const doc = this.element.contentDocument
    if (doc && isReadable(doc)) {
      this.#isLoaded = true
      this.#enter()
    } else this.#nextCheck = setTimeout(() => this.start(), CHECK_INTERVAL)
  }

  /** Null before the captured page has arrived. */
  get document(): Document | null {
    const doc = this.#isLoaded ? this.element.contentDocument : null
    return doc?.body && doc.querySelector('[data-bs-id]') ? doc : null
  }

  get documents(): readonly Document[] {
    const doc = this.document
    if (!doc) return []
    return this.geometry ? [doc, ...this.geometry.nested.keys()] : this.#entered
  }

  get viewport(): Viewport | null {
    return this.#isLoaded ? viewportOf(this.element, this.size) : null
  }

  resize(size: FrameSize): void {
    this.size = size
    const doc = this.document
    // Boxes are in pixels of the page. Without a new layout, only pinned elements may have moved.
    if (!doc || this.#isLaidOutAnew(doc)) return this.measure()
    this.#settle()
    this.schedule()
  }

  measure(): void {
    const doc = this.document
    const model = this.#client.model()
    if (doc && this.size.width > 0) fitWidth(this.element, this.size)
    this.#measuring = doc && model && { parts: measureParts(doc, model), extent: extentOf(doc) }
    this.#measureSlice(FIRST_SLICE_MS)
    this.schedule()
  }

  #measureSlice(milliseconds = SLICE_MS): void {
    if (!this.#measuring) return
    const { parts, extent } = this.#measuring
    const end = performance.now() + milliseconds
    do {
      const part = parts.next()
      if (!part.done) continue
      const isFirst = this.geometry?.model !== part.value.model
      this.geometry = part.value
      this.#extent = extent
      this.#measuring = null
      const awaited = this.#awaited
      if (isFirst) this.#client.measured?.(this)
      awaited?.()
      return this.schedule()
    } while (performance.now() < end)
    this.#turns.port2.postMessage(null)
  }

  #isLaidOutAnew(doc: Document): boolean {
    const measured = this.#measuring?.extent ?? (this.geometry && this.#extent)
    return measured !== extentOf(doc)
  }

  /** Whether the page has not yet received the size of its frame. In this state, Chromium can undo a scroll. */
  #isResized(): boolean {
    return Math.abs((this.element.contentWindow?.innerHeight ?? 0) - this.size.height / this.size.scale) > 0.6
  }

  schedule(): void {
    if (this.#scheduled !== 0) return
    this.#scheduled = requestAnimationFrame(() => {
      this.#scheduled = 0
      this.#client.draw(this)
    })
  }

  boxOf(node: NodeId): Box | null {
    return this.geometry && boxOf(this.geometry, node)
  }

  /** Returns the box of a node in pixels of the page, relative to the visible part. Null without a box, and before the page has loaded. */
  seenBoxOf(node: NodeId | null): Box | null {
    const box = node === null ? null : this.boxOf(node)
    const view = this.viewport
    return box && view && { ...box, x: box.x - view.x, y: box.y - view.y }
  }

  /** Does nothing if part of the node is visible. After a layout change, scrolls after the measurement. */
  reveal(node: NodeId | null): void {
    if (this.geometry && this.document && this.#isLaidOutAnew(this.document)) this.measure()
    this.#awaited = this.#measuring || this.#isResized() ? () => this.reveal(node) : null
    if (this.#measuring) return
    const box = node === null || !this.#isLoaded ? null : this.boxOf(node)
    if (box) revealBox(this.element, this.size, box)
  }

  scrollTo(top: number, left?: number): void {
    this.#awaited = this.#isResized() ? () => this.scrollTo(top, left) : null
    scrollSmoothly(this.element.contentWindow, { top, left })
  }

  destroy(): void {
    cancelAnimationFrame(this.#scheduled)
    clearTimeout(this.#nextCheck)
    clearTimeout(this.#settling)
    this.#measuring = null
    this.#turns.port1.close()
    this.#visit.abort()
    this.#ending.abort()
  }

  #complete(): void {
    const doc = this.element.contentDocument
    const isSame = this.#isLoaded && doc !== null && this.#entered.length === documentsIn(doc).length
    this.#isLoaded = true
    if (!isSame) return this.#enter()
    // A style sheet may have loaded since the last measurement.
    settleAnimations(doc)
    if (this.#isLaidOutAnew(doc)) this.measure()
  }

  #enter(): void {
    this.#visit.abort()
    this.#visit = new AbortController()
    const { signal } = this.#visit
    const doc = this.document
    if (!doc) return
    // Late images and fonts change the layout.
    const observer = new ResizeObserver(() => {
      // Ignore the initial sizes before the model arrives. The model's arrival starts the first measurement.
      if (this.#client.model() && this.#isLaidOutAnew(doc)) this.#settle()
    })
    if (doc.defaultView) inputOf(doc, doc.defaultView).addEventListener('resize', () => this.#awaited?.(), { signal })
    observer.observe(doc.documentElement)
    observer.observe(doc.body)
    signal.addEventListener('abort', () => observer.disconnect())
    this.#entered = documentsIn(doc)
    this.geometry = null
    this.#awaited = null
    settleAnimations(doc)
    this.measure()
    for (const each of this.documents) {
      const input = inputOf(each, each)
      if (this.#client.pans) listenForPan(each, { by: (dx, dy) => this.#pan(dx, dy), page: (by) => this.#turn(by) }, signal)
      // The page is only for viewing, so links, forms and drags do nothing.
      for (const type of ['click', 'auxclick', 'submit', 'dragstart'] as const)
        input.addEventListener(type, (event) => event.preventDefault(), { capture: true, signal })
      input.addEventListener('keydown', (event) => this.#key(event), { signal })
      // Scrolling a frame inside the page moves boxes of the page.
      const moved = each === doc ? () => this.#scrolled() : () => this.#settle()
      input.addEventListener('scroll', moved, { passive: true, capture: true, signal })
    }
    this.#client.enter?.(this, doc, signal)
    forwardInput(this.element, signal)
    listenInEmptyFrames(framesIn(doc), signal)
  }

  #pan(dx: number, dy: number): void {
    this.element.parentElement?.scrollBy({ left: -dx, behavior: 'instant' })
    this.element.contentWindow?.scrollBy({ left: 0, top: -dy / this.size.scale, behavior: 'instant' })
  }

  #turn(by: 1 | -1): void {
    const view = this.element.contentWindow
    if (view) this.scrollTo(view.scrollY + by * Math.max(40, view.innerHeight * 0.875))
  }

  #scrolled(): void {
    this.schedule()
    if (this.#client.isMovedByView?.()) this.#settle()
  }

  #settle(): void {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.measure(), SETTLE_MS)
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // Links do not work in the frame, so Tab leaves the page.
      event.preventDefault()
      leaveFrame(this.element, event.shiftKey ? -1 : 1)
    } else if (this.#client.steps && STEPS.has(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      const { from, to } = this.#client.steps
      const next = this.geometry && nextShown(this.geometry, from(), STEPS.get(event.key) ?? 1)
      if (next !== null) to(next)
    } else if (this.#client.pans && STEPS.has(event.key) && event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault()
      this.#pan(-SIDEWAYS_PIXELS * (STEPS.get(event.key) ?? 0), 0)
    } else forwardKey(event, this.#client.keys)
  }
}

/** Whether a document is parsed and its style sheets are loaded. If a style sheet is missing, true only after the complete load. */
function isReadable(doc: Document): boolean {
  if (doc.readyState === 'loading' || !doc.querySelector('[data-bs-id]')) return false
  return doc.readyState === 'complete' || [...doc.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet i]')].every((link) => link.sheet)
}

function extentOf({ documentElement, body }: Document): string {
  return [documentElement, body].map((element) => `${element.offsetWidth} ${element.offsetHeight}`).join(' ')
}
