import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { failed, FailureError } from '../../../../shared/base/failure'
import { withoutFragment } from '../../../../shared/page/kept-address'
import { headerIn } from '../../files/html-bytes'
import { readStart, type StreamOptions, unpacked } from '../../files/read-file'
import { isHtmlPage, type WarcAnswer } from './warc-pages'

/** Returns null if the response is no redirect, and `''` if the target is not a valid URL. */
export function readRedirectTarget({ url, status, headers }: WarcAnswer): string | null {
  const location = headerIn(headers, 'location')
  if (status < 300 || status >= 400 || location === '') return null
  const base = withoutFragment(url)
  return URL.canParse(location, base) ? new URL(location, base).href : ''
}

export function mayBeShown({ contentType }: { readonly contentType: string }): boolean {
  return !/javascript|json|video\/|audio\//.test(contentType)
}

/** Numbers the pages of an archive in their order. A `revisit` counts as a page if it repeats an earlier page. */
export class PageCounter {
  readonly #digests = new Set<string>()
  #count = 0

  entryOf(answer: WarcAnswer): string | null {
    const { type, url, digest } = answer
    if (!/^https?:/i.test(url) || !isHtmlPage(answer)) return null
    if (type === 'revisit' && (digest === null || !this.#digests.has(digest))) return null
    if (digest !== null) this.#digests.add(digest)
    return String(this.#count++)
  }
}

export type ArchivePlace = { readonly path: string } | { readonly name: string; readonly bytes: Uint8Array }

const MOST_ENTRIES = 10_000

export const nameOf = (place: ArchivePlace): string => ('path' in place ? place.path : place.name)

export async function isZip(place: ArchivePlace): Promise<boolean> {
  const start = 'path' in place ? await readStart(place.path, 4) : place.bytes.subarray(0, 4)
  return Buffer.from(start).toString('latin1').startsWith('PK\u0003\u0004')
}

/** The caller must close the file. @throws FailureError `archive.damaged`. */
export function openZip(place: ArchivePlace): Promise<yauzl.ZipFile> {
  // The package refuses parent and absolute paths, and compares sizes with the index.
  const options = { autoClose: false, validateEntrySize: true, strictFileNames: true } as const
  const opening = 'path' in place ? yauzl.openPromise(place.path, options) : yauzl.fromBufferPromise(Buffer.from(place.bytes), options)
  return opening.catch(damaged(nameOf(place)))
}

/** @throws FailureError `archive.too-large`, `archive.damaged`. */
export async function entriesOf(zip: yauzl.ZipFile, name: string): Promise<yauzl.Entry[]> {
  if (zip.entryCount > MOST_ENTRIES)
    throw failed(
      'archive.too-large',
      `${name} is a ZIP file of ${zip.entryCount.toLocaleString('en')} files; the limit is ${MOST_ENTRIES.toLocaleString('en')}.`,
      'Unpack it, and open its WARC files.',
    )
  const entries: yauzl.Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (thrown) {
    damaged(name)(thrown)
  }
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of [...entries].sort(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (start < end) damaged(name)(new Error('its files overlap'))
    end = start + compressedSize
  }
  return entries
}

export async function* zipPieces(stream: Readable, inside: string, name: string, options: StreamOptions): AsyncGenerator<Buffer> {
  try {
    yield* unpacked(stream, inside, options)
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    damaged(name)(thrown)
  }
}

export function zipStream(zip: yauzl.ZipFile, entry: yauzl.Entry, name: string): Promise<Readable> {
  return zip.openReadStreamPromise(entry).catch(damaged(name))
}

const damaged =
  (name: string) =>
  (thrown: unknown): never => {
    const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : ''
    throw failed('archive.damaged', `${name} is a damaged ZIP file (${reason}).`, 'Copy or download it again.')
  }
