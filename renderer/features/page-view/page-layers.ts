/** Layers over the page in front. */
import type { PageModel } from '../../../shared/page/page-model'
import { OUT } from '../../../shared/page/selection'
import { measureScale } from '../../components/density-scale'
import { fitCanvas, paint, type Layers } from '../../page-frame/paint'
import type { PageFrame } from '../../page-frame/page-frame'
import { readPalette } from '../../page-frame/palette'
import { goldHitsOf } from '../../window/result/gold-hits'
import { currentTab, extractorOf, type Tab } from '../../window/window'
import { liveResult } from '../../window/window-state'
import { FlashLayer, makeNodeMark, placeNodeMark } from './frame-marks'
import { mountRuler } from './page-ruler'

/** Targets: kept and dropped content, recent changes, marks, and the strip beside the page. */
export interface FrameLayers {
  readonly overlay: HTMLCanvasElement
  readonly flash: HTMLCanvasElement
  readonly marks: HTMLElement
  readonly ruler: HTMLCanvasElement
}

/** Returns the model of the page in the frame; null while another page's view loads before its model. */
export const modelOf = (tab: Tab): PageModel | null => (tab.load?.coming ? null : tab.model)

/**
 * Controls the layers over a page. @param onTint the kept text is drawn for the first time @param onBelow called with a function that
 * scrolls to kept text below the view, or null, after a change
 */
export function layOver(
  page: PageFrame,
  { overlay, flash: flashed, marks, ruler: strip }: FrameLayers,
  { onTint, onBelow }: { readonly onTint: () => void; readonly onBelow: (go: (() => void) | null) => void },
) {
  const flash = new FlashLayer(flashed)
  const hoverMark = makeNodeMark(marks, 'hover')
  const selectedMark = makeNodeMark(marks, 'selected')
  let palette = readPalette()
  const ruler = mountRuler(strip, page, () => palette)
  let heat = heatOf(currentTab())
  let isTinted = false
  let isBelow = false
  let hovering = 0

  function draw(): void {
    const context = overlay.getContext('2d')
    const { geometry, viewport } = page
    const tab = currentTab()
    if (!context || !viewport) return
    fitCanvas(overlay, page.size)
    if (!geometry || geometry.model !== modelOf(tab)) {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, overlay.width, overlay.height)
      return
    }
    const selected = tab.preview ?? liveResult(tab)?.extraction.selected ?? null
    paint({ context, geometry, view: viewport, palette }, selected, { ...tab.view, heat, hits: goldHitsOf(tab)?.kinds ?? null })
    // The selected node stays readable, even if it is dropped.
    const box = tab.selected !== null && tab.view.dim && selected?.[tab.selected] === OUT ? page.boxOf(tab.selected) : null
    if (box) context.clearRect(box.x, box.y, box.width, box.height)
    if (selected && !isTinted) onTint()
    isTinted ||= selected !== null
    flash.draw(page, palette)
    placeNodeMark(hoverMark, page, tab.hovered, tab)
    placeNodeMark(selectedMark, page, tab.selected)
    ruler.draw()
    const below = selected ? ruler.below() : null
    if ((below !== null) !== isBelow) onBelow(below === null ? null : () => ruler.goTo(below))
    isBelow = below !== null
  }

  /** Moves the hovered node's mark before the browser's next picture; the pointer changes nothing else. */
  function hover(): void {
    if (hovering !== 0) return
    hovering = requestAnimationFrame(() => {
      hovering = 0
      const tab = currentTab()
      placeNodeMark(hoverMark, page, tab.hovered, tab)
    })
  }

  /** The requested heat map or its measure changed. */
  function updateHeat(tab: Tab): void {
    heat = heatOf(tab)
    page.schedule()
  }

  /** The theme changed. */
  function updatePalette(): void {
    palette = readPalette()
    page.schedule()
  }

  function destroy(): void {
    overlay.width = 0
    flash.end()
    ruler.destroy()
    hoverMark.remove()
    selectedMark.remove()
  }

  return { flash, draw, hover, updateHeat, updatePalette, destroy }
}

/** Returns the requested heat map; null if its measure is missing. */
function heatOf(tab: Tab): Layers['heat'] {
  const id = tab.view.heat
  const extraction = liveResult(tab)?.extraction
  const values = id === null ? undefined : extraction?.measures[id]
  const spec = extractorOf(extraction?.extractor)?.measures.find((m) => m.id === id)
  return values ? { values, scale: measureScale(values, spec?.share ?? false) } : null
}
