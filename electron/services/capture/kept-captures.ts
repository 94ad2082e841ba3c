/** Captures that outlast their window: by entry of a tab's history, on disk, the least recently used going first. */
import { mkdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import pLimit from 'p-limit'
import { CANCELLED, toFailure, type Failure } from '../../../shared/base/failure'
import type { Capture } from '../../../shared/contract/capture'
import { Conditions } from '../../../shared/contract/conditions'
import type { CaptureOptions, Source } from '../../../shared/contract/source'
import type { PageLoader } from './loader'
import { sha256 } from '../files/files'
import { removeOldest } from '../files/oldest-files'
import { writeWhole } from '../files/write-whole'

/** Bytes that all kept captures may take on disk. */
export const MOST_KEPT_BYTES = 512 * 1024 * 1024

/** What a file of a capture begins with; then the SHA-256 of the rest as hex and a line break. */
const HEAD = 'boilerscope capture 1 '
const HEAD_LENGTH = HEAD.length + 64 + 1

const DAMAGED = 'The capture that was kept of this page is damaged; the page was loaded again.'

/** Arrays that are read from a file share its memory; those of the layout go to threads, one by one, and get their own. */
function withOwnArrays<T extends object>(of: T): T {
  const own = Object.entries(of).map(([key, value]: [string, unknown]) => {
    if (ArrayBuffer.isView(value)) return [key, (value as Uint8Array).slice()]
    return [key, typeof value === 'object' && value !== null && !Array.isArray(value) ? withOwnArrays(value) : value]
  })
  return Object.fromEntries(own) as T
}

/** Under which name a capture is kept: another page, mode or other conditions are another capture. */
function nameOf(entry: string, source: Source, options: CaptureOptions): string {
  const conditions = Conditions.parse(options)
  const key = JSON.stringify([entry, source, options.mode, conditions])
  return `${sha256(key)}.capture`
}

function createCaptureStore(folder: string, most: number) {
  const inTurn = pLimit(1)

  return {
    /** Undefined where there is none, null where it is damaged. */
    async read(name: string): Promise<Capture | null | undefined> {
      const path = join(folder, name)
      const bytes = await readFile(path).catch(() => undefined)
      if (!bytes) return undefined
      const now = new Date()
      await utimes(path, now, now).catch(() => undefined)
      const body = bytes.subarray(HEAD_LENGTH)
      const head = `${HEAD}${sha256(body)}\n`
      if (bytes.toString('latin1', 0, HEAD_LENGTH) !== head) return null
      // Its hash is there: it is what this program wrote.
      const capture = deserialize(body) as Capture
      return capture.layout === null ? capture : { ...capture, layout: withOwnArrays(capture.layout) }
    },
    /** Writes it whole or not at all, then lets the least recently used go. A folder that cannot be written keeps nothing. */
    write: (name: string, capture: Capture): Promise<void> =>
      inTurn(async () => {
        const body = serialize(capture)
        if (body.length > most) return
        const head = `${HEAD}${sha256(body)}\n`
        await mkdir(folder, { recursive: true })
        await writeWhole(join(folder, name), Buffer.concat([Buffer.from(head, 'latin1'), body]), { flush: false })
        await removeOldest(folder, { bytes: most })
      }).catch(() => undefined),
  }
}

/**
 * A loader that keeps what it captures of addresses and files, where the load says for which entry of a tab's history, and
 * gives it back where it is asked for, or where a file cannot be loaded any more.
 * @param most bytes on disk
 */
export function keepCaptures(loader: PageLoader, folder: string, most = MOST_KEPT_BYTES): PageLoader {
  const store = createCaptureStore(folder, most)
  return {
    async load(source, options, context) {
      const { kept, signal } = context
      if (!kept || (source.kind !== 'url' && source.kind !== 'file')) return loader.load(source, options, context)
      const name = nameOf(kept.entry, source, options)
      /** The capture of before; null where there is none that can be read. */
      const before = async (reason: Failure | null): Promise<Capture | null> => {
        const capture = await store.read(name)
        if (capture === null) notes.push(DAMAGED)
        return capture ? { ...capture, timings: {}, kept: { reason } } : null
      }
      const notes: string[] = []
      if (kept.first) {
        // A file that is there is read as it is now.
        const there = source.kind === 'url' ? await before(null) : null
        if (there) return there
      }
      const loading = loader.load(source, options, context)
      const capture = await loading.catch(async (thrown: unknown) => {
        const reason = toFailure(thrown)
        const there =
          kept.first && source.kind === 'file' && !signal.aborted && reason.code !== CANCELLED.code ? await before(reason) : null
        if (there) return there
        throw thrown
      })
      if (capture.kept) return capture
      const { parts: _, ...rest } = capture
      void store.write(name, rest)
      return { ...capture, log: [...notes, ...capture.log] }
    },
  }
}
