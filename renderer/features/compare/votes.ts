import { disputeOf, isChosen, MIXED, NO_TEXT, type PassageFilter } from '../../../shared/explain/difference/disagreement'
import { ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { colourToken } from '../../components/density-scale'
import { boxOf, type FrameGeometry } from '../../page-frame/geometry'
import { begin, subtreeOf, type Overlay, fitCanvas } from '../../page-frame/paint'
import { visitInView } from '../../page-frame/viewport'
import { rectOf, readPalette } from '../../page-frame/rects'
import { mountStrip, type RowsOfPart } from '../../page-frame/strip'
import { PageFrame } from '../../page-frame/page-frame'
import { inputOf, listenForHover, nodeOfEvent } from '../../page-frame/deaf-page'
import { makeMark, placeMark } from '../../page-frame/marks'
import { actions, currentTab, watchTab, watchTheme } from '../../window/window'

export const voteColours = () => ({ ...readPalette(), disputed: colourToken('--disputed'), out: colourToken('--surface-2') })
type VoteColours = ReturnType<typeof voteColours>

export interface Votes {
  /** Per node, the bits of the extractors that keep the node; see `findKeepersOfNodes`. */
  readonly keepers: Int32Array
  readonly voters: number
  readonly filter: PassageFilter
}

const strength = (keepers: number, voters: number): number => 0.1 + 0.26 * disputeOf(keepers, voters)

export const solidStrength = (keepers: number, voters: number): number => 0.35 + 0.65 * disputeOf(keepers, voters)

function paintVotes(overlay: Overlay<VoteColours>, { keepers, voters, filter }: Votes): void {
  begin(overlay)
  const { context, geometry, view, palette: colours } = overlay
  context.fillStyle = colours.veil
  context.fillRect(view.x, view.y, view.width, view.height)
  const { model, boxes } = geometry
  const pinned = new Set(geometry.pinned)
  const all = (1 << voters) - 1
  const paintSubtree = (top: NodeId): void =>
    visitInView(geometry, subtreeOf(geometry, top), view, (n, isElement) => {
      const own = keepers[n] as number
      if ((n !== top && pinned.has(n)) || own === NO_TEXT || own === 0) return true
      // An element with an empty box may contain floats.
      if (own === MIXED || (isElement && !((boxes[n * 4 + 3] as number) > 0))) return false
      const box = isChosen(filter, own, voters) ? boxOf(geometry, n) : null
      if (box) {
        context.clearRect(box.x, box.y, box.width, box.height)
        context.globalAlpha = own === all ? 0.13 : strength(own, voters)
        context.fillStyle = own === all ? colours.kept : colours.disputed
        context.fillRect(box.x, box.y, box.width, box.height)
        context.globalAlpha = 1
      }
      return true
    })
  paintSubtree(model.body)
  // Pinned elements cover the page, so their votes replace the votes of the content beneath.
  for (const root of geometry.pinned) {
    const rect = rectOf(geometry, root)
    context.clearRect(...rect)
    context.fillStyle = colours.veil
    context.fillRect(...rect)
    paintSubtree(root)
  }
}

export const STRIP = 9
const STRIP_GAP = 2

/** If an element is higher than this, the box of the element is too imprecise for the position of its texts. */
const HIGH_ELEMENT_PIXELS = 200
const MOST_MEASURED_TEXTS = 500

/** Bit i + 1 of a row: extractor i keeps text in the row. Bit 0: an extractor drops text that another extractor keeps. */
function stripRows(geometry: FrameGeometry, { keepers, voters }: Votes, rows: number, rowsOfPart: RowsOfPart): Int32Array {
  const { model } = geometry
  const found = new Int32Array(rows)
  const all = (1 << voters) - 1
  let measured = 0
  for (let n = Math.max(0, model.body); n < model.count; n++) {
    const own = keepers[n] as number
    const isElement = model.kind[n] === ELEMENT
    if (own === MIXED && isElement) continue
    const of = isElement ? n : (model.parent[n] as number)
    const [, top, , tall] = rectOf(geometry, of)
    if (own > 0) {
      if (!(tall > 0)) continue
      const isLoose = of !== n && tall > HIGH_ELEMENT_PIXELS && keepers[of] === MIXED && measured++ < MOST_MEASURED_TEXTS
      const { y, height } = (isLoose ? boxOf(geometry, n) : null) ?? { y: top, height: tall }
      const { from, end } = rowsOfPart(y, height)
      for (let row = from; row < end; row++) found[row] = (found[row] as number) | (own << 1) | Number(own !== all)
    }
    n = (model.subtreeEnd[n] as number) - 1
  }
  return found
}

function mountStrips(canvas: HTMLCanvasElement, page: PageFrame, votes: () => Votes, colours: () => VoteColours) {
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
        const fill = (colour: string, alpha: number): void => {
          context.fillStyle = colour
          context.globalAlpha = alpha
          context.fillRect(voter * STRIP * scale, row, (STRIP - STRIP_GAP) * scale, rows)
        }
        fill(out, 1)
        if ((keepers >> voter) & 1) fill(isKeptByAll ? kept : disputed, isKeptByAll ? 1 : solidStrength(keepers, voters))
      }
      context.globalAlpha = 1
    },
    windowColour: () => colours().window,
  })
}

interface VoteLayers {
  readonly canvas: HTMLCanvasElement
  readonly marks: HTMLElement
  readonly strips: HTMLCanvasElement
}

interface VotedPage {
  readonly model: PageModel
  readonly votes: () => Votes
  readonly onPoint: (node: NodeId | null) => void
}

export function mountVotes(frame: HTMLIFrameElement, { canvas, marks, strips }: VoteLayers, { model, votes, onPoint }: VotedPage) {
  const hover = makeMark(marks, 'votes-mark')
  const chosen = makeMark(marks, 'votes-mark votes-mark-selected')
  let colours = voteColours()
  let over: NodeId | null = null
  const place = (mark: HTMLElement, node: NodeId | null): void => placeMark(mark, page.seenBoxOf(node), page.size.scale)
  const page = new PageFrame(frame, {
    model: () => model,
    draw: ({ geometry, viewport, size }) => {
      const context = canvas.getContext('2d')
      if (!context || !viewport) return
      fitCanvas(canvas, size)
      if (geometry?.model !== model || votes().keepers.length !== model.count) return
      paintVotes({ context, geometry, view: viewport, palette: colours }, votes())
      place(hover, over)
      place(chosen, currentTab().selected)
      strip.draw()
    },
    enter: ({ documents }, _, signal) => {
      const point = (node: NodeId | null): void => {
        if (node === over) return
        over = node
        onPoint(node)
        place(hover, node)
      }
      listenForHover(documents, point, signal)
      const select = (event: Event): void => actions.select(nodeOfEvent(event))
      for (const doc of documents) inputOf(doc, doc).addEventListener('click', select, { capture: true, signal })
    },
    measured: () => page.reveal(currentTab().selected),
    steps: { from: () => currentTab().selected, to: (node) => actions.select(node) },
    keys: window,
  })
  const strip = mountStrips(strips, page, votes, () => colours)
  page.start()
  const stops = [
    watchTab(
      (tab) => tab.selected,
      (node) => {
        page.reveal(node)
        page.schedule()
      },
    ),
    watchTheme(() => {
      colours = voteColours()
      page.schedule()
    }),
  ]
  return {
    page,
    destroy() {
      for (const stop of stops) stop()
      page.destroy()
      strip.destroy()
      hover.remove()
      chosen.remove()
    },
  }
}
