/** The outline of a node over the page, with its name and numbers where it is labelled. */
import { ELEMENT, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { formatMeasure, formatNumber } from '../../components/number-format'
import { makeMark, placeMark } from '../../page-frame/marks'
import type { PageFrame } from '../../page-frame/page-frame'
import { getState, type Tab } from '../../window/workspace'

/** Pixels above a box from which on its label has room there. */
const LABEL = 22

/** Adds a mark of a kind (`hover`, `selected`), with room for a label. */
export function makeNodeMark(layer: HTMLElement, kind: string): HTMLElement {
  const mark = makeMark(layer, `page-mark page-mark-${kind}`)
  mark.append(document.createElement('span'))
  return mark
}

/** Puts a mark over a node, or hides it. */
export function placeNodeMark(mark: HTMLElement, page: PageFrame, node: NodeId | null, tab: Tab, labelled: boolean): void {
  const box = node === null ? null : page.boxOf(node)
  const view = page.viewport
  const rect = box && view ? { ...box, x: box.x - view.x, y: box.y - view.y } : null
  placeMark(mark, rect, page.size.scale)
  const label = mark.firstElementChild
  if (!rect || node === null || !page.geometry || !labelled || !(label instanceof HTMLElement)) return
  label.textContent = describe(page.geometry.model, node, rect.width, rect.height, tab)
  // Above the box where there is room, else inside it.
  label.dataset.inside = String(rect.y * page.size.scale < LABEL)
  label.style.left = `${Math.max(0, -rect.x * page.size.scale)}px`
}

/** Tag, size and the extractor's main measures of a node, in one line. */
function describe(model: PageModel, node: NodeId, width: number, height: number, tab: Tab): string {
  const parts = [tagName(model, node), `${formatNumber(Math.round(width))} × ${formatNumber(Math.round(height))}`]
  const info = getState().extractors.find((x) => x.id === tab.result?.extraction.extractor)
  const measured = model.kind[node] === ELEMENT ? node : (model.parent[node] ?? node)
  // The terms of a sum are too many for a line; their sum is not.
  const terms = new Set(info?.additive?.terms.flatMap((term) => [term.measure, term.earned]))
  for (const spec of info?.measures ?? []) {
    if (terms.has(spec.id)) continue
    if (spec.per !== 'node') continue
    const value = tab.result?.extraction.measures[spec.id]?.[measured]
    if (value !== undefined && !Number.isNaN(value)) parts.push(`${spec.id} ${formatMeasure(value, spec.share)}`)
    if (parts.length > 7) break
  }
  return parts.join('  ')
}
