/** Where things stand on the rendered page: boxes of entries, the three areas a reader may look at, and their centres. */
import type { ContentTree } from '../../page/content-tree'
import { LAYOUT_DISPLAYED, LAYOUT_VISIBLE, type PageLayout } from '../../page/page-model'

/** A rectangle in CSS pixels of the document. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Cells that a page is cut into at most; larger pages get larger cells. */
const MOST_CELLS = 262_144

/** The box of an entry, or null where it has none: text, what is not shown, and what takes no room. */
export function boxOf(tree: ContentTree, layout: PageLayout, entry: number): Box | null {
  if (tree.isText[entry] === 1) return null
  const node = tree.node[entry]
  const shown = LAYOUT_DISPLAYED | LAYOUT_VISIBLE
  if ((layout.flags[node] & shown) !== shown) return null
  const [x, y, width, height] = layout.boxes.subarray(node * 4, node * 4 + 4)
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** The three areas: the window as it opens, the first browsing area at the top, and the whole document. */
export interface Areas {
  readonly window: Box
  readonly first: Box
  readonly document: Box
}

/**
 * @param boxes of the entries
 * @param firstHeight height of the first browsing area, in heights of the window
 */
export function areasOf(layout: PageLayout, boxes: readonly (Box | null)[], firstHeight: number): Areas {
  let { width, height } = layout.viewport
  const window = { x: 0, y: 0, width, height }
  for (const box of boxes) {
    if (!box) continue
    // What is pushed out of the page to the right is not scrolled to; a page may still be a little wider than the window.
    if (box.x < window.width) width = Math.max(width, Math.min(box.x + box.width, 2 * window.width))
    height = Math.max(height, box.y + box.height)
  }
  return {
    window,
    first: { x: 0, y: 0, width, height: Math.min(height, firstHeight * window.height) },
    document: { x: 0, y: 0, width, height },
  }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The middle of a rectangle. */
export function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Distance in CSS pixels from a point to the nearest point of a rectangle: 0 inside it. */
export function distance(point: Point, { x, y, width, height }: Box): number {
  return Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height))
}

/**
 * Centres of areas by a grid: the mean of the middles of the cells that a leaf covers. Linear in leaves and cells.
 * @param document the page; the grid lies over it
 * @param leaves what covers cells
 * @param cell side of a cell in CSS pixels
 * @returns for an area the centre of its covered cells, or its middle where none is covered
 */
export function gridCentres(document: Box, leaves: readonly Box[], cell: number): (area: Box) => Point {
  const side = Math.max(cell, Math.sqrt((document.width * document.height) / MOST_CELLS))
  const columns = Math.max(1, Math.ceil(document.width / side))
  const rows = Math.max(1, Math.ceil(document.height / side))
  // Differences first, so that a leaf costs four additions however many cells it covers.
  const cover = new Int32Array((columns + 1) * (rows + 1))
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))
  for (const { x, y, width, height } of leaves) {
    const left = clamp(Math.floor(x / side), columns)
    const right = clamp(Math.ceil((x + width) / side), columns)
    const top = clamp(Math.floor(y / side), rows)
    const bottom = clamp(Math.ceil((y + height) / side), rows)
    if (left >= right || top >= bottom) continue
    cover[top * (columns + 1) + left]++
    cover[top * (columns + 1) + right]--
    cover[bottom * (columns + 1) + left]--
    cover[bottom * (columns + 1) + right]++
  }
  for (let r = 0; r <= rows; r++)
    for (let c = 0; c <= columns; c++) {
      const at = r * (columns + 1) + c
      const up = r > 0 ? cover[at - columns - 1] : 0
      const left = c > 0 ? cover[at - 1] : 0
      const corner = r > 0 && c > 0 ? cover[at - columns - 2] : 0
      cover[at] += up + left - corner
    }
  return (area) => {
    let sumX = 0
    let sumY = 0
    let count = 0
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const x = (c + 0.5) * side
        const y = (r + 0.5) * side
        if (cover[r * (columns + 1) + c] <= 0 || x > area.x + area.width || y > area.y + area.height) continue
        sumX += x
        sumY += y
        count++
      }
    return count === 0 ? middle(area) : { x: sumX / count, y: sumY / count }
  }
}
