import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { CANCELLED, FailureError, toFailure } from '../../../shared/base/failure'
import { withoutUserInfo } from '../../../shared/base/url'
import type { KeptRedirect, PageBundle, Capture, CaptureOptions, Source } from '../../../shared/contract/capture'
import { readInput } from './capture-input'
import { type LoadContext, type LoadPage, startDeadline } from './loader'
import type { CdpTarget, OpenTarget } from './cdp-target'
import type { SaveReader } from './saves/save-reader'
import { crashedFailure, timeoutFailure } from './load-failures'
import type { ResourceRecorder } from './resource-recorder'
import { type LoadSoFar, placeOf, show } from './page-showing'
import type { NetworkPolicyOptions } from './request-policy'

/** Milliseconds that a load may wait for a page of the browser beyond the time limit of the load. The time limit omits this wait. */
const OPENING_MOST = 60_000

export const AT_ONCE = Math.max(2, Math.min(6, availableParallelism()))

export function createPageLoader(openTarget: OpenTarget, network: NetworkPolicyOptions = {}, saves?: SaveReader): LoadPage {
  const places = pLimit(AT_ONCE)

  /** @param leave registers work that may end after the result. The load keeps its slot until the work ends. */
  async function load(source: Source, options: CaptureOptions, context: LoadContext, leave: (ending: Promise<void>) => void) {
    const capturedAt = new Date().toISOString()
    const timings: Record<string, number> = {}
    let since = performance.now()
    const lap = (phase: string): void => {
      const now = performance.now()
      timings[phase] = now - since
      since = now
    }
    const session: LoadSoFar = { log: [] }
    const reading = new AbortController()
    let isArchive = false
    const deadline = startDeadline(options.timeout, context.signal, () => {
      if (!session.input) return timeoutFailure(options.timeout, isArchive ? 'archive' : 'file')
      const url = session.input.kind === 'network' ? session.input.url : null
      return timeoutFailure(options.timeout, isHere(session) ? 'page' : session.received !== undefined ? 'rest' : 'answer', url)
    })
    const report = (done: number, message: string): void => {
      if (deadline.failure() === null) context.progress({ done, message })
    }

    let target: CdpTarget | null = null
    try {
      report(0, 'Reading …')
      const { maxBytes, timeout } = options
      const found = (): void => void (isArchive = true)
      const reads = { maxBytes, timeout, archives: context.archives, saves, signal: reading.signal, found }
      const input = await deadline.race(readInput(source, reads))
      session.input = input
      lap('read')
      if (options.mode === 'source' && input.kind === 'local') context.arrived?.({ ...input, parts: input.resources })
      const place = await deadline.race(placeOf(input, network, context.fetches ?? false))
      report(0.05, 'Starting the browser …')
      const opening = openTarget()
      const unused = opening.then((opened) => (deadline.failure() === null ? undefined : opened.destroy()))
      leave(unused.catch(() => undefined))
      target = await deadline.raceAside(opening, OPENING_MOST)
      target.onGone((reason, isTooHeavy) => deadline.fail(crashedFailure(reason, isTooHeavy)))
      lap('browser')
      await show(target, input, place, { session, options, context, deadline, report, lap })
    } catch (thrown) {
      const reason = toFailure(thrown)
      // In source mode, the layout is optional: the HTML is the result even if the page breaks the browser.
      if (options.mode === 'rendered' || !isHere(session) || reason.code === 'cancelled') throw new FailureError(reason)
      session.log.push(`Boxes and visibility are missing: ${reason.message}`)
    } finally {
      deadline.dispose()
      reading.abort()
      const left = target
      if (left !== null) leave(stopScripts(left).then(() => left.destroy()))
    }

    return { ...(await captureOf(session, options.mode)), timings, capturedAt }
  }

  return (source, options, context) =>
    new Promise((resolve, reject) => {
      const cancel = (): void => reject(new FailureError(CANCELLED))
      context.signal.addEventListener('abort', cancel, { once: true })
      if (places.activeCount >= AT_ONCE) context.progress({ done: 0, message: 'Waiting for other pages to load …' })
      // The time limit starts when the load gets a slot. The slot stays occupied until the page of the browser is closed.
      void places(async () => {
        context.signal.removeEventListener('abort', cancel)
        if (context.signal.aborted) return cancel()
        const ending: Promise<void>[] = []
        await load(source, options, context, (end) => void ending.push(end)).then(resolve, reject)
        await Promise.all(ending)
      })
    })
}

const servedDocument = ({ interceptor }: LoadSoFar) => interceptor?.served() ?? null

const isHere = (session: LoadSoFar): boolean => session.input?.kind === 'local' || servedDocument(session) !== null

const FAREWELL = 300

/** Stops the scripts of a page before the page is closed, because requests of unload handlers would bypass the interception. */
function stopScripts(target: CdpTarget): Promise<unknown> {
  const silent = target.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => undefined)
  return Promise.race([silent, sleep(FAREWELL, undefined, { ref: false })])
}

async function captureOf(session: LoadSoFar, mode: CaptureOptions['mode']): Promise<Omit<Capture, 'timings' | 'capturedAt'>> {
  const { input, interceptor, walk, recorder } = session
  if (!input) throw new Error('a load ended without input')
  const served = servedDocument(session)
  const local = input.kind === 'local' ? input : null
  const page = served ?? local
  const html = mode === 'rendered' ? walk?.html : page?.html
  if (page === null || html === null || html === undefined) throw new Error('a load ended without a page')
  const bundle = recorder ? await bundleOf(session, recorder) : undefined
  return {
    html,
    label: input.label,
    url: local ? local.url : withoutUserInfo(page.url ?? ''),
    mode,
    status: local ? null : (served?.status ?? null),
    charset: page.charset,
    redirects: (interceptor?.chain() ?? []).map(withoutUser),
    bundle,
    parts: local?.resources,
    layout: walk?.layout ?? null,
    log: [...page.notes, ...(interceptor?.notes() ?? []), ...(walk?.notes ?? []), ...session.log],
  }
}

const withoutUser = (one: KeptRedirect): KeptRedirect => ({
  ...one,
  url: withoutUserInfo(one.url),
  location: withoutUserInfo(one.location),
})

async function bundleOf(session: LoadSoFar, recorder: ResourceRecorder): Promise<PageBundle> {
  const { resources, redirects, missing } = await recorder.finish(0)
  const local = session.input?.kind === 'local' ? session.input.resources : undefined
  const original = <T extends { readonly url: string }>(one: T): T => (local ? { ...one, url: local.original(one.url) } : one)
  const { interceptor, styles = { sheets: [], adopted: [] }, screenshot = null, userAgent = null } = session
  const served = servedDocument(session)?.response
  return {
    document: served ? { ...served, url: withoutUserInfo(served.url) } : null,
    redirects: [...(interceptor?.chain() ?? []), ...redirects].map(withoutUser),
    resources: resources.map(original),
    missing: missing.map(original),
    styles,
    screenshot,
    userAgent,
  }
}
