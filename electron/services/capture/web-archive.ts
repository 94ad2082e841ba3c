/** Pages in web archives with the address format of the Wayback Machine and pywb: collection, time, web address. */
import type { Header } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import { headerIn } from '../files/html-bytes'
import type { CdpTarget } from './cdp-target'
import { isAnswered, isRedirect, type Paused, refuse } from './paused-request'

/** A web page in an archive. */
export interface ArchivedAddress {
  /** The part before the time: `https://web.archive.org/web/`. */
  readonly prefix: string
  /** YYYYMMDDhhmmss, or a prefix of it. */
  readonly time: string
  /** The page's own address. */
  readonly url: string
}

/** A time of at least a year, an optional mode (`id_`, `if_`), and an address; some write it with one slash. */
const ARCHIVED = /^(https?:\/\/[^?#]*?\/)(\d{4,14})(?:[a-z]{2}_)?\/(https?):\/{1,2}([^/].*)$/is

/** Parses an address of an archive; null for any other address. */
export function archivedAddress(address: string): ArchivedAddress | null {
  const [, prefix, time, scheme, rest] = ARCHIVED.exec(address) ?? []
  if (prefix === undefined || time === undefined || scheme === undefined || rest === undefined) return null
  const url = `${scheme.toLowerCase()}://${rest}`
  return URL.canParse(url) ? { prefix, time, url: new URL(url).href } : null
}

/** Maps a page's requests to an archive. */
export type ArchiveRoute = ReturnType<typeof archiveRoute>

export function archiveRoute({ prefix, time }: ArchivedAddress) {
  const times = new Map<string, string>()
  const timeOf = (url: string): string => times.get(withoutFragment(url)) ?? time
  return {
    timeOf,
    /** Returns the archive's address of a web address, as it was served (`id_`). */
    addressOf: (url: string): string => `${prefix}${timeOf(url)}id_/${withoutFragment(url)}`,
    /**
     * Returns the web address of an archive's redirect; null if it leaves the archive. If the archive has the page at another time, it
     * redirects to that time: the address stays, and later requests use that time.
     */
    follow(from: string, location: string): string | null {
      const base = `${prefix}${timeOf(from)}id_/${withoutFragment(from)}`
      const to = URL.canParse(location, base) ? new URL(location, base).href : ''
      const found = archivedAddress(to)
      if (!found || new URL(found.prefix).origin !== new URL(prefix).origin) return null
      times.set(withoutFragment(found.url), found.time)
      return found.url
    },
  }
}

/** Formats an archive time: "1 May 2019, 12:34 UTC", as far as it is known. */
export function archiveTime(time: string): string {
  const [year, month, day, hour, minute] = [time.slice(0, 4), time.slice(4, 6), time.slice(6, 8), time.slice(8, 10), time.slice(10, 12)]
  const date = [year, month, day].filter((part) => part !== '').join('-')
  return minute === '' ? date : `${date} ${hour}:${minute} UTC`
}

/** Forwards the requests of a page to a web archive; the page sees its original addresses and headers. */
export class ArchivedRequests {
  readonly #target: CdpTarget
  readonly #route: ArchiveRoute
  /** Requested address by request id: the archive's response has another address. */
  readonly #asking = new Map<string, string>()

  constructor(target: CdpTarget, route: ArchiveRoute) {
    this.#target = target
    this.#route = route
  }

  placeOf(url: string): string {
    return /^https?:/i.test(url) ? this.#route.addressOf(url) : url
  }

  /**
   * Translates a request or a response to the page's view; null if it was handled here.
   * @param follow handles a redirect; null: the target is not in the archive
   */
  async asMeant(paused: Paused, follow: (paused: Paused, to: string | null) => Promise<void>): Promise<Paused | null> {
    const { requestId, networkId = '', request, responseStatusCode: status, responseHeaders: headers = [] } = paused
    if (!isAnswered(paused)) {
      this.#asking.set(networkId, request.url)
      if (request.method === 'GET' || request.method === 'OPTIONS') return paused
      await refuse(this.#target, paused, 'BlockedByClient')
      return null
    }
    const url = this.#asking.get(networkId) ?? request.url
    const location = headerIn(headers, 'location')
    const to = status !== undefined && isRedirect(status, location) ? this.#route.follow(url, location) : undefined
    if (to !== undefined) {
      await follow({ ...paused, request: { ...request, url } }, to)
      return null
    }
    const responseHeaders = archivedHeaders(headers)
    if (paused.resourceType === 'Document' || status === undefined) return { ...paused, request: { ...request, url }, responseHeaders }
    await this.#target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders })
    return null
  }
}

/** Returns the headers of the original server; drops those of the archive. */
function archivedHeaders(headers: readonly Header[]): Header[] {
  const own = headers.flatMap(({ name, value }) => {
    const was = /^x-archive-orig-(.+)$/i.exec(name)?.[1]
    return was === undefined || /^(?:content-(?:type|length|encoding)|transfer-encoding|access-control-.*)$/i.test(was)
      ? []
      : [{ name: was, value }]
  })
  const named = new Set(own.map(({ name }) => name.toLowerCase()))
  const given = headers.filter(
    ({ name }) => !/^(?:x-archive-|content-security-policy|access-control-)/i.test(name) && !named.has(name.toLowerCase()),
  )
  // The archive sends this for all sites.
  return [...given, ...own, { name: 'Access-Control-Allow-Origin', value: '*' }]
}
