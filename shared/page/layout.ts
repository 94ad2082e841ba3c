/**
 * Derived data of a page's layout (`PageModel.layout`): arrays with one entry per node, so that measures and extractors read them like
 * `tag` or `parent`. Missing (null, empty, NaN) on pages without a layout.
 *
 * - `layout.flags[n] & LAYOUT_DISPLAYED`, `& LAYOUT_VISIBLE`: whether a node is laid out, and whether it is visible.
 * - `layout.boxes[n * 4]` … `[n * 4 + 3]`: x, y, width, height in CSS pixels of the document.
 * - `layout.styles`: font size and weight, position, stacking; null for captures of older versions.
 */
import { ELEMENT, LAYOUT_DISPLAYED, LAYOUT_VISIBLE, POSITION_FIXED, type NodeId, type PageModel } from './page-model'
import { once } from '../base/once'

/**
 * The elements that stay in view while the page scrolls (fixed and sticky), outermost only, in document order: their contents cover the
 * page. Empty without a layout or styles. Linear in nodes, cached per page.
 */
export const pinnedNodes = once((page: PageModel): readonly NodeId[] => {
  const found: NodeId[] = []
  const { layout } = page
  const position = layout?.styles?.position
  for (let n = Math.max(0, page.body) + 1; layout && position && n < page.count; n++) {
    if (position[n] < POSITION_FIXED || page.kind[n] !== ELEMENT || (layout.flags[n] & LAYOUT_DISPLAYED) === 0) continue
    found.push(n)
    n = page.subtreeEnd[n] - 1
  }
  return found
})

/**
 * The font size of each text node that is seen, in CSS pixels, for measures over text: that of its element. NaN for all other nodes, and
 * everywhere where styles were not kept. Linear in nodes.
 */
export function textSizes(page: PageModel): Float32Array {
  const sizes = new Float32Array(page.count).fill(Number.NaN)
  const { layout } = page
  const fontSize = layout?.styles?.fontSize
  for (let n = 0; layout && fontSize && n < page.count; n++)
    if (page.kind[n] !== ELEMENT && (layout.flags[n] & LAYOUT_VISIBLE) !== 0) sizes[n] = fontSize[n]
  return sizes
}
