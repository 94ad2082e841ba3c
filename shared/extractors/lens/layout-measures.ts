import type { MeasureText } from '../core/define'
import { textSizes } from '../../page/place-layout'
import { LAYOUT_DISPLAYED, LAYOUT_VISIBLE, type PageModel } from '../../page/page-model'
import { collapsedLength } from '../../page/text'
import type { ContentTree } from '../../page/content-tree'
import type { Blocks } from './blocks'

const ABSENT = 'Missing without layout. This measure has no points, because the training pages have no layout.'

export const LAYOUT_MEASURES = {
  'layout-visible': {
    label: 'visible',
    description: `1 if the block's element is displayed, is visible and has a box on the page, otherwise 0. ${ABSENT}`,
  },
  'layout-width': {
    label: 'width, relative to the window',
    description: `Width of the box of the block's element, divided by the width of the window. ${ABSENT}`,
  },
  'layout-top': {
    label: 'distance from the top of the page',
    unit: 'window heights',
    description: `Top of the box of the block's element, in heights of the window. ${ABSENT}`,
  },
  'layout-centre': {
    label: 'distance from the centre of the first screen',
    unit: 'window heights',
    description: `Distance from the centre of the first screen to the nearest point of the box of the block's element, in heights of the window. ${ABSENT}`,
  },
  'layout-font-size': {
    label: 'font size, relative to the page',
    description: `Font size of the block's longest text, divided by the font size of most characters of the page. ${ABSENT} Also missing if the capture has no styles.`,
  },
} satisfies Record<string, MeasureText>

export type LayoutMeasure = keyof typeof LAYOUT_MEASURES
export const LAYOUT_IDS = Object.keys(LAYOUT_MEASURES) as LayoutMeasure[]

/** Returns the layout measures with one number per block, or null if the page has no layout. */
export function layoutMeasures({ page, node }: ContentTree, blocks: Blocks): Record<LayoutMeasure, Float64Array> | null {
  const { layout } = page
  if (!layout) return null
  const { count, element } = blocks
  const { boxes, flags, viewport } = layout
  const values = Object.fromEntries(LAYOUT_IDS.map((id) => [id, new Float64Array(count).fill(Number.NaN)])) as Record<
    LayoutMeasure,
    Float64Array
  >
  const shown = LAYOUT_DISPLAYED | LAYOUT_VISIBLE
  const sizes = textSizes(page)
  const usual = usualSize(page, sizes)
  const centreX = viewport.width / 2
  const centreY = viewport.height / 2
  for (let b = 0; b < count; b++) {
    const n = node[element[b]]
    const [x, y, width, height] = boxes.subarray(n * 4, n * 4 + 4)
    values['layout-font-size'][b] = sizes[longestText(page, node, blocks, b)] / usual
    const placed = width > 0 && height > 0 && x + width > 0 && y + height > 0
    values['layout-visible'][b] = placed && (flags[n] & shown) === shown ? 1 : 0
    if (!placed || viewport.width === 0 || viewport.height === 0) continue
    values['layout-width'][b] = width / viewport.width
    values['layout-top'][b] = y / viewport.height
    const dx = Math.max(x - centreX, 0, centreX - x - width)
    const dy = Math.max(y - centreY, 0, centreY - y - height)
    values['layout-centre'][b] = Math.hypot(dx, dy) / viewport.height
  }
  return values
}

function usualSize(page: PageModel, sizes: Float32Array): number {
  const characters = new Map<number, number>()
  for (let n = 0; n < page.count; n++)
    if (!Number.isNaN(sizes[n])) characters.set(sizes[n], (characters.get(sizes[n]) ?? 0) + collapsedLength(page.text[n]))
  let usual = Number.NaN
  let most = 0
  for (const [size, count] of characters)
    if (count > most) {
      usual = size
      most = count
    }
  return usual
}

function longestText(page: PageModel, node: ArrayLike<number>, { texts, first }: Blocks, block: number): number {
  let longest = node[texts[first[block]]]
  for (let k = first[block] + 1; k < first[block + 1]; k++)
    if (page.text[node[texts[k]]].length > page.text[longest].length) longest = node[texts[k]]
  return longest
}
