import { useEffect, useMemo, useRef } from 'react'
import { isExample } from '../../../../shared/demo/examples'
import { pickedAs, isPageDecided, pageMarks } from '../../../../shared/demo/card-subject'
import { isDropped, shownNode, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { OUT } from '../../../../shared/page/output'
import type { NodeId, PageModel } from '../../../../shared/page/page-model'
import { inputOf, nodeOfEvent } from '../../../page-frame/deaf-page'
import { PageFrame } from '../../../page-frame/page-frame'
import { begin, fitCanvas, paintHeat, paintPath, paintStatuses, type Overlay } from '../../../page-frame/paint'
import { readPalette } from '../../../page-frame/rects'
import { fittingScale, SandboxedPage, useFittedFrame } from '../../../page-frame/sandboxed-page'
import { isFarAway } from '../../../page-frame/viewport'
import { useViewUrl, useFields } from '../../../window/window'
import { demoActions, useDemo } from '../state/demo'
import { measureScale } from '../../../components/density-scale'
import { useInnerSize } from '../../../components/hooks'
import type { StageView } from './stage-chart-view'
import styles from './stage.module.css'

const MOST_DRAWN_DECISIONS = 120

/** `level`: value of a moving threshold; null without a movement. */
type DrawnMoment = Pick<StageView, 'run' | 'frame'> & { readonly level: number | null }

export function StagePage({ run, frame, sweep, page, label }: StageView & { readonly page: string; readonly label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const iframe = useRef<HTMLIFrameElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const mounted = useRef<PageFrame | null>(null)
  const shown = useRef({ run, frame })
  const size = useInnerSize(box)
  const url = useViewUrl(page, true)
  const edited = useDemo((s) => s.example?.page === page)
  const example = edited || isExample(run.page.html)
  const { lecture, picked, pointed } = useFields(useDemo, 'lecture', 'picked', 'pointed')
  const isQuestion = useDemo((s) => s.tour?.hasQuestion === true)
  const scale = example ? (lecture ? 1.7 : 1) : fittingScale(size.width, run.page.layout?.viewport.width ?? 1100)
  const model = run.page

  useEffect(() => {
    if (!iframe.current || !canvas.current) return
    const view = openFrame(iframe.current, canvas.current, model, () => ({ ...shown.current, level: sweep.getState() }))
    mounted.current = view
    view.start()
    return () => {
      mounted.current = null
      view.destroy()
    }
  }, [url, model, sweep])

  useEffect(() => sweep.subscribe(() => mounted.current?.schedule()), [sweep])

  useFittedFrame(iframe, mounted, { ...size, scale, shown: useMemo(() => ({ url, model }), [url, model]) })

  useEffect(() => {
    const view = mounted.current
    const node = shownNode(run, frame)
    shown.current = { run, frame }
    view?.schedule()
    if (isQuestion) view?.scrollTo(0)
    else if (node >= 0) view?.reveal(node)
  }, [frame, run, size, scale, isQuestion])

  useEffect(() => {
    const target = pointed ?? picked
    mounted.current?.schedule()
    if (target?.per === 'node') mounted.current?.reveal(target.subject)
  }, [picked, pointed])

  return (
    <div className={styles.page} ref={box}>
      <SandboxedPage ref={iframe} key={url} src={url ?? 'about:blank'} title={label} tabIndex={-1} />
      <canvas ref={canvas} aria-hidden="true" />
    </div>
  )
}

function openFrame(iframe: HTMLIFrameElement, canvas: HTMLCanvasElement, model: PageModel, moment: () => DrawnMoment): PageFrame {
  return new PageFrame(iframe, {
    model: () => model,
    draw: (drawn) => {
      if (drawn.geometry?.model === moment().run.page) paintStage(canvas, drawn, moment())
    },
    measured: (entered) => {
      if (useDemo.getState().tour?.hasQuestion !== true) entered.reveal(shownNode(moment().run, moment().frame))
    },
    enter: ({ documents }, _, signal) => {
      const pick = (event: Event): void => {
        const node = nodeOfEvent(event)
        if (node !== null) demoActions.pick({ per: 'node', subject: node })
      }
      for (const each of documents) inputOf(each, each).addEventListener('click', pick, { signal })
    },
    keys: window,
  })
}

function paintStage(canvas: HTMLCanvasElement, page: PageFrame, { run, frame, level }: DrawnMoment): void {
  const context = canvas.getContext('2d')
  const { geometry, viewport: view } = page
  if (!context || !geometry || !view) return
  const { picked, pointed } = useDemo.getState()
  const palette = readPalette()
  fitCanvas(canvas, page.size)
  const overlay = { context, geometry, view, palette }
  begin(overlay)
  const { heat, way, current } = pageMarks(run, frame, level)
  if (heat) paintHeat(overlay, { values: heat.shown, scale: measureScale(heat.all, heat.share) })
  else if (isPageDecided(run, frame)) {
    paintStatuses(overlay, frame.selected, { kept: true, dim: true })
    paintPath(overlay, frame.selected)
  }
  paintTrail(overlay, page, run, frame)
  const outline = (node: NodeId, colour: string, wide: number, apart: number): void => {
    const box = page.boxOf(node)
    if (!box) return
    context.strokeStyle = colour
    context.lineWidth = wide / view.scale
    context.strokeRect(box.x - apart, box.y - apart, box.width + 2 * apart, box.height + 2 * apart)
  }
  for (const node of way) outline(node, palette.kept, 2, -1)
  const { accent, extra, kept } = palette
  if (current) outline(current.node, { none: accent, dropped: extra, passed: kept }[current.verdict], 4, 2)
  outline(pickedAs('node', picked), accent, 3, 4)
  context.setLineDash([6 / view.scale, 4 / view.scale])
  outline(pickedAs('node', pointed), accent, 3, 4)
  context.setLineDash([])
}

function paintTrail({ context, geometry, view, palette }: Overlay, page: PageFrame, run: DemoRun, frame: Frame): void {
  const { kept: good, extra: bad } = palette
  context.lineWidth = 1 / view.scale
  for (let d = Math.max(frame.chapter.firstDecision, frame.decided - MOST_DRAWN_DECISIONS); d < frame.decided - 1; d++) {
    const decision = run.decisionAt(d)
    const { line, node, outcome } = decision
    if (line >= 0 || outcome === 'path') continue
    const box = isFarAway(geometry.reach, node, view) ? null : page.boxOf(node)
    if (!box) continue
    const drops = isDropped(decision)
    context.globalAlpha = 0.55
    context.strokeStyle = drops ? bad : good
    context.strokeRect(box.x, box.y, box.width, box.height)
    // A failed test draws only an outline, because a filled container would cover its content.
    if (drops && outcome !== 'fail' && frame.selected[node] === OUT) {
      context.globalAlpha = 0.12
      context.fillStyle = bad
      context.fillRect(box.x, box.y, box.width, box.height)
    }
  }
  context.globalAlpha = 1
}
