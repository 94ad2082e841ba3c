/** What is drawn over the page in front. */
import type { PageModel } from '../../../shared/page/page-model'
import { measureScale } from '../../components/density-scale'
import { fitCanvas, paint, type Layers } from '../../page-frame/paint'
import type { PageFrame } from '../../page-frame/page-frame'
import { readPalette } from '../../page-frame/palette'
import { goldHitsOf } from '../../window/result/gold-hits'
import { currentTab, extractorOf, type Tab } from '../../window/window'
import { liveResult } from '../../window/window-state'
import { FlashLayer, makeNodeMark, placeNodeMark } from './frame-marks'
import { mountRuler } from './page-ruler'

/** Where it is drawn: fates, what just changed, marks, and the strip beside the page. */
export interface FrameLayers {
  readonly overlay: HTMLCanvasElement
  readonly flash: HTMLCanvasElement
  readonly marks: HTMLElement
  readonly ruler: HTMLCanvasElement
}

/** The model of the page in the frame: null while another page's view is loaded before its model is here. */
export const modelOf = (tab: Tab): PageModel | null => (tab.load?.coming ? null : tab.model)

export class PageLayers {
  readonly flash: FlashLayer
  readonly #page: PageFrame
  readonly #overlay: HTMLCanvasElement
  readonly #hoverMark: HTMLElement
  readonly #selectedMark: HTMLElement
  readonly #ruler: ReturnType<typeof mountRuler>
  /** What was kept is marked for the first time. */
  readonly #onTint: () => void
  #palette = readPalette()
  #heat = heatOf(currentTab())
  #isTinted = false
  #hovering = 0

  constructor(page: PageFrame, layers: FrameLayers, onTint: () => void) {
    this.#page = page
    this.#overlay = layers.overlay
    this.#onTint = onTint
    this.flash = new FlashLayer(layers.flash)
    this.#hoverMark = makeNodeMark(layers.marks, 'hover')
    this.#selectedMark = makeNodeMark(layers.marks, 'selected')
    this.#ruler = mountRuler(layers.ruler, page, () => this.#palette)
  }

  draw(): void {
    const context = this.#overlay.getContext('2d')
    const { geometry, viewport, size } = this.#page
    const tab = currentTab()
    if (!context || !viewport) return
    fitCanvas(this.#overlay, size)
    if (!geometry || geometry.model !== modelOf(tab)) {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, this.#overlay.width, this.#overlay.height)
      return
    }
    const selected = tab.preview ?? liveResult(tab)?.extraction.selected ?? null
    const layers = { ...tab.view, heat: this.#heat, hits: goldHitsOf(tab)?.kinds ?? null }
    paint({ context, geometry, view: viewport, palette: this.#palette }, selected, layers)
    if (selected && !this.#isTinted) this.#onTint()
    this.#isTinted ||= selected !== null
    this.flash.draw(this.#page, this.#palette)
    this.#placeHover(tab)
    placeNodeMark(this.#selectedMark, this.#page, tab.selected)
    this.#ruler.draw()
  }

  /** Moves the hovered node's mark before the browser's next picture; nothing else changes with the pointer. */
  hover(): void {
    if (this.#hovering !== 0) return
    this.#hovering = requestAnimationFrame(() => {
      this.#hovering = 0
      this.#placeHover(currentTab())
    })
  }

  #placeHover(tab: Tab): void {
    placeNodeMark(this.#hoverMark, this.#page, tab.hovered, tab)
  }

  /** The heat map that is asked for, or its measure, is another. */
  updateHeat(tab: Tab): void {
    this.#heat = heatOf(tab)
    this.#page.schedule()
  }

  /** The theme is another. */
  updatePalette(): void {
    this.#palette = readPalette()
    this.#page.schedule()
  }

  destroy(): void {
    this.#overlay.width = 0
    this.flash.end()
    this.#ruler.destroy()
    this.#hoverMark.remove()
    this.#selectedMark.remove()
  }
}

/** The heat map that is asked for, where its measure is there. */
function heatOf(tab: Tab): Layers['heat'] {
  const id = tab.view.heat
  const extraction = liveResult(tab)?.extraction
  const values = id === null ? undefined : extraction?.measures[id]
  const spec = extractorOf(extraction?.extractor)?.measures.find((m) => m.id === id)
  return values ? { values, scale: measureScale(values, spec?.share ?? false) } : null
}
