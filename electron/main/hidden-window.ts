import type { BrowserWindow, Session } from 'electron'
import { type CdpTarget, createLoss, type RequestGate } from '../services/capture/cdp-target'
import { type CheckedProxy, startCheckedProxy } from '../services/capture/checked-proxy'
import { PAGE_MEMORY, watchMemory } from '../services/capture/memory-watch'
import { guardedHeaders, usesProxy } from '../services/capture/request-policy'
import { SAFE_PREFERENCES } from '../services/view/view-policy'
import type { ElectronPort } from './app-events'

type HiddenElectron = Pick<ElectronPort, 'app' | 'BrowserWindow' | 'session'>

interface Lease {
  readonly partition: string
  readonly session: Session
  readonly proxy: CheckedProxy | null
  gate: RequestGate | null
  /** Id of the page's web contents. The session refuses main documents of other windows. */
  contents: number | null
}

const ALL = { urls: ['<all_urls>'] }

/** Electron never releases a session, so a few sessions are cleared and reused. */
export function createHiddenWindows(electron: HiddenElectron, most = 4) {
  const open = new Set<BrowserWindow>()
  const free: Lease[] = []
  const waiting: ((lease: Lease) => void)[] = []
  let count = 0
  let alive = 0

  function lease(): Promise<Lease> {
    const kept = free.pop()
    if (kept) return Promise.resolve(kept)
    if (alive >= most) return new Promise((resolve) => waiting.push(resolve))
    alive++
    return makeLease(electron, `capture-${++count}`)
  }

  async function releaseLease(used: Lease): Promise<void> {
    used.gate = null
    used.proxy?.guard(null)
    used.contents = null
    const { session } = used
    try {
      await session.closeAllConnections()
      await Promise.all([session.clearData(), session.clearAuthCache(), session.clearHostResolverCache()])
      free.push(used)
    } catch {
      // A session that cannot be cleared is never used again.
      used.proxy?.close()
      alive--
    }
    const next = waiting.shift()
    if (next) void lease().then(next)
  }

  async function sizes(): Promise<[number, number][]> {
    const own = new Set([...open].filter((window) => !window.isDestroyed()).map(({ webContents }) => webContents.getOSProcessId()))
    // Electron reports KiB.
    return electron.app.getAppMetrics().flatMap(({ pid, memory }) => (own.has(pid) ? [[pid, memory.workingSetSize * 1024]] : []))
  }

  const memory = watchMemory(sizes, PAGE_MEMORY)

  /** Waits for a free session. The window has no preload and no permissions, and refuses popups and downloads. */
  async function openTarget(): Promise<CdpTarget> {
    const own = await lease()
    let window: BrowserWindow | null = null
    const loss = createLoss()
    async function destroy(): Promise<void> {
      if (!loss.end()) return
      if (window && !window.isDestroyed()) window.destroy()
      if (window && open.delete(window)) memory.closed()
      void releaseLease(own)
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
          partition: own.partition,
          // Some pages build their content in animation frames, so the hidden window must render.
          offscreen: true,
          ...SAFE_PREFERENCES,
          nodeIntegrationInWorker: false,
          nodeIntegrationInSubFrames: false,
          webSecurity: true,
          allowRunningInsecureContent: false,
          disableDialogs: true,
          navigateOnDragDrop: false,
          safeDialogs: true,
          plugins: false,
          webgl: false,
          autoplayPolicy: 'document-user-activation-required',
          backgroundThrottling: false,
        },
      })
      window.on('closed', () => loss.lost('the page’s window was closed'))
      const contents = window.webContents
      own.contents = contents.id
      open.add(window)
      memory.opened()
      contents.setAudioMuted(true)
      contents.setFrameRate(30)
      contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
      contents.setWindowOpenHandler(() => ({ action: 'deny' }))
      contents.on('will-attach-webview', (event) => event.preventDefault())
      contents.on('will-frame-navigate', (event) => {
        if (!/^(?:https?|about|data|blob):/i.test(event.url)) event.preventDefault()
      })
      // A page must not prevent its closing.
      contents.on('will-prevent-unload', (event) => event.preventDefault())
      contents.on('render-process-gone', (_event, { reason }) => loss.lost(`the page’s process ended: ${reason}`, memory.consumeEnded()))
      await contents.loadURL('about:blank')
      contents.debugger.attach('1.3')
      contents.debugger.on('detach', (_event, reason) => loss.lost(`the page’s debugger ended: ${reason}`))
      return {
        send: (method, params) => contents.debugger.sendCommand(method, params),
        on(listener) {
          contents.debugger.on('message', (_event, method, params) => listener(method, params))
        },
        onGone: loss.onGone,
        guard(gate) {
          own.gate = gate
          own.proxy?.guard(gate)
          return Promise.resolve()
        },
        destroy,
      }
    } catch (thrown) {
      await destroy()
      throw thrown
    }
  }

  return { open: openTarget }
}

/** Creates a session that refuses all permissions, and all requests that no gate allows. */
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
  /** Without a gate, or if the gate fails, the request is cancelled. */
  const isCancelled = async (url: string, isLeaving: boolean): Promise<boolean> =>
    (await lease.gate?.allows(url, isLeaving).catch(() => false)) !== true
  // Runs before the debugger, so the debugger receives only requests that this handler allows.
  session.webRequest.onBeforeRequest(ALL, ({ url, resourceType, webContentsId, frame }, answer) => {
    // The debugger decides about the main document and its redirects, so this handler checks only the window of a main document. Electron
    // does not always report `webContentsId`.
    if (resourceType === 'mainFrame')
      return answer({ cancel: lease.contents === null || (webContentsId ?? lease.contents) !== lease.contents })
    // The browser, not the page, requests the site's icon.
    if (isOwnIcon(url, resourceType)) return answer({ cancel: true })
    // The debugger decides about the requests of all frames, including the main frame, and about the documents of inner frames.
    const isSocket = resourceType === 'webSocket'
    if ((frame || resourceType === 'subFrame') && lease.gate && !isSocket) return answer({ cancel: false })
    // The gate counts a refused socket.
    void isCancelled(url, false).then((cancel) => answer({ cancel: cancel || isSocket }))
  })
  // Runs after the debugger, and also checks requests that bypassed the debugger.
  session.webRequest.onBeforeSendHeaders(ALL, ({ url, resourceType, requestHeaders }, answer) => {
    if (resourceType === 'mainFrame') return answer({ cancel: false, requestHeaders })
    void isCancelled(url, true).then((cancel) => answer({ cancel, requestHeaders }))
  })
  // If the debugger changed headers, Electron discards the changes, so this handler also sets the policy.
  session.webRequest.onHeadersReceived(ALL, ({ resourceType, responseHeaders: headers }, answer) => {
    const isFrame = resourceType === 'subFrame'
    answer(headers && (isFrame || resourceType === 'mainFrame') ? { responseHeaders: guardedHeaders(headers, isFrame) } : {})
  })
  return lease
}

const isOwnIcon = (url: string, resourceType: string): boolean =>
  (resourceType === 'other' || resourceType === 'image') && URL.canParse(url) && new URL(url).pathname === '/favicon.ico'
