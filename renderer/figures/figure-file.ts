/** A figure as a file. */
import interFile from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { failure, type Failure } from '../../shared/base/failure'
import type { MeasureText } from '../../shared/scene/scene'
import { fileName, saveFile } from '../components/panel/save-file'
import { call } from '../window/host/host'
import type { Figure } from './figure-frame'
import { type FigureFormat, FAMILIES, type FigureFont } from './figure-style'

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

const BUNDLED: Readonly<Partial<Record<FigureFont, { readonly name: string; readonly file: string }>>> = {
  inter: { name: 'Inter', file: interFile },
}

const known = new Map<FigureFont, Promise<string>>()

/** Bytes as base64; in pieces, for a call takes only so many arguments. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text)
}

/** Rules that bring a font along; empty for a font of the system. From then on `measureText` knows the font. */
export function fontRules(font: FigureFont): Promise<string> {
  const bundled = BUNDLED[font]
  if (!bundled) return Promise.resolve('')
  let rules = known.get(font)
  if (!rules) {
    rules = fetch(bundled.file)
      .then((answer) => answer.arrayBuffer())
      .then(async (buffer) => {
        const face = new FontFace(bundled.name, buffer, { weight: '100 900' })
        document.fonts.add(await face.load())
        const source = `data:font/woff2;base64,${base64Of(new Uint8Array(buffer))}`
        return `@font-face{font-family:'${bundled.name}';font-weight:100 900;src:url(${source}) format('woff2')}`
      })
      // Without it the next of its family is drawn.
      .catch(() => '')
    known.set(font, rules)
  }
  return rules
}

let context: CanvasRenderingContext2D | null = null

/** Measures texts as the browser draws them. */
export function measureIn(font: FigureFont): MeasureText {
  context ??= document.createElement('canvas').getContext('2d')
  const drawn = context
  return (text, size, weight = 400) => {
    if (!drawn) return text.length * size * 0.55
    drawn.font = `${weight} 100px ${FAMILIES[font]}`
    return (drawn.measureText(text).width * size) / 100
  }
}

/** What a machine may have for the fonts that are asked for, where it has none of them. */
const FALLBACKS = ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono', 'Noto Sans', 'Noto Serif', 'Noto Sans Mono', 'Nimbus Sans']
const LETTERS = 'Hamburgefonstiv 0123456789 (λ: 1.5) WMil'

/** The name of the font that this machine draws, measures and embeds for one that is asked for; null where it is none that is known. */
export async function drawnFont(font: FigureFont): Promise<string | null> {
  const bundled = BUNDLED[font]
  if (bundled) return (await fontRules(font)) === '' ? null : bundled.name
  const wanted = [...FAMILIES[font].matchAll(/'([^']+)'|([A-Z]\w+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const wide = measureIn(font)(LETTERS, 100)
  for (const name of [...wanted, ...FALLBACKS]) {
    try {
      // Only a font that the machine really has; another of the same family is no substitute.
      await new FontFace('asked', `local('${name}')`).load()
    } catch {
      continue
    }
    if (!context) return null
    context.font = `100px '${name}'`
    if (Math.abs(context.measureText(LETTERS).width - wide) < 0.01) return name
  }
  return null
}
