/** A click selects a block, Shift + click a range, a drag words, and Shift + drag a box. */
import { rangeOfNode, snapToWords, trimRange, type AxisRange } from '../../../../../shared/gold/text-axis'
import type { NodeId } from '../../../../../shared/page/page-model'
import { caretAt, type Caret, capturePointer, inputOf, elementOfEvent } from '../../../../page-frame/deaf-page'
import type { Blocks } from '../../../../../shared/gold/blocks'
import { blockAt, cursorOnBlock, wholeNodeOf } from '../../state/cursor'
import { inPage } from '../../../../page-frame/nested'
import { axisAtPoint, axisBetween, axisOfSelection, blockOfElement, rectOfRange, type FrameText, domRanges, union } from './frame-text'
import { coveringNode, visibleBetween } from '../../../../../shared/gold/label-spans'

export interface Target {
  readonly element: Element | null
  readonly range: AxisRange
}

const MOST_MEASURED_CHARACTERS = 4000
const MOST_MEASURED_BLOCKS = 60

export const targetOfRange = (text: FrameText, range: AxisRange): Target => ({
  range,
  element: elementOfNode(text, wholeNodeOf(text.axis, range)),
})

export function rectOfTarget(text: FrameText, { element, range }: Target): DOMRect | null {
  return element ? rectOfElement(text, element) : rectOfRange(text, range)
}

/** Measures only the ends of a long range, because browsers measure long ranges slowly. */
export function rectOfCursor(text: FrameText, cursor: Target): DOMRect | null {
  const { from, to } = cursor.range
  if (cursor.element || to - from < MOST_MEASURED_CHARACTERS) return rectOfTarget(text, cursor)
  const first = rectOfRange(text, { from, to: from + 1 })
  const last = rectOfRange(text, { from: to - 1, to })
  const covering = elementOfNode(text, coveringNode(text.axis, cursor.range))
  const holder = covering && rectOfElement(text, covering)
  return first && last && holder ? new DOMRect(holder.x, first.top, holder.width, last.bottom - first.top) : null
}

/** Returns one box per column, because one box around several columns would cover other text. Returns one box for a very long range. */
export function columnsOfCursor(text: FrameText, blocks: Blocks, cursor: Target): DOMRect[] {
  const whole = rectOfCursor(text, cursor)
  if (!whole) return []
  const { from, to } = cursor.range
  const [first, last] = [blockAt(blocks, from), blockAt(blocks, to - 1)]
  if (cursor.element || first === last || last - first > MOST_MEASURED_BLOCKS) return [whole]
  const columns: DOMRect[] = []
  for (const block of blocks.slice(first, last + 1)) {
    const part = { from: Math.max(from, block.from), to: Math.min(to, block.to) }
    const rect = part.from < part.to ? rectOfRange(text, part) : null
    if (!rect || (rect.width === 0 && rect.height === 0)) continue
    const above = columns[columns.length - 1]
    if (above && isBelow(rect, above)) columns[columns.length - 1] = union(above, rect)
    else columns.push(rect)
  }
  return columns
}

export function showInFrames(text: FrameText, range: AxisRange): void {
  const [part] = domRanges(text, range)
  for (let doc = part?.startContainer.ownerDocument; part && doc && doc !== text.top; doc = doc.defaultView?.frameElement?.ownerDocument) {
    const rect = inPage(part.getBoundingClientRect(), part.startContainer.ownerDocument ?? doc, doc)
    const inner = doc.defaultView
    if (inner && (rect.top < 0 || rect.top > inner.innerHeight - 20)) inner.scrollBy(0, rect.top - inner.innerHeight * 0.3)
  }
}

const elementOfNode = (text: FrameText, node: NodeId | null): Element | null => (node === null ? null : (text.elements.get(node) ?? null))

const rectOfElement = (text: FrameText, element: Element): DOMRect =>
  inPage(element.getBoundingClientRect(), element.ownerDocument, text.top)

function isBelow(rect: DOMRect, above: DOMRect): boolean {
  const common = Math.min(rect.right, above.right) - Math.max(rect.left, above.left)
  return rect.top >= above.top && common > 0.5 * Math.min(rect.width, above.width)
}

export interface FrameHandlers {
  /** `block` and `range`: a click without or with Shift. `text`: a drag over text; the range contains whole words. */
  onPick(range: AxisRange, how: 'block' | 'range' | 'text', erase: boolean): void
  /** Called after a selection without a drag. The range contains whole words. */
  onSelected?(range: AxisRange): void
  onBox?(ranges: readonly AxisRange[], erase: boolean): void
  onActive?(): void
  isBoxing?(): boolean
}

export interface Pointed {
  readonly hovered: Target | null
  readonly box: DOMRect | null
  /** The dragged text. */
  readonly pending: AxisRange | null
}

interface FrameContext {
  readonly doc: Document
  readonly text: FrameText
  readonly blocks: Blocks
  readonly signal: AbortSignal
  readonly handlers: FrameHandlers
  show(pointed: Partial<Pointed>): void
}

const MOST_CLICK_PIXELS = 4

interface Press {
  readonly x: number
  readonly y: number
  readonly isBox: boolean
  readonly caret: Caret | null
}

export function listenToFrame(context: FrameContext): void {
  const { doc, text, signal, handlers } = context
  const { axis } = text
  let press: Press | null = null

  const areaOf = (from: Press, event: PointerEvent): DOMRect => {
    const [x, y] = [Math.min(from.x, event.clientX), Math.min(from.y, event.clientY)]
    return inPage(new DOMRect(x, y, Math.abs(from.x - event.clientX), Math.abs(from.y - event.clientY)), doc, text.top)
  }
  const hasMoved = (from: Press, event: PointerEvent): boolean =>
    Math.hypot(event.clientX - from.x, event.clientY - from.y) > MOST_CLICK_PIXELS

  /** Prefers the caret under the pointer, because the browser's selection sometimes begins at a wrong position in a scaled frame. */
  function dragged(from: Press, event: PointerEvent): AxisRange | null {
    const caret = caretAt(doc, event.clientX, event.clientY)
    const range = (from.caret && caret ? axisBetween(text, from.caret, caret) : null) ?? axisOfSelection(text, doc.getSelection())
    return range ? snapToWords(axis, range) : null
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
    if (!press) context.show({ hovered: element && targetOf(context, element, event.clientX, event.clientY) })
    else if (press.isBox) context.show({ hovered: null, box: areaOf(press, event) })
    else context.show({ hovered: null, pending: hasMoved(press, event) ? dragged(press, event) : null })
  }

  function onUp(event: PointerEvent): void {
    if (!press) return
    const from = press
    press = null
    const moved = hasMoved(from, event)
    const range = moved && !from.isBox ? dragged(from, event) : null
    doc.getSelection()?.removeAllRanges()
    context.show({ box: null, pending: null })
    if (from.isBox && moved) handlers.onBox?.(rangesInBox(context, areaOf(from, event)), event.altKey)
    else if (range) handlers.onPick(range, 'text', event.altKey)
    else {
      // While the pointer is captured for a box, the event's target is the whole page.
      const element = from.isBox ? doc.elementFromPoint(event.clientX, event.clientY) : elementOfEvent(event)
      const target = element && !moved ? targetOf(context, element, event.clientX, event.clientY) : null
      if (target) handlers.onPick(target.range, event.shiftKey ? 'range' : 'block', event.altKey)
    }
  }

  const listen = <K extends keyof DocumentEventMap>(type: K, on: (event: DocumentEventMap[K]) => void): void =>
    inputOf(doc, doc).addEventListener(type, on, { signal })
  listen('pointerdown', onDown)
  listen('pointermove', onMove)
  listen('pointerup', onUp)
  listen('pointercancel', () => {
    press = null
    context.show({ box: null, pending: null })
  })
  inputOf(doc, doc.documentElement).addEventListener('pointerleave', () => context.show({ hovered: null }), { signal })
  // A drag of a box must not select text.
  listen('mousedown', (event) => {
    if (press?.isBox) event.preventDefault()
  })
  // A selection by touch or by caret browsing moves the cursor.
  listen('selectionchange', () => {
    const range = press ? null : axisOfSelection(text, doc.getSelection())
    const words = range ? snapToWords(axis, range) : null
    if (words) handlers.onSelected?.(words)
  })
}

const BESIDE = 80

/** The box of a short heading is as wide as the page. A click on the empty part of this box must not select the heading. */
function isBeside(rect: DOMRect | null, at: DOMRect): boolean {
  return rect !== null && rect.width > 0 && (at.x < rect.left - BESIDE || at.x > rect.right + BESIDE)
}

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

/** Returns the text of the blocks of which at least half is in the area. */
function rangesInBox({ text, blocks }: FrameContext, area: DOMRect): AxisRange[] {
  return blocks.flatMap((block) => {
    const rect = rectOfRange(text, block)
    if (!rect) return []
    const width = Math.min(rect.right, area.right) - Math.max(rect.left, area.left)
    const height = Math.min(rect.bottom, area.bottom) - Math.max(rect.top, area.top)
    const isInside = width > 0 && height > 0 && width * height >= (rect.width * rect.height) / 2
    return isInside ? visibleBetween(text.axis, block) : []
  })
}
