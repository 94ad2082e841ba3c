/** The bundled font of figures: put into each file, so that it looks the same everywhere. */
import type { MeasureText } from '../../shared/scene/scene'
import interFile from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { FAMILIES, type FigureFont } from './figure-style'

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
