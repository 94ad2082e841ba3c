import { z } from 'zod'
import type { KeptResponse, ResourceKind } from '../../../shared/contract/bundle'
import { valueAt } from '../../../shared/base/once'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { CdpTarget } from './cdp-target'
import { reasonOf } from './load-failures'
import { createPartStore, type RecordedParts } from './part-store'
import type { FrameLoads } from './request-interceptor'
import { watchRequests, type WatchedRequest } from './request-watch'

const Body = z.object({ body: z.string(), base64Encoded: z.boolean() })

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

export interface ResourceRecorder {
  /** What was kept under an address, redirects followed: as soon as it is here; null where it does not come. */
  find(url: string): Promise<KeptResponse | null>
  /** What was loaded so far; waits for bodies under way, at most the milliseconds. */
  finish(cap: number): Promise<RecordedParts>
}

/**
 * Keeps the bodies of what a page loads, as the browser hands them over after each has arrived: no request is held up for it.
 * Starts now; `Network.enable` has to follow. One body is asked for as soon as it is there, before the browser lets go of it.
 */
export function recordResources({ target, mainFrame, budget, refusal, frames }: RecorderOptions): ResourceRecorder {
  const parts = createPartStore(budget)
  const underWay = new Set<Promise<void>>()
  /** Who waits for an address. */
  const waiting = new Map<string, ((part: KeptResponse | null) => void)[]>()
  let closed = false
  const stopWatching = watchRequests(target, mainFrame, { redirected: parts.redirect, arrived, failed })

  /** Answers who waits for a request, or for one that it was redirected from. */
  function settle({ url, from }: WatchedRequest): void {
    for (const asked of [url, ...from]) {
      const part = parts.get(url)
      for (const resolve of waiting.get(asked) ?? []) resolve(part)
      waiting.delete(asked)
    }
  }

  function failed(request: WatchedRequest, error: string, blockedReason: string | undefined): void {
    settle(request)
    const { url, kind, answer } = request
    if (kind === null) return
    // A style sheet that is none is told as given up.
    if (answer && answer.status >= 400) return parts.miss(url, kind, { reason: `the server answered ${answer.status}` })
    const refused = refusal(kind)
    // A frame that stays empty was given up by us, not by the page.
    const isEmptied = kind === 'document' && frames === 'empty'
    const why = reasonOf(isEmptied ? 'net::ERR_BLOCKED_BY_CLIENT' : error, blockedReason, refused ?? NOT_YET)
    parts.miss(url, kind, refused === null ? { reason: why.reason } : why)
  }

  function arrived(request: WatchedRequest): void {
    const { id, url, kind, answer, length } = request
    if (kind === null || !answer || parts.get(url)) return settle(request)
    if (answer.status >= 400) parts.miss(url, kind, { reason: `the server answered ${answer.status}` })
    const giveBack = parts.reserve(url, kind, length)
    if (!giveBack) return settle(request)
    const work = bodyOf(id)
      .then((body) => {
        if (!closed) parts.keep({ url, kind, ...answer, body })
      })
      .catch(() => parts.miss(url, kind, { reason: 'the browser had let go of it' }))
      .finally(() => {
        giveBack()
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
    find(url) {
      const asked = withoutFragment(url)
      const found = parts.find(asked)
      if (found || closed) return Promise.resolve(found)
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
      for (const { url, kind } of stopWatching())
        if (kind !== null) parts.miss(url, kind, { reason: 'it had not arrived when the page was captured' })
      return parts.all()
    },
  }
}
