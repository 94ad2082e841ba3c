import { useEffect, useRef } from 'react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { fitFrame, fittingScale, useInnerSize } from '../../page-frame/fit'
import { PageFrame } from '../../page-frame/page-frame'
import { useViewUrl } from '../../window/workspace'
import { useDemo } from './state/demo'
import { paintStage } from './stage-paint'

/** The page with what the run has made of it so far drawn over it. */
export function StagePage({
  run,
  frame,
  page,
  label,
}: {
  readonly run: DemoRun
  readonly frame: Frame
  readonly page: string
  readonly label: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const iframe = useRef<HTMLIFrameElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const mounted = useRef<PageFrame | null>(null)
  /** What is drawn with the next picture. */
  const shown = useRef({ run, frame })
  const size = useInnerSize(box)
  const url = useViewUrl(page, true)
  const example = useDemo((s) => s.example?.page === page)
  const lecture = useDemo((s) => s.lecture)
  // A small example is shown at its own size and wraps as the stage has it; others fit whole, as they were captured.
  const scale = example ? (lecture ? 1.7 : 1) : fittingScale(size.width, run.page.layout?.viewport.width ?? 1100)
  const model = run.page

  useEffect(() => {
    if (!iframe.current) return
    const view = new PageFrame(iframe.current, {
      model: () => model,
      draw: (drawn) => {
        if (canvas.current && drawn.geometry?.model === shown.current.run.page)
          paintStage(canvas.current, drawn, shown.current.run, shown.current.frame)
      },
      enter: (entered) => entered.reveal(entered.boxOf(shown.current.frame.node)),
      keys: window,
    })
    mounted.current = view
    view.start()
    return () => {
      mounted.current = null
      view.destroy()
    }
  }, [url, model])

  useEffect(() => {
    if (!iframe.current || size.width === 0) return
    fitFrame(iframe.current, { ...size, scale })
    mounted.current?.resize({ ...size, scale })
  }, [size, scale, url, model])

  useEffect(() => {
    shown.current = { run, frame }
    mounted.current?.schedule()
  }, [run, frame])

  useEffect(() => {
    const view = mounted.current
    if (view && frame.node >= 0) view.reveal(view.boxOf(frame.node))
  }, [frame.node, run, size, scale])

  return (
    <div className="demo-page" ref={box}>
      <iframe
        ref={iframe}
        key={url}
        src={url ?? 'about:blank'}
        title={label}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
        tabIndex={-1}
      />
      <canvas ref={canvas} aria-hidden="true" />
    </div>
  )
}
