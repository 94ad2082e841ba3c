/** Locks between processes. A lock is a file beside the locked file, and names its owner. */
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import { jsonOf } from '../../../shared/base/json'
import { valueAt } from '../../../shared/base/once'
import { failAbout, fileFailure, hasCode } from './files'
import { BOOT, isAlive, startOf } from './machine'
import { beginWriting, endWriting, placeNew, writeWhole, type WriteOptions } from './write-whole'

export const LOCK = '.lock'
const BREAK = '.break'

/** Returns a function that runs actions with the same name one after the other, even if an action fails. */
export function createTurns(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, LimitFunction>()
  return async (name, act) => {
    const limit = valueAt(limits, name, () => pLimit(1))
    try {
      return await limit(act)
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(name)
    }
  }
}

/** Milliseconds after which an unchanged lock of another machine is stale. A save takes only some milliseconds. */
const STALE = 10_000
/**
 * Milliseconds after which a lock without an owner is stale. On a disk without hard links, a lock has no owner while the lock is written.
 */
const UNREADABLE = 250
const PAUSE = 20

const Owner = z.object({
  host: z.string(),
  boot: z.string().nullable().default(null),
  pid: z.number(),
  start: z.string().nullable().default(null),
  token: z.string(),
})
type Owner = z.infer<typeof Owner>

const OWN_START = startOf(process.pid)
const held = new Set<string>()

interface ListedFolder {
  readonly names: readonly string[]
  readonly path: (name: string) => string | Promise<string>
}

export type Save = (data: string | Uint8Array, options?: Pick<WriteOptions, 'mode'>) => Promise<void>

/** Thrown by a save if its lock was removed as stale. Another process may have changed the file since the read. */
class LockLost extends Error {}

/**
 * Runs `act` while no other process changes the file. Runs `act` again if the lock is lost before `save` has replaced the file.
 * @param stale milliseconds after which an unchanged lock of another machine is stale
 * @throws FailureError `file.locked` if others hold the lock for longer than three times `stale`, as `fileFailure`, or as `act`.
 */
export async function withFileLock<T>(path: string, act: (save: Save) => Promise<T>, stale = STALE): Promise<T> {
  for (;;) {
    const { check, release } = await acquire(path, stale, 3 * stale)
    try {
      return await act((data, options) => writeWhole(path, data, { ...options, check }))
    } catch (thrown) {
      if (!(thrown instanceof LockLost)) throw thrown
    } finally {
      await release()
    }
  }
}

/** Acquires a lock without waiting for another owner. Returns a function that releases the lock. @throws FailureError `file.locked` */
export async function holdLock(path: string): Promise<() => Promise<void>> {
  return (await acquire(path, Infinity, 0)).release
}

/** Returns whether a file is locked by a process that may be living, possibly by this process. */
export async function isLocked(path: string): Promise<boolean> {
  const owner = ownerOf((await readLock(`${path}${LOCK}`)) ?? '')
  return owner !== null && !isGone(owner)
}

const ownerOf = (content: string): Owner | null => jsonOf(content, Owner)

function isGone({ host, boot, pid, start, token }: Owner): boolean {
  if (host !== hostname()) return false
  if (boot !== null && BOOT !== null && boot !== BOOT) return true
  if (pid === process.pid && (start === null || start === OWN_START)) return !held.has(token)
  return !isAlive(pid, start)
}

/** @param patience milliseconds to wait for a living owner */
async function acquire(path: string, stale: number, patience: number) {
  const lock = `${path}${LOCK}`
  const { mine, release } = await asOwner(lock, (beside) => waitFor(lock, beside, stale, patience))
  const isMine = async (): Promise<boolean> => (await readLock(lock)) === mine
  return {
    check: async (): Promise<void> => {
      if (!(await isMine())) throw new LockLost(lock)
    },
    /** Another process may have removed the lock as stale. */
    release: async (): Promise<void> => {
      if (await isMine().catch(() => false)) await rm(lock, { force: true }).catch(() => undefined)
      release()
    },
  }
}

/** Writes a file that names a new owner, and calls `act` with the file's path. The owner counts as living until `release`. */
async function asOwner(
  lock: string,
  act: (beside: string) => Promise<void>,
): Promise<{ readonly mine: string; readonly release: () => void }> {
  const owner: Owner = { host: hostname(), boot: BOOT, pid: process.pid, start: OWN_START, token: randomBytes(8).toString('hex') }
  const mine = JSON.stringify(owner)
  const beside = `${lock}.${beginWriting()}`
  const release = (): void => void held.delete(owner.token)
  held.add(owner.token)
  try {
    await writeFile(beside, mine, { flag: 'wx' }).catch(failAbout(lock))
    await act(beside)
    return { mine, release }
  } catch (thrown) {
    release()
    throw thrown
  } finally {
    await rm(beside, { force: true }).catch(() => undefined)
    endWriting(beside)
  }
}

/** Matches the start of a lock's content. The content is empty if the writing process was killed. */
const CONTENT = /^(?:$|\{"host":)/

export async function sweepLocks({ names, path }: ListedFolder): Promise<void> {
  const sweepLock = async (lock: string): Promise<void> => {
    // Other programs also have files with this suffix, such as `uv.lock`.
    if (!CONTENT.test((await readLock(lock)) ?? '')) return
    const there = await readStale(lock)
    if (there !== null) (await asOwner(lock, (beside) => removeStale(lock, there, beside))).release()
  }
  // In reverse order, the mark of a removal precedes its lock.
  for (const name of [...names].sort().reverse()) {
    const remove = name.endsWith(LOCK) ? sweepLock : name.endsWith(`${LOCK}${BREAK}`) ? removeBreak : null
    try {
      await remove?.(await path(name))
    } catch {
      // If the folder is not writable, the locks stay.
    }
  }
}

async function waitFor(lock: string, beside: string, stale: number, patience: number): Promise<void> {
  const start = performance.now()
  let seen: string | null = null
  let since = start
  while (!(await place(beside, lock))) {
    const there = await readLock(lock)
    const now = performance.now()
    if (there !== seen) {
      seen = there
      since = now
    }
    const owner = ownerOf(there ?? '')
    const unchanged = now - since
    if (there !== null && (owner ? isGone(owner) || (owner.host !== hostname() && unchanged > stale) : unchanged > UNREADABLE))
      await removeStale(lock, there, beside)
    else if (now - start > (owner ? patience : Math.max(patience, 2 * UNREADABLE)))
      throw failed(
        'file.locked',
        `Another program is writing ${lock.slice(0, -LOCK.length)}.`,
        `Wait for the other program, then try again. If no other program is running, delete ${lock}.`,
      )
    else await pause()
  }
}

/** Waits a random time, so that two waiting processes do not retry at the same time. */
const pause = (): Promise<void> => sleep(PAUSE * (0.25 + 0.75 * Math.random()))

async function place(beside: string, lock: string): Promise<boolean> {
  try {
    await placeNew(beside, lock)
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false
    throw fileFailure(thrown, lock)
  }
}

/** Returns null if there is no lock. @throws FailureError if the lock cannot be read. */
async function readLock(lock: string): Promise<string | null> {
  try {
    return await readFile(lock, 'utf8')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return null
    // Windows reports these codes for a file that is being removed.
    if (process.platform === 'win32' && hasCode(thrown, 'EBUSY', 'EPERM')) return ''
    throw fileFailure(thrown, lock)
  }
}

/**
 * Removes the lock if its content is still `stale`. Only one process at a time may remove a lock, because a second process could remove a
 * new lock.
 */
async function removeStale(lock: string, stale: string, beside: string): Promise<void> {
  const breaking = `${lock}${BREAK}`
  if (await place(beside, breaking)) {
    try {
      if ((await readLock(lock)) === stale) await rm(lock, { force: true })
    } finally {
      await rm(breaking, { force: true })
    }
  } else if (!(await removeBreak(breaking))) await pause()
}

async function removeBreak(breaking: string): Promise<boolean> {
  const isLeft = (await readStale(breaking)) !== null
  if (isLeft) await rm(breaking, { force: true })
  return isLeft
}

/** Returns the content of a lock if its owner has ended, or if the lock still has no owner after a wait; otherwise null. */
async function readStale(lock: string): Promise<string | null> {
  const there = await readLock(lock)
  if (there === null) return null
  const owner = ownerOf(there)
  if (owner) return isGone(owner) ? there : null
  // On a disk without hard links, another process may be writing the lock at this moment.
  await sleep(UNREADABLE)
  return (await readLock(lock)) === there ? there : null
}
