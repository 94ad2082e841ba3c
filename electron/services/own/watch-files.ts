import { watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

export interface FileWatch {
  /** Watches these files and no others. */
  follow(files: readonly string[]): void
  close(): void
}

/** Milliseconds in which the several events of one save come. */
const SETTLE = 15

/**
 * Tells when one of some files is saved. Folders are watched, not files: editors write a new file and rename it, and a watched file
 * would be the old one for good. Where the system cannot watch a folder, nothing is told.
 */
export function watchFiles(onChange: () => void): FileWatch {
  const folders = new Map<string, FSWatcher>()
  let names = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined

  function open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && names.get(folder)?.has(name) !== true) return
        clearTimeout(timer)
        timer = setTimeout(onChange, SETTLE)
      })
      // The folder itself is gone.
      watcher.on('error', () => {
        watcher.close()
        folders.delete(folder)
      })
      folders.set(folder, watcher)
    } catch {
      // There is no such folder, or too many are watched on this machine: "Load again" in the list of extractors is left.
    }
  }

  return {
    follow(files) {
      names = new Map()
      for (const file of files) {
        const folder = dirname(file)
        const known = names.get(folder) ?? new Set()
        names.set(folder, known.add(basename(file)))
      }
      for (const [folder, watcher] of folders) {
        if (names.has(folder)) continue
        watcher.close()
        folders.delete(folder)
      }
      for (const folder of names.keys()) if (!folders.has(folder)) open(folder)
    },
    close() {
      clearTimeout(timer)
      for (const watcher of folders.values()) watcher.close()
      folders.clear()
    },
  }
}
