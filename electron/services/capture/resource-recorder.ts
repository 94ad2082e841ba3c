import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Header, KeptRedirect, KeptResponse, MissingResource, ResourceKind } from '../../../shared/contract/bundle'
import { valueAt } from '../../../shared/base/once'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { CdpTarget } from './cdp-target'
import { findKept } from '../view/find-kept'
import { reasonOf } from './load-failures'
import type { FrameLoads } from './request-interceptor'

const Response = z.object({
  url: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  fromDiskCache: z.boolean().optional(),
})
const Sent = z.object({
  requestId: z.string(),
  type: z.string().optional(),
  frameId: z.string().optional(),
  request: z.object({ url: z.string() }),
  redirectResponse: Response.optional(),
})
const Received = z.object({ requestId: z.string(), type: z.string(), response: Response })
const Data = z.object({ requestId: z.string(), dataLength: z.number() })
const Finished = z.object({ requestId: z.string() })
const Failed = z.object({ requestId: z.string(), errorText: z.string(), blockedReason: z.string().optional() })
const Body = z.object({ body: z.string(), base64Encoded: z.boolean() })

/** What a page looks like: its scripts and what they ask for are not kept, since nothing of it runs again. */
const KINDS: Readonly<Record<string, ResourceKind>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  Other: 'other',
  SignedExchange: 'other',
}

/** Different parts that are named as missing; a page may ask for things without end. */
const MOST_MISSING = 1_000

/** Of frames in source mode. */
const NOT_YET = 'frames are not loaded in source mode'

export interface RecorderOptions {
  readonly target: CdpTarget
  readonly mainFrame: string
  /** Bytes of the bodies together, equal ones counted once. */
  readonly budget: number
  /** Why a request of a kind is refused here, as the end of a sentence; null where it is only not made yet. */
  readonly refusal: (kind: ResourceKind) => string | null
  readonly frames: FrameLoads
}

interface Recorded {
  readonly resources: readonly KeptResponse[]
  readonly redirects: readonly KeptRedirect[]
  readonly missing: readonly MissingResource[]
}

export interface ResourceRecorder {
  /** What was kept under an address, redirects followed: as soon as it is here; null where it does not come. */
  find(url: string): Promise<KeptResponse | null>
  /** What was loaded so far; waits for bodies under way, at most the milliseconds. */
  finish(cap: number): Promise<Recorded>
}

interface Request {
  readonly url: string
  /** Addresses that redirects led from. */
  readonly from: readonly string[]
  readonly kind: ResourceKind | null
  /** The page's own document: its interceptor keeps it. */
  readonly isPage: boolean
  answer: { readonly status: number; readonly headers: readonly Header[] } | null
  length: number
}

/**
 * Keeps the bodies of what a page loads, as the browser hands them over after each has arrived: no request is held up for it.
 * Starts now; `Network.enable` has to follow. One body is asked for as soon as it is there, before the browser lets go of it.
 */
export function recordResources({ target, mainFrame, budget, refusal, frames }: RecorderOptions): ResourceRecorder {
  const requests = new Map<string, Request>()
  const kept = new Map<string, KeptResponse>()
  const bodies = new Map<string, Uint8Array>()
  const redirects = new Map<string, KeptRedirect>()
  const leadsTo = new Map<string, string>()
  const missing = new Map<string, MissingResource>()
  const underWay = new Set<Promise<void>>()
  /** Who waits for an address. */
  const waiting = new Map<string, ((part: KeptResponse | null) => void)[]>()
  let bytes = 0
  /** Bytes of bodies that were asked for and are not here yet. */
  let expected = 0
  let closed = false

  const miss = (url: string, kind: ResourceKind, why: Pick<MissingResource, 'reason' | 'isFinal'>): void => {
    if (missing.size < MOST_MISSING && !kept.has(url)) missing.set(url, { url, kind, ...why })
  }
  const overBudget = { reason: `over the limit of ${Math.round((budget / 1024 / 1024) * 10) / 10} MB a page`, isFinal: true } as const

  target.on((method, params) => {
    if (closed) return
    switch (method) {
      case 'Network.requestWillBeSent':
        return sent(Sent.safeParse(params).data)
      case 'Network.responseReceived':
        return received(Received.safeParse(params).data)
      case 'Network.dataReceived': {
        const data = Data.safeParse(params).data
        const request = data && requests.get(data.requestId)
        if (request) request.length += data.dataLength
        return
      }
      case 'Network.loadingFinished': {
        const id = Finished.safeParse(params).data?.requestId
        if (id !== undefined) finished(id)
        return
      }
      case 'Network.loadingFailed':
        return failed(Failed.safeParse(params).data)
    }
  })

  /** Answers who waits for a request, or for one that it was redirected from. */
  function settle({ url, from }: Request): void {
    for (const asked of [url, ...from]) {
      const part = kept.get(url) ?? null
      for (const resolve of waiting.get(asked) ?? []) resolve(part)
      waiting.delete(asked)
    }
  }

  function sent(event: z.infer<typeof Sent> | undefined): void {
    if (!event || !/^https?:/i.test(event.request.url)) return
    const { redirectResponse: from, requestId, request, type, frameId } = event
    const url = withoutFragment(request.url)
    if (from && !redirects.has(withoutFragment(from.url)) && redirects.size < MOST_MISSING) {
      const asked = withoutFragment(from.url)
      redirects.set(asked, { url: asked, status: from.status, location: url })
      leadsTo.set(asked, url)
    }
    const kind = KINDS[type ?? ''] ?? null
    const before = from ? requests.get(requestId) : undefined
    requests.set(requestId, {
      url,
      from: before ? [...before.from, before.url] : [],
      kind,
      isPage: type === 'Document' && frameId === mainFrame,
      answer: null,
      length: 0,
    })
  }

  function received(event: z.infer<typeof Received> | undefined): void {
    const request = event && requests.get(event.requestId)
    if (!request) return
    request.answer = {
      status: event.response.status,
      headers: Object.entries(event.response.headers).flatMap(([name, value]) => value.split('\n').map((one) => ({ name, value: one }))),
    }
  }

  function failed(event: z.infer<typeof Failed> | undefined): void {
    const request = event && requests.get(event.requestId)
    if (!request) return
    requests.delete(event.requestId)
    settle(request)
    if (request.kind === null || request.isPage || isIcon(request)) return
    const { answer } = request
    // A style sheet that is none is told as given up.
    if (answer && answer.status >= 400) return miss(request.url, request.kind, { reason: `the server answered ${answer.status}` })
    const refused = refusal(request.kind)
    // A frame that stays empty was given up by us, not by the page.
    const error = request.kind === 'document' && frames === 'empty' ? 'net::ERR_BLOCKED_BY_CLIENT' : event.errorText
    const why = reasonOf(error, event.blockedReason, refused ?? NOT_YET)
    miss(request.url, request.kind, refused === null ? { reason: why.reason } : why)
  }

  function finished(id: string): void {
    const request = requests.get(id)
    requests.delete(id)
    if (!request) return
    if (request.kind === null || request.isPage || !request.answer || isIcon(request) || kept.has(request.url)) return settle(request)
    const { url, kind, answer, length } = request
    if (answer.status >= 400) miss(url, kind, { reason: `the server answered ${answer.status}` })
    if (bytes + expected + length > budget) {
      miss(url, kind, overBudget)
      return settle(request)
    }
    expected += length
    const work = keep(id, url, kind, answer)
      .catch(() => miss(url, kind, { reason: 'the browser had let go of it' }))
      .finally(() => {
        expected -= length
        underWay.delete(work)
        settle(request)
      })
    underWay.add(work)
  }

  async function keep(id: string, url: string, kind: ResourceKind, answer: NonNullable<Request['answer']>): Promise<void> {
    const { body, base64Encoded } = Body.parse(await target.send('Network.getResponseBody', { requestId: id }))
    if (closed) return
    let found: Uint8Array = Buffer.from(body, base64Encoded ? 'base64' : 'utf8')
    const hash = createHash('sha256').update(found).digest('base64')
    const same = bodies.get(hash)
    if (same) found = same
    else if (bytes + found.length > budget) return miss(url, kind, overBudget)
    else {
      bodies.set(hash, found)
      bytes += found.length
    }
    kept.set(url, { url, kind, ...answer, body: found })
    if (answer.status < 400) missing.delete(url)
  }

  return {
    find(url) {
      const asked = withoutFragment(url)
      const found = findKept(asked, kept, leadsTo)?.part
      if (found || closed) return Promise.resolve(found ?? null)
      return new Promise((resolve) => void valueAt(waiting, asked, () => []).push(resolve))
    },
    async finish(cap) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, cap)
      })
      while (underWay.size > 0) if (await Promise.race([late.then(() => true), Promise.all(underWay).then(() => false)])) break
      clearTimeout(timer)
      closed = true
      for (const answers of waiting.values()) for (const resolve of answers) resolve(null)
      waiting.clear()
      for (const request of requests.values())
        if (request.kind !== null && !request.isPage && !isIcon(request))
          miss(request.url, request.kind, { reason: 'it had not arrived when the page was captured' })
      return { resources: [...kept.values()], redirects: [...redirects.values()], missing: [...missing.values()] }
    },
  }
}

/** The browser asks for the site's icon by itself; the page does not show it. */
const isIcon = ({ kind, url }: Request): boolean => kind === 'other' && url.endsWith('/favicon.ico')
