// Stands for Electron where the packed application is started with plain Node: no window is shown, captures run in the Chromium
// that CHROMIUM names, over the PLAYWRIGHT module. It proves that the package is whole, not that Electron does what it says.
import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { join } from 'node:path'

const { DATA, PACKAGE, PLAYWRIGHT, CHROMIUM } = process.env
// Electron's argv has no script.
process.argv.splice(1, 1)

class App extends EventEmitter {
  isPackaged = false
  commandLine = { appendSwitch() {}, hasSwitch: () => false }
  requestSingleInstanceLock = () => true
  whenReady = () => Promise.resolve()
  quit() {}
  exit = async (code) => {
    await (await browser)?.close()
    process.exit(code)
  }
  getAppPath = () => PACKAGE
  getPath = (name) => join(DATA, name)
  getVersion = () => '0.0.0-packed'
  setAppUserModelId() {}
  setAboutPanelOptions() {}
}
export const app = new App()

let browser = null
const launch = () =>
  (browser ??= import(PLAYWRIGHT).then(({ chromium }) =>
    chromium.launch({
      executablePath: CHROMIUM,
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-site-isolation-trials'],
      ignoreDefaultArgs: ['--disable-popup-blocking'],
    }),
  ))

class Contents extends EventEmitter {
  id = 1
  cdp = null
  context = null
  debugger = Object.assign(new EventEmitter(), {
    attach: () => this.cdp.on('event', ({ method, params }) => this.debugger.emit('message', {}, method, params)),
    sendCommand: (method, params) => this.cdp.send(method, params),
  })
  // The window’s own page is not shown here; what asks for it is answered as the real one would.
  executeJavaScript = async (code) => (code.includes('geolocation') ? 'denied' : code.includes('clipboard') ? 'granted' : true)
  setAudioMuted() {}
  setFrameRate() {}
  setWebRTCIPHandlingPolicy() {}
  setWindowOpenHandler() {}
  isDestroyed = () => false
  async loadURL(url) {
    if (url !== 'about:blank') return setImmediate(listen)
    this.context = await (await launch()).newContext({ acceptDownloads: false, serviceWorkers: 'block', viewport: null })
    const page = await this.context.newPage()
    this.context.on('page', (popup) => popup !== page && popup.close().catch(() => undefined))
    this.cdp = await this.context.newCDPSession(page)
  }
}
export class BrowserWindow extends EventEmitter {
  webContents = new Contents()
  loadURL = (url) => this.webContents.loadURL(url)
  isDestroyed = () => false
  destroy() {
    this.webContents.context?.close().catch(() => undefined)
  }
}

class Port extends EventEmitter {
  constructor(port) {
    super()
    this.port = port
    port.on('message', (data) => this.emit('message', { data }))
  }
  postMessage = (message) => this.port.postMessage(message)
  start = () => this.port.start()
  close = () => this.port.close()
}
export class MessageChannelMain {
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new Port(port1)
    this.port2 = new Port(port2)
  }
}
export const ipcMain = new EventEmitter()
/** The window asks for its channel and tells its actions. */
function listen() {
  ipcMain.emit('boilerscope:connect', {
    senderFrame: {
      url: 'boilerscope://app/index.html',
      parent: null,
      postMessage: (_channel, _message, [port]) => port.postMessage({ type: 'call', id: 1, method: 'menu.set', input: { actions: [] } }),
    },
  })
}

const area = { workArea: { x: 0, y: 0, width: 1440, height: 900 } }
const session = () =>
  Object.assign(new EventEmitter(), {
    webRequest: { onBeforeRequest() {}, onBeforeSendHeaders() {}, onHeadersReceived() {} },
    ...Object.fromEntries(
      ['PermissionRequest', 'PermissionCheck', 'DevicePermission', 'DisplayMediaRequest', 'BluetoothPairing'].map((name) => [
        `set${name}Handler`,
        () => undefined,
      ]),
    ),
    ...Object.fromEntries(
      ['closeAllConnections', 'clearData', 'clearAuthCache', 'clearHostResolverCache'].map((name) => [name, async () => undefined]),
    ),
  })
const own = session()
const sessions = { defaultSession: own, fromPartition: () => session() }
export { sessions as session }
export const dialog = { showErrorBox: (_title, text) => console.error(text) }
export const Menu = { buildFromTemplate: () => null, setApplicationMenu() {} }
export const nativeTheme = { themeSource: 'system', shouldUseDarkColors: false }
export const net = { fetch }
export const protocol = { registerSchemesAsPrivileged() {}, handle() {} }
export const screen = { getPrimaryDisplay: () => area, getDisplayMatching: () => area }
export const shell = {}
