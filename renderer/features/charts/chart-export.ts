/** Takes a drawn chart, or its data, out of the window as a file. */
import { csvField } from '../../../shared/base/csv'
import { excerpt } from '../../../shared/explain/node-label'
import type { Axis } from './binning'
import type { ChartData } from './chart-data'
import { MARGIN } from './plot'

const PAINT = [
  'fill',
  'stroke',
  'fill-opacity',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'text-anchor',
  'opacity',
] as const

const SVG = 'http://www.w3.org/2000/svg'
/** Pixels above the drawing for its title. */
const TITLE = 24

/** A copy of an element with its colours resolved, so that it looks the same without our style sheet. */
function painted(element: SVGElement): SVGElement {
  const copy = element.cloneNode(true) as SVGElement
  const from = [element, ...element.querySelectorAll('*')]
  const to = [copy, ...copy.querySelectorAll('*')]
  from.forEach((original, i) => {
    const style = getComputedStyle(original)
    for (const property of PAINT) {
      const value = style.getPropertyValue(property)
      if (value !== '') to[i]?.setAttribute(property, value)
    }
    to[i]?.removeAttribute('style')
    to[i]?.removeAttribute('class')
  })
  return copy
}

function make(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.textContent = text
  return element
}

/**
 * The drawing as a self-contained SVG with its title.
 * @param strip the strip of what is kept, which lies over the drawing
 */
export function svgText(svg: SVGSVGElement, strip: SVGSVGElement | null, title: string): string {
  const width = svg.width.baseVal.value
  const height = svg.height.baseVal.value
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback
  const root = make('svg', { xmlns: SVG, width, height: height + TITLE, viewBox: `0 0 ${width} ${height + TITLE}` })
  root.append(make('title', {}, title), make('rect', { width, height: height + TITLE, fill: colour('--surface-0', '#fff') }))
  root.append(
    make(
      'text',
      { x: MARGIN.left, y: 16, 'font-size': 13, 'font-family': style.fontFamily || 'sans-serif', fill: colour('--text', '#000') },
      title,
    ),
  )
  const drawing = painted(svg)
  drawing.setAttribute('y', String(TITLE))
  root.append(drawing)
  if (strip) {
    const marks = painted(strip)
    marks.setAttribute('x', String(MARGIN.left))
    marks.setAttribute('y', String(TITLE + height - MARGIN.bottom + 1))
    root.append(marks)
  }
  return new XMLSerializer().serializeToString(root)
}

/** The drawing as PNG at twice its size. @throws Error where the browser cannot draw it. */
export async function pngBlob(svg: SVGSVGElement, strip: SVGSVGElement | null, title: string): Promise<Blob> {
  const image = new Image()
  // A data address needs no entry in the content security policy beyond images.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg, strip, title))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = svg.width.baseVal.value * 2
  canvas.height = (svg.height.baseVal.value + TITLE) * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser could not draw the picture.'))), 'image/png')
  })
}

/** Every value of the chart as CSV (RFC 4180), in the order drawn. */
export function csvText(data: ChartData, axis: Axis): string {
  const rows = [
    ['position', data.per, ...data.series.map((s) => s.id), ...(data.cluster ? ['cluster'] : []), 'kept', 'text'].map(csvField).join(','),
  ]
  axis.subject.forEach((subject, position) => {
    const values = data.series.map((s) => {
      const v = s.values[subject] as number
      return Number.isNaN(v) ? '' : String(v)
    })
    const cluster = data.cluster ? [String(data.cluster[subject])] : []
    const line = data.per === 'line' ? subject + 1 : subject
    rows.push(
      [
        String(position),
        String(line),
        ...values,
        ...cluster,
        data.isKept(subject) ? '1' : '0',
        csvField(excerpt(data.textOf(subject), 160)),
      ].join(','),
    )
  })
  return `${rows.join('\r\n')}\r\n`
}
