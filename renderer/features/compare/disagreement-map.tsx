import { useEffect, useRef, useState, type MouseEvent } from 'react'
import type { Disagreement } from '../../../shared/explain/disagreement'
import { textPreview } from '../../../shared/explain/node-label'
import type { PageModel } from '../../../shared/page/page-model'
import { formatShare } from '../../components/number-format'
import { actions, useWorkspace } from '../../stores/workspace'
import type { Finished } from './contestants'

interface MapProps {
  readonly model: PageModel
  readonly contestants: readonly Finished[]
  readonly disagreement: Disagreement
}

const ROW = 10
const GAP = 2

/** All the text of the page from left to right, one row an extractor: coloured where it keeps it. */
export function DisagreementMap({ model, contestants, disagreement }: MapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(0)
  const [tip, setTip] = useState<{ readonly x: number; readonly passage: number } | null>(null)
  const dark = useWorkspace((workspace) => workspace.dark)
  const { passages, all, none, some } = disagreement
  const total = all + none + some
  const height = contestants.length * (ROW + GAP)

  useEffect(() => {
    const element = canvas.current?.parentElement
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width === 0) return
    const ratio = window.devicePixelRatio || 1
    element.width = width * ratio
    element.height = height * ratio
    context.scale(ratio, ratio)
    const style = getComputedStyle(element)
    const agreed = style.getPropertyValue('--neutral')
    const disputed = style.getPropertyValue('--fp')
    const out = style.getPropertyValue('--surface-2')
    const everybody = (1 << contestants.length) - 1
    let at = 0
    for (const passage of passages) {
      const x = (at / total) * width
      const w = (passage.characters / total) * width
      contestants.forEach((_, row) => {
        const keeps = (passage.keepers >> row) & 1
        context.fillStyle = keeps === 0 ? out : passage.keepers === everybody ? agreed : disputed
        context.fillRect(x, row * (ROW + GAP), Math.max(w, keeps === 1 ? 0.75 : 0), ROW)
      })
      at += passage.characters
    }
  }, [contestants, passages, total, width, height, dark])

  const passageAt = (event: MouseEvent): number => {
    const box = event.currentTarget.getBoundingClientRect()
    let rest = ((event.clientX - box.left) / box.width) * total
    return passages.findIndex((passage) => {
      rest -= passage.characters
      return rest < 0
    })
  }
  const shown = tip ? passages[tip.passage] : undefined
  return (
    <div className="dmap">
      <ul className="dmap-names">
        {contestants.map((c) => (
          <li key={c.info.id}>{c.info.title}</li>
        ))}
      </ul>
      <div className="dmap-plot" onMouseLeave={() => setTip(null)}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`All text of the page in order, one row an extractor. ${formatShare(total === 0 ? 0 : some / total)} of it is kept by some and dropped by others.`}
          style={{ inlineSize: '100%', blockSize: height }}
          onMouseMove={(event) => {
            const box = event.currentTarget.getBoundingClientRect()
            setTip({ x: event.clientX - box.left, passage: passageAt(event) })
          }}
          onClick={(event) => {
            const node = passages[passageAt(event)]?.nodes[0]
            if (node !== undefined) actions.select(node)
          }}
        />
        {tip && shown ? (
          <div className="dmap-tip" style={tip.x > width / 2 ? { insetInlineEnd: width - tip.x } : { insetInlineStart: tip.x }}>
            {shown.nodes[0] === undefined ? '' : textPreview(model, shown.nodes[0], 100)}
          </div>
        ) : null}
      </div>
      <p className="dmap-legend">
        <span className="dmap-key dmap-agreed">kept by all {formatShare(total === 0 ? 0 : all / total)}</span>
        <span className="dmap-key dmap-disputed">disputed {formatShare(total === 0 ? 0 : some / total)}</span>
        <span className="dmap-key dmap-none">dropped by all {formatShare(total === 0 ? 0 : none / total)}</span>
      </p>
    </div>
  )
}
