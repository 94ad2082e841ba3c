/** A chart of the stage as shapes in a box, drawn alike in the window and in an exported picture. */
import type { Curve } from '../extractors/core/probe'
import type { StageChart } from './stage-chart'
import type { PlanePoint, StagePlane } from './stage-plane'

/** What a shape stands for; its colour follows from it. */
export type ShapeRole =
  'axis' | 'grid' | 'behind' | 'column' | 'kept' | 'cluster' | 'current' | 'threshold' | 'window' | 'trail' | 'way' | 'curve'

export type ChartShape =
  | { readonly type: 'line'; readonly role: ShapeRole; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  /** @param rank of a cluster, lowest first, among `ranks` of them */
  | { readonly type: 'path'; readonly role: ShapeRole; readonly d: string; readonly rank: number; readonly ranks: number }
  | {
      readonly type: 'text'
      readonly role: 'tick' | 'label' | 'threshold'
      readonly x: number
      readonly y: number
      readonly anchor: Anchor
      readonly text: string
    }
  /** A cluster centre: a point, with a line across the chart where it lies on the value axis alone. */
  | { readonly type: 'centre'; readonly x: number; readonly y: number; readonly across: number; readonly text: string }

type Anchor = 'start' | 'middle' | 'end'

/** Where a chart is drawn, and how large its letters are. */
export interface ChartBox {
  readonly width: number
  readonly height: number
  /** Height of the letters of ticks and labels. */
  readonly font: number
}

type Format = (value: number) => string

/** Width of a letter as a part of its height, rather too much than too little. */
const LETTER = 0.62

/** Room on the left for the longest tick. */
function leftOf(ticks: readonly number[], { font }: ChartBox, format: Format): number {
  return Math.ceil(Math.max(3, ...ticks.map((t) => format(t).length)) * font * LETTER) + 8
}

/** Index of the column at a place of the chart, -1 beside the columns. */
export function columnAt(chart: StageChart, box: ChartBox, format: Format, x: number): number {
  const left = leftOf(chart.ticks, box, format)
  const column = Math.floor(((x - left) / Math.max(1, box.width - RIGHT - left)) * chart.columns.length)
  return column >= 0 && column < chart.columns.length ? column : -1
}

/** Room on the right of the columns. */
const RIGHT = 10

const round = (value: number): number => Math.round(value * 10) / 10

/** Ticks that have room: of a short axis every second one, or only its ends. */
function ticksInRoom(ticks: readonly number[], room: number, each: number): readonly number[] {
  if (ticks.length * each <= room) return ticks
  const some = ticks.filter((_, i) => (ticks.length - 1 - i) % 2 === 0)
  return some.length * each <= room ? some : ticks.filter((_, i) => i === 0 || i === ticks.length - 1)
}

/** How likely a value is of each of some bell curves; the shares add up to 1. */
export function sharesAmong(curves: readonly Curve[], value: number): number[] {
  const log = curves.map(({ weight, mean, variance }) => Math.log(weight) - 0.5 * Math.log(variance) - (value - mean) ** 2 / (2 * variance))
  const most = Math.max(...log)
  const shares = log.map((l) => Math.exp(l - most))
  const all = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => share / all)
}

/** A rectangle in a chart's box, or in the window. */
export interface ChartRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the axes of a column chart lie, and how wide a column is with the gap behind it. */
function columnPlan(chart: StageChart, box: ChartBox, format: Format) {
  const left = leftOf(chart.ticks, box, format)
  const right = box.width - RIGHT
  const top = box.font
  const bottom = Math.max(top + 30, box.height - box.font - 10)
  const low = chart.ticks[0] ?? 0
  const high = chart.ticks[chart.ticks.length - 1] ?? 1
  const y = (value: number): number => round(bottom - (bottom - top) * Math.max(0, Math.min(1, (value - low) / (high - low || 1))))
  const zero = y(Math.max(0, low))
  const step = Math.max(1, right - left) / Math.max(1, chart.columns.length)
  return { left, right, top, bottom, low, high, y, zero, step }
}

/** The part of a column between two values, in the chart's box. */
export function columnRect(chart: StageChart, box: ChartBox, format: Format, column: number, from: number, to: number): ChartRect {
  const { left, step, y } = columnPlan(chart, box, format)
  const edge = Math.min(y(from), y(to))
  return { x: left + column * step, y: edge, width: Math.max(0.6, step * 0.9), height: Math.max(1, Math.max(y(from), y(to)) - edge) }
}

/** A column chart with its threshold, its centres and what is kept. */
export function columnShapes(chart: StageChart, box: ChartBox, format: Format): ChartShape[] {
  const { left, right, top, bottom, low, high, y, zero, step } = columnPlan(chart, box, format)
  const shapes: ChartShape[] = []
  for (const tick of ticksInRoom(chart.ticks, bottom - top, box.font * 1.6)) {
    shapes.push({ type: 'line', role: 'grid', x1: left, y1: y(tick), x2: right, y2: y(tick) })
    shapes.push({ type: 'text', role: 'tick', x: left - 5, y: round(y(tick) + box.font * 0.35), anchor: 'end', text: format(tick) })
  }
  shapes.push({ type: 'line', role: 'axis', x1: left, y1: zero, x2: right, y2: zero })
  const path = (wanted: (column: StageChart['columns'][number]) => boolean): string =>
    chart.columns
      .map((column, i) =>
        Number.isNaN(column.value) || !wanted(column)
          ? ''
          : `M${round(left + i * step)} ${zero}V${y(column.value)}h${round(Math.max(0.6, step * 0.9))}V${zero}z`,
      )
      .join('')
  if (chart.behind) {
    const d = chart.behind
      .map((value, i) =>
        Number.isNaN(value) ? '' : `M${round(left + i * step)} ${zero}V${y(value)}h${round(Math.max(0.6, step * 0.9))}V${zero}z`,
      )
      .join('')
    shapes.push({ type: 'path', role: 'behind', d, rank: 0, ranks: 1 })
  }
  if (chart.window) {
    const from = round(left + chart.window.from * step)
    const d = `M${from} ${top}H${round(left + chart.window.to * step)}V${bottom}H${from}z`
    shapes.push({ type: 'path', role: 'window', d, rank: 0, ranks: 1 })
  }
  const clusters = [...new Set(chart.columns.map((c) => c.cluster))].filter((c) => c >= 0).sort((a, b) => a - b)
  if (chart.curves && chart.curves.length > 0) {
    const { curves } = chart
    // Each column in parts: by how likely its value is of each curve.
    const parts = curves.map(() => '')
    chart.columns.forEach((column, i) => {
      if (Number.isNaN(column.value)) return
      let from = zero
      sharesAmong(curves, column.value).forEach((share, c) => {
        const to = from + (y(column.value) - zero) * share
        if (share > 0.001)
          parts[c] += `M${round(left + i * step)} ${round(from)}V${round(to)}h${round(Math.max(0.6, step * 0.9))}V${round(from)}z`
        from = to
      })
    })
    parts.forEach((d, rank) => shapes.push({ type: 'path', role: 'cluster', d, rank, ranks: curves.length }))
    curves.forEach((curve, rank) => shapes.push({ type: 'path', role: 'curve', d: bell(curve), rank, ranks: curves.length }))
  } else if (clusters.length > 0)
    clusters.forEach((cluster, rank) =>
      shapes.push({ type: 'path', role: 'cluster', d: path((c) => c.cluster === cluster), rank, ranks: clusters.length }),
    )
  else {
    shapes.push({ type: 'path', role: 'column', d: path((c) => !c.kept), rank: 0, ranks: 1 })
    shapes.push({ type: 'path', role: 'kept', d: path((c) => c.kept), rank: 0, ranks: 1 })
  }
  const current = chart.columns.findIndex((c) => c.current)
  if (current >= 0) {
    const x = round(left + current * step - 1)
    const d = `M${x} ${top}H${round(x + Math.max(3, step + 2))}V${bottom}H${x}z`
    shapes.push({ type: 'path', role: 'current', d, rank: 0, ranks: 1 })
  }
  if (chart.threshold !== null) {
    const at = y(chart.threshold)
    shapes.push({ type: 'line', role: 'threshold', x1: left, y1: at, x2: right, y2: at })
    // Below the line where there is no room above it.
    const above = at - top > box.font
    const text = format(chart.threshold)
    shapes.push({ type: 'text', role: 'threshold', x: right, y: round(above ? at - 4 : at + box.font + 2), anchor: 'end', text })
  }
  if (chart.way) {
    const at = chart.way.columns.map((column, i) => [round(left + (column + 0.45) * step), y(chart.way?.values[i] ?? 0)] as const)
    const dot = ([px, py]: readonly [number, number], r: number): string =>
      `M${px - r} ${py}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
    const d = at.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px} ${py}`).join('') + at.map((p) => dot(p, 3)).join('')
    shapes.push({ type: 'path', role: 'way', d, rank: 0, ranks: 1 })
    const least = at[chart.way.least]
    if (least) shapes.push({ type: 'path', role: 'way', d: dot(least, 7), rank: 0, ranks: 1 })
  }
  chart.trails?.forEach((trail, i) => {
    const now = chart.centres[i]
    if (now === undefined || trail.length === 0) return
    const px = left + 5
    const d = `M${px} ${y(trail[0] ?? now)}V${y(now)}` + trail.map((v) => `M${px - 2.5} ${y(v)}h5`).join('')
    shapes.push({ type: 'path', role: 'trail', d, rank: 0, ranks: 1 })
  })
  for (const centre of chart.centres) shapes.push({ type: 'centre', x: left, y: y(centre), across: right - left, text: format(centre) })
  /** A curve over the value axis, from the right edge inwards. */
  function bell({ weight, mean, variance }: Curve): string {
    const room = (right - left) * 0.22
    const highest = Math.max(...(chart.curves ?? []).map((c) => c.weight / Math.sqrt(c.variance)))
    const points: string[] = []
    for (let i = 0; i <= 60; i++) {
      const value = low + ((high - low) * i) / 60
      const density = (weight / Math.sqrt(variance)) * Math.exp(-((value - mean) ** 2) / (2 * variance))
      points.push(`${round(right - (room * density) / highest)} ${y(value)}`)
    }
    return `M${points.join('L')}`
  }
  const subjects = chart.per === 'line' ? 'by line of the source' : 'by node in document order'
  const whole = `${chart.label}, ${subjects}`
  // Where there is no room for both, what is measured.
  const text = whole.length * box.font * LETTER <= right - left ? whole : chart.label
  shapes.push({ type: 'text', role: 'label', x: left, y: box.height - 5, anchor: 'start', text })
  return shapes
}

/** A scatter plot with its centres. */
export function planeShapes(plane: StagePlane, box: ChartBox, format: Format): ChartShape[] {
  const left = leftOf(plane.yTicks, box, format)
  const right = box.width - 14
  // The name of the upward axis stands above it, the name of the other below its ticks.
  const top = box.font * 2
  const bottom = Math.max(top + 30, box.height - box.font * 2 - 12)
  const along = (value: number, ticks: readonly number[]): number => {
    const low = ticks[0] ?? 0
    const high = ticks[ticks.length - 1] ?? 1
    return Math.max(0, Math.min(1, (value - low) / (high - low || 1)))
  }
  const x = (value: number): number => round(left + (right - left) * along(value, plane.xTicks))
  const y = (value: number): number => round(bottom - (bottom - top) * along(value, plane.yTicks))
  const shapes: ChartShape[] = []
  for (const tick of ticksInRoom(plane.yTicks, bottom - top, box.font * 1.6)) {
    shapes.push({ type: 'line', role: 'grid', x1: left, y1: y(tick), x2: right, y2: y(tick) })
    shapes.push({ type: 'text', role: 'tick', x: left - 5, y: round(y(tick) + box.font * 0.35), anchor: 'end', text: format(tick) })
  }
  for (const tick of ticksInRoom(plane.xTicks, right - left, box.font * 4)) {
    shapes.push({ type: 'line', role: 'grid', x1: x(tick), y1: top, x2: x(tick), y2: bottom })
    shapes.push({ type: 'text', role: 'tick', x: x(tick), y: round(bottom + box.font + 3), anchor: 'middle', text: format(tick) })
  }
  shapes.push({ type: 'line', role: 'axis', x1: left, y1: bottom, x2: right, y2: bottom })
  shapes.push({ type: 'line', role: 'axis', x1: left, y1: top, x2: left, y2: bottom })
  const dot = (p: PlanePoint, r: number): string => `M${x(p.x) - r} ${y(p.y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  const clusters = [...new Set(plane.points.map((p) => p.cluster))].sort((a, b) => a - b)
  clusters.forEach((cluster, rank) =>
    shapes.push({
      type: 'path',
      role: cluster < 0 ? 'column' : 'cluster',
      d: plane.points.map((p) => (p.cluster === cluster ? dot(p, 3) : '')).join(''),
      rank,
      ranks: clusters.length,
    }),
  )
  for (const trail of plane.trails) {
    if (trail.length < 2) continue
    const d = trail.map((p, i) => `${i === 0 ? 'M' : 'L'}${x(p.x)} ${y(p.y)}`).join('')
    shapes.push({ type: 'path', role: 'trail', d, rank: 0, ranks: 1 })
  }
  if (plane.current) shapes.push({ type: 'path', role: 'current', d: dot(plane.current, 7), rank: 0, ranks: 1 })
  for (const c of plane.centres)
    if (Number.isFinite(c.x) && Number.isFinite(c.y))
      shapes.push({ type: 'centre', x: x(c.x), y: y(c.y), across: 0, text: `(${format(c.x)}, ${format(c.y)})` })
  shapes.push({ type: 'text', role: 'label', x: left, y: round(box.font * 1.1), anchor: 'start', text: `↑ ${plane.yLabel}` })
  shapes.push({ type: 'text', role: 'label', x: right, y: box.height - 4, anchor: 'end', text: `${plane.xLabel} →` })
  return shapes
}
