/** A picture as data: shapes with roles. The window and the writers of figure files choose a style per role. */
import { escapeXml } from '../base/escape'

export const n = (value: number): string => String(Number(value.toFixed(2)))

const hyphened = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Writes a tag. Attribute names are in React's spelling, such as `strokeWidth`. */
export function tag(name: string, attributes: Readonly<Record<string, string | number | undefined>>, inner = ''): string {
  let written = ''
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) written += ` ${hyphened(key)}="${typeof value === 'number' ? n(value) : escapeXml(value)}"`
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`
}

export const textTag = (text: string, attributes: Parameters<typeof tag>[1]): string =>
  text === '' ? '' : tag('text', attributes, escapeXml(text))

export function svgOf(shapes: readonly Shape[], styleOf: StyleOf): string {
  return shapes.map((shape) => paint(shape, styleOf)).join('')
}

function paint(shape: Shape, styleOf: StyleOf): string {
  const style = styleOf(shape)
  switch (shape.type) {
    case 'line':
      return tag('path', { d: `M${n(shape.x1)} ${n(shape.y1)}L${n(shape.x2)} ${n(shape.y2)}`, fill: 'none', ...style })
    case 'path':
      return shape.d === '' ? '' : tag('path', { d: shape.d, ...style })
    case 'circle':
      return tag('circle', { cx: shape.x, cy: shape.y, r: shape.r, ...style })
    case 'text': {
      const { x, y, anchor, size, text, isUpright } = shape
      const place = isUpright ? { transform: `translate(${n(x)} ${n(y)}) rotate(-90)` } : { x, y }
      return tag('text', { ...place, textAnchor: anchor, fontSize: size, ...style }, escapeXml(text))
    }
    case 'group':
      return tag('g', { transform: `translate(${n(shape.x)} ${n(shape.y)})` }, svgOf(shape.shapes, styleOf))
  }
}

export type ShapeRole =
  | 'axis'
  | 'grid'
  | 'tick'
  | 'name'
  | 'behind'
  | 'area'
  | 'series'
  | 'column'
  | 'kept'
  | 'cluster'
  | 'point'
  | 'current'
  | 'threshold'
  | 'window'
  | 'trail'
  | 'way'
  | 'curve'
  | 'centre'
  | 'level'
  | 'paper'

export interface Marked {
  readonly role: ShapeRole
  /** Index of a series; or rank of a cluster among `ranks` clusters, lowest first. */
  readonly rank?: number
  readonly ranks?: number
  readonly isKept?: boolean
}

export type Anchor = 'start' | 'middle' | 'end'

/** Coordinates are in pixels in the window, and in points in a figure. */
export type Shape =
  | (Marked & { readonly type: 'line'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number })
  | (Marked & { readonly type: 'path'; readonly d: string })
  | (Marked & { readonly type: 'circle'; readonly x: number; readonly y: number; readonly r: number })
  | (Marked & {
      readonly type: 'text'
      readonly x: number
      readonly y: number
      readonly anchor: Anchor
      readonly text: string
      readonly size?: number
      readonly isUpright?: boolean
      /** The whole text, if `text` is cut. */
      readonly whole?: string
    })
  | (Marked & { readonly type: 'group'; readonly x: number; readonly y: number; readonly shapes: readonly Shape[] })

export type Rect = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

type ShapeStyle = Readonly<
  Partial<
    Record<'fill' | 'paintOrder' | 'stroke' | 'strokeDasharray', string> &
      Record<'fillOpacity' | 'fontWeight' | 'strokeOpacity' | 'strokeWidth', number>
  >
>

export type StyleOf = (shape: Shape) => ShapeStyle

type StyleByShape = ShapeStyle | ((shape: Shape) => ShapeStyle)

/** Returns a function that reads a table of styles by role. A text of role r has the style `text r`; if missing, the style `text`. */
export function styleOfTable(
  table: Readonly<Partial<Record<ShapeRole | `text ${ShapeRole}`, StyleByShape>>> & { readonly text: ShapeStyle },
): StyleOf {
  return (shape) => {
    const style = shape.type === 'text' ? (table[`text ${shape.role}`] ?? table.text) : (table[shape.role] ?? {})
    return typeof style === 'function' ? style(shape) : style
  }
}

export type MeasureText = (text: string, size: number, weight?: number) => number

/** Returns the index of a cluster's colour: 0 for the lowest cluster, `steps` − 1 for the highest cluster, `alone` for a single cluster. */
export const clusterStep = (rank: number, ranks: number, steps: number, alone: number): number =>
  ranks <= 1 ? alone : Math.round(((steps - 1) * rank) / (ranks - 1))

export const round = (value: number): number => Math.round(value * 10) / 10

export const dot = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** Returns a grid line per tick of the vertical axis, and a label per tick. Omits a label that would overlap the previous label. */
export function upwardAxis(
  ticks: readonly { readonly at: number; readonly text: string }[],
  { left, right, size }: { readonly left: number; readonly right: number; readonly size: number },
  room: number,
): Shape[] {
  let written = Number.POSITIVE_INFINITY
  return ticks.flatMap(({ at, text }): Shape[] => {
    const line: Shape = { type: 'line', role: 'grid', x1: left, y1: at, x2: right, y2: at }
    if (Math.abs(at - written) < size * 1.2) return [line]
    written = at
    return [line, { type: 'text', role: 'tick', x: left - room, y: round(at + size * 0.35), anchor: 'end', text }]
  })
}
