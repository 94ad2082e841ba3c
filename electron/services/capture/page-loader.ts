import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { CANCELLED, FailureError, toFailure } from '../../../shared/base/failure'
import { withoutUserInfo } from '../../../shared/base/url'
import type { KeptRedirect, PageBundle } from '../../../shared/contract/bundle'
import type { Capture } from '../../../shared/contract/capture'
import type { CaptureOptions, Source } from '../../../shared/contract/source'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { ChangedStyles } from '../../../shared/page/view-html'
import { readInput } from './capture-input'
import type { LoadContext, PageLoader } from './loader'
import type { CdpTarget, OpenTarget } from './cdp-target'
import { startDeadline, type Deadline } from './deadline'
import type { SaveReader } from './saves/save-reader'
import type { SaveKind } from './saves/saved-page'
import { goneFailure, timeoutFailure, unreadFailure, tooHeavyFailure } from './load-failures'
import type { ResourceRecorder } from './resource-recorder'
import { show, type Input, type Place, type LoadSoFar } from './page-showing'
import { archivedAddress, archiveRoute } from './web-archive'
import { localPolicy, networkPolicy, type NetworkPolicyOptions } from './request-policy'

/** Where a local page is shown to the browser: a name no resolver knows, so that its relative links lead nowhere. */
const LOCAL_ADDRESS = 'https://page.invalid/'

const NO_STYLES: ChangedStyles = { sheets: [], adopted: [] }

/** Milliseconds that a browser may take to start, or to have a page free, before the time of a load runs. */
const OPENING_MOST = 60_000

/** Pages that are loaded at once; each has a browser page of its own, and further ones wait. */
export const AT_ONCE = Math.max(2, Math.min(6, availableParallelism()))

/**
 * Loads pages through a browser: fetches within the limits, lays out, walks once, and ends the browser's page.
 * Source mode yields what the server sent and, as far as the browser gets within the time, its layout; rendered mode
 * yields the page after its scripts, or a failure.
 */
export function createPageLoader(openTarget: OpenTarget, network: NetworkPolicyOptions = {}, saves?: SaveReader): PageLoader {
  const places = pLimit(AT_ONCE)
  return {
    load: (source, options, context) =>
      new Promise((resolve, reject) => {
        const cancel = (): void => reject(new FailureError(CANCELLED))
        context.signal.addEventListener('abort', cancel, { once: true })
        if (places.activeCount >= AT_ONCE) context.progress({ done: 0, message: 'Waiting for other pages to load …' })
        // Its time begins when its turn does. Whoever waits is answered at the end of it; the place is free when the browser's
        // page is gone, which one that is flooded with events may take long for.
        void places(async () => {
          context.signal.removeEventListener('abort', cancel)
          if (context.signal.aborted) return cancel()
          const ending: Promise<void>[] = []
          const leave = (end: Promise<void>): void => void ending.push(end)
          await load({ openTarget, network, saves, leave }, source, options, context).then(resolve, reject)
          await Promise.all(ending)
        })
      }),
  }
}

/** What a load is done with. */
interface Means {
  readonly openTarget: OpenTarget
  readonly network: NetworkPolicyOptions
  readonly saves: SaveReader | undefined
  /** Takes what is still to end when the load is over. */
  readonly leave: (ending: Promise<void>) => void
}

/** Milliseconds that each phase of a load took. */
function createTimings() {
  const timings: Record<string, number> = {}
  let since = performance.now()
  return {
    timings,
    /** A phase ends. */
    lap: (phase: string): void => {
      const now = performance.now()
      timings[phase] = (timings[phase] ?? 0) + now - since
      since = now
    },
  }
}

/** The document as the server sent it; null where it has not arrived. */
const servedOf = ({ interceptor }: LoadSoFar) => interceptor?.served() ?? null

/** Whether the HTML of the page is here. */
const isHere = (session: LoadSoFar): boolean => session.input?.kind === 'local' || servedOf(session) !== null

async function load(means: Means, source: Source, options: CaptureOptions, context: LoadContext): Promise<Capture> {
  const { openTarget, network, saves, leave } = means
  const capturedAt = new Date().toISOString()
  const { timings, lap } = createTimings()
  const session: LoadSoFar = {
    input: null,
    received: null,
    interceptor: null,
    walk: null,
    recorder: null,
    styles: NO_STYLES,
    screenshot: null,
    userAgent: null,
    log: [],
  }
  const reading = new AbortController()
  let isArchive = false
  const deadline = startDeadline(options.timeout, context.signal, () => {
    if (session.input === null) return unreadFailure(options.timeout, isArchive)
    const url = session.input?.kind === 'network' ? session.input.url : null
    return timeoutFailure(options.timeout, url, isHere(session) ? 'page' : session.received !== null ? 'rest' : 'answer')
  })
  const tell = (done: number, message: string): void => {
    if (deadline.failure() === null) context.progress({ done, message })
  }

  let target: CdpTarget | null = null
  try {
    tell(0, 'Reading …')
    const { maxBytes, timeout } = options
    const found = (kind: SaveKind): void => {
      isArchive = kind !== 'html'
    }
    session.input = await deadline.race(
      readInput(source, { maxBytes, timeout, archives: context.archives, saves, signal: reading.signal, found }),
    )
    lap('read')
    if (options.mode === 'source' && session.input.kind === 'local') context.arrived?.({ ...session.input, parts: session.input.resources })
    const fetches = context.fetches ?? false
    const place = await deadline.race(placeOf(session.input, network, fetches))
    tell(0.05, 'Starting the browser …')
    target = await deadline.raceAside(openFor(openTarget, deadline, leave), OPENING_MOST)
    target.onGone((reason, isTooHeavy) => deadline.fail(isTooHeavy === true ? tooHeavyFailure() : goneFailure(reason)))
    lap('browser')
    await show(target, session.input, place, { session, options, context, deadline, tell, lap })
  } catch (thrown) {
    const reason = toFailure(thrown)
    // In source mode the HTML is the result; the layout is more, and a page that defeats the browser still has its HTML.
    if (options.mode === 'rendered' || !isHere(session) || reason.code === 'cancelled') throw new FailureError(reason)
    session.log.push(`There are no boxes and no visibility: ${reason.message}`)
  } finally {
    deadline.dispose()
    reading.abort()
    const left = target
    if (left !== null) leave(silence(left).then(() => left.destroy()))
  }

  return { ...(await captureOf(session, options.mode)), timings, capturedAt }
}

/** Milliseconds that a page which is busy for ever is waited for. */
const FAREWELL = 300

/** Ends the scripts of a page that is left: what it sends in its farewell would go past the interception, which ends with it. */
function silence(target: CdpTarget): Promise<unknown> {
  const silent = target.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => undefined)
  return Promise.race([silent, new Promise((resolve) => setTimeout(resolve, FAREWELL).unref())])
}

/** What a load that is over has of its page. */
async function captureOf(session: LoadSoFar, mode: CaptureOptions['mode']): Promise<Omit<Capture, 'timings' | 'capturedAt'>> {
  const { input, interceptor, walk, recorder } = session
  if (input === null) throw new Error('a load ended without input')
  const served = servedOf(session)
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

/** A redirect may lead to an address with a name and a password in it. */
const withoutUser = (one: KeptRedirect): KeptRedirect => ({
  ...one,
  url: withoutUserInfo(one.url),
  location: withoutUserInfo(one.location),
})

/** What was kept of the page, under the addresses that its own references lead to. */
async function bundleOf(session: LoadSoFar, recorder: ResourceRecorder): Promise<PageBundle> {
  // Whatever is still on its way was waited for before the page was ended.
  const { resources, redirects, missing } = await recorder.finish(0)
  const local = session.input?.kind === 'local' ? session.input.resources : undefined
  const original = <T extends { readonly url: string }>(one: T): T => (local ? { ...one, url: local.original(one.url) } : one)
  const { interceptor, styles, screenshot, userAgent } = session
  const served = servedOf(session)?.response
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

async function placeOf(input: Input, network: NetworkPolicyOptions, fetches: boolean): Promise<Place> {
  const archived = input.kind === 'network' ? archivedAddress(input.url) : null
  const archive = archived && archiveRoute(archived)
  const address =
    input.kind === 'network'
      ? (archived?.url ?? input.url)
      : (input.resources?.address ?? (/^https?:/.test(input.url ?? '') ? withoutFragment(input.url ?? '') : LOCAL_ADDRESS))
  const fromNetwork = input.kind === 'network' || fetches
  const policy = fromNetwork ? networkPolicy(network) : localPolicy(address)
  await policy.moves(archive?.addressOf(address) ?? address)
  return { address, policy, isInside: await policy.isInside(), fromNetwork, fetches, archive }
}

/** Opens a target; one that comes after the load ended is ended too. */
async function openFor(openTarget: OpenTarget, deadline: Deadline, leave: (ending: Promise<void>) => void): Promise<CdpTarget> {
  const opening = openTarget()
  // The place is kept until it is known that nothing stays behind.
  leave(
    opening.then(
      (target) => (deadline.failure() === null ? undefined : target.destroy()),
      () => undefined,
    ),
  )
  return opening
}
