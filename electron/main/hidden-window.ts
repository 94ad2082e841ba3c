import { createLoss, type CdpTarget, type RequestGate } from '../services/capture/cdp-target'
import { startCheckedProxy, type CheckedProxy } from '../services/capture/checked-proxy'
import { guardedHeaders } from '../services/capture/header-policy'
import { PAGE_MEMORY, watchMemory } from '../services/capture/memory-watch'
import { usesProxy } from '../services/capture/request-policy'
import type { ElectronPort, SessionPort, WindowPort } from './electron-port'

type HiddenElectron = Pick<ElectronPort, 'BrowserWindow' | 'session'> & { readonly app: Pick<ElectronPort['app'], 'getAppMetrics'> }

export interface HiddenWindowOptions {
  /** Sessions, and so captures at a time; default 4. */
  readonly most?: number
  /** Bytes of memory that the process of a page may take. */
  readonly pageMemory?: number
}

/** A session that is handed to one capture at a time. */
interface Lease {
  readonly partition: string
  readonly session: SessionPort
  /** All connections of the session go through it; null if the environment names a proxy. */
  readonly proxy: CheckedProxy | null
  /** Decides for the capture that has the session; nothing is allowed while none has. */
  gate: RequestGate | null
  /** The contents of the window whose page this is; a page that any other shows in the session is refused. */
  contents: number | null
}

const ALL = { urls: ['<all_urls>'] }

/**
 * Keeps a few sessions in memory. Electron never lets go of a session, so one for each capture would pile up; these are cleared of
 * everything between two captures.
 */
export function createHiddenWindows(electron: HiddenElectron, { most = 4, pageMemory = PAGE_MEMORY }: HiddenWindowOptions = {}) {
  /** Windows of captures that run, looked after while there are any. */
  const open = new Set<WindowPort>()
  const free: Lease[] = []
  const waiting: ((lease: Lease) => void)[] = []
  let named = 0
  let alive = 0

  function lease(): Promise<Lease> {
    const kept = free.pop()
    if (kept) return Promise.resolve(kept)
    if (alive >= most) return new Promise((resolve) => waiting.push(resolve))
    alive++
    return makeLease(electron, `capture-${++named}`)
  }

  async function giveBack(used: Lease): Promise<void> {
    used.gate = null
    used.proxy?.guard(null)
    used.contents = null
    const { session } = used
    try {
      await session.closeAllConnections()
      await Promise.all([session.clearData(), session.clearAuthCache(), session.clearHostResolverCache()])
      free.push(used)
    } catch {
      // What cannot be cleared is never used again; another takes its place.
      used.proxy?.close()
      alive--
    }
    const next = waiting.shift()
    if (next) void lease().then(next)
  }

  async function sizes(): Promise<[number, number][]> {
    const own = new Set([...open].filter((window) => !window.isDestroyed()).map(({ webContents }) => webContents.getOSProcessId()))
    // Electron counts in KiB.
    return electron.app.getAppMetrics().flatMap(({ pid, memory }) => (own.has(pid) ? [[pid, memory.workingSetSize * 1024]] : []))
  }

  const memory = watchMemory(sizes, pageMemory)

  return {
    /**
     * Opens a blank page in a window nobody sees, in a session that holds nothing. The page gets no preload, no Node and no
     * permission; popups, downloads and other protocols are refused. Waits where all sessions are in use.
     */
    async open(): Promise<CdpTarget> {
      const own = await lease()
      return openWindow(electron, own, {
        opened(window) {
          open.add(window)
          memory.opened()
        },
        isTooHeavy: () => memory.takeEnded(),
        ended(window) {
          if (window && open.delete(window)) memory.closed()
          void giveBack(own)
        },
      })
    },
  }
}

/** Makes a session that refuses everything no capture has allowed. Electron grants what no handler denies. */
async function makeLease(electron: HiddenElectron, partition: string): Promise<Lease> {
  const session = electron.session.fromPartition(partition, { cache: false })
  const proxy = usesProxy(process.env) ? null : await startCheckedProxy()
  const lease: Lease = { partition, session, proxy, gate: null, contents: null }
  if (proxy) await session.setProxy({ mode: 'fixed_servers', proxyRules: proxy.address, proxyBypassRules: '<-loopback>' })
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.on('will-download', (event) => event.preventDefault())
  const ask = (url: string, isLeaving: boolean, answer: (answer: { cancel: boolean }) => void): void => {
    if (!lease.gate) return answer({ cancel: true })
    lease.gate.allows(url, isLeaving).then(
      (allowed) => answer({ cancel: !allowed }),
      () => answer({ cancel: true }),
    )
  }
  // This is asked before the debugger is: what is refused here is never seen there, nor given to the page where it is here already.
  session.webRequest.onBeforeRequest(ALL, ({ url, resourceType, webContentsId, frame }, answer) => {
    // The main document is watched over the debugger, which also reads its redirects.
    // Electron does not always say whose it is.
    if (resourceType === 'mainFrame')
      return answer({ cancel: lease.contents === null || (webContentsId ?? lease.contents) !== lease.contents })
    // The browser asks for the site's icon by itself.
    if (isOwnIcon(url, resourceType)) return answer({ cancel: true })
    if (resourceType === 'webSocket') return ask(url, false, () => answer({ cancel: true }))
    // What a frame asks for is seen by the debugger, and so is its document; nobody else's is.
    if ((frame || resourceType === 'subFrame') && lease.gate) return answer({ cancel: false })
    ask(url, false, answer)
  })
  // And this after it: whatever came past the debugger does not leave.
  session.webRequest.onBeforeSendHeaders(ALL, ({ url, resourceType, requestHeaders }, answer) => {
    const send = ({ cancel }: { readonly cancel: boolean }): void => answer({ cancel, requestHeaders })
    if (resourceType === 'mainFrame') return send({ cancel: false })
    ask(url, true, send)
  })
  // Electron puts the headers of the network back over those that the debugger gives, so the policy is set here as well.
  session.webRequest.onHeadersReceived(ALL, ({ resourceType, responseHeaders }, answer) =>
    answer(
      (resourceType === 'mainFrame' || resourceType === 'subFrame') && responseHeaders
        ? { responseHeaders: guardedHeaders(responseHeaders, resourceType === 'subFrame') }
        : {},
    ),
  )
  return lease
}

const isOwnIcon = (url: string, resourceType: string): boolean =>
  (resourceType === 'other' || resourceType === 'image') && URL.canParse(url) && new URL(url).pathname === '/favicon.ico'

/** Who keeps the windows, as one of them knows it. */
interface Keeper {
  opened(window: WindowPort): void
  /** Whether the process that just ended took too much memory. */
  isTooHeavy(): boolean
  ended(window: WindowPort | null): void
}

async function openWindow(electron: HiddenElectron, lease: Lease, keeper: Keeper): Promise<CdpTarget> {
  let window: WindowPort | null = null
  const loss = createLoss()
  async function destroy(): Promise<void> {
    if (!loss.end()) return
    if (window && !window.isDestroyed()) window.destroy()
    // Nobody waits for the clearing but the next capture in this session.
    keeper.ended(window)
  }

  try {
    window = new electron.BrowserWindow({
      show: false,
      width: 1280,
      height: 900,
      useContentSize: true,
      frame: false,
      skipTaskbar: true,
      webPreferences: {
        partition: lease.partition,
        // Frames are drawn although no surface is shown: pages that build themselves in them are captured whole.
        offscreen: true,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        disableDialogs: true,
        navigateOnDragDrop: false,
        safeDialogs: true,
        spellcheck: false,
        plugins: false,
        webgl: false,
        autoplayPolicy: 'document-user-activation-required',
        backgroundThrottling: false,
      },
    })
    window.on('closed', () => loss.lost('its window was closed'))
    const contents = window.webContents
    lease.contents = contents.id
    keeper.opened(window)
    contents.setAudioMuted(true)
    contents.setFrameRate(30)
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!/^(?:https?|about|data|blob):/i.test(event.url)) event.preventDefault()
    })
    // A page cannot keep itself open.
    contents.on('will-prevent-unload', (event) => event.preventDefault())
    contents.on('render-process-gone', (_event, { reason }) => loss.lost(`its process ended: ${reason}`, keeper.isTooHeavy()))
    await contents.loadURL('about:blank')
    contents.debugger.attach('1.3')
    contents.debugger.on('detach', (_event, reason) => loss.lost(`its debugger ended: ${reason}`))
    return {
      send: (method, params) => contents.debugger.sendCommand(method, params),
      on(listener) {
        contents.debugger.on('message', (_event, method, params) => listener(method, params))
      },
      onGone: loss.onGone,
      guard(given) {
        lease.gate = given
        lease.proxy?.guard(given)
        return Promise.resolve()
      },
      destroy,
    }
  } catch (thrown) {
    await destroy()
    throw thrown
  }
}
