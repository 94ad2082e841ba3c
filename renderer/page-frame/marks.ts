/** Marks over a page's frame: outlines that move without a redraw. */
import type { Box } from './geometry'

/** Adds a hidden mark to a layer over a frame. */
export function makeMark(layer: HTMLElement, className: string): HTMLElement {
  const mark = document.createElement('div')
  mark.className = className
  mark.hidden = true
  layer.append(mark)
  return mark
}

/**
 * Puts a mark over a rectangle of the frame's viewport, or hides it. @param scale pixels of the window per pixel of the page @param outset
 * pixels between the rectangle and the mark on each side
 */
export function placeMark(mark: HTMLElement, rect: Box | null, scale: number, outset = 0): void {
  mark.hidden = !rect || (rect.width === 0 && rect.height === 0)
  if (!rect) return
  mark.style.transform = `translate(${rect.x * scale - outset}px, ${rect.y * scale - outset}px)`
  mark.style.width = `${Math.max(2, rect.width * scale + 2 * outset)}px`
  mark.style.height = `${Math.max(2, rect.height * scale + 2 * outset)}px`
}
