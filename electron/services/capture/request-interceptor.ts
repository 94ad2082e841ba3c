import { FailureError, toFailure, type Failure } from '../../../shared/base/failure'
import type { KeptRedirect, KeptResponse } from '../../../shared/contract/bundle'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import { withoutFragment } from '../../../shared/page/kept-address'
import { headerIn } from '../sources/header-fields'
import type { CdpTarget } from './cdp-target'
import { MOST_FRAMES } from './frame-walk'
import { frameHeaders } from './header-policy'
import {
  damagedFailure,
  hostOf,
  notArchivedFailure,
  privateFailure,
  reboundFailure,
  redirectsFailure,
  tooLargeFailure,
} from './load-failures'
import type { LocalInput } from './local-input'
import type { PageActivity } from './page-activity'
import { stayNote } from './page-walk'
import {
  Answered,
  createSpaces,
  fulfil,
  handOver,
  isAnswered,
  isOwnIcon,
  isRedirect,
  passOn,
  Paused,
  readBody,
  refuse,
} from './paused-request'
import type { RequestPolicy } from './request-policy'
import { readServed, refuseType } from './served-document'
import { archivedHeaders, type ArchiveRoute } from './web-archive'

/** The page as it reached the browser. */
interface ServedPage {
  readonly html: string
  readonly url: string
  readonly status: number | null
  readonly charset: string | null
  readonly notes: readonly string[]
  /** The answer as it came; null for a page that was here already. */
  readonly response: KeptResponse | null
}

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
  /** Whether documents of its frames may come from the network. */
  readonly withFrames: boolean
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

const cutOff = (missing: number): string => `The server broke off: the last ${missing.toLocaleString('en')} bytes of the page are missing.`

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
  readonly #spaces = createSpaces()
  readonly #chain: KeptRedirect[] = []
  /** What each request under way asked for: the answer to one that went into the archive names its address there. */
  readonly #asking = new Map<string, string>()
  #served: ServedPage | null = null
  /** Where the last redirect came from, and where it led. */
  #redirectedFrom: string | null = null
  #lastRedirect: string | null = null
  #isHeld = false
  readonly #counts = { asked: 0, refused: 0, redirects: 0, navigations: 0, frames: 0, left: 0 }

  constructor(options: InterceptorOptions) {
    this.#options = options
    this.#target = options.target
  }

  served = (): ServedPage | null => this.#served
  lastRedirect = (): string | null => this.#lastRedirect
  redirects = (): number => this.#counts.redirects
  chain = (): readonly KeptRedirect[] => this.#chain
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
      if (method === 'Network.responseReceivedExtraInfo') {
        const answered = Answered.safeParse(params)
        if (answered.success) this.#spaces.tell(answered.data.requestId, answered.data.resourceIPAddressSpace)
      }
      const paused = method === 'Fetch.requestPaused' ? Paused.safeParse(params) : null
      if (paused?.success) this.#hear(paused.data)
    })
    await this.#target.guard(async (url, isLeaving) => {
      // What leaves was judged when it was paused, and goes into an archive under another address.
      if (isLeaving) return archive !== null || policy.allows(url)
      const allowed = !archive && (await policy.allows(url))
      if (!allowed && !url.endsWith('/favicon.ico')) this.#counts.refused++
      return allowed
    })
    await this.#target.send('Fetch.enable', {
      patterns: [
        { urlPattern: '*', requestStage: 'Request' },
        archive ? { urlPattern: '*', requestStage: 'Response' } : { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
      ],
    })
  }

  #hear(paused: Paused): void {
    // Each request is asked about here; a page that makes them without end would keep this program busy for long after its time.
    if (++this.#counts.asked === MOST_REQUESTS) this.#target.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => undefined)
    // The page may be gone by the time of an answer; the load ends then anyway.
    this.#options.activity.during(this.#answer(paused)).catch((thrown: unknown) => {
      if (thrown instanceof FailureError) this.#options.fail(thrown.failure)
    })
  }

  async #answer(given: Paused): Promise<void> {
    const { archive } = this.#options
    const paused = archive ? await this.#fromArchive(given, archive) : given
    if (paused === null) return
    if (this.#isMain(paused)) return isAnswered(paused) ? this.#takeDocument(paused) : this.#navigate(paused)
    const here = await this.#options.local?.input.resources?.find(paused.request.url)
    if (here) return handOver(this.#target, paused, here)
    return paused.resourceType === 'Document' && isAnswered(paused) ? this.#takeFrame(paused) : this.#loadPart(paused)
  }

  #isMain = ({ resourceType, frameId }: Paused): boolean => resourceType === 'Document' && frameId === this.#options.mainFrame

  /** Where a request of the page goes. */
  #placeOf(url: string): string {
    const { archive } = this.#options
    return archive && /^https?:/i.test(url) ? archive.addressOf(url) : url
  }

  /** A part of the page, or the document of a frame. */
  async #loadPart(paused: Paused): Promise<void> {
    const { withFrames, policy } = this.#options
    const isFrame = paused.resourceType === 'Document'
    // Such frames are refused without a word; the walk counts them.
    if (isFrame && (!withFrames || this.#isHeld || ++this.#counts.frames > MOST_FRAME_LOADS))
      return refuse(this.#target, paused, 'BlockedByClient')
    const place = this.#placeOf(paused.request.url)
    if (await policy.allows(place)) return passOn(this.#target, paused, place)
    if (await policy.isUnknown(place)) return refuse(this.#target, paused, 'NameNotResolved')
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
    if (await policy.isUnknown(place)) return refuse(this.#target, paused, 'NameNotResolved')
    this.#options.fail(privateFailure(url, this.#redirectedFrom ?? url))
    return refuse(this.#target, paused, 'BlockedByClient')
  }

  /** The answer to what the main frame asked for. */
  async #takeDocument(paused: Paused): Promise<void> {
    const { url } = paused.request
    if (paused.responseErrorReason !== undefined) return passOn(this.#target, paused)
    if (await this.#isRebound(paused)) {
      if (this.#served !== null) return this.#stay(paused)
      this.#options.fail(reboundFailure(url))
      return refuse(this.#target, paused, 'BlockedByClient')
    }
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
    const { maxBytes } = this.#options
    const { url } = paused.request
    const { responseStatusCode: status = 0, responseHeaders: headers = [] } = paused
    const contentType = headerIn(headers, 'content-type')
    const wrongType = refuseType(contentType, url)
    if (wrongType) throw new FailureError(wrongType)
    const announced = Number(headerIn(headers, 'content-length'))
    if (announced > maxBytes) throw new FailureError(tooLargeFailure(hostOf(url), maxBytes))
    const body = await readBody(this.#target, paused, maxBytes, (bytes) => this.#options.received(bytes))
    const isCompressed = headerIn(headers, 'content-encoding') !== ''
    if (isCompressed && body.length === 0) throw new FailureError(damagedFailure(url))
    const { html, charset, notes } = await readServed(body, contentType, url, status, maxBytes)
    const missing = isCompressed ? 0 : announced - body.length
    const response: KeptResponse = { url: withoutFragment(url), kind: 'document', status, headers, body }
    this.#served = { html, url, status, charset, notes: missing > 0 ? [...notes, cutOff(missing)] : notes, response }
    this.#options.arrived(this.#served)
    await fulfil(this.#target, paused, { status, headers, html })
  }

  /** The answer to what a frame asked for. */
  async #takeFrame(paused: Paused): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders: headers = [], responseErrorReason, requestId } = paused
    if (responseErrorReason !== undefined || isRedirect(status, headerIn(headers, 'location'))) return passOn(this.#target, paused)
    const isRebound = await this.#isRebound(paused)
    if (isRebound) this.#counts.refused++
    const isTooLarge = Number(headerIn(headers, 'content-length')) > this.#options.maxBytes
    if (isRebound || isTooLarge || refuseType(headerIn(headers, 'content-type'), paused.request.url) !== null)
      return refuse(this.#target, paused, 'BlockedByClient')
    await this.#target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders: frameHeaders(headers) })
  }

  /** A request or an answer as the page means it; null where it was dealt with here. */
  async #fromArchive(paused: Paused, route: ArchiveRoute): Promise<Paused | null> {
    const { requestId, networkId = '', request, responseStatusCode: status, responseHeaders: headers = [] } = paused
    if (!isAnswered(paused)) {
      this.#asking.set(networkId, request.url)
      if (request.method === 'GET' || request.method === 'OPTIONS') return paused
      await refuse(this.#target, paused, 'BlockedByClient')
      return null
    }
    const url = this.#asking.get(networkId) ?? request.url
    const location = headerIn(headers, 'location')
    const to = status !== undefined && isRedirect(status, location) ? route.follow(url, location) : undefined
    if (to !== undefined) {
      await this.#followInArchive({ ...paused, request: { ...request, url } }, to)
      return null
    }
    const responseHeaders = archivedHeaders(headers)
    if (paused.resourceType === 'Document' || status === undefined) return { ...paused, request: { ...request, url }, responseHeaders }
    await this.#target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders })
    return null
  }

  /** The way of then, and to another time of the same address: the browser goes there as it always does. @param to null: it is not in the archive */
  async #followInArchive(paused: Paused, to: string | null): Promise<void> {
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

  /**
   * Whether the answer came from inside although the host's name led to a public address when it was looked up here: the
   * browser looks it up again, and its owner may say something else then.
   */
  async #isRebound({ networkId }: Paused): Promise<boolean> {
    if (networkId === undefined || (await this.#options.policy.isInside())) return false
    return /^(?:Loopback|Local|Private)$/.test((await this.#spaces.of(networkId)) ?? '')
  }

  /** An aborted navigation leaves the page where it is. */
  async #stay(paused: Paused): Promise<void> {
    this.#counts.left++
    await refuse(this.#target, paused, 'Aborted')
  }
}
