/** The strip beside the page in front: kept text on the whole page, or missing and extra text against the gold text. */
import { FALSE_NEGATIVE, FALSE_POSITIVE, TRUE_NEGATIVE, TRUE_POSITIVE } from '../../../shared/evaluation/gold-on-page'
import { KEPT } from '../../../shared/page/selection'
import { boxOf, type FrameGeometry } from '../../page-frame/geometry'
import type { PageFrame } from '../../page-frame/page-frame'
import { hitColours, type Palette } from '../../page-frame/palette'
import { mountStrip, type RowsOfPart } from '../../page-frame/strip'
import { goldHitsOf } from '../../window/result/gold-hits'
import { currentTab } from '../../window/window'
import { liveResult } from '../../window/window-state'

/** Width of the strip in pixels. */
export const RULER = 12

const SHOWN: ReadonlySet<number> = new Set([TRUE_POSITIVE, FALSE_POSITIVE, FALSE_NEGATIVE])

const selectedOf = (): Uint8Array | null => liveResult(currentTab())?.extraction.selected ?? null
const hitsOf = (): Uint8Array | null => goldHitsOf(currentTab())?.kinds ?? null

/** Returns the content of each row of the strip: 0 or one bit of `gold-on-page`; kept text counts as a hit. Linear in nodes. */
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
    // Errors cover correct text.
    for (let row = from; row < end; row++) if (kind > (found[row] as number)) found[row] = kind
    n = (model.subtreeEnd[n] as number) - 1
  }
  return found
}

/** Controls the strip's canvas. */
export function mountRuler(canvas: HTMLCanvasElement, page: PageFrame, palette: () => Palette) {
  return mountStrip(canvas, page, {
    width: () => RULER,
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
