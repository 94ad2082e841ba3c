/**
 * Writes files atomically. The package `write-file-atomic` is not used, because it has no check before the rename, cannot refuse to replace
 * a file, and does not name the process in temporary names.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, constants, copyFile, link, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { isAlive } from './machine'
import { failAbout, fileFailure, hasCode, makeFolder, pathInside, sha256 } from './files'

export async function openGrowing(path: string) {
  const temporary = `${path}.part`
  await makeFolder(dirname(path))
  const stream = createWriteStream(temporary, { flush: true })
  let broken: Error | null = null
  stream.on('error', (thrown) => {
    broken = fileFailure(thrown, temporary) as Error
  })
  const check = (): void => {
    if (broken !== null) throw broken
  }
  const end = async (): Promise<void> => {
    stream.end()
    if (broken === null && !stream.closed) await Promise.race([once(stream, 'close'), once(stream, 'error').catch(() => undefined)])
  }
  return {
    /** @throws FailureError if this or an earlier write failed, for example on a full disk. */
    async append(data: string | Uint8Array): Promise<void> {
      check()
      // A callback per write is used, because a listener per write would not be removed.
      await new Promise<void>((resolve) => {
        if (stream.write(data, () => resolve())) resolve()
      })
      check()
    },
    finish: async (): Promise<void> => {
      await end()
      check()
      await rename(temporary, path).catch(failAbout(path))
    },
    discard: async (): Promise<void> => {
      await end()
      await rm(temporary, { force: true })
    },
  }
}

export interface WriteOptions {
  readonly mode?: number
  readonly flush?: boolean
  /** Whether to fail with `file.exists` if the file exists. */
  readonly isNew?: boolean
  /** Called immediately before the rename. If it throws, nothing changes. */
  readonly check?: () => Promise<void>
}

export async function writeWhole(path: string, data: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  const marker = beginWriting()
  let temporary = null
  try {
    // If `path` is a link, the target of the link is replaced.
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

/** Links a file under a new name. Copies the file if the disk has no hard links. @throws EEXIST if the new name exists */
export async function placeNew(from: string, to: string): Promise<void> {
  await link(from, to).catch((thrown: unknown) => {
    if (hasCode(thrown, 'EEXIST')) throw thrown
    return copyFile(from, to, constants.COPYFILE_EXCL)
  })
}

export const LEFTOVER = /\.\d{1,10}-[0-9a-f]{6}-[0-9a-f]{8}\.tmp$/

const MARKER = /(\d{1,10})-([0-9a-f]{6})-[0-9a-f]{8}\.tmp$/
const MACHINE = sha256(hostname()).slice(0, 6)
const writing = new Set<string>()

/** Returns a unique suffix for temporary files. Call `endWriting` at the end. */
export function beginWriting(): string {
  const marker = `${process.pid}-${MACHINE}-${randomBytes(4).toString('hex')}.tmp`
  writing.add(marker)
  return marker
}

export function endWriting(path: string): void {
  writing.delete(MARKER.exec(path)?.[0] ?? '')
}

export function isOrphaned(name: string): boolean {
  const [marker = '', pid, machine] = MARKER.exec(name) ?? []
  if (machine !== MACHINE) return false
  return Number(pid) === process.pid ? !writing.has(marker) : !isAlive(Number(pid))
}

export async function sweep(root: string, ...parts: string[]): Promise<boolean> {
  if (!isOrphaned(parts.at(-1) ?? '')) return false
  return rm(await pathInside(root, ...parts), { recursive: true, force: true }).then(
    () => true,
    () => false,
  )
}
