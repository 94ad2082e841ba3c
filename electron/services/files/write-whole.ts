/** Writes files: never half a file. What a process that was killed left half written is known by its name. */
import { randomBytes } from 'node:crypto'
import { chmod, constants, copyFile, link, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isAlive } from './machine'
import { fileFailure, hasCode, pathInside, sha256 } from './files'

export interface WriteOptions {
  /** Permissions; those of the file that is replaced where none are given. */
  readonly mode?: number
  /** Whether the data is on the disk before it replaces what was there. Default true. */
  readonly flush?: boolean
  /** Whether a file that is there already is an error of the file system, EEXIST. */
  readonly isNew?: boolean
  /** Called last before the file takes its place; where it throws, nothing was changed. */
  readonly check?: () => Promise<void>
}

/** Writes a file whole or not at all: a temporary file beside it, flushed, then renamed. @throws FailureError `file.*`. */
export async function writeWhole(path: string, data: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  const marker = beginWriting()
  let temporary = null
  try {
    // What a link leads to is written, and keeps its permissions.
    const target = await realpath(path).catch(() => path)
    const there = await stat(target).catch(() => null)
    const mode = options.mode ?? there?.mode
    temporary = `${target}.${marker}`
    await writeFile(temporary, data, { flush: options.flush ?? true, mode })
    if (mode !== undefined) await chmod(temporary, mode)
    await options.check?.()
    if (!options.isNew) return await rename(temporary, target)
    await placeNew(temporary, target)
    await rm(temporary)
  } catch (thrown) {
    if (temporary !== null) await rm(temporary, { force: true }).catch(() => undefined)
    throw fileFailure(thrown, path)
  } finally {
    endWriting(marker)
  }
}

/** Gives a file a second name that is not there yet, with all it holds; a copy where the disk has no hard links. @throws EEXIST */
export async function placeNew(from: string, to: string): Promise<void> {
  await link(from, to).catch((thrown: unknown) => {
    if (hasCode(thrown, 'EEXIST')) throw thrown
    return copyFile(from, to, constants.COPYFILE_EXCL)
  })
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
