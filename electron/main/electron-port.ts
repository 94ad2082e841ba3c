/** The parts of Electron that the application uses, as narrow types. The tests pass event emitters; the compiler checks both. */
import type {
  App,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  DownloadItem,
  MenuItemConstructorOptions,
  MessageBoxOptions,
} from 'electron'
import type { OpenDialogOptions, Rectangle, Session, WebContents } from 'electron'

export interface Preventable {
  preventDefault(): void
}

interface Gone {
  readonly reason: string
}

export interface PortPort {
  postMessage(message: unknown): void
  start(): void
  close(): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

interface FramePort<Port extends PortPort> {
  readonly url: string
  readonly parent: unknown
  postMessage(channel: string, message: unknown, transfer: Port[]): void
}

type UsedContents =
  | 'id'
  | 'loadURL'
  | 'reload'
  | 'getOSProcessId'
  | 'isDestroyed'
  | 'setAudioMuted'
  | 'setFrameRate'
  | 'setWebRTCIPHandlingPolicy'

export interface ContentsPort extends Pick<WebContents, UsedContents> {
  readonly debugger: DebuggerPort
  executeJavaScript(code: string): Promise<unknown>
  setWindowOpenHandler(
    handler: (details: {
      readonly url: string
      readonly frameName: string
    }) => { action: 'allow'; overrideBrowserWindowOptions: BrowserWindowConstructorOptions } | { action: 'deny' },
  ): void
  on(
    event: 'will-frame-navigate',
    listener: (details: Preventable & { readonly url: string; readonly isMainFrame: boolean }) => void,
  ): unknown
  on(event: 'will-attach-webview' | 'will-prevent-unload', listener: (event: Preventable) => void): unknown
  on(
    event: 'did-create-window',
    listener: (window: { readonly webContents: ContentsPort }, details: { readonly url: string }) => void,
  ): unknown
  on(event: 'render-process-gone', listener: (event: Preventable, details: Gone) => void): unknown
}

interface DebuggerPort {
  attach(version: string): void
  sendCommand(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>
  on(event: 'message', listener: (event: unknown, method: string, params: unknown) => void): unknown
  on(event: 'detach', listener: (event: unknown, reason: string) => void): unknown
}

type UsedWindow =
  | ('show' | 'focus' | 'restore' | 'maximize' | 'isMinimized' | 'isMaximized' | 'isDestroyed')
  | ('getNormalBounds' | 'setBackgroundColor' | 'loadURL' | 'destroy')

export interface WindowPort extends Pick<BrowserWindow, UsedWindow> {
  readonly webContents: ContentsPort
  on(event: 'closed' | 'unresponsive' | 'responsive', listener: () => void): unknown
  on(event: 'close', listener: (event: Preventable) => void): unknown
  once(event: 'ready-to-show', listener: () => void): unknown
}

export interface RequestDetails {
  readonly url: string
  readonly resourceType: string
  readonly webContentsId?: number
  readonly frame?: { readonly url: string } | null
}
type Headers = Record<string, string | string[]>
interface Filter {
  readonly urls: string[]
}

type UsedDownload = 'getFilename' | 'getSavePath' | 'setSaveDialogOptions' | 'getSaveDialogOptions'

interface DownloadPort extends Pick<DownloadItem, UsedDownload> {
  once(event: 'done', listener: (event: unknown, state: string) => void): unknown
}

export interface SessionPort extends Pick<Session, 'closeAllConnections' | 'clearData' | 'clearAuthCache' | 'clearHostResolverCache'> {
  readonly webRequest: {
    onBeforeRequest(filter: Filter, listener: (details: RequestDetails, answer: (answer: { cancel?: boolean }) => void) => void): void
    onBeforeSendHeaders(
      filter: Filter,
      listener: (
        details: RequestDetails & { readonly requestHeaders: Record<string, string> },
        answer: (answer: { cancel?: boolean; requestHeaders?: Headers }) => void,
      ) => void,
    ): void
    onHeadersReceived(
      filter: Filter,
      listener: (
        details: { readonly resourceType: string; readonly responseHeaders?: Record<string, string[]> },
        answer: (answer: { responseHeaders?: Headers }) => void,
      ) => void,
    ): void
  }
  setProxy(config: { mode: 'fixed_servers'; proxyRules: string; proxyBypassRules: string }): Promise<void>
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      answer: (granted: boolean) => void,
      details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
    ) => void,
  ): void
  setPermissionCheckHandler(handler: (contents: unknown, permission: string, origin: string) => boolean): void
  setDevicePermissionHandler(handler: () => boolean): void
  setDisplayMediaRequestHandler(handler: (request: unknown, answer: (streams: null) => void) => void): void
  setBluetoothPairingHandler(handler: (details: unknown, answer: (response: { confirmed: boolean }) => void) => void): void
  on(event: 'will-download', listener: (event: Preventable, item: DownloadPort) => void): unknown
  once(event: 'will-download', listener: (event: Preventable, item: DownloadPort) => void): unknown
}

type UsedApp =
  | ('isPackaged' | 'requestSingleInstanceLock' | 'quit' | 'exit' | 'getAppPath' | 'getVersion')
  | ('setAppUserModelId' | 'setAboutPanelOptions' | 'addRecentDocument')

export interface AppPort extends Pick<App, UsedApp> {
  readonly commandLine: { appendSwitch(name: string, value?: string): void; hasSwitch(name: string): boolean }
  whenReady(): Promise<unknown>
  emit(event: 'select-client-certificate', ...args: unknown[]): boolean
  getPath(name: 'userData' | 'logs' | 'downloads'): string
  /** Per process; memory in KiB. */
  getAppMetrics(): readonly { readonly pid: number; readonly memory: { readonly workingSetSize: number } }[]
  on(event: 'second-instance', listener: (event: unknown, argv: string[], folder: string) => void): unknown
  on(event: 'open-file', listener: (event: Preventable, path: string) => void): unknown
  on(event: 'activate' | 'window-all-closed', listener: () => void): unknown
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown
  on(event: 'child-process-gone', listener: (event: unknown, details: Gone & { readonly type: string }) => void): unknown
  on(
    event: 'select-client-certificate',
    listener: (event: Preventable, contents: unknown, url: string, certificates: unknown, answer: () => void) => void,
  ): unknown
}

/** Windows and ports are returned to the Electron that made them, so their types are its own. */
export interface ElectronPort<Window extends WindowPort = WindowPort, Port extends PortPort = PortPort> {
  readonly app: AppPort
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => Window
  readonly MessageChannelMain: new () => { readonly port1: Port; readonly port2: Port }
  readonly Menu: { buildFromTemplate(template: MenuItemConstructorOptions[]): unknown; setApplicationMenu(menu: unknown): void }
  readonly dialog: {
    showOpenDialog(window: Window, options: OpenDialogOptions): Promise<{ readonly filePaths: readonly string[] }>
    showMessageBox(window: Window, options: MessageBoxOptions): Promise<{ readonly response: number }>
    showErrorBox(title: string, content: string): void
  }
  readonly ipcMain: {
    on(channel: string, listener: (event: { readonly senderFrame: FramePort<Port> | null }) => void): unknown
  }
  readonly nativeTheme: { themeSource: 'system' | 'light' | 'dark'; readonly shouldUseDarkColors: boolean }
  readonly net: { fetch(url: string): Promise<Response> }
  readonly protocol: {
    registerSchemesAsPrivileged(
      schemes: {
        scheme: string
        privileges: { standard: boolean; secure: boolean; supportFetchAPI: boolean; codeCache: boolean }
      }[],
    ): void
    handle(scheme: string, handler: (request: Request) => Promise<Response>): void
  }
  readonly screen: {
    getPrimaryDisplay(): { readonly workArea: Rectangle }
    getDisplayMatching(rectangle: Rectangle): { readonly workArea: Rectangle }
  }
  readonly session: { readonly defaultSession: SessionPort; fromPartition(name: string, options: { cache: boolean }): SessionPort }
  readonly shell: { openExternal(url: string): Promise<void>; showItemInFolder(path: string): void }
}
