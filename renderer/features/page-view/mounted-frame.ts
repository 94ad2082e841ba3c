/** Joins the frame with the store: what the pointer does in the page, and what is drawn over it when something changes. No React here: a hover renders nothing. */
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { KEPT } from '../../../shared/page/selection'
import { measureScale } from '../../components/density-scale'
import { listenForHover, nodeOfEvent, placeInWindow } from '../../page-frame/frame-events'
import type { FrameGeometry } from '../../page-frame/geometry'
import { hiddenNodes, nextShown } from '../../page-frame/shown-nodes'
import { PageFrame } from '../../page-frame/page-frame'
import type { FrameSize } from '../../page-frame/viewport'
import { fitCanvas, paint, type Layers } from '../../page-frame/paint'
import { readPalette } from '../../page-frame/palette'
import { goldHitsOf } from '../../window/result/gold-hits'
import { watchGoldTexts } from '../../window/page/gold-texts'
import { actions, currentTab, extractorOf, type Tab, watchTab, watchTheme } from '../../window/window'
import { liveResult } from '../../window/window-state'
import { FlashLayer, makeNodeMark, placeNodeMark } from './frame-marks'
import { mountRuler } from './page-ruler'
import { once } from '../../../shared/base/once'
import { pinnedNodes } from '../../../shared/page/layout'
import { viewRules } from '../../../shared/page/view-rules'

export interface MountedFrame {
  resize(size: FrameSize): void
  destroy(): void
}

/** Where the frame is drawn over: fates, what just changed, marks, and the strip beside the page. */
export interface FrameLayers {
  readonly overlay: HTMLCanvasElement
  readonly flash: HTMLCanvasElement
  readonly marks: HTMLElement
  readonly ruler: HTMLCanvasElement
}

/** The model of the page in the frame: null while another page's view is loaded before its model is here. */
const modelOf = (tab: Tab): PageModel | null => (tab.load?.coming ? null : tab.model)

/** What is told of a page that comes. */
interface Arrival {
  /** It is there to be seen. */
  readonly onEnter: () => void
  /** What was kept of it is marked for the first time. */
  readonly onTint: () => void
}

/** Takes over a frame and what lies over it. */
export function mountFrame(frame: HTMLIFrameElement, layers: FrameLayers, { onEnter, onTint }: Arrival): MountedFrame {
  const page = new PageFrame(frame, {
    model: () => modelOf(currentTab()),
    draw,
    enter,
    measured,
    movesWithView,
    step,
    pans: true,
    keys: window,
  })
  const flash = new FlashLayer(layers.flash)
  const hoverMark = makeNodeMark(layers.marks, 'hover')
  const selectedMark = makeNodeMark(layers.marks, 'selected')
  let palette = readPalette()
  const ruler = mountRuler(layers.ruler, page, () => palette)
  let heat = heatOf(currentTab())
  /** A click in the page has selected: what is selected is in view already. */
  let clickedHere = false
  let isTinted = false

  function draw(): void {
    const context = layers.overlay.getContext('2d')
    const { geometry, viewport } = page
    const tab = currentTab()
    if (!context || !viewport) return
    fitCanvas(layers.overlay, page.size)
    if (!geometry || geometry.model !== modelOf(tab)) {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, layers.overlay.width, layers.overlay.height)
      return
    }
    const selected = tab.preview ?? liveResult(tab)?.extraction.selected ?? null
    paint({ context, geometry, view: viewport, palette }, selected, { ...tab.view, heat, hits: goldHitsOf(tab)?.kinds ?? null })
    if (selected && !isTinted) onTint()
    isTinted ||= selected !== null
    flash.draw(page, palette)
    placeNodeMark(hoverMark, page, tab.hovered, tab, true)
    placeNodeMark(selectedMark, page, tab.selected, tab, false)
    ruler.draw()
  }

  /** The sheets that name nodes, where there are such. */
  function nameNodes(): void {
    const { reveal, unpin } = currentTab().view
    if (reveal || unpin || (page.geometry?.roots.size ?? 0) > 0) updateSheets()
  }

  function updateSheets(): void {
    const { document: doc, geometry } = page
    if (!doc || !geometry) return
    setSheets(doc, geometry, currentTab().view)
    page.measure()
  }

  function enter({ documents }: PageFrame, _: Document, signal: AbortSignal): void {
    const hasModel = (): boolean => modelOf(currentTab()) !== null
    const select = (event: Event): void => {
      clickedHere = true
      actions.select(hasModel() ? nodeOfEvent(event) : null)
      clickedHere = false
    }
    listenForHover(documents, (node) => actions.hover(hasModel() ? node : null), signal)
    for (const doc of documents) {
      const onClick = (event: MouseEvent): void => {
        event.stopPropagation()
        select(event)
      }
      doc.addEventListener('click', onClick, { capture: true, signal })
      const onMenu = (event: MouseEvent): void => {
        event.preventDefault()
        select(event)
        // The menu belongs to the window: it is asked for there, in the same place.
        const place = placeInWindow(event, frame)
        frame.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: place.x, clientY: place.y }))
      }
      doc.addEventListener('contextmenu', onMenu, { signal })
      const onMark = (): void => actions.mark((doc.getSelection()?.toString() ?? '').replace(/\s+/g, ' ').trim())
      doc.addEventListener('selectionchange', onMark, { signal })
    }
    // What was marked in the page before is not in this one.
    actions.mark('')
    onEnter()
  }

  function measured(): void {
    nameNodes()
    showNode(currentTab().selected)
  }

  function step({ geometry }: PageFrame, by: 1 | -1): void {
    const next = geometry && nextShown(geometry, currentTab().selected, by)
    if (next !== null) actions.select(next)
  }

  function showNode(node: NodeId | null): void {
    if (node !== null) page.reveal(page.boxOf(node))
  }

  const stops = [
    watchTab((tab) => tab.hovered, hoverMoves(page, hoverMark)),
    watchTab(
      (tab) => tab.selected,
      (node) => {
        if (!clickedHere) {
          showNode(node)
          // Whoever goes on in the tree means the node, and not what was marked before.
          actions.mark('')
        }
        page.schedule()
      },
    ),
    watchTab(modelOf, () => page.measure()),
    watchTab(liveResult, (result, tab) => {
      // While a slider is held: since it was taken.
      const before = (tab.draft ? tab.result : tab.previous)?.extraction.selected
      const now = result?.extraction.selected
      if (!now || before?.length !== now.length || page.geometry?.model !== tab.model) flash.end()
      else if (tab.draft) flash.hold({ before, now })
      else if (isChanged(before, now)) flash.start({ before, now })
      else flash.end()
      updateHeat(tab)
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
    watchTab(
      (tab) => tab.view.heat,
      (_, tab) => updateHeat(tab),
    ),
    watchTab((tab) => tab.view.reveal, updateSheets),
    watchTab((tab) => tab.view.unpin, updateSheets),
    watchTab(
      (tab) => tab.view,
      () => page.schedule(),
    ),
    watchGoldTexts(() => page.schedule()),
    watchTheme(() => {
      palette = readPalette()
      page.schedule()
    }),
  ]

  function updateHeat(tab: Tab): void {
    heat = heatOf(tab)
    page.schedule()
  }

  page.start()

  return {
    resize: (size) => page.resize(size),
    destroy() {
      for (const stop of stops) stop()
      layers.overlay.width = 0
      page.destroy()
      flash.end()
      ruler.destroy()
      hoverMark.remove()
      selectedMark.remove()
    },
  }
}

/** Moves the hovered node's mark; nothing else changes with the pointer. */
function hoverMoves(page: PageFrame, mark: HTMLElement): () => void {
  let scheduled = 0
  return () => {
    if (scheduled !== 0) return
    scheduled = requestAnimationFrame(() => {
      scheduled = 0
      const tab = currentTab()
      placeNodeMark(mark, page, tab.hovered, tab, true)
    })
  }
}

const isChanged = (before: Uint8Array, now: Uint8Array): boolean => before.some((fate, n) => (fate === KEPT) !== (now[n] === KEPT))

/** The heat map that is asked for, where its measure is there. */
function heatOf(tab: Tab): Layers['heat'] {
  const id = tab.view.heat
  const extraction = liveResult(tab)?.extraction
  const values = id === null ? undefined : extraction?.measures[id]
  const spec = extractorOf(extraction?.extractor)?.measures.find((m) => m.id === id)
  return values ? { values, scale: measureScale(values, spec?.share ?? false) } : null
}

/** Whether something may stand still while the page is scrolled: its boxes are then measured again. */
function movesWithView(): boolean {
  const { model, view } = currentTab()
  return view.styled || (model !== null && standsStill(model))
}

/** Whether a page has elements that stay in view: a look at its text, since asking for every element's style costs a layout. */
const standsStill = once((model: PageModel): boolean => /position\s*:\s*(?:fixed|(?:-webkit-)?sticky)/i.test(model.html))

export interface SheetOptions {
  /** Show what the page hides. */
  readonly reveal: boolean
  /** Hide what stays in view while the page is scrolled. */
  readonly unpin: boolean
  /** The page's own styles and images are there. */
  readonly styled: boolean
}

/** Sets sheets of the frame's own document over its styles, also in its shadow roots: its tree stays as it is. */
export function setSheets(doc: Document, geometry: FrameGeometry, { reveal, unpin, styled }: SheetOptions): void {
  const view = doc.defaultView
  if (!view) return
  // The document has them; its shadow roots do not.
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
