import { join } from 'node:path'
import type { BrowserWindow, Session, WebContents } from 'electron'
import { HELP_WINDOW, isAllowedInView, mayShowHelp, decideNewWindow } from '../services/view/view-policy'
import { LEAST, placeWindow, type WindowMemoryStore } from '../services/window-place'
import type { ElectronPort } from './app-events'

const COLOURS = { light: '#ffffff', dark: '#16181c' } as const

export const iconIn = (root: string): string => join(root, 'electron', 'resources', 'icons', '256x256.png')

export const background = ({ nativeTheme }: Pick<ElectronPort, 'nativeTheme'>): string =>
  nativeTheme.shouldUseDarkColors ? COLOURS.dark : COLOURS.light

export function createWindow(
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
    webPreferences: {
      preload: join(root, 'out', 'preload', 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
      webviewTag: false,
    },
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

const WEB = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] }

/** Blocks all web requests of the window and its page views. Captures already contain the resources of a page. */
export function guardViews(session: Session): void {
  session.webRequest.onBeforeRequest(WEB, (_request, answer) => answer({ cancel: true }))
}
