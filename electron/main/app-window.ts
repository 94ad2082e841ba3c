/** The application's window, at most one. Events for the window wait until the window listens. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow, MenuItemConstructorOptions, WebContents } from 'electron'
import { z } from 'zod'
import type { HostEvent, MenuAction } from '../../shared/contract/contract'
import type { Source } from '../../shared/contract/capture'
import { FIRST_SAMPLE } from '../services/sources/sample-list'
import { decideNewWindow, HELP_WINDOW, INDEX_URL, isAllowedInView, mayShowHelp, SAFE_PREFERENCES } from '../services/view/view-policy'
import { LEAST, placeWindow, type WindowMemoryStore } from '../services/window-place'
import type { AppLog, ElectronPort } from './app-events'
import { applicationMenu } from './menu'
import { watchWindow } from './window-dialogs'

const Manifest = z.object({ version: z.string(), boilerscope: z.object({ source: z.string() }) })

/** Returns the address of the latest release if it is newer than `version`; otherwise null. @throws Error if the server does not respond */
export async function findUpdate(source: string, version: string): Promise<string | null> {
  const { ok, url } = await fetch(`${source}/releases/latest`, { method: 'HEAD', signal: AbortSignal.timeout(10_000) })
  const latest = /\/v?(\d+(?:\.\d+)*)$/.exec(url)?.[1]
  return ok && latest !== undefined && latest.localeCompare(version, 'en', { numeric: true }) > 0 ? url : null
}

export function createUpdateCheck(
  { dialog, shell }: Pick<ElectronPort, 'dialog' | 'shell'>,
  { root, memory, log }: { readonly root: string; readonly memory: WindowMemoryStore; readonly log: AppLog },
) {
  const { version, boilerscope } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return {
    menu(): MenuItemConstructorOptions[] {
      const { checksUpdates: checked } = memory.read()
      const click = (item: { readonly checked: boolean }): void => memory.change({ checksUpdates: item.checked })
      return boilerscope.source === '' ? [] : [{ label: 'Check for updates at start', type: 'checkbox', checked, click }]
    },
    async run(window: BrowserWindow | null): Promise<void> {
      if (!memory.read().checksUpdates || boilerscope.source === '' || window === null) return
      const url = await findUpdate(boilerscope.source, version).catch((thrown: unknown) => log.write(`Update check: ${String(thrown)}`))
      if (!url) return
      const message = 'A newer version of Boilerscope is available.'
      const { response } = await dialog.showMessageBox(window, { message, detail: url, buttons: ['Show', 'Later'], cancelId: 1 })
      if (response === 0) await shell.openExternal(url)
    },
  }
}

interface AppWindowOptions {
  readonly platform: NodeJS.Platform
  readonly root: string
  readonly log: AppLog
  readonly memory: WindowMemoryStore
  readonly updates: Pick<ReturnType<typeof createUpdateCheck>, 'menu'>
  readonly send: (event: HostEvent) => void
}

const SAMPLE: Source = { kind: 'sample', id: FIRST_SAMPLE }

export function createAppWindow(
  electron: Pick<ElectronPort, 'app' | 'BrowserWindow' | 'dialog' | 'Menu' | 'nativeTheme' | 'screen' | 'shell'>,
  { platform, root, log, memory, updates, send }: AppWindowOptions,
) {
  const waiting: HostEvent[] = []
  let window: BrowserWindow | null = null
  let initial = SAMPLE
  let isStarted = false
  let isListening = false
  let onListening: () => void = () => undefined
  const listening = new Promise<void>((resolve) => (onListening = resolve))

  function announce(event: HostEvent): void {
    waiting.push(event)
    if (!isStarted) return
    if (window === null) openWindow()
    else if (isListening) flush()
  }

  function flush(): void {
    for (const event of waiting.splice(0)) send(event)
  }

  function openWindow(): void {
    const first = waiting[0]
    initial = first?.type === 'open' ? first.source : SAMPLE
    if (first?.type === 'open') waiting.shift()
    isListening = false
    const opened = createWindow(electron, root, memory)
    window = opened
    opened.on('closed', () => {
      if (window !== opened) return
      window = null
      isListening = false
    })
    watchWindow(electron, opened, { log, hold })
    opened.loadURL(INDEX_URL).catch((thrown: unknown) => log.write(`The window could not be loaded: ${String(thrown)}`))
  }

  function hold(): () => void {
    const wasListening = isListening
    isListening = false
    return () => {
      isListening ||= wasListening
      if (isListening) flush()
    }
  }

  function showLog(): void {
    log.write('The log file was shown in its folder.')
    electron.shell.showItemInFolder(log.file)
  }

  function setMenu(actions: readonly MenuAction[]): void {
    const perform = (id: string): void => announce({ type: 'action', id })
    const template = applicationMenu({ platform, actions, perform, showLog, updates: updates.menu() })
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template))
  }

  return {
    current: () => window,
    initial: () => initial,
    /** Call `begin` when the application is ready. Earlier events wait. */
    begin() {
      setMenu([])
      isStarted = true
      openWindow()
    },
    announce,
    bringToFront() {
      if (!isStarted) return
      if (window === null) return openWindow()
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    reopen: (): void => {
      if (isStarted && window === null) openWindow()
    },
    listens(actions: readonly MenuAction[]): void {
      setMenu(actions)
      isListening = true
      onListening()
      flush()
    },
    listening,
  }
}

const COLOURS = { light: '#ffffff', dark: '#16181c' } as const

export const iconIn = (root: string): string => join(root, 'electron', 'resources', 'icons', '256x256.png')

export const background = ({ nativeTheme }: Pick<ElectronPort, 'nativeTheme'>): string =>
  nativeTheme.shouldUseDarkColors ? COLOURS.dark : COLOURS.light

function createWindow(
  electron: Pick<ElectronPort, 'BrowserWindow' | 'nativeTheme' | 'screen' | 'shell'>,
  root: string,
  memory: WindowMemoryStore,
): BrowserWindow {
  const { bounds, isMaximized } = memory.read()
  const display = bounds === null ? electron.screen.getPrimaryDisplay() : electron.screen.getDisplayMatching(bounds)
  const window = new electron.BrowserWindow({
    ...placeWindow(bounds, display.workArea),
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    icon: iconIn(root),
    backgroundColor: background(electron),
    webPreferences: { ...SAFE_PREFERENCES, preload: join(root, 'out', 'preload', 'preload.cjs') },
  })
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize()
    window.show()
  })
  window.on('close', () => memory.change({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() }))
  const contents = window.webContents
  // The window shows only Boilerscope. A link to a new window opens the user's browser for `https:`, and a help window for documentation.
  contents.on('will-frame-navigate', (event) => {
    if (!isAllowedInView(event.url, event.isMainFrame)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const wish = decideNewWindow(url)
    if (wish === 'browser') electron.shell.openExternal(url).catch(() => undefined)
    return wish === 'help' ? { action: 'allow', overrideBrowserWindowOptions: HELP_WINDOW } : { action: 'deny' }
  })
  contents.on('did-create-window', (created) => restrictToHelp(created.webContents, electron.shell))
  return window
}

function restrictToHelp(help: WebContents, shell: ElectronPort['shell']): void {
  const openOutside = (url: string): void => {
    if (decideNewWindow(url) === 'browser') shell.openExternal(url).catch(() => undefined)
  }
  help.on('will-frame-navigate', (event) => {
    if (mayShowHelp(event.url, event.isMainFrame)) return
    event.preventDefault()
    openOutside(event.url)
  })
  help.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
}
