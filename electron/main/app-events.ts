import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as electron from 'electron'
import type { Source } from '../../shared/contract/capture'

export type ElectronPort = Pick<
  typeof electron,
  | ('app' | 'BrowserWindow' | 'dialog' | 'ipcMain' | 'Menu' | 'MessageChannelMain')
  | ('nativeTheme' | 'net' | 'protocol' | 'screen' | 'session' | 'shell')
>

export interface AppEventsOptions {
  readonly platform: NodeJS.Platform
  readonly log: AppLog
  readonly show: (source: Source | null) => void
  readonly sourceOf: (argv: readonly string[], folder: string) => Source | null
  readonly reopen: () => void
}

/** Call `followApp` before Electron is ready, because macOS may open a file, and a second instance may start, before the ready event. */
export function followApp({ app }: Pick<ElectronPort, 'app'>, { platform, log, show, sourceOf, reopen }: AppEventsOptions): void {
  app.on('open-file', (event, path) => {
    event.preventDefault()
    show({ kind: 'file', path })
  })
  app.on('second-instance', (_event, argv, folder) => show(sourceOf(argv, folder)))
  app.on('activate', reopen)
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })
  // By default, Electron gives the first suitable certificate to any page that requests a certificate.
  app.on('select-client-certificate', (event, _contents, url, _certificates, answer) => {
    event.preventDefault()
    log.write(`No client certificate was sent to ${url}`)
    answer()
  })
  app.on('child-process-gone', (_event, { type, reason }) => log.write(`A process of the kind ${type} ended: ${reason}`))
}

/** @param endNow returns a function whose promise must settle before Electron ends; null if Electron can end immediately */
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

const LARGEST = 1024 * 1024

export type AppLog = ReturnType<typeof createAppLog>

export function createAppLog(file: string, now: () => string = () => new Date().toISOString()) {
  return {
    file,
    /** Never throws, because a full disk must not stop the program. */
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
