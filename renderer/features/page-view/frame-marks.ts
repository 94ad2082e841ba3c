/** Outlines of nodes over the page, with a label of name and numbers. */
import { ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import type { MeasureSpec } from '../../../shared/extractors/core/extractor'
import { measureWords, formatNumber } from '../../components/number-format'
import type { Box } from '../../page-frame/geometry'
import { makeMark, placeMark } from '../../page-frame/marks'
import type { PageFrame } from '../../page-frame/page-frame'
import { extractorOf, type Tab } from '../../window/window'
import { fitCanvas, paintChange, type SelectionChange } from '../../page-frame/paint'
import type { Palette } from '../../page-frame/rects'
import { RECENT } from '../../window/result/gold-hits'

/** Minimum space in pixels above a box for its label. */
const LABEL = 22

/** Adds a mark of a kind (`hover`, `selected`), with room for a label. */
export function makeNodeMark(layer: HTMLElement, kind: string): HTMLElement {
  const mark = makeMark(layer, `page-mark page-mark-${kind}`)
  mark.append(document.createElement('span'))
  return mark
}

/** Places a mark over a node, or hides it. @param tab source of the measures in the label; without it no label */
export function placeNodeMark(mark: HTMLElement, page: PageFrame, node: NodeId | null, tab?: Tab): void {
  const rect = page.seenBoxOf(node)
  placeMark(mark, rect, page.size.scale)
  const label = mark.firstElementChild
  if (!rect || node === null || !page.geometry || !tab || !(label instanceof HTMLElement)) return
  label.textContent = describe(page.geometry.model, node, rect, tab)
  // Above the box if there is room, otherwise inside.
  label.dataset.inside = String(rect.y * page.size.scale < LABEL)
  // Keeps the label inside the view.
  const left = rect.x * page.size.scale
  label.style.left = `${Math.max(-left, Math.min(0, (mark.parentElement?.clientWidth ?? 0) - left - label.offsetWidth))}px`
}

/** Maximum characters of measures in the label. */
const LETTERS = 64

/** Returns tag, size and measures of a node in one line: the main measure first, each with the name and symbol of its tree column. */
function describe(model: PageModel, node: NodeId, { width, height }: Box, tab: Tab): string {
  const head = `${tagName(model, node)}  ${formatNumber(Math.round(width))} × ${formatNumber(Math.round(height))}`
  const info = extractorOf(tab.result?.extraction.extractor)
  if (!info) return head
  const measured = model.kind[node] === ELEMENT ? node : (model.parent[node] ?? node)
  // The terms of a sum are too many for a line; show only the sum.
  const terms = new Set(info.additive?.terms.flatMap((term) => [term.measure, term.earned]))
  const measures = info.measures.filter(({ id, per }) => per === 'node' && !terms.has(id))
  const ordered = [...measures.filter(({ id }) => id === info.mainMeasure), ...measures.filter(({ id }) => id !== info.mainMeasure)]
  let line = ''
  for (const spec of ordered) {
    const value = tab.result?.extraction.measures[spec.id]?.[measured]
    if (value === undefined || Number.isNaN(value)) continue
    const next = `${line}   ${spec.label}${symbolOf(spec)} ${measureWords(value, spec)}`
    if (line !== '' && next.length > LETTERS) break
    line = next
  }
  return head + line
}

/** Returns ` CTD`; empty if a measure has no symbol without TeX. */
function symbolOf({ id, symbol }: MeasureSpec): string {
  // An id that is a word, not letters of a formula.
  if (symbol === undefined) return id.length <= 2 ? ` ${id}` : ''
  const plain = symbol.replace(/^\\mathrm\{(\w+)\}$/, '$1')
  return plain.includes('\\') ? '' : ` ${plain}`
}

/** Share of its time before a mark fades, and its strength. */
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

  /** Marks a change for a while. With reduced motion it disappears without a fade. */
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
    paintChange({ context, geometry, view: viewport, palette }, this.#change)
  }

  end(): void {
    this.#fade?.cancel()
    this.#fade = null
    this.#change = null
    this.#canvas.hidden = true
  }
}
