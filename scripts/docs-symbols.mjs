// The symbols and formulas of an article: those of its extractors' measures, as TeX. The tests read the same.
import { formulaWithSymbols, symbolOf } from '../renderer/components/math/formula'

/** @typedef {import('../shared/extractors/core/extractor').MeasureSpec} MeasureSpec */
/** @typedef {Readonly<Record<'id' | 'tex' | 'label' | 'unit' | 'description', string>>} ArticleRow a row of an article's table of symbols, or one of its formulas */

/**
 * A formula's left side: the measure's symbol, unless the formula brings its own.
 * @param {MeasureSpec} measure
 * @param {readonly MeasureSpec[]} measures
 */
export function leftSide(measure, measures) {
  if (/^[^{]*=/.test(measure.tex)) return ''
  return `${symbolOf(measure.id, measures)} = `
}

/** @param {readonly MeasureSpec[]} measures @returns {ArticleRow[]} the symbol of each measure */
export function symbolsOf(measures) {
  return measures.map((one) => ({
    id: one.id,
    tex: symbolOf(one.id, measures),
    label: one.label,
    unit: one.unit,
    description: one.description,
  }))
}

/** @param {readonly MeasureSpec[]} measures @returns {ArticleRow[]} the formula of each measure that has one, with its left side */
export function formulasOf(measures) {
  return measures
    .filter(({ tex }) => tex !== '')
    .map((one) => ({
      id: one.id,
      tex: `${leftSide(one, measures)}${formulaWithSymbols(one.tex, measures)}`,
      label: one.label,
      unit: one.unit,
      description: one.description,
    }))
}

/**
 * Merges the rows of an article's variants without duplicates.
 * @param {readonly (readonly ArticleRow[])[]} lists
 * @param {readonly string[]} [shown] ids of the measures to include; default: all
 */
export function rowsOnce(lists, shown) {
  const rows = lists.flat().filter(({ id }) => shown === undefined || shown.includes(id))
  return [...new Map(rows.map((one) => [`${one.tex} ${one.label}`, one])).values()]
}
