/** How votes look: the same on the page, beside it, in the texts and in the map of all text. */
import { disputeOf, isChosen, MIXED, NO_TEXT, type PassageFilter } from '../../../shared/explain/difference/disagreement'
import { ELEMENT, type NodeId } from '../../../shared/page/page-model'
import { colourToken } from '../../components/css-colour'
import { boxOf, type FrameGeometry } from '../../page-frame/geometry'
import { begin, isFarAway } from '../../page-frame/paint'
import type { Viewport } from '../../page-frame/page-frame'

export interface VoteColours {
  /** Kept by all: the green of what is kept, as in Inspect. */
  readonly kept: string
  /** Kept by some and dropped by others. */
  readonly disputed: string
  /** Over what all drop. */
  readonly veil: string
  /** What is kept by nobody, where there is no page beneath. */
  readonly out: string
  /** The part in view, on the strips. */
  readonly window: string
}

/** The colours of the theme in force. */
export function voteColours(): VoteColours {
  const dark = document.documentElement.dataset.theme === 'dark'
  return {
    kept: colourToken('--kept'),
    disputed: colourToken('--disputed'),
    // As in Inspect: what was dropped pales.
    veil: 'rgb(255 255 255 / 0.68)',
    out: colourToken('--surface-2'),
    window: dark ? 'rgb(255 255 255 / 0.2)' : 'rgb(0 0 0 / 0.14)',
  }
}

/** Who keeps what on a page. */
export interface Votes {
  /** See `keepersOfNodes`. */
  readonly keepers: Int32Array
  readonly voters: number
  /** What the person wants to see; other text is drawn as what is dropped. */
  readonly filter: PassageFilter
}

/** Strength of a tint over the page in [0,1]: the fewer keep it, the stronger. */
const strength = (keepers: number, voters: number): number => 0.1 + 0.26 * disputeOf(keepers, voters)

/** Strength of what is disputed where nothing is beneath it, in [0,1]. */
export const solidStrength = (keepers: number, voters: number): number => 0.35 + 0.65 * disputeOf(keepers, voters)

/** Tints the page by votes. What lies out of view costs a comparison. */
export function paintVotes(
  context: CanvasRenderingContext2D,
  geometry: FrameGeometry,
  { keepers, voters, filter }: Votes,
  view: Viewport,
  colours: VoteColours,
): void {
  begin(context, view)
  context.fillStyle = colours.veil
  context.fillRect(view.x, view.y, view.width, view.height)
  const { model, reach, pinned, boxes } = geometry
  if (model.body < 0) return
  const everybody = (1 << voters) - 1
  const paintRange = (from: NodeId, end: NodeId, skipsPinned: boolean): void => {
    let next = 0
    for (let n: number = from; n < end; n++) {
      while (next < pinned.length && (pinned[next] as number) < n) next++
      const last = (model.subtreeEnd[n] as number) - 1
      const own = keepers[n] as number
      const isElement = model.kind[n] === ELEMENT
      if ((skipsPinned && pinned[next] === n) || own === NO_TEXT || own === 0 || (isElement && isFarAway(reach, n, view))) {
        n = last
        continue
      }
      // An element whose own box is empty may hold what floats.
      if (own === MIXED || (isElement && !((boxes[n * 4 + 3] as number) > 0))) continue
      if (isChosen(filter, own, voters)) {
        const box = boxOf(geometry, n)
        if (box) {
          context.clearRect(box.x, box.y, box.width, box.height)
          context.globalAlpha = own === everybody ? 0.13 : strength(own, voters)
          context.fillStyle = own === everybody ? colours.kept : colours.disputed
          context.fillRect(box.x, box.y, box.width, box.height)
          context.globalAlpha = 1
        }
      }
      n = last
    }
  }
  paintRange(model.body, model.subtreeEnd[model.body] as number, true)
  // What stays in view lies over the page: its votes are its own, not those of what is beneath it.
  for (const root of pinned) {
    const [x, y, width, height] = [0, 1, 2, 3].map((i) => boxes[root * 4 + i] ?? 0) as [number, number, number, number]
    context.clearRect(x, y, width, height)
    context.fillStyle = colours.veil
    context.fillRect(x, y, width, height)
    paintRange(root, model.subtreeEnd[root] as number, false)
  }
}

/** Pixels of one voter's strip, with the gap after it. */
export const STRIP = 9
const STRIP_GAP = 2

/** Who keeps something on each row of a strip as high as the page: bits of `any`, and whether all text there is kept alike by all. */
export interface StripRows {
  readonly any: Int32Array
  readonly all: Uint8Array
}

/** Linear in nodes and rows. Texts are placed by their elements' boxes: measuring each of them would cost more than it shows. */
export function stripRows(geometry: FrameGeometry, { keepers, voters }: Votes, documentHeight: number, rows: number): StripRows {
  const any = new Int32Array(rows)
  const all = new Uint8Array(rows).fill(1)
  const { model, boxes } = geometry
  const everybody = (1 << voters) - 1
  for (let n = Math.max(0, model.body); n < model.count; n++) {
    const own = keepers[n] as number
    if (own === MIXED && model.kind[n] === ELEMENT) continue
    const at = (model.kind[n] === ELEMENT ? n : (model.parent[n] as number)) * 4
    const height = boxes[at + 3] ?? 0
    if (own > 0 && height > 0) {
      const y = boxes[at + 1] ?? 0
      const from = Math.min(rows, Math.max(0, Math.floor((y / documentHeight) * rows)))
      const to = Math.min(rows, Math.max(from + 2, Math.ceil(((y + height) / documentHeight) * rows)))
      for (let row = from; row < to; row++) {
        any[row] = (any[row] as number) | own
        if (own !== everybody) all[row] = 0
      }
    } else if (own > 0) continue
    n = (model.subtreeEnd[n] as number) - 1
  }
  return { any, all }
}

/** Draws a strip a voter, and a frame round the rows in view. `from` and `to` are shares of the document's height in [0,1]. */
export function paintStrips(
  context: CanvasRenderingContext2D,
  { any, all }: StripRows,
  voters: number,
  from: number,
  to: number,
  colours: VoteColours,
): void {
  const { width, height } = context.canvas
  const scale = width / (voters * STRIP)
  context.clearRect(0, 0, width, height)
  for (let voter = 0; voter < voters; voter++) {
    const x = voter * STRIP * scale
    const wide = (STRIP - STRIP_GAP) * scale
    context.fillStyle = colours.out
    context.fillRect(x, 0, wide, height)
    for (let row = 0; row < any.length;) {
      const kept = ((any[row] as number) >> voter) & 1
      let end = row + 1
      while (end < any.length && any[end] === any[row] && all[end] === all[row]) end++
      if (kept === 1) {
        context.fillStyle = all[row] === 1 ? colours.kept : colours.disputed
        context.globalAlpha = all[row] === 1 ? 1 : solidStrength(any[row] as number, voters)
        context.fillRect(x, row, wide, end - row)
        context.globalAlpha = 1
      }
      row = end
    }
  }
  if (to - from >= 1) return
  context.fillStyle = colours.window
  context.fillRect(0, Math.round(from * height), width, Math.max(4, Math.round((to - from) * height)))
}
