/** Writes scenes to files: SVG, from which PNG and video frames are made. */
import { escapeXml } from '../base/escape'
import type { StyleOf, Shape } from './scene'

/** A number with two decimals at most. */
export const n = (value: number): string => String(Number(value.toFixed(2)))

const hyphened = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Writes a tag with attributes in React's spelling. Omits undefined attributes; numbers have at most two decimals. */
export function tag(name: string, attributes: Readonly<Record<string, string | number | undefined>>, inner = ''): string {
  let written = ''
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) written += ` ${hyphened(key)}="${typeof value === 'number' ? n(value) : escapeXml(value)}"`
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`
}

/** A text with its attributes; empty without letters. */
export const textTag = (text: string, attributes: Parameters<typeof tag>[1]): string =>
  text === '' ? '' : tag('text', attributes, escapeXml(text))

/** Writes shapes as SVG, one after the other. */
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
