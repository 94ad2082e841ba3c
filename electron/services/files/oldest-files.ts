import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** How much a folder may hold. */
export interface FolderLimits {
  readonly bytes: number
  /** Default any number. */
  readonly files?: number
}

/**
 * Removes the files of a folder that were not changed for longest, until the others are within limits. What is gone meanwhile counts as
 * nothing.
 */
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
