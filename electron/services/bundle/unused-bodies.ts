/** Bodies in `resources/` of a corpus that no page needs: left behind by a program that was killed, or by pages that are gone for good. */
import { lstat, readdir, rm } from 'node:fs/promises'
import { hasCode, pathInside } from '../files/files'
import { BUNDLE_FILE, sharedBodies } from './bundle-files'

/** Milliseconds that a body stays at least: a capture writes it before its page is there. */
export const LEAST_AGE = 60 * 60 * 1000

export interface UnusedBody {
  /** Inside the corpus. */
  readonly place: string
  readonly bytes: number
}

/**
 * Bodies that neither a page nor one in the trash names, and that are older than an hour.
 * @param now milliseconds since 1970
 * @throws FailureError where a page's own file is damaged: what it names is not known then.
 */
export async function unusedBodies(root: string, now: number): Promise<UnusedBody[]> {
  const names: string[] = []
  for (const folder of await namesIn(root, 'resources'))
    for (const name of await namesIn(root, 'resources', folder)) names.push(`resources/${folder}/${name}`)
  if (names.length === 0) return []
  const used = new Set<string>()
  for (const home of ['pages', 'trash']) for (const page of await namesIn(root, home)) await addUsed(root, [home, page], used)
  const unused: UnusedBody[] = []
  for (const place of names) {
    if (used.has(place) || !/^resources\/[0-9a-f]{2}\/[0-9a-f]{64}\.warc\.gz$/.test(place)) continue
    const entry = await lstat(await pathInside(root, ...place.split('/'))).catch(() => null)
    if (entry?.isFile() && now - entry.mtimeMs > LEAST_AGE) unused.push({ place, bytes: entry.size })
  }
  return unused
}

/** Removes bodies that are still unused and old. @returns those that are gone. */
export async function removeUnused(root: string, now: number): Promise<UnusedBody[]> {
  const gone: UnusedBody[] = []
  for (const body of await unusedBodies(root, now)) {
    const path = await pathInside(root, ...body.place.split('/'))
    // A capture that needs it may have come in between.
    const entry = await lstat(path).catch(() => null)
    if (!entry || now - entry.mtimeMs <= LEAST_AGE) continue
    await rm(path, { force: true })
    gone.push(body)
  }
  return gone
}

async function addUsed(root: string, page: readonly string[], used: Set<string>): Promise<void> {
  const path = await pathInside(root, ...page, BUNDLE_FILE)
  if (!(await lstat(path).catch(() => null))) return
  for (const name of await sharedBodies(path)) used.add(name)
}

async function namesIn(root: string, ...folder: string[]): Promise<string[]> {
  try {
    return await readdir(await pathInside(root, ...folder))
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT') || hasCode(thrown, 'ENOTDIR')) return []
    throw thrown
  }
}
