/** Does not use React, so that a hover causes no render. */
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { KEPT } from '../../../shared/page/output'
import { inputOf, listenForHover, nodeOfEvent, placeInWindow } from '../../page-frame/deaf-page'
import { PageFrame } from '../../page-frame/page-frame'
import type { FrameSize } from '../../page-frame/viewport'
import { actions, currentTab, watchTab, watchTheme, liveResult } from '../../window/window'
import { type FlashLayer, createPageLayers, modelOf, type FrameLayers } from './page-layers'
import { once } from '../../../shared/base/once'
import { pinnedNodes } from '../../../shared/page/place-layout'
import { viewRules } from '../../../shared/page/view-rules'
import type { FrameGeometry } from '../../page-frame/geometry'
import { hiddenNodes } from '../../page-frame/marks'

interface SheetOptions {
  readonly reveal: boolean
  /** Whether to hide elements that stay in view during scrolling. */
  readonly unpin: boolean
  readonly styled: boolean
}

function setSheets(doc: Document, geometry: FrameGeometry, { reveal, unpin, styled }: SheetOptions): void {
  const view = doc.defaultView
  if (!view) return
  // The document already contains `viewRules`; shadow roots do not.
  const rules = [viewRules(styled)]
  const pinned = unpin ? pinnedNodes(geometry.model).map((n) => `[data-bs-id="${n}"]`) : []
  if (pinned.length > 0) rules.push(`:is(${pinned.join(',')}){display:none!important}`)
  doc.adoptedStyleSheets = []
  const hidden = reveal ? hiddenNodes(doc, geometry).map((n) => `[data-bs-id="${n}"]`) : []
  if (hidden.length > 0) {
    rules.push(
      `:is(${hidden.join(',')}){display:revert!important;visibility:visible!important;opacity:1!important;position:static!important;outline:1px dashed #8a6100!important}`,
      `:is(${hidden.join(',')})[hidden]{display:block!important}`,
    )
  }
  const Sheet = (view as unknown as { readonly CSSStyleSheet: typeof CSSStyleSheet }).CSSStyleSheet
  const sheet = new Sheet()
  sheet.replaceSync(rules.join(''))
  doc.adoptedStyleSheets = [sheet]
  for (const root of geometry.roots.values()) if (root.ownerDocument === doc) root.adoptedStyleSheets = [sheet]
}

export interface MountedFrame {
  resize(size: FrameSize): void
  destroy(): void
}

export interface Arrival {
  readonly onEnter: () => void
  readonly onTint: () => void
  /** Called with a scroll function if the first marked text is below the view, otherwise with null. */
  readonly onBelow: (go: (() => void) | null) => void
}

export function mountFrame(frame: HTMLIFrameElement, layers: FrameLayers, { onEnter, ...reports }: Arrival): MountedFrame {
  /** Whether the selection comes from a click in the page. The clicked node is already in view. */
  let clickedHere = false
  /** Node that the user clicked before the page's model arrived. */
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
      actions.mark('')
      onEnter()
    },
    measured: () => {
      const { view, selected } = currentTab()
      if (view.reveal || view.unpin || (page.geometry?.roots.size ?? 0) > 0) updateSheets(page)
      page.reveal(selected)
    },
    isMovedByView,
    steps: { from: () => currentTab().selected, to: (node) => actions.select(node) },
    pans: true,
    keys: window,
  })
  const over = createPageLayers(page, layers, reports)
  const schedule = (): void => page.schedule()
  const showSheets = (): void => updateSheets(page)
  const stops = [
    watchTab((tab) => tab.hovered, over.hover),
    watchTab(
      (tab) => tab.selected,
      (node) => {
        if (!clickedHere) {
          page.reveal(node)
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

function watchChanges(page: PageFrame, flash: FlashLayer): readonly (() => void)[] {
  return [
    watchTab(liveResult, (result, tab) => {
      // While the user drags a slider, compare with the result before the drag.
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

const isChanged = (before: Uint8Array, now: Uint8Array): boolean => before.some((status, n) => (status === KEPT) !== (now[n] === KEPT))

/** Whether the boxes of elements can change while the page scrolls. */
function isMovedByView(): boolean {
  const { model, view } = currentTab()
  return view.styled || (model !== null && hasFixedParts(model))
}

/** Searches the HTML, because reading the style of every element would need a layout. */
const hasFixedParts = once((model: PageModel): boolean => /position\s*:\s*(?:fixed|(?:-webkit-)?sticky)/i.test(model.html))
