import { type Failure, failure, FailureError, toFailure } from '../../../shared/base/failure'
import { type KeptRedirect, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import { headerIn } from '../files/html-bytes'
import type { CdpTarget } from './cdp-target'
import { MOST_FRAMES } from './frame-walk'
import { hostOf, redirectsFailure } from './load-failures'
import type { LocalInput } from './local-input'
import type { PageActivity } from './page-activity'
import { stayNote } from './page-walk'
import {
  ANY_ORIGIN,
  archivedRequests,
  fulfil,
  Held,
  isAnswered,
  isOwnIcon,
  isRedirect,
  passOn,
  Paused,
  readDocument,
  refuse,
  refuseType,
  type ServedPage,
} from './paused-request'
import { decodedHeaders, forwardedHeaders, frameHeaders, LOCAL_ONLY, type RequestPolicy } from './request-policy'
import type { ArchiveRoute } from './web-archive'

/** `loaded`: a frame's document from the network, or an error page if refused. `refused`: an error page. `empty`: an empty page. */
export type FrameLoads = 'loaded' | 'refused' | 'empty'

interface InterceptorOptions {
  readonly target: CdpTarget
  readonly mainFrame: string
  readonly activity: PageActivity
  readonly policy: RequestPolicy
  readonly local: { readonly input: LocalInput; readonly address: string } | null
  readonly archive: ArchiveRoute | null
  readonly rendered: boolean
  readonly frames: FrameLoads
  readonly maxBytes: number
  readonly arrived: (page: Pick<ServedPage, 'html' | 'url'>) => void
  /** Must be called before the request fails in the browser. Otherwise, the browser's error could arrive first. */
  readonly fail: (reason: Failure) => void
  readonly received: (bytes: number) => void
}

const MOST_REQUESTS = 2_000

const MOST_FRAME_LOADS = 4 * MOST_FRAMES

const requests = (count: number): string => (count === 1 ? '1 request was' : `${count} requests were`)

export type Interceptor = Awaited<ReturnType<typeof interceptRequests>>

/** Passes the main document on as UTF-8, so that the browser and the parser read the same characters. */
export async function interceptRequests(options: InterceptorOptions) {
  const { target, mainFrame, activity, policy, local, archive, rendered, frames, maxBytes, arrived, fail, received } = options
  const unreachable = new Map<string, string>()
  const archived = archive && archivedRequests(target, archive)
  const chain: KeptRedirect[] = []
  let served: ServedPage | null = null
  let redirectedFrom: string | null = null
  let lastRedirect: string | null = null
  let isHeld = false
  const counts = { requests: 0, refused: 0, redirects: 0, navigations: 0, frames: 0, left: 0 }

  function handlePaused(paused: Paused): void {
    // The browser blocks all further requests. Otherwise, endless requests would keep this program busy after the time limit of the page.
    if (!isAnswered(paused) && ++counts.requests === MOST_REQUESTS)
      target.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => undefined)
    // Errors other than a `FailureError` are ignored, because the page may be gone before the response.
    activity.during(answer(paused)).catch((thrown: unknown) => {
      if (thrown instanceof FailureError) fail(thrown.failure)
    })
  }

  async function answer(request: Paused): Promise<void> {
    const paused = archived ? await archived.translatePaused(request, followInArchive) : request
    if (paused === null) return
    if (isMain(paused)) return isAnswered(paused) ? receiveDocument(paused) : navigate(paused)
    const here = await local?.input.resources?.find(paused.url)
    if (here) {
      const own = forwardedHeaders(here.headers)
      // Only this page receives the response, so every origin is allowed.
      const headers = [...(paused.resourceType === 'Document' ? frameHeaders(own) : own), ANY_ORIGIN]
      return fulfil(target, paused, { ...here, headers })
    }
    return paused.resourceType === 'Document' && isAnswered(paused) ? receiveFrame(paused) : loadPart(paused)
  }

  const isMain = ({ resourceType, frameId }: Paused): boolean => resourceType === 'Document' && frameId === mainFrame

  const placeOf = (url: string): string => archived?.placeOf(url) ?? url

  async function loadPart(paused: Paused): Promise<void> {
    const isFrame = paused.resourceType === 'Document'
    // An empty frame is not counted as a refused request, because the walk reports the frame.
    if (isFrame && frames === 'empty') return refuseRequest(paused, 'Aborted')
    if (isFrame && (frames === 'refused' || isHeld || ++counts.frames > MOST_FRAME_LOADS)) return refuseRequest(paused, 'BlockedByClient')
    const place = placeOf(paused.url)
    if (await policy.allows(place)) return passOn(target, paused, place)
    if ((await policy.network(place)) === 'unknown') return refuseRequest(paused, 'NameNotResolved')
    if (!isOwnIcon(paused)) counts.refused++
    return refuseRequest(paused, 'BlockedByClient')
  }

  async function navigate(paused: Paused): Promise<void> {
    const { url } = paused
    const isThere = served !== null
    if (local) {
      if (isThere || withoutFragment(url) !== local.address) return stay(paused)
      const { html, charset, notes, shown } = local.input
      served = { html, url, status: null, charset, notes, response: null }
      return fulfil(target, paused, { status: 200, headers: decodedHeaders([]), body: Buffer.from(shown ?? html) })
    }
    // Limits the navigations of the page itself, because a hostile page could navigate forever.
    if (isThere && (isHeld || !rendered || ++counts.navigations > DEFAULT_LIMITS.maxRedirects)) return stay(paused)
    const place = placeOf(url)
    if (await policy.moves(place)) return passOn(target, paused, place)
    if (isThere) return stay(paused)
    const network = await policy.network(place)
    if (network === 'unknown') return refuseRequest(paused, 'NameNotResolved')
    if (network === 'mixed') {
      // A host with public and private addresses can give a web page access to a private network.
      const message = `${hostOf(place)} has both public and private addresses, so it was not opened.`
      fail(failure('load.private-address', message, 'If you trust the host, open the page by its IP address.'))
    } else {
      const message = `${hostOf(redirectedFrom ?? url)} redirects to ${hostOf(url)}, which is on this machine or in a private network.`
      fail(failure('load.private-address', message, 'If you trust the address, open it yourself.'))
    }
    return refuseRequest(paused, 'BlockedByClient')
  }

  async function receiveDocument(paused: Paused): Promise<void> {
    if (paused.error !== undefined) return passOn(target, paused)
    if (isRedirect(paused)) return follow(paused)
    const { status = 0, headers } = paused
    try {
      const page = await readDocument(target, paused, maxBytes, received)
      served = page
      arrived(page)
      await fulfil(target, paused, { status, headers: decodedHeaders(headers), body: Buffer.from(page.html) })
    } catch (thrown) {
      // A loaded page stays if its script navigates to a response that is not a page.
      if (served === null) fail(toFailure(thrown))
      await refuseRequest(paused, 'Aborted')
    }
  }

  async function follow(paused: Paused): Promise<void> {
    const { url, status = 0, headers } = paused
    const location = headerIn(headers, 'location')
    redirectedFrom = url
    lastRedirect = URL.canParse(location, url) ? new URL(location, url).href : null
    if (lastRedirect !== null && served === null) chain.push({ url: withoutFragment(url), status, location: lastRedirect })
    if (++counts.redirects <= DEFAULT_LIMITS.maxRedirects) return passOn(target, paused)
    fail(redirectsFailure(url, DEFAULT_LIMITS.maxRedirects))
    return refuseRequest(paused, 'Aborted')
  }

  async function receiveFrame(paused: Paused): Promise<void> {
    const { requestId, url, status, headers, error } = paused
    if (error !== undefined || isRedirect(paused)) return passOn(target, paused)
    const isTooLarge = Number(headerIn(headers, 'content-length')) > maxBytes
    if (isTooLarge || refuseType(headerIn(headers, 'content-type'), url) !== null) return refuseRequest(paused, 'BlockedByClient')
    await target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders: frameHeaders(headers) })
  }

  const followInArchive = async (paused: Paused, to: string | null): Promise<void> => {
    const { requestId, url, status = 302, headers } = paused
    const isOpening = isMain(paused) && served === null
    const isTooLong = isMain(paused) && ++counts.redirects > DEFAULT_LIMITS.maxRedirects
    if (to === null || isTooLong) {
      const location = headerIn(headers, 'location').slice(0, 200)
      const message = `The archive does not contain this page of ${hostOf(url)}; the archive redirects to ${location}.`
      const notThere = failure('load.not-archived', message, 'Choose another capture of the page in the archive, and open its address.')
      if (isOpening) fail(to === null ? notThere : redirectsFailure(url, DEFAULT_LIMITS.maxRedirects))
      return refuseRequest(paused, 'Aborted')
    }
    if (isOpening) {
      lastRedirect = to
      if (to !== url) chain.push({ url: withoutFragment(url), status, location: to })
    }
    // Continuing a redirect response with another address redirects the page to this address.
    await target.send('Fetch.continueRequest', { requestId, url: to })
  }

  function refuseRequest(paused: Paused, reason: Parameters<typeof refuse>[2]): Promise<void> {
    activity.refuse(paused.networkId)
    return refuse(target, paused, reason)
  }

  async function stay(paused: Paused): Promise<void> {
    counts.left++
    await refuseRequest(paused, 'Aborted')
  }

  target.on((method, params) => {
    // Without a response the browser would wait for a password.
    if (method === 'Fetch.authRequired') {
      const { requestId } = Held.parse(params)
      target.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: { response: 'CancelAuth' } }).catch(() => undefined)
    }
    const paused = method === 'Fetch.requestPaused' ? Paused.safeParse(params) : null
    if (paused?.success) handlePaused(paused.data)
  })
  await target.guard({
    allows: async (url, isLeaving) => {
      // Some requests are not paused, so each leaving request is checked here. With an archive, `url` is an address in the archive and
      // needs no check.
      if (isLeaving) return archive !== null || policy.allows(url)
      const allowed = !archive && (await policy.allows(url))
      if (!allowed && !url.endsWith('/favicon.ico')) counts.refused++
      return allowed
    },
    addresses: (host, port) => policy.addresses(host, port),
    unreachable: (host, port, error) => void unreachable.set(`${host}:${port}`, error),
  })
  await target.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [
      { urlPattern: '*', requestStage: 'Request' },
      archive ? { urlPattern: '*', requestStage: 'Response' } : { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
    ],
  })
  return {
    served: () => served,
    lastRedirect: () => lastRedirect,
    redirects: () => counts.redirects,
    chain: (): readonly KeptRedirect[] => chain,
    hold: () => void (isHeld = true),
    /** Returns our proxy's error if the proxy could not connect to the address. Otherwise returns the browser's error. */
    errorOf(error: string, address: string): string {
      const { hostname, port, protocol } = new URL(address)
      const place = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
      return error.includes('ERR_SOCKS_') ? (unreachable.get(place) ?? error) : error
    },
    notes(): string[] {
      const { refused, requests: sent, left } = counts
      const why = local
        ? `Requests were refused: ${LOCAL_ONLY}.`
        : `${requests(refused)} refused: only public web addresses and the page’s own origin are allowed.`
      const limit = `The page reached the limit of ${MOST_REQUESTS.toLocaleString('en')} requests; further requests were refused.`
      return [...(refused > 0 ? [why] : []), ...(sent >= MOST_REQUESTS ? [limit] : []), ...(left > 0 ? [stayNote(left)] : [])]
    },
  }
}
