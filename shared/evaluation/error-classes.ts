import { KEPT } from '../page/selection'
import type { GoldOnPage } from './gold-on-page'
import { COMMENTS, HIDDEN, NAVIGATION, TITLE } from './page-regions'

/** A suggested reason for a bad score, from which nodes were wrongly kept or dropped. */
export const ERROR_CLASSES = {
  'nothing kept': 'No text was kept although the gold standard has some.',
  'title missed': 'The heading is in the gold standard and was dropped.',
  'body lost': 'At least 30 % of the gold text was dropped.',
  'comments kept': 'At least 10 % of what was kept is outside the gold standard and lies in comments.',
  'navigation kept': 'At least 10 % of what was kept is outside the gold standard and lies in navigation, footers or side bars.',
  'hidden text kept': 'At least 5 % of what was kept is outside the gold standard and hidden on the page.',
  'other text kept': 'At least 20 % of what was kept is outside the gold standard, in no region that could be named.',
  'page is an overview': 'The gold standard calls the page an overview, the extractor took it for an article.',
} as const
export type ErrorClass = keyof typeof ERROR_CLASSES

/** Shares from which an error is named. Our choice; they only suggest where to look. */
const BODY_LOST = 0.3
const REGION_KEPT = 0.1
const HIDDEN_KEPT = 0.05
const OTHER_KEPT = 0.2

/** Names what went wrong on a page. Linear in nodes. */
export function errorClasses(
  gold: GoldOnPage,
  regions: Uint8Array,
  selected: Uint8Array,
  page: { readonly overview: boolean; readonly verdict: 'article' | 'overview' | null },
): ErrorClass[] {
  let kept = 0
  let wanted = 0
  let lost = 0
  let titleWanted = 0
  let titleKept = 0
  const wrong = { comments: 0, navigation: 0, hidden: 0, other: 0 }
  for (let n = 0; n < selected.length; n++) {
    const all = gold.characters[n] as number
    if (all === 0) continue
    const good = gold.goldCharacters[n] as number
    const region = regions[n] as number
    wanted += good
    if ((region & TITLE) !== 0) {
      titleWanted += good
      if (selected[n] === KEPT) titleKept += good
    }
    if (selected[n] !== KEPT) {
      lost += good
      continue
    }
    kept += all
    const bad = all - good
    if ((region & HIDDEN) !== 0) wrong.hidden += bad
    else if ((region & COMMENTS) !== 0) wrong.comments += bad
    else if ((region & NAVIGATION) !== 0) wrong.navigation += bad
    else wrong.other += bad
  }
  const found: ErrorClass[] = []
  if (page.overview && page.verdict === 'article') found.push('page is an overview')
  if (kept === 0) return wanted > 0 ? [...found, 'nothing kept'] : found
  if (titleWanted > 0 && titleKept === 0) found.push('title missed')
  if (wanted > 0 && lost / wanted >= BODY_LOST) found.push('body lost')
  if (wrong.comments / kept >= REGION_KEPT) found.push('comments kept')
  if (wrong.navigation / kept >= REGION_KEPT) found.push('navigation kept')
  if (wrong.hidden / kept >= HIDDEN_KEPT) found.push('hidden text kept')
  if (wrong.other / kept >= OTHER_KEPT) found.push('other text kept')
  return found
}
