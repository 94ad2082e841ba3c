import { attribute, type PageModel } from './page-model'

/** Elements that state the page's address, most reliable first: tag, attribute name, attribute value, attribute with the address. */
const STATED = [
  ['link', 'rel', 'canonical', 'href'],
  ['meta', 'property', 'og:url', 'content'],
  ['base', null, '', 'href'],
] as const

/** Returns the first valid web address in the page's canonical link, `og:url` or `base`, in this order; null if missing. */
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

const LONGEST = 8_000

export function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url
}

/** Returns a web address for a `cid:` address, because browsers do not request `cid:` addresses. @param id content id of a message part */
export function cidAddress(id: string): string {
  return `https://cid.invalid/${encodeURIComponent(id)}`
}

/** Resolves a reference. Converts `cid:` addresses with `cidAddress`. Null unless the result is an http, https, file or data address. */
export function resolveKept(reference: string, base: string | null): string | null {
  const trimmed = reference.trim()
  if (/^cid:/i.test(trimmed)) return cidAddress(trimmed.slice(4))
  const from = base !== null && /^(?:https?|file):/i.test(base) && URL.canParse(trimmed, base) ? base : undefined
  const address = URL.canParse(trimmed, from) ? new URL(trimmed, from).href : null
  return address !== null && /^(?:https?|file|data):/i.test(address) ? address : null
}

/** Addresses at which a view requests resources: a prefix for the encoded address of a resource, or one `blob:` address per resource. */
export type Places = string | ReadonlyMap<string, string>

/**
 * Returns the address at which a view requests a resource, with the fragment. Null if `place` has no entry, or if the encoded address is
 * too long.
 */
export function keptAddress(url: string, place: Places): string | null {
  const fragment = /#.*$/s.exec(url)?.[0] ?? ''
  if (typeof place !== 'string') {
    const own = place.get(withoutFragment(url))
    return own === undefined ? null : own + fragment
  }
  const encoded = encodeURIComponent(withoutFragment(url))
  return encoded.length > LONGEST ? null : `${place}${encoded}${fragment}`
}
