/** Addresses of stored resources: the original address, after the host's address for it. */
import { attribute, type PageModel } from './page-model'

/** Elements with the address of a page, most reliable first: element, attribute that names it, its value, attribute with the address. */
const STATED = [
  ['link', 'rel', 'canonical', 'href'],
  ['meta', 'property', 'og:url', 'content'],
  ['base', null, '', 'href'],
] as const

/** The web address that a page states for itself: canonical, `og:url`, or the base of its references. Null without one. */
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

/** Longest encoded address that is requested from the host. */
const LONGEST = 8_000

/** An address without its fragment, as in a request. */
export function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url
}

/** Returns the address of a message part with a content id; browsers do not request `cid:`. */
export function cidAddress(id: string): string {
  return `https://cid.invalid/${encodeURIComponent(id)}`
}

/** Resolves a reference of a page for its bundle: against its web address, or against the file of the page. Null without either. */
export function resolveKept(reference: string, base: string | null): string | null {
  const trimmed = reference.trim()
  if (/^cid:/i.test(trimmed)) return cidAddress(trimmed.slice(4))
  const address =
    base !== null && /^(?:https?|file):/i.test(base) && URL.canParse(trimmed, base)
      ? new URL(trimmed, base).href
      : URL.canParse(trimmed)
        ? new URL(trimmed).href
        : null
  return address !== null && /^(?:https?|file|data):/i.test(address) ? address : null
}

/** Addresses of the host: a prefix for encoded addresses, or a separate address per resource without a host. */
export type Places = string | ReadonlyMap<string, string>

/** Returns the host's address of a resource. The fragment stays outside, for the browser. */
export function keptAddress(url: string, place: Places): string | null {
  const fragment = /#.*$/s.exec(url)?.[0] ?? ''
  if (typeof place !== 'string') {
    const own = place.get(withoutFragment(url))
    return own === undefined ? null : own + fragment
  }
  const encoded = encodeURIComponent(withoutFragment(url))
  return encoded.length > LONGEST ? null : `${place}${encoded}${fragment}`
}
