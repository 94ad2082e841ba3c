/** Draws a frame over the page: measures as colour while they appear, then what is kept, dropped and looked at. */
import type { Picked } from '../../../../shared/demo/card-subject'
import { isDropped, limitSet, nodeTopic, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { KEPT, OUT } from '../../../../shared/page/selection'
import { OUTCOMES } from '../../../../shared/extractors/core/probe'
import { ELEMENT, type PageModel } from '../../../../shared/page/page-model'
import { measureScale, type MeasureScale } from '../../../components/density-scale'
import type { FrameGeometry } from '../../../page-frame/geometry'
import { begin, fitCanvas, isFarAway, paintFates, paintHeat, paintPath } from '../../../page-frame/paint'
import { readPalette, type Palette } from '../../../page-frame/palette'
import type { PageFrame, Viewport } from '../../../page-frame/page-frame'
import { once } from '../../../../shared/base/once'

/** Decisions drawn at most: those made last. */
const TRAIL = 120

/** Draws one frame. Subtrees out of view cost a comparison. */
export function paintStage(
  canvas: HTMLCanvasElement,
  page: PageFrame,
  run: DemoRun,
  frame: Frame,
  { picked, pointed, level }: { readonly picked: Picked | null; readonly pointed: Picked | null; readonly level: number | null },
): void {
  const context = canvas.getContext('2d')
  const { geometry, viewport: view } = page
  if (!context || !geometry || !view) return
  const palette = readPalette()
  fitCanvas(canvas, page.size)
  begin(context, view)
  if (frame.selected.includes(KEPT)) {
    paintFates(context, geometry, frame.selected, { kept: true, dim: true }, view, palette)
    paintPath(context, geometry, frame.selected, view, palette)
  } else {
    const heat = heatOf(run, frame, level)
    if (heat) paintHeat(context, geometry, heat, view, palette)
  }
  paintTrail(context, page, geometry, run, frame, view, palette)
  paintWay(context, page, frame, view, palette)
  if (frame.node >= 0) paintCurrent(context, page, frame, view, palette)
  if (picked?.kind === 'node') paintAsked(context, page, picked.node, [], view, palette)
  if (pointed?.kind === 'node') paintAsked(context, page, pointed.node, [6, 4], view, palette)
}

/** What somebody asks about; dashed what a term of its sum comes from. */
function paintAsked(
  context: CanvasRenderingContext2D,
  page: PageFrame,
  node: number,
  dashes: readonly number[],
  view: Viewport,
  { accent }: Palette,
): void {
  const box = page.boxOf(node)
  if (!box) return
  context.strokeStyle = accent
  context.lineWidth = 3 / view.scale
  context.setLineDash(dashes.map((length) => length / view.scale))
  context.strokeRect(box.x - 4, box.y - 4, box.width + 8, box.height + 8)
  context.setLineDash([])
}

/** 1 for elements with text of their own: what is coloured by a measure. */
const hasOwnText = once((page: PageModel): Uint8Array => {
  const has = new Uint8Array(page.count)
  for (let n = 1; n < page.count; n++) if (page.kind[n] !== ELEMENT && /[^ \t\n\f\r]/.test(page.text[n] ?? '')) has[page.parent[n] ?? 0] = 1
  return has
})

/**
 * The measure that appeared last, as far as it is known, on elements with text of their own; where a threshold of it is new, on
 * those that reach it, while it sweeps down on those that it has passed.
 */
function heatOf(run: DemoRun, frame: Frame, level: number | null): { readonly values: Float64Array; readonly scale: MeasureScale } | null {
  const id = nodeTopic(run, frame)
  const values = id === null ? null : run.valuesOf(id)
  if (!values || id === null) return null
  const has = hasOwnText(run.page)
  const limit = limitSet(run, frame, id)
  const least = limit === Number.NEGATIVE_INFINITY ? limit : (level ?? limit)
  const known = values.map((value, n) => (has[n] === 1 && value >= least && run.isKnown(frame, id, n) ? value : Number.NaN))
  return { values: known, scale: measureScale(values, run.info.measures.find((m) => m.id === id)?.share ?? false) }
}

/** Outlines what this chapter looked at: passed, and dropped or failed. */
function paintTrail(
  context: CanvasRenderingContext2D,
  page: PageFrame,
  { reach }: FrameGeometry,
  run: DemoRun,
  frame: Frame,
  view: Viewport,
  { cameIn: good, wentOut: bad }: Palette,
): void {
  const { trace } = run
  context.lineWidth = 1 / view.scale
  for (let d = Math.max(frame.chapter.firstDecision, frame.decided - TRAIL); d < frame.decided - 1; d++) {
    if (trace.perLine[d] === 1) continue
    const outcome = OUTCOMES[trace.outcome[d] ?? 0]
    if (outcome === undefined || outcome === 'path') continue
    const subject = trace.subject[d] ?? 0
    const box = isFarAway(reach, subject, view) ? null : page.boxOf(subject)
    if (!box) continue
    const drops = isDropped({ outcome })
    context.globalAlpha = 0.55
    context.strokeStyle = drops ? bad : good
    context.strokeRect(box.x, box.y, box.width, box.height)
    // A test that changes nothing by itself is outlined only: containers that failed would cover all that is inside them.
    if (drops && outcome !== 'fail' && frame.selected[subject] === OUT) {
      context.globalAlpha = 0.12
      context.fillStyle = bad
      context.fillRect(box.x, box.y, box.width, box.height)
    }
  }
  context.globalAlpha = 1
}

/** The way that the step looks along, as frames within frames. */
function paintWay(context: CanvasRenderingContext2D, page: PageFrame, frame: Frame, view: Viewport, { path }: Palette): void {
  const { way } = frame.chapter.step
  if (!way || frame.decision) return
  context.strokeStyle = path
  context.lineWidth = 2 / view.scale
  for (const node of way) {
    const box = page.boxOf(node)
    if (box) context.strokeRect(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
  }
}

function paintCurrent(context: CanvasRenderingContext2D, page: PageFrame, frame: Frame, view: Viewport, palette: Palette): void {
  const box = page.boxOf(frame.node)
  if (!box) return
  const { decision } = frame
  context.strokeStyle = decision === null ? palette.accent : isDropped(decision) ? palette.wentOut : palette.cameIn
  context.lineWidth = 4 / view.scale
  context.strokeRect(box.x - 2, box.y - 2, box.width + 4, box.height + 4)
}
