/** Joins the page's frame with the labels: draws them over the page (never into its tree), and turns pointer and selection into stretches of text. */
import { rangeOfNode, trimRange, type AxisRange, type TextAxis } from '../../../shared/gold/text-axis'
import { coveringNode } from '../../../shared/gold/label-commands'
import type { NodeId } from '../../../shared/page/page-model'
import { blockAt, cursorOnBlock, snapped, wholeNodeOf, type Blocks } from '../../stores/annotate-cursor'
import { createHighlights, type FrameHighlights, type FrameWindow, type Paint } from './frame-highlights'
import { axisAtPoint, axisOfSelection, blockOfElement, domRange, pairTexts, type FrameText } from './frame-text'

export interface FrameHandlers {
  /** A block was clicked; its text. */
  onBlock(range: AxisRange, erase: boolean): void
  /** Text was dragged over; already on word borders. */
  onText(range: AxisRange, erase: boolean): void
  /** A box was drawn. */
  onBox(nodes: readonly NodeId[], erase: boolean): void
  onActive(): void
  /** Whether a drag draws a box rather than selecting text. */
  isBoxing(): boolean
}

export interface MountedLabelFrame {
  resize(width: number, height: number, scale: number): void
  paint(paints: readonly Paint[]): void
  /** Shows the cursor, and brings it into view. */
  cursor(range: AxisRange | null, reveal: boolean): void
  destroy(): void
}

/** What the pointer is over: a whole element, or a run of text beside blocks. */
interface Target {
  readonly element: Element | null
  readonly range: AxisRange
}

/** Pixels a pointer may move in a click. */
const SLIP = 4
/** Characters from which on a stretch is measured at its ends only. */
const LONG = 4000

export function mountLabelFrame(
  frame: HTMLIFrameElement,
  marks: HTMLElement,
  axis: TextAxis,
  blocks: Blocks,
  handlers: FrameHandlers | null,
): MountedLabelFrame {
  let text: FrameText | null = null
  let size = { width: 0, height: 0, scale: 1 }
  let paints: readonly Paint[] = []
  let highlights: FrameHighlights | null = null
  let cursor: AxisRange | null = null
  /** The element that the cursor is all of, if it is one. */
  let cursorElement: Element | null = null
  let hovered: Target | null = null
  let box: { readonly x: number; readonly y: number; toX: number; toY: number } | null = null
  let scheduled = 0
  const stops: (() => void)[] = []
  const ending = new AbortController()
  const { signal } = ending
  const cursorMark = makeMark(marks, 'cursor')
  const hoverMark = makeMark(marks, 'hover')
  const boxMark = makeMark(marks, 'box')
  const still = matchMedia('(prefers-reduced-motion: reduce)')

  const windowOf = (): FrameWindow | null => frame.contentWindow as FrameWindow | null

  function schedule(): void {
    if (scheduled === 0) scheduled = requestAnimationFrame(draw)
  }

  function draw(): void {
    scheduled = 0
    place(cursorMark, cursorRect())
    place(hoverMark, hovered && !box ? rectOf(hovered) : null)
    place(
      boxMark,
      box ? new DOMRect(Math.min(box.x, box.toX), Math.min(box.y, box.toY), Math.abs(box.x - box.toX), Math.abs(box.y - box.toY)) : null,
    )
  }

  /** Where the cursor is now. The browser takes long to measure a long range, so a whole element is measured as such, and of a long stretch only the ends. */
  function cursorRect(): DOMRect | null {
    if (!cursor || !text) return null
    if (cursorElement) return cursorElement.getBoundingClientRect()
    if (cursor.to - cursor.from < LONG) return domRange(text, cursor)?.getBoundingClientRect() ?? null
    const first = domRange(text, { from: cursor.from, to: cursor.from + 1 })?.getBoundingClientRect()
    const last = domRange(text, { from: cursor.to - 1, to: cursor.to })?.getBoundingClientRect()
    const holder = elementOfNode(coveringNode(axis, cursor))?.getBoundingClientRect()
    return first && last && holder ? new DOMRect(holder.x, first.top, holder.width, last.bottom - first.top) : null
  }

  function elementOfNode(node: NodeId | null): Element | null {
    return node === null ? null : (frame.contentDocument?.querySelector(`[data-bs-id="${node}"]`) ?? null)
  }

  function rectOf({ element, range }: Target): DOMRect | null {
    return element ? element.getBoundingClientRect() : text ? (domRange(text, range)?.getBoundingClientRect() ?? null) : null
  }

  /** What a click at a place means: the block under it; between other blocks, the line of text that is hit. */
  function targetOf(element: Element, x: number, y: number): Target | null {
    const block = blockOfElement(element, axis.page)
    const whole = block ? trimRange(axis, rangeOfNode(axis, block.node)) : null
    if (!block || !whole || !text) return null
    const isOne = blockAt(blocks, whole.from) === blockAt(blocks, whole.to - 1)
    const at = isOne ? null : axisAtPoint(text, element.ownerDocument, x, y)
    const run = at === null ? null : cursorOnBlock(blocks, blockAt(blocks, at))
    if (at !== null && run && run.from <= at && at < run.to) return { element: null, range: run }
    return { element: block.element, range: whole }
  }

  /** Puts a mark over a rectangle of the frame's viewport. */
  function place(mark: HTMLElement, rect: DOMRect | null): void {
    mark.hidden = !rect || (rect.width === 0 && rect.height === 0)
    if (!rect) return
    mark.style.transform = `translate(${rect.x * size.scale - 2}px, ${rect.y * size.scale - 2}px)`
    mark.style.width = `${rect.width * size.scale + 4}px`
    mark.style.height = `${rect.height * size.scale + 4}px`
  }

  /** Blocks more than half of which lie in the box. */
  function nodesInBox(area: DOMRect): NodeId[] {
    const nodes: NodeId[] = []
    if (!text) return nodes
    for (let i = 0; i < blocks.count; i++) {
      const range = { from: blocks.from[i] as number, to: blocks.to[i] as number }
      const rect = domRange(text, range)?.getBoundingClientRect()
      if (!rect || rect.width === 0 || rect.height === 0) continue
      const width = Math.min(rect.right, area.right) - Math.max(rect.left, area.left)
      const height = Math.min(rect.bottom, area.bottom) - Math.max(rect.top, area.top)
      if (width <= 0 || height <= 0 || width * height < (rect.width * rect.height) / 2) continue
      const node = wholeNodeOf(axis, range)
      if (node !== null) nodes.push(node)
      else
        for (const [n] of text.texts) if ((axis.start[n] as number) < range.to && (axis.start[n + 1] as number) > range.from) nodes.push(n)
    }
    return nodes
  }

  function listen(doc: Document, view: FrameWindow, on: FrameHandlers): void {
    const elementOf = (event: Event): Element | null => {
      // Elements of the frame belong to another realm: instanceof does not know them.
      const target = event.target as Node | null
      return target && (target.nodeType === 1 ? (target as Element) : target.parentElement)
    }
    let down: { readonly x: number; readonly y: number } | null = null
    const selected = (): AxisRange | null => {
      const range = text ? axisOfSelection(text, view.getSelection()) : null
      return range ? snapped(axis, range) : null
    }
    doc.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return
        on.onActive()
        down = { x: event.clientX, y: event.clientY }
        if (!event.shiftKey && !on.isBoxing()) return
        event.preventDefault()
        box = { x: event.clientX, y: event.clientY, toX: event.clientX, toY: event.clientY }
        doc.documentElement.setPointerCapture(event.pointerId)
      },
      { signal },
    )
    // Without this a drag with Shift would still select text.
    doc.addEventListener(
      'mousedown',
      (event) => {
        if (box) event.preventDefault()
      },
      { signal },
    )
    doc.addEventListener(
      'pointermove',
      (event) => {
        if (box) {
          box.toX = event.clientX
          box.toY = event.clientY
        }
        const element = elementOf(event)
        hovered = element ? targetOf(element, event.clientX, event.clientY) : null
        schedule()
      },
      { signal },
    )
    doc.documentElement.addEventListener(
      'pointerleave',
      () => {
        hovered = null
        schedule()
      },
      { signal },
    )
    doc.addEventListener(
      'pointerup',
      (event) => {
        if (!down) return
        const moved = Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP
        down = null
        if (box) {
          const area = new DOMRect(Math.min(box.x, box.toX), Math.min(box.y, box.toY), Math.abs(box.x - box.toX), Math.abs(box.y - box.toY))
          box = null
          schedule()
          if (moved) on.onBox(nodesInBox(area), event.altKey)
          return
        }
        const range = moved ? selected() : null
        if (range) {
          view.getSelection()?.removeAllRanges()
          highlights?.pend(null)
          on.onText(range, event.altKey)
          return
        }
        const element = elementOf(event)
        const target = element && !moved ? targetOf(element, event.clientX, event.clientY) : null
        if (target) on.onBlock(target.range, event.altKey)
      },
      { signal },
    )
    doc.addEventListener(
      'selectionchange',
      () => {
        const range = selected()
        highlights?.pend(range)
      },
      { signal },
    )
    for (const type of ['click', 'auxclick', 'submit', 'dragstart'] as const)
      doc.addEventListener(type, (event) => event.preventDefault(), { capture: true, signal })
    // Keys pressed in the page reach the window.
    doc.addEventListener(
      'keydown',
      (event) => {
        const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
        const copy = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true, bubbles: true })
        if (!frame.dispatchEvent(copy)) event.preventDefault()
      },
      { signal },
    )
  }

  function enter(): void {
    const doc = frame.contentDocument
    const view = windowOf()
    if (!doc?.body || !view) return
    text = pairTexts(doc, axis)
    cursorElement = cursor ? elementOfNode(wholeNodeOf(axis, cursor)) : null
    if (handlers) listen(doc, view, handlers)
    view.addEventListener('scroll', schedule, { passive: true, capture: true, signal })
    const observer = new ResizeObserver(schedule)
    observer.observe(doc.documentElement)
    stops.push(() => observer.disconnect())
    frame.dataset.ready = 'true'
    highlights = createHighlights(view, text)
    highlights.paint(paints)
    show()
  }

  function show(): void {
    const view = windowOf()
    if (!view || !text || !cursor) return schedule()
    const rect = cursorRect()
    if (!rect || (rect.width === 0 && rect.height === 0)) return schedule()
    const height = size.height / size.scale
    if (rect.top < 8 || (rect.bottom > height - 8 && rect.top > height * 0.6) || rect.bottom < 40)
      view.scrollTo({ top: Math.max(0, view.scrollY + rect.top - height * 0.3), behavior: still.matches ? 'auto' : 'smooth' })
    schedule()
  }

  const onLoad = (): void => enter()
  frame.addEventListener('load', onLoad, { signal })
  if (frame.contentDocument?.readyState === 'complete' && frame.contentDocument.querySelector('[data-bs-id]')) enter()

  return {
    resize(width, height, scale) {
      size = { width, height, scale }
      schedule()
    },
    paint(next) {
      paints = next
      highlights?.paint(paints)
    },
    cursor(range, reveal) {
      cursor = range
      cursorElement = range ? elementOfNode(wholeNodeOf(axis, range)) : null
      if (reveal) show()
      else schedule()
    },
    destroy() {
      cancelAnimationFrame(scheduled)
      ending.abort()
      for (const stop of stops) stop()
      for (const mark of [cursorMark, hoverMark, boxMark]) mark.remove()
    },
  }
}

function makeMark(parent: HTMLElement, kind: string): HTMLElement {
  const mark = document.createElement('div')
  mark.className = `label-mark label-mark-${kind}`
  mark.hidden = true
  parent.append(mark)
  return mark
}
