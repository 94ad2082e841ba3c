/** Marks what changed for a moment: drawn once, the browser fades the canvas by itself. Without motion it stays, then goes. */
import { fitCanvas, paintFlash, type Flash, type Palette } from '../../page-frame/paint'
import type { PageFrame } from '../../page-frame/page-frame'

/** Milliseconds that what changed stays marked, and how strongly. */
const FLASH = 900
const STRENGTH = 0.45

export class FlashLayer {
  readonly #canvas: HTMLCanvasElement
  readonly #still = window.matchMedia('(prefers-reduced-motion: reduce)')
  #flash: { readonly boxes: Flash; readonly fade: Animation } | null = null

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  start(boxes: Flash): void {
    this.end()
    if (boxes.cameIn.length + boxes.wentOut.length === 0) return
    this.#canvas.hidden = false
    const fade = this.#canvas.animate({ opacity: [STRENGTH, this.#still.matches ? STRENGTH : 0] }, FLASH)
    this.#flash = { boxes, fade }
    fade.onfinish = () => this.end()
  }

  draw(page: PageFrame, palette: Palette): void {
    const context = this.#flash && this.#canvas.getContext('2d')
    const { viewport } = page
    if (!this.#flash || !context || !viewport) return
    fitCanvas(this.#canvas, page.size)
    paintFlash(context, this.#flash.boxes, viewport, palette)
  }

  end(): void {
    this.#flash?.fade.cancel()
    this.#flash = null
    this.#canvas.hidden = true
  }
}
