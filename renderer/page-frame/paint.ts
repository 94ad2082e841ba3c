import { KEPT, PATH } from '../../shared/page/output'
import { TRUE_NEGATIVE } from '../../shared/evaluation/gold-on-page'
import { ELEMENT, SHADOW_ROOT, tagName, type NodeId } from '../../shared/page/page-model'
import { scaleStep, type MeasureScale } from '../components/density-scale'
import { once } from '../../shared/base/once'
import { boxOf, type FrameGeometry } from './geometry'
import { visitInView, isInView, boxInView, type FrameSize, type Viewport } from './viewport'
import { hitColours, type Palette, contains, rectOf, runsOf, type Rect } from './rects'

export interface Layers {
  readonly kept: boolean
  readonly dim: boolean
  readonly path: boolean
  readonly heat: { readonly values: Float64Array; readonly scale: MeasureScale } | null
  /** Per node: correct, missing or extra text in the subtree, compared with the gold text. Null shows kept and dropped text instead. */
  readonly hits: Uint8Array | null
}

export interface SelectionChange {
  readonly before: Uint8Array
  readonly now: Uint8Array
}

export interface Overlay<Colours = Palette> {
  readonly context: CanvasRenderingContext2D
  readonly geometry: FrameGeometry
  readonly view: Viewport
  readonly palette: Colours
}

export function fitCanvas(canvas: HTMLCanvasElement, { width, height }: Omit<FrameSize, 'scale'>): void {
  const pixels = window.devicePixelRatio || 1
  const wide = Math.round(width * pixels)
  const high = Math.round(height * pixels)
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
}

export function begin({ context, view }: Pick<Overlay, 'context' | 'view'>): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.setTransform(view.scale, 0, 0, view.scale, -view.x * view.scale, -view.y * view.scale)
}

export function paint(overlay: Overlay, selected: Uint8Array | null, layers: Layers): void {
  begin(overlay)
  if (layers.hits) paintHits(overlay, layers.hits)
  else if (layers.heat) paintHeat(overlay, layers.heat)
  else if (selected && (layers.kept || layers.dim)) paintStatuses(overlay, selected, layers)
  if (selected && layers.path) paintPath(overlay, selected)
}

export const subtreeOf = ({ model }: FrameGeometry, node: NodeId): { readonly from: NodeId; readonly end: NodeId } =>
  node < 0 ? { from: 0, end: 0 } : { from: node, end: model.subtreeEnd[node] as number }

export function paintChange(overlay: Overlay, { before, now }: SelectionChange): void {
  begin(overlay)
  const { context, geometry, view, palette } = overlay
  const { model, blank } = geometry
  visitInView(geometry, { from: Math.max(0, model.body), end: model.count }, view, (n, isElement) => {
    const is = now[n] === KEPT
    if ((before[n] === KEPT) === is || blank[n] === 1) return false
    const p = model.parent[n] as number
    // The parent already has the same mark.
    if (p >= 0 && (now[p] === KEPT) === is && (before[p] === KEPT) !== is) return false
    const box = boxInView(geometry, n, isElement, view)
    context.fillStyle = is ? palette.kept : palette.extra
    if (box) context.fillRect(box.x, box.y, box.width, box.height)
    return false
  })
}

/** Draws kept and dropped content in document order. Each box is cleared first, so that tints never add up. */
export function paintStatuses(overlay: Overlay, selected: Uint8Array, layers: Pick<Layers, 'kept' | 'dim'>): void {
  const { context, geometry, view, palette } = overlay
  const { model, boxes, blank, ground, stacked } = geometry
  const pinned = new Set(geometry.pinned)
  const outlines: NodeId[] = []

  function fill(rect: Rect, isKept: boolean): void {
    context.clearRect(...rect)
    if (isKept ? !layers.kept : !layers.dim) return
    context.globalAlpha = isKept ? 0.13 : 1
    context.fillStyle = isKept ? palette.kept : palette.veil
    context.fillRect(...rect)
    context.globalAlpha = 1
  }

  /** @param top a pinned element, or the body for the page without the pinned elements */
  function paintSubtree(top: NodeId, isPage: boolean): void {
    visitInView(geometry, subtreeOf(geometry, top), view, (n, isElement) => {
      if (n !== top && pinned.has(n)) return true
      const below = n === top ? -1 : (ground[model.parent[n] as number] as number)
      ground[n] = below
      if (isPage && n === top) return false
      const isKept = selected[n] === KEPT
      const groundKept = below >= 0 && selected[below] === KEPT
      if (!isElement) {
        const box = isKept === groundKept || blank[n] === 1 ? null : boxInView(geometry, n, isElement, view)
        if (box) fill([box.x, box.y, box.width, box.height], isKept)
        return false
      }
      if (isKept === groundKept && (!isKept || contains(geometry, below, n))) return false
      // A dropped shadow root has the box of its host, and must not cover the host's slotted children.
      if (!isKept && tagName(model, n) === SHADOW_ROOT) return false
      const isDrawn = isInView(geometry, n, view)
      // Set `ground` also for a node out of view, because its descendants may be visible.
      if (isDrawn || ((boxes[n * 4 + 2] as number) > 0 && (boxes[n * 4 + 3] as number) > 0)) ground[n] = n
      if (isDrawn) fill(rectOf(geometry, n), isKept)
      if (isDrawn && isKept && !groundKept) outlines.push(n)
      return false
    })
  }

  if (layers.dim) {
    context.fillStyle = palette.veil
    context.fillRect(view.x, view.y, view.width, view.height)
  }
  if (model.body < 0) return
  paintSubtree(model.body, true)
  // Pinned elements cover the page, so clear the tints of the page beneath.
  for (const root of stacked) {
    if (!isInView(geometry, root, view)) continue
    fill(rectOf(geometry, root), false)
    paintSubtree(root, false)
  }
  if (!layers.kept) return
  context.globalAlpha = 0.8
  const around = runsOf(geometry, outlines, selected).map(([x, y, width, height]): Rect => [x - 4, y - 4, width + 8, height + 8])
  strokeBoxes(context, around, { colour: palette.kept, width: 1.5, dashes: [] }, view)
  context.globalAlpha = 1
  strokeBoxes(
    context,
    geometry.pinned.map((n) => rectOf(geometry, n)),
    { colour: palette.pinned, width: 1, dashes: [2, 3] },
    view,
  )
}

/** Width and dashes are in pixels of the canvas. */
function strokeBoxes(
  context: CanvasRenderingContext2D,
  rects: readonly Rect[],
  { colour, width, dashes }: { readonly colour: string; readonly width: number; readonly dashes: readonly number[] },
  { scale }: Viewport,
): void {
  context.strokeStyle = colour
  context.lineWidth = width / scale
  context.setLineDash(dashes.map((length) => length / scale))
  for (const rect of rects) context.strokeRect(...rect)
  context.setLineDash([])
}

export function paintPath({ context, geometry, view, palette }: Overlay, selected: Uint8Array): void {
  const rects: Rect[] = []
  visitInView(geometry, { from: 0, end: geometry.model.count }, view, (n, isElement) => {
    if (!isElement || selected[n] !== PATH || !isInView(geometry, n, view)) return false
    const [x, y, width, height] = rectOf(geometry, n)
    rects.push([x + 1, y + 1, width - 2, height - 2])
    return false
  })
  strokeBoxes(context, rects, { colour: palette.kept, width: 1.5, dashes: [6, 4] }, view)
}

function paintHits({ context, geometry, view, palette }: Overlay, hits: Uint8Array): void {
  const { model } = geometry
  const colours = hitColours(palette)
  context.globalAlpha = 0.28
  visitInView(geometry, { from: Math.max(model.body, 0), end: model.count }, view, (n, isElement) => {
    if ((hits[n] as number) <= TRUE_NEGATIVE) return true
    const colour = colours.get(hits[n] as number)
    if (!colour || !isInView(geometry, isElement ? n : (model.parent[n] as number), view)) return false
    const box = boxOf(geometry, n)
    context.fillStyle = colour
    if (box) context.fillRect(box.x, box.y, box.width, box.height)
    return true
  })
  context.globalAlpha = 1
}

const textHolders = once(({ model, blank }: FrameGeometry): Uint8Array => {
  const holds = new Uint8Array(model.count)
  for (let n = 0; n < model.count; n++) {
    const parent = model.parent[n] as number
    if (parent >= 0 && model.kind[n] !== ELEMENT && blank[n] === 0) holds[parent] = 1
  }
  return holds
})

/** Draws only elements with a direct text child. Boxes of other elements would colour the gaps between texts. */
export function paintHeat({ context, geometry, view, palette }: Overlay, heat: NonNullable<Layers['heat']>): void {
  const { model } = geometry
  const holdsText = textHolders(geometry)
  context.globalAlpha = 0.55
  visitInView(geometry, { from: Math.max(model.body, 0), end: model.count }, view, (n, isElement) => {
    const position = isElement ? heat.scale.position(heat.values[n] ?? Number.NaN) : Number.NaN
    if (Number.isNaN(position) || holdsText[n] === 0 || !isInView(geometry, n, view)) return false
    const rect = rectOf(geometry, n)
    context.clearRect(...rect)
    context.fillStyle = palette.density[scaleStep(position)] ?? palette.kept
    context.fillRect(...rect)
    return false
  })
  context.globalAlpha = 1
}
