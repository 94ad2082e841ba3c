import { type PageModel, ELEMENT, tagName, type NodeId } from '../../../shared/page/page-model'
import { OUT, KEPT } from '../../../shared/page/output'
import { measureScale } from '../../components/density-scale'
import { fitCanvas, paint, type Layers, paintChange, type SelectionChange } from '../../page-frame/paint'
import type { PageFrame } from '../../page-frame/page-frame'
import { readPalette, hitColours, type Palette } from '../../page-frame/rects'
import { goldHitsOf, CHANGE_MARK_MS } from '../../window/result/gold-hits'
import { currentTab, extractorOf, type Tab, liveResult } from '../../window/window'
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_NEGATIVE, TRUE_POSITIVE } from '../../../shared/evaluation/gold-on-page'
import { boxOf, type FrameGeometry, type Box } from '../../page-frame/geometry'
import { mountStrip, type RowsOfPart } from '../../page-frame/strip'
import type { MeasureSpec } from '../../../shared/extractors/core/extractor'
import { measureWords, formatNumber } from '../../components/number-format'
import { makeMark, placeMark } from '../../page-frame/marks'

const LABEL_PIXELS = 22

function makeNodeMark(layer: HTMLElement, kind: string): HTMLElement {
  const mark = makeMark(layer, `page-mark page-mark-${kind}`)
  mark.append(document.createElement('span'))
  return mark
}

function placeNodeMark(mark: HTMLElement, page: PageFrame, node: NodeId | null, tab?: Tab): void {
  const rect = page.seenBoxOf(node)
  placeMark(mark, rect, page.size.scale)
  const label = mark.firstElementChild
  if (!rect || node === null || !page.geometry || !tab || !(label instanceof HTMLElement)) return
  label.textContent = describe(page.geometry.model, node, rect, tab)
  label.dataset.inside = String(rect.y * page.size.scale < LABEL_PIXELS)
  const left = rect.x * page.size.scale
  label.style.left = `${Math.max(-left, Math.min(0, (mark.parentElement?.clientWidth ?? 0) - left - label.offsetWidth))}px`
}

const MOST_LABEL_LETTERS = 64

function describe(model: PageModel, node: NodeId, { width, height }: Box, tab: Tab): string {
  const head = `${tagName(model, node)}  ${formatNumber(Math.round(width))} × ${formatNumber(Math.round(height))}`
  const info = extractorOf(tab.result?.extraction.extractor)
  if (!info) return head
  const measured = model.kind[node] === ELEMENT ? node : (model.parent[node] ?? node)
  const terms = new Set(info.additive?.terms.flatMap((term) => [term.measure, term.earned]))
  const measures = info.measures.filter(({ id, per }) => per === 'node' && !terms.has(id))
  const ordered = [...measures.filter(({ id }) => id === info.mainMeasure), ...measures.filter(({ id }) => id !== info.mainMeasure)]
  let line = ''
  for (const spec of ordered) {
    const value = tab.result?.extraction.measures[spec.id]?.[measured]
    if (value === undefined || Number.isNaN(value)) continue
    const next = `${line}   ${spec.label}${symbolOf(spec)} ${measureWords(value, spec)}`
    if (line !== '' && next.length > MOST_LABEL_LETTERS) break
    line = next
  }
  return head + line
}

function symbolOf({ id, symbol }: MeasureSpec): string {
  if (symbol === undefined) return id.length <= 2 ? ` ${id}` : ''
  const plain = symbol.replace(/^\\mathrm\{(\w+)\}$/, '$1')
  return plain.includes('\\') ? '' : ` ${plain}`
}

/** Share of a mark's duration before the mark fades, and the opacity of the mark. */
const STAYS = 0.6
const STRENGTH = 0.45

export class FlashLayer {
  readonly #still = window.matchMedia('(prefers-reduced-motion: reduce)')
  #change: SelectionChange | null = null
  #fade: Animation | null = null

  constructor(private readonly canvas: HTMLCanvasElement) {}

  hold(change: SelectionChange): void {
    this.end()
    this.#change = change
    this.canvas.style.opacity = String(STRENGTH)
    this.canvas.hidden = false
  }

  start(change: SelectionChange): void {
    this.hold(change)
    const fade = this.canvas.animate(
      { opacity: [STRENGTH, STRENGTH, this.#still.matches ? STRENGTH : 0], offset: [0, STAYS, 1] },
      CHANGE_MARK_MS,
    )
    fade.onfinish = () => this.end()
    this.#fade = fade
  }

  draw(page: PageFrame, palette: Palette): void {
    const context = this.#change && this.canvas.getContext('2d')
    const { viewport, geometry } = page
    if (!this.#change || !context || !viewport || geometry?.model.count !== this.#change.now.length) return
    fitCanvas(this.canvas, page.size)
    paintChange({ context, geometry, view: viewport, palette }, this.#change)
  }

  end(): void {
    this.#fade?.cancel()
    this.#fade = null
    this.#change = null
    this.canvas.hidden = true
  }
}

export const RULER_PIXELS = 12

const SHOWN: ReadonlySet<number> = new Set([TRUE_POSITIVE, FALSE_POSITIVE, FALSE_NEGATIVE])

const selectedOf = (): Uint8Array | null => liveResult(currentTab())?.extraction.selected ?? null
const hitsOf = (): Uint8Array | null => goldHitsOf(currentTab())?.kinds ?? null

/** Returns 0 or a kind of `gold-on-page` per row. Without a gold text, kept text counts as correct. */
function rulerRows(geometry: FrameGeometry, rows: number, rowsOfPart: RowsOfPart): Uint8Array {
  const found = new Uint8Array(rows)
  const { model, blank } = geometry
  const selected = selectedOf()
  const hits = hitsOf()
  if (selected?.length !== model.count || model.body < 0) return found
  for (let n: number = model.body; n < (model.subtreeEnd[model.body] as number); n++) {
    const kind = hits ? (hits[n] as number) : selected[n] === KEPT ? TRUE_POSITIVE : 0
    if (hits && kind <= TRUE_NEGATIVE) n = (model.subtreeEnd[n] as number) - 1
    const box = SHOWN.has(kind) && blank[n] !== 1 ? boxOf(geometry, n) : null
    if (!box || box.height <= 0) continue
    const { from, end } = rowsOfPart(box.y, box.height)
    for (let row = from; row < end; row++) if (kind > (found[row] as number)) found[row] = kind
    n = (model.subtreeEnd[n] as number) - 1
  }
  return found
}

function mountRuler(canvas: HTMLCanvasElement, page: PageFrame, palette: () => Palette) {
  return mountStrip(canvas, page, {
    width: () => RULER_PIXELS,
    about: () => [selectedOf(), hitsOf()],
    rowsOf: rulerRows,
    paint: (context, kind, row, rows) => {
      const colour = hitColours(palette()).get(kind)
      const { width } = context.canvas
      context.fillStyle = colour ?? ''
      if (colour) context.fillRect(width * 0.25, row, width * 0.5, rows)
    },
    windowColour: () => palette().window,
  })
}

export interface FrameLayers {
  readonly overlay: HTMLCanvasElement
  readonly flash: HTMLCanvasElement
  readonly marks: HTMLElement
  readonly ruler: HTMLCanvasElement
}

export const modelOf = (tab: Tab): PageModel | null => (tab.load?.coming ? null : tab.model)

export function createPageLayers(
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
    // Keep a dropped node readable while the node is selected.
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

  function hover(): void {
    if (hovering !== 0) return
    hovering = requestAnimationFrame(() => {
      hovering = 0
      const tab = currentTab()
      placeNodeMark(hoverMark, page, tab.hovered, tab)
    })
  }

  function updateHeat(tab: Tab): void {
    heat = heatOf(tab)
    page.schedule()
  }

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

function heatOf(tab: Tab): Layers['heat'] {
  const id = tab.view.heat
  const extraction = liveResult(tab)?.extraction
  const values = id === null ? undefined : extraction?.measures[id]
  const spec = extractorOf(extraction?.extractor)?.measures.find((m) => m.id === id)
  return values ? { values, scale: measureScale(values, spec?.share ?? false) } : null
}
