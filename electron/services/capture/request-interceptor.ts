import { FailureError, toFailure, type Failure } from '../../../shared/base/failure'
import type { KeptRedirect } from '../../../shared/contract/bundle'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import { withoutFragment } from '../../../shared/page/kept-address'
import { headerIn } from '../files/header-fields'
import { ArchivedRequests } from './archived-requests'
import type { CdpTarget } from './cdp-target'
import { MOST_FRAMES } from './frame-walk'
import { frameHeaders } from './header-policy'
import { mixedFailure, notArchivedFailure, privateFailure, redirectsFailure } from './load-failures'
import type { LocalInput } from './local-input'
import type { PageActivity } from './page-activity'
import { stayNote } from './page-walk'
import { fulfil, handOver, Held, isAnswered, isOwnIcon, isRedirect, passOn, Paused, refuse } from './paused-request'
import type { RequestPolicy } from './request-policy'
import { readDocument, refuseType, type ServedPage } from './served-document'
import type { ArchiveRoute } from './web-archive'

/**
 * What becomes of the documents of frames that are not here: `loaded` as far as the policy allows; `refused`, and the browser shows a page of
 * its own in their place; `empty`, where nobody reads them: that page would be laid out for each.
 */
export type FrameLoads = 'loaded' | 'refused' | 'empty'

export interface InterceptorOptions {
  readonly target: CdpTarget
  readonly mainFrame: string
  readonly activity: PageActivity
  readonly policy: RequestPolicy
  /** The page where it is here already, and the address it is shown at. */
  readonly local: { readonly input: LocalInput; readonly address: string } | null
  /** Where the page is in a web archive: everything that it asks for is asked of the archive, and of nobody else. */
  readonly archive: ArchiveRoute | null
  /** Whether the page's scripts run, and with them its navigations. */
  readonly rendered: boolean
  readonly frames: FrameLoads
  readonly maxBytes: number
  /** Told of a page that came over the network, before the browser gets it. */
  arrived(page: Pick<ServedPage, 'html' | 'url'>): void
  /** Told of everything that ends the load, before the browser is: its own word for a refusal may come first otherwise. */
  fail(reason: Failure): void
  /** Bytes of HTML so far. */
  received(bytes: number): void
}

export interface Interceptor {
  /** What the main frame shows; null until it came. */
  served(): ServedPage | null
  /** Where the last redirect led; null where there was none. */
  lastRedirect(): string | null
  redirects(): number
  /** The redirects that led to the page. */
  chain(): readonly KeptRedirect[]
  /** Why a page did not come: the browser's error, or what kept its connection from being made. */
  errorOf(error: string, url: string): string
  /** From now on the page stays where it is. */
  hold(): void
  /** What was refused, for the log. */
  notes(): string[]
}

/** Requests a page may make; what comes after is refused inside the browser. Large pages of the web make some hundreds. */
const MOST_REQUESTS = 2_000

/** Documents that frames may ask for: some go through several. */
const MOST_FRAME_LOADS = 4 * MOST_FRAMES

const requests = (count: number): string => (count === 1 ? '1 request was' : `${count} requests were`)

/**
 * Stands between the page and the network. The main document is read here, within its limits, decoded once, and handed
 * to the browser as UTF-8, so that what is laid out and what is parsed are the same string. Everything else the page asks
 * for passes the policy; documents of frames do so too where they are wanted, and are never loaded otherwise.
 */
export async function interceptRequests(options: InterceptorOptions): Promise<Interceptor> {
  const page = new PageRequests(options)
  await page.listen()
  return page
}

class PageRequests implements Interceptor {
  readonly #target: CdpTarget
  readonly #options: InterceptorOptions
  /** Why hosts could not be connected to, by host and port. */
  readonly #unreachable = new Map<string, string>()
  readonly #archived: ArchivedRequests | null
  readonly #chain: KeptRedirect[] = []
  #served: ServedPage | null = null
  /** Where the last redirect came from, and where it led. */
  #redirectedFrom: string | null = null
  #lastRedirect: string | null = null
  #isHeld = false
  readonly #counts = { asked: 0, refused: 0, redirects: 0, navigations: 0, frames: 0, left: 0 }

  constructor(options: InterceptorOptions) {
    this.#options = options
    this.#target = options.target
    this.#archived = options.archive && new ArchivedRequests(options.target, options.archive)
  }

  served = (): ServedPage | null => this.#served
  lastRedirect = (): string | null => this.#lastRedirect
  redirects = (): number => this.#counts.redirects
  chain = (): readonly KeptRedirect[] => this.#chain
  errorOf(error: string, address: string): string {
    const { hostname, port, protocol } = new URL(address)
    const place = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
    return error.includes('ERR_SOCKS_') ? (this.#unreachable.get(place) ?? error) : error
  }
  hold(): void {
    this.#isHeld = true
  }

  notes(): string[] {
    const { refused, asked, left } = this.#counts
    const why = this.#options.local
      ? 'Requests were refused: a local page reads nothing but itself.'
      : `${requests(refused)} refused: to this machine, a private network or another protocol.`
    return [
      ...(refused > 0 ? [why] : []),
      ...(asked >= MOST_REQUESTS
        ? [`The page asked for more than ${MOST_REQUESTS.toLocaleString('en')} things; the rest was refused.`]
        : []),
      ...(left > 0 ? [stayNote(left)] : []),
    ]
  }

  async listen(): Promise<void> {
    const { archive, policy } = this.#options
    this.#target.on((method, params) => {
      // The browser would wait for a person to type a password.
      if (method === 'Fetch.authRequired') {
        const { requestId } = Held.parse(params)
        this.#target.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: { response: 'CancelAuth' } }).catch(() => undefined)
      }
      const paused = method === 'Fetch.requestPaused' ? Paused.safeParse(params) : null
      if (paused?.success) this.#hear(paused.data)
    })
    await this.#target.guard({
      allows: async (url, isLeaving) => {
        // What leaves was judged when it was paused, and goes into an archive under another address.
        if (isLeaving) return archive !== null || policy.allows(url)
        const allowed = !archive && (await policy.allows(url))
        if (!allowed && !url.endsWith('/favicon.ico')) this.#counts.refused++
        return allowed
      },
      addresses: (host, port) => policy.addresses(host, port),
      unreachable: (host, port, error) => void this.#unreachable.set(`${host}:${port}`, error),
    })
    await this.#target.send('Fetch.enable', {
      handleAuthRequests: true,
      patterns: [
        { urlPattern: '*', requestStage: 'Request' },
        archive ? { urlPattern: '*', requestStage: 'Response' } : { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
      ],
    })
  }

  #hear(paused: Paused): void {
    // Each request is asked about here; a page that makes them without end would keep this program busy for long after its time.
    // An answer to a request pauses as well.
    if (!isAnswered(paused) && ++this.#counts.asked === MOST_REQUESTS)
      this.#target.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => undefined)
    // The page may be gone by the time of an answer; the load ends then anyway.
    this.#options.activity.during(this.#answer(paused)).catch((thrown: unknown) => {
      if (thrown instanceof FailureError) this.#options.fail(thrown.failure)
    })
  }

  async #answer(given: Paused): Promise<void> {
    const paused = this.#archived ? await this.#archived.asMeant(given, this.#followInArchive) : given
    if (paused === null) return
    if (this.#isMain(paused)) return isAnswered(paused) ? this.#takeDocument(paused) : this.#navigate(paused)
    const here = await this.#options.local?.input.resources?.find(paused.request.url)
    if (here) return handOver(this.#target, paused, here)
    return paused.resourceType === 'Document' && isAnswered(paused) ? this.#takeFrame(paused) : this.#loadPart(paused)
  }

  #isMain = ({ resourceType, frameId }: Paused): boolean => resourceType === 'Document' && frameId === this.#options.mainFrame

  /** Where a request of the page goes. */
  #placeOf = (url: string): string => this.#archived?.placeOf(url) ?? url

  /** A part of the page, or the document of a frame. */
  async #loadPart(paused: Paused): Promise<void> {
    const { frames, policy } = this.#options
    const isFrame = paused.resourceType === 'Document'
    // Such frames are refused without a word; the walk counts them.
    if (isFrame && frames === 'empty') return refuse(this.#target, paused, 'Aborted')
    if (isFrame && (frames === 'refused' || this.#isHeld || ++this.#counts.frames > MOST_FRAME_LOADS))
      return refuse(this.#target, paused, 'BlockedByClient')
    const place = this.#placeOf(paused.request.url)
    if (await policy.allows(place)) return passOn(this.#target, paused, place)
    if ((await policy.network(place)) === 'unknown') return refuse(this.#target, paused, 'NameNotResolved')
    if (!isOwnIcon(paused)) this.#counts.refused++
    return refuse(this.#target, paused, 'BlockedByClient')
  }

  /** The page is opened, or goes elsewhere. */
  async #navigate(paused: Paused): Promise<void> {
    const { local, policy, rendered } = this.#options
    const { url } = paused.request
    const isThere = this.#served !== null
    if (local) {
      if (isThere || withoutFragment(url) !== local.address) return this.#stay(paused)
      const { html, charset, notes, shown } = local.input
      this.#served = { html, url, status: null, charset, notes, response: null }
      return fulfil(this.#target, paused, { status: 200, headers: [], html: shown ?? html })
    }
    // Once the page is here, only its scripts may lead on; a hostile one could do so for ever.
    if (isThere && (this.#isHeld || !rendered || ++this.#counts.navigations > DEFAULT_LIMITS.maxRedirects)) return this.#stay(paused)
    const place = this.#placeOf(url)
    if (await policy.moves(place)) return passOn(this.#target, paused, place)
    if (isThere) return this.#stay(paused)
    const network = await policy.network(place)
    if (network === 'unknown') return refuse(this.#target, paused, 'NameNotResolved')
    this.#options.fail(network === 'mixed' ? mixedFailure(place) : privateFailure(url, this.#redirectedFrom ?? url))
    return refuse(this.#target, paused, 'BlockedByClient')
  }

  /** The answer to what the main frame asked for. */
  async #takeDocument(paused: Paused): Promise<void> {
    if (paused.responseErrorReason !== undefined) return passOn(this.#target, paused)
    if (isRedirect(paused.responseStatusCode ?? 0, headerIn(paused.responseHeaders ?? [], 'location'))) return this.#follow(paused)
    try {
      await this.#serve(paused)
    } catch (thrown) {
      // A page that is here already stays when its script leads to something that is none.
      if (this.#served === null) this.#options.fail(toFailure(thrown))
      await refuse(this.#target, paused, 'Aborted')
    }
  }

  async #follow(paused: Paused): Promise<void> {
    const { url } = paused.request
    const { responseStatusCode: status = 0, responseHeaders: headers = [] } = paused
    const location = headerIn(headers, 'location')
    this.#redirectedFrom = url
    this.#lastRedirect = URL.canParse(location, url) ? new URL(location, url).href : null
    if (this.#lastRedirect !== null && this.#served === null)
      this.#chain.push({ url: withoutFragment(url), status, location: this.#lastRedirect })
    if (++this.#counts.redirects <= DEFAULT_LIMITS.maxRedirects) return passOn(this.#target, paused)
    this.#options.fail(redirectsFailure(url, DEFAULT_LIMITS.maxRedirects))
    return refuse(this.#target, paused, 'Aborted')
  }

  /** Reads the document, and hands the browser what was read. @throws FailureError those of loading */
  async #serve(paused: Paused): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders: headers = [] } = paused
    const served = await readDocument(this.#target, paused, this.#options.maxBytes, (bytes) => this.#options.received(bytes))
    this.#served = served
    this.#options.arrived(served)
    await fulfil(this.#target, paused, { status, headers, html: served.html })
  }

  /** The answer to what a frame asked for. */
  async #takeFrame(paused: Paused): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders: headers = [], responseErrorReason, requestId } = paused
    if (responseErrorReason !== undefined || isRedirect(status, headerIn(headers, 'location'))) return passOn(this.#target, paused)
    const isTooLarge = Number(headerIn(headers, 'content-length')) > this.#options.maxBytes
    if (isTooLarge || refuseType(headerIn(headers, 'content-type'), paused.request.url) !== null)
      return refuse(this.#target, paused, 'BlockedByClient')
    await this.#target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders: frameHeaders(headers) })
  }

  /** The way of then, and to another time of the same address: the browser goes there as it always does. @param to null: it is not in the archive */
  #followInArchive = async (paused: Paused, to: string | null): Promise<void> => {
    const { url } = paused.request
    const { responseStatusCode: status = 302, responseHeaders: headers = [], requestId } = paused
    const isMain = this.#isMain(paused)
    const isOpening = isMain && this.#served === null
    const isTooLong = isMain && ++this.#counts.redirects > DEFAULT_LIMITS.maxRedirects
    if (to === null || isTooLong) {
      const notThere = to === null ? notArchivedFailure(url, headerIn(headers, 'location')) : null
      if (isOpening) this.#options.fail(notThere ?? redirectsFailure(url, DEFAULT_LIMITS.maxRedirects))
      return refuse(this.#target, paused, 'Aborted')
    }
    if (isOpening) {
      this.#lastRedirect = to
      if (to !== url) this.#chain.push({ url: withoutFragment(url), status, location: to })
    }
    // Continued at another address, an answer that redirects leads there.
    await this.#target.send('Fetch.continueRequest', { requestId, url: to })
  }

  /** An aborted navigation leaves the page where it is. */
  async #stay(paused: Paused): Promise<void> {
    this.#counts.left++
    await refuse(this.#target, paused, 'Aborted')
  }
}
