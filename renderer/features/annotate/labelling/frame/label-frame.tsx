import { useEffect, useRef } from 'react'
import type { AxisRange, TextAxis } from '../../../../../shared/gold/text-axis'
import type { Blocks } from '../../../../../shared/gold/blocks'
import { fitFrame, fittingScale, SandboxedPage } from '../../../../page-frame/sandboxed-page'
import { useViewUrl } from '../../../../window/window'
import type { Paint } from './frame-highlights'
import type { FrameHandlers } from './frame-pointer'
import { mountLabelFrame, type MountedLabelFrame } from './label-frame-mount'
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
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [paints])

  useEffect(() => {
    latest.current = { paints, cursor }
    mounted.current?.cursor(cursor, focus ?? cursor?.from ?? 0, true)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor, focus])

  return (
    <div ref={stage} className="frame-stage">
      <SandboxedPage key={url} ref={frame} src={url ?? 'about:blank'} title={title} data-testid="label-frame" tabIndex={-1} />
      <div ref={marks} className={labelStyles.marks} aria-hidden="true" />
    </div>
  )
}
