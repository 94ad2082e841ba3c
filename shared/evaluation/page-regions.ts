import { attribute, ELEMENT, LAYOUT_DISPLAYED, LAYOUT_VISIBLE, tagName, TEXT, type PageModel } from '../page/page-model'

/** Bits of what kind of region a node lies in; guesses from tags, roles and the usual class names, for naming errors only. */
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

/** The region bits of every node, inherited from its ancestors. One pass in preorder. */
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

/** Share of the body's characters that are link text, in [0,1]; 0 for a page without text. */
export function linkShare(page: PageModel, regions: Uint8Array): number {
  if (page.body < 0) return 0
  let all = 0
  let linked = 0
  for (let n: number = page.body; n < (page.subtreeEnd[page.body] as number); n++) {
    if (page.kind[n] !== TEXT) continue
    const length = (page.text[n] as string).trim().length
    all += length
    if (((regions[n] as number) & LINK) !== 0) linked += length
  }
  return all === 0 ? 0 : linked / all
}
