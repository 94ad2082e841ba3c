/** Signals that distinguish an overview page, such as a listing or a search result, from an article. */
import { valueAt } from '../../base/once'
import { sumUp } from '../../page/content-tree'
import { attribute, type PageModel } from '../../page/page-model'
import { insideAny } from './entry-marks'
import { measuresOf, type BlockContext } from './block-context'
import type { Verdict } from '../core/extractor'
import { logOddsBy, pointsFor, probability, WEIGHTS } from './model'

export const OVERVIEW_SIGNALS = measuresOf({
  'body-link-share': 'link share outside navigation | Share of link text outside navigation, headers, footers and similar.',
  'repeated-share':
    'share of repeated siblings | Share of the page’s characters, outside navigation, in the largest group of at least five similar siblings with a link each.',
  'repeated-count': 'repeated siblings | elements | Number of siblings in the group of “share of repeated siblings”.',
  'path-hyphens':
    'hyphens in the address | Number of hyphens and underscores in the last part of the address’s path. Addresses often contain the title of an article in this form.',
  'path-parts': 'number of path parts | Number of parts of the path in the page’s address.',
  'category-words':
    'category words in the address | Whether the address names a category, tag, archive, search, shop or similar, or has a parameter such as page, q or sort.',
  'article-data':
    'kind of JSON-LD data | 1: JSON-LD has an article, product, question page or similar. 2: JSON-LD has a list or collection. 0: neither.',
  prices: 'prices | Number of short blocks, outside navigation, that begin with a price.',
  'og-type': 'og:type | 0: og:type is missing; 1: website; 2: article; 3: product; 4: another.',
  'long-text': 'words in long blocks | words | Words in long blocks outside navigation: at least 25 words and little link text.',
  'long-share': 'share of long blocks | Share of the words outside navigation that are in long blocks.',
  'more-links':
    'links to more pages | links | Number of short blocks with links, outside navigation, that begin with a phrase such as “read more”, “view all” or “next”.',
})

const CATEGORY =
  /\/(?:categor|tags?\b|topics?\b|archive|collections?\b|search|shop\b|products?\/?$|section|browse|list|c\/|cat\/|blog\/?$|news\/?$|author)|[?&](?:page|p|q|s|cat|category|sort)=/i
const MORE =
  /^(?:read more|view (?:all|more)|see (?:all|more)|show more|load more|continue reading|learn more|next(?: page)?|older posts|shop now|add to cart|quick view|›|»|more)\b/i
const PRICE = /^\W{0,2}(?:from\s+)?(?:[$€£¥₹]|(?:USD|EUR|GBP|CHF|kr)\s?)\s?\d[\d.,]*|^\d[\d.,]*\s?(?:€|£|kr|zł|USD|EUR)$/i
const ARTICLE =
  /"@type"\s*:\s*\[?\s*"(?:\w*Article|BlogPosting|\w*Posting|Product|Recipe|QAPage|FAQPage|HowTo|Report|JobPosting|Event|VideoObject)"/
const LIST = /"@type"\s*:\s*\[?\s*"(?:CollectionPage|ItemList|SearchResultsPage|Blog|ProductCollection|OfferCatalog)"/

/** Text in elements with these marks does not count. */
const FRAMES = 'role-navigation role-banner role-contentinfo role-complementary class-nav class-footer class-cookie class-comment'.split(
  ' ',
)

export function readOverview({ tree, blocks, texts, marks, alike }: BlockContext) {
  const { page, size, node, parent, isText, length } = tree
  const framed = insideAny(tree, marks, FRAMES)
  const anchor = page.tagNames.indexOf('a')
  const inLink = new Uint8Array(size)
  const chars = new Float64Array(size)
  const links = new Float64Array(size)
  let text = 0
  let linkText = 0
  for (let e = 1; e < size; e++) {
    inLink[e] = (isText[e] === 0 && page.tag[node[e]] === anchor) || inLink[parent[e]] === 1 ? 1 : 0
    if (isText[e] === 0) {
      if (page.tag[node[e]] === anchor) links[e] = 1
      continue
    }
    if (framed[e] === 1) continue
    chars[e] = length[e]
    text += length[e]
    if (inLink[e] === 1) linkText += length[e]
  }
  sumUp(tree, chars)
  sumUp(tree, links)
  const groups = new Map<number, { chars: number; readonly members: number[] }>()
  for (let e = 1; e < size; e++) {
    if (isText[e] === 1 || framed[e] === 1 || chars[e] === 0 || links[e] === 0 || inLink[parent[e]] === 1) continue
    const group = valueAt(groups, alike.group[e], () => ({ chars: 0, members: [] }))
    group.chars += chars[e]
    group.members.push(e)
  }
  let largest = { chars: 0, members: [] as readonly number[] }
  for (const group of groups.values()) if (group.members.length >= 5 && group.chars > largest.chars) largest = group
  let prices = 0
  let long = 0
  let words = 0
  let more = 0
  for (let b = 0; b < blocks.count; b++) {
    if (framed[blocks.element[b]] === 1) continue
    words += blocks.words[b]
    const start = texts[b].slice(0, 60)
    if (start.length < 30 && PRICE.test(start)) prices++
    if (blocks.linkCharacters[b] > 0 && texts[b].length < 40 && MORE.test(start)) more++
    if (blocks.words[b] >= 25 && blocks.linkCharacters[b] < 0.3 * blocks.characters[b]) long += blocks.words[b]
  }
  const path = pathOf(page.url)
  const parts = path.split('/').filter((part) => part !== '')
  const values: Record<string, number> = {
    'body-link-share': text === 0 ? 0 : linkText / text,
    'repeated-share': text === 0 ? 0 : largest.chars / text,
    'repeated-count': largest.members.length,
    'path-hyphens': (parts.at(-1) ?? '').split(/[-_]/).length - 1,
    'path-parts': parts.length,
    'category-words': page.url !== null && CATEGORY.test(page.url) ? 1 : 0,
    'article-data': dataOf(page),
    prices,
    'og-type': sharingType(page),
    'long-text': long,
    'long-share': words === 0 ? 0 : long / words,
    'more-links': more,
  }
  return {
    values: new Map(Object.entries(values).map(([id, value]) => [id, Float64Array.of(value)])),
    evidence: largest.members.slice(0, 20).map((e) => node[e]),
  }
}

function pathOf(url: string | null): string {
  return url === null ? '' : (/^[a-z]+:\/\/[^/?#]+([^?#]*)/i.exec(url)?.[1] ?? '')
}

function dataOf(page: PageModel): number {
  const script = page.tagNames.indexOf('script')
  let found = 0
  for (let n = 0; n < page.count; n++) {
    if (page.tag[n] !== script || page.kind[n] !== 1 || attribute(page, n, 'type')?.trim().toLowerCase() !== 'application/ld+json') continue
    const data = page.text[n + 1] ?? ''
    if (LIST.test(data)) return 2
    if (ARTICLE.test(data)) found = 1
  }
  return found
}

function sharingType(page: PageModel): number {
  const meta = page.tagNames.indexOf('meta')
  for (let n = 0; n < page.count; n++) {
    if (page.tag[n] !== meta || page.kind[n] !== 1 || attribute(page, n, 'property') !== 'og:type') continue
    const type = (attribute(page, n, 'content') ?? '').trim().toLowerCase()
    return type === 'website' ? 1 : type === 'article' ? 2 : type.includes('product') ? 3 : 4
  }
  return 0
}

const labels = new Map(OVERVIEW_SIGNALS.map((signal) => [signal.id, signal.label]))

/** Returns the verdict. A probability of at least 0.5 means an overview (docs/lens.md, Overviews). */
export function overviewVerdict(context: BlockContext): Verdict {
  const { values, evidence } = readOverview(context)
  const overview = probability(logOddsBy(WEIGHTS.overview, values, 1)[0])
  const isOverview = overview >= 0.5
  const sign = isOverview ? 1 : -1
  const strongest = WEIGHTS.overview.terms
    .map((term) => {
      const value = values.get(term.measure)?.[0] ?? 0
      return { label: labels.get(term.measure) ?? term.measure, value, points: pointsFor(term, value) }
    })
    .filter((term) => term.points * sign > 0)
    .sort((a, b) => b.points * sign - a.points * sign)
    .slice(0, 3)
    .map((term) => `${term.label} ${Number(term.value.toPrecision(2))} (${Math.abs(term.points).toFixed(2)})`)
  return {
    pageType: isOverview ? 'overview' : 'article',
    // As in TextSweeper, the margin of an article is positive.
    value: 1 - overview,
    limit: 0.5,
    margin: 0.5 - overview,
    sentence: `${isOverview ? 'Overview page' : 'Article'}, probability ${(isOverview ? overview : 1 - overview).toFixed(2)}.${strongest.length > 0 ? ` Strongest signs (log-odds): ${strongest.join(', ')}.` : ''}`,
    evidence: isOverview ? evidence : [],
  }
}
