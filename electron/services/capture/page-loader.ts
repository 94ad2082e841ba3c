import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { z } from 'zod'
import { CANCELLED, failed, FailureError, toFailure } from '../../../shared/base/failure'
import { withoutUserInfo } from '../../../shared/base/url'
import type { KeptRedirect, PageBundle, ResourceKind, Screenshot } from '../../../shared/contract/bundle'
import type { Capture } from '../../../shared/contract/capture'
import { DEFAULT_LIMITS, type CaptureOptions, type Source } from '../../../shared/contract/source'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { ChangedStyles } from '../../../shared/page/view-html'
import type { LoadContext, PageLoader } from '../page-service'
import { readInput, type NetworkInput } from './capture-input'
import { evaluateIn } from './isolated-world'
import type { LocalInput } from './local-input'
import type { CdpTarget, OpenTarget } from './cdp-target'
import { startDeadline, type Deadline } from './deadline'
import type { SaveReader } from '../saves/save-reader'
import type { SaveKind } from '../saves/saved-page'
import { goneFailure, hostOf, networkFailure, timeoutFailure, unreadFailure, tooHeavyFailure, tooLargeFailure } from './load-failures'
import { closedRoots, CLOSED_ROOTS } from './closed-roots'
import { walkPage, type PageWalk } from './frame-walk'
import { watchActivity, type PageActivity } from './page-activity'
import { STAY, WORLD } from './page-walk'
import { recordResources, type ResourceRecorder } from './resource-recorder'
import { takeScreenshot } from './screenshot'
import { CHANGED_STYLES, readChangedStyles } from './changed-styles'
import { meetConditions, setConditions } from './page-conditions'
import { waitUntilSettled } from './settle'
import { archivedAddress, archiveRoute, archiveTime, type ArchiveRoute } from './web-archive'
import { interceptRequests, type Interceptor } from './request-interceptor'
import { localPolicy, networkPolicy, type NetworkPolicyOptions, type RequestPolicy } from './request-policy'

/** Where a local page is shown to the browser: a name no resolver knows, so that its relative links lead nowhere. */
const LOCAL_ADDRESS = 'https://page.invalid/'

/** Bytes beyond what is kept that the browser holds for us: of scripts and data, which it counts as well. */
const NETWORK_BUFFER = 32 * 1024 * 1024

/** Why the policy refuses a request. */
const REFUSED = 'refused: it is on this machine, in a private network or of another protocol'

const NO_STYLES: ChangedStyles = { sheets: [], adopted: [] }

/** Milliseconds that bodies under way are waited for, when all else is done. */
const BODIES_WAIT = 3_000

/** Milliseconds that images which the page had put off are waited for. */
const LATE_IMAGES_WAIT = 2_000

/** Milliseconds for the walk in source mode where the page did not even load in its time. */
const WALK_LEAST = 3_000

/** Milliseconds that a browser may take to start, or to have a page free, before the time of a load runs. */
const OPENING_MOST = 60_000

/** Pages that are loaded at once; each has a browser page of its own, and further ones wait. */
export const AT_ONCE = Math.max(2, Math.min(6, availableParallelism()))

const FrameTree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const Version = z.object({ userAgent: z.string() })
const Navigated = z.object({ errorText: z.string().optional() })

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
          await load({ openTarget, network, saves }, source, options, context, (end) => ending.push(end)).then(resolve, reject)
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
}

async function load(
  { openTarget, network, saves }: Means,
  source: Source,
  options: CaptureOptions,
  context: LoadContext,
  leave: (ending: Promise<void>) => void,
): Promise<Capture> {
  const capturedAt = new Date().toISOString()
  const timings: Record<string, number> = {}
  let since = performance.now()
  const lap = (phase: string): void => {
    const now = performance.now()
    timings[phase] = (timings[phase] ?? 0) + now - since
    since = now
  }
  const session: Session = {
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
    const isHere = session.input?.kind === 'local' || (session.interceptor?.served() ?? null) !== null
    return timeoutFailure(options.timeout, url, isHere ? 'page' : session.received !== null ? 'rest' : 'answer')
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
    if (options.mode === 'source' && session.input.kind === 'local') context.arrived?.(session.input)
    const fetches = context.fetches ?? false
    const place = await deadline.race(placeOf(session.input, network, fetches))
    tell(0.05, 'Starting the browser …')
    target = await deadline.raceAside(openFor(openTarget, place.isInside, deadline, leave), OPENING_MOST)
    target.onGone((reason, isTooHeavy) => deadline.fail(isTooHeavy === true ? tooHeavyFailure() : goneFailure(reason)))
    lap('browser')
    await show(target, session.input, place, session, options, context, deadline, tell, lap)
  } catch (thrown) {
    const reason = toFailure(thrown)
    // In source mode the HTML is the result; the layout is more, and a page that defeats the browser still has its HTML.
    const here = session.input?.kind === 'local' || (session.interceptor?.served() ?? null) !== null
    if (options.mode === 'rendered' || !here || reason.code === 'cancelled') throw new FailureError(reason)
    session.log.push(`There are no boxes and no visibility: ${reason.message}`)
  } finally {
    deadline.dispose()
    reading.abort()
    if (target !== null) leave(target.destroy())
  }

  const { input, interceptor, walk, recorder } = session
  if (input === null) throw new Error('a load ended without input')
  const served = interceptor?.served() ?? null
  const page = served ?? (input.kind === 'local' ? input : null)
  const html = options.mode === 'rendered' ? walk?.html : page?.html
  if (page === null || html === null || html === undefined) throw new Error('a load ended without a page')
  const bundle = recorder && (await bundleOf(session, recorder))
  const parts = input.kind === 'local' ? input.resources : undefined
  return {
    html,
    label: input.label,
    url: input.kind === 'local' ? input.url : withoutUserInfo(page.url ?? ''),
    mode: options.mode,
    status: input.kind === 'local' ? null : (served?.status ?? null),
    charset: page.charset,
    redirects: (interceptor?.chain() ?? []).map(withoutUser),
    bundle: bundle ?? undefined,
    parts,
    layout: walk?.layout ?? null,
    log: [...page.notes, ...(interceptor?.notes() ?? []), ...(walk?.notes ?? []), ...session.log],
    timings,
    capturedAt,
  }
}

/** What a load has so far. */
interface Session {
  input: LocalInput | NetworkInput | null
  /** Bytes of HTML so far; null until the server answered. */
  received: number | null
  interceptor: Interceptor | null
  walk: PageWalk | null
  recorder: ResourceRecorder | null
  styles: ChangedStyles
  screenshot: Screenshot | null
  userAgent: string | null
  readonly log: string[]
}

/** A redirect may lead to an address with a name and a password in it. */
const withoutUser = (one: KeptRedirect): KeptRedirect => ({
  ...one,
  url: withoutUserInfo(one.url),
  location: withoutUserInfo(one.location),
})

/** What was kept of the page, under the addresses that its own references lead to. */
async function bundleOf(session: Session, recorder: ResourceRecorder): Promise<PageBundle> {
  // Whatever is still on its way was waited for before the page was ended.
  const { resources, redirects, missing } = await recorder.finish(0)
  const local = session.input?.kind === 'local' ? session.input.resources : undefined
  const original = <T extends { readonly url: string }>(one: T): T => (local ? { ...one, url: local.original(one.url) } : one)
  const { interceptor, styles, screenshot, userAgent } = session
  const served = interceptor?.served()?.response
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

/** Where a page is, and what it may ask for there. */
interface Place {
  readonly address: string
  readonly policy: RequestPolicy
  /** On this machine or in a private network. */
  readonly isInside: boolean
  /** Its parts may come from the network. */
  readonly fromNetwork: boolean
  /** It is loaded for its parts alone, those of frames among them. */
  readonly fetches: boolean
  /** Where the page is in a web archive. */
  readonly archive: ArchiveRoute | null
}

async function placeOf(input: LocalInput | NetworkInput, network: NetworkPolicyOptions, fetches: boolean): Promise<Place> {
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
async function openFor(
  openTarget: OpenTarget,
  isInside: boolean,
  deadline: Deadline,
  leave: (ending: Promise<void>) => void,
): Promise<CdpTarget> {
  const opening = openTarget(isInside)
  // The place is kept until it is known that nothing stays behind.
  leave(
    opening.then(
      (target) => (deadline.failure() === null ? undefined : target.destroy()),
      () => undefined,
    ),
  )
  return opening
}

async function show(
  target: CdpTarget,
  input: LocalInput | NetworkInput,
  { address, policy, isInside, fromNetwork, fetches, archive }: Place,
  session: Session,
  options: CaptureOptions,
  context: LoadContext,
  deadline: Deadline,
  tell: (done: number, message: string) => void,
  lap: (phase: string) => void,
): Promise<void> {
  const rendered = options.mode === 'rendered'
  const send = (method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown> => deadline.race(target.send(method, params))
  const isLocal = input.kind === 'local'
  // Sent before the first answer is waited for.
  const preparing = prepare(send, options, isLocal, isLocal || isInside)
  preparing.catch(() => undefined)
  target.on((method) => {
    // A dialog would stop the page until somebody answers.
    if (method === 'Page.javascriptDialogOpening') target.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)
  })
  const activity = watchActivity(target)
  const mainFrame = FrameTree.parse(await send('Page.getFrameTree')).frameTree.frame.id
  const withFrames = fetches || (rendered && !isLocal)
  const keeps = options.maxResourceBytes > 0
  if (keeps) {
    const refused = fromNetwork ? REFUSED : 'a page of this disk reads nothing but itself'
    const refusal = (kind: ResourceKind): string | null => (kind === 'document' && fromNetwork && !withFrames ? null : refused)
    session.recorder = recordResources({ target, mainFrame, budget: options.maxResourceBytes, refusal })
  }
  const intercepting = deadline.race(
    interceptRequests({
      target,
      mainFrame,
      activity,
      policy,
      local: input.kind === 'local' ? { input, address } : null,
      archive,
      rendered,
      withFrames,
      maxBytes: options.maxBytes,
      arrived: (page) => {
        if (!rendered) context.arrived?.(page)
      },
      fail: (reason) => deadline.fail(reason),
      received: (bytes) => {
        session.received = bytes
        if (bytes > 0) tell(0.3, `Receiving … ${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`)
      },
    }),
  )
  const [userAgent, interceptor] = await Promise.all([preparing, intercepting])
  session.userAgent = userAgent
  session.interceptor = interceptor

  tell(0.1, input.kind === 'network' ? `Connecting to ${hostOf(input.url)} …` : 'Laying the page out …')
  await navigate(send, address, interceptor)
  lap('load')
  if (archive) session.log.push(archiveNote(archive, input.label, interceptor.served()?.url ?? address))

  tell(0.5, rendered ? 'Waiting for the page’s scripts …' : 'Laying the page out …')
  const cap = performance.now() + options.idleCap
  const isLoaded = await deadline.race(activity.loaded(options.idleCap))
  const rest = rendered ? await deadline.race(waitUntilSettled(send, mainFrame, activity, options, cap)) : 'settled'
  if (rest === 'changing') session.log.push('The page still changed when it was taken; what came later is not in it.')
  if (!isLoaded || rest === 'loading') {
    session.log.push(
      `The page was still ${isLoaded ? 'using the network' : 'loading'} after ${options.idleCap / 1000} s; it is shown as it was then.`,
    )
  }
  if (rendered) {
    const doing = (message: string): void => tell(0.6, message)
    session.log.push(...(await deadline.race(meetConditions(send, mainFrame, options, activity, doing))))
  }
  lap('wait')

  tell(0.8, 'Measuring boxes and visibility …')
  interceptor.hold()
  const measured = walk(send, mainFrame, rendered, options)
  // In source mode nobody should wait long for boxes: the HTML is here.
  session.walk = await (rendered ? measured : within(measured, isLoaded ? Math.max(WALK_LEAST, options.idleCap) : WALK_LEAST))
  lap('walk')
  if (rendered) session.log.push(...(await closedRoots(send, interceptor.served()?.html ?? '')))

  if (keeps) {
    tell(0.85, 'Keeping images and styles …')
    await keep(send, mainFrame, activity, session, options)
    lap('keep')
  }
}

function archiveNote(archive: ArchiveRoute, asked: string, url: string): string {
  return `From the archive at ${hostOf(asked)}, as it was on ${archiveTime(archive.timeOf(url))}: ${archive.addressOf(url)}. Its parts are of about that time.`
}

/** Loads what the page had put off, and waits for what is under way. Whatever of it fails, the page is here. */
async function keep(
  send: CdpTarget['send'],
  frameId: string,
  activity: PageActivity,
  session: Session,
  options: CaptureOptions,
): Promise<void> {
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof FailureError) throw thrown
      session.log.push(`${what} could not be kept.`)
    }
  }
  if (options.mode === 'rendered') {
    await attempt('Style sheets that scripts changed', async () => {
      const evaluate = (expression: string): Promise<unknown> => evaluateIn(send, frameId, expression)
      const { styles, isWhole } = readChangedStyles(await evaluate(CHANGED_STYLES))
      session.styles = styles
      if (!isWhole) session.log.push('Scripts made more style rules than are kept; the page may look different.')
      // After the HTML was taken: whoever scrolls the page here sees these, too.
      const late = await evaluate(LATE_IMAGES)
      if (late !== 0) await activity.idle(options.idle, LATE_IMAGES_WAIT)
    })
  }
  if (options.screenshot) {
    await attempt('A picture of the page', async () => {
      session.screenshot = await takeScreenshot(send, options.viewport.width)
    })
  }
  await session.recorder?.finish(BODIES_WAIT)
}

/** Asks for the images that wait until they are scrolled to; yields how many there are. */
const LATE_IMAGES = `(() => {
  const late = document.querySelectorAll('img[loading=lazy i]')
  for (const image of late) image.loading = 'eager'
  return late.length
})()`

/**
 * A peer connection needs no request that could be refused. Printing shows the system's dialog over everything where the
 * browser has windows; closing ends the capture. Electron has no `prompt`, and throws: this is what a dismissed one gives.
 */
const TAKEN_AWAY = `{
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'WebSocketStream']) delete globalThis[name]
  globalThis.print = globalThis.close = function () {}
  globalThis.prompt = function () { return null }
  const { execCommand } = Document.prototype
  Document.prototype.execCommand = function (command) {
    return String(command).toLowerCase() !== 'print' && Reflect.apply(execCommand, this, arguments)
  }
}`

/**
 * For pages of this machine or a private network, beside the policy that their document gets: what connects past the
 * interception is refused towards other origins, as a browser refuses what a page may not ask for.
 */
const OWN_ORIGIN_ONLY = `for (const name of ['WebSocket', 'EventSource', 'Worker', 'SharedWorker']) {
  const Given = globalThis[name]
  if (!Given) continue
  const Guarded = new Proxy(Given, {
    construct(_, given, target) {
      const address = new URL(String(given[0]), document.baseURI)
      if (/^(?:https?|wss?):$/.test(address.protocol) && address.host !== location.host)
        throw new DOMException('Only the own origin can be reached.', 'SecurityError')
      return Reflect.construct(Given, [address.href, ...given.slice(1)], target === Guarded ? Given : target)
    },
  })
  Given.prototype.constructor = Guarded
  globalThis[name] = Guarded
}`

/** @returns what the browser calls itself. */
async function prepare(send: CdpTarget['send'], options: CaptureOptions, stays: boolean, isInside: boolean): Promise<string> {
  const rendered = options.mode === 'rendered'
  // What is sent together is not waited for one by one: each answer takes as long as many commands.
  const [conditions] = await Promise.all([
    send('Browser.getVersion').then((answer) => {
      // An honest browser, though one without a window: some servers refuse what calls itself headless or Electron.
      const { userAgent } = Version.parse(answer)
      const plain = userAgent.replace('HeadlessChrome/', 'Chrome/').replace(/ (?:boilerscope|electron)\/\S+/gi, '')
      return setConditions(send, options, plain)
    }),
    send('Page.enable'),
    send('Network.enable', {
      maxTotalBufferSize: options.maxResourceBytes + NETWORK_BUFFER,
      maxResourceBufferSize: options.maxResourceBytes,
    }),
    send('Emulation.setScriptExecutionDisabled', { value: !rendered }),
    send('Page.setPrerenderingAllowed', { isAllowed: false }),
    // A page is as wide as its viewport in every host; headless browsers show none.
    send('Emulation.setScrollbarsHidden', { hidden: true }),
    send('DOM.enable'),
    send('Page.addScriptToEvaluateOnNewDocument', { source: TAKEN_AWAY }),
    rendered ? send('Page.addScriptToEvaluateOnNewDocument', { source: CLOSED_ROOTS }) : null,
    isInside ? send('Page.addScriptToEvaluateOnNewDocument', { source: OWN_ORIGIN_ONLY }) : null,
    stays ? send('Page.addScriptToEvaluateOnNewDocument', { source: STAY, worldName: WORLD }) : null,
  ])
  return conditions
}

/** Opens the address; follows redirects beyond the twenty that Chromium follows by itself, to our own limit. */
async function navigate(send: CdpTarget['send'], address: string, interceptor: Interceptor): Promise<void> {
  let url = address
  for (;;) {
    const { errorText } = Navigated.parse(await send('Page.navigate', { url }))
    const next = interceptor.lastRedirect()
    const again = errorText === 'net::ERR_TOO_MANY_REDIRECTS' && next !== null && interceptor.redirects() < DEFAULT_LIMITS.maxRedirects
    if (!again) {
      if (interceptor.served() === null) throw new FailureError(networkFailure(errorText ?? '', url))
      return
    }
    url = next
  }
}

/** The promise, or a failure after the milliseconds. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(failed('load.not-measured', 'The browser was too busy with the page to measure it.', 'Try again.')),
      milliseconds,
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Times a page is tried to be walked; one that is just going elsewhere is walked where it arrives. */
const ATTEMPTS = 10

/** Walks the page. */
async function walk(send: CdpTarget['send'], mainFrame: string, withHtml: boolean, options: CaptureOptions): Promise<PageWalk> {
  for (let attempt = 1; ; attempt++) {
    try {
      const found = await walkPage(send, mainFrame, { withHtml, maxCharacters: options.maxBytes })
      if (found.isBlank) throw new Error('the page has not arrived yet')
      if (withHtml && found.html === null) throw new FailureError(tooLargeFailure('The page after its scripts', options.maxBytes))
      return found
    } catch (thrown) {
      if (thrown instanceof FailureError) throw thrown
      if (attempt < ATTEMPTS) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      throw failed('load.not-measured', 'The browser could not measure the page.', 'Try again; source mode asks less of the browser.')
    }
  }
}
