/**
 * Electron 9's modules as what `hidden-window.ts` asks of Electron (`electron-port.ts`). Each line stands for a call that came later;
 * the tests in test/unit/hidden-window.test.ts hold the calls themselves.
 */
import type { ElectronPort, RequestDetails, SessionPort, WindowPort } from '../../electron/main/electron-port'
import { asToday } from './chromium-83'

/** What of Electron 9 differs from today's. */
interface Contents9 {
  readonly debugger: { sendCommand(method: string, params?: object): Promise<unknown> }
  on(event: string, listener: (...given: never[]) => void): unknown
}
type Window9 = WindowPort & { readonly webContents: WindowPort['webContents'] & Contents9 }
type Session9 = SessionPort & { clearStorageData(): Promise<void>; clearCache(): Promise<void> }
interface Electron9 {
  readonly app: ElectronPort['app']
  readonly BrowserWindow: new (options: object) => Window9
  readonly session: { fromPartition(name: string, options: { cache: boolean }): Session9 }
}

export function portOf(electron: Electron9): Pick<ElectronPort, 'app' | 'BrowserWindow' | 'session'> {
  const own = new Map<string, SessionPort>()
  const { BrowserWindow } = electron
  return {
    app: electron.app,
    BrowserWindow: function (options: object) {
      const window = new BrowserWindow(options)
      modernise(window.webContents)
      return window
    } as unknown as ElectronPort['BrowserWindow'],
    session: {
      defaultSession: undefined as never,
      fromPartition(name, options) {
        const made = own.get(name) ?? sessionOf(electron.session.fromPartition(name, options))
        own.set(name, made)
        return made
      },
    },
  }
}

function sessionOf(session: Session9): SessionPort {
  const none = (): void => undefined
  const request = session.webRequest
  return {
    on: session.on.bind(session),
    setPermissionRequestHandler: session.setPermissionRequestHandler.bind(session),
    setPermissionCheckHandler: session.setPermissionCheckHandler.bind(session),
    clearAuthCache: session.clearAuthCache.bind(session),
    clearHostResolverCache: session.clearHostResolverCache.bind(session),
    // Neither devices nor Bluetooth nor screens reach a page of Electron 9 without a handler.
    setDevicePermissionHandler: none,
    setDisplayMediaRequestHandler: none,
    setBluetoothPairingHandler: none,
    closeAllConnections: () => Promise.resolve(),
    clearData: () => Promise.all([session.clearStorageData(), session.clearCache()]).then(none),
    webRequest: {
      onBeforeRequest: (filter, listener) => request.onBeforeRequest(filter, (details, answer) => listener(withFrame(details), answer)),
      onBeforeSendHeaders: request.onBeforeSendHeaders.bind(request),
      onHeadersReceived: request.onHeadersReceived.bind(request),
    },
  }
}

/** Electron 9 names the contents of what a frame asks for, and not the frame; of what a worker asks for it names neither. */
const withFrame = (details: RequestDetails): RequestDetails => ({
  ...details,
  frame: details.webContentsId === undefined ? null : { url: '' },
})

function modernise(contents: Window9['webContents']): void {
  contents.debugger.sendCommand = asToday(contents.debugger.sendCommand.bind(contents.debugger))
  contents.setWindowOpenHandler = () => contents.on('new-window', (event: Event) => event.preventDefault())
  const on: (name: string, listener: (...given: never[]) => void) => unknown = contents.on.bind(contents)
  contents.on = ((name: string, listener: (...given: unknown[]) => void) =>
    name === 'will-frame-navigate'
      ? on('will-navigate', (event: Event, url: string) => listener(Object.assign(event, { url, isMainFrame: true })))
      : on(name, listener)) as typeof contents.on
}
