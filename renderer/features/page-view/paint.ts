/** Draws over the page: what was kept, what was dropped, the path, a heat map, and what just changed. */
import { KEPT, OUT, PATH } from '../../../shared/extractors/core/extractor'
import { ELEMENT, type NodeId } from '../../../shared/page/page-model'
import { scaleStep, type MeasureScale } from '../../components/measure-scale'
import { boxOf, type FrameGeometry } from './frame-geometry'

export interface Palette {
  readonly kept: string
  readonly path: string
  readonly veil: string
  readonly cameIn: string
  readonly wentOut: string
  readonly density: readonly string[]
}

export interface Layers {
  readonly kept: boolean
  readonly dim: boolean
  readonly path: boolean
  readonly heat: { readonly values: Float64Array; readonly scale: MeasureScale } | null
}

export interface Flash {
  readonly cameIn: readonly NodeId[]
  readonly wentOut: readonly NodeId[]
  /** 1 at the start, 0 when it is over. */
  readonly strength: number
}

/** The part of the document in view, in its coordinates. */
export interface Viewport {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Canvas pixels a document pixel. */
  readonly scale: number
}

/** Draws everything. Linear in nodes; boxes out of view cost a comparison. */
export function paint(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  selected: Uint8Array | null,
  layers: Layers,
  flash: Flash | null,
  view: Viewport,
  palette: Palette,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.setTransform(view.scale, 0, 0, view.scale, -view.x * view.scale, -view.y * view.scale)
  const inView = viewTest(view)
  if (layers.heat) paintHeat(context, geometry, layers.heat, inView, palette)
  else if (selected && (layers.kept || layers.dim)) paintFates(context, geometry, selected, layers, view, inView, palette)
  if (selected && layers.path) paintPath(context, geometry, selected, inView, palette, view)
  if (flash) paintFlash(context, geometry, flash, palette)
}

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
function paintFates(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  selected: Uint8Array,
  layers: Layers,
  view: Viewport,
  inView: (boxes: Float32Array, at: number) => boolean,
  palette: Palette,
): void {
  const { model, boxes } = geometry
  const veil = layers.dim ? palette.veil : null
  if (veil) {
    context.fillStyle = veil
    context.fillRect(view.x, view.y, view.width, view.height)
  }
  if (model.body < 0) return
  const end = model.subtreeEnd[model.body] ?? 0
  // Node whose box is drawn below each node, -1 for the ground; its fate is what shows through.
  const ground = new Int32Array(end).fill(-1)
  const outlines: number[] = []
  for (let n: number = model.body + 1; n < end; n++) {
    const parent = model.parent[n] ?? -1
    const below = ground[parent] ?? -1
    ground[n] = below
    const isKept = selected[n] === KEPT
    const groundKept = below >= 0 && selected[below] === KEPT
    if (model.kind[n] !== ELEMENT) {
      if (isKept !== groundKept && !isBlank(model.text[n] ?? '')) paintText(context, geometry, n, isKept, layers, palette, view)
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
  if (!layers.kept) return
  context.strokeStyle = palette.kept
  context.lineWidth = 1.5 / view.scale
  context.globalAlpha = 0.8
  for (const n of outlines) context.strokeRect(boxes[n * 4] ?? 0, boxes[n * 4 + 1] ?? 0, boxes[n * 4 + 2] ?? 0, boxes[n * 4 + 3] ?? 0)
  context.globalAlpha = 1
}

function fill(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  kept: boolean,
  layers: Layers,
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

function paintText(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  node: NodeId,
  kept: boolean,
  layers: Layers,
  palette: Palette,
  view: Viewport,
): void {
  const parent = (geometry.model.parent[node] ?? 0) * 4
  // Measuring text costs; the parent's box says whether it can be in view.
  if (!viewTest(view)(geometry.boxes, parent)) return
  const box = boxOf(geometry, node)
  if (box) fill(context, box.x, box.y, box.width, box.height, kept, layers, palette)
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

function isBlank(text: string): boolean {
  return !/\S/.test(text)
}

function paintPath(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  selected: Uint8Array,
  inView: (boxes: Float32Array, at: number) => boolean,
  palette: Palette,
  view: Viewport,
): void {
  const { model, boxes } = geometry
  context.strokeStyle = palette.path
  context.lineWidth = 1.5 / view.scale
  context.setLineDash([6 / view.scale, 4 / view.scale])
  for (let n = 0; n < model.count; n++) {
    if (selected[n] !== PATH || model.kind[n] !== ELEMENT || !inView(boxes, n * 4)) continue
    context.strokeRect((boxes[n * 4] ?? 0) + 1, (boxes[n * 4 + 1] ?? 0) + 1, (boxes[n * 4 + 2] ?? 0) - 2, (boxes[n * 4 + 3] ?? 0) - 2)
  }
  context.setLineDash([])
}

/** Deeper boxes are drawn over their ancestors'. */
function paintHeat(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  heat: NonNullable<Layers['heat']>,
  inView: (boxes: Float32Array, at: number) => boolean,
  palette: Palette,
): void {
  const { model, boxes } = geometry
  for (let n: number = Math.max(model.body, 0); n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) continue
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

function paintFlash(context: CanvasRenderingContext2D, geometry: FrameGeometry, flash: Flash, palette: Palette): void {
  const draw = (nodes: readonly NodeId[], colour: string): void => {
    context.fillStyle = colour
    context.globalAlpha = 0.45 * flash.strength
    for (const node of nodes) {
      const box = boxOf(geometry, node)
      if (box) context.fillRect(box.x, box.y, box.width, box.height)
    }
  }
  draw(flash.cameIn, palette.cameIn)
  draw(flash.wentOut, palette.wentOut)
  context.globalAlpha = 1
}

/** Nodes whose fate changed between two runs and whose parent's did not change the same way: what flashes. At most 500 of each. */
export function changedNodes(geometry: FrameGeometry, before: Uint8Array, now: Uint8Array): { cameIn: NodeId[]; wentOut: NodeId[] } {
  const cameIn: NodeId[] = []
  const wentOut: NodeId[] = []
  const { model } = geometry
  const change = (n: number): number => {
    if (n < 0) return 0
    const was = before[n] === KEPT
    const is = now[n] === KEPT
    return was === is ? 0 : is ? 1 : -1
  }
  for (let n = 0; n < model.count; n++) {
    const c = change(n)
    if (c === 0 || c === change(model.parent[n] ?? -1)) continue
    const list = c > 0 ? cameIn : wentOut
    if (list.length < 500 && (now[n] !== OUT || before[n] !== OUT)) list.push(n)
  }
  return { cameIn, wentOut }
}
