import { existsSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Milliseconds in which the several events of one save come. */
const SETTLE = 15
/** Milliseconds between two looks for a folder that is gone. */
const LOOK = 500

/**
 * Calls `onChange` when one of the followed files is saved. Folders are watched, not files: editors write a new file and rename it, and
 * a watched file would stay the old one. A folder that cannot be watched is skipped. chokidar does not notice a folder that was removed
 * and made again, as a checkout of another state does.
 * @param options `persistent`: whether watching keeps the process alive
 */
export function watchFiles(onChange: () => void, { persistent = false } = {}) {
  const folders = new Map<string, FSWatcher>()
  let names = new Map<string, Set<string>>()
  /** Those that wait for a folder. */
  const missing = new Map<string, NodeJS.Timeout>()
  let timer: NodeJS.Timeout | undefined

  function open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent }, (event, name) => {
        // On Linux a folder that is removed says its own name, and is watched no more.
        if (event === 'rename' && !existsSync(folder)) gone(folder)
        else if (name !== null && names.get(folder)?.has(name) !== true) return
        clearTimeout(timer)
        timer = setTimeout(onChange, SETTLE)
      })
      watcher.on('error', () => gone(folder))
      folders.set(folder, watcher)
    } catch {
      // Where too many are watched on this machine, "Load again" in the list of extractors is left.
      if (!existsSync(folder)) gone(folder)
    }
  }

  /** Stops watching a folder that is gone, until it is there again: a checkout of another state removes folders and makes them anew. */
  function gone(folder: string): void {
    folders.get(folder)?.close()
    folders.delete(folder)
    clearInterval(missing.get(folder))
    const look = setInterval(() => {
      if (names.has(folder) && !existsSync(folder)) return
      clearInterval(look)
      missing.delete(folder)
      if (!names.has(folder)) return
      open(folder)
      onChange()
    }, LOOK)
    missing.set(folder, look.unref())
  }

  return {
    /** Watches these files and no others. */
    follow(files: readonly string[]): void {
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
      for (const folder of names.keys()) if (!folders.has(folder) && !missing.has(folder)) open(folder)
    },
    close(): void {
      clearTimeout(timer)
      for (const watcher of folders.values()) watcher.close()
      for (const look of missing.values()) clearInterval(look)
      names.clear()
      folders.clear()
    },
  }
}

export type FileWatch = ReturnType<typeof watchFiles>
