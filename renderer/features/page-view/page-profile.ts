/** A chart turned to stand beside the page: at each height the measure of what lies there, kept or not, as far along as the value is large. */
import { linesOfNode } from '../../../shared/explain/line-nodes'
import type { ExtractorInfo, MeasureSpec } from '../../../shared/extractors/core/extractor'
import type { Extraction } from '../../../shared/extractors/core/run'
import { TEXT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { KEPT } from '../../../shared/page/selection'
import { measureScale, type MeasureScale } from '../../components/measure-scale'
import { boxOf, type FrameGeometry } from '../../page-frame/geometry'
import type { PageFrame } from '../../page-frame/page-frame'
import { fitCanvas, isFarAway, type Palette } from '../../page-frame/paint'
import { actions, type Tab } from '../../window/window'
import { liveResult } from '../../window/window-state'
import { profileRows, type ProfileRows } from './profile-rows'

/** Width of the chart, in pixels. */
export const PROFILE = 132

/** A measure by node, with its scale and the threshold that it is held against. */
interface ProfileMeasure {
  readonly spec: MeasureSpec
  readonly values: Float64Array
  readonly scale: MeasureScale
  /** NaN where there is none. */
  readonly threshold: number
}

/** The measure that is drawn: that of the heat map, else the extractor's main one, else the first. */
function specOf(info: ExtractorInfo, heat: string | null): MeasureSpec | undefined {
  const { measures, mainMeasure } = info
  return measures.find(({ id }) => id === heat) ?? measures.find(({ id }) => id === mainMeasure) ?? measures[0]
}

function measureOf(model: PageModel, extraction: Extraction, info: ExtractorInfo, heat: string | null): ProfileMeasure | null {
  const spec = specOf(info, heat)
  const values = spec && (spec.per === 'node' ? extraction.measures[spec.id] : valuesOfLines(model, extraction, spec.id))
  if (!spec || !values) return null
  const chart = info.charts.find(({ series, threshold }) => series[0] === spec.id && threshold !== undefined)
  const threshold = chart?.threshold === undefined ? undefined : extraction.values[chart.threshold]
  return { spec, values, scale: measureScale(values, spec.share ?? false), threshold: threshold ?? Number.NaN }
}

/** A measure of lines by text node: the largest of the lines that the text touches. */
function valuesOfLines(model: PageModel, { lines }: Extraction, id: string): Float64Array | undefined {
  const measured = lines?.measures[id]
  if (!lines || !measured) return undefined
  const values = new Float64Array(model.count).fill(Number.NaN)
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== TEXT || !/\S/.test(model.text[n] ?? '')) continue
    for (const { line } of linesOfNode(model, lines, n, 200)) {
      const value = measured[line] as number
      if (!(value <= (values[n] as number))) values[n] = value
    }
  }
  return values
}

export interface PageProfile {
  draw(page: PageFrame, tab: Tab, info: ExtractorInfo | undefined, palette: Palette): void
  destroy(): void
}

/** Takes over the chart's canvas. What is under the pointer is hovered, a press selects it. */
export function mountProfile(canvas: HTMLCanvasElement): PageProfile {
  let known: { readonly key: readonly unknown[]; readonly measure: ProfileMeasure | null } | null = null
  let rows: ProfileRows | null = null
  const ending = new AbortController()
  const { signal } = ending
  const under = (event: PointerEvent): NodeId | null => {
    const node = rows?.owner[Math.floor(event.offsetY * (window.devicePixelRatio || 1))] ?? -1
    return node < 0 ? null : node
  }
  canvas.addEventListener('pointermove', (event) => actions.hover(under(event)), { signal })
  canvas.addEventListener('pointerleave', () => actions.hover(null), { signal })
  canvas.addEventListener('pointerdown', (event) => actions.select(under(event)), { signal })

  return {
    draw(page, tab, info, palette) {
      const { geometry, viewport } = page
      const context = canvas.getContext('2d')
      const extraction = liveResult(tab)?.extraction
      if (!context || !viewport || !tab.view.profile) return
      fitCanvas(canvas, { ...page.size, width: PROFILE })
      context.clearRect(0, 0, canvas.width, canvas.height)
      rows = null
      if (!geometry || !extraction || !info || info.id !== extraction.extractor || extraction.selected.length !== geometry.model.count)
        return
      const key = [extraction, info, tab.view.heat]
      if (!known || known.key.some((part, i) => part !== key[i]))
        known = { key, measure: measureOf(geometry.model, extraction, info, tab.view.heat) }
      const { measure } = known
      if (!measure) return
      rows = rowsInView(geometry, measure, viewport, canvas.height)
      paintProfile(context, rows, measure, extraction.selected, palette)
      canvas.title = `${measure.spec.label} beside the page`
    },
    destroy: () => ending.abort(),
  }
}

type View = NonNullable<PageFrame['viewport']>

/** Linear in the nodes that are in view and the rows they cover. */
function rowsInView(geometry: FrameGeometry, { values }: ProfileMeasure, view: View, height: number): ProfileRows {
  const { model, reach } = geometry
  const boxes: { node: NodeId; from: number; to: number }[] = []
  for (let n: number = Math.max(0, model.body); n < model.count; n++) {
    if (model.kind[n] !== TEXT && isFarAway(reach, n, view)) {
      n = (model.subtreeEnd[n] as number) - 1
      continue
    }
    if (Number.isNaN(values[n])) continue
    const box = boxOf(geometry, n)
    if (box && box.height > 0) boxes.push({ node: n, from: (box.y - view.y) * view.scale, to: (box.y + box.height - view.y) * view.scale })
  }
  return profileRows(boxes, values, model.subtreeEnd, height)
}

function paintProfile(
  context: CanvasRenderingContext2D,
  { owner }: ProfileRows,
  { values, scale, threshold }: ProfileMeasure,
  selected: Uint8Array,
  palette: Palette,
): void {
  const { width, height } = context.canvas
  for (let row = 0; row < owner.length;) {
    const node = owner[row] as number
    let end = row + 1
    while (end < owner.length && owner[end] === node) end++
    const position = node < 0 ? Number.NaN : scale.position(values[node] as number)
    if (position > 0) {
      context.globalAlpha = 0.75
      context.fillStyle = selected[node] === KEPT ? palette.kept : palette.accent
      context.fillRect(0, row, Math.max(1, position * width), Math.max(1, end - row - 1))
    }
    row = end
  }
  context.globalAlpha = 1
  const at = scale.position(threshold)
  if (Number.isNaN(at)) return
  context.strokeStyle = palette.text
  context.lineWidth = window.devicePixelRatio || 1
  context.setLineDash([5, 3])
  context.beginPath()
  context.moveTo(at * width, 0)
  context.lineTo(at * width, height)
  context.stroke()
  context.setLineDash([])
}
