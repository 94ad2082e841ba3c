import { existsSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Milliseconds within which several events count as one save. */
const SETTLE = 15
/** Milliseconds between two checks for a missing folder. */
const LOOK = 500

/** Watches folders, because editors replace files. The package `chokidar` does not notice a folder that is removed and made again. */
export function watchFiles(onChange: () => void) {
  const folders = new Map<string, FSWatcher>()
  let names = new Map<string, Set<string>>()
  const missing = new Map<string, NodeJS.Timeout>()
  let timer: NodeJS.Timeout | undefined

  function open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        // On Linux, a removed folder reports its own name and is no longer watched.
        if (event === 'rename' && !existsSync(folder)) gone(folder)
        else if (name !== null && names.get(folder)?.has(name) !== true) return
        clearTimeout(timer)
        timer = setTimeout(onChange, SETTLE)
      })
      watcher.on('error', () => gone(folder))
      folders.set(folder, watcher)
    } catch {
      if (!existsSync(folder)) gone(folder)
    }
  }

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
