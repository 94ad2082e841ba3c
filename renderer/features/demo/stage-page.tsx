import { useEffect, useMemo, useRef, useState } from 'react'
import type { DemoRun, Frame } from '../../../shared/demo/demo-run'
import { useDemo } from './state/demo'
import { viewUrl } from '../../window/workspace'
import { measureStage, paintStage, revealNode, type StageGeometry } from './stage-paint'

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
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [geometry, setGeometry] = useState<StageGeometry | null>(null)
  const [scrolled, setScrolled] = useState(0)
  const url = useMemo(() => viewUrl(page, false), [page])
  const example = useDemo((s) => s.example?.page === page)
  const lecture = useDemo((s) => s.lecture)
  const captured = run.page.layout?.viewport.width ?? 1100
  const fitting = size.width > 0 ? Math.min(1, size.width / captured) : 1
  // A small example is shown at its own size and wraps as the stage has it; others fit whole, as they were captured.
  const scale = example ? (lecture ? 1.7 : 1) : fitting

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const element = iframe.current
    if (!element) return
    let stop = (): void => undefined
    const enter = (): void => {
      const { contentDocument: doc, contentWindow: view } = element
      if (!doc?.body || !view || !doc.querySelector('[data-bs-id]')) return
      stop()
      const measure = (): void => setGeometry(measureStage(doc, run.page))
      const onScroll = (): void => setScrolled((n) => n + 1)
      const halt = (event: Event): void => event.preventDefault()
      // Keys pressed in the page reach the player.
      const onKey = (event: KeyboardEvent): void => {
        const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
        const copy = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true, bubbles: true })
        if (!window.dispatchEvent(copy)) event.preventDefault()
      }
      view.addEventListener('scroll', onScroll, { passive: true })
      doc.addEventListener('click', halt, true)
      doc.addEventListener('submit', halt, true)
      doc.addEventListener('keydown', onKey)
      const observer = new ResizeObserver(measure)
      observer.observe(doc.documentElement)
      measure()
      stop = () => {
        observer.disconnect()
        view.removeEventListener('scroll', onScroll)
        doc.removeEventListener('click', halt, true)
        doc.removeEventListener('submit', halt, true)
        doc.removeEventListener('keydown', onKey)
      }
    }
    element.addEventListener('load', enter)
    if (element.contentDocument?.readyState === 'complete') enter()
    return () => {
      element.removeEventListener('load', enter)
      stop()
    }
  }, [url, run.page])

  useEffect(() => {
    const view = iframe.current?.contentWindow
    if (geometry && view && frame.node >= 0) revealNode(geometry, view, frame.node, size.height / scale)
  }, [geometry, frame.node, size.height, scale])

  useEffect(() => {
    const view = iframe.current?.contentWindow
    if (!canvas.current || !view || !geometry || geometry.page !== run.page) return
    paintStage(canvas.current, geometry, run, frame, { x: view.scrollX, y: view.scrollY, width: size.width, height: size.height, scale })
  }, [geometry, run, frame, size, scale, scrolled])

  return (
    <div className="demo-page" ref={box}>
      <iframe
        ref={iframe}
        key={url}
        src={url}
        title={label}
        sandbox="allow-same-origin"
        tabIndex={-1}
        style={{ width: size.width / scale, height: size.height / scale, transform: `scale(${scale})` }}
      />
      <canvas ref={canvas} aria-hidden="true" />
    </div>
  )
}
