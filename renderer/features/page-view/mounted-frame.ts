/** Joins the frame with the store: what the pointer does in the page, and what is drawn over it when something changes. No React here: a hover renders nothing. */
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { KEPT } from '../../../shared/page/selection'
import { inputOf } from '../../page-frame/deaf-page'
import { listenForHover, nodeOfEvent, placeInWindow } from '../../page-frame/frame-events'
import { PageFrame } from '../../page-frame/page-frame'
import type { FrameSize } from '../../page-frame/viewport'
import { actions, currentTab, watchTab, watchTheme } from '../../window/window'
import { liveResult } from '../../window/window-state'
import type { FlashLayer } from './frame-marks'
import { setSheets } from './frame-sheets'
import { layOver, modelOf, type FrameLayers } from './page-layers'
import { once } from '../../../shared/base/once'

export interface MountedFrame {
  resize(size: FrameSize): void
  destroy(): void
}

/** What is told of a page that comes. */
export interface Arrival {
  /** It is there to be seen. */
  readonly onEnter: () => void
  /** What was kept of it is marked for the first time. */
  readonly onTint: () => void
  /** Kept text begins below what is in view: what goes there; null if it does not. */
  readonly onBelow: (go: (() => void) | null) => void
}

/** Takes over a frame and what lies over it. */
export function mountFrame(frame: HTMLIFrameElement, layers: FrameLayers, { onEnter, ...told }: Arrival): MountedFrame {
  /** A click in the page has selected: what is selected is in view already. */
  let clickedHere = false
  /** What was clicked in a page that can be seen, and whose model was not there yet. */
  let early: NodeId | null = null
  const selectHere = (node: NodeId | null): void => {
    clickedHere = true
    actions.select(node)
    clickedHere = false
  }
  const select = (event: Event): void => {
    if (hasModel()) selectHere(nodeOfEvent(event))
    else early = nodeOfEvent(event)
  }
  const page = new PageFrame(frame, {
    model: () => modelOf(currentTab()),
    draw: () => over.draw(),
    enter: (_, __, signal) => {
      listenInPage(page, select, signal)
      // What was marked in the page before is not in this one.
      actions.mark('')
      onEnter()
    },
    measured: () => {
      const { view, selected } = currentTab()
      // The sheets that name nodes, where there are such.
      if (view.reveal || view.unpin || (page.geometry?.roots.size ?? 0) > 0) updateSheets(page)
      page.reveal(selected)
    },
    movesWithView,
    steps: { from: () => currentTab().selected, to: (node) => actions.select(node) },
    pans: true,
    keys: window,
  })
  const over = layOver(page, layers, told)
  const schedule = (): void => page.schedule()
  const showSheets = (): void => updateSheets(page)
  const stops = [
    watchTab((tab) => tab.hovered, over.hover),
    watchTab(
      (tab) => tab.selected,
      (node) => {
        if (!clickedHere) {
          page.reveal(node)
          // Whoever goes on in the tree means the node, and not what was marked before.
          actions.mark('')
        }
        page.schedule()
      },
    ),
    watchTab(modelOf, (model) => {
      page.measure()
      if (early === null || !model || early >= model.count) return
      selectHere(early)
      early = null
    }),
    ...watchChanges(page, over.flash),
    watchTab(liveResult, (_, tab) => over.updateHeat(tab)),
    watchTab(
      (tab) => tab.view.heat,
      (_, tab) => over.updateHeat(tab),
    ),
    watchTab((tab) => tab.view.reveal, showSheets),
    watchTab((tab) => tab.view.unpin, showSheets),
    watchTab((tab) => tab.view, schedule),
    watchTab((tab) => tab.gold, schedule),
    watchTheme(over.updatePalette),
  ]
  page.start()

  return {
    resize: (size) => page.resize(size),
    destroy() {
      for (const stop of stops) stop()
      page.destroy()
      over.destroy()
    },
  }
}

const hasModel = (): boolean => modelOf(currentTab()) !== null

/** Listens to the pointer in a page and in frames of it: it hovers, selects, opens the node's menu and marks text. */
function listenInPage({ element: frame, documents }: PageFrame, select: (event: Event) => void, signal: AbortSignal): void {
  listenForHover(documents, (node) => actions.hover(hasModel() ? node : null), signal)
  for (const doc of documents) {
    const input = inputOf(doc, doc)
    const onClick = (event: MouseEvent): void => {
      event.stopPropagation()
      select(event)
    }
    input.addEventListener('click', onClick, { capture: true, signal })
    const onMenu = (event: MouseEvent): void => {
      event.preventDefault()
      select(event)
      if (!hasModel()) return
      // The menu belongs to the window: it is asked for there, in the same place.
      const place = placeInWindow(event, frame)
      frame.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: place.x, clientY: place.y }))
    }
    input.addEventListener('contextmenu', onMenu, { signal })
    const onMark = (): void => actions.mark((doc.getSelection()?.toString() ?? '').replace(/\s+/g, ' ').trim())
    input.addEventListener('selectionchange', onMark, { signal })
  }
}

function updateSheets(page: PageFrame): void {
  const { document: doc, geometry } = page
  if (!doc || !geometry) return
  setSheets(doc, geometry, currentTab().view)
  page.measure()
}

/** Marks what a new result changes in what is kept, and as long as it is held, what a preview would. Gives what ends it. */
function watchChanges(page: PageFrame, flash: FlashLayer): readonly (() => void)[] {
  return [
    watchTab(liveResult, (result, tab) => {
      // While a slider is held: since it was taken.
      const before = (tab.draft ? tab.result : tab.previous)?.extraction.selected
      const now = result?.extraction.selected
      if (!now || before?.length !== now.length || page.geometry?.model !== tab.model) flash.end()
      else if (tab.draft) flash.hold({ before, now })
      else if (isChanged(before, now)) flash.start({ before, now })
      else flash.end()
    }),
    watchTab(
      (tab) => tab.preview,
      (preview, { result }) => {
        const before = result?.extraction.selected
        if (preview && before?.length === preview.length) flash.hold({ before, now: preview })
        else flash.end()
        page.schedule()
      },
    ),
  ]
}

const isChanged = (before: Uint8Array, now: Uint8Array): boolean => before.some((fate, n) => (fate === KEPT) !== (now[n] === KEPT))

/** Whether something may stand still while the page is scrolled: its boxes are then measured again. */
function movesWithView(): boolean {
  const { model, view } = currentTab()
  return view.styled || (model !== null && standsStill(model))
}

/** Whether a page has elements that stay in view: a look at its text, since asking for every element's style costs a layout. */
const standsStill = once((model: PageModel): boolean => /position\s*:\s*(?:fixed|(?:-webkit-)?sticky)/i.test(model.html))
