import { z } from 'zod'
import { FailureError, toFailure, type Failure } from '../../../shared/base/failure'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { CdpTarget } from './cdp-target'
import type { LocalInput } from './local-input'
import type { Header, KeptRedirect, KeptResponse } from '../../../shared/contract/bundle'
import { decodedHeaders, frameHeaders, handedHeaders } from './header-policy'
import {
  damagedFailure,
  hostOf,
  networkFailure,
  notArchivedFailure,
  privateFailure,
  reboundFailure,
  redirectsFailure,
  tooLargeFailure,
} from './load-failures'
import type { PageActivity } from './page-activity'
import { MOST_FRAMES } from './frame-walk'
import { stayNote } from './page-walk'
import type { RequestPolicy } from './request-policy'
import { readServed, refuseType } from './served-document'
import { archivedHeaders, type ArchiveRoute } from './web-archive'
import { headerIn } from '../sources/header-fields'

const HeaderEntry = z.object({ name: z.string(), value: z.string() })
const Paused = z.object({
  requestId: z.string(),
  networkId: z.string().optional(),
  request: z.object({ url: z.string(), method: z.string() }),
  frameId: z.string(),
  resourceType: z.string(),
  responseErrorReason: z.string().optional(),
  responseStatusCode: z.number().optional(),
  responseHeaders: z.array(HeaderEntry).optional(),
})
type Paused = z.infer<typeof Paused>
const Answered = z.object({ requestId: z.string(), resourceIPAddressSpace: z.string() })
const BodyStream = z.object({ stream: z.string() })
const Chunk = z.object({ data: z.string(), base64Encoded: z.boolean().optional(), eof: z.boolean() })

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

/** Milliseconds for the browser to say from where it was answered; it says so before it hands the answer over. */
const SPACE_WAIT = 300

const requests = (count: number): string => (count === 1 ? '1 request was' : `${count} requests were`)

/** The browser asks for the site's icon by itself; that says nothing of the page. */
const isOwnIcon = (paused: Paused): boolean => paused.resourceType === 'Other' && paused.request.url.endsWith('/favicon.ico')

function cutOff(missing: number): string {
  return `The server broke off: the last ${missing.toLocaleString('en')} bytes of the page are missing.`
}

/**
 * Stands between the page and the network. The main document is read here, within its limits, decoded once, and handed
 * to the browser as UTF-8, so that what is laid out and what is parsed are the same string. Everything else the page asks
 * for passes the policy; documents of frames do so too where they are wanted, and are never loaded otherwise.
 */
export async function interceptRequests(options: InterceptorOptions): Promise<Interceptor> {
  const { target, policy, local, archive, maxBytes } = options
  let served: ServedPage | null = null
  let lastRedirect: string | null = null
  let redirects = 0
  const chain: KeptRedirect[] = []
  let refused = 0
  let navigations = 0
  let frames = 0
  let held = false
  const spaces = createSpaces()
  let asked = 0

  target.on((method, params) => {
    if (method === 'Network.responseReceivedExtraInfo') {
      const answered = Answered.safeParse(params)
      if (answered.success) spaces.tell(answered.data.requestId, answered.data.resourceIPAddressSpace)
    }
    if (method !== 'Fetch.requestPaused') return
    const paused = Paused.safeParse(params)
    if (!paused.success) return
    // Each request is asked about here; a page that makes them without end would keep this program busy for long after its time.
    if (++asked === MOST_REQUESTS) target.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => undefined)
    // The page may be gone by the time of an answer; the load ends then anyway.
    options.activity.during(answer(paused.data)).catch((thrown: unknown) => {
      if (thrown instanceof FailureError) options.fail(thrown.failure)
    })
  })

  /** Where a request of the page goes. */
  const placeOf = (url: string): string => (archive && /^https?:/i.test(url) ? archive.addressOf(url) : url)

  /** Lets a request go its way: into the archive, without the page seeing that. */
  async function go({ requestId, request }: Paused): Promise<void> {
    const url = placeOf(request.url)
    await target.send('Fetch.continueRequest', url === request.url ? { requestId } : { requestId, url })
  }

  async function answer(given: Paused): Promise<void> {
    const paused = archive ? await fromArchive(given, archive) : given
    if (paused === null) return
    const isMain = paused.resourceType === 'Document' && paused.frameId === options.mainFrame
    if (isMain)
      return paused.responseStatusCode === undefined && paused.responseErrorReason === undefined ? request(paused) : response(paused)
    const here = await local?.input.resources?.find(paused.request.url)
    if (here) return hand(paused, here)
    const isFrame = paused.resourceType === 'Document'
    if (isFrame && (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined)) return frameResponse(paused)
    // Such frames are refused without a word; the walk counts them.
    const isLeftOut = isFrame && (!options.withFrames || held || ++frames > MOST_FRAME_LOADS)
    const place = placeOf(paused.request.url)
    if (isLeftOut || !(await policy.allows(place))) {
      if (!isLeftOut && (await policy.isUnknown(place))) return refuse(paused, 'NameNotResolved')
      if (!isLeftOut && !isOwnIcon(paused)) refused++
      return refuse(paused, 'BlockedByClient')
    }
    await go(paused)
  }

  /** What each request under way asked for: the answer to one that went into the archive names its address there. */
  const asking = new Map<string, string>()

  /** A request or an answer as the page means it; null where it was dealt with here. */
  async function fromArchive(paused: Paused, route: ArchiveRoute): Promise<Paused | null> {
    const { requestId, networkId = '', request, responseStatusCode: status, responseHeaders: headers = [] } = paused
    if (status === undefined && paused.responseErrorReason === undefined) {
      if (request.method !== 'GET' && request.method !== 'OPTIONS') {
        await refuse(paused, 'BlockedByClient')
        return null
      }
      asking.set(networkId, request.url)
      return paused
    }
    const url = asking.get(networkId) ?? request.url
    const own = archivedHeaders(headers)
    const location = headerIn(headers, 'location')
    const to = status !== undefined && status >= 300 && status < 400 && location !== '' ? route.follow(url, location) : undefined
    if (to === undefined) {
      const here = { ...paused, request: { ...request, url }, responseHeaders: own }
      if (paused.resourceType === 'Document' || status === undefined) return here
      await target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders: own })
      return null
    }
    // The way of then, and to another time of the same address: the browser goes there as it always does.
    const isMain = paused.resourceType === 'Document' && paused.frameId === options.mainFrame
    const isTooLong = isMain && ++redirects > DEFAULT_LIMITS.maxRedirects
    if (to === null || isTooLong) {
      if (isMain && served === null)
        options.fail(to === null ? notArchivedFailure(url, location) : redirectsFailure(url, DEFAULT_LIMITS.maxRedirects))
      await refuse(paused, 'Aborted')
      return null
    }
    if (isMain && served === null) {
      lastRedirect = to
      if (to !== url) chain.push({ url: withoutFragment(url), status: status ?? 302, location: to })
    }
    // Continued at another address, an answer that redirects leads there.
    await target.send('Fetch.continueRequest', { requestId, url: to })
    return null
  }

  /** Gives the page a part of it that is here already. */
  async function hand(paused: Paused, { status, headers, body }: KeptResponse): Promise<void> {
    const own = handedHeaders(headers)
    await target.send('Fetch.fulfillRequest', {
      requestId: paused.requestId,
      responseCode: status,
      // Whatever it was once allowed for: it is one page's own.
      responseHeaders: [
        ...(paused.resourceType === 'Document' ? frameHeaders(own) : own),
        { name: 'Access-Control-Allow-Origin', value: '*' },
      ],
      body: Buffer.from(body).toString('base64'),
    })
  }

  async function request(paused: Paused): Promise<void> {
    const { url } = paused.request
    if (local) {
      if (served !== null || url.split('#', 1)[0] !== local.address) return leave(paused)
      served = { html: local.input.html, url, status: null, charset: local.input.charset, notes: local.input.notes, response: null }
      return fulfil(paused, 200, [], local.input.shown ?? local.input.html)
    }
    // Once the page is here, only its scripts may lead on; a hostile one could do so for ever.
    if (served !== null && (held || !options.rendered || ++navigations > DEFAULT_LIMITS.maxRedirects)) return leave(paused)
    const place = placeOf(url)
    if (!(await policy.moves(place))) {
      if (served !== null) return leave(paused)
      if (await policy.isUnknown(place)) return refuse(paused, 'NameNotResolved')
      options.fail(privateFailure(url, lastRedirectFrom(url)))
      return refuse(paused, 'BlockedByClient')
    }
    await go(paused)
  }

  async function response(paused: Paused): Promise<void> {
    const { url } = paused.request
    const status = paused.responseStatusCode ?? 0
    const headers = paused.responseHeaders ?? []
    const header = (name: string): string => headerIn(headers, name)
    if (paused.responseErrorReason !== undefined) {
      await target.send('Fetch.continueRequest', { requestId: paused.requestId })
      return
    }
    if (await isRebound(paused)) {
      if (served !== null) return leave(paused)
      options.fail(reboundFailure(url))
      return refuse(paused, 'BlockedByClient')
    }
    if (status >= 300 && status < 400 && header('location') !== '') {
      from = url
      lastRedirect = URL.canParse(header('location'), url) ? new URL(header('location'), url).href : null
      if (lastRedirect !== null && served === null) chain.push({ url: url.split('#', 1)[0] ?? url, status, location: lastRedirect })
      if (++redirects > DEFAULT_LIMITS.maxRedirects) {
        options.fail(redirectsFailure(url, DEFAULT_LIMITS.maxRedirects))
        return refuse(paused, 'Aborted')
      }
      await target.send('Fetch.continueRequest', { requestId: paused.requestId })
      return
    }
    try {
      const contentType = header('content-type')
      const wrongType = refuseType(contentType, url)
      if (wrongType) throw new FailureError(wrongType)
      if (Number(header('content-length')) > maxBytes) throw new FailureError(tooLargeFailure(hostOf(url), maxBytes))
      const bytes = await readBody(paused)
      const announced = Number(header('content-length'))
      const isCompressed = header('content-encoding') !== ''
      if (isCompressed && bytes.length === 0) throw new FailureError(damagedFailure(url))
      const { html, charset, notes } = await readServed(bytes, contentType, url, status, maxBytes)
      const missing = isCompressed ? 0 : announced - bytes.length
      const response: KeptResponse = { url: url.split('#', 1)[0] ?? url, kind: 'document', status, headers, body: bytes }
      served = { html, url, status, charset, notes: missing > 0 ? [...notes, cutOff(missing)] : notes, response }
      options.arrived(served)
      await fulfil(paused, status, headers, html)
    } catch (thrown) {
      // A page that is here already stays when its script leads to something that is none.
      if (served === null) options.fail(toFailure(thrown))
      await refuse(paused, 'Aborted')
    }
  }

  async function frameResponse(paused: Paused): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders: headers = [], responseErrorReason, requestId } = paused
    const header = (name: string): string => headerIn(headers, name)
    const isPassedOn = responseErrorReason !== undefined || (status >= 300 && status < 400 && header('location') !== '')
    if (!isPassedOn && (await isRebound(paused))) {
      refused++
      return refuse(paused, 'BlockedByClient')
    }
    if (isPassedOn) await target.send('Fetch.continueRequest', { requestId })
    else if (refuseType(header('content-type'), paused.request.url) !== null || Number(header('content-length')) > maxBytes)
      await refuse(paused, 'BlockedByClient')
    else await target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders: frameHeaders(headers) })
  }

  let from: string | null = null
  function lastRedirectFrom(url: string): string {
    return from ?? url
  }

  async function readBody(paused: Paused): Promise<Buffer> {
    const { url } = paused.request
    const { stream } = BodyStream.parse(await target.send('Fetch.takeResponseBodyAsStream', { requestId: paused.requestId }))
    options.received(0)
    const chunks: Buffer[] = []
    let length = 0
    for (;;) {
      const answered = await target.send('IO.read', { handle: stream, size: 1024 * 1024 }).catch((thrown: unknown) => {
        const reason = thrown instanceof Error ? /ERR_[A-Z_]+/.exec(thrown.message)?.[0] : undefined
        throw new FailureError(networkFailure(reason ?? 'ERR_CONTENT_LENGTH_MISMATCH', url))
      })
      const chunk = Chunk.parse(answered)
      const bytes = Buffer.from(chunk.data, chunk.base64Encoded === true ? 'base64' : 'utf8')
      chunks.push(bytes)
      length += bytes.length
      if (length > maxBytes) throw new FailureError(tooLargeFailure(hostOf(url), maxBytes))
      options.received(length)
      if (chunk.eof) break
    }
    await target.send('IO.close', { handle: stream })
    return Buffer.concat(chunks, length)
  }

  /**
   * Whether the answer came from inside although the host's name led to a public address when it was looked up here: the
   * browser looks it up again, and its owner may say something else then.
   */
  async function isRebound(paused: Paused): Promise<boolean> {
    if (paused.networkId === undefined || (await policy.isInside())) return false
    return /^(?:Loopback|Local|Private)$/.test((await spaces.of(paused.networkId)) ?? '')
  }

  async function fulfil(paused: Paused, status: number, headers: readonly Header[], html: string): Promise<void> {
    await target.send('Fetch.fulfillRequest', {
      requestId: paused.requestId,
      responseCode: status,
      responseHeaders: decodedHeaders(headers, 'UTF-8'),
      body: Buffer.from(html, 'utf8').toString('base64'),
    })
  }

  async function refuse(paused: Paused, errorReason: 'Aborted' | 'BlockedByClient' | 'NameNotResolved'): Promise<void> {
    await target.send('Fetch.failRequest', { requestId: paused.requestId, errorReason })
  }

  let left = 0
  /** An aborted navigation leaves the page where it is. */
  async function leave(paused: Paused): Promise<void> {
    left++
    await refuse(paused, 'Aborted')
  }

  await target.guard(async (url, isLeaving) => {
    // What leaves was judged when it was paused, and goes into an archive under another address.
    if (isLeaving) return archive !== null || policy.allows(url)
    const allowed = !archive && (await policy.allows(url))
    if (!allowed && !url.endsWith('/favicon.ico')) refused++
    return allowed
  })
  await target.send('Fetch.enable', {
    patterns: [
      { urlPattern: '*', requestStage: 'Request' },
      archive ? { urlPattern: '*', requestStage: 'Response' } : { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
    ],
  })
  return {
    served: () => served,
    lastRedirect: () => lastRedirect,
    redirects: () => redirects,
    chain: () => chain,
    hold: () => {
      held = true
    },
    notes: () => [
      ...(refused > 0
        ? [
            local
              ? 'Requests were refused: a local page reads nothing but itself.'
              : `${requests(refused)} refused: to this machine, a private network or another protocol.`,
          ]
        : []),
      ...(asked >= MOST_REQUESTS
        ? [`The page asked for more than ${MOST_REQUESTS.toLocaleString('en')} things; the rest was refused.`]
        : []),
      ...(left > 0 ? [stayNote(left)] : []),
    ],
  }
}

/** From which kind of network each request was answered last, as the browser tells it. */
function createSpaces(): { tell(request: string, space: string): void; of(request: string): Promise<string | null> } {
  const told = new Map<string, string>()
  const waiting = new Map<string, (space: string) => void>()
  return {
    tell(request, space) {
      const wait = waiting.get(request)
      if (wait) wait(space)
      else told.set(request, space)
    },
    of(request) {
      const space = told.get(request)
      // What is told next under this name is of the place that a redirect led to.
      told.delete(request)
      if (space !== undefined) return Promise.resolve(space)
      return new Promise((resolve) => {
        const end = (answer: string | null): void => {
          clearTimeout(timer)
          waiting.delete(request)
          resolve(answer)
        }
        const timer = setTimeout(() => end(null), SPACE_WAIT)
        waiting.set(request, end)
      })
    },
  }
}
