/** The Electron host: life cycle and windows; everything else is in electron/services. */
import { app, BrowserWindow, dialog, Menu, session, shell, type WebContents } from 'electron'
import { join } from 'node:path'
import { createPageLoader } from '../services/capture/page-loader'
import { createApplication } from '../services/application'
import { sourceOfArgument } from '../services/initial-source'
import { NOTES_URL, NOTES_WINDOW, windowWish } from '../services/window-policy'
import { declareScheme, SCHEME, serveScheme } from './app-protocol'
import { serveContract } from './contract-ipc'
import { openHiddenWindow } from './hidden-window'
import { applicationMenu } from './menu'

declareScheme()
const root = app.getAppPath()

/** The page named on a command line, without Electron's own arguments. */
function pageArgument(argv: readonly string[]): string | undefined {
  return argv.slice(app.isPackaged ? 1 : 2).find((argument) => !argument.startsWith('-'))
}

function createWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 560,
    show: false,
    backgroundColor: '#16181c',
    webPreferences: {
      preload: join(root, 'out', 'preload', 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  // The window shows Boilerscope and nothing else; links to the papers open in the person's own browser.
  window.webContents.on('will-navigate', (event, url) => {
    if (!url.startsWith(`${SCHEME}://app/`)) event.preventDefault()
  })
  window.webContents.on('will-frame-navigate', (event) => {
    if (!event.url.startsWith(`${SCHEME}://app/`)) event.preventDefault()
  })
  window.webContents.setWindowOpenHandler(({ url, frameName }) => {
    const wish = windowWish(url, frameName)
    if (wish === 'browser') void shell.openExternal(url)
    return wish === 'notes' ? { action: 'allow', overrideBrowserWindowOptions: NOTES_WINDOW } : { action: 'deny' }
  })
  window.webContents.on('did-create-window', ({ webContents }) => keepInPlace(webContents))
  void window.loadURL(`${SCHEME}://app/index.html`)
  return window
}

/** The notes stay what they are: they neither go anywhere else nor open anything. */
function keepInPlace(notes: WebContents): void {
  notes.on('will-frame-navigate', (event) => {
    if (event.url !== NOTES_URL) event.preventDefault()
  })
  notes.setWindowOpenHandler(() => ({ action: 'deny' }))
}

async function chooseFile(): Promise<string | null> {
  const answer = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [
      { name: 'Web pages', extensions: ['html', 'htm', 'xhtml', 'gz'] },
      { name: 'All files', extensions: ['*'] },
    ],
  })
  return answer.filePaths[0] ?? null
}

async function start(): Promise<void> {
  await app.whenReady()
  // Our own window asks for nothing; pages are captured in sessions of their own.
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)

  const perform = (id: string): void => announce({ type: 'event', event: { type: 'action', id } })
  const application = createApplication({
    root,
    data: app.getPath('userData'),
    host: {
      kind: 'electron',
      version: app.getVersion(),
      initial: sourceOfArgument(pageArgument(process.argv), process.cwd()),
      fileDialog: true,
    },
    loader: createPageLoader(openHiddenWindow),
    chooseFile,
    setMenu: (actions) => Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(actions, perform))),
  })
  serveContract(application.handlers)
  serveScheme(join(root, 'out', 'renderer'), (page, remote) => application.view(page, remote))
  let window: BrowserWindow | null = createWindow()
  const announce = (message: unknown): void => {
    window ??= createWindow()
    window.webContents.send('boilerscope:message', message)
  }
  // Until the window has told its actions.
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu([], perform)))
  window.on('closed', () => {
    window = null
  })

  app.on('second-instance', (_event, argv, folder) => {
    const argument = pageArgument(argv)
    if (argument !== undefined) announce({ type: 'event', event: { type: 'open', source: sourceOfArgument(argument, folder) } })
    window?.focus()
  })
  // macOS: a file from the Finder, and the dock icon.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    announce({ type: 'event', event: { type: 'open', source: { kind: 'file', path } } })
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) window = createWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', () => void application.close())
}

if (app.requestSingleInstanceLock()) void start()
else app.quit()
