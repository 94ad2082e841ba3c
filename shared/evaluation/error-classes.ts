import { KEPT } from '../page/output'
import type { GoldOnPage } from './gold-on-page'
import { attribute, ELEMENT, LAYOUT_DISPLAYED, LAYOUT_VISIBLE, tagName, TEXT, type PageModel } from '../page/page-model'
import { tagTable, unreadTags } from '../page/tags'

export const ERROR_CLASSES = {
  'nothing kept': 'No text was kept although the gold text is not empty.',
  'title missed': 'The gold text contains the h1 heading of the page, but the heading was dropped.',
  'body lost': 'At least 30 % of the gold text was dropped.',
  'comments kept': 'At least 10 % of the kept text is outside the gold standard and in comments.',
  'navigation kept': 'At least 10 % of the kept text is outside the gold standard and in navigation, footers, side bars or similar parts.',
  'hidden text kept': 'At least 5 % of the kept text is outside the gold standard and hidden on the page.',
  'other text kept': 'At least 20 % of the kept text is outside the gold standard, but is not comments, navigation or hidden text.',
  'page is an overview': 'The page is an overview, but the extractor classified it as an article.',
} as const
export type ErrorClass = keyof typeof ERROR_CLASSES

/** Minimum shares of kept text outside the gold standard. These limits are our choice. */
const WRONGLY_KEPT = { 'comments kept': 0.1, 'navigation kept': 0.1, 'hidden text kept': 0.05, 'other text kept': 0.2 } as const
const BODY_LOST = 0.3

function classOfRegion(region: number): keyof typeof WRONGLY_KEPT {
  if ((region & HIDDEN) !== 0) return 'hidden text kept'
  if ((region & COMMENTS) !== 0) return 'comments kept'
  return (region & NAVIGATION) !== 0 ? 'navigation kept' : 'other text kept'
}

export function errorClasses(
  gold: GoldOnPage,
  regions: Uint8Array,
  selected: Uint8Array,
  page: { readonly overview: boolean; readonly verdict: 'article' | 'overview' | null },
): ErrorClass[] {
  let [kept, wanted, lost, titleWanted, titleKept] = [0, 0, 0, 0, 0]
  const wrong = { 'comments kept': 0, 'navigation kept': 0, 'hidden text kept': 0, 'other text kept': 0 }
  for (const [n, all] of gold.characters.entries()) {
    const good = gold.goldCharacters[n] as number
    const region = regions[n] as number
    const isKept = selected[n] === KEPT
    wanted += good
    if ((region & TITLE) !== 0) {
      titleWanted += good
      if (isKept) titleKept += good
    }
    if (isKept) {
      kept += all
      wrong[classOfRegion(region)] += all - good
    } else lost += good
  }
  const found: ErrorClass[] = []
  if (page.overview && page.verdict === 'article') found.push('page is an overview')
  if (kept === 0) return wanted > 0 ? [...found, 'nothing kept'] : found
  if (titleWanted > 0 && titleKept === 0) found.push('title missed')
  if (wanted > 0 && lost / wanted >= BODY_LOST) found.push('body lost')
  for (const [name, limit] of Object.entries(WRONGLY_KEPT) as [keyof typeof WRONGLY_KEPT, number][])
    if (wrong[name] / kept >= limit) found.push(name)
  return found
}

/** Region bits of `pageRegions`. */
export const NAVIGATION = 1
export const COMMENTS = 2
export const HIDDEN = 4
export const TITLE = 8
const LINK = 16

const NAVIGATION_TAGS: ReadonlySet<string> = new Set(['nav', 'footer', 'aside', 'menu'])
const NAVIGATION_NAME =
  /(?:^|[-_\s])(?:nav|navbar|navigation|menu|sidebar|footer|breadcrumbs?|related|share|social|toolbar|masthead|promo|teaser)(?:$|[-_\s])/i
const COMMENT_NAME = /(?:^|[-_\s])(?:comments?|commentlist|discussion|disqus|replies|reply|respond|reactions)(?:$|[-_\s])/i
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Returns, per node, the region bits of the node and all ancestors. */
export function pageRegions(page: PageModel): Uint8Array {
  const regions = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++) {
    const parent = page.parent[n] as number
    let bits = parent >= 0 ? (regions[parent] as number) : 0
    if (page.kind[n] === ELEMENT) {
      const tag = tagName(page, n)
      if (tag === 'h1') bits |= TITLE
      if (tag === 'a') bits |= LINK
      const role = attribute(page, n, 'role')
      const names = `${attribute(page, n, 'class') ?? ''} ${attribute(page, n, 'id') ?? ''}`
      if (tag !== 'body' && tag !== 'html') {
        if (NAVIGATION_TAGS.has(tag) || role === 'navigation' || role === 'contentinfo' || NAVIGATION_NAME.test(names)) bits |= NAVIGATION
        if (COMMENT_NAME.test(names)) bits |= COMMENTS
      }
      if (attribute(page, n, 'hidden') !== null || HIDDEN_STYLE.test(attribute(page, n, 'style') ?? '')) bits |= HIDDEN
      if (page.layout && n > page.body) {
        const flags = page.layout.flags[n] as number
        if ((flags & LAYOUT_DISPLAYED) === 0 || (flags & LAYOUT_VISIBLE) === 0) bits |= HIDDEN
      }
    }
    regions[n] = bits
  }
  return regions
}

/** Returns the share of link text in the characters of body, in [0,1]; 0 for a page without text. Elements of `unreadTags` do not count. */
export function linkShare(page: PageModel, regions: Uint8Array): number {
  if (page.body < 0) return 0
  let all = 0
  let linked = 0
  const unread = tagTable(page.tagNames, unreadTags(page))
  for (let n: number = page.body; n < (page.subtreeEnd[page.body] as number); n++) {
    if (page.kind[n] !== TEXT) {
      if (unread[page.tag[n] as number] === 1) n = (page.subtreeEnd[n] as number) - 1
      continue
    }
    const length = (page.text[n] as string).trim().length
    all += length
    if (((regions[n] as number) & LINK) !== 0) linked += length
  }
  return all === 0 ? 0 : linked / all
}
