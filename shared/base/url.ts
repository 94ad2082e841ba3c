export const isErrorAnswer = (status: number | null): status is number => status !== null && status >= 400

/** Returns the host of an http(s) or `//` address in lower case, without port and `www.`; null for other addresses. */
export function siteOf(url: string): string | null {
  const reference = url.trim()
  const address = reference.startsWith('//') ? `https:${reference}` : reference
  return isWebAddress(address) && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null
}

export const webOnly = (url: string | null): string | null => (url !== null && /^https?:/i.test(url) ? url : null)

export function webAddress(address: string | undefined): URL | null {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
}

/**
 * Whether an address runs a script, or is a `data:` address of HTML or XML (not SVG). Ignores line breaks, tabs, leading spaces and leading
 * control characters, as browsers do.
 */
export function isActiveAddress(address: string): boolean {
  let start = 0
  while (start < address.length && address.charCodeAt(start) <= 32) start++
  const plain = address.slice(start, start + 200).replace(/[\t\n\r]/g, '')
  return /^(?:javascript|vbscript|livescript):|^data:\s*(?:text\/(?:html|xml|xsl)|application\/(?:xhtml\+)?xml)\b/i.test(plain)
}

/** Removes the user name and password from an address. If both are missing, returns the address unchanged. */
export function withoutUserInfo(address: string): string {
  if (!address.includes('@') || !URL.canParse(address)) return address
  const { href } = new URL(address)
  const plain = href.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
  return plain === href ? address : plain
}

/** Whether a host is an IP address, `localhost` or a subdomain of `localhost`. @param name without a trailing dot */
export const isBareHost = (name: string): boolean => name.startsWith('[') || /^[\d.]+$/.test(name) || /(?:^|\.)localhost$/.test(name)

/** Returns false only for http(s) addresses whose host looks like a public name. Does not resolve names. */
export function mayBeLocal(address: string): boolean {
  const url = webAddress(address)
  if (!url) return true
  const name = url.hostname.replace(/\.$/, '')
  return isBareHost(name) || !name.includes('.') || /\.(?:local|localdomain|internal|intranet|lan|home|corp|arpa)$/.test(name)
}

/** Returns the name of the first query parameter that looks like a secret; null without such a parameter. */
export function secretParameter(address: string): string | null {
  const query = /^[^?#]*\?([^#]*)/.exec(address)?.[1] ?? ''
  for (const part of query.split('&')) {
    const name = part.split('=', 1)[0] ?? ''
    if (/^(?:.*[_-])?(?:token|api-?_?key|apikey|password|passwd|pwd|secret|signature|sig|session|sessionid|sid|auth)$/i.test(name))
      return name
  }
  return null
}

export function isWebAddress(address: string | null): address is string {
  return address !== null && /^https?:\/\//i.test(address)
}
