import type { Curve } from '../extractors/core/probe'
import { dot, round, upwardAxis, type MeasureText, type Shape, type ShapeRole } from '../scene/scene'
import type { Column, StageChart, StagePlane } from './stage-chart'

interface ChartBox {
  readonly width: number
  readonly height: number
  readonly font: number
  readonly measure?: MeasureText
}

type Format = (value: number) => string

/** Estimated width of a letter, as a share of the font size. */
const LETTER = 0.62

const RIGHT = 10

function leftOf(ticks: readonly number[], { font }: ChartBox, format: Format): number {
  return Math.ceil(Math.max(3, ...ticks.map((t) => format(t).length)) * font * LETTER) + 8
}

/** Returns the index of the column at a horizontal position; -1 outside the columns. */
export function columnAt(chart: StageChart, box: ChartBox, format: Format, x: number): number {
  const left = leftOf(chart.ticks, box, format)
  const column = Math.floor(((x - left) / Math.max(1, box.width - RIGHT - left)) * chart.columns.length)
  return column >= 0 && column < chart.columns.length ? column : -1
}

function ticksInRoom(ticks: readonly number[], room: number, each: number): readonly number[] {
  if (ticks.length * each <= room) return ticks
  const some = ticks.filter((_, i) => (ticks.length - 1 - i) % 2 === 0)
  return some.length * each <= room ? some : ticks.filter((_, i) => i === 0 || i === ticks.length - 1)
}

/** Returns, per bell curve, the probability that a value belongs to the curve. The sum of the probabilities is 1. */
export function sharesAmong(curves: readonly Curve[], value: number): number[] {
  const log = curves.map(({ weight, mean, variance }) => Math.log(weight) - 0.5 * Math.log(variance) - (value - mean) ** 2 / (2 * variance))
  const most = Math.max(...log)
  const shares = log.map((l) => Math.exp(l - most))
  const all = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => share / all)
}

function columnPlan(chart: StageChart, box: ChartBox, format: Format) {
  const left = leftOf(chart.ticks, box, format)
  const right = box.width - RIGHT
  const top = box.font
  const bottom = Math.max(top + 30, box.height - (chart.per === 'line' ? 2.2 : 1) * box.font - 10)
  const low = chart.ticks[0] ?? 0
  const high = chart.ticks[chart.ticks.length - 1] ?? 1
  const y = (value: number): number => round(bottom - (bottom - top) * Math.max(0, Math.min(1, (value - low) / (high - low || 1))))
  const step = Math.max(1, right - left) / Math.max(1, chart.columns.length)
  return { left, right, top, bottom, low, high, y, step }
}

type ColumnPlan = ReturnType<typeof columnPlan>

export function clustersAmong(marked: readonly { readonly cluster: number }[]): number[] {
  return [...new Set(marked.map(({ cluster }) => cluster))].filter((cluster) => cluster >= 0).sort((a, b) => a - b)
}

const pathOf = (role: ShapeRole, d: string, rank = 0, ranks = 1): Shape => ({ type: 'path', role, d, rank, ranks })

function columnMarks(chart: StageChart, plan: ColumnPlan): Shape[] {
  const { left, y, step } = plan
  const zero = y(Math.max(0, plan.low))
  const column = (i: number, from: number, to: number): string =>
    `M${round(left + i * step)} ${from}V${to}h${round(Math.max(0.6, step * 0.9))}V${from}z`
  const upTo = (value: number, i: number): string => (Number.isNaN(value) ? '' : column(i, zero, y(value)))
  const drawn = (isWanted: (column: Column) => boolean): string =>
    chart.columns.map((each, i) => (isWanted(each) ? upTo(each.value, i) : '')).join('')
  const marks: Shape[] = []
  if (chart.behind) marks.push(pathOf('behind', chart.behind.map(upTo).join('')))
  if (chart.window) {
    const from = round(left + chart.window.from * step)
    marks.push(pathOf('window', `M${from} ${plan.top}H${round(left + chart.window.to * step)}V${plan.bottom}H${from}z`))
  }
  const clusters = clustersAmong(chart.columns)
  const curves = chart.curves ?? []
  if (curves.length > 0) {
    // Divide each column between the curves, in proportion to the probabilities that the column's value belongs to each curve.
    const parts = curves.map(() => '')
    chart.columns.forEach(({ value }, i) => {
      if (Number.isNaN(value)) return
      let from = zero
      sharesAmong(curves, value).forEach((share, c) => {
        const to = from + (y(value) - zero) * share
        if (share > 0.001) parts[c] += column(i, round(from), round(to))
        from = to
      })
    })
    marks.push(...parts.map((d, rank) => pathOf('cluster', d, rank, curves.length)))
    marks.push(...curves.map((curve) => pathOf('curve', bell(curve, curves, plan))))
    return marks
  }
  const byCluster = clusters.map((cluster) => drawn((each) => each.cluster === cluster))
  if (clusters.length > 0) return [...marks, ...byCluster.map((d, rank) => pathOf('cluster', d, rank, clusters.length))]
  const [kept, others] = [drawn((each) => each.kept), drawn((each) => !each.kept)]
  return [...marks, pathOf('column', others), pathOf('kept', kept)]
}

/** Draws a bell curve along the vertical axis of values. The base line of the curve is the right edge. */
function bell({ weight, mean, variance }: Curve, curves: readonly Curve[], { left, right, low, high, y }: ColumnPlan): string {
  const room = (right - left) * 0.22
  const highest = Math.max(...curves.map((c) => c.weight / Math.sqrt(c.variance)))
  const points = Array.from({ length: 61 }, (_, i) => {
    const value = low + ((high - low) * i) / 60
    const density = (weight / Math.sqrt(variance)) * Math.exp(-((value - mean) ** 2) / (2 * variance))
    return `${round(right - (room * density) / highest)} ${y(value)}`
  })
  return `M${points.join('L')}`
}

/**
 * @param across length of a horizontal line through the centre; 0 for no line
 * @param rise upward shift of the text
 */
function centre([x, y]: readonly [number, number], text: string, across: number, { font, measure }: ChartBox, rise = 0): Shape {
  const at = across > 0 ? 5 : 0
  const words = { x: at + 9, y: -4 - rise }
  const paper = measure && `M${words.x - 1} ${words.y - font * 0.85}h${measure(text, font) + 2}v${font}H${words.x - 1}z`
  return {
    type: 'group',
    role: 'centre',
    x,
    y,
    shapes: [
      ...(across > 0 ? [pathOf('level', `M0 0H${across}`)] : []),
      { type: 'circle', role: 'centre', x: at, y: 0, r: Math.min(5, font * 0.42) },
      ...(paper ? [pathOf('paper', paper)] : []),
      { type: 'text', role: 'centre', ...words, anchor: 'start', text },
    ],
  }
}

const polyline = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')

function thresholdLine(value: number, { left, right, top, y }: ColumnPlan, font: number, format: Format): Shape[] {
  const at = y(value)
  const below = at - top > font ? at - 4 : at + font + 2
  return [
    { type: 'line', role: 'threshold', x1: left, y1: at, x2: right, y2: at },
    { type: 'text', role: 'threshold', x: right, y: round(below), anchor: 'end', text: format(value) },
  ]
}

function lineNumbers({ columns }: StageChart, { left, bottom, step }: ColumnPlan, font: number): Shape[] {
  const digits = String(Math.max(1, ...columns.map(({ subject }) => subject + 1))).length
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * step >= (digits + 1) * font * LETTER) ?? columns.length
  return columns.flatMap(({ subject }, i): Shape[] => {
    if (subject < 0 || (i + 1) % every !== 0) return []
    const [x, y] = [round(left + (i + 0.45) * step), round(bottom + font + 2)]
    return [{ type: 'text', role: 'tick', x, y, anchor: 'middle', text: String(subject + 1) }]
  })
}

export function columnShapes(chart: StageChart, box: ChartBox, format: Format): Shape[] {
  const plan = columnPlan(chart, box, format)
  const { left, right, top, bottom, low, y, step } = plan
  const ticks = ticksInRoom(chart.ticks, bottom - top, box.font * 1.6).map((tick) => ({ at: y(tick), text: format(tick) }))
  const zero = y(Math.max(0, low))
  const shapes: Shape[] = [
    ...upwardAxis(ticks, { left, right, size: box.font }, 5),
    { type: 'line', role: 'axis', x1: left, y1: zero, x2: right, y2: zero },
    ...columnMarks(chart, plan),
    ...(chart.per === 'line' ? lineNumbers(chart, plan, box.font) : []),
  ]
  const current = chart.columns.findIndex((c) => c.current)
  if (current >= 0) {
    const x = round(left + current * step - 1)
    shapes.push(pathOf('current', `M${x} ${top}H${round(x + Math.max(3, step + 2))}V${bottom}H${x}z`))
  }
  if (chart.threshold !== null) shapes.push(...thresholdLine(chart.threshold, plan, box.font, format))
  if (chart.way) {
    const { columns, values, least } = chart.way
    const at = columns.map((column, i) => [round(left + (column + 0.45) * step), y(values[i] ?? 0)] as const)
    shapes.push(pathOf('way', polyline(at) + at.map(([px, py], i) => dot(px, py, 3) + (i === least ? dot(px, py, 7) : '')).join('')))
  }
  chart.trails?.forEach((trail, i) => {
    const now = chart.centres[i]
    if (now === undefined || trail.length === 0) return
    const px = left + 5
    shapes.push(pathOf('trail', `M${px} ${y(trail[0] ?? now)}V${y(now)}` + trail.map((v) => `M${px - 2.5} ${y(v)}h5`).join('')))
  })
  let above = Number.POSITIVE_INFINITY
  for (const value of chart.centres.toSorted((a, b) => a - b)) {
    above = Math.min(y(value), above - box.font)
    shapes.push(centre([left, y(value)], format(value), right - left, box, y(value) - above))
  }
  const whole = `${chart.label}, ${chart.per === 'line' ? 'by line of the source' : 'by node in document order'}`
  const legend = clustersAmong(chart.columns).length > 1 && !chart.curves ? '; one colour per cluster' : ''
  const text =
    [whole + legend, chart.label + legend, whole].find((words) => words.length * box.font * LETTER <= right - left) ?? chart.label
  shapes.push({ type: 'text', role: 'name', x: left, y: box.height - 5, anchor: 'start', text })
  return shapes
}

export function planeShapes(plane: StagePlane, box: ChartBox, format: Format): Shape[] {
  const left = leftOf(plane.yTicks, box, format)
  const right = box.width - 14
  const top = box.font * 2
  const bottom = Math.max(top + 30, box.height - box.font * 2 - 12)
  const along = (value: number, ticks: readonly number[]): number => {
    const low = ticks[0] ?? 0
    const high = ticks[ticks.length - 1] ?? 1
    return Math.max(0, Math.min(1, (value - low) / (high - low || 1)))
  }
  const x = (value: number): number => round(left + (right - left) * along(value, plane.xTicks))
  const y = (value: number): number => round(bottom - (bottom - top) * along(value, plane.yTicks))
  const upward = ticksInRoom(plane.yTicks, bottom - top, box.font * 1.6).map((tick) => ({ at: y(tick), text: format(tick) }))
  const shapes: Shape[] = [
    ...upwardAxis(upward, { left, right, size: box.font }, 5),
    ...ticksInRoom(plane.xTicks, right - left, box.font * 4).flatMap((tick): Shape[] => [
      { type: 'line', role: 'grid', x1: x(tick), y1: top, x2: x(tick), y2: bottom },
      { type: 'text', role: 'tick', x: x(tick), y: round(bottom + box.font + 3), anchor: 'middle', text: format(tick) },
    ]),
    pathOf('axis', `M${left} ${top}V${bottom}H${right}`),
  ]
  const pointsIn = (cluster: number): string => plane.points.map((p) => (p.cluster === cluster ? dot(x(p.x), y(p.y), 3) : '')).join('')
  const clusters = clustersAmong(plane.points)
  shapes.push(
    pathOf('column', pointsIn(-1)),
    ...clusters.map((cluster, rank) => pathOf('cluster', pointsIn(cluster), rank, clusters.length)),
    ...plane.trails.filter(({ length }) => length > 1).map((trail) => pathOf('trail', polyline(trail.map((p) => [x(p.x), y(p.y)])))),
  )
  if (plane.current) shapes.push(pathOf('current', dot(x(plane.current.x), y(plane.current.y), 7)))
  for (const c of plane.centres)
    if (Number.isFinite(c.x) && Number.isFinite(c.y)) shapes.push(centre([x(c.x), y(c.y)], `(${format(c.x)}, ${format(c.y)})`, 0, box))
  shapes.push(
    { type: 'text', role: 'name', x: left, y: round(box.font * 1.1), anchor: 'start', text: `↑ ${plane.yLabel}` },
    { type: 'text', role: 'name', x: right, y: box.height - 4, anchor: 'end', text: `${plane.xLabel} →` },
  )
  return shapes
}
