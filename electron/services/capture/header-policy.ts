import type { Header } from '../../../shared/contract/bundle'

/** What is added to and taken from the headers of a captured page's document; every adapter and the interceptor go by this. */

/**
 * Restrictions added to those of the page itself and of its frames: no plug-ins, forms, workers of any kind, web sockets. Which frames
 * are loaded is decided where they are asked for.
 */
const POLICY: readonly Header[] = [
  {
    name: 'Content-Security-Policy',
    value: "object-src 'none'; form-action 'none'; worker-src 'none'; connect-src http: https: data: blob:; webrtc 'block'",
  },
  { name: 'X-DNS-Prefetch-Control', value: 'off' },
]

/** Headers that would make the page go or ask elsewhere, or not be a page at all. */
const LEADING =
  /^(?:content-disposition|refresh|link|speculation-rules|x-dns-prefetch-control|x-frame-options|strict-transport-security|service-worker-allowed|report-to|reporting-endpoints|nel|clear-site-data)$/i

const FORBIDS_FRAMES = /^x-frame-options$/i

/** Headers that speak of the bytes as they were sent. */
const OF_THE_BYTES = /^(?:content-(?:type|length|encoding)|transfer-encoding)$/i

/** Headers of a page that was decoded and is handed to the browser as text in `charset`. */
export function decodedHeaders(headers: readonly Header[], charset: string): Header[] {
  const kept = headers.filter(({ name }) => !LEADING.test(name) && !OF_THE_BYTES.test(name))
  return [...kept, ...POLICY, { name: 'Content-Type', value: `text/html; charset=${charset}` }]
}

/** Headers of a part of a page that is handed over from where it was kept: what it is, and nothing that was said to browsers of then. */
export function handedHeaders(headers: readonly Header[]): Header[] {
  return headers.filter(({ name, value }) => /^(?:content-type|content-language)$/i.test(name) && !/[\r\n\0]/.test(value))
}

/** Headers of a frame's document, whose bytes go on as they came. What forbids to show it in a frame stays. */
export function frameHeaders(headers: readonly Header[]): Header[] {
  return [...headers.filter(({ name }) => !LEADING.test(name) || FORBIDS_FRAMES.test(name)), ...POLICY]
}

/**
 * The same policy for headers that are still to be read as they came: those that speak of the bytes stay.
 * @param headers by name, as Electron's `onHeadersReceived` gives and takes them
 */
export function guardedHeaders(headers: Readonly<Record<string, readonly string[]>>, isFrame = false): Record<string, string[]> {
  const guarded: Record<string, string[]> = {}
  for (const [name, values] of Object.entries(headers))
    if (!LEADING.test(name) || (isFrame && FORBIDS_FRAMES.test(name))) guarded[name] = [...values]
  for (const { name, value } of POLICY) {
    const own = Object.keys(guarded).find((given) => given.toLowerCase() === name.toLowerCase()) ?? name
    // Policies add up: a page's own stays in force.
    guarded[own] = [...(guarded[own] ?? []), value]
  }
  return guarded
}
