import { valueAt } from '../../../shared/base/once'
import { binStart, columnWords, markedRuns } from '../../../shared/scene/binning'
import { scaleOf, plotPaths, xTicks, yOf, type Scale, type PlotBox, type PlotView } from '../../../shared/scene/scale'
import { round, upwardAxis, type MeasureText, type Shape } from '../../../shared/scene/scene'
import type { ChartSpec } from '../../../shared/extractors/core/extractor'
import type { Extraction } from '../../../shared/extractors/core/run'
import { formatNumber } from '../../components/number-format'
import { stackedData, type ChartData, type Series } from './chart-data'

export interface ChartView extends PlotView<ChartData> {
  readonly sorted: boolean
  readonly across?: { readonly series: Series; readonly scale: Scale } | undefined
  /** Index of the view's first series among the series of the chart. The index determines the colour. */
  readonly first?: number
}

export type HeldScale = ReturnType<typeof scaleOf>

interface ChartChoices {
  readonly sorted: boolean
  /** The user's choice. If null, the scale is logarithmic only if the threshold would otherwise lie very close to the axis. */
  readonly chosenLog: boolean | null
  readonly isStacked: boolean
  /** Fixed scale during a drag, so that the threshold does not move under the pointer. */
  readonly held: HeldScale | null
}

export function chartViews(data: ChartData, axis: ChartView['axis'], { sorted, chosenLog, isStacked, held }: ChartChoices) {
  const stack = isStacked ? stackedData(data) : null
  const main = stack?.smoothed ?? data
  const { scale, log } = held ?? scaleOf(axis, main.series, data.threshold, chosenLog)
  const across = data.across ? { series: data.across, scale: scaleOf(axis, [data.across], null, log).scale } : undefined
  const whole: Omit<ChartView, 'window'> = { data: main, axis, scale, sorted, across }
  if (!stack) return { views: [whole], log }
  // Use two scales, because values smoothed with a wide kernel would look flat on the scale of the raw values.
  const raw: typeof whole = { data: stack.raw, axis, scale: scaleOf(axis, stack.raw.series, null, log).scale, sorted, first: 1 }
  return { views: [raw, whole], log }
}

interface ChartPlace {
  readonly box: PlotBox
  readonly size: number
  readonly measure: MeasureText
  readonly ownAxis: boolean
  readonly nameFrom: number
  readonly nameTo: number
  readonly smallest: number
  /** `tick`: length of the tick marks. `fine`: number of columns per unit of width; 1 on a screen, more in a figure. */
  readonly tick: number
  readonly fine: number
}

function tickText(value: number, share: boolean): string {
  const short = Number(value.toPrecision(6))
  return share ? `${formatNumber(Number((short * 100).toPrecision(6)))} %` : formatNumber(short)
}

export const tickTexts = ({ data, scale }: ChartView): string[] =>
  scale.ticks.map((tick) => tickText(scale.invert(tick), data.series[0].share))

const measureName = ({ label, unit, share }: Series): string => (share || unit === '' ? label : `${label}, ${unit}`)

function axisName({ data, sorted, across }: ChartView): string {
  if (across) return measureName(across.series)
  return `${data.per === 'line' ? 'lines of the source' : 'nodes of the page'}, ${sorted ? 'by value, largest first' : 'in order'}`
}

function fittingName(names: readonly string[], room: number, { size, measure, smallest }: ChartPlace) {
  const name = names.find((text) => measure(text, size) <= room) ?? names.at(-1) ?? ''
  const fitting = Math.min(size, Math.max(smallest, (size * room) / Math.max(1e-6, measure(name, size))))
  let cut = name
  while (cut.length > 2 && measure(cut, fitting) > room + 1e-6) cut = `${cut.slice(0, -2).trimEnd()}…`
  return { text: cut, size: fitting }
}

export const axisHeight = (size: number, tick: number): number => stripHeight(size) + 2 + tick + size * 2.8

const stripHeight = (size: number): number => size * 0.36

export function chartShapes(view: ChartView, place: ChartPlace): Shape[] {
  const { data, scale } = view
  const { box, tick, size, nameFrom, nameTo } = place
  const right = box.left + box.width
  const floor = box.top + box.height
  const texts = tickTexts(view)
  const ticks = scale.ticks.map((position, i) => ({ at: yOf(scale, box, scale.invert(position)), text: texts[i] ?? '' }))
  const shapes = [...upwardAxis(ticks, { left: box.left, right, size }, tick + 1.5), ...marksOf(view, place)]
  shapes.push({ type: 'path', role: 'axis', d: ticks.map(({ at }) => `M${box.left} ${at}h-${tick}`).join('') })
  if (data.threshold !== null) {
    const y = yOf(scale, box, data.threshold)
    shapes.push({ type: 'line', role: 'threshold', x1: box.left, y1: y, x2: right, y2: y })
  }
  shapes.push({ type: 'path', role: 'axis', d: `M${box.left} ${box.top}V${floor}H${right}` })
  const [main] = data.series
  const name = fittingName([measureName(main), main.label], nameTo - nameFrom, place)
  const half = place.measure(name.text, name.size) / 2
  const y = Math.max(nameFrom + half, Math.min(box.top + box.height / 2, nameTo - half))
  const x = Math.min(size, box.left)
  shapes.push({ type: 'text', role: 'name', x, y, anchor: 'middle', isUpright: true, whole: measureName(main), ...name })
  return place.ownAxis ? [...shapes, ...axisBelow(view, place)] : shapes
}

function axisBelow(view: ChartView, place: ChartPlace): Shape[] {
  const { box, size, measure, tick, fine } = place
  const { data, axis, window, across } = view
  const { left, width } = box
  const floor = box.top + box.height
  const span = Math.max(1, window.to - window.from)
  const x = (position: number): number => left + ((position - window.from) / span) * width
  const shapes: Shape[] = []
  const high = stripHeight(size)
  if (!across) {
    const count = Math.min(Math.floor(width * fine), span)
    const runs = markedRuns(axis, window, count, (subject) => data.isKept(subject))
    const d = runs.map(([from, to]) => {
      const start = x(binStart(window, count, from))
      const end = x(to >= count ? window.to : binStart(window, count, to))
      return `M${start} ${floor + 1}h${Math.max(0.3, end - start)}v${high}H${start}z`
    })
    shapes.push({ type: 'path', role: 'kept', d: d.join('') })
  }
  const under = floor + high + 2
  const marks = across
    ? across.scale.ticks.map((position) => ({
        at: left + ((position - across.scale.min) / (across.scale.max - across.scale.min || 1)) * width,
        text: tickText(across.scale.invert(position), across.series.share),
      }))
    : xTicks(window).map((position) => ({ at: x(position), text: formatNumber(position) }))
  const right = left + width + size
  const inside = (at: number, wide: number): number => Math.max(wide / 2, Math.min(at, right - wide / 2))
  shapes.push({ type: 'path', role: 'axis', d: marks.map(({ at }) => `M${at} ${under}v${tick}`).join('') })
  let written = Number.NEGATIVE_INFINITY
  for (const { at, text } of marks) {
    const wide = measure(text, size)
    const middle = inside(at, wide)
    if (middle - wide / 2 < written + size * 0.5) continue
    written = middle + wide / 2
    shapes.push({ type: 'text', role: 'tick', x: middle, y: under + tick + size, anchor: 'middle', text })
  }
  const name = fittingName([axisName(view)], right, place)
  const middle = inside(left + width / 2, measure(name.text, name.size))
  shapes.push({ type: 'text', role: 'name', x: middle, y: under + tick + size * 2.4, anchor: 'middle', ...name })
  return shapes
}

export function noteOfColumns({ data, window, across }: ChartView, columns: number): string {
  const note = across ? '' : columnWords(window.to - window.from, columns, data.per)
  return note === '' || data.cluster ? note : `${note}; the area ends at the lowest`
}

function marksOf(view: ChartView, { box, size, fine }: ChartPlace): Shape[] {
  const { data, first = 0 } = view
  const ranks = data.clusters
  if (view.across)
    return pointsOf(view, box).map(({ subject, x, y }) => {
      const mark = { isKept: data.isKept(subject), ...(data.cluster ? { rank: data.cluster[subject] ?? 0, ranks } : {}) }
      return { type: 'circle', role: 'point', x, y, r: size * 0.22, ...mark }
    })
  const { lines, reached, clusters } = plotPaths(view, box, fine)
  return [
    ...clusters.map((d, rank): Shape => ({ type: 'path', role: 'cluster', d, rank, ranks })),
    { type: 'path', role: 'area', d: reached, rank: first },
    ...lines.map((d, i): Shape => ({ type: 'path', role: 'series', d: d ?? '', rank: first + i })),
  ]
}

export interface Point {
  readonly subject: number
  readonly x: number
  readonly y: number
}

/** Returns only the first subject per pixel and cluster. */
export function pointsOf({ data, across, axis, scale }: ChartView, box: PlotBox): Point[] {
  const points = new Map<string, Point>()
  if (!across) return []
  const { min, max } = across.scale
  for (const subject of axis.subject) {
    const value = data.series[0].values[subject] ?? Number.NaN
    const other = across.series.values[subject] ?? Number.NaN
    if (Number.isNaN(value) || Number.isNaN(other)) continue
    const x = box.left + ((across.scale.transform(other) - min) / (max - min || 1)) * box.width
    const y = yOf(scale, box, value)
    valueAt(points, `${Math.round(x)} ${Math.round(y)} ${data.cluster?.[subject] ?? 0}`, () => ({ subject, x, y }))
  }
  return [...points.values()]
}

export type Kernel = Readonly<NonNullable<ReturnType<typeof kernelOf>>>

/** Returns as `sigma` the standard deviation in positions along the axis; null for equal weights. */
export function kernelOf({ smoothing }: ChartSpec, { values, params }: Pick<Extraction, 'values' | 'params'>) {
  if (!smoothing) return null
  const numberAt = (key: string): number => {
    const value = values[key] ?? params[key]
    return typeof value === 'number' ? value : Number.NaN
  }
  const halfWidth = numberAt(smoothing.halfWidth)
  const sigma = smoothing.sigma === undefined ? null : numberAt(smoothing.sigma)
  return halfWidth > 0 && (sigma === null || sigma > 0) ? { halfWidth, sigma } : null
}

export function kernelWords({ halfWidth, sigma }: Kernel, per: string): string {
  const lines = `${formatNumber(2 * halfWidth + 1)} ${per}s`
  return sigma === null ? `mean of ${lines}` : `Gaussian, σ ${formatNumber(Number(sigma.toPrecision(3)))}, over ${lines}`
}

export function weightAt({ halfWidth, sigma }: Kernel, distance: number): number {
  if (Math.abs(distance) > halfWidth + 0.5) return 0
  return sigma === null ? 1 : Math.exp(-(distance * distance) / (2 * sigma * sigma))
}

const POINTS = 48

/** Returns an SVG path clipped to the plot. `height` is the height of the largest weight in pixels. */
export function kernelOutline(
  kernel: Kernel,
  position: number,
  window: ChartView['window'],
  { width, height }: Pick<PlotBox, 'width' | 'height'>,
) {
  const span = Math.max(1, window.to - window.from)
  const reach = kernel.halfWidth + 0.5
  const points = Array.from({ length: POINTS + 1 }, (_, i) => {
    const distance = reach * ((2 * i) / POINTS - 1)
    const x = ((position + 0.5 + distance - window.from) / span) * width
    return { x: Math.min(width, Math.max(0, x)), y: height * (1 - weightAt(kernel, distance)) }
  })
  const path = points.map(({ x, y }) => `L${round(x)} ${round(y)}`).join('')
  return `M${round(points[0]?.x ?? 0)} ${height}${path}L${round(points.at(-1)?.x ?? 0)} ${height}Z`
}
