import { KEPT } from '../../shared/page/output'
import { ELEMENT, type NodeId } from '../../shared/page/page-model'
import type { FrameGeometry } from './geometry'
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_POSITIVE } from '../../shared/evaluation/gold-on-page'
import { colourToken, isDarkTheme, pageDensityColours } from '../components/density-scale'

export type Palette = Readonly<ReturnType<typeof readPalette>>

export function readPalette() {
  return {
    text: colourToken('--text'),
    accent: colourToken('--accent'),
    kept: colourToken('--kept'),
    missed: colourToken('--missed'),
    extra: colourToken('--extra'),
    // Visible on light and on dark pages.
    pinned: '#7c828c',
    veil: `color-mix(in srgb, ${groundOfPages()} 52%, transparent)`,
    density: pageDensityColours(),
    window: isDarkTheme() ? 'rgb(255 255 255 / 0.2)' : 'rgb(0 0 0 / 0.14)',
  }
}

const groundOfPages = (): string =>
  window.matchMedia('(forced-colors: active)').matches ? getComputedStyle(document.body).backgroundColor : 'white'

export function hitColours(palette: Palette): ReadonlyMap<number, string> {
  return new Map([
    [TRUE_POSITIVE, palette.kept],
    [FALSE_POSITIVE, palette.extra],
    [FALSE_NEGATIVE, palette.missed],
  ])
}

export const rectOf = ({ boxes }: FrameGeometry, node: NodeId): Rect =>
  [boxes[node * 4], boxes[node * 4 + 1], boxes[node * 4 + 2], boxes[node * 4 + 3]] as unknown as Rect
export type Rect = readonly [x: number, y: number, width: number, height: number]

export function contains(geometry: FrameGeometry, outer: NodeId, inner: NodeId): boolean {
  const slack = 2
  const [x, y, width, height] = rectOf(geometry, inner)
  const [left, top, wide, high] = rectOf(geometry, outer)
  return x >= left - slack && y >= top - slack && x + width <= left + wide + slack && y + height <= top + high + slack
}

/** Pixels of the page. `RUN_GAP`: maximum gap between two joined boxes. `RUN_SIDES`: maximum offset of their sides. */
const RUN_GAP = 48
const RUN_SIDES = 4

/** Joins kept elements with nearly equal sides into one box if one follows below another without dropped text between them. */
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

function isTextDropped({ model, blank }: FrameGeometry, after: NodeId, until: NodeId, selected: Uint8Array): boolean {
  for (let n = model.subtreeEnd[after] as number; n < until; n++)
    if (model.kind[n] !== ELEMENT && blank[n] === 0 && selected[n] !== KEPT) return true
  return false
}
