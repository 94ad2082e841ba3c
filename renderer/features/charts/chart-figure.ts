/** A chart as a figure for a paper: drawn from its values, not copied from the screen. */
import { escapeHtml } from '../../../shared/base/escape'
import { formatMeasure, formatNumber } from '../../components/number-format'
import { n, type DrawingRoom, type FigureContent, type LegendKey } from '../../figures/figure-frame'
import { COLOURS, fittingSize, type FigureColours, type FigureOptions, type MeasureText } from '../../figures/figure-style'
import { binStart, markedRuns, type Axis, type Window } from './binning'
import type { ChartData, Series } from './chart-data'
import type { Scale } from './chart-scale'
import { measureName, tickText } from './plot'
import { plotPaths, xTicks, yOf, type PlotBox } from './plot-paths'
import { pointsOf } from './scatter'

export interface ChartView {
  readonly data: ChartData
  readonly axis: Axis
  readonly window: Window
  readonly scale: Scale
  readonly sorted: boolean
  /** The measure along the bottom of a chart of points. */
  readonly across?: { readonly series: Series; readonly scale: Scale } | undefined
  /** Place of its first series among the chart's, for the colour. */
  readonly first?: number
}

/** Columns a point of the plot's width: finer than a printer shows. */
const FINER = 2
const STRIP = 3
const TICK = 2.5
/** From one tick's words to the next, in sizes of type. */
const LEADING = 1.25

/** What the figure of a chart shows. @param views of one axis, drawn above each other; only the last has its ticks and name */
export function chartFigure(
  views: readonly ChartView[],
  words: { readonly title: string; readonly caption: string },
  options: FigureOptions,
  measure: MeasureText,
): FigureContent {
  const colours = COLOURS[options.palette]
  const legend = [...views.flatMap((view) => legendOf(view, colours)), { label: 'kept', kind: 'area', colour: colours.kept } as const]
  return { ...words, legend, draw: (room) => drawAll(views, room, options.fontSize, colours, measure) }
}

/** `nodes, in the order of the page` */
function xTitle({ data, sorted }: Pick<ChartView, 'data' | 'sorted'>): string {
  const subjects = data.per === 'line' ? 'lines of the source' : 'nodes of the page'
  return sorted ? `${subjects}, by value` : `${subjects}, in order`
}

const clusterFill = (rank: number, count: number, colours: FigureColours): string =>
  colours.clusters[count <= 1 ? 2 : Math.round(((colours.clusters.length - 1) * rank) / (count - 1))] ?? colours.text

function legendOf({ data, first = 0 }: ChartView, colours: FigureColours): LegendKey[] {
  const keys: LegendKey[] = data.series.flatMap((series, i): LegendKey[] => {
    if (i === 0 && data.cluster)
      return Array.from({ length: data.clusters }, (_, c) => ({
        label: `cluster ${c + 1}`,
        kind: 'area',
        colour: clusterFill(c, data.clusters, colours),
      }))
    const colour = colours.series[(first + i) % colours.series.length] ?? colours.text
    return [
      {
        label: series.label,
        kind: i === 0 ? 'area' : 'line',
        colour,
        dash: colours.dashes[i] ?? '',
        ...(i === 0 ? { opacity: 0.35 } : {}),
      },
    ]
  })
  if (data.threshold !== null)
    keys.push({
      label: `threshold ${formatMeasure(data.threshold, data.series[0].share)}`,
      kind: 'line',
      colour: colours.threshold,
      dash: '4 2',
    })
  return keys
}

const tickTexts = ({ data, scale }: ChartView): string[] => scale.ticks.map((tick) => tickText(scale.invert(tick), data.series[0].share))

/** All views, plots equally high and their axes above each other. */
function drawAll(views: readonly ChartView[], room: DrawingRoom, size: number, colours: FigureColours, measure: MeasureText): string {
  const left = size * 1.5 + Math.max(0, ...views.flatMap(tickTexts).map((text) => measure(text, size))) + TICK + 2
  const bottom = STRIP + 3 + TICK + size * 2.8
  const top = size * 0.4
  const gap = size * 1.4
  const height = Math.max(10, (room.height - top - bottom - gap * (views.length - 1)) / views.length)
  const width = Math.max(10, room.width - left - size)
  return views
    .map((view, i) => {
      const box = { left, top: top + i * (height + gap), width, height }
      return draw(view, box, i === views.length - 1, size, colours, measure)
    })
    .join('')
}

/** One view in its place. @param ownAxis whether the axis below has its ticks, its name and the strip of what was kept here */
function draw(view: ChartView, box: PlotBox, ownAxis: boolean, size: number, colours: FigureColours, measure: MeasureText): string {
  const { data, axis, window, scale, across } = view
  const { left, top, width, height } = box
  const yTexts = tickTexts(view)
  const span = Math.max(1, window.to - window.from)
  const x = (position: number): number => left + ((position - window.from) / span) * width
  const y = (value: number): number => top + height - ((value - scale.min) / Math.max(1e-12, scale.max - scale.min)) * height
  const parts: string[] = []

  let lastTick = Number.POSITIVE_INFINITY
  scale.ticks.forEach((tick, i) => {
    parts.push(
      `<path d="M${n(left)} ${n(y(tick))}h${n(width)}" stroke="${colours.grid}" stroke-width="0.4"/>`,
      `<path d="M${n(left)} ${n(y(tick))}h-${TICK}" stroke="${colours.line}" stroke-width="0.5"/>`,
    )
    const at = y(tick)
    if (Math.abs(at - lastTick) < size * LEADING) return
    lastTick = at
    parts.push(`<text x="${n(left - TICK - 1.5)}" y="${n(at + size * 0.35)}" text-anchor="end">${escapeHtml(yTexts[i] ?? '')}</text>`)
  })

  parts.push(across ? scatterMarks(view, across, box, colours) : pathMarks(view, box, colours))

  if (data.threshold !== null) {
    const at = yOf(scale, box, data.threshold)
    parts.push(`<path d="M${n(left)} ${n(at)}h${n(width)}" stroke="${colours.threshold}" stroke-width="0.8" stroke-dasharray="4 2"/>`)
  }
  const floor = top + height
  parts.push(`<path d="M${n(left)} ${n(top)}V${n(floor)}H${n(left + width)}" fill="none" stroke="${colours.line}" stroke-width="0.5"/>`)
  const yName = axisName(
    [measureName(data.series[0]), data.series[0].label],
    box,
    top < size ? 0 : top,
    ownAxis ? floor + STRIP + 3 + TICK + size : floor,
    size,
    measure,
  )
  if (!ownAxis) return [...parts, yName].join('')
  const count = Math.min(Math.floor(width * FINER), span)
  if (!across)
    for (const [from, to] of markedRuns(axis, window, count, (subject) => data.isKept(subject))) {
      const start = x(binStart(window, count, from))
      const end = x(to >= count ? window.to : binStart(window, count, to))
      parts.push(
        `<rect x="${n(start)}" y="${n(floor + 2)}" width="${n(Math.max(0.3, end - start))}" height="${STRIP}" fill="${colours.kept}"/>`,
      )
    }
  const under = floor + STRIP + 3
  const marks = across
    ? across.scale.ticks.map((tick) => ({
        at: left + ((tick - across.scale.min) / (across.scale.max - across.scale.min || 1)) * width,
        text: tickText(across.scale.invert(tick), across.series.share),
      }))
    : xTicks(window).map((tick) => ({ at: x(tick), text: formatNumber(tick) }))
  const right = left + width + size
  /** The middle of a text of this width that stays inside. */
  const inside = (at: number, wide: number): number => Math.max(wide / 2, Math.min(at, right - wide / 2))
  let written = Number.NEGATIVE_INFINITY
  for (const { at, text } of marks) {
    parts.push(`<path d="M${n(at)} ${n(under)}v${TICK}" stroke="${colours.line}" stroke-width="0.5"/>`)
    const wide = measure(text, size)
    const middle = inside(at, wide)
    if (middle - wide / 2 < written + size * 0.5) continue
    written = middle + wide / 2
    parts.push(`<text x="${n(middle)}" y="${n(under + TICK + size)}" text-anchor="middle">${escapeHtml(text)}</text>`)
  }
  const name = across ? measureName(across.series) : xTitle(view)
  const own = fittingSize(name, right, size, measure)
  parts.push(
    `<text x="${n(inside(left + width / 2, measure(name, own)))}" y="${n(under + TICK + size * 2.3)}" text-anchor="middle"${own < size ? ` font-size="${n(own)}"` : ''}>${escapeHtml(name)}</text>`,
    yName,
  )
  return parts.join('')
}

/** The upright axis's name between two heights, in the middle of the axis if it can: the longest that has room; one that has none is set smaller. */
function axisName(
  names: readonly string[],
  { left, top, height }: PlotBox,
  from: number,
  to: number,
  size: number,
  measure: MeasureText,
): string {
  const room = to - from
  const name = names.find((text) => measure(text, size) <= room) ?? names.at(-1) ?? ''
  const own = fittingSize(name, room, size, measure)
  const half = measure(name, own) / 2
  const middle = Math.max(from + half, Math.min(top + height / 2, to - half))
  const x = Math.min(size * 0.9, left)
  return `<text transform="translate(${n(x)} ${n(middle)}) rotate(-90)" text-anchor="middle" font-size="${n(own)}">${escapeHtml(name)}</text>`
}

/** The series as stepped lines, the first as an area; clusters as areas. */
function pathMarks({ data, axis, window, scale, first = 0 }: ChartView, box: PlotBox, colours: FigureColours): string {
  // Drawn finer than a point, and reduced.
  const fine = { left: box.left * FINER, top: box.top * FINER, width: Math.floor(box.width * FINER), height: box.height * FINER }
  const { lines, area, clusters } = plotPaths(data, axis, window, scale, fine)
  const main = colours.series[first % colours.series.length] ?? colours.text
  const marks = [
    area === '' ? '' : `<path d="${area}" fill="${main}" fill-opacity="0.35"/>`,
    ...clusters.map((path, rank) => `<path d="${path}" fill="${clusterFill(rank, data.clusters, colours)}"/>`),
    ...lines.map((path, i) => {
      if (path === null) return ''
      const dash = colours.dashes[i] ? ` stroke-dasharray="${colours.dashes[i]}"` : ''
      const colour = colours.series[(first + i) % colours.series.length] ?? colours.text
      return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${(i === 0 ? 0.6 : 0.8) * FINER}"${dash}/>`
    }),
  ]
  return `<g transform="scale(${1 / FINER})">${marks.join('')}</g>`
}

/** The subjects as points, those that are kept with an edge. */
function scatterMarks(
  { data, axis, scale }: ChartView,
  { series, scale: acrossScale }: NonNullable<ChartView['across']>,
  box: PlotBox,
  colours: FigureColours,
): string {
  const { subject, x, y } = pointsOf({ data, across: series, axis, scale, acrossScale }, box)
  return Array.from(subject, (s, i) => {
    const fill = data.cluster ? clusterFill(data.cluster[s] ?? 0, data.clusters, colours) : (colours.series[0] ?? colours.text)
    const edge = data.isKept(s) ? ` stroke="${colours.kept}" stroke-width="0.6"` : ''
    return `<circle cx="${n(x[i] ?? 0)}" cy="${n(y[i] ?? 0)}" r="1.4" fill="${fill}" fill-opacity="0.75"${edge}/>`
  }).join('')
}
