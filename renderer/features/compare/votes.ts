/** How votes look: the same on the page, beside it, in the texts and in the map of all text. */
import { disputeOf, isChosen, MIXED, NO_TEXT, type PassageFilter } from '../../../shared/explain/difference/disagreement'
import { ELEMENT, type NodeId } from '../../../shared/page/page-model'
import { colourToken } from '../../components/density-scale'
import { boxOf, type FrameGeometry } from '../../page-frame/geometry'
import { begin, subtreeOf, type Overlay } from '../../page-frame/paint'
import { visitInView } from '../../page-frame/viewport'
import { rectOf } from '../../page-frame/rects'
import { readPalette, type Palette } from '../../page-frame/palette'
import { mountStrip, type RowsOfPart } from '../../page-frame/strip'
import type { PageFrame } from '../../page-frame/page-frame'

/** Kept by all: the green of what is kept, as in Inspect; by some; by nobody, where there is no page beneath; over what all drop; in view. */
export interface VoteColours extends Pick<Palette, 'kept' | 'veil' | 'window'> {
  readonly disputed: string
  readonly out: string
}

/** The colours of the theme in force. */
export const voteColours = (): VoteColours => ({ ...readPalette(), disputed: colourToken('--disputed'), out: colourToken('--surface-2') })

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
export function paintVotes(overlay: Overlay<VoteColours>, { keepers, voters, filter }: Votes): void {
  begin(overlay)
  const { context, geometry, view, palette: colours } = overlay
  context.fillStyle = colours.veil
  context.fillRect(view.x, view.y, view.width, view.height)
  const { model, boxes } = geometry
  const pinned = new Set(geometry.pinned)
  const everybody = (1 << voters) - 1
  const paintSubtree = (top: NodeId): void =>
    visitInView(geometry, subtreeOf(geometry, top), view, (n, isElement) => {
      const own = keepers[n] as number
      if ((n !== top && pinned.has(n)) || own === NO_TEXT || own === 0) return true
      // An element whose own box is empty may hold what floats.
      if (own === MIXED || (isElement && !((boxes[n * 4 + 3] as number) > 0))) return false
      const box = isChosen(filter, own, voters) ? boxOf(geometry, n) : null
      if (box) {
        context.clearRect(box.x, box.y, box.width, box.height)
        context.globalAlpha = own === everybody ? 0.13 : strength(own, voters)
        context.fillStyle = own === everybody ? colours.kept : colours.disputed
        context.fillRect(box.x, box.y, box.width, box.height)
        context.globalAlpha = 1
      }
      return true
    })
  paintSubtree(model.body)
  // What stays in view lies over the page: its votes are its own, not those of what is beneath it.
  for (const root of geometry.pinned) {
    const rect = rectOf(geometry, root)
    context.clearRect(...rect)
    context.fillStyle = colours.veil
    context.fillRect(...rect)
    paintSubtree(root)
  }
}

/** Pixels of one voter's strip, with the gap after it. */
export const STRIP = 9
const STRIP_GAP = 2

/** Pixels of the page: an element that is higher says little of where a text in it stands. */
const HIGH = 200
/** Texts that are measured at most; each costs as much as a hundred boxes. */
const MOST_MEASURED = 500

/**
 * Who keeps something on each row of a strip: their bits from bit 1 on; bit 0 is set where some text there is not kept by all. Linear in
 * nodes and rows. A text is placed by its element's box; where that is high and holds others too, the text itself is measured.
 */
function stripRows(geometry: FrameGeometry, { keepers, voters }: Votes, rows: number, rowsOfPart: RowsOfPart): Int32Array {
  const { model } = geometry
  const found = new Int32Array(rows)
  const everybody = (1 << voters) - 1
  let measured = 0
  for (let n = Math.max(0, model.body); n < model.count; n++) {
    const own = keepers[n] as number
    const isElement = model.kind[n] === ELEMENT
    if (own === MIXED && isElement) continue
    const of = isElement ? n : (model.parent[n] as number)
    const [, top, , tall] = rectOf(geometry, of)
    if (own > 0) {
      if (!(tall > 0)) continue
      const isLoose = of !== n && tall > HIGH && keepers[of] === MIXED && measured++ < MOST_MEASURED
      const { y, height } = (isLoose ? boxOf(geometry, n) : null) ?? { y: top, height: tall }
      const { from, end } = rowsOfPart(y, height)
      for (let row = from; row < end; row++) found[row] = (found[row] as number) | (own << 1) | Number(own !== everybody)
    }
    n = (model.subtreeEnd[n] as number) - 1
  }
  return found
}

/** Takes over the canvas of the strips, one a voter. */
export function mountStrips(canvas: HTMLCanvasElement, page: PageFrame, votes: () => Votes, colours: () => VoteColours) {
  return mountStrip(canvas, page, {
    width: () => votes().voters * STRIP,
    about: () => [votes().keepers],
    rowsOf: (geometry, rows, rowsOfPart) => stripRows(geometry, votes(), rows, rowsOfPart),
    paint: (context, value, row, rows) => {
      const { voters } = votes()
      const { kept, disputed, out } = colours()
      const keepers = value >> 1
      const isKeptByAll = (value & 1) === 0
      const scale = context.canvas.width / (voters * STRIP)
      for (let voter = 0; voter < voters; voter++) {
        const isKept = ((keepers >> voter) & 1) === 1
        context.fillStyle = out
        context.fillRect(voter * STRIP * scale, row, (STRIP - STRIP_GAP) * scale, rows)
        if (!isKept) continue
        context.fillStyle = isKeptByAll ? kept : disputed
        context.globalAlpha = isKeptByAll ? 1 : solidStrength(keepers, voters)
        context.fillRect(voter * STRIP * scale, row, (STRIP - STRIP_GAP) * scale, rows)
        context.globalAlpha = 1
      }
    },
    windowColour: () => colours().window,
  })
}
