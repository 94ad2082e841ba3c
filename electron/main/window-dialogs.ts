import { dirname, extname, join } from 'node:path'
import type { App, BrowserWindow, Session } from 'electron'
import type { WindowMemoryStore } from '../services/window-place'
import type { AppLog, ElectronPort } from './app-events'

const PAGES = { name: 'Web pages', extensions: ['html', 'htm', 'xhtml', 'mhtml', 'mht', 'warc', 'wacz', 'gz'] }
const EXTRACTORS = { name: 'Extractors', extensions: ['ts', 'mts', 'js', 'mjs', 'json'] }

export function fileDialogs(
  { app, dialog }: Pick<ElectronPort, 'app' | 'dialog'>,
  windowNow: () => BrowserWindow | null,
  memory: WindowMemoryStore,
) {
  async function choose(properties: ('openFile' | 'openDirectory' | 'createDirectory')[], title: string, kind?: typeof PAGES) {
    const window = windowNow()
    if (window === null) return null
    const { folder } = memory.read()
    const { filePaths } = await dialog.showOpenDialog(window, {
      title,
      properties,
      defaultPath: folder ?? undefined,
      ...(kind ? { filters: [kind, { name: 'All files', extensions: ['*'] }] } : {}),
    })
    const chosen = filePaths[0] ?? null
    if (chosen === null) return null
    memory.change({ folder: dirname(chosen) })
    if (kind === PAGES) app.addRecentDocument(chosen)
    return chosen
  }
  return {
    'dialog.openFile': () => choose(['openFile'], 'Open a page', PAGES),
    'dialog.openExtractor': () => choose(['openFile'], 'Add an extractor', EXTRACTORS),
    'dialog.openFolder': ({ title }: { readonly title: string }) => choose(['openDirectory', 'createDirectory'], title),
  }
}

export function describeSaves(session: Session, app: Pick<App, 'getPath'>, memory: WindowMemoryStore): void {
  session.on('will-download', (_event, item) => {
    const name = item.getFilename()
    const extension = extname(name).slice(1)
    item.setSaveDialogOptions({
      title: 'Save',
      defaultPath: join(memory.read().folder ?? app.getPath('downloads'), name),
      filters: [
        { name: `${extension.toUpperCase()} file`, extensions: [extension] },
        { name: 'All files', extensions: ['*'] },
      ],
    })
    item.once('done', (_done, state) => {
      if (state === 'completed') memory.change({ folder: dirname(item.getSavePath()) })
    })
  })
}

/** Shows a dialog if the window crashes or hangs. @param hold delays events; returns a function that ends the delay */
export function watchWindow(
  { app, dialog }: Pick<ElectronPort, 'app' | 'dialog'>,
  window: BrowserWindow,
  { log, hold }: { readonly log: AppLog; readonly hold: () => () => void },
): void {
  const showQuestion = async (message: string, stay: string | null): Promise<void> => {
    log.write(message)
    const resume = hold()
    const buttons = ['Reload the window', ...(stay === null ? ['Quit'] : [stay])]
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message,
      detail: `Saved data is kept. A reload also keeps the open pages. The log is in ${log.file}.`,
      buttons,
      defaultId: 0,
      cancelId: stay === null ? 0 : 1,
    })
    if (window.isDestroyed()) return
    if (response === 0) return window.webContents.reload()
    if (stay === null) return app.quit()
    resume()
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') void showQuestion(`The window stopped (${reason}).`, null)
  })
  let isDialogOpen = false
  window.on('unresponsive', () => {
    if (isDialogOpen) return
    isDialogOpen = true
    void showQuestion('The window does not respond.', 'Wait').finally(() => (isDialogOpen = false))
  })
}
