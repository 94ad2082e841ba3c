/** The bundled font of figures: put into each file, so that it looks the same everywhere. */
import interFile from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { FAMILIES, type FigureFont, type MeasureText } from './figure-style'

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
  return (text, size) => {
    if (!drawn) return text.length * size * 0.55
    drawn.font = `100px ${FAMILIES[font]}`
    return (drawn.measureText(text).width * size) / 100
  }
}
