import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, HandlerDetails, MessageBoxOptions, Rectangle, WindowOpenHandlerResponse } from 'electron'
import type { ElectronPort } from '../../electron/main/app-events'
import type { HostMessage } from '../../shared/contract/client'

type RequestDetails = { url: string; resourceType: string; webContentsId?: number; frame?: { readonly url: string } | null }
type Headers = Record<string, string | string[]>
type Listener<Details, Answer> = (details: Details, answer: (answer: Answer) => void) => void
type PermissionHandler = (
  contents: null,
  permission: string,
  answer: (granted: boolean) => void,
  details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
) => void

export class FakeEvent {
  isPrevented = false
  preventDefault = (): void => void (this.isPrevented = true)
}

class FakePort extends EventEmitter {
  other: FakePort | null = null
  readonly got: HostMessage[] = []
  isStarted = false
  private readonly early: unknown[] = []
  postMessage = (message: unknown): void => this.other?.receive(structuredClone(message))
  private receive(message: unknown): void {
    if (this.listenerCount('message') > 0 && this.isStarted) this.emit('message', { data: message })
    else this.early.push(message)
  }
  start(): void {
    this.isStarted = true
    for (const message of this.early.splice(0)) this.emit('message', { data: message })
  }
  close = (): void => void this.emit('close')
}

export class FakeSession extends EventEmitter {
  readonly cleared: string[] = []
  failsToClear = false
  permissionRequest: PermissionHandler | null = null
  permissionCheck: ((contents: null, permission: string, origin: string) => boolean) | null = null
  device: (() => boolean) | null = null
  beforeRequest: Listener<RequestDetails, { cancel?: boolean }> | null = null
  beforeSend: Listener<RequestDetails & { requestHeaders: Headers }, { cancel?: boolean }> | null = null
  headersReceived: Listener<{ resourceType: string; responseHeaders: Headers }, { responseHeaders?: Headers }> | null = null
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
  }
  setProxy = (): Promise<void> => Promise.resolve()
  readonly webRequest = {
    onBeforeRequest: (_filter: unknown, listener: typeof this.beforeRequest) => void (this.beforeRequest = listener),
    onBeforeSendHeaders: (_filter: unknown, listener: typeof this.beforeSend) => void (this.beforeSend = listener),
    onHeadersReceived: (_filter: unknown, listener: typeof this.headersReceived) => void (this.headersReceived = listener),
  }
  setPermissionRequestHandler = (handler: typeof this.permissionRequest) => void (this.permissionRequest = handler)
  setPermissionCheckHandler = (handler: typeof this.permissionCheck) => void (this.permissionCheck = handler)
  setDevicePermissionHandler = (handler: typeof this.device) => void (this.device = handler)
  setDisplayMediaRequestHandler(): void {}
  setBluetoothPairingHandler(): void {}
  private clear(what: string): Promise<void> {
    if (this.failsToClear) return Promise.reject(new Error('busy'))
    this.cleared.push(what)
    return Promise.resolve()
  }
  closeAllConnections = (): Promise<void> => this.clear('connections')
  clearData = (): Promise<void> => this.clear('data')
  clearAuthCache = (): Promise<void> => this.clear('passwords')
  clearHostResolverCache = (): Promise<void> => this.clear('names')

  asks(details: RequestDetails): Promise<boolean> {
    return new Promise((resolve) => this.beforeRequest?.(details, ({ cancel }) => resolve(cancel === true)))
  }
  leaves(details: RequestDetails): Promise<boolean> {
    return new Promise((resolve) => this.beforeSend?.({ ...details, requestHeaders: {} }, ({ cancel }) => resolve(cancel === true)))
  }
  grants(permission: string, requestingUrl: string, isMainFrame = true): boolean {
    let granted = false
    this.permissionRequest?.(null, permission, (answer) => (granted = answer), { requestingUrl, isMainFrame })
    return granted
  }
  passes(resourceType: string, responseHeaders: Record<string, string[]>): Record<string, string | string[]> {
    let left: Record<string, string | string[]> = {}
    this.headersReceived?.({ resourceType, responseHeaders }, (answer) => (left = answer.responseHeaders ?? responseHeaders))
    return left
  }
}

type OpenHandler = (details: Pick<HandlerDetails, 'url' | 'frameName'>) => WindowOpenHandlerResponse

class FakeContents extends EventEmitter {
  static count = 0
  readonly id = ++FakeContents.count
  reloads = 0
  opens: OpenHandler = () => ({ action: 'deny' })
  readonly debugger = new (class extends EventEmitter {
    attach(): void {}
    sendCommand = (): Promise<unknown> => Promise.resolve({})
  })()
  loadURL = (): Promise<void> => (FakeWindow.failsToLoad ? Promise.reject(new Error('it cannot be loaded')) : Promise.resolve())
  reload = (): void => void this.reloads++
  executeJavaScript = (): Promise<unknown> => Promise.resolve(null)
  processId = 0
  getOSProcessId = (): number => this.processId
  isDestroyed = (): boolean => false
  setAudioMuted(): void {}
  setFrameRate(): void {}
  setWebRTCIPHandlingPolicy(): void {}
  setWindowOpenHandler = (handler: OpenHandler): void => void (this.opens = handler)
}

export class FakeWindow extends EventEmitter {
  static all: FakeWindow[] = []
  static failsToLoad = false
  readonly webContents = new FakeContents()
  readonly did: string[] = []
  readonly options: BrowserWindowConstructorOptions
  minimized = false
  private destroyed = false
  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
    FakeWindow.all.push(this)
  }
  show = (): void => void this.did.push('show')
  focus = (): void => void this.did.push('focus')
  restore = (): void => void this.did.push('restore')
  maximize = (): void => void this.did.push('maximize')
  isMinimized = (): boolean => this.minimized
  isMaximized = (): boolean => false
  isDestroyed = (): boolean => this.destroyed
  getNormalBounds = (): Rectangle => ({ x: 10, y: 20, width: 900, height: 700 })
  setBackgroundColor(): void {}
  loadURL = (): Promise<void> => this.webContents.loadURL()
  close(): void {
    this.emit('close', new FakeEvent())
    this.destroy()
  }
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
}

export class FakeDocument {
  port: FakePort | null = null
  readonly got: HostMessage[] = []
  private nextId = 1
  readonly url: string
  readonly parent: unknown
  constructor(url = 'boilerscope://app/index.html', parent: unknown = null) {
    this.url = url
    this.parent = parent
  }
  postMessage(_channel: string, _message: unknown, [port]: FakePort[]): void {
    this.port = port ?? null
    port?.on('message', ({ data }: { data: HostMessage }) => this.got.push(data))
    port?.start()
  }
  send(method: string, input: object = {}, id = this.nextId++): number {
    this.port?.postMessage({ type: 'call', id, method, input })
    return id
  }
  async answer(id: number): Promise<unknown> {
    for (;;) {
      const found = this.got.find((message) => message.type === 'result' && message.id === id)
      if (found?.type === 'result') return found.result.ok ? found.result.value : found.result.failure
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  events = (): unknown[] => this.got.flatMap((message) => (message.type === 'event' ? [message.event] : []))
  leave = (): void => void this.port?.other?.emit('close')
}

type FakeFolders = Readonly<Record<'root' | 'data', string>>

class FakeApp extends EventEmitter {
  isPackaged = false
  quits = 0
  exits: number[] = []
  hasLock = true
  readonly switches = new Set<string>()
  readonly commandLine = {
    appendSwitch: (name: string): void => void this.switches.add(name),
    hasSwitch: (name: string): boolean => this.switches.has(name),
  }
  ready: () => void = () => undefined
  private readonly whenIsReady = new Promise<void>((resolve) => (this.ready = resolve))
  private readonly folders: FakeFolders
  constructor(folders: FakeFolders) {
    super()
    this.folders = folders
  }
  requestSingleInstanceLock = (): boolean => this.hasLock
  whenReady = (): Promise<void> => this.whenIsReady
  quit = (): void => void this.quits++
  exit = (code: number): void => void this.exits.push(code)
  getAppPath = (): string => this.folders.root
  getPath = (): string => this.folders.data
  getVersion = (): string => '1.2.3'
  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  addRecentDocument(): void {}
  readonly memory = new Map<number, number>()
  getAppMetrics = () => [...this.memory].map(([pid, bytes]) => ({ pid, memory: { workingSetSize: bytes / 1024 } }))
}

export function fakeElectron(folders: FakeFolders) {
  FakeWindow.all = []
  FakeWindow.failsToLoad = false
  const sessions = new Map<string, FakeSession>()
  const own = new FakeSession('own')
  const boxes: MessageBoxOptions[] = []
  const errors: string[] = []
  const answers = { button: 0 }
  const documents: FakeDocument[] = []
  const ipcMain = new EventEmitter()
  const display = () => ({ workArea: { x: 0, y: 0, width: 1366, height: 728 } })
  const electron = {
    app: new FakeApp(folders),
    BrowserWindow: FakeWindow,
    MessageChannelMain: class {
      readonly port1 = new FakePort()
      readonly port2 = new FakePort()
      constructor() {
        this.port1.other = this.port2
        this.port2.other = this.port1
      }
    },
    Menu: { buildFromTemplate: (): unknown => undefined, setApplicationMenu: (): void => undefined },
    dialog: {
      showMessageBox: (_window: FakeWindow, options: MessageBoxOptions) => {
        boxes.push(options)
        return Promise.resolve({ response: answers.button })
      },
      showErrorBox: (title: string): void => void errors.push(title),
    },
    ipcMain,
    nativeTheme: { themeSource: 'system', shouldUseDarkColors: false },
    net: { fetch: () => Promise.resolve(new Response('')) },
    protocol: { registerSchemesAsPrivileged: (): void => undefined, handle: (): void => undefined },
    screen: { getPrimaryDisplay: display, getDisplayMatching: display },
    session: {
      defaultSession: own,
      fromPartition(name: string): FakeSession {
        const known = sessions.get(name) ?? new FakeSession(name)
        sessions.set(name, known)
        return known
      },
    },
  }

  return {
    electron,
    port: electron as unknown as ElectronPort,
    own,
    sessions,
    boxes,
    errors,
    answers,
    connect(document = new FakeDocument()): FakeDocument {
      documents.push(document)
      ipcMain.emit('boilerscope:connect', { senderFrame: document })
      return document
    },
    documents,
    window: (): FakeWindow => {
      const last = FakeWindow.all.at(-1)
      if (!last) throw new Error('there is no window')
      return last
    },
    windows: (): readonly FakeWindow[] => FakeWindow.all,
  }
}
