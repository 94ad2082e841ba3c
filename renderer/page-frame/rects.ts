/** Boxes of elements over the page (single, nested, joined to runs), and colours of marks. */
import { KEPT } from '../../shared/page/output'
import { ELEMENT, type NodeId } from '../../shared/page/page-model'
import type { FrameGeometry } from './geometry'
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_POSITIVE } from '../../shared/evaluation/gold-on-page'
import { colourToken, pageDensityColours } from '../components/density-scale'

/** Colours drawn over pages. */
export interface Palette {
  readonly text: string
  readonly accent: string
  readonly kept: string
  readonly path: string
  /** Outline of pinned elements. */
  readonly pinned: string
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

export function readPalette(): Palette {
  const dark = document.documentElement.dataset.theme === 'dark'
  return {
    text: colourToken('--text'),
    accent: colourToken('--accent'),
    kept: colourToken('--kept'),
    path: colourToken('--path'),
    // Visible on light and on dark pages.
    pinned: '#7c828c',
    veil: `color-mix(in srgb, ${groundOfPages()} 52%, transparent)`,
    cameIn: colourToken('--came-in'),
    wentOut: colourToken('--went-out'),
    truePositive: colourToken('--tp'),
    falsePositive: colourToken('--fp'),
    falseNegative: colourToken('--fn'),
    density: pageDensityColours(),
    window: dark ? 'rgb(255 255 255 / 0.2)' : 'rgb(0 0 0 / 0.14)',
  }
}

/**
 * Pages keep the brightness of their design in both themes: dropped content fades to white, not to grey. Only forced colours give every
 * page the window's background.
 */
const groundOfPages = (): string =>
  window.matchMedia('(forced-colors: active)').matches ? getComputedStyle(document.body).backgroundColor : 'white'

/** Colours of the kinds of `gold-on-page`; correct rejections and parents of several kinds have none. */
export function hitColours(palette: Palette): ReadonlyMap<number, string> {
  return new Map([
    [TRUE_POSITIVE, palette.truePositive],
    [FALSE_POSITIVE, palette.falsePositive],
    [FALSE_NEGATIVE, palette.falseNegative],
  ])
}

export const rectOf = ({ boxes }: FrameGeometry, node: NodeId): Rect =>
  [boxes[node * 4], boxes[node * 4 + 1], boxes[node * 4 + 2], boxes[node * 4 + 3]] as unknown as Rect
export type Rect = readonly [x: number, y: number, width: number, height: number]

/** Whether an element's box is (almost) within another's. */
export function contains(geometry: FrameGeometry, outer: NodeId, inner: NodeId): boolean {
  const slack = 2
  const [x, y, width, height] = rectOf(geometry, inner)
  const [left, top, wide, high] = rectOf(geometry, outer)
  return x >= left - slack && y >= top - slack && x + width <= left + wide + slack && y + height <= top + high + slack
}

/** Pixels of the page: largest gap between boxes of one run, and largest offset of their sides. */
const RUN_GAP = 48
const RUN_SIDES = 4

/** Joins a run of kept elements below each other, of equal width and without dropped text between them, to one box. */
export function runsOf(geometry: FrameGeometry, nodes: readonly NodeId[], selected: Uint8Array): Rect[] {
  const runs: Rect[] = []
  let last = -1
  for (const node of nodes) {
    const run = runs.at(-1)
    const [x, y, width, height] = rectOf(geometry, node)
    const gap = run ? y - run[1] - run[3] : Infinity
    const isBeside = run && Math.abs(x - run[0]) <= RUN_SIDES && Math.abs(x + width - run[0] - run[2]) <= RUN_SIDES
    if (run && isBeside && gap >= -RUN_SIDES && gap <= RUN_GAP && !isTextDropped(geometry, last, node, selected))
      runs[runs.length - 1] = [run[0], run[1], run[2], y + height - run[1]]
    else runs.push([x, y, width, height])
    last = node
  }
  return runs
}

/** Whether a text between the end of one node and the start of another is dropped. */
function isTextDropped({ model, blank }: FrameGeometry, after: NodeId, until: NodeId, selected: Uint8Array): boolean {
  for (let n = model.subtreeEnd[after] as number; n < until; n++)
    if (model.kind[n] !== ELEMENT && blank[n] === 0 && selected[n] !== KEPT) return true
  return false
}
