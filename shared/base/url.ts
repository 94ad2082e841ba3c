/**
 * Resolves a reference against an absolute http(s) address, as browsers do. Null where it is no address, or where it needs a
 * base and there is none of http(s).
 */
export function resolveUrl(reference: string, base: string | null): string | null {
  if (base !== null && isWebAddress(base) && URL.canParse(reference, base)) return new URL(reference, base).href
  return URL.canParse(reference) ? new URL(reference).href : null
}

/**
 * The site an http(s) address belongs to: its host in small letters, without port and without `www.`. Addresses without a
 * scheme (`//example.org/a`) count. Null for all others.
 */
export function siteOf(url: string): string | null {
  const reference = url.trim()
  const address = reference.startsWith('//') ? `https:${reference}` : reference
  return isWebAddress(address) && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
