/** The outline of a node over the page, with its name and numbers where it is labelled. */
import { ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import type { MeasureSpec } from '../../../shared/extractors/core/extractor'
import { measureWords, formatNumber } from '../../components/number-format'
import type { Box } from '../../page-frame/geometry'
import { makeMark, placeMark } from '../../page-frame/marks'
import type { PageFrame } from '../../page-frame/page-frame'
import { extractorOf, type Tab } from '../../window/window'
import { fitCanvas, paintChange, type SelectionChange } from '../../page-frame/paint'
import type { Palette } from '../../page-frame/palette'
import { RECENT } from '../../window/result/recent-change'

/** Pixels above a box from which on its label has room there. */
const LABEL = 22

/** Adds a mark of a kind (`hover`, `selected`), with room for a label. */
export function makeNodeMark(layer: HTMLElement, kind: string): HTMLElement {
  const mark = makeMark(layer, `page-mark page-mark-${kind}`)
  mark.append(document.createElement('span'))
  return mark
}

/**
 * Puts a mark over a node, or hides it.
 * @param tab what its label tells the measures of; without it there is no label
 */
export function placeNodeMark(mark: HTMLElement, page: PageFrame, node: NodeId | null, tab?: Tab): void {
  const rect = page.seenBoxOf(node)
  placeMark(mark, rect, page.size.scale)
  const label = mark.firstElementChild
  if (!rect || node === null || !page.geometry || !tab || !(label instanceof HTMLElement)) return
  label.textContent = describe(page.geometry.model, node, rect, tab)
  // Above the box where there is room, else inside it.
  label.dataset.inside = String(rect.y * page.size.scale < LABEL)
  // Inside the view at both sides.
  const left = rect.x * page.size.scale
  label.style.left = `${Math.max(-left, Math.min(0, (mark.parentElement?.clientWidth ?? 0) - left - label.offsetWidth))}px`
}

/** Letters of the measures that still fit beside tag and size. */
const LETTERS = 64

/** Tag, size and the extractor's measures of a node in one line: the main one first, each by its name and its symbol, as the columns of the tree have it. */
function describe(model: PageModel, node: NodeId, { width, height }: Box, tab: Tab): string {
  const head = `${tagName(model, node)}  ${formatNumber(Math.round(width))} × ${formatNumber(Math.round(height))}`
  const info = extractorOf(tab.result?.extraction.extractor)
  if (!info) return head
  const measured = model.kind[node] === ELEMENT ? node : (model.parent[node] ?? node)
  // The terms of a sum are too many for a line; their sum is not.
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

/** ` CTD`; empty where a measure has no symbol that can be written without TeX. */
function symbolOf({ id, symbol }: MeasureSpec): string {
  // An id that is a word, not letters of a formula.
  if (symbol === undefined) return id.length <= 2 ? ` ${id}` : ''
  const plain = symbol.replace(/^\\mathrm\{(\w+)\}$/, '$1')
  return plain.includes('\\') ? '' : ` ${plain}`
}

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
    paintChange({ context, geometry, view: viewport, palette }, this.#change)
  }

  end(): void {
    this.#fade?.cancel()
    this.#fade = null
    this.#change = null
    this.#canvas.hidden = true
  }
}
