/** A figure as a file. */
import { failure, type Failure } from '../../shared/base/failure'
import { fileName, saveFile } from '../components/panel/save-file'
import { call } from '../window/host/host'
import type { Figure } from './figure-frame'
import type { FigureFormat } from './figure-style'

/** Dots an inch of a PNG: what printers ask for. */
const DOTS = 300
/** Pixels on a side beyond which browsers draw nothing. */
const MOST_PIXELS = 16_000

export const dataUrl = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** Saves a figure. @returns what went wrong; null where it is saved */
export async function saveFigure(figure: Figure, format: FigureFormat, title: string, signal: AbortSignal): Promise<Failure | null> {
  const { svg, width, height } = figure
  if (format === 'svg') {
    saveFile(fileName(title, 'svg'), `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`, 'image/svg+xml')
    return null
  }
  if (format === 'pdf') {
    const answer = await call('figure.pdf', { svg, width, height }, { signal })
    if (!answer.ok) return answer.failure
    saveFile(fileName(title, 'pdf'), new Blob([new Uint8Array(answer.value)], { type: 'application/pdf' }))
    return null
  }
  const blob = await pngOf(figure)
  if (!blob) return failure('figure.too-large', 'The browser could not draw a picture of this size.', 'Choose a smaller size, or SVG.')
  saveFile(fileName(title, 'png'), blob)
  return null
}

async function pngOf({ svg, width, height }: Figure): Promise<Blob | null> {
  const scale = Math.min(DOTS / 25.4, MOST_PIXELS / Math.max(width, height))
  const image = new Image()
  image.src = dataUrl(svg)
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
