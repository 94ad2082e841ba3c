// Data for the articles, read from the code: lists, numbers, symbols and formulas.
import { registry } from '../electron/peers/registry'
import { formulaWithSymbols, symbolOf } from '../renderer/components/math/formula'
import { CUTS } from '../shared/extractors/lens/model'
import { MAX_ROUNDS as CETR_ROUNDS } from '../shared/extractors/cetr/cetr'
import {
  COMPANIONS,
  COPYRIGHT,
  DAY_AND_MONTH,
  FORMS,
  GAP,
  HINT,
  IP,
  LIMITS,
  STATEMENT,
  TIME_WORDS,
} from '../shared/extractors/contentex/patterns'
import { HEADLINE_LENGTH } from '../shared/extractors/cuter/units'
import { LISTS as LIST_TAGS, SEPARATORS } from '../shared/extractors/fe/blocks'
import { MAX_ROUNDS as KFE_ROUNDS } from '../shared/extractors/fe/fe'
import { STRUCTURE } from '../shared/extractors/lqf/lqf'
import { DECORATION, LONGEST, MAIN, PHRASES } from '../shared/extractors/textsweeper/links'
import { LENGTH_BIAS, SPARED } from '../shared/extractors/textsweeper/text-length'
import { MAX_ROUNDS } from '../shared/extractors/ttr/clusterings'
import { TOLERANCE, VARIANCE_FLOOR } from '../shared/extractors/ttr/gaussian-mixture'
import { FEW_LINES, LINES_PER_TAG, LONG_LINE, WRAP } from '../shared/extractors/ttr/ttr'
import { DISPLAY_NONE, WITHOUT_TEXT } from '../shared/page/content-tree'
import { FORM_CONTROLS, INLINE_TAGS, LINE_TAGS, LINK_TAGS, REPLACED_TAGS, unreadTags } from '../shared/page/tags'
import { BEGINS_WORD, ENDS_WORD } from '../shared/page/word-gaps'

const source = (pattern) => (typeof pattern === 'string' ? pattern : pattern.source)

/** Tags, phrases and patterns for the articles and for the hand-written programs. */
export const LISTS = {
  inline: [...INLINE_TAGS],
  line: [...LINE_TAGS].filter((tag) => !INLINE_TAGS.has(tag) && /^\w+$/.test(tag) && tag !== 'option'),
  replaced: [...REPLACED_TAGS],
  links: [...LINK_TAGS],
  // Omits `^` and `$`, because the articles describe the anchors in words.
  endsWord: source(ENDS_WORD).replace(/\$$/, ''),
  beginsWord: source(BEGINS_WORD).slice(1),
  unread: [...unreadTags({ scripting: false, composed: true }), ...WITHOUT_TEXT],
  controls: [...FORM_CONTROLS],
  swept: [...FORM_CONTROLS],
  spared: [...SPARED],
  main: [...MAIN],
  phrases: [...PHRASES],
  structure: [...STRUCTURE],
  separators: [...SEPARATORS],
  listTags: [...LIST_TAGS],
  displayNone: source(DISPLAY_NONE),
  decoration: source(DECORATION),
  statement: source(STATEMENT),
  copyright: source(COPYRIGHT),
  address: source(IP),
  timeForms: FORMS.map(source),
  timeHint: source(HINT),
  timeWords: source(TIME_WORDS),
  dayAndMonth: source(DAY_AND_MONTH),
  gap: source(GAP),
  companions: source(COMPANIONS),
}

/** Required mean agreement of a hand-written program with its extractor (see `agreement` in by-hand.mjs). */
export const AGREEMENT = 0.99

export const CONSTANTS = {
  agreement: AGREEMENT,
  ttr: {
    fewLines: FEW_LINES,
    longLine: LONG_LINE,
    wrap: WRAP,
    linesPerTag: LINES_PER_TAG,
    rounds: MAX_ROUNDS,
    varianceFloor: VARIANCE_FLOOR,
    tolerance: TOLERANCE,
  },
  cuter: { headline: HEADLINE_LENGTH },
  cetr: { rounds: CETR_ROUNDS },
  kfe: { rounds: KFE_ROUNDS },
  lens: { cuts: CUTS, terms: registry.get('lens').additive.terms.length },
  contentex: LIMITS,
  textsweeper: { tail: LONGEST, bias: LENGTH_BIAS.map(({ below, times }) => ({ below: below === Infinity ? null : below, times })) },
}

/** @typedef {import('../shared/extractors/core/extractor').MeasureSpec} MeasureSpec */

export function leftSide(/** @type {MeasureSpec} */ measure, /** @type {readonly MeasureSpec[]} */ measures) {
  if (/^[^{]*=/.test(measure.tex)) return ''
  return `${symbolOf(measure.id, measures)} = `
}

/** @param {readonly MeasureSpec[]} measures @returns the measures, with their symbols as `tex` */
export const symbolsOf = (measures) => measures.map((one) => ({ ...one, tex: symbolOf(one.id, measures) }))

/** @param {readonly MeasureSpec[]} measures @returns the measures that have a formula, with the left side of the formula */
export const formulasOf = (measures) =>
  measures
    .filter(({ tex }) => tex !== '')
    .map((one) => ({ ...one, tex: `${leftSide(one, measures)}${formulaWithSymbols(one.tex, measures)}` }))
