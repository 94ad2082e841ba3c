/**
 * A captured page in its sandboxed frame, as Inspect, Annotate and Demonstrate show it: when it is there, where its nodes are, when
 * to draw over it, and the keys, clicks and scrolling in it. What is drawn and what a click means is its client's.
 */
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { forwardInput, inputOf } from './deaf-page'
import { handOnKey, leaveFrame } from './frame-events'
import { bringToRest, documentsIn } from './nested'
import { listenForPan } from './pan'
import { boxOf, measureParts, type Box, type FrameGeometry } from './geometry'
import { nextShown } from './shown-nodes'
import { fitWidth, revealBox, scrollSmoothly, viewportOf, type FrameSize, type Viewport } from './viewport'

export interface FrameClient {
  /** The model that the document's elements belong to; null where no boxes are needed. */
  readonly model: () => PageModel | null
  /** Draws over the page. Called at most once before each picture of the browser, after `PageFrame.schedule`. */
  readonly draw: (page: PageFrame) => void
  /** A document is there. What listens to it ends with the signal. */
  readonly enter?: (page: PageFrame, doc: Document, signal: AbortSignal) => void
  /** The nodes of the model have their boxes for the first time in this document. */
  readonly measured?: (page: PageFrame) => void
  /** Whether boxes move when the page is scrolled, so that they are measured again. */
  readonly movesWithView?: () => boolean
  /** The right arrow key in the page goes from this node to the next that shows text, the left one to the one before. */
  readonly steps?: { readonly from: () => NodeId | null; readonly to: (node: NodeId) => void }
  /** Whether the page is moved by dragging it with the middle button or with Space held. */
  readonly pans?: boolean
  /** Where keys pressed in the page go on. */
  readonly keys: EventTarget
}

const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** Pixels that a page which is wider than its pane moves by Shift and an arrow key. */
const SIDEWAYS = 80

/** Milliseconds that the page has to be still before it is measured again. */
const SETTLE = 80

/** Milliseconds between two looks whether a page can be read. A frame of the browser for each look would be drawn, too. */
const LOOK = 16

/** Milliseconds that measuring may keep the window from everything else. */
const SLICE = 25
/** And of the first look, which the window's own drawing is around: a small page is measured in it. */
const FIRST_SLICE = 5

export class PageFrame {
  readonly element: HTMLIFrameElement
  /** Where the nodes are; null before the document is there, and for a client without a model. */
  geometry: FrameGeometry | null = null
  size: FrameSize = { width: 0, height: 0, scale: 1 }
  readonly #client: FrameClient
  readonly #ending = new AbortController()
  /** Ends with the document in the frame. */
  #visit = new AbortController()
  /** Of the document when it was measured last. */
  #extent = ''
  /** A document that is only on its way is not asked for: the browser would make a blank one to answer. */
  #isLoaded = false
  /** Documents that are listened to. */
  #entered: readonly Document[] = []
  #scheduled = 0
  #looking: ReturnType<typeof setTimeout> | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  /** Goes on measuring; a message is quicker than a timer. */
  readonly #turns = new MessageChannel()
  #measuring: { readonly parts: ReturnType<typeof measureParts>; readonly extent: string } | null = null
  /** Brings into view what was asked for last, once it is known where it is now. */
  #awaited: (() => void) | null = null

  constructor(element: HTMLIFrameElement, client: FrameClient) {
    this.element = element
    this.#client = client
    element.addEventListener('load', () => this.#complete(), { signal: this.#ending.signal })
    this.#turns.port1.onmessage = () => this.#goOn()
    // A page that is drawn larger than the pane is panned by scrolling what is around it.
    element.parentElement?.addEventListener('scroll', () => this.schedule(), { passive: true, signal: this.#ending.signal })
  }

  /** Begins: with the document that is in the frame already, or as soon as one can be read, which is before all its images are there. */
  start(): void {
    if (this.#isLoaded) return
    const doc = this.element.contentDocument
    if (doc && isReadable(doc)) {
      this.#isLoaded = true
      this.#enter()
    } else this.#looking = setTimeout(() => this.start(), LOOK)
  }

  /** The frame's document, where a page is in it and not the blank one that every frame begins with. */
  get document(): Document | null {
    const doc = this.#isLoaded ? this.element.contentDocument : null
    return doc?.body && doc.querySelector('[data-bs-id]') ? doc : null
  }

  /** The frame's document and those in frames of the page, which stay while it does. */
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
    // Boxes are in the page's own pixels: where it is laid out as before, only what stands in view may have moved.
    if (!doc || this.#isLaidOutAnew(doc)) return this.measure()
    this.#settle()
    this.schedule()
  }

  /** Measures where the nodes are, and draws. Of a large page the boxes follow when all are measured; those there are stand until then. */
  measure(): void {
    const doc = this.document
    const model = this.#client.model()
    if (doc && this.size.width > 0) fitWidth(this.element, this.size)
    this.#measuring = doc && model && { parts: measureParts(doc, model), extent: extentOf(doc) }
    this.#goOn(FIRST_SLICE)
    this.schedule()
  }

  #goOn(milliseconds = SLICE): void {
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

  /** Whether the boxes that are there, or are being measured, are not those of the document as it is now. */
  #isLaidOutAnew(doc: Document): boolean {
    const measured = this.#measuring?.extent ?? (this.geometry && this.#extent)
    return measured !== extentOf(doc)
  }

  /** Whether the page is not told of its frame's size yet: Chromium may scroll it back then. */
  #isResized(): boolean {
    return Math.abs((this.element.contentWindow?.innerHeight ?? 0) - this.size.height / this.size.scale) > 0.6
  }

  /** Draws before the browser's next picture. */
  schedule(): void {
    if (this.#scheduled !== 0) return
    this.#scheduled = requestAnimationFrame(() => {
      this.#scheduled = 0
      this.#client.draw(this)
    })
  }

  /** The box of a node in the document's coordinates, null where it has none. */
  boxOf(node: NodeId): Box | null {
    return this.geometry && boxOf(this.geometry, node)
  }

  /** The box of a node in what is in view, in the page's own pixels; null where it has none. */
  seenBoxOf(node: NodeId | null): Box | null {
    const box = node === null ? null : this.boxOf(node)
    const view = this.viewport
    return box && view && { ...box, x: box.x - view.x, y: box.y - view.y }
  }

  /** Scrolls a node into view, unless some of it is; where the page is laid out anew, once that is measured. */
  reveal(node: NodeId | null): void {
    if (this.geometry && this.document && this.#isLaidOutAnew(this.document)) this.measure()
    this.#awaited = this.#measuring || this.#isResized() ? () => this.reveal(node) : null
    if (this.#measuring) return
    const box = node === null || !this.#isLoaded ? null : this.boxOf(node)
    if (box) revealBox(this.element, this.size, box)
  }

  /** Scrolls, smoothly unless motion is unwanted. */
  scrollTo(top: number, left?: number): void {
    this.#awaited = this.#isResized() ? () => this.scrollTo(top, left) : null
    scrollSmoothly(this.element.contentWindow, { top, left })
  }

  destroy(): void {
    cancelAnimationFrame(this.#scheduled)
    clearTimeout(this.#looking)
    clearTimeout(this.#settling)
    this.#measuring = null
    this.#turns.port1.close()
    this.#visit.abort()
    this.#ending.abort()
  }

  /** Images are there, and documents of frames in the page. */
  #complete(): void {
    const doc = this.element.contentDocument
    const isSame = this.#isLoaded && doc !== null && this.#entered.length === documentsIn(doc).length
    this.#isLoaded = true
    if (!isSame) return this.#enter()
    // A style sheet may have come since.
    bringToRest(doc)
    if (this.#isLaidOutAnew(doc)) this.measure()
  }

  #enter(): void {
    this.#visit.abort()
    this.#visit = new AbortController()
    const { signal } = this.#visit
    const doc = this.document
    if (!doc) return
    // Images and fonts that arrive late move everything.
    const observer = new ResizeObserver(() => {
      // It tells of the sizes that it begins with, too; and a model that comes later is measured when it is there.
      if (this.#client.model() && this.#isLaidOutAnew(doc)) this.#settle()
    })
    if (doc.defaultView) inputOf(doc, doc.defaultView).addEventListener('resize', () => this.#awaited?.(), { signal })
    observer.observe(doc.documentElement)
    observer.observe(doc.body)
    signal.addEventListener('abort', () => observer.disconnect())
    this.#entered = documentsIn(doc)
    this.geometry = null
    this.#awaited = null
    bringToRest(doc)
    this.measure()
    for (const each of this.documents) {
      const input = inputOf(each, each)
      if (this.#client.pans) listenForPan(each, { by: (dx, dy) => this.#pan(dx, dy), page: (by) => this.#turn(by) }, signal)
      // The page is looked at: its links lead nowhere, and nothing is sent or dragged from it.
      for (const type of ['click', 'auxclick', 'submit', 'dragstart'] as const)
        input.addEventListener(type, (event) => event.preventDefault(), { capture: true, signal })
      input.addEventListener('keydown', (event) => this.#key(event), { signal })
      // What is in a frame of the page moves over the page when it is scrolled there.
      const moved = each === doc ? () => this.#scrolled() : () => this.#settle()
      input.addEventListener('scroll', moved, { passive: true, capture: true, signal })
    }
    this.#client.enter?.(this, doc, signal)
    forwardInput(this.element, signal)
  }

  /** Moves what is seen by pixels of the window. */
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
    if (this.#client.movesWithView?.()) this.#settle()
  }

  #settle(): void {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.measure(), SETTLE)
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // The page is one stop: its links do nothing here, and nobody wants to walk through hundreds of them.
      event.preventDefault()
      leaveFrame(this.element, event.shiftKey ? -1 : 1)
    } else if (this.#client.steps && STEPS.has(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      const { from, to } = this.#client.steps
      const next = this.geometry && nextShown(this.geometry, from(), STEPS.get(event.key) ?? 1)
      if (next !== null) to(next)
    } else if (this.#client.pans && STEPS.has(event.key) && event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault()
      this.#pan(-SIDEWAYS * (STEPS.get(event.key) ?? 0), 0)
    } else handOnKey(event, this.#client.keys)
  }
}

/** Whether a page is in the document, whole and with its style sheets; one that does not come is waited for until the rest is there. */
function isReadable(doc: Document): boolean {
  if (doc.readyState === 'loading' || !doc.querySelector('[data-bs-id]')) return false
  return doc.readyState === 'complete' || [...doc.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet i]')].every((link) => link.sheet)
}

/** Width and height of a document's root and body, to be compared. */
function extentOf({ documentElement, body }: Document): string {
  return [documentElement, body].map((element) => `${element.offsetWidth} ${element.offsetHeight}`).join(' ')
}
