/**
 * A formula as SVG text. The window shows MathML, which only browsers draw: in a drawing program or a typesetting system a figure with
 * MathML inside would be empty. So the MathML is laid out here, by the rules of TeX's Appendix G in short, and its text stays text.
 */
import type { MeasureText } from '../../shared/scene/scene'
import { n } from '../../shared/scene/svg-pen'
import temml from 'temml'
import { escapeXml } from '../../shared/base/escape'

/** A part of a formula: its sizes in points around its baseline, and how it is drawn at a place. */
export interface MathDrawing {
  readonly width: number
  readonly ascent: number
  readonly descent: number
  /** @param y of the baseline */
  readonly draw: (x: number, y: number) => string
}

interface MathNode {
  readonly tag: string
  readonly attributes: string
  readonly text: string
  readonly children: MathNode[]
}

/** Display, text, script, script of script. */
type Level = 0 | 1 | 2 | 3

interface Type {
  readonly size: number
  readonly measure: MeasureText
}

const SHRINK: readonly number[] = [1, 1, 0.72, 0.58]
/** In sizes of type: height of letters, depth below the baseline, height of the line that fractions lie on, its thickness. */
const ASCENT = 0.7
const DESCENT = 0.21
const AXIS = 0.26
const RULE = 0.05
/** Room around the line of a fraction. */
const GAP = 0.16

/** Operators with room on both sides; relations have more of it. */
const BINARY = new Set(['+', '−', '-', '·', '×', '/'])
const RELATION = new Set(['=', '<', '>', '≤', '≥', '∈', '≠', '→', '←', '≈'])
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const unescape = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
    name === undefined ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)) : (ENTITIES[name] ?? whole),
  )

/** Reads well-formed MathML as Temml writes it. */
function readMath(markup: string): MathNode {
  const root: MathNode = { tag: 'mrow', attributes: '', text: '', children: [] }
  const open: MathNode[] = [root]
  for (const [, text, closing, tag = '', attributes = '', empty] of markup.matchAll(/([^<]+)|<(\/)?([\w-]+)([^>]*?)(\/)?>/g)) {
    const parent = open.at(-1) as MathNode
    if (text !== undefined) parent.children.push({ tag: '', attributes: '', text: unescape(text), children: [] })
    else if (closing) {
      if (open.length > 1) open.pop()
    } else {
      const node: MathNode = { tag, attributes, text: '', children: [] }
      parent.children.push(node)
      if (!empty) open.push(node)
    }
  }
  return root
}

const textOf = (node: MathNode): string => node.text + node.children.map(textOf).join('')

const EMPTY: MathDrawing = { width: 0, ascent: 0, descent: 0, draw: () => '' }

/** Parts side by side on one baseline. */
function row(parts: readonly MathDrawing[]): MathDrawing {
  if (parts.length === 1) return parts[0] as MathDrawing
  return {
    width: parts.reduce((sum, { width }) => sum + width, 0),
    ascent: Math.max(0, ...parts.map(({ ascent }) => ascent)),
    descent: Math.max(0, ...parts.map(({ descent }) => descent)),
    draw: (x, y) => {
      let at = x
      let drawn = ''
      for (const part of parts) {
        drawn += part.draw(at, y)
        at += part.width
      }
      return drawn
    },
  }
}

const space = (width: number): MathDrawing => ({ ...EMPTY, width })

function glyphs(text: string, size: number, type: Type, italic: boolean): MathDrawing {
  const style = italic ? ' font-style="italic"' : ''
  return {
    width: type.measure(text, size) + (italic ? size * 0.04 : 0),
    ascent: size * ASCENT,
    descent: size * DESCENT,
    draw: (x, y) => `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}"${style}>${escapeXml(text)}</text>`,
  }
}

/** A fence as high as what it is around. */
function fence(text: string, size: number, inner: MathDrawing, type: Type): MathDrawing {
  const middle = size * AXIS
  const half = Math.max(inner.ascent - middle, inner.descent + middle, size * 0.47)
  const stretch = half / (size * 0.47)
  if (stretch < 1.15) return glyphs(text, size, type, false)
  const wide = Math.min(1.5, stretch ** 0.4)
  return {
    width: type.measure(text, size) * wide,
    ascent: middle + half,
    descent: half - middle,
    draw: (x, y) =>
      `<text font-size="${n(size)}" transform="translate(${n(x)} ${n(y - middle)}) scale(${n(wide)} ${n(stretch)}) translate(0 ${n(middle)})">${escapeXml(text)}</text>`,
  }
}

function fraction(above: MathDrawing, below: MathDrawing, size: number): MathDrawing {
  const pad = size * 0.12
  const width = Math.max(above.width, below.width) + 2 * pad
  const axis = size * AXIS
  const gap = size * GAP
  const ascent = axis + gap + above.descent + above.ascent
  const descent = gap - axis + below.ascent + below.descent
  return {
    width: width + 2 * pad,
    ascent,
    descent,
    draw: (x, y) =>
      above.draw(x + pad + (width - above.width) / 2, y - axis - gap - above.descent) +
      below.draw(x + pad + (width - below.width) / 2, y - axis + gap + below.ascent) +
      `<path d="M${n(x + pad)} ${n(y - axis)}h${n(width)}" stroke="currentColor" stroke-width="${n(Math.max(0.35, size * RULE))}"/>`,
  }
}

function scripts(base: MathDrawing, below: MathDrawing | null, above: MathDrawing | null, size: number): MathDrawing {
  const up = Math.max(size * 0.36, base.ascent - size * 0.34)
  const down = Math.max(size * 0.16, base.descent - size * 0.06)
  return {
    width: base.width + Math.max(below?.width ?? 0, above?.width ?? 0) + size * 0.05,
    ascent: Math.max(base.ascent, above ? up + above.ascent : 0),
    descent: Math.max(base.descent, below ? down + below.descent : 0),
    draw: (x, y) =>
      base.draw(x, y) + (below?.draw(x + base.width, y + down) ?? '') + (above?.draw(x + base.width + size * 0.04, y - up) ?? ''),
  }
}

function limits(base: MathDrawing, below: MathDrawing | null, above: MathDrawing | null, size: number): MathDrawing {
  const gap = size * 0.14
  const width = Math.max(base.width, below?.width ?? 0, above?.width ?? 0)
  const middle = (part: MathDrawing, x: number): number => x + (width - part.width) / 2
  return {
    width,
    ascent: base.ascent + (above ? gap + above.ascent + above.descent : 0),
    descent: base.descent + (below ? gap + below.ascent + below.descent : 0),
    draw: (x, y) =>
      base.draw(middle(base, x), y) +
      (below?.draw(middle(below, x), y + base.descent + gap + below.ascent) ?? '') +
      (above?.draw(middle(above, x), y - base.ascent - gap - above.descent) ?? ''),
  }
}

const smaller = (level: Level): Level => Math.min(3, Math.max(2, level + 1)) as Level

function lay(node: MathNode, level: Level, type: Type): MathDrawing {
  const size = type.size * (SHRINK[level] ?? 1)
  const [first, second, third] = node.children
  const child = (part: MathNode | undefined, at: Level): MathDrawing => (part ? lay(part, at, type) : EMPTY)
  switch (node.tag) {
    case '':
      return node.text.trim() === '' ? EMPTY : glyphs(node.text, size, type, false)
    case 'mi': {
      // Slanted letters of Unicode's mathematical block are in few fonts: they are set as letters that slant.
      const text = textOf(node).normalize('NFKC')
      const slanted = text !== textOf(node) || ([...text].length === 1 && /\p{L}/u.test(text))
      return glyphs(text, size, type, slanted && !/mathvariant="normal"/.test(node.attributes))
    }
    case 'mn':
    case 'mtext':
      return glyphs(textOf(node).replaceAll('\u00a0', ' '), size, type, false)
    case 'mspace': {
      const width = /width="([-\d.]+)em"/.exec(node.attributes)?.[1]
      return space(Number(width ?? 0) * size)
    }
    case 'mo':
      return operator(node, level, type)
    case 'mfrac': {
      const inner: Level = level === 0 ? 1 : smaller(level)
      return fraction(child(first, inner), child(second, inner), size)
    }
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover': {
      const isAbove = node.tag === 'msup' || node.tag === 'mover'
      const below = isAbove ? null : child(second, smaller(level))
      const above = isAbove ? child(second, smaller(level)) : third ? child(third, smaller(level)) : null
      return (node.tag.startsWith('ms') ? scripts : limits)(child(first, level), below, above, size)
    }
    case 'menclose': {
      const inner = layRow(node.children, level, type)
      const rise = inner.ascent + size * 0.1
      return {
        ...inner,
        ascent: rise + size * RULE,
        draw: (x, y) =>
          `${inner.draw(x, y)}<path d="M${n(x)} ${n(y - rise)}h${n(inner.width)}" stroke="currentColor" stroke-width="${n(Math.max(0.35, size * RULE))}"/>`,
      }
    }
    default:
      return layRow(node.children, level, type)
  }
}

function operator(node: MathNode, level: Level, type: Type): MathDrawing {
  const size = type.size * (SHRINK[level] ?? 1)
  // The dot of a product is in every font as the one in the middle of a line.
  const text = textOf(node)
    .replace('⋅', '·')
    .replace(/[\u2061-\u2064]/g, '')
  if (text === '') return EMPTY
  if (/[∑∏∫]/.test(text)) {
    const large = glyphs(text, size * (level === 0 ? 1.6 : 1.15), type, false)
    const sink = size * (level === 0 ? 0.25 : 0.08)
    return { ...large, ascent: large.ascent - sink, descent: sink + size * 0.12, draw: (x, y) => large.draw(x, y + sink) }
  }
  const drawn = glyphs(text, size, type, false)
  if (/form="prefix"|fence="true"|lspace="0/.test(node.attributes) || level > 1) return drawn
  if (text === ',') return row([drawn, space(size * 0.17)])
  const room = space(size * (BINARY.has(text) ? 0.2 : RELATION.has(text) ? 0.28 : 0))
  return row([room, drawn, room])
}

const isFence = (node: MathNode, form: string): boolean =>
  node.tag === 'mo' && node.attributes.includes('stretchy="true"') && node.attributes.includes(`form="${form}"`)

const isApplied = (node: MathNode | undefined): boolean => node?.tag === 'mo' && textOf(node).includes('\u2061')

function layRow(children: readonly MathNode[], level: Level, type: Type): MathDrawing {
  const first = children[0]
  const last = children.at(-1)
  if (children.length > 1 && first && last && isFence(first, 'prefix') && isFence(last, 'postfix')) {
    const inner = layRow(children.slice(1, -1), level, type)
    const size = type.size * (SHRINK[level] ?? 1)
    return row([fence(textOf(first), size, inner, type), inner, fence(textOf(last), size, inner, type)])
  }
  const thin = space(type.size * (SHRINK[level] ?? 1) * 0.17)
  const parts = children.flatMap((child, i) => {
    const drawn = lay(child, level, type)
    // The name of a function stands off from what it is applied to, but for a fence.
    const next = children[i + 1]
    const follows = next && textOf(next)
    const named = isApplied(child) || (child.tag === 'mrow' && isApplied(child.children.at(-1)))
    return named && follows !== undefined && !/^[([|{⌈]/.test(follows) ? [drawn, thin] : [drawn]
  })
  return parts.length === 0 ? EMPTY : row(parts)
}

/**
 * Lays out a formula in TeX, as Temml reads it.
 * @param size of the type in points
 * @param measure widths in the font that the drawing stands in
 */
export function mathDrawing(tex: string, size: number, measure: MeasureText): MathDrawing {
  const type = { size, measure }
  try {
    const markup = temml.renderToString(tex, { displayMode: true, throwOnError: true, trust: false, maxExpand: 200 })
    return lay(readMath(markup), 0, type)
  } catch {
    // A formula that cannot be typeset is still readable as TeX.
    return glyphs(tex, size, type, false)
  }
}
