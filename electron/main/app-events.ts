/** What the operating system asks of the application, from the moment it is made. */
import type { Source } from '../../shared/contract/source'
import type { AppLog } from '../services/app-log'
import type { ElectronPort } from './electron-port'

export interface AppEventsOptions {
  readonly platform: NodeJS.Platform
  readonly log: AppLog
  /** Shows a page in the window, and the window to the person. */
  readonly show: (source: Source | null) => void
  /** The page that a command line names, started in a folder. */
  readonly sourceOf: (argv: readonly string[], folder: string) => Source | null
  /** Opens a window where there is none. */
  readonly reopen: () => void
}

/** Early events: a file of the Finder comes before Electron is ready, a second instance while the first one starts. */
export function followApp({ app }: Pick<ElectronPort, 'app'>, { platform, log, show, sourceOf, reopen }: AppEventsOptions): void {
  app.on('open-file', (event, path) => {
    event.preventDefault()
    show({ kind: 'file', path })
  })
  app.on('second-instance', (_event, argv, folder) => show(sourceOf(argv, folder)))
  // macOS: the dock icon. Hidden windows of captures do not count.
  app.on('activate', reopen)
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  // Without this Electron would hand the first certificate that fits to any page that asks for one.
  app.on('select-client-certificate', (event, _contents, url, _certificates, answer) => {
    event.preventDefault()
    log.write(`No certificate was given to ${url}`)
    answer()
  })
  app.on('child-process-gone', (_event, { type, reason }) => log.write(`A process of the kind ${type} ended: ${reason}`))
}

/** The last save of a window that closes is under way when Electron wants to end: it ends after that. @param end null: nothing is under way */
export function endWhenSettled({ app }: Pick<ElectronPort, 'app'>, log: AppLog, endNow: () => (() => Promise<void>) | null): void {
  let isSettled = false
  app.on('will-quit', (event) => {
    const end = isSettled ? null : endNow()
    if (end === null) return
    event.preventDefault()
    end()
      .catch((thrown: unknown) => log.write(`Ending: ${String(thrown)}`))
      .finally(() => {
        isSettled = true
        app.quit()
      })
  })
}
