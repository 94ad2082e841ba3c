/** Takes a drawn chart, or its data, out of the window as a file. */
import { excerpt } from '../../../shared/explain/node-label'
import type { Axis } from './binning'
import type { ChartData } from './chart-data'

const PAINT = ['fill', 'stroke', 'fill-opacity', 'stroke-opacity', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'text-anchor', 'opacity'] as const

/** The drawing as a self-contained SVG: colours are resolved, so that it looks the same without our style sheet. */
export function svgText(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const from = [svg, ...svg.querySelectorAll('*')]
  const to = [copy, ...copy.querySelectorAll('*')]
  from.forEach((element, i) => {
    const style = getComputedStyle(element)
    for (const property of PAINT) {
      const value = style.getPropertyValue(property)
      if (value !== '') to[i]?.setAttribute(property, value)
    }
    to[i]?.removeAttribute('style')
    to[i]?.removeAttribute('class')
  })
  const width = svg.width.baseVal.value
  const height = svg.height.baseVal.value
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  background.setAttribute('width', String(width))
  background.setAttribute('height', String(height))
  background.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--surface-0').trim() || '#fff')
  copy.prepend(background)
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title')
  name.textContent = title
  copy.prepend(name)
  return new XMLSerializer().serializeToString(copy)
}

/** The drawing as PNG at twice its size. @throws Error where the browser cannot draw it. */
export async function pngBlob(svg: SVGSVGElement, title: string): Promise<Blob> {
  const image = new Image()
  // A data address needs no entry in the content security policy beyond images.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg, title))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = svg.width.baseVal.value * 2
  canvas.height = svg.height.baseVal.value * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser could not draw the picture.'))), 'image/png')
  })
}

/** Every value of the chart as CSV (RFC 4180), in the order drawn. */
export function csvText(data: ChartData, axis: Axis): string {
  const rows = [['position', data.per, ...data.series.map((s) => s.id), ...(data.cluster ? ['cluster'] : []), 'kept', 'text'].map(quote).join(',')]
  axis.subject.forEach((subject, position) => {
    const values = data.series.map((s) => {
      const v = s.values[subject] as number
      return Number.isNaN(v) ? '' : String(v)
    })
    const cluster = data.cluster ? [String(data.cluster[subject])] : []
    const line = data.per === 'line' ? subject + 1 : subject
    rows.push([String(position), String(line), ...values, ...cluster, data.isKept(subject) ? '1' : '0', quote(excerpt(data.textOf(subject), 160))].join(','))
  })
  return `${rows.join('\r\n')}\r\n`
}

/** Quotes a field; a leading sign of a formula is disarmed for spreadsheets. */
function quote(field: string): string {
  const safe = /^[=+\-@\t]/.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
