/** Stores captures on disk per history entry of a tab. Above a limit, deletes the least recently used captures first. */
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import pLimit from 'p-limit'
import { CANCELLED, type Failure, toFailure } from '../../../shared/base/failure'
import type { Capture } from '../../../shared/contract/capture'
import { Conditions } from '../../../shared/contract/conditions'
import type { LoadPage } from './loader'
import { sha256 } from '../files/files'
import { writeWhole } from '../files/write-whole'

async function removeOldest(folder: string, most: number): Promise<void> {
  const files: { path: string; size: number; changed: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const entry = await stat(path).catch(() => null)
    if (entry?.isFile()) files.push({ path, size: entry.size, changed: entry.mtimeMs })
  }
  files.sort((a, b) => b.changed - a.changed)
  let bytes = 0
  for (const { path, size } of files) {
    bytes += size
    if (bytes > most) await rm(path, { force: true })
  }
}

const MOST_KEPT_BYTES = 512 * 1024 * 1024

const HEAD = 'boilerscope capture 1 '
const HEAD_LENGTH = HEAD.length + 64 + 1
const headOf = (body: Uint8Array): string => `${HEAD}${sha256(body)}\n`

const DAMAGED = 'The stored capture of this page is damaged; the page was loaded again.'

/** Copies each array into its own buffer. Deserialised arrays share one buffer, and a transfer to a thread transfers the whole buffer. */
function withOwnArrays<T extends object>(of: T): T {
  const own = Object.entries(of).map(([key, value]: [string, unknown]) => {
    if (ArrayBuffer.isView(value)) return [key, (value as Uint8Array).slice()]
    return [key, typeof value === 'object' && value !== null && !Array.isArray(value) ? withOwnArrays(value) : value]
  })
  return Object.fromEntries(own) as T
}

/**
 * Returns a loader that stores captures of addresses and files if the context has `kept`, at most `most` bytes in total. With `kept.first`,
 * an intact stored capture replaces the load of an address. With `kept.first`, the stored capture of a file is returned if the load fails
 * and was not cancelled.
 */
export function storeCaptures(loadPage: LoadPage, folder: string, most = MOST_KEPT_BYTES): LoadPage {
  const inTurn = pLimit(1)

  async function read(name: string): Promise<Capture | null | undefined> {
    const path = join(folder, name)
    const bytes = await readFile(path).catch(() => undefined)
    if (!bytes) return undefined
    const now = new Date()
    await utimes(path, now, now).catch(() => undefined)
    const body = bytes.subarray(HEAD_LENGTH)
    if (bytes.toString('latin1', 0, HEAD_LENGTH) !== headOf(body)) return null
    const capture = deserialize(body) as Capture
    return capture.layout === null ? capture : { ...capture, layout: withOwnArrays(capture.layout) }
  }

  async function write(name: string, capture: Capture): Promise<void> {
    const body = serialize(capture)
    if (body.length > most) return
    await mkdir(folder, { recursive: true })
    await writeWhole(join(folder, name), Buffer.concat([Buffer.from(headOf(body), 'latin1'), body]), { flush: false })
    await removeOldest(folder, most)
  }

  return async (source, options, context) => {
    const { kept, signal } = context
    if (!kept || (source.kind !== 'url' && source.kind !== 'file')) return loadPage(source, options, context)
    const name = `${sha256(JSON.stringify([kept.entry, source, options.mode, Conditions.parse(options)]))}.capture`
    const before = async (reason: Failure | null): Promise<Capture | null> => {
      const capture = await read(name)
      if (capture === null) notes.push(DAMAGED)
      return capture ? { ...capture, timings: {}, kept: { reason } } : null
    }
    const notes: string[] = []
    const first = kept.first && source.kind === 'url' ? await before(null) : null
    if (first) return first
    const capture = await loadPage(source, options, context).catch(async (thrown: unknown) => {
      const reason = toFailure(thrown)
      const there = kept.first && source.kind === 'file' && !signal.aborted && reason.code !== CANCELLED.code ? await before(reason) : null
      if (there) return there
      throw thrown
    })
    if (capture.kept) return capture
    const { parts: _, ...rest } = capture
    inTurn(() => write(name, rest)).catch(() => undefined)
    return { ...capture, log: [...notes, ...capture.log] }
  }
}
