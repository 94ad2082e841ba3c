import { useEffect, useRef, type RefObject } from 'react'
import type { AxisRange } from '../../../../../shared/gold/text-axis'
import type { NodeId } from '../../../../../shared/page/page-model'
import { makeMark, placeMark } from '../../../../page-frame/marks'
import { PageFrame } from '../../../../page-frame/page-frame'
import type { FrameSize } from '../../../../page-frame/viewport'
import { fittingScale, SandboxedPage, useFittedFrame } from '../../../../page-frame/sandboxed-page'
import { useViewUrl } from '../../../../window/window'
import {
  listenToFrame,
  type FrameHandlers,
  columnsOfCursor,
  rectOfCursor,
  rectOfTarget,
  showInFrames,
  targetOfRange,
  type Pointed,
  type Target,
} from './frame-pointer'
import { pairTexts, rectOfRange, type FrameText, domRanges } from './frame-text'
import { useInnerSize } from '../../../../components/hooks'
import { useAnnotate } from '../../state/annotate'
import type { OpenPage } from '../../state/labelling-state'
import labelStyles from '../label.module.css'
import { valueAt } from '../../../../../shared/base/once'

interface LabelFrameProps {
  readonly open: OpenPage
  readonly handlers: FrameHandlers
  readonly paints: readonly Paint[]
  readonly hidden?: readonly NodeId[]
  readonly cursor: AxisRange | null
  readonly focus?: number
}

export function LabelFrame(props: LabelFrameProps) {
  const { open, handlers, paints, hidden, cursor, focus } = props
  const { axis, blocks } = open
  const styled = useAnnotate((state) => state.preferences.styled)
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedLabelFrame | null>(null)
  const size = useInnerSize(stage)
  const url = useViewUrl(open.summary.id, styled)
  const captured = axis.page.layout?.viewport.width ?? 1280
  const scale = fittingScale(size.width, captured)
  const latest = useRef(props)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!frame.current || !marks.current) return
    const view = mountLabelFrame(frame.current, marks.current, latest)
    mounted.current = view
    return () => {
      mounted.current = null
      view.destroy()
    }
  }, [url, axis, blocks, handlers])

  useFittedFrame(frame, mounted, { ...size, scale, shown: url })

  useEffect(() => mounted.current?.paint(), [paints, hidden])

  // The cursor has a separate effect, because painting labels must not scroll the page.
  useEffect(() => mounted.current?.show(), [cursor, focus])

  return (
    <div ref={stage} className="fill frame-stage">
      <SandboxedPage
        key={url}
        ref={frame}
        src={url ?? 'about:blank'}
        title={`The page ${open.page.entry.id}`}
        data-testid="label-frame"
        tabIndex={-1}
      />
      <div ref={marks} className={labelStyles.marks} aria-hidden="true" />
    </div>
  )
}

type MountedLabelFrame = ReturnType<typeof mountLabelFrame>

function mountLabelFrame(frame: HTMLIFrameElement, marks: HTMLElement, props: RefObject<LabelFrameProps>) {
  const { open, handlers } = props.current
  const { axis, blocks } = open
  let text: FrameText | null = null
  let highlights: ReturnType<typeof createHighlights> | null = null
  let cursor: Target | null = null
  let pointed: Pointed = { hovered: null, box: null, pending: null }
  const cursorMarks = [labelMark(marks, 'cursor')]
  const hoverMark = labelMark(marks, 'hover')
  const boxMark = labelMark(marks, 'box')
  const page = new PageFrame(frame, { model: () => null, draw, enter, keys: frame })

  function draw(): void {
    const rects = text && cursor ? columnsOfCursor(text, blocks, cursor) : []
    while (cursorMarks.length < rects.length) cursorMarks.push(labelMark(marks, 'cursor'))
    for (const [i, mark] of cursorMarks.entries()) place(mark, rects[i] ?? null)
    const { hovered, box } = pointed
    place(hoverMark, text && hovered && !box ? rectOfTarget(text, hovered) : null)
    place(boxMark, box)
  }

  const place = (mark: HTMLElement, rect: DOMRect | null): void => placeMark(mark, rect, page.size.scale, 2)

  function enter({ documents }: PageFrame, doc: Document, signal: AbortSignal): void {
    text = pairTexts(doc, axis)
    for (const each of documents)
      listenToFrame({
        doc: each,
        text,
        blocks,
        signal,
        handlers,
        show(change) {
          pointed = { ...pointed, ...change }
          if ('pending' in change) highlights?.pend(pointed.pending)
          page.schedule()
        },
      })
    frame.dataset.ready = 'true'
    highlights = createHighlights(text)
    paint()
    show()
  }

  function paint(): void {
    const { paints, hidden = [] } = props.current
    highlights?.paint(paints, hidden)
    page.schedule()
  }

  function show(): void {
    const { cursor: range, focus = range?.from ?? 0 } = props.current
    const view = frame.contentWindow
    cursor = text && range && targetOfRange(text, range)
    page.schedule()
    if (!view || !text || !cursor) return
    const place = { from: focus, to: focus + 1 }
    showInFrames(text, place)
    const height = page.size.height / page.size.scale
    const whole = rectOfCursor(text, cursor)
    const rect = whole && whole.height > height * 0.6 ? (rectOfRange(text, place) ?? whole) : whole
    if (!rect || (rect.width === 0 && rect.height === 0)) return
    if (rect.top < 8 || (rect.bottom > height - 8 && rect.top > height * 0.6) || rect.bottom < 40)
      page.scrollTo(Math.max(0, view.scrollY + rect.top - height * 0.3))
  }

  page.start()

  return {
    resize: (size: FrameSize) => page.resize(size),
    paint,
    show,
    destroy() {
      page.destroy()
      for (const mark of [...cursorMarks, hoverMark, boxMark]) mark.remove()
    },
  }
}

function labelMark(layer: HTMLElement, kind: 'cursor' | 'hover' | 'box'): HTMLElement {
  const mark = makeMark(layer, labelStyles.mark ?? '')
  mark.dataset.kind = kind
  return mark
}

export interface Paint {
  readonly id: string
  readonly colour: string
  readonly ranges: readonly AxisRange[]
  /** Underline. `suggested`: dashed, no background, for unreviewed labels. `wavy`: wavy, for open decisions. Otherwise: solid. */
  readonly look?: 'suggested' | 'wavy'
}

const PENDING = 'bs-pending'

function createHighlights(text: FrameText) {
  const documents = new Map<Document, { readonly view: Window & typeof globalThis; readonly sheet: CSSStyleSheet }>()
  for (const root of new Set(Array.from(text.starts.keys(), (node) => node.getRootNode()))) {
    const doc = root.ownerDocument ?? (root as Document)
    const view = doc.defaultView
    if (!view) continue
    const { sheet } = valueAt(documents, doc, () => {
      const made = new view.CSSStyleSheet()
      doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, made]
      return { view, sheet: made }
    })
    // A document's style sheets do not apply inside shadow roots.
    if (root !== doc) (root as ShadowRoot).adoptedStyleSheets = [...(root as ShadowRoot).adoptedStyleSheets, sheet]
  }
  let drawn: readonly string[] = []

  function highlight(id: string, ranges: readonly AxisRange[]): void {
    const found = new Map<Document | null, Range[]>()
    for (const part of ranges.flatMap((range) => domRanges(text, range)))
      valueAt(found, part.startContainer.ownerDocument, () => []).push(part)
    for (const [doc, { view }] of documents) {
      const here = found.get(doc)
      if (here) view.CSS.highlights.set(id, new view.Highlight(...here))
      else view.CSS.highlights.delete(id)
    }
  }

  return {
    paint(paints: readonly Paint[], hidden: readonly NodeId[]) {
      const rules = paints.map(({ id, colour, look }) => {
        const style = look === 'wavy' ? 'wavy' : look === 'suggested' ? 'dashed' : 'solid'
        return `::highlight(${id}){background-color:${look === 'suggested' ? 'transparent' : `${colour}40`};text-decoration-line:underline;text-decoration-style:${style};text-decoration-color:${colour};text-decoration-thickness:2px;text-underline-offset:2px}`
      })
      const folded = hidden.map((node) => `[data-bs-id="${node}"]`).join()
      if (folded !== '') rules.push(`${folded}{display:none!important}`)
      const css = [...rules, `::highlight(${PENDING}){background-color:#ffd54a99;color:#000}`, '::selection{background:#ffd54a44}'].join(
        '\n',
      )
      for (const { sheet } of documents.values()) sheet.replaceSync(css)
      for (const id of drawn) if (!paints.some((paint) => paint.id === id)) highlight(id, [])
      drawn = paints.map(({ id }) => id)
      for (const { id, ranges } of paints) highlight(id, ranges)
    },
    pend(range: AxisRange | null) {
      highlight(PENDING, range ? [range] : [])
    },
  }
}
