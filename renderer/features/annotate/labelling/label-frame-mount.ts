/** Joins the page's frame with the labels: draws them, the cursor and the pointer's target over the page, never into its tree. */
import type { AxisRange, TextAxis } from '../../../../shared/gold/text-axis'
import { coveringNode } from '../../../../shared/gold/label-commands'
import type { NodeId } from '../../../../shared/page/page-model'
import type { Blocks } from '../../../../shared/gold/blocks'
import { blockAt, wholeNodeOf } from '../state/cursor'
import { createHighlights, type FrameHighlights, type FrameWindow, type Paint } from './frame-highlights'
import { listenToFrame, type FrameHandlers, type Target } from './frame-pointer'
import { makeMark, placeMark } from '../../../page-frame/marks'
import { PageFrame, type FrameSize } from '../../../page-frame/page-frame'
import { domRange, pairTexts, type FrameText } from './frame-text'

export interface MountedLabelFrame {
  resize(size: FrameSize): void
  paint(paints: readonly Paint[]): void
  /** Shows the cursor, and brings a place of it into view. */
  cursor(range: AxisRange | null, focus: number, reveal: boolean): void
  destroy(): void
}

/** Characters from which on a stretch is measured at its ends only. */
const LONG = 4000
/** Blocks of a stretch that are measured one by one. */
const MANY = 60

export function mountLabelFrame(
  frame: HTMLIFrameElement,
  marks: HTMLElement,
  axis: TextAxis,
  blocks: Blocks,
  handlers: FrameHandlers | null,
): MountedLabelFrame {
  let text: FrameText | null = null
  let paints: readonly Paint[] = []
  let highlights: FrameHighlights | null = null
  let cursor: AxisRange | null = null
  let focus = 0
  /** The element that the cursor is all of, if it is one. */
  let cursorElement: Element | null = null
  let hovered: Target | null = null
  let box: DOMRect | null = null
  /** One for each column of the page that the cursor is in. */
  const cursorMarks = [makeMark(marks, markClass('cursor'))]
  const hoverMark = makeMark(marks, markClass('hover'))
  const boxMark = makeMark(marks, markClass('box'))
  const page = new PageFrame(frame, { model: () => null, draw, enter, keys: frame })

  const windowOf = (): FrameWindow | null => frame.contentWindow as FrameWindow | null

  function draw(): void {
    const rects = cursorRects()
    while (cursorMarks.length < rects.length) cursorMarks.push(makeMark(marks, markClass('cursor')))
    for (const [i, mark] of cursorMarks.entries()) place(mark, rects[i] ?? null)
    place(hoverMark, hovered && !box ? rectOf(hovered) : null)
    place(boxMark, box)
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

  /** A stretch over several columns is not all that stands between its ends: each column has its own outline. */
  function cursorRects(): DOMRect[] {
    const whole = cursorRect()
    if (!whole) return []
    if (!cursor || !text || cursorElement) return [whole]
    const [first, last] = [blockAt(blocks, cursor.from), blockAt(blocks, cursor.to - 1)]
    if (first === last || last - first > MANY) return [whole]
    const columns: DOMRect[] = []
    for (let block = first; block <= last; block++) {
      const from = Math.max(cursor.from, blocks.from[block] as number)
      const to = Math.min(cursor.to, blocks.to[block] as number)
      const rect = from < to ? domRange(text, { from, to })?.getBoundingClientRect() : undefined
      if (!rect || (rect.width === 0 && rect.height === 0)) continue
      const above = columns[columns.length - 1]
      if (above && isBelow(rect, above)) columns[columns.length - 1] = union(above, rect)
      else columns.push(rect)
    }
    return columns
  }

  function placeRect(): DOMRect | null {
    return text && cursor ? (domRange(text, { from: focus, to: focus + 1 })?.getBoundingClientRect() ?? null) : null
  }

  function elementOfNode(node: NodeId | null): Element | null {
    return node === null ? null : (frame.contentDocument?.querySelector(`[data-bs-id="${node}"]`) ?? null)
  }

  function rectOf({ element, range }: Target): DOMRect | null {
    return element ? element.getBoundingClientRect() : text ? (domRange(text, range)?.getBoundingClientRect() ?? null) : null
  }

  /** Marks stand around what they mark. */
  function place(mark: HTMLElement, rect: DOMRect | null): void {
    placeMark(mark, rect, page.size.scale, 2)
  }

  function enter(_: PageFrame, doc: Document, signal: AbortSignal): void {
    const view = windowOf()
    if (!view) return
    text = pairTexts(doc, axis)
    cursorElement = cursor ? elementOfNode(wholeNodeOf(axis, cursor)) : null
    if (handlers)
      listenToFrame({
        doc,
        view,
        text,
        blocks,
        signal,
        handlers,
        hover(target) {
          hovered = target
          page.schedule()
        },
        box(area) {
          box = area
          page.schedule()
        },
        pend: (range) => highlights?.pend(range),
      })
    frame.dataset.ready = 'true'
    highlights = createHighlights(view, text)
    highlights.paint(paints)
    show()
  }

  function show(): void {
    const view = windowOf()
    if (!view || !text || !cursor) return page.schedule()
    const height = page.size.height / page.size.scale
    const whole = cursorRect()
    // Of a cursor that does not fit, the end that moved is looked at.
    const rect = whole && whole.height > height * 0.6 ? (placeRect() ?? whole) : whole
    if (!rect || (rect.width === 0 && rect.height === 0)) return page.schedule()
    if (rect.top < 8 || (rect.bottom > height - 8 && rect.top > height * 0.6) || rect.bottom < 40)
      page.scrollTo(Math.max(0, view.scrollY + rect.top - height * 0.3))
    page.schedule()
  }

  page.start()

  return {
    resize: (size) => page.resize(size),
    paint(next) {
      paints = next
      highlights?.paint(paints)
    },
    cursor(range, place, reveal) {
      cursor = range
      focus = place
      cursorElement = range ? elementOfNode(wholeNodeOf(axis, range)) : null
      if (reveal) show()
      else page.schedule()
    },
    destroy() {
      page.destroy()
      for (const mark of [...cursorMarks, hoverMark, boxMark]) mark.remove()
    },
  }
}

/** Whether one rectangle goes on below another, in the same column. */
function isBelow(rect: DOMRect, above: DOMRect): boolean {
  const common = Math.min(rect.right, above.right) - Math.max(rect.left, above.left)
  return rect.top >= above.top && common > 0.5 * Math.min(rect.width, above.width)
}

function union(a: DOMRect, b: DOMRect): DOMRect {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)]
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top)
}

const markClass = (kind: string): string => `label-mark label-mark-${kind}`
