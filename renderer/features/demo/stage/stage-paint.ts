import type { Picked } from '../../../../shared/demo/card-subject'
import { isDropped, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { isPageDecided, pageMarks } from '../../../../shared/demo/page-marks'
import { OUT } from '../../../../shared/page/output'
import { OUTCOMES } from '../../../../shared/extractors/core/probe'
import type { NodeId } from '../../../../shared/page/page-model'
import { measureScale } from '../../../components/density-scale'
import { begin, fitCanvas, paintStatuses, paintHeat, paintPath, type Overlay } from '../../../page-frame/paint'
import { isFarAway } from '../../../page-frame/viewport'
import { readPalette } from '../../../page-frame/rects'
import type { PageFrame } from '../../../page-frame/page-frame'

const MOST_DRAWN_DECISIONS = 120

export interface StageMoment {
  readonly run: DemoRun
  readonly frame: Frame
  readonly picked: Picked | null
  readonly pointed: Picked | null
  readonly level: number | null
}

export function paintStage(canvas: HTMLCanvasElement, page: PageFrame, { run, frame, picked, pointed, level }: StageMoment): void {
  const context = canvas.getContext('2d')
  const { geometry, viewport: view } = page
  if (!context || !geometry || !view) return
  const palette = readPalette()
  fitCanvas(canvas, page.size)
  const overlay = { context, geometry, view, palette }
  begin(overlay)
  const { heat, way, current } = pageMarks(run, frame, level)
  if (heat) paintHeat(overlay, { values: heat.shown, scale: measureScale(heat.all, heat.share) })
  else if (isPageDecided(run, frame)) {
    paintStatuses(overlay, frame.selected, { kept: true, dim: true })
    paintPath(overlay, frame.selected)
  }
  paintTrail(overlay, page, run, frame)
  const outline = (node: NodeId, colour: string, wide: number, apart: number): void => {
    const box = page.boxOf(node)
    if (!box) return
    context.strokeStyle = colour
    context.lineWidth = wide / view.scale
    context.strokeRect(box.x - apart, box.y - apart, box.width + 2 * apart, box.height + 2 * apart)
  }
  for (const node of way) outline(node, palette.kept, 2, -1)
  const { accent, extra, kept } = palette
  if (current) outline(current.node, { none: accent, dropped: extra, passed: kept }[current.verdict], 4, 2)
  if (picked?.kind === 'node') outline(picked.node, accent, 3, 4)
  context.setLineDash([6 / view.scale, 4 / view.scale])
  if (pointed?.kind === 'node') outline(pointed.node, accent, 3, 4)
  context.setLineDash([])
}

function paintTrail({ context, geometry, view, palette }: Overlay, page: PageFrame, run: DemoRun, frame: Frame): void {
  const { kept: good, extra: bad } = palette
  const { trace } = run
  context.lineWidth = 1 / view.scale
  for (let d = Math.max(frame.chapter.firstDecision, frame.decided - MOST_DRAWN_DECISIONS); d < frame.decided - 1; d++) {
    if (trace.perLine[d] === 1) continue
    const outcome = OUTCOMES[trace.outcome[d] ?? 0]
    if (outcome === undefined || outcome === 'path') continue
    const subject = trace.subject[d] ?? 0
    const box = isFarAway(geometry.reach, subject, view) ? null : page.boxOf(subject)
    if (!box) continue
    const drops = isDropped({ outcome })
    context.globalAlpha = 0.55
    context.strokeStyle = drops ? bad : good
    context.strokeRect(box.x, box.y, box.width, box.height)
    // A failed test draws only an outline, because a filled container would cover its content.
    if (drops && outcome !== 'fail' && frame.selected[subject] === OUT) {
      context.globalAlpha = 0.12
      context.fillStyle = bad
      context.fillRect(box.x, box.y, box.width, box.height)
    }
  }
  context.globalAlpha = 1
}
