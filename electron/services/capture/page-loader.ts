import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { CANCELLED, FailureError, toFailure } from '../../../shared/base/failure'
import { withoutUserInfo } from '../../../shared/base/url'
import type { KeptRedirect, PageBundle, Capture, CaptureOptions, Source } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { ChangedStyles } from '../../../shared/page/view-html'
import { readInput } from './capture-input'
import { type Deadline, type LoadContext, type PageLoader, startDeadline } from './loader'
import type { CdpTarget, OpenTarget } from './cdp-target'
import type { SaveReader } from './saves/save-reader'
import { crashedFailure, timeoutFailure, tooHeavyFailure, unreadFailure } from './load-failures'
import type { ResourceRecorder } from './resource-recorder'
import { type Input, type LoadSoFar, type Place, show } from './page-showing'
import { archivedAddress, archiveRoute } from './web-archive'
import { localPolicy, networkPolicy, type NetworkPolicyOptions } from './request-policy'
import type { SaveKind } from './local-input'

const LOCAL_ADDRESS = 'https://page.invalid/'

const NO_STYLES: ChangedStyles = { sheets: [], adopted: [] }

/** Milliseconds that a load may wait for a page of the browser beyond the time limit of the load. The time limit omits this wait. */
const OPENING_MOST = 60_000

export const AT_ONCE = Math.max(2, Math.min(6, availableParallelism()))

export function createPageLoader(openTarget: OpenTarget, network: NetworkPolicyOptions = {}, saves?: SaveReader): PageLoader {
  const places = pLimit(AT_ONCE)
  return {
    load: (source, options, context) =>
      new Promise((resolve, reject) => {
        const cancel = (): void => reject(new FailureError(CANCELLED))
        context.signal.addEventListener('abort', cancel, { once: true })
        if (places.activeCount >= AT_ONCE) context.progress({ done: 0, message: 'Waiting for other pages to load …' })
        // The time limit starts when the load gets a slot. The slot stays occupied until the page of the browser is closed.
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

interface Means {
  readonly openTarget: OpenTarget
  readonly network: NetworkPolicyOptions
  readonly saves: SaveReader | undefined
  /** Registers work that may end after the result. The load keeps its slot until the work ends. */
  readonly leave: (ending: Promise<void>) => void
}

function createTimings() {
  const timings: Record<string, number> = {}
  let since = performance.now()
  return {
    timings,
    lap: (phase: string): void => {
      const now = performance.now()
      timings[phase] = (timings[phase] ?? 0) + now - since
      since = now
    },
  }
}

const servedDocument = ({ interceptor }: LoadSoFar) => interceptor?.served() ?? null

const isHere = (session: LoadSoFar): boolean => session.input?.kind === 'local' || servedDocument(session) !== null

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
    const url = session.input.kind === 'network' ? session.input.url : null
    return timeoutFailure(options.timeout, url, isHere(session) ? 'page' : session.received !== null ? 'rest' : 'answer')
  })
  const report = (done: number, message: string): void => {
    if (deadline.failure() === null) context.progress({ done, message })
  }

  let target: CdpTarget | null = null
  try {
    report(0, 'Reading …')
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
    report(0.05, 'Starting the browser …')
    target = await deadline.raceAside(openFor(openTarget, deadline, leave), OPENING_MOST)
    target.onGone((reason, isTooHeavy) => deadline.fail(isTooHeavy === true ? tooHeavyFailure() : crashedFailure(reason)))
    lap('browser')
    await show(target, session.input, place, { session, options, context, deadline, report, lap })
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

const FAREWELL = 300

/** Stops the scripts of a page before the page is closed, because requests of unload handlers would bypass the interception. */
function stopScripts(target: CdpTarget): Promise<unknown> {
  const silent = target.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => undefined)
  return Promise.race([silent, new Promise((resolve) => setTimeout(resolve, FAREWELL).unref())])
}

async function captureOf(session: LoadSoFar, mode: CaptureOptions['mode']): Promise<Omit<Capture, 'timings' | 'capturedAt'>> {
  const { input, interceptor, walk, recorder } = session
  if (input === null) throw new Error('a load ended without input')
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
  const { interceptor, styles, screenshot, userAgent } = session
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

async function openFor(openTarget: OpenTarget, deadline: Deadline, leave: (ending: Promise<void>) => void): Promise<CdpTarget> {
  const opening = openTarget()
  leave(
    opening.then(
      (target) => (deadline.failure() === null ? undefined : target.destroy()),
      () => undefined,
    ),
  )
  return opening
}
