/** Draws votes on the page in a frame, reports the node under the pointer, and selects a node on a click. */
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { inputOf, listenForHover, nodeOfEvent } from '../../page-frame/deaf-page'
import { makeMark, placeMark } from '../../page-frame/marks'
import { PageFrame } from '../../page-frame/page-frame'
import { fitCanvas } from '../../page-frame/paint'
import { actions, currentTab, watchTab, watchTheme } from '../../window/window'
import { mountStrips, paintVotes, voteColours, type Votes } from './votes'

interface VoteLayers {
  readonly canvas: HTMLCanvasElement
  readonly marks: HTMLElement
  readonly strips: HTMLCanvasElement
}

interface VotedPage {
  readonly model: PageModel
  /** Votes of the next drawing. */
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
