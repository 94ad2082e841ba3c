import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { failed, FailureError } from '../../shared/base/failure'
import { createLoss, type CdpTarget } from '../services/capture/cdp-target'
import { startCheckedProxy, type CheckedProxy, type Dial } from '../services/capture/checked-proxy'
import { crashedFailure } from '../services/capture/load-failures'
import { PAGE_MEMORY, watchMemory, type MemoryWatch } from '../services/capture/memory-watch'
import { usesProxy } from '../services/capture/request-policy'
import { createReadyTargets, makeBrowserFolder, residentBytes, withoutFeatures, type BrowserFolder } from './browser-process'

export interface ChromiumOptions {
  readonly executablePath?: string
  readonly args?: readonly string[]
  readonly dial?: Dial
  /** Maximum bytes of memory of a page's process. Default: 2 GiB, or a quarter of the machine's memory if a quarter is less. */
  readonly pageMemory?: number
  readonly isKeptReady?: boolean
}

/** Without this preference (2: never), Chromium prefetches addresses of speculation rules, and no interception stops these requests. */
const PREFERENCES = { net: { network_prediction_options: 2 } }

const SWITCHES = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Without the switch, a sandboxed frame gets a separate process and sends requests before the session is attached.
  '--disable-site-isolation-trials',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // With the feature, Chromium treats a local page as public and refuses the page's local style sheets.
  withoutFeatures('LocalNetworkAccessChecks'),
]

type Running = Awaited<ReturnType<typeof launch>>

async function launch(options: ChromiumOptions, folders: BrowserFolder[]) {
  const executablePath = options.executablePath ?? findChromium()
  if (executablePath === null)
    throw failed(
      'browser.missing',
      'No Chrome, Chromium or Edge was found.',
      'Install one (Debian, Ubuntu: sudo apt-get install chromium), or set BOILERSCOPE_CHROMIUM to the path of its program.',
    )
  if (!existsSync(executablePath))
    throw failed('browser.missing', `The browser ${executablePath} does not exist.`, 'Correct or unset BOILERSCOPE_CHROMIUM.')
  const folder = await makeBrowserFolder()
  folders.push(folder)
  const { profile, artifacts, temporary } = folder
  try {
    await mkdir(join(profile, 'Default'))
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(PREFERENCES))
    const { chromium } = await import('playwright-core')
    const own = await chromium.launchPersistentContext(profile, {
      executablePath,
      artifactsDir: artifacts,
      ...(temporary === null ? {} : { env: { ...process.env, TMPDIR: temporary } }),
      // Chromium has no sandbox for root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [...SWITCHES, ...(options.args ?? [])],
      // Playwright disables these protections for tests, but untrusted pages need the protections.
      ignoreDefaultArgs: ['--disable-popup-blocking', '--disable-ipc-flooding-protection'],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    const browser = own.browser()
    if (browser === null) throw new Error('Playwright returned no browser for the profile')
    const session = await browser.newBrowserCDPSession()
    const memory = watchMemory(async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      const pages = processInfo.filter(({ type }) => type === 'renderer')
      return Promise.all(pages.map(async ({ id }) => [id, await residentBytes(id)] as const))
    }, options.pageMemory ?? PAGE_MEMORY)
    return { browser, memory }
  } catch (thrown) {
    const [first] = String(thrown instanceof Error ? thrown.message : thrown).split('\n', 1)
    const message = `Chromium could not be started (${first}).`
    throw failed('browser.not-started', message, `Start ${executablePath} manually to see its messages.`)
  }
}

export type ChromiumTargets = ReturnType<typeof createChromiumTargets>

export function createChromiumTargets(options: ChromiumOptions = {}) {
  let running: Promise<Running> | null = null
  const folders: BrowserFolder[] = []
  let closed = false

  async function browser(): Promise<Running> {
    const current = (running ??= launch(options, folders))
    const found = await current.catch(() => null)
    if (found?.browser.isConnected() === true) return found
    // After a crash, this call starts a new browser. After a failed start, this call throws, and the next call tries again.
    if (running === current) running = null
    return found === null ? current : browser()
  }

  async function open(again: boolean): Promise<CdpTarget> {
    const { browser: current, memory } = await browser()
    const proxy = usesProxy(process.env) ? null : await startCheckedProxy(options.dial)
    let context: BrowserContext | null = null
    try {
      const through = proxy ? { proxy: { server: proxy.address, bypass: '<-loopback>' } } : {}
      context = await current.newContext({ acceptDownloads: false, serviceWorkers: 'block', viewport: null, ...through })
      return await openTarget(context, proxy, memory)
    } catch (thrown) {
      proxy?.close()
      await context?.close().catch(() => undefined)
      if (!again || current.isConnected()) throw thrown
      return open(false)
    }
  }

  const ready = options.isKeptReady === true ? createReadyTargets(() => open(true)) : null

  return {
    /** @throws FailureError `browser.missing`, `browser.not-started` */
    open: async (): Promise<CdpTarget> => {
      if (closed) throw new Error('the browser was closed')
      return ready?.open() ?? open(true)
    },
    prepare: (): void => ready?.prepare(),
    async close(): Promise<void> {
      closed = true
      await ready?.close()
      const last = await running?.catch(() => null)
      running = null
      await last?.browser.close()
      await Promise.all(folders.map((folder) => folder.remove()))
    },
  }
}

async function openTarget(context: BrowserContext, proxy: CheckedProxy | null, memory: MemoryWatch): Promise<CdpTarget> {
  const loss = createLoss()
  // A ready page stays blank until a capture sets the gate, so the page needs no memory watch.
  let isWatched = false
  await context.grantPermissions([])
  const page = await context.newPage()
  context.on('page', (popup) => {
    if (popup !== page) popup.close().catch(() => undefined)
  })
  page.on('crash', () => loss.lost('its process crashed', memory.consumeEnded()))
  page.on('close', () => loss.lost('the page was closed'))
  context.on('close', () => loss.lost('the browser ended'))
  const session = await context.newCDPSession(page).catch(() => {
    throw new FailureError(crashedFailure('the browser ended'))
  })
  const send = session.send.bind(session) as (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

  return {
    send,
    on(listener) {
      session.on('event', ({ method, params }) => listener(method, params))
    },
    onGone: loss.onGone,
    // The session receives every request, because frames share the page's process and workers are refused.
    guard(gate) {
      proxy?.guard(gate)
      if (!isWatched) memory.opened()
      isWatched = true
      return Promise.resolve()
    },
    async destroy() {
      if (!loss.end()) return
      if (isWatched) memory.closed()
      // A later `guard` must not count the ended page.
      isWatched = true
      proxy?.close()
      await context.close().catch(() => undefined)
    },
  }
}

export function findChromium(): string | null {
  const configured = process.env.BOILERSCOPE_CHROMIUM
  if (configured !== undefined && configured !== '') return configured
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
  const program = process.platform === 'win32' ? '.exe' : ''
  const places = [
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name + program))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env.ProgramFiles ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
    join(process.env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)', 'Microsoft\\Edge\\Application\\msedge.exe'),
  ]
  return places.find((place) => existsSync(place)) ?? null
}
