import type { Header } from '../../../shared/contract/bundle'
import { headerIn } from '../files/header-fields'
import type { CdpTarget } from './cdp-target'
import { isAnswered, isRedirect, refuse, type Paused } from './paused-request'
import type { ArchiveRoute } from './web-archive'

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
