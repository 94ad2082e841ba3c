import { z } from 'zod'
import type { Header, ResourceKind } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { CdpTarget } from './cdp-target'

const Response = z.object({
  url: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
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
const Stopped = z.object({ frameId: z.string() })
const Failed = z.object({ requestId: z.string(), errorText: z.string(), blockedReason: z.string().optional() })

/** Types of the resources to store. Scripts are not stored, because a stored page runs no script. */
const KINDS: Readonly<Record<string, ResourceKind>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  Other: 'other',
  SignedExchange: 'other',
}

export interface WatchedRequest {
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

interface RequestListener {
  redirected(from: string, status: number, to: string): void
  arrived(request: WatchedRequest): void
  failed(request: WatchedRequest, error: string, blockedReason: string | undefined): void
}

/** Must be called before the page is opened. @returns a function that ends the observation and returns the open requests */
export function watchRequests(target: CdpTarget, mainFrame: string, listener: RequestListener): () => Iterable<WatchedRequest> {
  const requests = new Map<string, WatchedRequest>()
  let stopped = false

  target.on((method, params) => {
    if (stopped) return
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
        const request = removeRequest(Finished.safeParse(params).data)
        if (request) listener.arrived(request)
        return
      }
      // Electron does not always report that the document of a frame arrived.
      case 'Page.frameStoppedLoading': {
        const frame = Stopped.safeParse(params).data?.frameId
        for (const { id, answer, frame: of } of requests.values())
          if (of === frame && answer !== null) {
            const request = removeRequest({ requestId: id })
            if (request) listener.arrived(request)
          }
        return
      }
      case 'Network.loadingFailed': {
        const event = Failed.safeParse(params).data
        const request = removeRequest(event)
        if (event && request) listener.failed(request, event.errorText, event.blockedReason)
      }
    }
  })

  function sent(event: z.infer<typeof Sent> | undefined): void {
    if (!event || !/^https?:/i.test(event.request.url)) return
    const { redirectResponse: from, requestId: id, request, type = '', frameId } = event
    const url = withoutFragment(request.url)
    if (from) listener.redirected(withoutFragment(from.url), from.status, url)
    const before = from ? requests.get(id) : undefined
    const kind = KINDS[type] ?? null
    const isPage = kind === 'document' && frameId === mainFrame
    const isIcon = kind === 'other' && url.endsWith('/favicon.ico')
    const passed = before ? [...before.from, before.url] : []
    requests.set(id, {
      id,
      url,
      from: passed,
      kind: isPage || isIcon ? null : kind,
      frame: kind === 'document' && !isPage ? (frameId ?? null) : null,
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

  function removeRequest(event: z.infer<typeof Finished> | undefined): WatchedRequest | undefined {
    const request = event && requests.get(event.requestId)
    if (request) requests.delete(request.id)
    return request
  }

  return () => {
    stopped = true
    return requests.values()
  }
}
