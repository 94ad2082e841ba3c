import { z } from 'zod'
import type { KeptResponse, ResourceKind } from '../../../shared/contract/capture'
import { valueAt } from '../../../shared/base/once'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { CdpTarget } from './cdp-target'
import { reasonOf } from './load-failures'
import { createPartStore, type RecordedParts } from './part-store'
import type { FrameLoads } from './request-interceptor'
import { watchRequests, type WatchedRequest } from './request-watch'

const Body = z.object({ body: z.string(), base64Encoded: z.boolean() })

/** Reason for frames in source mode. */
const NOT_YET = 'frames are not loaded in source mode'

export interface RecorderOptions {
  readonly target: CdpTarget
  readonly mainFrame: string
  /** Total bytes of the bodies; equal bodies are counted once. */
  readonly budget: number
  /** Why a kind of request is refused, as the end of a sentence; null if such requests are sent later. */
  readonly refusal: (kind: ResourceKind) => string | null
  readonly frames: FrameLoads
}

export type ResourceRecorder = ReturnType<typeof recordResources>

/** Stores each body that a page loads when it arrives, before the browser discards it. Call `Network.enable` next. */
export function recordResources({ target, mainFrame, budget, refusal, frames }: RecorderOptions) {
  const parts = createPartStore(budget)
  const underWay = new Set<Promise<void>>()
  const waiting = new Map<string, ((part: KeptResponse | null) => void)[]>()
  let closed = false
  const stopWatching = watchRequests(target, mainFrame, { redirected: parts.redirect, arrived, failed })

  /** Resolves the promises that wait for a request, or for an address that redirected to it. */
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
    // The browser reports an error page in place of a style sheet as a cancelled request.
    if (answer && answer.status >= 400) return parts.miss(url, kind, { reason: `the server responded with status ${answer.status}` })
    const refused = refusal(kind)
    // Boilerscope, not the page, cancelled the request of an emptied frame.
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
    const work = bodyOf(id)
      .then((body) => {
        if (!closed) parts.store({ url, kind, ...answer, body })
      })
      .catch(() => parts.miss(url, kind, { reason: 'the browser had discarded it' }))
      .finally(() => {
        release()
        underWay.delete(work)
        settle(request)
      })
    underWay.add(work)
  }

  async function bodyOf(requestId: string): Promise<Uint8Array> {
    const { body, base64Encoded } = Body.parse(await target.send('Network.getResponseBody', { requestId }))
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8')
  }

  return {
    /** Returns the part of an address after redirects as soon as it arrives; null if it does not. */
    find(url: string): Promise<KeptResponse | null> {
      const address = withoutFragment(url)
      const found = parts.find(address)
      if (found || closed) return Promise.resolve(found)
      return new Promise((resolve) => void valueAt(waiting, address, () => []).push(resolve))
    },
    /** Returns the loaded parts; waits for open bodies, at most `cap` milliseconds. */
    async finish(cap: number): Promise<RecordedParts> {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, cap)
      })
      while (underWay.size > 0) if (await Promise.race([late.then(() => true), Promise.all(underWay).then(() => false)])) break
      clearTimeout(timer)
      closed = true
      for (const answers of waiting.values()) for (const resolve of answers) resolve(null)
      waiting.clear()
      for (const { url, kind } of stopWatching())
        if (kind !== null) parts.miss(url, kind, { reason: 'it had not arrived when the page was captured' })
      return parts.all()
    },
  }
}
