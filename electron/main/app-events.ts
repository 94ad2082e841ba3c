import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as electron from 'electron'
import type { Source } from '../../shared/contract/capture'

/** The modules of Electron that the application uses. `start-host.ts` passes the real modules, the tests pass event emitters. */
export type ElectronPort = Pick<
  typeof electron,
  | ('app' | 'BrowserWindow' | 'dialog' | 'ipcMain' | 'Menu' | 'MessageChannelMain')
  | ('nativeTheme' | 'net' | 'protocol' | 'screen' | 'session' | 'shell')
>

export interface AppEventsOptions {
  readonly platform: NodeJS.Platform
  readonly log: AppLog
  readonly show: (source: Source | null) => void
  /** Returns the page that a command line names; null without a page. @param folder base of relative paths */
  readonly sourceOf: (argv: readonly string[], folder: string) => Source | null
  readonly reopen: () => void
}

/** Registers the handlers at the start, because macOS may open a file, and a second instance may start, before Electron is ready. */
export function followApp({ app }: Pick<ElectronPort, 'app'>, { platform, log, show, sourceOf, reopen }: AppEventsOptions): void {
  app.on('open-file', (event, path) => {
    event.preventDefault()
    show({ kind: 'file', path })
  })
  app.on('second-instance', (_event, argv, folder) => show(sourceOf(argv, folder)))
  // macOS sends this event after a click on the dock icon.
  app.on('activate', reopen)
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  // By default Electron would give the first suitable certificate to any page that requests one.
  app.on('select-client-certificate', (event, _contents, url, _certificates, answer) => {
    event.preventDefault()
    log.write(`No client certificate was sent to ${url}`)
    answer()
  })
  app.on('child-process-gone', (_event, { type, reason }) => log.write(`A process of the kind ${type} ended: ${reason}`))
}

/**
 * Calls the function that `endNow` returns, and delays the end of Electron until the function's promise settles. @param endNow returns null
 * if nothing has to end first
 */
export function quitAfterWrites({ app }: Pick<ElectronPort, 'app'>, log: AppLog, endNow: () => (() => Promise<void>) | null): void {
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

/** A log with more bytes is renamed to `.old` before the next line. */
const LARGEST = 1024 * 1024

export type AppLog = ReturnType<typeof createAppLog>

export function createAppLog(file: string, now: () => string = () => new Date().toISOString()) {
  return {
    file,
    /** Adds a line with the time. Never throws, so that a full disk does not stop the program. */
    write(line: string): void {
      try {
        mkdirSync(dirname(file), { recursive: true })
        if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(file, `${file}.old`)
        appendFileSync(file, `${now()} ${line.replace(/\s*\n\s*/g, ' | ')}\n`)
      } catch {
        // Ignores a failed write.
      }
    },
  }
}
