import { attribute, type PageModel } from './page-model'

/** Elements that say where a page is from, the surest first: element, attribute that names it, its value, attribute with the address. */
const STATED = [
  ['link', 'rel', 'canonical', 'href'],
  ['meta', 'property', 'og:url', 'content'],
  ['base', null, '', 'href'],
] as const

/** The address on the web that a page says it is of: canonical, `og:url`, or the base of its references. Null where it says none. */
export function statedAddress(page: PageModel): string | null {
  for (const [tag, name, value, place] of STATED) {
    const wanted = page.tagNames.indexOf(tag)
    if (wanted < 0) continue
    for (let n = page.tag.indexOf(wanted); n >= 0; n = page.tag.indexOf(wanted, n + 1)) {
      if (name !== null && !(attribute(page, n, name) ?? '').toLowerCase().split(/\s+/).includes(value)) continue
      const address = attribute(page, n, place)?.trim() ?? ''
      if (/^https?:/i.test(address) && URL.canParse(address)) return new URL(address).href
    }
  }
  return null
}
