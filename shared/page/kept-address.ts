/** Addresses of what was kept of a page: its own addresses, each behind the one that the host answers at. */

/** Longest address that is asked for at the host, encoded. */
const LONGEST = 8_000

/** An address without its fragment: what a request is made with. */
export function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url
}

/** Where a part of a message that is named by its content id lies: no browser asks for `cid:` itself. */
export function cidAddress(id: string): string {
  return `https://cid.invalid/${encodeURIComponent(id)}`
}

/**
 * Resolves a reference of a page for its bundle: against an address of the web, or against the file that the page was read from.
 * Null where it is neither.
 */
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

/** Where a host answers for addresses: before each encoded one, or where nobody answers, a place of its own for each. */
export type Places = string | ReadonlyMap<string, string>

/** Where the host answers with what was kept under an address. The fragment stays outside: it is the browser's business. */
export function keptAddress(url: string, place: Places): string | null {
  const fragment = /#.*$/s.exec(url)?.[0] ?? ''
  if (typeof place !== 'string') {
    const own = place.get(withoutFragment(url))
    return own === undefined ? null : own + fragment
  }
  const encoded = encodeURIComponent(withoutFragment(url))
  return encoded.length > LONGEST ? null : `${place}${encoded}${fragment}`
}
