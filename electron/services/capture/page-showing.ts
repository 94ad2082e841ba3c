import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { failed, FailureError } from '../../../shared/base/failure'
import { type ResourceKind, type Screenshot, type CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import { hasPlaceholder } from '../../../shared/page/streamed-content'
import type { ChangedStyles } from '../../../shared/page/view-html'
import type { NetworkInput } from './capture-input'
import { type Deadline, limitDuration, type LoadContext } from './loader'
import type { LocalInput } from './local-input'
import { type CdpTarget, evaluateIn, captureScreenshot } from './cdp-target'
import { hostOf, networkFailure, tooLargeFailure } from './load-failures'
import { type PageWalk, walkPage } from './frame-walk'
import { waitUntilSettled, watchActivity, type WatchedPage } from './page-activity'
import { recordResources, type ResourceRecorder } from './resource-recorder'
import { CHANGED_STYLES, ChangedStylesAnswer } from './changed-styles'
import { emulateMedia, waitForConditions } from './page-conditions'
import { PLACE_STREAMED, preparePage, unreadParts } from './page-preparation'
import { archivedAddress, archiveRoute, archiveTime } from './web-archive'
import { type FrameLoads, type Interceptor, interceptRequests } from './request-interceptor'
import { LOCAL_ONLY, localPolicy, networkPolicy, type NetworkPolicyOptions } from './request-policy'

const REFUSED = 'refused: only public web addresses and the page’s own origin are allowed'

const BODIES_WAIT = 3_000

const LATE_IMAGES_WAIT = 2_000

const WALK_LEAST = 3_000

const MainFrame = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const Navigated = z.object({ errorText: z.string().optional() })

type Input = LocalInput | NetworkInput

export interface LoadSoFar {
  input?: Input
  /** Number of received bytes of HTML; missing before the response. */
  received?: number
  interceptor?: Interceptor
  walk?: PageWalk
  recorder?: ResourceRecorder
  styles?: ChangedStyles
  screenshot?: Screenshot
  userAgent?: string
  readonly log: string[]
}

const LOCAL_ADDRESS = 'https://page.invalid/'

export async function placeOf(input: Input, network: NetworkPolicyOptions, fetches: boolean) {
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

interface Loading {
  readonly session: LoadSoFar
  readonly options: CaptureOptions
  readonly context: LoadContext
  readonly deadline: Deadline
  readonly report: (done: number, message: string) => void
  readonly lap: (phase: string) => void
}

export async function show(target: CdpTarget, input: Input, place: Awaited<ReturnType<typeof placeOf>>, loading: Loading): Promise<void> {
  const { session, options, context, deadline, report, lap } = loading
  const { address, policy, isInside, fromNetwork, fetches, archive } = place
  const rendered = options.mode === 'rendered'
  const send: CdpTarget['send'] = (method, params) => deadline.race(target.send(method, params))
  const preparing = preparePage(send, options, { isLocal: input.kind === 'local', isInside })
  preparing.catch(() => undefined)
  target.on((method) => {
    // An open dialog would stop the page.
    if (method === 'Page.javascriptDialogOpening') target.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)
  })
  const activity = watchActivity(target)
  const mainFrame = MainFrame.parse(await send('Page.getFrameTree')).frameTree.frame.id
  const frames: FrameLoads = fetches || (rendered && input.kind === 'network') ? 'loaded' : rendered ? 'refused' : 'empty'
  if (options.maxResourceBytes > 0) {
    const refused = fromNetwork ? REFUSED : LOCAL_ONLY
    const refusal = (kind: ResourceKind): string | null => (kind === 'document' && fromNetwork && frames !== 'loaded' ? null : refused)
    session.recorder = recordResources({ target, mainFrame, budget: options.maxResourceBytes, refusal, frames })
  }
  const intercepting = interceptRequests({
    ...{ target, mainFrame, activity, policy, archive, rendered, frames },
    local: input.kind === 'local' ? { input, address } : null,
    maxBytes: options.maxBytes,
    arrived: (page) => {
      const { recorder } = session
      if (!rendered) context.arrived?.({ ...page, ...(recorder && { find: (url) => recorder.find(url) }) })
    },
    fail: (reason) => deadline.fail(reason),
    received: (bytes) => {
      session.received = bytes
      if (bytes > 0) report(0.3, `Receiving … ${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`)
    },
  })
  const [userAgent, interceptor] = await Promise.all([preparing, deadline.race(intercepting)])
  session.userAgent = userAgent
  session.interceptor = interceptor

  report(0.1, input.kind === 'network' ? `Connecting to ${hostOf(input.url)} …` : 'Laying the page out …')
  await navigate(send, address, interceptor)
  await emulateMedia(send, options)
  lap('load')
  if (archive) {
    const url = interceptor.served()?.url ?? address
    const captured = `captured the page ${archive.addressOf(url)} on ${archiveTime(archive.timeOf(url))}`
    session.log.push(`The archive at ${hostOf(input.label)} ${captured}. The page’s parts are from about that time.`)
  }

  const page: WatchedPage = { mainFrame, activity, send }
  const isLoaded = await waitUntilQuiet(page, loading)
  lap('wait')

  report(0.8, 'Measuring boxes and visibility …')
  context.loaded?.()
  interceptor.hold()
  const served = interceptor.served()?.html ?? ''
  if (!rendered && options.streamed && hasPlaceholder(served)) await evaluateIn(send, mainFrame, PLACE_STREAMED)
  const measured = walk(send, mainFrame, rendered, options)
  // In source mode, the layout is optional. If the walk takes too long, the capture has no layout.
  const most = isLoaded ? Math.max(WALK_LEAST, options.idleCap) : WALK_LEAST
  const late = (): FailureError => failed('load.not-measured', 'The browser was too busy to measure the page.', 'Try again.')
  session.walk = await (rendered ? measured : limitDuration(measured, most, late))
  lap('walk')
  if (rendered) session.log.push(...(await unreadParts(send, interceptor.served()?.html ?? '')))

  if (session.recorder) {
    report(0.85, 'Storing images and styles …')
    await storeResources(page, loading)
    lap('keep')
  }
}

async function waitUntilQuiet(page: WatchedPage, { session, options, deadline, report }: Loading): Promise<boolean> {
  const rendered = options.mode === 'rendered'
  report(0.5, rendered ? 'Waiting for the page’s scripts …' : 'Laying the page out …')
  const cap = performance.now() + options.idleCap
  const isLoaded = await deadline.race(page.activity.loaded(options.idleCap))
  const rest = rendered ? await deadline.race(waitUntilSettled(page, options, cap)) : 'settled'
  if (rest === 'changing') session.log.push('The page was still changing when it was captured; later changes are missing.')
  if (!isLoaded || rest === 'loading') {
    const doing = isLoaded ? 'using the network' : 'loading'
    session.log.push(`The page was still ${doing} after ${options.idleCap / 1000} s; the capture did not wait longer.`)
  }
  if (rendered) {
    const doing = (message: string): void => report(0.6, message)
    session.log.push(...(await deadline.race(waitForConditions(page, options, doing))))
  }
  return isLoaded
}

async function storeResources({ send, mainFrame, activity }: WatchedPage, { session, options }: Loading): Promise<void> {
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (thrown) {
      if (thrown instanceof FailureError) throw thrown
      session.log.push(`${what} could not be stored.`)
    }
  }
  if (options.mode === 'rendered') {
    await attempt('Style sheets that scripts changed', async () => {
      const evaluate = (expression: string): Promise<unknown> => evaluateIn(send, mainFrame, expression)
      const { isWhole, ...styles } = ChangedStylesAnswer.parse(await evaluate(CHANGED_STYLES))
      session.styles = styles
      if (!isWhole) session.log.push('Scripts made more style rules than the limit; the stored page may look different.')
      // Loads lazy images for the page view. The captured HTML is already read and does not change.
      const late = await evaluate(LATE_IMAGES)
      if (late !== 0) await activity.idle(options.idle, LATE_IMAGES_WAIT)
    })
  }
  if (options.screenshot) {
    await attempt('A picture of the page', async () => {
      session.screenshot = await captureScreenshot(send, options.viewport.width)
    })
  }
  await session.recorder?.finish(BODIES_WAIT)
}

const LATE_IMAGES = `(() => {
  const late = document.querySelectorAll('img[loading=lazy i]')
  for (const image of late) image.loading = 'eager'
  return late.length
})()`

/** Chromium stops after twenty redirects. `navigate` continues up to our own limit. */
async function navigate(send: CdpTarget['send'], address: string, interceptor: Interceptor): Promise<void> {
  let url = address
  for (;;) {
    const { errorText } = Navigated.parse(await send('Page.navigate', { url }))
    const next = interceptor.lastRedirect()
    const again = errorText === 'net::ERR_TOO_MANY_REDIRECTS' && next !== null && interceptor.redirects() < DEFAULT_LIMITS.maxRedirects
    if (!again) {
      if (interceptor.served() === null) throw new FailureError(networkFailure(interceptor.errorOf(errorText ?? '', next ?? url), url))
      return
    }
    url = next
  }
}

/** A walk can fail because the page is navigating. */
const ATTEMPTS = 10

async function walk(send: CdpTarget['send'], mainFrame: string, withHtml: boolean, options: CaptureOptions): Promise<PageWalk> {
  const next = 'Try again; source mode needs less time in the browser.'
  for (let attempt = 1; ; attempt++) {
    try {
      const found = await walkPage(send, mainFrame, withHtml, options.maxBytes)
      if (found.isBlank) throw new Error('the page is still blank')
      if (withHtml && found.html === null) throw new FailureError(tooLargeFailure('The rendered page', options.maxBytes))
      return found
    } catch (thrown) {
      if (thrown instanceof FailureError) throw thrown
      if (attempt >= ATTEMPTS) throw failed('load.not-measured', 'The browser could not measure the page.', next)
      await sleep(100)
    }
  }
}
