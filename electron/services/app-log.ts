import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes; the previous file is kept as `.old`. */
const LARGEST = 1024 * 1024

export type AppLog = ReturnType<typeof createAppLog>

/** The application's log for troubleshooting; the first line makes its folder. */
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
        // A failure to log is ignored.
      }
    },
  }
}
