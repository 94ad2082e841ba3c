/** Finds unused bodies in `resources/` of a corpus: from killed programs, or of deleted pages. */
import { lstat, readdir, rm } from 'node:fs/promises'
import { ifMissing, pathInside } from '../files/files'
import { BUNDLE_FILE, sharedBodies } from './bundle-files'

/** Milliseconds before an unused body is removed. A capture writes a body before the page that uses it. */
export const LEAST_AGE = 60 * 60 * 1000

export interface UnusedBody {
  /** Path inside the corpus. */
  readonly place: string
  readonly bytes: number
}

/** Returns bodies older than an hour without a page that uses them. @throws FailureError if a page's own file is damaged. */
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

/** Removes bodies that are still unused and old. @returns the removed bodies. */
export async function removeUnused(root: string, now: number): Promise<UnusedBody[]> {
  const gone: UnusedBody[] = []
  for (const body of await unusedBodies(root, now)) {
    const path = await pathInside(root, ...body.place.split('/'))
    // A capture may have started to use the body.
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
  return readdir(await pathInside(root, ...folder)).catch(ifMissing([]))
}
