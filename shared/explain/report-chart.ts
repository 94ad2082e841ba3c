import { escapeHtml } from '../base/escape'
import { chartAxis, markedRuns } from '../scene/binning'
import { plotPaths, yOf } from '../scene/plot-paths'
import type { Look, Shape, ShapeRole } from '../scene/scene'
import { svgOf } from '../scene/svg-pen'
import type { NumberFormat } from './reason-sentence'

export interface ReportChart {
  readonly values: Float64Array
  readonly kept: (index: number) => boolean
  readonly threshold: number | null
  readonly title: string
  readonly format: NumberFormat
}

const BOX = { left: 56, top: 0, width: 784, height: 160 }
const RIGHT = BOX.left + BOX.width

const LOOKS: Readonly<Partial<Record<ShapeRole, Look>>> = {
  area: { fill: 'currentColor', fillOpacity: 0.45 },
  kept: { fill: 'var(--kept)' },
  threshold: { fill: 'none', stroke: 'var(--drop)', strokeDasharray: '5 3' },
}

/** A chart as an SVG element: the largest value of each pixel column, a strip of what is kept, the threshold. Empty without values. */
export function reportChart({ values, kept, threshold, title, format }: ReportChart): string {
  const axis = chartAxis(values, false)
  const highest = threshold !== null && Number.isFinite(threshold) ? threshold : 0
  const max = values.reduce((most, value) => (Number.isFinite(value) && value > most ? value : most), highest)
  const window = { from: 0, to: axis.subject.length }
  if (window.to === 0 || max <= 0) return ''
  const clamp = (value: number): number => Math.min(max, Math.max(0, value))
  const scale = { min: 0, max, ticks: [], transform: clamp, invert: clamp }
  const { area } = plotPaths({ data: { series: [{ values }], cluster: null, clusters: 0 }, axis, window, scale }, BOX)
  const columns = Math.min(window.to, BOX.width)
  const strip = markedRuns(axis, window, columns, kept).map(
    ([from, to]) =>
      `M${BOX.left + (from / columns) * BOX.width} 160.5h${Math.max(1, ((to - from) / columns) * BOX.width)}v5H${BOX.left + (from / columns) * BOX.width}z`,
  )
  const words = (text: string, x: number, y: number, role: 'tick' | 'name'): Shape => ({
    type: 'text',
    role,
    x,
    y,
    anchor: 'end',
    size: 11,
    text,
  })
  const shapes: Shape[] = [
    words(format(max), BOX.left - 6, 10, 'tick'),
    words('0', BOX.left - 6, BOX.height, 'tick'),
    { type: 'path', role: 'area', d: area },
    { type: 'path', role: 'kept', d: strip.join('') },
  ]
  if (threshold !== null) {
    const y = yOf(scale, BOX, threshold)
    shapes.push(
      { type: 'line', role: 'threshold', x1: BOX.left, y1: y, x2: RIGHT, y2: y },
      words(`threshold ${format(threshold)}`, RIGHT, y - 4, 'name'),
    )
  }
  const drawn = svgOf(shapes, ({ role }) => LOOKS[role] ?? { fill: 'currentColor' })
  return `<svg viewBox="0 0 ${RIGHT} ${BOX.height + 8}" role="img" aria-label="${escapeHtml(title)}">${drawn}</svg>`
}
