/**
 * Formulas of measures: TeX with placeholders `@{id}`, written out with symbols or with numbers.
 * `id` is a measure of the same node or line, or a value of the page.
 */
import type { MeasureSpec } from '../../../shared/extractors/core/extractor'
import { formatTex } from '../number-format'

const PLACEHOLDER = /@\{([^}]+)\}/g

/** Ids of a formula's placeholders, each once, in order of appearance. */
export function placeholders(tex: string): string[] {
  return [...new Set([...tex.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))]
}

/** The symbol of a measure, as TeX: its own, or its id; several letters are set as one word. */
export function symbolOf(id: string, measures: readonly MeasureSpec[]): string {
  const spec = measures.find((measure) => measure.id === id)
  if (spec?.symbol) return /^[A-Za-z]{2,}$/.test(spec.symbol) ? String.raw`\mathrm{${spec.symbol}}` : spec.symbol
  if (id.length === 1) return id
  return id.length <= 3 ? String.raw`\mathit{${escapeTex(id)}}` : String.raw`\mathrm{${escapeTex(id)}}`
}

/** The formula with symbols in place of the placeholders. */
export function formulaWithSymbols(tex: string, measures: readonly MeasureSpec[]): string {
  return tex.replace(PLACEHOLDER, (_, id: string) => `{${symbolOf(id, measures)}}`)
}

/** The formula with numbers in place of the placeholders; what has no number keeps its symbol. */
export function formulaWithNumbers(tex: string, measures: readonly MeasureSpec[], value: (id: string) => number | undefined): string {
  return tex.replace(PLACEHOLDER, (_, id: string) => {
    const found = value(id)
    return found === undefined || Number.isNaN(found) ? `{${symbolOf(id, measures)}}` : `{${formatTex(found)}}`
  })
}

function escapeTex(text: string): string {
  return text.replace(/[\\{}$&#^_%~]/g, (c) => (c === '_' ? String.raw`\_` : ''))
}
