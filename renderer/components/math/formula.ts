/**
 * Fills symbols or numbers into formulas. `@{id}` is a measure or a value of the page, and `@{a−b}` is a difference. `@{id|1}` replaces 0
 * by 1, and `@{id|1?rule=authors}` does so only if the parameter `rule` is `authors`. A part `@[rule=authors …@]` is omitted if `rule` has
 * another value.
 */
import type { MeasureSpec } from '../../../shared/extractors/core/extractor'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { formatTex } from '../number-format'

const PLACEHOLDER = /@\{([^}|]+)(?:\|([\d.]+))?(?:\?(\w+)=([\w-]+))?\}/g
const PART = /@\[(\w+)=([\w-]+) (.*?)@\]/g
const MINUS = '−'

type Params = Readonly<Record<string, ParamValue>>

function formulaUnder(tex: string, params: Params): string {
  return tex.replace(PART, (_, param: string, wanted: string, part: string) => ((params[param] ?? wanted) === wanted ? part : ''))
}

export function placeholders(tex: string): string[] {
  return [...new Set([...tex.matchAll(PLACEHOLDER)].flatMap((match) => (match[1] ?? '').split(MINUS)))]
}

export function symbolOf(id: string, measures: readonly MeasureSpec[]): string {
  const spec = measures.find((measure) => measure.id === id)
  if (spec?.symbol) return /^[A-Za-z]{2,}$/.test(spec.symbol) ? String.raw`\mathrm{${spec.symbol}}` : spec.symbol
  if (id.length === 1) return id
  return id.length <= 3 ? String.raw`\mathit{${escapeTex(id)}}` : String.raw`\mathrm{${escapeTex(id)}}`
}

export function formulaWithSymbols(tex: string, measures: readonly MeasureSpec[], params: Params = {}): string {
  return formulaUnder(tex, params).replace(PLACEHOLDER, (_, expression: string) => symbols(expression, measures))
}

const symbols = (expression: string, measures: readonly MeasureSpec[]): string =>
  `{${expression
    .split(MINUS)
    .map((id) => symbolOf(id, measures))
    .join('-')}}`

export function formulaWithNumbers(
  tex: string,
  measures: readonly MeasureSpec[],
  value: (id: string) => number | undefined,
  params: Params = {},
): string {
  return formulaUnder(tex, params).replace(PLACEHOLDER, (_, expression: string, ...[atZero, param, wanted]: (string | undefined)[]) => {
    const found = expression.split(MINUS).map(value)
    if (found.some((number) => number === undefined || Number.isNaN(number))) return symbols(expression, measures)
    const difference = found.reduce<number>((sum, number, i) => (i === 0 ? (number ?? 0) : sum - (number ?? 0)), 0)
    const applies = atZero !== undefined && (param === undefined || params[param] === wanted)
    if (difference === 0 && applies) return `{${atZero}}`
    return `{${found.map((number) => formatTex(number ?? 0)).join('-')}}`
  })
}

export function zerosCounted(
  tex: string,
  measures: readonly MeasureSpec[],
  value: (id: string) => number | undefined,
  params: Params = {},
): { readonly symbol: string; readonly as: string }[] {
  const found = new Map<string, string>()
  for (const [, expression = '', atZero, param, wanted] of tex.matchAll(PLACEHOLDER)) {
    if (atZero === undefined || (param !== undefined && params[param] !== wanted)) continue
    const [first = Number.NaN, ...others] = expression.split(MINUS).map((id) => value(id) ?? Number.NaN)
    if (others.reduce((left, n) => left - n, first) === 0) found.set(symbols(expression, measures), atZero)
  }
  return [...found].map(([symbol, as]) => ({ symbol, as }))
}

const escapeTex = (text: string): string => text.replace(/[\\{}$&#^_%~]/g, (c) => (c === '_' ? String.raw`\_` : ''))
