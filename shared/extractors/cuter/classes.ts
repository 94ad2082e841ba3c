import { attribute, tagName, type PageModel } from '../../page/page-model'
import { tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'
import type { Media } from '../core/extractor'
import type { Units } from './units'
import { siteOf } from '../../base/url'

export const CLASS_NAMES = ['none', 'empty', 'navigation', 'advertisement', 'c1 text', 'c2 multimedia'] as const
const EMPTY = 1
const NAVIGATION = 2
const ADVERTISEMENT = 3
const TEXT_CLASS = 4
const MULTIMEDIA = 5

const MEDIA: ReadonlySet<string> = new Set(['img', 'picture', 'video', 'audio', 'iframe', 'object'])
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'ins'])

export function mediaEntries(tree: ContentTree): Uint8Array {
  const table = tagTable(tree.page.tagNames, MEDIA)
  const media = new Uint8Array(tree.size)
  for (let e = 0; e < tree.size; e++) if (tree.isText[e] === 0) media[e] = table[tree.page.tag[tree.node[e]]]
  return media
}

/** Returns 1 per element whose subtree contains neither text nor media ("DeleteAllEmptyNodes"). */
export function emptyEntries(tree: ContentTree, media: Uint8Array): Uint8Array {
  const empty = new Uint8Array(tree.size).fill(1)
  for (let e = tree.size - 1; e >= 0; e--) {
    if (tree.isText[e] === 1 || media[e] === 1) empty[e] = 0
    if (empty[e] === 0 && e > 0) empty[tree.parent[e]] = 0
  }
  return empty
}

function pageHost(page: PageModel): string | null {
  if (page.url !== null) {
    const host = siteOf(page.url)
    if (host !== null) return host
  }
  const link = page.tagNames.indexOf('link')
  if (link < 0) return null
  for (let n = 0; n < page.count; n++) {
    if (page.tag[n] !== link || attribute(page, n, 'rel')?.toLowerCase() !== 'canonical') continue
    return siteOf(attribute(page, n, 'href') ?? '')
  }
  return null
}

/** Returns 1 per unit in which at least half of the links lead to other sites. Relative addresses and `mailto:` count as this site. */
function findOutwardUnits(tree: ContentTree, units: Units): Uint8Array {
  const { page } = tree
  const own = pageHost(page)
  const anchor = page.tagNames.indexOf('a')
  const links = new Int32Array(units.entry.length)
  const away = new Int32Array(units.entry.length)
  for (let e = 0; e < tree.size; e++) {
    const unit = units.of[e]
    if (unit < 0 || tree.isText[e] === 1 || page.tag[tree.node[e]] !== anchor) continue
    const href = attribute(page, tree.node[e], 'href')
    if (href === null) continue
    links[unit] += 1
    const host = siteOf(href)
    if (host !== null && host !== own) away[unit] += 1
  }
  return Uint8Array.from(links, (count, unit) => (count > 0 && away[unit] * 2 >= count ? 1 : 0))
}

/** Returns 1 per entry inside the article. The nearest ancestor unit in `article` or `out` decides. */
function insideArticle(tree: ContentTree, units: Units, article: Uint8Array, out: Uint8Array): Uint8Array {
  const inside = new Uint8Array(tree.size)
  for (let e = 1; e < tree.size; e++) {
    const p = tree.parent[e]
    const unit = units.of[p]
    if (unit >= 0 && article[unit] === 1) inside[e] = 1
    else if (unit >= 0 && out[unit] === 1) inside[e] = 0
    else inside[e] = p > 0 ? inside[p] : 0
  }
  return inside
}

type Decided = Readonly<Record<'article' | 'out' | 'media' | 'empty', Uint8Array>>

/** Classifies nodes as advertisement, navigation, text (c1), multimedia inside text (c2) or empty (§III). */
export function classify(tree: ContentTree, units: Units, { article, out, media, empty }: Decided) {
  const { page, node, size, isText } = tree
  /** Index into `CLASS_NAMES` per page node. */
  const of = new Uint8Array(page.count)
  const frames = tagTable(page.tagNames, FRAMES)
  const away = findOutwardUnits(tree, units)
  const inside = insideArticle(tree, units, article, out)
  const multimedia: number[] = []
  let mediaUntil = 0
  for (let e = 0; e < size; e++) {
    const n = node[e]
    const unit = units.of[e]
    if (empty[e] === 1) of[n] = EMPTY
    else if (unit >= 0 && article[unit] === 1) of[n] = TEXT_CLASS
    else if (unit >= 0 && out[unit] === 1) of[n] = away[unit] === 1 ? ADVERTISEMENT : NAVIGATION
    if (isText[e] === 1) continue
    if (inside[e] === 1) {
      // An `img` inside a `picture`, and the fallback of a `video`, belong to the outer medium.
      if (media[e] === 1 && e >= mediaUntil) {
        of[n] = MULTIMEDIA
        multimedia.push(e)
        mediaUntil = tree.end[e]
      }
    } else if (frames[page.tag[n]] === 1) of[n] = ADVERTISEMENT
  }
  return { of, multimedia, media: multimedia.map((e) => describe(page, node[e])) }
}

const SOURCES = ['src', 'data-src', 'data-original', 'data-lazy-src', 'data', 'srcset', 'data-srcset', 'poster']

function sourceOf(page: PageModel, n: number): string {
  let inlined = ''
  for (const name of SOURCES) {
    const value = attribute(page, n, name)?.trim() ?? ''
    if (value === '') continue
    const first = name.endsWith('srcset') ? (value.split(/[\s,]/, 1)[0] ?? '') : value
    if (!first.startsWith('data:')) return first
    inlined = first
  }
  return inlined
}

function alternativeOf(page: PageModel, n: number): string {
  for (const name of ['alt', 'title', 'aria-label']) {
    const value = attribute(page, n, name)?.trim() ?? ''
    if (value !== '') return value
  }
  return ''
}

function describe(page: PageModel, n: number): Media {
  let source = sourceOf(page, n)
  let alternative = alternativeOf(page, n)
  for (let c = n + 1; c < page.subtreeEnd[n] && (source === '' || alternative === ''); c++) {
    const name = tagName(page, c)
    if (name !== 'img' && name !== 'source') continue
    if (source === '' || name === 'img') source = sourceOf(page, c) || source
    if (alternative === '') alternative = alternativeOf(page, c)
  }
  return { node: n, kind: tagName(page, n), source, alternative }
}
