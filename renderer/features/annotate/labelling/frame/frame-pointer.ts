/** Translates pointer actions in the page's frame to stretches of text: a click is a block, Shift + click the end of a range, a drag is text, Shift + drag a box. */
import { rangeOfNode, trimRange, type AxisRange } from '../../../../../shared/gold/text-axis'
import type { NodeId } from '../../../../../shared/page/page-model'
import { caretAt, type Caret, capturePointer, inputOf, elementOfEvent } from '../../../../page-frame/deaf-page'
import type { Blocks } from '../../../../../shared/gold/blocks'
import { blockAt, cursorOnBlock, snapped, wholeNodeOf } from '../../state/cursor'
import { inPage } from '../../../../page-frame/nested'
import type { Target } from './frame-rects'
import { axisAtPoint, axisBetween, axisOfSelection, blockOfElement, rectOfRange, type FrameText } from './frame-text'

export interface FrameHandlers {
  /** A block was clicked. */
  onBlock(range: AxisRange, erase: boolean): void
  /** A block was clicked with Shift: the other end of a range. */
  onRangeTo(range: AxisRange, erase: boolean): void
  /** Text was dragged over; the range ends at word borders. */
  onText(range: AxisRange, erase: boolean): void
  /** Text was selected without a drag; the range ends at word borders. */
  onSelected?(range: AxisRange): void
  /** A box was drawn. */
  onBox?(nodes: readonly NodeId[], erase: boolean): void
  onActive?(): void
  /** Whether a drag draws a box instead of selecting text. */
  isBoxing?(): boolean
}

interface FrameContext {
  /** The page's document, or a document of a frame in it. */
  readonly doc: Document
  readonly text: FrameText
  readonly blocks: Blocks
  readonly signal: AbortSignal
  readonly handlers: FrameHandlers
  hover(target: Target | null): void
  /** Shows a box, in viewport coordinates of the top page. */
  box(area: DOMRect | null): void
  /** Shows the label that releasing the pointer now would give. */
  pend(range: AxisRange | null): void
}

/** Pixels that a pointer may move during a click. */
const SLIP = 4

interface Press {
  readonly x: number
  readonly y: number
  readonly isBox: boolean
  /** Start position in the text. */
  readonly caret: Caret | null
}

/** Listens until the signal ends it. */
export function listenToFrame(context: FrameContext): void {
  const { doc, text, signal, handlers } = context
  const { axis } = text
  let press: Press | null = null

  const areaOf = (from: Press, event: PointerEvent): DOMRect => {
    const [x, y] = [Math.min(from.x, event.clientX), Math.min(from.y, event.clientY)]
    return inPage(new DOMRect(x, y, Math.abs(from.x - event.clientX), Math.abs(from.y - event.clientY)), doc, text.top)
  }
  const hasMoved = (from: Press, event: PointerEvent): boolean => Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP

  /**
   * Returns the words between the press and the pointer. Uses the browser's selection only if there is no text under the pointer (dragging
   * out of the frame scrolls): in a scaled frame the selection sometimes loses its beginning.
   */
  function dragged(from: Press, event: PointerEvent): AxisRange | null {
    const caret = caretAt(doc, event.clientX, event.clientY)
    const range = (from.caret && caret ? axisBetween(text, from.caret, caret) : null) ?? axisOfSelection(text, doc.getSelection())
    return range ? snapped(axis, range) : null
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return
    handlers.onActive?.()
    const isBox = event.shiftKey || handlers.isBoxing?.() === true
    press = { x: event.clientX, y: event.clientY, isBox, caret: isBox ? null : caretAt(doc, event.clientX, event.clientY) }
    if (isBox) capturePointer(doc, event.pointerId)
  }

  function onMove(event: PointerEvent): void {
    const element = elementOfEvent(event)
    context.hover(element && !press ? targetOf(context, element, event.clientX, event.clientY) : null)
    if (!press) return
    if (press.isBox) context.box(areaOf(press, event))
    else context.pend(hasMoved(press, event) ? dragged(press, event) : null)
  }

  function onUp(event: PointerEvent): void {
    if (!press) return
    const from = press
    press = null
    const moved = hasMoved(from, event)
    const range = moved && !from.isBox ? dragged(from, event) : null
    doc.getSelection()?.removeAllRanges()
    context.pend(null)
    context.box(null)
    if (from.isBox && moved) handlers.onBox?.(nodesInBox(context, areaOf(from, event)), event.altKey)
    else if (range) handlers.onText(range, event.altKey)
    else {
      // During a possible box the pointer is captured, so the event's target is the whole page.
      const element = from.isBox ? doc.elementFromPoint(event.clientX, event.clientY) : elementOfEvent(event)
      const target = element && !moved ? targetOf(context, element, event.clientX, event.clientY) : null
      if (target && event.shiftKey) handlers.onRangeTo(target.range, event.altKey)
      else if (target) handlers.onBlock(target.range, event.altKey)
    }
  }

  const listen = <K extends keyof DocumentEventMap>(type: K, on: (event: DocumentEventMap[K]) => void): void =>
    inputOf(doc, doc).addEventListener(type, on, { signal })
  listen('pointerdown', onDown)
  listen('pointermove', onMove)
  listen('pointerup', onUp)
  listen('pointercancel', () => {
    press = null
    context.pend(null)
    context.box(null)
  })
  inputOf(doc, doc.documentElement).addEventListener('pointerleave', () => context.hover(null), { signal })
  // Otherwise a drag for a box also selects text.
  listen('mousedown', (event) => {
    if (press?.isBox) event.preventDefault()
  })
  // Text selected without the pointer (touch, caret browsing) moves the cursor.
  listen('selectionchange', () => {
    const range = press ? null : axisOfSelection(text, doc.getSelection())
    const words = range ? snapped(axis, range) : null
    if (words) handlers.onSelected?.(words)
  })
}

/** Pixels beside a text within which a click selects the text. */
const BESIDE = 80

/** Whether a place is far to the left or right of a text: a short heading is as wide as the page, but a click on its empty side does not select it. */
function isBeside(rect: DOMRect | null, at: DOMRect): boolean {
  return rect !== null && rect.width > 0 && (at.x < rect.left - BESIDE || at.x > rect.right + BESIDE)
}

/** Returns the target of a click: the block under the pointer; between other blocks, the line of text; outside all, null. */
function targetOf({ text, blocks }: FrameContext, element: Element, x: number, y: number): Target | null {
  const { axis } = text
  const block = blockOfElement(element, axis.page)
  const whole = block ? trimRange(axis, rangeOfNode(axis, block.node)) : null
  if (!block || !whole) return null
  const isOne = blockAt(blocks, whole.from) === blockAt(blocks, whole.to - 1)
  const at = isOne ? null : axisAtPoint(text, element.ownerDocument, x, y)
  const run = at === null ? null : cursorOnBlock(blocks, blockAt(blocks, at))
  if (at !== null && run && run.from <= at && at < run.to) return { element: null, range: run }
  if (isOne && isBeside(rectOfRange(text, whole), inPage(new DOMRect(x, y, 0, 0), element.ownerDocument, text.top))) return null
  return { element: block.element, range: whole }
}

/** Returns the blocks that lie in a box with more than half of their area. */
function nodesInBox({ text, blocks }: FrameContext, area: DOMRect): NodeId[] {
  const { axis } = text
  const nodes: NodeId[] = []
  for (let i = 0; i < blocks.count; i++) {
    const range = { from: blocks.from[i] as number, to: blocks.to[i] as number }
    const rect = rectOfRange(text, range)
    if (!rect || rect.width === 0 || rect.height === 0) continue
    const width = Math.min(rect.right, area.right) - Math.max(rect.left, area.left)
    const height = Math.min(rect.bottom, area.bottom) - Math.max(rect.top, area.top)
    if (width <= 0 || height <= 0 || width * height < (rect.width * rect.height) / 2) continue
    const node = wholeNodeOf(axis, range)
    if (node !== null) nodes.push(node)
    else for (const [n] of text.texts) if ((axis.start[n] as number) < range.to && (axis.start[n + 1] as number) > range.from) nodes.push(n)
  }
  return nodes
}
