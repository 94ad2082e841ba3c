/** Rectangles of the cursor and of the pointer's target, in viewport coordinates of the top page. */
import { coveringNode } from '../../../../../shared/gold/label-commands'
import type { Blocks } from '../../../../../shared/gold/blocks'
import type { AxisRange } from '../../../../../shared/gold/text-axis'
import type { NodeId } from '../../../../../shared/page/page-model'
import { inPage } from '../../../../page-frame/nested'
import { blockAt, wholeNodeOf } from '../../state/cursor'
import { domRanges, rectOfRange, union, type FrameText } from './frame-text'

/** A whole element, or a run of text beside blocks. */
export interface Target {
  readonly element: Element | null
  readonly range: AxisRange
}

/** A stretch with more characters is measured only at its ends. */
const LONG = 4000
/** Up to this number of blocks, each block of a stretch is measured. */
const MANY = 60

/** Returns a stretch with its element if it covers exactly one element. */
export const targetOfRange = (text: FrameText, range: AxisRange): Target => ({
  range,
  element: elementOfNode(text, wholeNodeOf(text.axis, range)),
})

export function rectOfTarget(text: FrameText, { element, range }: Target): DOMRect | null {
  return element ? rectOfElement(text, element) : rectOfRange(text, range)
}

/** Measuring long ranges is slow in browsers: measure a whole element by its box, and a long stretch only at its ends. */
export function rectOfCursor(text: FrameText, cursor: Target): DOMRect | null {
  const { from, to } = cursor.range
  if (cursor.element || to - from < LONG) return rectOfTarget(text, cursor)
  const first = rectOfRange(text, { from, to: from + 1 })
  const last = rectOfRange(text, { from: to - 1, to })
  const covering = elementOfNode(text, coveringNode(text.axis, cursor.range))
  const holder = covering && rectOfElement(text, covering)
  return first && last && holder ? new DOMRect(holder.x, first.top, holder.width, last.bottom - first.top) : null
}

/** A stretch over several columns does not cover everything between its ends: each column has its own outline. */
export function columnsOfCursor(text: FrameText, blocks: Blocks, cursor: Target): DOMRect[] {
  const whole = rectOfCursor(text, cursor)
  if (!whole) return []
  const { from, to } = cursor.range
  const [first, last] = [blockAt(blocks, from), blockAt(blocks, to - 1)]
  if (cursor.element || first === last || last - first > MANY) return [whole]
  const columns: DOMRect[] = []
  for (let block = first; block <= last; block++) {
    const part = { from: Math.max(from, blocks.from[block] as number), to: Math.min(to, blocks.to[block] as number) }
    const rect = part.from < part.to ? rectOfRange(text, part) : null
    if (!rect || (rect.width === 0 && rect.height === 0)) continue
    const above = columns[columns.length - 1]
    if (above && isBelow(rect, above)) columns[columns.length - 1] = union(above, rect)
    else columns.push(rect)
  }
  return columns
}

/** Scrolls the frames in the page so that the start of a stretch is visible. */
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

/** Whether one rectangle continues another below, in the same column. */
function isBelow(rect: DOMRect, above: DOMRect): boolean {
  const common = Math.min(rect.right, above.right) - Math.max(rect.left, above.left)
  return rect.top >= above.top && common > 0.5 * Math.min(rect.width, above.width)
}
