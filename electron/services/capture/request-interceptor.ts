import { type Failure, FailureError, toFailure } from '../../../shared/base/failure'
import { type KeptRedirect, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import { headerIn } from '../files/html-bytes'
import type { CdpTarget } from './cdp-target'
import { MOST_FRAMES } from './frame-walk'
import { mixedFailure, notArchivedFailure, privateFailure, redirectsFailure } from './load-failures'
import type { LocalInput } from './local-input'
import type { PageActivity } from './page-activity'
import { stayNote } from './page-walk'
import { ArchivedRequests, fulfil, transferTo, Held, isAnswered, isOwnIcon, isRedirect, passOn, Paused, refuse } from './paused-request'
import { frameHeaders, LOCAL_ONLY, type RequestPolicy } from './request-policy'
import { readDocument, refuseType, type ServedPage } from './served-document'
import type { ArchiveRoute } from './web-archive'

/**
 * Content of frames from the network. `loaded`: the document, or an error page if the policy refuses the request. `refused`: an error page.
 * `empty`: an empty page.
 */
export type FrameLoads = 'loaded' | 'refused' | 'empty'

export interface InterceptorOptions {
  readonly target: CdpTarget
  readonly mainFrame: string
  readonly activity: PageActivity
  readonly policy: RequestPolicy
  readonly local: { readonly input: LocalInput; readonly address: string } | null
  readonly archive: ArchiveRoute | null
  readonly rendered: boolean
  readonly frames: FrameLoads
  readonly maxBytes: number
  arrived(page: Pick<ServedPage, 'html' | 'url'>): void
  /** Must be called before the request fails in the browser. Otherwise, the browser's error could arrive first. */
  fail(reason: Failure): void
  received(bytes: number): void
}

const MOST_REQUESTS = 2_000

const MOST_FRAME_LOADS = 4 * MOST_FRAMES

const requests = (count: number): string => (count === 1 ? '1 request was' : `${count} requests were`)

/** Passes the main document on as UTF-8, so that the browser and the parser read the same characters. */
export async function interceptRequests(options: InterceptorOptions): Promise<Interceptor> {
  const page = new Interceptor(options)
  await page.listen()
  return page
}

export class Interceptor {
  readonly #target: CdpTarget
  readonly #options: InterceptorOptions
  readonly #unreachable = new Map<string, string>()
  readonly #archived: ArchivedRequests | null
  readonly #chain: KeptRedirect[] = []
  #served: ServedPage | null = null
  #redirectedFrom: string | null = null
  #lastRedirect: string | null = null
  #isHeld = false
  readonly #counts = { requests: 0, refused: 0, redirects: 0, navigations: 0, frames: 0, left: 0 }

  constructor(options: InterceptorOptions) {
    this.#options = options
    this.#target = options.target
    this.#archived = options.archive && new ArchivedRequests(options.target, options.archive)
  }

  served = (): ServedPage | null => this.#served
  lastRedirect = (): string | null => this.#lastRedirect
  redirects = (): number => this.#counts.redirects
  chain = (): readonly KeptRedirect[] => this.#chain
  /** Returns our proxy's error if the proxy could not connect to the address. Otherwise returns the browser's error. */
  errorOf(error: string, address: string): string {
    const { hostname, port, protocol } = new URL(address)
    const place = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
    return error.includes('ERR_SOCKS_') ? (this.#unreachable.get(place) ?? error) : error
  }
  hold(): void {
    this.#isHeld = true
  }

  notes(): string[] {
    const { refused, requests: sent, left } = this.#counts
    const why = this.#options.local
      ? `Requests were refused: ${LOCAL_ONLY}.`
      : `${requests(refused)} refused: only public web addresses and the page’s own origin are allowed.`
    return [
      ...(refused > 0 ? [why] : []),
      ...(sent >= MOST_REQUESTS
        ? [`The page reached the limit of ${MOST_REQUESTS.toLocaleString('en')} requests; further requests were refused.`]
        : []),
      ...(left > 0 ? [stayNote(left)] : []),
    ]
  }

  async listen(): Promise<void> {
    const { archive, policy } = this.#options
    this.#target.on((method, params) => {
      // Without a response the browser would wait for a password.
      if (method === 'Fetch.authRequired') {
        const { requestId } = Held.parse(params)
        this.#target.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: { response: 'CancelAuth' } }).catch(() => undefined)
      }
      const paused = method === 'Fetch.requestPaused' ? Paused.safeParse(params) : null
      if (paused?.success) this.#handlePaused(paused.data)
    })
    await this.#target.guard({
      allows: async (url, isLeaving) => {
        // Some requests are not paused, so each leaving request is checked here. With an archive, `url` is an address in the archive and
        // needs no check.
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

  #handlePaused(paused: Paused): void {
    // The browser blocks all further requests. Otherwise, endless requests would keep this program busy after the time limit of the page.
    if (!isAnswered(paused) && ++this.#counts.requests === MOST_REQUESTS)
      this.#target.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => undefined)
    // Errors other than a `FailureError` are ignored, because the page may be gone before the response.
    this.#options.activity.during(this.#answer(paused)).catch((thrown: unknown) => {
      if (thrown instanceof FailureError) this.#options.fail(thrown.failure)
    })
  }

  async #answer(request: Paused): Promise<void> {
    const paused = this.#archived ? await this.#archived.translatePaused(request, this.#followInArchive) : request
    if (paused === null) return
    if (this.#isMain(paused)) return isAnswered(paused) ? this.#receiveDocument(paused) : this.#navigate(paused)
    const here = await this.#options.local?.input.resources?.find(paused.request.url)
    if (here) return transferTo(this.#target, paused, here)
    return paused.resourceType === 'Document' && isAnswered(paused) ? this.#receiveFrame(paused) : this.#loadPart(paused)
  }

  #isMain = ({ resourceType, frameId }: Paused): boolean => resourceType === 'Document' && frameId === this.#options.mainFrame

  #placeOf = (url: string): string => this.#archived?.placeOf(url) ?? url

  async #loadPart(paused: Paused): Promise<void> {
    const { frames, policy } = this.#options
    const isFrame = paused.resourceType === 'Document'
    // An empty frame is not counted as a refused request, because the walk reports the frame.
    if (isFrame && frames === 'empty') return this.#refuse(paused, 'Aborted')
    if (isFrame && (frames === 'refused' || this.#isHeld || ++this.#counts.frames > MOST_FRAME_LOADS))
      return this.#refuse(paused, 'BlockedByClient')
    const place = this.#placeOf(paused.request.url)
    if (await policy.allows(place)) return passOn(this.#target, paused, place)
    if ((await policy.network(place)) === 'unknown') return this.#refuse(paused, 'NameNotResolved')
    if (!isOwnIcon(paused)) this.#counts.refused++
    return this.#refuse(paused, 'BlockedByClient')
  }

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
    // Limits the navigations of the page itself, because a hostile page could navigate forever.
    if (isThere && (this.#isHeld || !rendered || ++this.#counts.navigations > DEFAULT_LIMITS.maxRedirects)) return this.#stay(paused)
    const place = this.#placeOf(url)
    if (await policy.moves(place)) return passOn(this.#target, paused, place)
    if (isThere) return this.#stay(paused)
    const network = await policy.network(place)
    if (network === 'unknown') return this.#refuse(paused, 'NameNotResolved')
    this.#options.fail(network === 'mixed' ? mixedFailure(place) : privateFailure(url, this.#redirectedFrom ?? url))
    return this.#refuse(paused, 'BlockedByClient')
  }

  async #receiveDocument(paused: Paused): Promise<void> {
    if (paused.responseErrorReason !== undefined) return passOn(this.#target, paused)
    if (isRedirect(paused.responseStatusCode ?? 0, headerIn(paused.responseHeaders ?? [], 'location'))) return this.#follow(paused)
    try {
      await this.#serve(paused)
    } catch (thrown) {
      // A loaded page stays if its script navigates to a response that is not a page.
      if (this.#served === null) this.#options.fail(toFailure(thrown))
      await this.#refuse(paused, 'Aborted')
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
    return this.#refuse(paused, 'Aborted')
  }

  async #serve(paused: Paused): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders: headers = [] } = paused
    const served = await readDocument(this.#target, paused, this.#options.maxBytes, (bytes) => this.#options.received(bytes))
    this.#served = served
    this.#options.arrived(served)
    await fulfil(this.#target, paused, { status, headers, html: served.html })
  }

  async #receiveFrame(paused: Paused): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders: headers = [], responseErrorReason, requestId } = paused
    if (responseErrorReason !== undefined || isRedirect(status, headerIn(headers, 'location'))) return passOn(this.#target, paused)
    const isTooLarge = Number(headerIn(headers, 'content-length')) > this.#options.maxBytes
    if (isTooLarge || refuseType(headerIn(headers, 'content-type'), paused.request.url) !== null)
      return this.#refuse(paused, 'BlockedByClient')
    await this.#target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders: frameHeaders(headers) })
  }

  #followInArchive = async (paused: Paused, to: string | null): Promise<void> => {
    const { url } = paused.request
    const { responseStatusCode: status = 302, responseHeaders: headers = [], requestId } = paused
    const isMain = this.#isMain(paused)
    const isOpening = isMain && this.#served === null
    const isTooLong = isMain && ++this.#counts.redirects > DEFAULT_LIMITS.maxRedirects
    if (to === null || isTooLong) {
      const notThere = to === null ? notArchivedFailure(url, headerIn(headers, 'location')) : null
      if (isOpening) this.#options.fail(notThere ?? redirectsFailure(url, DEFAULT_LIMITS.maxRedirects))
      return this.#refuse(paused, 'Aborted')
    }
    if (isOpening) {
      this.#lastRedirect = to
      if (to !== url) this.#chain.push({ url: withoutFragment(url), status, location: to })
    }
    // Continuing a redirect response with another address redirects the page to this address.
    await this.#target.send('Fetch.continueRequest', { requestId, url: to })
  }

  #refuse(paused: Paused, reason: Parameters<typeof refuse>[2]): Promise<void> {
    this.#options.activity.refuse(paused.networkId)
    return refuse(this.#target, paused, reason)
  }

  async #stay(paused: Paused): Promise<void> {
    this.#counts.left++
    await this.#refuse(paused, 'Aborted')
  }
}
