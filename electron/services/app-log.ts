import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What the application writes down for whoever looks for the cause of a trouble. */
export interface AppLog {
  readonly file: string
  /** Adds a line with the time. Never throws: a full disk is no reason to stop. */
  write(line: string): void
}

/** Bytes; the file before it is kept under `.old`. */
const LARGEST = 1024 * 1024

/** Makes the log of a file; its folder is made when the first line comes. */
export function createAppLog(file: string, now: () => string = () => new Date().toISOString()): AppLog {
  return {
    file,
    write(line) {
      try {
        mkdirSync(dirname(file), { recursive: true })
        if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(file, `${file}.old`)
        appendFileSync(file, `${now()} ${line.replace(/\s*\n\s*/g, ' | ')}\n`)
      } catch {
        // Nobody to tell.
      }
    },
  }
}
