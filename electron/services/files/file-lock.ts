/** A lock between processes: a file beside the one that is to be changed, made by whoever changes it, for some milliseconds. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import pLimit, { type LimitFunction } from 'p-limit'
import { failed } from '../../../shared/base/failure'
import { valueAt } from '../../../shared/base/once'
import { fileFailure, hasCode } from './files'
import { isAlive } from './machine'

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

/** A save takes some milliseconds. */
const STALE = 10_000
/** Milliseconds between two looks, at most. */
const PAUSE = 20

/** Who made a lock; `token` tells two locks of one process apart. */
interface Owner {
  readonly host: string
  readonly pid: number
  readonly token: string
}

/**
 * Does something while no other process does something to the same file. A lock whose process is gone is removed: at once
 * where it ran on this machine, else when it has not changed for ten seconds by our own clock.
 * @throws FailureError `file.locked` where another process holds the lock for longer than that, time and again.
 * @param stale milliseconds a lock may stand unchanged before its owner is taken for dead
 */
export async function withFileLock<T>(path: string, act: () => Promise<T>, stale = STALE): Promise<T> {
  const lock = `${path}${LOCK}`
  const mine = ownLock()
  await acquire(lock, mine, stale)
  try {
    return await act()
  } finally {
    await giveBack(lock, mine)
  }
}

function ownLock(): string {
  return JSON.stringify({ host: hostname(), pid: process.pid, token: randomBytes(8).toString('hex') } satisfies Owner)
}

/** Ours may have been taken for a dead one's: another's is not removed. */
async function giveBack(lock: string, mine: string): Promise<void> {
  if ((await readLock(lock).catch(() => null)) === mine) await rm(lock, { force: true }).catch(() => undefined)
}

/** Locks that this process holds for long. */
const held = new Set<string>()

/** Whether a process that lives holds a lock, this one too. */
export async function isLocked(path: string): Promise<boolean> {
  const there = await readLock(`${path}${LOCK}`)
  return there !== null && !isOrphan(there) && !isOwnOrphan(there)
}

/**
 * Takes a lock for as long as a run takes, which may be hours; another process is told so at once and does not wait. One whose
 * process is gone is taken over.
 * @returns gives it back.
 * @throws FailureError `file.locked`; where the lock cannot be read or made, as `fileFailure` says it.
 */
export async function holdLock(path: string): Promise<() => Promise<void>> {
  const lock = `${path}${LOCK}`
  const mine = ownLock()
  const start = performance.now()
  while (!(await create(lock, mine))) {
    const there = await readLock(lock)
    if (there === null && performance.now() - start < STALE) {
      await pause()
      continue
    }
    if (there === null || (!isOrphan(there) && !isOwnOrphan(there)))
      throw failed(
        'file.locked',
        `Another program is writing ${path}.`,
        `Wait for it, or choose another name. If there is no other program, delete ${lock}.`,
      )
    await removeStale(lock, there, mine)
  }
  held.add(mine)
  return async () => {
    held.delete(mine)
    await giveBack(lock, mine)
  }
}

/** A lock with our process id that is not ours: ids are given out again. */
function isOwnOrphan(content: string): boolean {
  return !held.has(content) && content.includes(`"host":${JSON.stringify(hostname())},"pid":${process.pid},`)
}

async function acquire(lock: string, mine: string, stale: number): Promise<void> {
  const start = performance.now()
  let seen: string | null = null
  let since = start
  while (!(await create(lock, mine))) {
    const now = performance.now()
    if (now - start > 3 * stale)
      throw failed(
        'file.locked',
        `Another program keeps ${lock}.`,
        'Close the other program, or delete the file if there is none; then save again.',
      )
    const there = await readLock(lock)
    if (there === null) {
      await pause()
      continue
    }
    if (there !== seen) {
      seen = there
      since = now
    }
    if (isOrphan(there) || now - since > stale) await removeStale(lock, there, mine)
    else await pause()
  }
}

/** Of no fixed length, so that two who wait do not look at the same moments. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE * (0.25 + 0.75 * Math.random())))
}

/** Makes the file, unless it is there. */
async function create(lock: string, content: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx')
    try {
      await file.writeFile(content)
    } catch (thrown) {
      // Nobody would know whose it is; the next save would wait for it.
      await file.close()
      await rm(lock, { force: true }).catch(() => undefined)
      throw thrown
    }
    await file.close()
    return true
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false
    throw fileFailure(thrown, lock)
  }
}

/**
 * Null where there is none. A file that is being written is an empty or partial text, and no orphan.
 * @throws FailureError for one that is there and cannot be read: whoever waited for it to go would wait for ever.
 */
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

function isOrphan(content: string): boolean {
  let owner: Partial<Owner>
  try {
    owner = JSON.parse(content) as Partial<Owner>
  } catch {
    return false
  }
  return owner.host === hostname() && typeof owner.pid === 'number' && owner.pid !== process.pid && !isAlive(owner.pid)
}

/** Removes a lock that is still the stale one. Of several who want to, one does: else the second would remove the lock of the first. */
async function removeStale(lock: string, stale: string, mine: string): Promise<void> {
  const breaking = `${lock}.break`
  if (await create(breaking, mine)) {
    try {
      if ((await readLock(lock)) === stale) await rm(lock, { force: true })
    } finally {
      await rm(breaking, { force: true })
    }
    return
  }
  const other = await readLock(breaking)
  // Killed in the few microseconds of breaking a lock.
  if (other !== null && isOrphan(other)) await rm(breaking, { force: true })
  await pause()
}
