import type { Header } from '../../../shared/contract/bundle'

/** Headers added to and removed from a captured page's document, for every adapter and the interceptor. */

/**
 * Additional restrictions of the page and its frames: no plug-ins, forms, workers, web sockets. Requests for frames are decided separately.
 */
const POLICY: readonly Header[] = [
  {
    name: 'Content-Security-Policy',
    value: "object-src 'none'; form-action 'none'; worker-src 'none'; connect-src http: https: data: blob:; webrtc 'block'",
  },
  { name: 'X-DNS-Prefetch-Control', value: 'off' },
]

/** Headers that would redirect the page, send reports, or turn it into a download. */
const LEADING =
  /^(?:content-disposition|refresh|link|speculation-rules|x-dns-prefetch-control|x-frame-options|strict-transport-security|service-worker-allowed|report-to|reporting-endpoints|nel|clear-site-data)$/i

const FORBIDS_FRAMES = /^x-frame-options$/i

/** Headers about the encoding of the sent bytes. */
const OF_THE_BYTES = /^(?:content-(?:type|length|encoding)|transfer-encoding)$/i

/** Returns the headers of a decoded page that the browser receives as text in `charset`. */
export function decodedHeaders(headers: readonly Header[], charset: string): Header[] {
  const kept = headers.filter(({ name }) => !LEADING.test(name) && !OF_THE_BYTES.test(name))
  return [...kept, ...POLICY, { name: 'Content-Type', value: `text/html; charset=${charset}` }]
}

/** Returns the headers of a stored part: only its type, no instructions to browsers. */
export function handedHeaders(headers: readonly Header[]): Header[] {
  return headers.filter(({ name, value }) => /^(?:content-type|content-language)$/i.test(name) && !/[\r\n\0]/.test(value))
}

/** Returns the headers of a frame's document, whose bytes are unchanged. Prohibitions of framing stay. */
export function frameHeaders(headers: readonly Header[]): Header[] {
  return [...headers.filter(({ name }) => !LEADING.test(name) || FORBIDS_FRAMES.test(name)), ...POLICY]
}

/**
 * Adds the policy to unread headers; those about the bytes stay.
 * @param headers by name, as in Electron's `onHeadersReceived`
 */
export function guardedHeaders(headers: Readonly<Record<string, readonly string[]>>, isFrame = false): Record<string, string[]> {
  const guarded: Record<string, string[]> = {}
  for (const [name, values] of Object.entries(headers))
    if (!LEADING.test(name) || (isFrame && FORBIDS_FRAMES.test(name))) guarded[name] = [...values]
  for (const { name, value } of POLICY) {
    const own = Object.keys(guarded).find((given) => given.toLowerCase() === name.toLowerCase()) ?? name
    // Policies add up: a page's own policy stays in force.
    guarded[own] = [...(guarded[own] ?? []), value]
  }
  return guarded
}
