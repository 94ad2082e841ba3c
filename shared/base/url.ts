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

/**
 * Whether an address runs something, or brings a document of its own, instead of leading somewhere. It is read as a browser does:
 * line breaks and tabs anywhere in it are nothing, nor are controls and spaces in front.
 */
export function isActiveAddress(address: string): boolean {
  let start = 0
  while (address.charCodeAt(start) <= 32) start++
  const plain = address.slice(start, start + 200).replace(/[\t\n\r]/g, '')
  return /^(?:javascript|vbscript):|^data:\s*(?:text\/(?:html|xml|xsl)|application\/(?:xhtml\+)?xml)\b/i.test(plain)
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
