import { useEffect, useMemo, useRef, useState } from 'react'
import { keepersOfNodes, MIXED, NO_TEXT } from '../../../shared/explain/difference/disagreement'
import { excerpt, nodeLabel } from '../../../shared/explain/node-label'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { listenForHover, nodeOfEvent } from '../../page-frame/frame-events'
import { nextShown } from '../../page-frame/shown-nodes'
import { makeMark, placeMark } from '../../page-frame/marks'
import { PageFrame } from '../../page-frame/page-frame'
import { fitCanvas } from '../../page-frame/paint'
import { fitFrame, fittingScale, SandboxedPage } from '../../page-frame/sandboxed-page'
import { actions, currentTab, useTab, useViewUrl, watchTab, watchTheme } from '../../window/window'
import { type ComparedProps, type Finished, keepersNames } from './contestants'
import { mountStrips, paintVotes, STRIP, voteColours, type Votes } from './votes'
import { useInnerSize } from '../../components/inner-size'
import { PageFigureDialog } from '../../figures/page-figure-dialog'
import { settingsWords } from '../../figures/figure-words'

/** The page, tinted by how many of the extractors keep what; beside it a strip for each of them. A click selects, and the reasons stand beside. */
export function PageVotes({ model, contestants, disagreement, filter }: ComparedProps) {
  const page = useTab((tab) => tab.page)
  const styled = useTab((tab) => tab.view.styled)
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const strips = useRef<HTMLCanvasElement>(null)
  const mounted = useRef<PageFrame | null>(null)
  const [pointed, setPointed] = useState<NodeId | null>(null)
  const room = useInnerSize(stage)
  const beside = contestants.length * STRIP + 4
  const size = useMemo(() => ({ width: Math.max(0, room.width - beside), height: room.height }), [room, beside])
  const captured = model.layout?.viewport.width ?? 1280
  const scale = fittingScale(size.width, captured)
  const url = useViewUrl(page?.id ?? null, styled)
  const keepers = useMemo(() => keepersOfNodes(model, disagreement), [model, disagreement])
  const votes = useMemo<Votes>(() => ({ keepers, voters: contestants.length, filter }), [keepers, contestants.length, filter])
  /** What is drawn with the next picture. */
  const shown = useRef(votes)

  useEffect(() => {
    const element = frame.current
    const layer = marks.current
    if (!element || !layer || !strips.current) return
    const hover = makeMark(layer, 'votes-mark')
    const chosen = makeMark(layer, 'votes-mark votes-mark-selected')
    let colours = voteColours()
    let over: NodeId | null = null
    const place = (mark: HTMLElement, node: NodeId | null): void => {
      const box = node === null ? null : view.boxOf(node)
      const seen = view.viewport
      placeMark(mark, box && seen ? { ...box, x: box.x - seen.x, y: box.y - seen.y } : null, view.size.scale)
    }
    const view = new PageFrame(element, {
      model: () => model,
      draw: ({ geometry, viewport, size: shownSize }) => {
        const context = canvas.current?.getContext('2d')
        if (!canvas.current || !context || !viewport) return
        fitCanvas(canvas.current, shownSize)
        if (geometry?.model !== model || shown.current.keepers.length !== model.count) return
        paintVotes({ context, geometry, view: viewport, palette: colours }, shown.current)
        place(hover, over)
        place(chosen, currentTab().selected)
        strip.draw()
      },
      enter: (entered, _, signal) => {
        const point = (node: NodeId | null): void => {
          if (node === over) return
          over = node
          setPointed(node)
          place(hover, node)
        }
        listenForHover(entered.documents, point, signal)
        for (const doc of entered.documents)
          doc.addEventListener('click', (event) => actions.select(nodeOfEvent(event)), { capture: true, signal })
      },
      measured: (entered) => {
        const { selected } = currentTab()
        if (selected !== null) entered.reveal(entered.boxOf(selected))
      },
      step: (entered, by) => {
        const next = entered.geometry && nextShown(entered.geometry, currentTab().selected, by)
        if (next !== null) actions.select(next)
      },
      keys: window,
    })
    const strip = mountStrips(
      strips.current,
      view,
      () => shown.current,
      () => colours,
    )
    mounted.current = view
    view.start()
    const stops = [
      watchTab(
        (tab) => tab.selected,
        (node) => {
          if (node !== null) view.reveal(view.boxOf(node))
          view.schedule()
        },
      ),
      watchTheme(() => {
        colours = voteColours()
        view.schedule()
      }),
    ]
    return () => {
      mounted.current = null
      for (const stop of stops) stop()
      view.destroy()
      strip.destroy()
      hover.remove()
      chosen.remove()
    }
  }, [url, model])

  useEffect(() => {
    if (!frame.current || size.width === 0) return
    fitFrame(frame.current, { ...size, scale }, captured)
    mounted.current?.resize({ ...size, scale })
  }, [size, scale, captured, url])

  useEffect(() => {
    shown.current = votes
    mounted.current?.schedule()
  }, [votes])

  return (
    <div className="column votes">
      <div ref={stage} className="frame-stage">
        {url === null ? null : <SandboxedPage key={url} ref={frame} src={url} title="Page, tinted by votes" data-testid="page-view" />}
        <canvas ref={canvas} className="votes-canvas" aria-hidden="true" style={{ inlineSize: size.width }} />
        <div ref={marks} className="votes-marks" aria-hidden="true" style={{ inlineSize: size.width }} />
        <canvas
          ref={strips}
          className="votes-strips"
          aria-hidden="true"
          style={{ inlineSize: contestants.length * STRIP }}
          title={`What each keeps on the whole page, from the left: ${contestants.map(({ info }) => info.title).join(', ')}`}
        />
      </div>
      <p className="votes-pointed cut">{pointed === null ? HINT : describe(model, pointed, keepers, contestants)}</p>
    </div>
  )
}

const HINT = 'Point at a part of the page to see who keeps it; click it, or go there with the right and left arrow keys, to see why.'

/** `p.intro · kept by FE, CETD; dropped by TTR: “Once upon a time …”` */
function describe(model: PageModel, node: NodeId, keepers: Int32Array, contestants: readonly Finished[]): string {
  const mask = keepers[node] ?? NO_TEXT
  const who =
    mask === NO_TEXT ? 'no text to keep' : mask === MIXED ? 'parts of it are kept by different extractors' : keepersNames(mask, contestants)
  const text = excerpt(model.text.slice(node, Math.min(model.subtreeEnd[node] ?? node, node + 60)).join(' '), 80)
  return `${nodeLabel(model, node, 60)} · ${who}${text === '' ? '' : `: ${text}`}`
}

/** The page tinted by votes, as a figure. */
export function FigureOfVotes({
  model,
  contestants,
  disagreement,
  onClose,
}: Omit<ComparedProps, 'filter'> & { readonly onClose: () => void }) {
  const page = useTab((tab) => tab.page)
  const keepers = useMemo(() => keepersOfNodes(model, disagreement), [model, disagreement])
  if (!page) return null
  return (
    <PageFigureDialog
      page={page}
      model={model}
      keepers={keepers}
      voters={contestants.length}
      settings={contestants.map(({ info, result }) => settingsWords(info, result.extraction.params)).join(', ')}
      onClose={onClose}
    />
  )
}
