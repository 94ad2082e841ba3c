import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes; the file before it is kept under `.old`. */
const LARGEST = 1024 * 1024

export type AppLog = ReturnType<typeof createAppLog>

/** What the application writes down for whoever looks for the cause of a trouble; its folder is made when the first line comes. */
export function createAppLog(file: string, now: () => string = () => new Date().toISOString()) {
  return {
    file,
    /** Adds a line with the time. Never throws: a full disk is no reason to stop. */
    write(line: string): void {
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
