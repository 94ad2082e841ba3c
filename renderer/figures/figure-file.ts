import { failure, type Failure } from '../../shared/base/failure'
import type { MeasureText } from '../../shared/scene/scene'
import { fileName, saveFile } from '../components/panel/save-file'
import type { Figure } from './figure-frame'
import { FAMILY, type FigureFormat } from './figure-style'
import type { PageSummary } from '../../shared/contract/capture'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue } from '../../shared/extractors/core/params'
import { paramWords } from '../components/number-format'
import { getState } from '../window/store'

export function settingsWords(info: ExtractorInfo, params: Readonly<Record<string, ParamValue>>): string {
  const usual = presetValues(info.params, 'default')
  const changed = Object.entries(info.params).flatMap(([name, spec]) => {
    const value = params[name]
    return value === undefined || Object.is(value, usual[name]) ? [] : [`${spec.label}: ${paramWords(spec, value)}`]
  })
  return `${info.title} (${changed.length === 0 ? 'default values' : changed.join(', ')})`
}

export function captionOf(page: Pick<PageSummary, 'url' | 'label' | 'title' | 'capturedAt'>, settings: string): string {
  const address = page.url ?? page.label
  const captured = page.capturedAt ? `captured ${page.capturedAt.slice(0, 10)}` : ''
  const made = `Boilerscope ${getState().host?.version ?? ''}, ${new Date().toISOString().slice(0, 10)}`
  return [page.title, address === page.title ? '' : address, captured, settings, made].filter(Boolean).join(' · ')
}

const DOTS_PER_INCH = 300
const MOST_PIXELS_PER_SIDE = 16_000

export const dataUrl = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

export async function saveFigure({ svg, width, height }: Figure, format: FigureFormat, title: string): Promise<Failure | null> {
  if (format === 'svg') {
    saveFile(fileName(title, 'svg'), `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`, 'image/svg+xml')
    return null
  }
  const scale = Math.min(DOTS_PER_INCH / 25.4, MOST_PIXELS_PER_SIDE / Math.max(width, height))
  const image = new Image()
  image.src = dataUrl(svg)
  const blob = await image.decode().then(
    () => pngOf(image, Math.round(width * scale), Math.round(height * scale)),
    () => null,
  )
  if (!blob) return failure('figure.too-large', 'The browser could not draw a picture of this size.', 'Choose a smaller size, or SVG.')
  saveFile(fileName(title, 'png'), blob)
  return null
}

export function pngOf(image: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

let context: CanvasRenderingContext2D | null = null

export const measureText: MeasureText = (text, size, weight = 400) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * size * 0.55
  context.font = `${weight} 100px ${FAMILY}`
  return (context.measureText(text).width * size) / 100
}
