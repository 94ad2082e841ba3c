import { type MeasureText, n, type Rect, tag, textTag } from '../../shared/scene/scene'
import { escapeXml } from '../../shared/base/escape'
import { BOLD, COLOURS, FAMILY, fittingSize, POINTS, wrapText, type FigureColours, type FigureOptions } from './figure-style'

export type DrawingRoom = Pick<Rect, 'width' | 'height'>

export interface DrawingStyle {
  /** Size of the type, in points. */
  readonly size: number
  readonly measure: MeasureText
  readonly colours: FigureColours
}

export interface LegendKey {
  readonly label: string
  readonly kind: 'area' | 'line' | 'mark'
  readonly mark?: string
  readonly colour: string
  readonly dash?: string
  readonly opacity?: number
}

export interface FigureContent {
  readonly title: string
  readonly caption: string
  readonly legend: readonly LegendKey[]
  /** Returns SVG. The top left corner of the room is at 0, 0. */
  readonly draw: (room: DrawingRoom) => string
  /** Height of the drawing in points for a width in points. Sets the height of the figure. */
  readonly ownHeight?: (width: number) => number
}

const LINE_HEIGHT = 1.35
const MARGIN = 4
const LEAST_DRAWING = 12

export const drawingWidth = ({ width }: Pick<FigureOptions, 'width'>): number => width * POINTS - 2 * MARGIN

export type Figure = ReturnType<typeof composeFigure>

/** Sizes are in millimetres. The SVG's coordinates are in points. Texts stay text elements. */
export function composeFigure(content: FigureContent, options: FigureOptions, measure: MeasureText) {
  const width = options.width * POINTS
  const inner = drawingWidth(options)
  const size = options.fontSize
  const colours = COLOURS[options.theme]
  const line = size * LINE_HEIGHT
  const titles = options.title ? wrapText(content.title, { width: inner, size: size * 1.15, weight: BOLD }, measure) : []
  const captions = options.caption ? wrapText(content.caption, { width: inner, size: size * 0.9 }, measure) : []
  const legend = legendRows(content.legend, inner, size, measure)
  const above = MARGIN + titles.length * line * 1.15 + legend.length * line + (legend.length > 0 ? size * 0.4 : 0)
  const below = MARGIN + (captions.length > 0 ? captions.length * line * 0.9 + size * 0.5 : 0)
  const needed = content.ownHeight?.(inner)
  const room = { width: inner, height: Math.max(20, needed ?? Math.max(size * LEAST_DRAWING, options.height * POINTS - above - below)) }
  const height = above + room.height + below
  const parts: string[] = []
  let y = MARGIN
  for (const text of titles) {
    y += line * 1.15
    parts.push(textTag(text, { x: MARGIN, y: y - size * 0.35, fontSize: size * 1.15, fontWeight: BOLD }))
  }
  for (const row of legend) {
    y += line
    for (const { key, x, type } of row) parts.push(legendKey(key, type, { x: MARGIN + x, y: y - size * 0.35, size }))
  }
  parts.push(tag('g', { transform: `translate(${MARGIN} ${n(above)})` }, content.draw(room)))
  y = above + room.height + size * 0.5
  for (const text of captions) {
    y += line * 0.9
    parts.push(textTag(text, { x: MARGIN, y: y - size * 0.3, fontSize: size * 0.9 }))
  }
  const millimetres = height / POINTS
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(options.width)}mm" height="${n(millimetres)}mm" viewBox="0 0 ${n(width)} ${n(height)}" ` +
    `font-family="${FAMILY}" font-size="${n(size)}" fill="${colours.text}">` +
    `<title>${escapeXml(content.title)}</title>` +
    `<rect width="${n(width)}" height="${n(height)}" fill="${colours.paper}"/>${parts.join('')}</svg>`
  return { svg, width: options.width, height: millimetres }
}

function legendRows(keys: readonly LegendKey[], width: number, size: number, measure: MeasureText) {
  const rows: { readonly key: LegendKey; readonly x: number; readonly type: number }[][] = []
  let x = 0
  for (const key of keys) {
    const type = fittingSize(key.label, width - size * 2, size, measure)
    const wide = size * 2 + measure(key.label, type) + size * 1.4
    if (rows.length === 0 || x + wide - size * 1.4 > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ key, x, type })
    x += wide
  }
  return rows
}

function legendKey(key: LegendKey, type: number, { x, y, size }: Readonly<Record<'x' | 'y' | 'size', number>>): string {
  const { label, kind, mark = '', colour, dash, opacity = 1 } = key
  const middle = y - size * 0.32
  const stroke = (top: number, strokeDasharray?: string): string =>
    tag('path', { d: `M${n(x)} ${n(top)}h${n(size * 1.5)}`, stroke: colour, strokeWidth: 1, fill: 'none', strokeDasharray })
  const block = { x, y: middle - size * 0.3, width: size * 1.5, height: size * 0.6, fill: colour, fillOpacity: opacity }
  const signs = {
    mark: () => textTag(mark, { x: x + size * 0.75, y, textAnchor: 'middle', fill: colour }),
    area: () => tag('rect', block) + (opacity < 1 ? stroke(block.y) : ''),
    line: () => stroke(middle, dash === '' ? undefined : dash),
  }
  return signs[kind]() + textTag(label, { x: x + size * 2, y, fontSize: type < size ? type : undefined })
}
