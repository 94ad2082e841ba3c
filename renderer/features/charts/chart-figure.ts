import { type MeasureText, svgOf } from '../../../shared/scene/scene'
import { formatMeasure } from '../../components/number-format'
import { drawingWidth, type DrawingRoom, type DrawingStyle, type FigureContent, type LegendKey } from '../../figures/figure-frame'
import { clusterColour, COLOURS, figureStyles, seriesColour, type FigureColours, type FigureOptions } from '../../figures/figure-style'
import { axisHeight, chartShapes, noteOfColumns, tickTexts, type ChartView } from './chart-scene'

const TICK_POINTS = 2.5
const FINE = 2

export function chartFigure(
  views: readonly ChartView[],
  words: { readonly title: string; readonly caption: string },
  options: FigureOptions,
  measure: MeasureText,
): FigureContent {
  const colours = COLOURS[options.theme]
  const legend = [...views.flatMap((view) => legendOf(view, colours)), { label: 'kept', kind: 'area', colour: colours.kept } as const]
  const style = { size: options.fontSize, colours, measure }
  const main = views.at(-1)
  const columns = sidesOf(views, drawingWidth(options), style).width * FINE
  const caption = [words.caption, main ? noteOfColumns(main, columns) : ''].filter(Boolean).join(' · ')
  return { ...words, caption, legend, draw: (room) => drawAll(views, room, style) }
}

function legendOf({ data, first = 0 }: ChartView, colours: FigureColours): LegendKey[] {
  const keys: LegendKey[] = data.series.flatMap((series, i): LegendKey[] => {
    if (i === 0 && data.cluster)
      return Array.from({ length: data.clusters }, (_, c) => ({
        label: `cluster ${c + 1}`,
        kind: 'area',
        colour: clusterColour(colours, c, data.clusters),
      }))
    const colour = seriesColour(colours, first + i)
    if (i === 0) return [{ label: series.label, kind: 'area', colour, opacity: 0.35 }]
    return [{ label: series.label, kind: 'line', colour }]
  })
  if (data.threshold === null) return keys
  const label = `threshold ${formatMeasure(data.threshold, data.series[0].share)}`
  return [...keys, { label, kind: 'line', colour: colours.threshold, dash: '4 2' }]
}

function sidesOf(views: readonly ChartView[], room: number, { size, measure }: DrawingStyle) {
  const left = size * 1.5 + Math.max(0, ...views.flatMap(tickTexts).map((text) => measure(text, size))) + TICK_POINTS + 2
  return { left, width: Math.max(10, room - left - size) }
}

function drawAll(views: readonly ChartView[], room: DrawingRoom, style: DrawingStyle): string {
  const { size, colours, measure } = style
  const { left, width } = sidesOf(views, room.width, style)
  const bottom = axisHeight(size, TICK_POINTS)
  const top = size * 0.4
  const gap = size * 1.4
  const height = Math.max(10, (room.height - top - bottom - gap * (views.length - 1)) / views.length)
  const styleOf = figureStyles(colours)
  return views
    .map((view, i) => {
      const box = { left, top: top + i * (height + gap), width, height }
      const ownAxis = i === views.length - 1
      const nameTo = box.top + height + (ownAxis ? bottom - size * 1.8 : 0)
      const nameFrom = i === 0 ? 0 : box.top
      const place = { box, size, measure, ownAxis, nameFrom, nameTo, smallest: 0, tick: TICK_POINTS, fine: FINE }
      return svgOf(chartShapes(view, place), styleOf)
    })
    .join('')
}
