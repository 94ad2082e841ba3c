import type { CdpTarget } from '../services/capture/cdp-target'
import { guardedHeaders } from '../services/capture/header-policy'
import type { ElectronPort, SessionPort, WindowPort } from './electron-port'

type HiddenElectron = Pick<ElectronPort, 'BrowserWindow' | 'session'>

export interface HiddenWindows {
  /**
   * Opens a blank page in a window nobody sees, in a session that holds nothing. The page gets no preload, no Node and no
   * permission; popups, downloads and other protocols are refused. Waits where all sessions are in use.
   */
  open(): Promise<CdpTarget>
}

/** A session that is handed to one capture at a time. */
interface Lease {
  readonly partition: string
  readonly session: SessionPort
  /** Decides for the capture that has the session; nothing is allowed while none has. */
  allows: (url: string) => Promise<boolean>
}

const ALL = { urls: ['<all_urls>'] }

/**
 * Keeps a few sessions in memory. Electron never lets go of a session, so one for each capture would pile up; these are cleared of
 * everything between two captures.
 * @param most sessions, and so captures at a time
 */
export function createHiddenWindows(electron: HiddenElectron, most = 4): HiddenWindows {
  const free: Lease[] = []
  const waiting: ((lease: Lease) => void)[] = []
  let named = 0
  let alive = 0

  function lease(): Promise<Lease> {
    const kept = free.pop()
    if (kept) return Promise.resolve(kept)
    if (alive >= most) return new Promise((resolve) => waiting.push(resolve))
    alive++
    return Promise.resolve(makeLease(electron, `capture-${++named}`))
  }

  async function giveBack(used: Lease): Promise<void> {
    used.allows = refuseAll
    const { session } = used
    try {
      await session.closeAllConnections()
      await Promise.all([session.clearData(), session.clearAuthCache(), session.clearHostResolverCache()])
      free.push(used)
    } catch {
      // What cannot be cleared is never used again; another takes its place.
      alive--
    }
    const next = waiting.shift()
    if (next) void lease().then(next)
  }

  return {
    async open() {
      const own = await lease()
      return openWindow(electron, own, () => void giveBack(own))
    },
  }
}

const refuseAll = (): Promise<boolean> => Promise.resolve(false)

/** Makes a session that refuses everything no capture has allowed. Electron grants what no handler denies. */
function makeLease(electron: HiddenElectron, partition: string): Lease {
  const session = electron.session.fromPartition(partition, { cache: false })
  const lease: Lease = { partition, session, allows: refuseAll }
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(ALL, ({ url, resourceType }, answer) => {
    // The main document is watched over the debugger, which also reads its redirects.
    if (resourceType === 'mainFrame') return answer({})
    // The browser asks for the site's icon by itself.
    if (isOwnIcon(url, resourceType)) return answer({ cancel: true })
    lease.allows(url).then(
      (allowed) => answer({ cancel: !allowed || resourceType === 'webSocket' }),
      () => answer({ cancel: true }),
    )
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

async function openWindow(electron: HiddenElectron, lease: Lease, giveBack: () => void): Promise<CdpTarget> {
  let window: WindowPort | null = null
  let destroyed = false
  async function destroy(): Promise<void> {
    if (destroyed) return
    destroyed = true
    if (window && !window.isDestroyed()) window.destroy()
    // Nobody waits for the clearing but the next capture in this session.
    giveBack()
  }

  let gone: string | null = null
  let onGone: (reason: string) => void = () => undefined
  const lost = (reason: string): void => {
    if (destroyed || gone !== null) return
    gone = reason
    onGone(reason)
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
    window.on('closed', () => lost('its window was closed'))
    const contents = window.webContents
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
    contents.on('render-process-gone', (_event, { reason }) => lost(`its process ended: ${reason}`))
    await contents.loadURL('about:blank')
    contents.debugger.attach('1.3')
    contents.debugger.on('detach', (_event, reason) => lost(`its debugger ended: ${reason}`))
    return {
      send: (method, params) => contents.debugger.sendCommand(method, params),
      on(listener) {
        contents.debugger.on('message', (_event, method, params) => listener(method, params))
      },
      onGone(listener) {
        onGone = listener
        if (gone !== null) listener(gone)
      },
      guard(given) {
        lease.allows = given
        return Promise.resolve()
      },
      pdf: ({ width, height }) =>
        contents.printToPDF({
          pageSize: { width: width / 25.4, height: height / 25.4 },
          margins: { top: 0, bottom: 0, left: 0, right: 0 },
          printBackground: true,
          pageRanges: '1',
        }),
      destroy,
    }
  } catch (thrown) {
    await destroy()
    throw thrown
  }
}
