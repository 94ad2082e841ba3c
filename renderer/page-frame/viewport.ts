import { ELEMENT, type NodeId } from '../../shared/page/page-model'
import { boxOf, type Box, type FrameGeometry } from './geometry'

/** Width and height of the frame in pixels of the window, and scale of the page. */
export interface FrameSize {
  readonly width: number
  readonly height: number
  readonly scale: number
  /** Width in CSS pixels at which the page was captured; 0 for a free layout. */
  readonly captured?: number
}

/** Lays the page out at its captured width plus a scrollbar, or at the pane's width if the pane is wider. */
export function fitWidth(frame: HTMLIFrameElement, { width, scale, captured = 0 }: Pick<FrameSize, 'width' | 'scale' | 'captured'>): void {
  const page = frame.contentDocument?.scrollingElement
  const scrollbar = page ? Math.max(0, frame.clientWidth - page.clientWidth) : 0
  frame.style.width = `${Math.max(width / scale, captured > 0 ? captured + scrollbar : 0)}px`
}

export interface Viewport extends Box {
  /** Canvas pixels per document pixel. */
  readonly scale: number
}

export function viewportOf(frame: HTMLIFrameElement, { width, height, scale }: FrameSize): Viewport | null {
  const view = frame.contentWindow
  if (!view) return null
  const panned = (frame.parentElement?.scrollLeft ?? 0) / scale
  return {
    x: view.scrollX + panned,
    y: view.scrollY,
    width: width / scale,
    height: height / scale,
    scale: scale * (window.devicePixelRatio || 1),
  }
}

export function scrollSmoothly(what: Window | Element | null, to: ScrollToOptions): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  what?.scrollTo({ ...to, behavior: isStill ? 'auto' : 'smooth' })
}

export function revealBox(frame: HTMLIFrameElement, size: FrameSize, box: Box): void {
  const view = frame.contentWindow
  const visible = viewportOf(frame, size)
  if (!view || !visible || visible.height === 0) return
  const least = Math.max(8, Math.min(48, box.height / 2))
  const isBeside = box.x >= visible.x + visible.width || box.x + box.width <= visible.x
  if (!isBeside && box.y < visible.y + visible.height - least && box.y + box.height > visible.y + least) return
  if (isBeside) scrollSmoothly(frame.parentElement, { left: Math.max(0, (box.x - view.scrollX - 24) * size.scale) })
  scrollSmoothly(view, { top: Math.max(0, box.y - Math.max(24, (visible.height - box.height) / 2)), left: Math.max(0, box.x - 24) })
}

export function isFarAway(reach: Float32Array, node: NodeId, view: Viewport): boolean {
  return (reach[node * 2 + 1] as number) <= view.y || (reach[node * 2] as number) >= view.y + view.height
}

/** Visits nodes in document order. Skips subtrees outside the view, and the subtree of a node for which `visit` returns true. */
export function visitInView(
  { model, reach }: FrameGeometry,
  range: { readonly from: NodeId; readonly end: NodeId },
  view: Viewport,
  visit: (node: NodeId, isElement: boolean) => boolean,
): void {
  for (let n = range.from; n < range.end; n++) {
    const isElement = model.kind[n] === ELEMENT
    if ((isElement && isFarAway(reach, n, view)) || visit(n, isElement)) n = (model.subtreeEnd[n] as number) - 1
  }
}

export function isInView({ boxes }: FrameGeometry, node: NodeId, view: Viewport): boolean {
  const at = node * 4
  const x = boxes[at] as number
  const y = boxes[at + 1] as number
  const width = boxes[at + 2] as number
  const height = boxes[at + 3] as number
  return width > 0 && height > 0 && x < view.x + view.width && y < view.y + view.height && x + width > view.x && y + height > view.y
}

/** For a text, checks the parent's box first, because measuring a text is expensive. */
export function boxInView(geometry: FrameGeometry, node: NodeId, isElement: boolean, view: Viewport): Box | null {
  return isInView(geometry, isElement ? node : (geometry.model.parent[node] as number), view) ? boxOf(geometry, node) : null
}
