import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Header, KeptRedirect, KeptResponse, MissingResource, ResourceKind } from '../../../shared/contract/capture'
import { valueAt } from '../../../shared/base/once'
import { isWebAddress } from '../../../shared/base/url'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { CdpTarget } from './cdp-target'
import { findKept } from './find-kept'
import { reasonOf } from './load-failures'
import type { FrameLoads } from './request-interceptor'

const Body = z.object({ body: z.string(), base64Encoded: z.boolean() })
const Response = z.object({ url: z.string(), status: z.number(), headers: z.record(z.string(), z.string()) })
/** Fields of the events about requests and frames. */
const Event = z.object({
  requestId: z.string().default(''),
  type: z.string().default(''),
  frameId: z.string().nullable().default(null),
  request: z.object({ url: z.string() }).optional(),
  redirectResponse: Response.optional(),
  response: Response.optional(),
  dataLength: z.number().default(0),
  errorText: z.string().default(''),
  blockedReason: z.string().optional(),
})

/** Types of the resources to store. Scripts are not stored, because a stored page runs no script. */
const KINDS: Readonly<Record<string, ResourceKind>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  Other: 'other',
  SignedExchange: 'other',
}

interface WatchedRequest {
  readonly id: string
  readonly url: string
  readonly from: readonly string[]
  /** Null for a response that is not stored as a resource, such as a script, the site's icon or the page's own document. */
  readonly kind: ResourceKind | null
  /** Id of the frame if the document of an inner frame is requested; null for the page's own document and for other resources. */
  readonly frame: string | null
  answer: { readonly status: number; readonly headers: readonly Header[] } | null
  length: number
}

function answerOf({ status, headers }: z.infer<typeof Response>): WatchedRequest['answer'] {
  return { status, headers: Object.entries(headers).flatMap(([name, value]) => value.split('\n').map((one) => ({ name, value: one }))) }
}

const NOT_YET = 'frames are not loaded in source mode'

export interface RecorderOptions {
  readonly target: CdpTarget
  readonly mainFrame: string
  readonly budget: number
  /** Returns why requests of this kind are refused, as the end of a sentence; null if a later load may send the requests. */
  readonly refusal: (kind: ResourceKind) => string | null
  readonly frames: FrameLoads
}

export type ResourceRecorder = ReturnType<typeof recordResources>

/** Reads bodies on arrival, because the browser may discard bodies later. Must be called before the page is opened. */
export function recordResources({ target, mainFrame, budget, refusal, frames }: RecorderOptions) {
  const parts = createPartStore(budget)
  const requests = new Map<string, WatchedRequest>()
  const underWay = new Set<Promise<void>>()
  const waiting = new Map<string, ((part: KeptResponse | null) => void)[]>()
  let closed = false

  target.on((method, params) => {
    const event = closed ? undefined : Event.safeParse(params).data
    if (!event) return
    const request = requests.get(event.requestId)
    switch (method) {
      case 'Network.requestWillBeSent':
        return sent(event)
      case 'Network.responseReceived':
        if (request && event.response) request.answer = answerOf(event.response)
        return
      case 'Network.dataReceived':
        if (request) request.length += event.dataLength
        return
      case 'Network.loadingFinished':
        requests.delete(event.requestId)
        if (request) arrived(request)
        return
      // Electron does not always report that the document of a frame arrived.
      case 'Page.frameStoppedLoading':
        for (const one of requests.values())
          if (one.frame !== null && one.frame === event.frameId && one.answer !== null) {
            requests.delete(one.id)
            arrived(one)
          }
        return
      case 'Network.loadingFailed':
        requests.delete(event.requestId)
        if (request) failed(request, event.errorText, event.blockedReason)
    }
  })

  function sent({ redirectResponse: from, requestId: id, request, type, frameId }: z.infer<typeof Event>): void {
    if (!request || !isWebAddress(request.url)) return
    const url = withoutFragment(request.url)
    if (from) parts.redirect(withoutFragment(from.url), from.status, url)
    const before = from ? requests.get(id) : undefined
    const kind = KINDS[type] ?? null
    const isPage = kind === 'document' && frameId === mainFrame
    const isIcon = kind === 'other' && url.endsWith('/favicon.ico')
    requests.set(id, {
      id,
      url,
      from: before ? [...before.from, before.url] : [],
      kind: isPage || isIcon ? null : kind,
      frame: kind === 'document' && !isPage ? frameId : null,
      answer: null,
      length: 0,
    })
  }

  function settle({ url, from }: WatchedRequest): void {
    for (const address of [url, ...from]) {
      const part = parts.get(url)
      for (const resolve of waiting.get(address) ?? []) resolve(part)
      waiting.delete(address)
    }
  }

  function failed(request: WatchedRequest, error: string, blockedReason: string | undefined): void {
    settle(request)
    const { url, kind, answer } = request
    if (kind === null) return
    // If a style sheet's response is an error page, the browser reports a cancelled request.
    if (answer && answer.status >= 400) return parts.miss(url, kind, { reason: `the server responded with status ${answer.status}` })
    const refused = refusal(kind)
    // Boilerscope, not the page, cancelled the request for the document of an empty frame.
    const isEmptied = kind === 'document' && frames === 'empty'
    const why = reasonOf(isEmptied ? 'net::ERR_BLOCKED_BY_CLIENT' : error, blockedReason, refused ?? NOT_YET)
    parts.miss(url, kind, refused === null ? { reason: why.reason } : why)
  }

  function arrived(request: WatchedRequest): void {
    const { id, url, kind, answer, length } = request
    if (kind === null || !answer || parts.get(url)) return settle(request)
    if (answer.status >= 400) parts.miss(url, kind, { reason: `the server responded with status ${answer.status}` })
    const release = parts.reserve(url, kind, length)
    if (!release) return settle(request)
    const work = target
      .send('Network.getResponseBody', { requestId: id })
      .then((read) => {
        const { body, base64Encoded } = Body.parse(read)
        if (!closed) parts.store({ url, kind, ...answer, body: Buffer.from(body, base64Encoded ? 'base64' : 'utf8') })
      })
      .catch(() => parts.miss(url, kind, { reason: 'the browser had discarded it' }))
      .finally(() => {
        release()
        underWay.delete(work)
        settle(request)
      })
    underWay.add(work)
  }

  return {
    /** Returns the resource at an address, after redirects, as soon as the resource arrives; null if the resource does not arrive. */
    find(url: string): Promise<KeptResponse | null> {
      const address = withoutFragment(url)
      const found = parts.find(address)
      if (found || closed) return Promise.resolve(found)
      return new Promise((resolve) => void valueAt(waiting, address, () => []).push(resolve))
    },
    async finish(cap: number) {
      const late = sleep(cap, true, { ref: false })
      while (underWay.size > 0) if (await Promise.race([late, Promise.all(underWay).then(() => false)])) break
      closed = true
      for (const answers of waiting.values()) for (const resolve of answers) resolve(null)
      waiting.clear()
      for (const { url, kind } of requests.values())
        if (kind !== null) parts.miss(url, kind, { reason: 'it had not arrived when the page was captured' })
      return parts.all()
    },
  }
}

const MOST = 1_000

function createPartStore(budget: number) {
  const kept = new Map<string, KeptResponse>()
  const bodies = new Map<string, Uint8Array>()
  const redirects = new Map<string, KeptRedirect>()
  const missing = new Map<string, MissingResource>()
  let bytes = 0
  let reserved = 0
  const overBudget = { reason: `over the limit of ${Math.round((budget / 1024 / 1024) * 10) / 10} MB per page`, isFinal: true } as const

  function miss(url: string, kind: ResourceKind, why: Pick<MissingResource, 'reason' | 'isFinal'>): void {
    if (missing.size < MOST && !kept.has(url)) missing.set(url, { url, kind, ...why })
  }

  return {
    miss,
    get: (url: string): KeptResponse | null => kept.get(url) ?? null,
    find: (url: string): KeptResponse | null => findKept(url, kept, { get: (at) => redirects.get(at)?.location })?.part ?? null,
    redirect: (url: string, status: number, location: string): void => {
      if (!redirects.has(url) && redirects.size < MOST) redirects.set(url, { url, status, location })
    },
    reserve(url: string, kind: ResourceKind, length: number): (() => void) | null {
      if (bytes + reserved + length > budget) {
        miss(url, kind, overBudget)
        return null
      }
      reserved += length
      return () => void (reserved -= length)
    },
    store({ body, ...part }: KeptResponse): void {
      const hash = createHash('sha256').update(body).digest('base64')
      const same = bodies.get(hash)
      if (!same) {
        if (bytes + body.length > budget) return miss(part.url, part.kind, overBudget)
        bodies.set(hash, body)
        bytes += body.length
      }
      kept.set(part.url, { ...part, body: same ?? body })
      if (part.status < 400) missing.delete(part.url)
    },
    all: () => ({ resources: [...kept.values()], redirects: [...redirects.values()], missing: [...missing.values()] }),
  }
}
