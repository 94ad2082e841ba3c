import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Limits of a folder. */
export interface FolderLimits {
  readonly bytes: number
  /** Default: any number. */
  readonly files?: number
}

/** Removes the least recently changed files of a folder until the others are within the limits. Ignores files that disappear meanwhile. */
export async function removeOldest(folder: string, { bytes: most, files: many = Infinity }: FolderLimits): Promise<void> {
  const files: { path: string; size: number; changed: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const entry = await stat(path).catch(() => null)
    if (entry?.isFile()) files.push({ path, size: entry.size, changed: entry.mtimeMs })
  }
  files.sort((a, b) => b.changed - a.changed)
  let bytes = 0
  for (const [i, { path, size }] of files.entries()) {
    bytes += size
    if (i >= many || bytes > most) await rm(path, { force: true })
  }
}
