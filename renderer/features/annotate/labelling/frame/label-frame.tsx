import { useEffect, useRef } from 'react'
import type { AxisRange, TextAxis } from '../../../../../shared/gold/text-axis'
import { coveringNode } from '../../../../../shared/gold/label-commands'
import type { NodeId } from '../../../../../shared/page/page-model'
import type { Blocks } from '../../../../../shared/gold/blocks'
import { makeMark, placeMark } from '../../../../page-frame/marks'
import { inPage } from '../../../../page-frame/nested'
import { PageFrame } from '../../../../page-frame/page-frame'
import type { FrameSize } from '../../../../page-frame/viewport'
import { fitFrame, fittingScale, SandboxedPage } from '../../../../page-frame/sandboxed-page'
import { useViewUrl } from '../../../../window/window'
import { blockAt, wholeNodeOf } from '../../state/cursor'
import { createHighlights, type FrameHighlights, type Paint } from './frame-highlights'
import { listenToFrame, type FrameHandlers, type Target } from './frame-pointer'
import { domRanges, pairTexts, rectOfRange, union, type FrameText } from './frame-text'
import { useInnerSize } from '../../../../components/inner-size'
import labelStyles from '../label.module.css'

/** The page in its sandbox, fitted to the pane's width, with labels drawn over it. Without handlers it only shows. */
export function LabelFrame({
  page,
  axis,
  blocks,
  paints,
  cursor,
  styled,
  focus,
  handlers,
  title,
}: {
  /** Handle of the open page. */
  readonly page: string
  readonly axis: TextAxis
  readonly blocks: Blocks
  readonly paints: readonly Paint[]
  readonly cursor: AxisRange | null
  readonly styled: boolean
  /** Place of the cursor to keep in view; its beginning where absent. */
  readonly focus?: number
  readonly handlers: FrameHandlers | null
  readonly title: string
}) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedLabelFrame | null>(null)
  const latest = useRef({ paints, cursor })
  const size = useInnerSize(stage)
  const url = useViewUrl(page, styled)
  const captured = axis.page.layout?.viewport.width ?? 1280
  const scale = fittingScale(size.width, captured)

  useEffect(() => {
    if (!frame.current || !marks.current) return
    const view = mountLabelFrame(frame.current, marks.current, axis, blocks, handlers)
    mounted.current = view
    view.paint(latest.current.paints)
    view.cursor(latest.current.cursor, latest.current.cursor?.from ?? 0, false)
    return () => {
      mounted.current = null
      view.destroy()
    }
  }, [url, axis, blocks, handlers])

  useEffect(() => {
    const element = frame.current
    if (!element || size.width === 0) return
    fitFrame(element, { ...size, scale })
    mounted.current?.resize({ ...size, scale })
  }, [size, scale, url])

  useEffect(() => {
    latest.current = { paints, cursor }
    mounted.current?.paint(paints)
    // The cursor has an effect of its own: painting does not scroll.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [paints])

  useEffect(() => {
    latest.current = { paints, cursor }
    mounted.current?.cursor(cursor, focus ?? cursor?.from ?? 0, true)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cursor, focus])

  return (
    <div ref={stage} className="frame-stage">
      <SandboxedPage key={url} ref={frame} src={url ?? 'about:blank'} title={title} data-testid="label-frame" tabIndex={-1} />
      <div ref={marks} className={labelStyles.marks} aria-hidden="true" />
    </div>
  )
}

type MountedLabelFrame = ReturnType<typeof mountLabelFrame>

/** Characters from which on a stretch is measured at its ends only. */
const LONG = 4000
/** Blocks of a stretch that are measured one by one. */
const MANY = 60

/** Joins the page's frame with the labels: draws them, the cursor and the pointer's target over the page, never into its tree. */
function mountLabelFrame(frame: HTMLIFrameElement, marks: HTMLElement, axis: TextAxis, blocks: Blocks, handlers: FrameHandlers | null) {
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
  const cursorMarks = [labelMark(marks, 'cursor')]
  const hoverMark = labelMark(marks, 'hover')
  const boxMark = labelMark(marks, 'box')
  const page = new PageFrame(frame, { model: () => null, draw, enter, keys: frame })

  function draw(): void {
    const rects = cursorRects()
    while (cursorMarks.length < rects.length) cursorMarks.push(labelMark(marks, 'cursor'))
    for (const [i, mark] of cursorMarks.entries()) place(mark, rects[i] ?? null)
    place(hoverMark, hovered && !box ? rectOf(hovered) : null)
    place(boxMark, box)
  }

  /** Where the cursor is now. The browser takes long to measure a long range, so a whole element is measured as such, and of a long stretch only the ends. */
  function cursorRect(): DOMRect | null {
    if (!cursor || !text) return null
    if (cursorElement) return rectOfElement(cursorElement)
    if (cursor.to - cursor.from < LONG) return rectOfRange(text, cursor)
    const first = rectOfRange(text, { from: cursor.from, to: cursor.from + 1 })
    const last = rectOfRange(text, { from: cursor.to - 1, to: cursor.to })
    const covering = elementOfNode(coveringNode(axis, cursor))
    const holder = covering && rectOfElement(covering)
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
      const rect = from < to ? rectOfRange(text, { from, to }) : null
      if (!rect || (rect.width === 0 && rect.height === 0)) continue
      const above = columns[columns.length - 1]
      if (above && isBelow(rect, above)) columns[columns.length - 1] = union(above, rect)
      else columns.push(rect)
    }
    return columns
  }

  function elementOfNode(node: NodeId | null): Element | null {
    return node === null ? null : (text?.elements.get(node) ?? null)
  }

  function rectOf({ element, range }: Target): DOMRect | null {
    return element ? rectOfElement(element) : text && rectOfRange(text, range)
  }

  function rectOfElement(element: Element): DOMRect {
    const rect = element.getBoundingClientRect()
    return text ? inPage(rect, element.ownerDocument, text.top) : rect
  }

  /** Marks stand around what they mark. */
  function place(mark: HTMLElement, rect: DOMRect | null): void {
    placeMark(mark, rect, page.size.scale, 2)
  }

  function enter({ documents }: PageFrame, doc: Document, signal: AbortSignal): void {
    text = pairTexts(doc, axis)
    cursorElement = cursor ? elementOfNode(wholeNodeOf(axis, cursor)) : null
    for (const each of handlers ? documents : []) {
      const view = each.defaultView
      if (!handlers || !view) continue
      listenToFrame({
        doc: each,
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
    }
    frame.dataset.ready = 'true'
    highlights = createHighlights(text)
    highlights.paint(paints)
    show()
  }

  /** Scrolls the frames of the page that a stretch begins in, so that it is to be seen in them. */
  function showInFrames(found: FrameText, range: AxisRange): void {
    const [part] = domRanges(found, range)
    for (
      let doc = part?.startContainer.ownerDocument;
      part && doc && doc !== found.top;
      doc = doc.defaultView?.frameElement?.ownerDocument
    ) {
      const rect = inPage(part.getBoundingClientRect(), part.startContainer.ownerDocument ?? doc, doc)
      const inner = doc.defaultView
      if (inner && (rect.top < 0 || rect.top > inner.innerHeight - 20)) inner.scrollBy(0, rect.top - inner.innerHeight * 0.3)
    }
  }

  function show(): void {
    const view = frame.contentWindow
    if (!view || !text || !cursor) return page.schedule()
    showInFrames(text, { from: focus, to: focus + 1 })
    const height = page.size.height / page.size.scale
    const whole = cursorRect()
    // Of a cursor that does not fit, the end that moved is looked at.
    const rect = whole && whole.height > height * 0.6 ? (rectOfRange(text, { from: focus, to: focus + 1 }) ?? whole) : whole
    if (!rect || (rect.width === 0 && rect.height === 0)) return page.schedule()
    if (rect.top < 8 || (rect.bottom > height - 8 && rect.top > height * 0.6) || rect.bottom < 40)
      page.scrollTo(Math.max(0, view.scrollY + rect.top - height * 0.3))
    page.schedule()
  }

  page.start()

  return {
    resize: (size: FrameSize) => page.resize(size),
    paint(next: readonly Paint[]) {
      paints = next
      highlights?.paint(paints)
    },
    /** Shows the cursor, and brings a place of it into view. */
    cursor(range: AxisRange | null, place: number, reveal: boolean) {
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

/** A mark of a kind that the style sheet draws. */
function labelMark(layer: HTMLElement, kind: 'cursor' | 'hover' | 'box'): HTMLElement {
  const mark = makeMark(layer, labelStyles.mark ?? '')
  mark.dataset.kind = kind
  return mark
}
