import { useEffect, useRef, type MouseEvent } from 'react'
import { textLengths } from '../../../shared/explain/coverage'
import { KEPT } from '../../../shared/page/selection'
import { TEXT, type PageModel } from '../../../shared/page/page-model'
import { actions, useWorkspace } from '../../window/workspace'

const WIDTH = 88
const HEIGHT = 560

interface Place {
  readonly node: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The page in small, its kept text in colour: by boxes where a browser laid it out, else one strip in the order of the text. */
export function MiniMap({ model, selected, title }: { readonly model: PageModel; readonly selected: Uint8Array; readonly title: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const places = useRef<Place[]>([])
  const dark = useWorkspace((workspace) => workspace.dark)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const ratio = window.devicePixelRatio || 1
    element.width = WIDTH * ratio
    element.height = HEIGHT * ratio
    context.scale(ratio, ratio)
    const style = getComputedStyle(element)
    const kept = style.getPropertyValue('--kept')
    const out = style.getPropertyValue('--line')
    places.current = model.layout ? boxPlaces(model) : stripPlaces(model)
    for (const place of places.current) {
      context.fillStyle = selected[place.node] === KEPT ? kept : out
      context.fillRect(place.x, place.y, Math.max(0.5, place.width), Math.max(0.5, place.height))
    }
  }, [model, selected, dark])
  const onClick = (event: MouseEvent<HTMLCanvasElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    const y = ((event.clientY - box.top) / box.height) * HEIGHT
    const hit = places.current.findLast((p) => x >= p.x && x <= p.x + p.width && y >= p.y && y <= p.y + p.height)
    if (hit) actions.select(hit.node)
  }
  return (
    <canvas
      ref={canvas}
      className="mini-map"
      role="img"
      aria-label={`Map of the page: what ${title} keeps`}
      style={{ inlineSize: WIDTH, blockSize: HEIGHT }}
      onClick={onClick}
    />
  )
}

/** The boxes of text nodes' elements, scaled into the map. */
function boxPlaces(model: PageModel): Place[] {
  const { layout } = model
  if (!layout) return []
  const length = textLengths(model)
  let right = 1
  let bottom = 1
  const found: Place[] = []
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== TEXT || length[n] === 0) continue
    const p = (model.parent[n] ?? -1) * 4
    const width = layout.boxes[p + 2] ?? 0
    const height = layout.boxes[p + 3] ?? 0
    if (!(width > 0) || !(height > 0)) continue
    const x = layout.boxes[p] ?? 0
    const y = layout.boxes[p + 1] ?? 0
    right = Math.max(right, Math.min(x + width, layout.viewport.width))
    bottom = Math.max(bottom, y + height)
    found.push({ node: n, x, y, width, height })
  }
  const scale = Math.min(WIDTH / right, HEIGHT / Math.min(bottom, (right / WIDTH) * HEIGHT))
  const squeeze = Math.min(scale, HEIGHT / bottom)
  return found.map((p) => ({
    node: p.node,
    x: p.x * scale,
    width: p.width * scale,
    y: p.y * squeeze,
    height: Math.max(1, p.height * squeeze - 0.5),
  }))
}

/** Without layout: one text node under the other, as tall as its share of the text. */
function stripPlaces(model: PageModel): Place[] {
  const length = textLengths(model)
  const end = model.body < 0 ? 0 : (model.subtreeEnd[model.body] ?? 0)
  let total = 0
  for (let n = Math.max(0, model.body); n < end; n++) total += length[n] ?? 0
  const found: Place[] = []
  let at = 0
  for (let n = Math.max(0, model.body); n < end; n++) {
    const chars = length[n] ?? 0
    if (chars === 0) continue
    const height = (chars / total) * HEIGHT
    found.push({ node: n, x: 0, y: at, width: WIDTH, height })
    at += height
  }
  return found
}
