import type { Box, FrameGeometry } from './geometry'
import { ELEMENT, type NodeId } from '../../shared/page/page-model'

/**
 * Returns the next (1) or previous (-1) element that directly contains visible text; null without such an element.
 * @param from null for the beginning or the end of the page
 */
export function nextShown({ model, boxes, blank, elements }: FrameGeometry, from: NodeId | null, by: 1 | -1): NodeId | null {
  const start = from ?? (by > 0 ? model.body : model.count)
  for (let n = start + by; n >= 0 && n < model.count; n += by) {
    const parent = model.parent[n] ?? -1
    if (model.kind[n] === ELEMENT || blank[n] === 1 || parent < 0 || parent === from || !elements[parent]) continue
    if ((boxes[parent * 4 + 2] ?? 0) > 0 && (boxes[parent * 4 + 3] ?? 0) > 0) return parent
  }
  return null
}

const NEVER_SHOWN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'LINK', 'META', 'HEAD', 'TITLE', 'BASE'])

export function hiddenNodes(frame: Document, geometry: FrameGeometry): NodeId[] {
  const hidden: NodeId[] = []
  const { body } = geometry.model
  const view = frame.defaultView
  if (!view || body < 0) return hidden
  for (let n = body + 1; n < (geometry.model.subtreeEnd[body] ?? 0); n++) {
    const element = geometry.elements[n]
    if (!element || NEVER_SHOWN.has(element.tagName)) continue
    const style = view.getComputedStyle(element)
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') hidden.push(n)
  }
  return hidden
}

export function makeMark(layer: HTMLElement, className: string): HTMLElement {
  const mark = document.createElement('div')
  mark.className = className
  mark.hidden = true
  layer.append(mark)
  return mark
}

/**
 * Places a mark over a rectangle of the frame's viewport. Hides the mark if the rectangle is missing or empty.
 * @param scale pixels of the window per pixel of the page
 * @param outset pixels between rectangle and mark on each side
 */
export function placeMark(mark: HTMLElement, rect: Box | null, scale: number, outset = 0): void {
  mark.hidden = !rect || (rect.width === 0 && rect.height === 0)
  if (!rect) return
  mark.style.transform = `translate(${rect.x * scale - outset}px, ${rect.y * scale - outset}px)`
  mark.style.width = `${Math.max(2, rect.width * scale + 2 * outset)}px`
  mark.style.height = `${Math.max(2, rect.height * scale + 2 * outset)}px`
}
