/** Marks what changed: as long as a slider is held, and for a while after. Drawn once a change, the browser fades the canvas by itself. */
import { fitCanvas, paintChange, type SelectionChange } from '../../page-frame/paint'
import type { Palette } from '../../page-frame/palette'
import type { PageFrame } from '../../page-frame/page-frame'
import { RECENT } from '../../window/result/recent-change'

/** The share of its time before a mark fades, and how strong it is. */
const STAYS = 0.6
const STRENGTH = 0.45

export class FlashLayer {
  readonly #canvas: HTMLCanvasElement
  readonly #still = window.matchMedia('(prefers-reduced-motion: reduce)')
  #change: SelectionChange | null = null
  #fade: Animation | null = null

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  /** Marks a change until it ends, or another begins. */
  hold(change: SelectionChange): void {
    this.end()
    this.#change = change
    this.#canvas.style.opacity = String(STRENGTH)
    this.#canvas.hidden = false
  }

  /** Marks a change for a while. Without motion it stays, then goes. */
  start(change: SelectionChange): void {
    this.hold(change)
    const fade = this.#canvas.animate({ opacity: [STRENGTH, STRENGTH, this.#still.matches ? STRENGTH : 0], offset: [0, STAYS, 1] }, RECENT)
    fade.onfinish = () => this.end()
    this.#fade = fade
  }

  draw(page: PageFrame, palette: Palette): void {
    const context = this.#change && this.#canvas.getContext('2d')
    const { viewport, geometry } = page
    if (!this.#change || !context || !viewport || geometry?.model.count !== this.#change.now.length) return
    fitCanvas(this.#canvas, page.size)
    paintChange(context, geometry, this.#change, viewport, palette)
  }

  end(): void {
    this.#fade?.cancel()
    this.#fade = null
    this.#change = null
    this.#canvas.hidden = true
  }
}
