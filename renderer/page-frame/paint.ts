/** Draws over the page: what was kept, what was dropped, the path, a heat map, and what just changed. */
import { KEPT, PATH } from '../../shared/page/selection'
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_NEGATIVE, TRUE_POSITIVE } from '../../shared/evaluation/gold-hits'
import { ELEMENT, type NodeId } from '../../shared/page/page-model'
import { scaleStep, type MeasureScale } from '../components/measure-scale'
import { boxOf, type FrameGeometry } from './geometry'
import type { FrameSize, Viewport } from './page-frame'

export interface Palette {
  readonly text: string
  readonly accent: string
  readonly kept: string
  readonly path: string
  readonly veil: string
  readonly cameIn: string
  readonly wentOut: string
  readonly truePositive: string
  readonly falsePositive: string
  readonly falseNegative: string
  readonly density: readonly string[]
  /** The part in view, on the ruler. */
  readonly window: string
}

export interface Layers {
  readonly kept: boolean
  readonly dim: boolean
  readonly path: boolean
  readonly heat: { readonly values: Float64Array; readonly scale: MeasureScale } | null
  /** Kinds of text in each node's subtree against the gold standard; drawn instead of the fates. */
  readonly hits: Uint8Array | null
}

/** Two selections of a page: what differs between them is marked. */
export interface SelectionChange {
  readonly before: Uint8Array
  readonly now: Uint8Array
}

/** Colours of the kinds of `gold-hits`; correct rejections and parents of several kinds have none. */
export function hitColours(palette: Palette): ReadonlyMap<number, string> {
  return new Map([
    [TRUE_POSITIVE, palette.truePositive],
    [FALSE_POSITIVE, palette.falsePositive],
    [FALSE_NEGATIVE, palette.falseNegative],
  ])
}

/** Gives a canvas over a frame the frame's size. */
export function fitCanvas(canvas: HTMLCanvasElement, { width, height }: FrameSize): void {
  const pixels = window.devicePixelRatio || 1
  const wide = Math.round(width * pixels)
  const high = Math.round(height * pixels)
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
}

/** Clears a canvas over a frame; what is drawn then is drawn in the document's coordinates. */
export function begin(context: CanvasRenderingContext2D, view: Viewport): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.setTransform(view.scale, 0, 0, view.scale, -view.x * view.scale, -view.y * view.scale)
}

/** Draws fates, path and heat. Subtrees out of view cost a comparison. */
export function paint(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  selected: Uint8Array | null,
  layers: Layers,
  view: Viewport,
  palette: Palette,
): void {
  begin(context, view)
  if (layers.hits) paintHits(context, geometry, layers.hits, view, palette)
  else if (layers.heat) paintHeat(context, geometry, layers.heat, view, palette)
  else if (selected && (layers.kept || layers.dim)) paintFates(context, geometry, selected, layers, view, palette)
  if (selected && layers.path) paintPath(context, geometry, selected, view, palette)
}

/** Draws what came in and what went out, at full strength: the canvas itself fades. Subtrees out of view cost a comparison. */
export function paintChange(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  { before, now }: SelectionChange,
  view: Viewport,
  palette: Palette,
): void {
  begin(context, view)
  const inView = viewTest(view)
  const { model, blank, boxes, reach } = geometry
  for (let n: number = Math.max(0, model.body); n < model.count; n++) {
    const isElement = model.kind[n] === ELEMENT
    if (isElement && isFarAway(reach, n, view)) {
      n = (model.subtreeEnd[n] as number) - 1
      continue
    }
    const is = now[n] === KEPT
    if ((before[n] === KEPT) === is || blank[n] === 1) continue
    const p = model.parent[n] as number
    // Its parent, marked the same way, holds it.
    if (p >= 0 && (now[p] === KEPT) === is && (before[p] === KEPT) !== is) continue
    // Measuring text costs; the parent's box says whether it can be in view.
    if (!inView(boxes, (isElement ? n : p) * 4)) continue
    const box = boxOf(geometry, n)
    context.fillStyle = is ? palette.cameIn : palette.wentOut
    if (box) context.fillRect(box.x, box.y, box.width, box.height)
  }
}

/** Whether nothing of a node's subtree is in view. */
export function isFarAway(reach: Float32Array, node: NodeId, view: Viewport): boolean {
  return (reach[node * 2 + 1] as number) <= view.y || (reach[node * 2] as number) >= view.y + view.height
}

/** Tests whether a box, four numbers from a place on, is in view. */
function viewTest(view: Viewport): (boxes: Float32Array, at: number) => boolean {
  const right = view.x + view.width
  const bottom = view.y + view.height
  return (boxes, at) => {
    const x = boxes[at] ?? 0
    const y = boxes[at + 1] ?? 0
    const width = boxes[at + 2] ?? 0
    const height = boxes[at + 3] ?? 0
    return width > 0 && height > 0 && x < right && y < bottom && x + width > view.x && y + height > view.y
  }
}

/**
 * Painter's algorithm in document order: a box is drawn where its fate differs from what is drawn below it, or where
 * it reaches out of the box that was drawn (floats, overflow). Each box is cleared first, so tints never add up.
 */
export function paintFates(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  selected: Uint8Array,
  layers: Pick<Layers, 'kept' | 'dim'>,
  view: Viewport,
  palette: Palette,
): void {
  const inView = viewTest(view)
  const { model, boxes, reach, blank, ground } = geometry
  const veil = layers.dim ? palette.veil : null
  if (veil) {
    context.fillStyle = veil
    context.fillRect(view.x, view.y, view.width, view.height)
  }
  if (model.body < 0) return
  // `ground`: node whose box is drawn below each node, -1 for the ground; its fate is what shows through.
  ground[model.body] = -1
  const outlines: number[] = []
  const { pinned, stacked } = geometry
  paintRange(model.body + 1, model.subtreeEnd[model.body] ?? 0, -1)
  // What stays in view lies over the page: its fate is its own, not that of what is beneath it.
  for (const root of stacked) {
    if (!inView(boxes, root * 4)) continue
    const at = root * 4
    context.clearRect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0)
    if (veil) {
      context.fillStyle = veil
      context.fillRect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0)
    }
    paintRange(root, model.subtreeEnd[root] ?? 0, root)
  }

  /** @param top the pinned element that is painted; -1 for the page beneath all of them, which are left out of it */
  function paintRange(from: NodeId, end: NodeId, top: NodeId): void {
    let skip = 0
    for (let n: number = from; n < end; n++) {
      while (skip < pinned.length && (pinned[skip] as number) < n) skip++
      if (top < 0 && pinned[skip] === n) {
        n = (model.subtreeEnd[n] as number) - 1
        continue
      }
      if (model.kind[n] === ELEMENT && isFarAway(reach, n, view)) {
        n = (model.subtreeEnd[n] as number) - 1
        continue
      }
      const below = n === top ? -1 : (ground[model.parent[n] as number] as number)
      ground[n] = below
      const isKept = selected[n] === KEPT
      const groundKept = below >= 0 && selected[below] === KEPT
      if (model.kind[n] !== ELEMENT) {
        // Measuring text costs; the parent's box says whether it can be in view.
        if (isKept === groundKept || blank[n] === 1 || !inView(boxes, (model.parent[n] as number) * 4)) continue
        const box = boxOf(geometry, n)
        if (box) fill(context, box.x, box.y, box.width, box.height, isKept, layers, palette)
        continue
      }
      const at = n * 4
      if (isKept === groundKept && (!isKept || below < 0 || contains(boxes, below * 4, at))) continue
      if (!inView(boxes, at)) {
        // Nothing of it is in view; its children may be, so what is below stays.
        if ((boxes[at + 2] ?? 0) > 0 && (boxes[at + 3] ?? 0) > 0) ground[n] = n
        continue
      }
      ground[n] = n
      fill(context, boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0, isKept, layers, palette)
      if (isKept && !groundKept) outlines.push(n)
    }
  }
  if (!layers.kept) return
  context.strokeStyle = palette.kept
  context.lineWidth = 1.5 / view.scale
  context.globalAlpha = 0.8
  for (const n of outlines) context.strokeRect(boxes[n * 4] ?? 0, boxes[n * 4 + 1] ?? 0, boxes[n * 4 + 2] ?? 0, boxes[n * 4 + 3] ?? 0)
  context.globalAlpha = 1
  // Marked as what it is.
  context.strokeStyle = palette.path
  context.lineWidth = 1 / view.scale
  context.setLineDash([2 / view.scale, 3 / view.scale])
  for (const n of pinned) context.strokeRect(boxes[n * 4] ?? 0, boxes[n * 4 + 1] ?? 0, boxes[n * 4 + 2] ?? 0, boxes[n * 4 + 3] ?? 0)
  context.setLineDash([])
}

function fill(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  kept: boolean,
  layers: Pick<Layers, 'kept' | 'dim'>,
  palette: Palette,
): void {
  context.clearRect(x, y, width, height)
  if (kept && layers.kept) {
    context.globalAlpha = 0.13
    context.fillStyle = palette.kept
    context.fillRect(x, y, width, height)
    context.globalAlpha = 1
  } else if (!kept && layers.dim) {
    context.fillStyle = palette.veil
    context.fillRect(x, y, width, height)
  }
}

function contains(boxes: Float32Array, outer: number, inner: number): boolean {
  const slack = 2
  const x = boxes[inner] ?? 0
  const y = boxes[inner + 1] ?? 0
  const ox = boxes[outer] ?? 0
  const oy = boxes[outer + 1] ?? 0
  return (
    x >= ox - slack &&
    y >= oy - slack &&
    x + (boxes[inner + 2] ?? 0) <= ox + (boxes[outer + 2] ?? 0) + slack &&
    y + (boxes[inner + 3] ?? 0) <= oy + (boxes[outer + 3] ?? 0) + slack
  )
}

/** Outlines the elements on the way to what is kept. */
export function paintPath(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  selected: Uint8Array,
  view: Viewport,
  palette: Palette,
): void {
  const inView = viewTest(view)
  const { model, boxes, reach } = geometry
  context.strokeStyle = palette.path
  context.lineWidth = 1.5 / view.scale
  context.setLineDash([6 / view.scale, 4 / view.scale])
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] === ELEMENT && isFarAway(reach, n, view)) {
      n = (model.subtreeEnd[n] as number) - 1
      continue
    }
    if (selected[n] !== PATH || model.kind[n] !== ELEMENT || !inView(boxes, n * 4)) continue
    context.strokeRect((boxes[n * 4] ?? 0) + 1, (boxes[n * 4 + 1] ?? 0) + 1, (boxes[n * 4 + 2] ?? 0) - 2, (boxes[n * 4 + 3] ?? 0) - 2)
  }
  context.setLineDash([])
}

/** One box where all text below an element is of one kind, else a box a text. */
function paintHits(context: CanvasRenderingContext2D, geometry: FrameGeometry, hits: Uint8Array, view: Viewport, palette: Palette): void {
  const inView = viewTest(view)
  const { model, boxes, reach } = geometry
  const colours = hitColours(palette)
  context.globalAlpha = 0.28
  for (let n: number = Math.max(model.body, 0); n < model.count; n++) {
    const isElement = model.kind[n] === ELEMENT
    const end = (model.subtreeEnd[n] as number) - 1
    if ((hits[n] as number) <= TRUE_NEGATIVE || (isElement && isFarAway(reach, n, view))) {
      n = end
      continue
    }
    const colour = colours.get(hits[n] as number)
    // Measuring text costs; its parent's box says whether it can be in view.
    if (!colour || !inView(boxes, (isElement ? n : (model.parent[n] as number)) * 4)) continue
    const box = boxOf(geometry, n)
    context.fillStyle = colour
    if (box) context.fillRect(box.x, box.y, box.width, box.height)
    n = end
  }
  context.globalAlpha = 1
}

/** Deeper boxes are drawn over their ancestors'. */
export function paintHeat(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  heat: NonNullable<Layers['heat']>,
  view: Viewport,
  palette: Palette,
): void {
  const inView = viewTest(view)
  const { model, boxes, reach } = geometry
  for (let n: number = Math.max(model.body, 0); n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) continue
    if (isFarAway(reach, n, view)) {
      n = (model.subtreeEnd[n] as number) - 1
      continue
    }
    const position = heat.scale.position(heat.values[n] ?? Number.NaN)
    if (Number.isNaN(position) || !inView(boxes, n * 4)) continue
    const x = boxes[n * 4] ?? 0
    const y = boxes[n * 4 + 1] ?? 0
    const width = boxes[n * 4 + 2] ?? 0
    const height = boxes[n * 4 + 3] ?? 0
    context.clearRect(x, y, width, height)
    context.globalAlpha = 0.55
    context.fillStyle = palette.density[scaleStep(position)] ?? palette.kept
    context.fillRect(x, y, width, height)
  }
  context.globalAlpha = 1
}
