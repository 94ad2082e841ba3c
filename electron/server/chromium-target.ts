import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { failure, FailureError } from '../../shared/base/failure'
import type { CdpTarget } from '../services/capture/cdp-target'

export interface ChromiumOptions {
  /** Path of Chrome or Chromium; default `BOILERSCOPE_CHROMIUM`, then the usual names on the path. */
  readonly executablePath?: string
  /** More command line switches; tests cut the network off with them. */
  readonly args?: readonly string[]
}

export interface ChromiumTargets {
  /** A blank page in a context of its own. @throws FailureError `browser.missing`, `browser.not-started`. */
  open(): Promise<CdpTarget>
  /** Ends the browser. */
  close(): Promise<void>
}

/**
 * Chromium reads ahead what speculation rules name, past every interception; only this preference (2: never) stops it.
 * A preference needs a profile, so the browser is started with one; captures run in contexts beside it.
 */
const PREFERENCES = { net: { network_prediction_options: 2 } }

const SWITCHES = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // A sandboxed frame would get a process of its own and ask for things before the session can look.
  '--disable-site-isolation-trials',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** Keeps one headless Chromium, started when it is first needed and again when it crashed; a context for each capture. */
export function createChromiumTargets(options: ChromiumOptions = {}): ChromiumTargets {
  let running: Promise<Browser> | null = null
  const profiles: string[] = []
  let closed = false

  async function launch(): Promise<Browser> {
    const executablePath = options.executablePath ?? findChromium()
    if (executablePath === null || !existsSync(executablePath)) {
      throw new FailureError(
        failure(
          'browser.missing',
          'No Chrome or Chromium was found.',
          'Install one (Debian, Ubuntu: sudo apt-get install chromium), or set BOILERSCOPE_CHROMIUM to the path of its program.',
        ),
      )
    }
    const profile = await mkdtemp(join(tmpdir(), 'boilerscope-profile-'))
    profiles.push(profile)
    try {
      await mkdir(join(profile, 'Default'))
      await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(PREFERENCES))
      const own = await chromium.launchPersistentContext(profile, {
        executablePath,
        // Chromium has no sandbox for root; everybody else keeps it.
        chromiumSandbox: process.getuid?.() !== 0,
        args: [...SWITCHES, ...(options.args ?? [])],
        ignoreDefaultArgs: ['--disable-popup-blocking'],
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      })
      const browser = own.browser()
      if (browser === null) throw new Error('the profile has no browser')
      return browser
    } catch (thrown) {
      const first = thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown)
      throw new FailureError(
        failure('browser.not-started', `Chromium could not be started (${first}).`, `Start ${executablePath} by hand to see what it says.`),
      )
    }
  }

  async function browser(): Promise<Browser> {
    const current = (running ??= launch())
    const found = await current.catch(() => null)
    if (found?.isConnected() === true) return found
    // It crashed since it was last used, or never started; whoever notices first lets the next one start it.
    if (running === current) running = null
    return found === null ? current : browser()
  }

  async function context(again: boolean): Promise<BrowserContext> {
    const current = await browser()
    try {
      return await current.newContext({ acceptDownloads: false, serviceWorkers: 'block', viewport: null })
    } catch (thrown) {
      if (!again || current.isConnected()) throw thrown
      return context(false)
    }
  }

  return {
    async open() {
      if (closed) throw new Error('the browser was closed')
      return openTarget(await context(true))
    },
    async close() {
      closed = true
      const last = running
      running = null
      await last?.then(
        (b) => b.close(),
        () => undefined,
      )
      // What a profile holds is nothing of a capture, but clutter.
      await Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)))
    },
  }
}

async function openTarget(context: BrowserContext): Promise<CdpTarget> {
  let destroyed = false
  let gone: string | null = null
  let onGone: (reason: string) => void = () => undefined
  const lost = (reason: string): void => {
    if (destroyed || gone !== null) return
    gone = reason
    onGone(reason)
  }

  // No permission is granted, and none is asked for.
  await context.grantPermissions([])
  const page = await context.newPage()
  context.on('page', (popup) => {
    if (popup !== page) popup.close().catch(() => undefined)
  })
  page.on('crash', () => lost('its process crashed'))
  page.on('close', () => lost('its page was closed'))
  context.on('close', () => lost('the browser ended'))
  const session = await context.newCDPSession(page)
  // Playwright types each method; the port names them as data.
  const send = session.send.bind(session) as (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

  return {
    send,
    on(listener) {
      session.on('event', ({ method, params }) => listener(method, params))
    },
    onGone(listener) {
      onGone = listener
      if (gone !== null) listener(gone)
    },
    // Frames share the page's process and workers are refused, so the session sees every request by itself.
    guard: () => Promise.resolve(),
    async destroy() {
      if (destroyed) return
      destroyed = true
      await context.close().catch(() => undefined)
    },
  }
}

/** Path of an installed Chrome or Chromium, or null. */
export function findChromium(): string | null {
  const named = process.env.BOILERSCOPE_CHROMIUM
  if (named !== undefined && named !== '') return named
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
