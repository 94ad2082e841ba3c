/**
 * The site an http(s) address belongs to: its host in small letters, without port and without `www.`. Addresses without a
 * scheme (`//example.org/a`) count. Null for all others.
 */
export function siteOf(url: string): string | null {
  const reference = url.trim()
  const address = reference.startsWith('//') ? `https:${reference}` : reference
  return isWebAddress(address) && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null
}

/** An address of the web; null for any other, and for what is none. */
export function webAddress(address: string | undefined): URL | null {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
