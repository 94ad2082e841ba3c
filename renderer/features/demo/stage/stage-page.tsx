import { useEffect, useMemo, useRef } from 'react'
import { isExample } from '../../../../shared/demo/examples'
import { shownNode } from '../../../../shared/demo/demo-run'
import type { PageModel } from '../../../../shared/page/page-model'
import { inputOf, nodeOfEvent } from '../../../page-frame/deaf-page'
import { PageFrame } from '../../../page-frame/page-frame'
import { fittingScale, SandboxedPage, useFittedFrame } from '../../../page-frame/sandboxed-page'
import { useViewUrl } from '../../../window/window'
import { demoActions, useDemo } from '../state/demo'
import { useInnerSize } from '../../../components/hooks'
import { paintStage, type StageMoment } from './stage-paint'
import type { StageView } from './stage-view'
import { useFields } from '../../../window/store'
import styles from './stage.module.css'

type DrawnMoment = Omit<StageMoment, 'picked' | 'pointed'>

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
    shown.current = { run, frame }
    mounted.current?.schedule()
  }, [run, frame])

  useEffect(() => {
    const view = mounted.current
    const node = shownNode(run, frame)
    if (isQuestion) view?.scrollTo(0)
    else if (view && node >= 0) view.reveal(node)
  }, [frame, run, size, scale, isQuestion])

  useEffect(() => {
    const view = mounted.current
    view?.schedule()
    const target = pointed ?? picked
    if (view && target?.kind === 'node') view.reveal(target.node)
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
      if (drawn.geometry?.model === moment().run.page) paintStage(canvas, drawn, { ...useDemo.getState(), ...moment() })
    },
    measured: (entered) => {
      if (useDemo.getState().tour?.hasQuestion !== true) entered.reveal(shownNode(moment().run, moment().frame))
    },
    enter: ({ documents }, _, signal) => {
      const pick = (event: Event): void => {
        const node = nodeOfEvent(event)
        if (node !== null) demoActions.pick({ kind: 'node', node })
      }
      for (const each of documents) inputOf(each, each).addEventListener('click', pick, { signal })
    },
    keys: window,
  })
}
