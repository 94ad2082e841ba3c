/** Converts a TeX formula to one line of plain text for figures, because only browsers draw MathML inside an SVG. */
import { withMinus } from '../../../shared/base/written-number'

const SIGNS: Readonly<Record<string, string>> = {
  in: ' ∈ ',
  cdot: ' · ',
  infty: '∞',
  sigma: 'σ',
  dots: '…',
  lfloor: '⌊',
  rfloor: '⌋',
  lceil: '⌈',
  rceil: '⌉',
  ln: ' ln ',
  left: '',
  right: '',
  ',': ' · ',
}
const ACCENTS: Readonly<Record<string, string>> = { bar: '\u0304', hat: '\u0302' }
const TEXTS = new Set(['text', 'mathrm', 'mathit', 'operatorname'])
const SPACED = new Set(['=', '+', '<', '>', '≤', '≥'])
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'

const isWord = (text: string): boolean => /^[\p{L}\p{M}\d.,…'_]*$|^\([^()]*\)$/u.test(text)
const inOne = (text: string): string => (isWord(text) ? text : `(${text})`)

function script(sign: '^' | '_', text: string): string {
  if (/^[-−]?\d+$/.test(text))
    return text.replace(/\d/g, (digit) => (sign === '^' ? RAISED : LOWERED)[Number(digit)] ?? '').replace(/[-−]/, '⁻')
  return `${sign}${inOne(text)}`
}

/** An unknown command becomes its name. TeX with unmatched braces stays unchanged. */
export function plainFormula(tex: string): string {
  if (tex.split('{').length !== tex.split('}').length) return tex
  const tokens = tex.match(/\\text\{[^}]*\}|\\[A-Za-z]+|\\.|\s+|./gu) ?? []
  let at = 0
  const group = (): string => {
    while (/^\s/.test(tokens[at] ?? '')) at++
    if (tokens[at] !== '{') return one()
    at++
    const inner = row('}')
    at++
    return inner
  }
  const one = (): string => {
    const token = tokens[at++] ?? ''
    if (token.startsWith('\\text{')) return token.slice(6, -1).replaceAll(/\\(.)/g, '$1')
    const name = token.startsWith('\\') ? token.slice(1) : null
    if (name === 'frac') return `${inOne(group())} / ${inOne(group())}`
    if (name === 'sum') {
      let sum = '∑'
      while (tokens[at] === '_' || tokens[at] === '^') sum += one()
      return `${sum} `
    }
    if (name !== null && TEXTS.has(name)) return group()
    if (name !== null && name in ACCENTS) return group() + (ACCENTS[name] ?? '')
    if (name !== null) return SIGNS[name] ?? name
    if (token === '^' || token === '_') return script(token, group())
    if (SPACED.has(token)) return ` ${token} `
    return token === '{' ? (at--, group()) : /^\s/.test(token) ? '' : token
  }
  const row = (end: string): string => {
    let text = ''
    while (at < tokens.length && tokens[at] !== end) {
      // A minus between two operands gets spaces. Every other minus is a sign.
      const isDifference = tokens[at] === '-' && /[^\s(^·+=]$/.test(text.trimEnd())
      text += isDifference && ++at ? ' − ' : withMinus(one())
    }
    return text.replace(/\s+/g, ' ').trim()
  }
  return row('')
}
