// The lists and numbers of the extractors that are no parameters, for the articles: each stands once, in the code that uses it.
import { registry } from '../electron/peers/registry'
import { CUTS } from '../shared/extractors/lens/model'
import { MAX_ROUNDS as CETR_ROUNDS } from '../shared/extractors/cetr/pinned-k-means'
import { COPYRIGHT, IP, LIMITS, STATEMENT } from '../shared/extractors/contentex/patterns'
import { COMPANIONS, DAY_AND_MONTH, FORMS, GAP, HINT, TIME_WORDS } from '../shared/extractors/contentex/time-pattern'
import { LISTS as LIST_TAGS, SEPARATORS } from '../shared/extractors/fe/blocks'
import { MAX_ROUNDS as KFE_ROUNDS } from '../shared/extractors/fe/fe'
import { STRUCTURE } from '../shared/extractors/lqf/lqf'
import { SPARED } from '../shared/extractors/textsweeper/cleanup'
import { DECORATION, LONGEST, MAIN, PHRASES } from '../shared/extractors/textsweeper/links'
import { LENGTH_BIAS } from '../shared/extractors/textsweeper/weights'
import { MAX_ROUNDS } from '../shared/extractors/ttr/clusterings'
import { TOLERANCE, VARIANCE_FLOOR } from '../shared/extractors/ttr/gaussian-mixture'
import { FEW_LINES, LINES_PER_TAG, LONG_LINE, WRAP } from '../shared/extractors/ttr/ttr'
import { DISPLAY_NONE, WITHOUT_TEXT } from '../shared/page/content-tree'
import { FORM_CONTROLS, INLINE_TAGS, LINK_TAGS, unreadTags } from '../shared/page/tags'

const source = (pattern) => (typeof pattern === 'string' ? pattern : pattern.source)

/** Tags, phrases and patterns: the programs by hand are handed the same. */
export const LISTS = {
  inline: [...INLINE_TAGS],
  links: [...LINK_TAGS],
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

/** How much of the kept words a program by hand shares with its extractor, at least. */
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
  cetr: { rounds: CETR_ROUNDS },
  kfe: { rounds: KFE_ROUNDS },
  lens: { cuts: CUTS, terms: registry.get('lens').additive.terms.length },
  contentex: LIMITS,
  textsweeper: { tail: LONGEST, bias: LENGTH_BIAS.map(({ below, times }) => ({ below: below === Infinity ? null : below, times })) },
}
