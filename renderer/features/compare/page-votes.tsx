import { useEffect, useMemo, useRef, useState } from 'react'
import { findKeepersOfNodes, MIXED, NO_TEXT } from '../../../shared/explain/difference/disagreement'
import { excerpt, nodeLabel } from '../../../shared/explain/node-label'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import type { PageFrame } from '../../page-frame/page-frame'
import { fittingScale, SandboxedPage, useFittedFrame } from '../../page-frame/sandboxed-page'
import { useTab, useViewUrl } from '../../window/window'
import { type ComparedProps, type Finished, nameKeepingExtractors } from './contestants'
import { mountVotes, STRIP, type Votes } from './votes'
import { useInnerSize } from '../../components/hooks'
import { PageFigureDialog } from '../../figures/figure-dialog'
import { settingsWords } from '../../figures/figure-file'

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
  const { height } = room
  const width = Math.max(0, room.width - contestants.length * STRIP - 4)
  const captured = model.layout?.viewport.width ?? 1280
  const scale = fittingScale(width, captured)
  const url = useViewUrl(page?.id ?? null, styled)
  const keepers = useMemo(() => findKeepersOfNodes(model, disagreement), [model, disagreement])
  const votes = useMemo<Votes>(() => ({ keepers, voters: contestants.length, filter }), [keepers, contestants.length, filter])
  const shown = useRef(votes)

  useEffect(() => {
    if (!frame.current || !canvas.current || !marks.current || !strips.current) return
    const layers = { canvas: canvas.current, marks: marks.current, strips: strips.current }
    const view = mountVotes(frame.current, layers, { model, votes: () => shown.current, onPoint: setPointed })
    mounted.current = view.page
    return () => {
      mounted.current = null
      view.destroy()
    }
  }, [url, model])

  useFittedFrame(frame, mounted, { width, height, scale, captured, shown: url })

  useEffect(() => {
    shown.current = votes
    mounted.current?.schedule()
  }, [votes])

  return (
    <div className="column votes">
      <div ref={stage} className="fill frame-stage">
        {url === null ? null : <SandboxedPage key={url} ref={frame} src={url} title="Page, tinted by votes" data-testid="page-view" />}
        <canvas ref={canvas} className="votes-canvas" aria-hidden="true" style={{ inlineSize: width }} />
        <div ref={marks} className="votes-marks" aria-hidden="true" style={{ inlineSize: width }} />
        <canvas
          ref={strips}
          className="votes-strips"
          aria-hidden="true"
          style={{ inlineSize: contestants.length * STRIP }}
          title={`Kept text of each extractor on the whole page, from the left: ${contestants.map(({ info }) => info.title).join(', ')}`}
        />
      </div>
      <p className="quiet line-above votes-pointed cut">{pointed === null ? HINT : describe(model, pointed, keepers, contestants)}</p>
    </div>
  )
}

const HINT = 'Hover over a part to see which extractors keep it.'

function describe(model: PageModel, node: NodeId, keepers: Int32Array, contestants: readonly Finished[]): string {
  const mask = keepers[node] ?? NO_TEXT
  const who = mask === NO_TEXT ? 'no text' : mask === MIXED ? 'extractors keep different parts' : nameKeepingExtractors(mask, contestants)
  const text = excerpt(model.text.slice(node, Math.min(model.subtreeEnd[node] ?? node, node + 60)).join(' '), 80)
  return `${nodeLabel(model, node, 60)} · ${who}${text === '' ? '' : `: ${text}`}`
}

type FigureOfVotesProps = Omit<ComparedProps, 'filter'> & { readonly onClose: () => void }

export function FigureOfVotes({ model, contestants, disagreement, onClose }: FigureOfVotesProps) {
  const page = useTab((tab) => tab.page)
  const keepers = useMemo(() => findKeepersOfNodes(model, disagreement), [model, disagreement])
  if (!page) return null
  const settings = contestants.map(({ info, result }) => settingsWords(info, result.extraction.params)).join(', ')
  return <PageFigureDialog {...{ page, model, keepers, settings, onClose }} voters={contestants.length} />
}
