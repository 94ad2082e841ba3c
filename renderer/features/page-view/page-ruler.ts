/** A strip beside the page, as high as the view: where on the whole page text was kept, and which part is in view. */
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_NEGATIVE, TRUE_POSITIVE } from '../../../shared/evaluation/gold-hits'
import { KEPT } from '../../../shared/page/selection'
import { ELEMENT } from '../../../shared/page/page-model'
import { goldHitsOf } from '../../window/result/gold-hits'
import type { Tab } from '../../window/window'
import { liveResult } from '../../window/window-state'
import { boxOf, type FrameGeometry } from '../../page-frame/geometry'
import { hitColours, type Palette } from '../../page-frame/palette'

/** Width of the strip, in pixels. */
export const RULER = 12

interface RulerInput {
  readonly geometry: FrameGeometry
  readonly selected: Uint8Array
  /** Kinds of text against the gold standard; shown instead of what was kept. */
  readonly hits: Uint8Array | null
  /** Height of the document and of the strip, in pixels of each. */
  readonly documentHeight: number
  readonly rows: number
}

/** What stands in each row of the strip: 0 or one of the bits of `gold-hits`; kept text counts as a hit. Linear in nodes. */
function rulerRows({ geometry, selected, hits, documentHeight, rows }: RulerInput): Uint8Array {
  const found = new Uint8Array(rows)
  const { model } = geometry
  if (documentHeight <= 0 || model.body < 0) return found
  for (let n: number = model.body; n < (model.subtreeEnd[model.body] as number); n++) {
    const kind = hits ? (hits[n] as number) : selected[n] === KEPT ? TRUE_POSITIVE : 0
    const isOne = kind === TRUE_POSITIVE || kind === FALSE_POSITIVE || kind === FALSE_NEGATIVE
    if (hits && kind <= TRUE_NEGATIVE) n = (model.subtreeEnd[n] as number) - 1
    if (!isOne || (model.kind[n] !== ELEMENT && geometry.blank[n] === 1)) continue
    const box = boxOf(geometry, n)
    if (!box || box.height <= 0) continue
    const from = Math.max(0, Math.floor((box.y / documentHeight) * rows))
    const to = Math.min(rows, Math.max(from + 2, Math.ceil(((box.y + box.height) / documentHeight) * rows)))
    // What is wrong shows over what is right.
    for (let row = from; row < to; row++) if (kind > (found[row] as number)) found[row] = kind
    n = (model.subtreeEnd[n] as number) - 1
  }
  return found
}

/** Draws the rows, and a frame round those in view. `from` and `to` are shares of the document's height in [0,1]. */
function paintRuler(context: CanvasRenderingContext2D, rows: Uint8Array, from: number, to: number, palette: Palette): void {
  const { width, height } = context.canvas
  context.clearRect(0, 0, width, height)
  const colours = hitColours(palette)
  for (let row = 0; row < rows.length;) {
    let end = row + 1
    while (end < rows.length && rows[end] === rows[row]) end++
    const colour = colours.get(rows[row] as number)
    if (colour) {
      context.fillStyle = colour
      context.fillRect(width * 0.25, row, width * 0.5, end - row)
    }
    row = end
  }
  if (to - from >= 1) return
  context.fillStyle = palette.window
  context.fillRect(0, Math.round(from * height), width, Math.max(4, Math.round((to - from) * height)))
}

interface ViewSize {
  readonly height: number
  /** Window pixels a document pixel. */
  readonly scale: number
}

export interface PageRuler {
  draw(geometry: FrameGeometry, tab: Tab, size: ViewSize, palette: Palette): void
  destroy(): void
}

/** Takes over the strip's canvas. A press brings the part of the page under the pointer into the middle of the view. */
export function mountRuler(canvas: HTMLCanvasElement, frame: HTMLIFrameElement): PageRuler {
  let ruled: { readonly key: readonly unknown[]; readonly rows: Uint8Array } | null = null
  let shown = 0

  function follow(event: PointerEvent): void {
    const view = frame.contentWindow
    if (!view || event.buttons !== 1) return
    const share = event.offsetY / Math.max(1, canvas.clientHeight)
    view.scrollTo({ top: share * (view.document.scrollingElement?.scrollHeight ?? 0) - shown / 2, behavior: 'instant' })
  }
  function press(event: PointerEvent): void {
    canvas.setPointerCapture(event.pointerId)
    follow(event)
  }
  canvas.addEventListener('pointerdown', press)
  canvas.addEventListener('pointermove', follow)

  return {
    draw(geometry, tab, size, palette) {
      const context = canvas.getContext('2d')
      const view = frame.contentWindow
      if (!context || !view) return
      const selected = liveResult(tab)?.extraction.selected
      const pixels = window.devicePixelRatio || 1
      const rows = Math.round(size.height * pixels)
      const width = Math.round(RULER * pixels)
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== rows) canvas.height = rows
      // A frame that is going to another page has no document for a moment.
      const documentHeight = view.document.scrollingElement?.scrollHeight
      if (documentHeight === undefined) return
      const hits = goldHitsOf(tab)?.kinds ?? null
      // Scrolling moves the window only; the rows stay.
      const key = [geometry, selected, hits, documentHeight, rows]
      if (!ruled || ruled.key.some((part, i) => part !== key[i])) {
        const fits = selected?.length === geometry.model.count
        ruled = { key, rows: fits ? rulerRows({ geometry, selected, hits, documentHeight, rows }) : new Uint8Array(rows) }
      }
      shown = size.height / size.scale
      paintRuler(context, ruled.rows, view.scrollY / documentHeight, (view.scrollY + shown) / documentHeight, palette)
    },
    destroy() {
      canvas.removeEventListener('pointerdown', press)
      canvas.removeEventListener('pointermove', follow)
    },
  }
}
