import type { Header } from '../../../shared/contract/bundle'
import { headerIn } from '../files/header-fields'
import type { CdpTarget } from './cdp-target'
import { isAnswered, isRedirect, refuse, type Paused } from './paused-request'
import type { ArchiveRoute } from './web-archive'

/** The requests of a page that are asked of a web archive, under the addresses and with the headers that the page means. */
export class ArchivedRequests {
  readonly #target: CdpTarget
  readonly #route: ArchiveRoute
  /** What each request under way asked for: the answer to one that went into the archive names its address there. */
  readonly #asking = new Map<string, string>()

  constructor(target: CdpTarget, route: ArchiveRoute) {
    this.#target = target
    this.#route = route
  }

  /** Where the archive answers for an address. */
  placeOf(url: string): string {
    return /^https?:/i.test(url) ? this.#route.addressOf(url) : url
  }

  /**
   * A request or an answer as the page means it; null where it was dealt with here.
   * @param follow goes where an answer redirects to; null: that is not in the archive
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

/** Headers as the site's own server had sent them, where the archive hands them on; what the archive says for itself goes. */
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
  // The archive answers for all sites alike.
  return [...given, ...own, { name: 'Access-Control-Allow-Origin', value: '*' }]
}
