/**
 * Locks between processes: a file beside the one that is to be changed. It names its owner from its first moment on, and is never
 * taken from a process that lives.
 */
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import pLimit, { type LimitFunction } from 'p-limit'
import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import { jsonOf } from '../../../shared/base/json'
import { valueAt } from '../../../shared/base/once'
import { failAbout, fileFailure, hasCode } from './files'
import { BOOT, isAlive, startOf } from './machine'
import { beginWriting, endWriting, placeNew, writeWhole, type WriteOptions } from './write-whole'

/** What a lock's name ends with. */
export const LOCK = '.lock'

/** Makes turns within this process: what is done under a name waits for what was asked for under it before, also where that failed. */
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

/** Milliseconds after which a lock of another machine that did not change is taken for left behind: a save takes some milliseconds. */
const STALE = 10_000
/** Milliseconds after which a lock that names no owner is: a disk without hard links shows one while it is written. */
const UNREADABLE = 250
/** Milliseconds between two looks, at most. */
const PAUSE = 20

/** Who made a lock. What is null is not known: of a lock of an earlier version, or on a system that does not say. */
const Owner = z.object({
  host: z.string(),
  /** Which start of the machine. */
  boot: z.string().nullable().default(null),
  pid: z.number(),
  /** When the process started. */
  start: z.string().nullable().default(null),
  /** Tells two locks of one process apart. */
  token: z.string(),
})
type Owner = z.infer<typeof Owner>

const OWN_START = startOf(process.pid)
/** Tokens of the locks that this process holds. */
const held = new Set<string>()

/** Replaces the locked file, whole or not at all. */
export type Save = (data: string | Uint8Array, options?: Pick<WriteOptions, 'mode'>) => Promise<void>

/** Thrown by a save whose lock was taken for left behind: another process may have changed the file since it was read. */
class LockLost extends Error {}

/**
 * Does something while no other process does something to the same file. Where the lock is lost before `save` has replaced the
 * file, it begins again. A lock whose process is gone is removed.
 * @throws FailureError `file.locked` where others hold the lock for longer than three times `stale`.
 * @param stale milliseconds a lock of another machine may stand unchanged
 */
export async function withFileLock<T>(path: string, act: (save: Save) => Promise<T>, stale = STALE): Promise<T> {
  for (;;) {
    const { check, giveBack } = await acquire(path, stale, 3 * stale)
    try {
      return await act((data, options) => writeWhole(path, data, { ...options, check }))
    } catch (thrown) {
      if (!(thrown instanceof LockLost)) throw thrown
    } finally {
      await giveBack()
    }
  }
}

/**
 * Takes a lock for as long as a run takes, which may be hours; another process is told so at once and does not wait.
 * @returns gives it back.
 * @throws FailureError `file.locked`; where the lock cannot be read or made, as `fileFailure` says it.
 */
export async function holdLock(path: string): Promise<() => Promise<void>> {
  return (await acquire(path, Infinity, 0)).giveBack
}

/** Whether a process that may live holds a lock, this one too. */
export async function isLocked(path: string): Promise<boolean> {
  const owner = ownerOf((await readLock(`${path}${LOCK}`)) ?? '')
  return owner !== null && !isGone(owner)
}

const ownerOf = (content: string): Owner | null => jsonOf(content, Owner)

/** Whether an owner is certainly gone: its process has ended, or its machine was started anew. */
function isGone({ host, boot, pid, start, token }: Owner): boolean {
  if (host !== hostname()) return false
  if (boot !== null && BOOT !== null && boot !== BOOT) return true
  if (pid === process.pid && (start === null || start === OWN_START)) return !held.has(token)
  return !isAlive(pid, start)
}

/** @param patience milliseconds to wait for an owner that lives */
async function acquire(path: string, stale: number, patience: number) {
  const lock = `${path}${LOCK}`
  const owner: Owner = { host: hostname(), boot: BOOT, pid: process.pid, start: OWN_START, token: randomBytes(8).toString('hex') }
  const mine = JSON.stringify(owner)
  const beside = `${lock}.${beginWriting()}`
  held.add(owner.token)
  const isMine = async (): Promise<boolean> => (await readLock(lock)) === mine
  try {
    await writeFile(beside, mine, { flag: 'wx' }).catch(failAbout(lock))
    await waitFor(lock, beside, stale, patience)
  } catch (thrown) {
    held.delete(owner.token)
    throw thrown
  } finally {
    await rm(beside, { force: true }).catch(() => undefined)
    endWriting(beside)
  }
  return {
    check: async (): Promise<void> => {
      if (!(await isMine())) throw new LockLost(lock)
    },
    /** Another's is not removed. */
    giveBack: async (): Promise<void> => {
      if (await isMine().catch(() => false)) await rm(lock, { force: true }).catch(() => undefined)
      held.delete(owner.token)
    },
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
        `Wait for it, then try again. If there is no other program, delete ${lock}.`,
      )
    else await pause()
  }
}

/** Of no fixed length, so that two who wait do not look at the same moments. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE * (0.25 + 0.75 * Math.random())))
}

/** Puts a lock in its place with all that it says, unless there is one. */
async function place(beside: string, lock: string): Promise<boolean> {
  try {
    await placeNew(beside, lock)
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false
    throw fileFailure(thrown, lock)
  }
}

/** Null where there is none. @throws FailureError for one that is there and cannot be read: whoever waited for it to go would wait for ever. */
async function readLock(lock: string): Promise<string | null> {
  try {
    return await readFile(lock, 'utf8')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return null
    // Windows says so of a file that is being removed.
    if (process.platform === 'win32' && hasCode(thrown, 'EBUSY', 'EPERM')) return ''
    throw fileFailure(thrown, lock)
  }
}

/** Removes a lock that is still the stale one. Of several who want to, one does: else the second would remove the lock of the first. */
async function removeStale(lock: string, stale: string, beside: string): Promise<void> {
  const breaking = `${lock}.break`
  if (await place(beside, breaking)) {
    try {
      if ((await readLock(lock)) === stale) await rm(lock, { force: true })
    } finally {
      await rm(breaking, { force: true })
    }
    return
  }
  // Its owner was killed in the few microseconds of breaking a lock, perhaps on a disk without hard links.
  const other = await readLock(breaking)
  const owner = ownerOf(other ?? '')
  if (owner === null) await new Promise((resolve) => setTimeout(resolve, UNREADABLE))
  const isLeft = owner ? isGone(owner) : other !== null && (await readLock(breaking)) === other
  if (isLeft) await rm(breaking, { force: true })
  else await pause()
}
