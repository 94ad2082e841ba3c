import { randomUUID } from 'node:crypto'
import { BrowserWindow, session as sessions } from 'electron'
import type { CdpTarget } from '../services/capture/cdp-target'

/**
 * Opens a blank page in a window nobody sees, in a session of its own that lives in memory. The page gets no preload, no
 * Node and no permission; popups, downloads and other protocols are refused. Every handler is set before anything loads.
 */
export async function openHiddenWindow(): Promise<CdpTarget> {
  const partition = `capture-${randomUUID()}`
  const session = sessions.fromPartition(partition, { cache: false })
  let allows: (url: string) => Promise<boolean> = () => Promise.resolve(false)

  // Electron grants what no handler denies.
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, answer) => {
    // The main document is watched over the debugger, which also reads its redirects.
    if (details.resourceType === 'mainFrame') return answer({})
    if (details.resourceType === 'webSocket') return answer({ cancel: true })
    allows(details.url).then(
      (allowed) => answer({ cancel: !allowed }),
      () => answer({ cancel: true }),
    )
  })

  const window = new BrowserWindow({
    show: false,
    width: 1280,
    height: 900,
    useContentSize: true,
    frame: false,
    skipTaskbar: true,
    webPreferences: {
      session,
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
  const contents = window.webContents
  contents.setAudioMuted(true)
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => {
    if (!/^(?:https?|about|data|blob):/i.test(event.url)) event.preventDefault()
  })
  // A page cannot keep itself open.
  contents.on('will-prevent-unload', (event) => event.preventDefault())

  let destroyed = false
  let gone: string | null = null
  let onGone: (reason: string) => void = () => undefined
  const lost = (reason: string): void => {
    if (destroyed || gone !== null) return
    gone = reason
    onGone(reason)
  }
  contents.on('render-process-gone', (_event, { reason }) => lost(`its process ended: ${reason}`))
  window.on('closed', () => lost('its window was closed'))

  async function destroy(): Promise<void> {
    if (destroyed) return
    destroyed = true
    if (!window.isDestroyed()) window.destroy()
    await Promise.allSettled([session.closeAllConnections(), session.clearStorageData(), session.clearCache()])
  }

  try {
    await contents.loadURL('about:blank')
    contents.debugger.attach('1.3')
  } catch (thrown) {
    await destroy()
    throw thrown
  }
  contents.debugger.on('detach', (_event, reason) => lost(`its debugger ended: ${reason}`))

  return {
    send: (method, params) => contents.debugger.sendCommand(method, params),
    on(listener) {
      contents.debugger.on('message', (_event, method, params: unknown) => listener(method, params))
    },
    onGone(listener) {
      onGone = listener
      if (gone !== null) listener(gone)
    },
    guard(given) {
      allows = given
      return Promise.resolve()
    },
    destroy,
  }
}
