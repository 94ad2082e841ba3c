import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { ArrowDown } from 'lucide-react'
import { Button } from '../../components/button'
import { HITS } from '../../components/evidence'
import { SkeletonLines } from '../../components/panel/panel'
import { NodeMenu } from '../../components/node-menu'
import { fittingScale, SandboxedPage, useFittedFrame } from '../../page-frame/sandboxed-page'
import { recordPhase } from '../../window/result/timing'
import { siteOptions, siteOfSource } from '../../window/page/page-options'
import { actions, currentTab, setState, useTab, useViewUrl, useWindow, useExtractor, type Place } from '../../window/window'
import { mountFrame, type Arrival, type MountedFrame } from './mounted-frame'
import { RULER_PIXELS } from './page-layers'
import { useInnerSize, later } from '../../components/hooks'
import { formatNumber, formatMeasure } from '../../components/number-format'
import { useGoldHits } from '../../window/result/gold-hits'
import { measureScale } from '../../components/density-scale'
import './page-view.css'

const ResourceNote = later(async () => (await import('./resource-note')).ResourceNote)

const MEASURE =
  'Counts characters. A text node counts completely if more than half of it is in the gold text. Evaluation runs count common words instead.'

function GoldLegend() {
  const hits = useGoldHits()
  if (!hits) return null
  return (
    <div className="row dim line-above page-legend" role="group" aria-label="Correct, extra and missing text, characters" title={MEASURE}>
      {HITS.map(({ key, colour, name, title }) => (
        <span key={key} className="page-legend-kind" title={title}>
          <span className="page-legend-step" style={{ background: colour }} />
          {name}
          <span className="bs-number">{formatNumber(hits.characters[key])}</span>
        </span>
      ))}
    </div>
  )
}

const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

function HeatLegend() {
  const heat = useTab((tab) => tab.view.heat)
  const hits = useGoldHits()
  const dark = useWindow((state) => state.dark)
  const extraction = useTab((tab) => tab.result?.extraction)
  const spec = useExtractor(extraction?.extractor)?.measures.find((m) => m.id === heat)
  const values = spec && extraction?.measures[spec.id]
  const scale = useMemo(() => (values ? measureScale(values, spec.share ?? false) : null), [values, spec])
  if (!spec || !scale || hits) return null
  return (
    <div className="row dim line-above page-legend">
      <span>
        {spec.label}
        {spec.share ? '' : ', logarithmic'}
      </span>
      <span className="page-legend-scale">
        <span>0</span>
        {STEPS.map((step) => (
          <span key={step} className="page-legend-step" style={{ background: `var(--density-${dark ? 9 - step : step})` }} />
        ))}
        <span>{formatMeasure(scale.max, spec.share)}</span>
      </span>
    </div>
  )
}

const widthOf = ({ source }: Place): number => siteOptions(siteOfSource(source)).conditions.viewport.width

function recordArrival(): Omit<Arrival, 'onBelow'> {
  const requestedAt = currentTab().load?.startedAt
  return {
    // Wait for the animation frame that draws the layers over the page.
    onEnter: () =>
      requestAnimationFrame(() => {
        if (requestedAt !== undefined) recordPhase('boilerscope.open.page', requestedAt)
        setState({ viewing: null })
      }),
    onTint() {
      if (requestedAt !== undefined) recordPhase('boilerscope.open.tint', requestedAt)
    },
  }
}

export function PageSkeleton() {
  return (
    <div className="page-skeleton" aria-hidden="true">
      <SkeletonLines count={5} />
    </div>
  )
}

export function PageView() {
  const coming = useTab((tab) => tab.load?.coming ?? null)
  const page = useTab((tab) => tab.page)
  const styled = useTab((tab) => tab.view.styled)
  const captured = useTab(({ load, model }) => (load?.coming ? widthOf(load.place) : (model?.layout?.viewport.width ?? 1280)))
  const zoom = useTab((tab) => tab.view.zoom)
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const flash = useRef<HTMLCanvasElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLCanvasElement>(null)
  const mounted = useRef<MountedFrame | null>(null)
  const room = useInnerSize(box)
  const { height } = room
  const width = Math.max(0, room.width - RULER_PIXELS)
  const [fetched, setFetched] = useState(0)
  const [below, setBelow] = useState<(() => void) | null>(null)
  const isLoading = useWindow((state) => state.viewing !== null)
  const [loads, setLoads] = useState(0)
  const id = coming ?? page?.id ?? null
  const reloads = page?.id === id && page?.isViewOutdated === true ? 1 : 0
  const url = useViewUrl(id, styled, fetched + reloads)
  const scale = zoom > 0 ? zoom : fittingScale(width, captured)

  useEffect(() => {
    if (!frame.current || !overlay.current || !flash.current || !marks.current || !ruler.current || url === null) return
    const layers = { overlay: overlay.current, flash: flash.current, marks: marks.current, ruler: ruler.current }
    const view = mountFrame(frame.current, layers, { ...recordArrival(), onBelow: (go) => setBelow(() => go) })
    mounted.current = view
    return () => {
      mounted.current = null
      setBelow(null)
      view.destroy()
    }
  }, [url])

  useEffect(() => {
    if (id === null || url === null) return
    setState({ viewing: id })
    return () => setState({ viewing: null })
  }, [id, url])

  useEffect(() => setState({ scale }), [scale])
  useFittedFrame(frame, mounted, { width, height, scale, captured, shown: url })

  return (
    <div className="column page-view">
      <NodeMenu>
        <div ref={box} className="fill frame-stage" style={{ '--page-side': `${RULER_PIXELS}px` } as CSSProperties}>
          <div className="page-pan" data-pans={captured * scale > width + 1}>
            {url === null ? null : (
              <SandboxedPage
                key={url}
                ref={frame}
                src={url}
                title="Page view"
                data-testid="page-view"
                onLoad={() => setLoads((count) => count + 1)}
                onFocus={() => actions.hover(null)}
              />
            )}
          </div>
          <canvas ref={overlay} className="page-overlay" aria-hidden="true" />
          <canvas ref={flash} className="page-flash" aria-hidden="true" hidden />
          <div ref={marks} className="page-marks" aria-hidden="true" />
          {isLoading || url === null ? <PageSkeleton /> : null}
          {below ? (
            <Button className="page-below" onClick={below}>
              Kept text starts below
              <ArrowDown size={14} aria-hidden="true" />
            </Button>
          ) : null}
          <canvas ref={ruler} className="page-ruler" aria-hidden="true" title="Position of kept text on the page" />
        </div>
      </NodeMenu>
      {/* The note is below the page, because a late note must not move the page. */}
      {page && page.id === id && styled ? (
        <ResourceNote key={page.id} page={page} loads={loads} onFetched={() => setFetched((count) => count + 1)} />
      ) : null}
      <HeatLegend />
      <GoldLegend />
    </div>
  )
}
