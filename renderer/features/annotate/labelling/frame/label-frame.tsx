import { useEffect, useRef } from 'react'
import type { AxisRange, TextAxis } from '../../../../../shared/gold/text-axis'
import type { Blocks } from '../../../../../shared/gold/blocks'
import type { NodeId } from '../../../../../shared/page/page-model'
import { makeMark, placeMark } from '../../../../page-frame/marks'
import { PageFrame } from '../../../../page-frame/page-frame'
import type { FrameSize } from '../../../../page-frame/viewport'
import { fittingScale, SandboxedPage, useFittedFrame } from '../../../../page-frame/sandboxed-page'
import { useViewUrl } from '../../../../window/window'
import { createHighlights, type FrameHighlights, type Paint } from './frame-highlights'
import {
  listenToFrame,
  type FrameHandlers,
  columnsOfCursor,
  rectOfCursor,
  rectOfTarget,
  showInFrames,
  targetOfRange,
  type Target,
} from './frame-pointer'
import { pairTexts, rectOfRange, type FrameText } from './frame-text'
import { useInnerSize } from '../../../../components/hooks'
import labelStyles from '../label.module.css'

const NOTHING: readonly NodeId[] = []

interface Labelled {
  readonly axis: TextAxis
  readonly blocks: Blocks
  readonly handlers: FrameHandlers | null
}

interface LabelFrameProps extends Labelled {
  /** Handle of the open page. */
  readonly page: string
  readonly paints: readonly Paint[]
  /** Elements that are not shown. */
  readonly hidden?: readonly NodeId[]
  readonly cursor: AxisRange | null
  readonly styled: boolean
  /** Position that stays in view, inside the cursor; default: the cursor's beginning. */
  readonly focus?: number
  readonly title: string
}

/** The page in its sandbox, fitted to the pane's width, with its labels. Without handlers, it is read-only. */
export function LabelFrame({ page, axis, blocks, paints, hidden = NOTHING, cursor, styled, focus, handlers, title }: LabelFrameProps) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedLabelFrame | null>(null)
  const latest = useRef({ paints, hidden, cursor })
  const size = useInnerSize(stage)
  const url = useViewUrl(page, styled)
  const captured = axis.page.layout?.viewport.width ?? 1280
  const scale = fittingScale(size.width, captured)

  useEffect(() => {
    if (!frame.current || !marks.current) return
    const view = mountLabelFrame(frame.current, marks.current, { axis, blocks, handlers })
    mounted.current = view
    view.paint(latest.current.paints, latest.current.hidden)
    view.cursor(latest.current.cursor, latest.current.cursor?.from ?? 0, false)
    return () => {
      mounted.current = null
      view.destroy()
    }
  }, [url, axis, blocks, handlers])

  useFittedFrame(frame, mounted, { ...size, scale, shown: url })

  useEffect(() => {
    latest.current = { paints, hidden, cursor }
    mounted.current?.paint(paints, hidden)
    // The cursor has a separate effect, because painting does not scroll.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [paints, hidden])

  useEffect(() => {
    latest.current = { paints, hidden, cursor }
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

/** Draws labels, cursor and pointer target over the page in a frame, and handles its pointer events. Does not change the page's tree. */
function mountLabelFrame(frame: HTMLIFrameElement, marks: HTMLElement, { axis, blocks, handlers }: Labelled) {
  let text: FrameText | null = null
  let painted: Parameters<FrameHighlights['paint']> = [[], []]
  let highlights: FrameHighlights | null = null
  let stretch: AxisRange | null = null
  let cursor: Target | null = null
  let focus = 0
  let hovered: Target | null = null
  let box: DOMRect | null = null
  /** One mark for each column of the page under the cursor. */
  const cursorMarks = [labelMark(marks, 'cursor')]
  const hoverMark = labelMark(marks, 'hover')
  const boxMark = labelMark(marks, 'box')
  const page = new PageFrame(frame, { model: () => null, draw, enter, keys: frame })

  function draw(): void {
    const rects = text && cursor ? columnsOfCursor(text, blocks, cursor) : []
    while (cursorMarks.length < rects.length) cursorMarks.push(labelMark(marks, 'cursor'))
    for (const [i, mark] of cursorMarks.entries()) place(mark, rects[i] ?? null)
    place(hoverMark, text && hovered && !box ? rectOfTarget(text, hovered) : null)
    place(boxMark, box)
  }

  const place = (mark: HTMLElement, rect: DOMRect | null): void => placeMark(mark, rect, page.size.scale, 2)

  function enter({ documents }: PageFrame, doc: Document, signal: AbortSignal): void {
    text = pairTexts(doc, axis)
    cursor = stretch && targetOfRange(text, stretch)
    if (handlers)
      for (const each of documents)
        listenToFrame({
          doc: each,
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
    highlights = createHighlights(text)
    highlights.paint(...painted)
    show()
  }

  function show(): void {
    const view = frame.contentWindow
    page.schedule()
    if (!view || !text || !cursor) return
    const place = { from: focus, to: focus + 1 }
    showInFrames(text, place)
    const height = page.size.height / page.size.scale
    const whole = rectOfCursor(text, cursor)
    // If the cursor is larger than the view, show the end that moved.
    const rect = whole && whole.height > height * 0.6 ? (rectOfRange(text, place) ?? whole) : whole
    if (!rect || (rect.width === 0 && rect.height === 0)) return
    if (rect.top < 8 || (rect.bottom > height - 8 && rect.top > height * 0.6) || rect.bottom < 40)
      page.scrollTo(Math.max(0, view.scrollY + rect.top - height * 0.3))
  }

  page.start()

  return {
    resize: (size: FrameSize) => page.resize(size),
    paint(...next: typeof painted) {
      painted = next
      highlights?.paint(...painted)
      page.schedule()
    },
    /** Shows the cursor, and scrolls the position `place` into view. */
    cursor(range: AxisRange | null, place: number, reveal: boolean) {
      stretch = range
      cursor = text && range && targetOfRange(text, range)
      focus = place
      if (reveal) show()
      else page.schedule()
    },
    destroy() {
      page.destroy()
      for (const mark of [...cursorMarks, hoverMark, boxMark]) mark.remove()
    },
  }
}

/** Adds a mark of a kind that the style sheet defines. */
function labelMark(layer: HTMLElement, kind: 'cursor' | 'hover' | 'box'): HTMLElement {
  const mark = makeMark(layer, labelStyles.mark ?? '')
  mark.dataset.kind = kind
  return mark
}
