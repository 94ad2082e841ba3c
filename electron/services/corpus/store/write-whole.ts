/** Writing the files of a corpus: never half a file. What a process that was killed left half written is known by its name. */
import { randomBytes } from 'node:crypto'
import { chmod, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../machine'
import { fileFailure, pathInside, sha256 } from './corpus-files'

/** Writes a file whole or not at all: a temporary file beside it, flushed, then renamed. */
export async function writeWhole(path: string, data: string | Buffer): Promise<void> {
  const marker = beginWriting()
  let temporary = null
  try {
    // What a link leads to is written, and keeps its permissions.
    const target = await realpath(path).catch(() => path)
    const mode = await stat(target).then(
      (there) => there.mode,
      () => undefined,
    )
    temporary = `${target}.${marker}`
    await writeFile(temporary, data, { flush: true, mode })
    if (mode !== undefined) await chmod(temporary, mode)
    await rename(temporary, target)
  } catch (thrown) {
    if (temporary !== null) await rm(temporary, { force: true }).catch(() => undefined)
    throw fileFailure(thrown, path)
  } finally {
    endWriting(marker)
  }
}

/** Temporary files of interrupted writes; those of earlier versions end with a number alone. */
export const LEFTOVER = /\.(?:\d{6,10}|\d{1,10}-[0-9a-f]{6}-[0-9a-f]{8}\.tmp)$/

const MARKER = /(\d{1,10})-([0-9a-f]{6})-[0-9a-f]{8}\.tmp$/
const MACHINE = sha256(hostname()).slice(0, 6)
/** What this process is writing. */
const writing = new Set<string>()

/** A part of the name of what is being written: the process, its machine, and something of its own. `endWriting` when it is done. */
export function beginWriting(): string {
  const marker = `${process.pid}-${MACHINE}-${randomBytes(4).toString('hex')}.tmp`
  writing.add(marker)
  return marker
}

/** @param path whose name ends with what `beginWriting` gave */
export function endWriting(path: string): void {
  writing.delete(MARKER.exec(path)?.[0] ?? '')
}

/** Whether something is left of a process of this machine that is gone: nobody else will finish or remove it. */
export function isOrphaned(name: string): boolean {
  const [marker = '', pid, machine] = MARKER.exec(name) ?? []
  if (machine !== MACHINE) return false
  return Number(pid) === process.pid ? !writing.has(marker) : !isAlive(Number(pid))
}

/** Removes what a process that is gone left half written, a file or a folder. @returns whether it is gone now. */
export async function sweep(root: string, ...parts: string[]): Promise<boolean> {
  if (!isOrphaned(parts.at(-1) ?? '')) return false
  return rm(await pathInside(root, ...parts), { recursive: true, force: true }).then(
    () => true,
    () => false,
  )
}

/** How much a folder may hold. */
export interface FolderLimits {
  readonly bytes: number
  /** Default any number. */
  readonly files?: number
}

/** Removes the files of a folder that were not changed for longest, until the others are within limits. What is gone meanwhile counts as nothing. */
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
