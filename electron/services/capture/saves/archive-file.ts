/** The file of a web archive: on disk or in memory, and where it is a ZIP file (WACZ), what is in it. */
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { failed, FailureError } from '../../../../shared/base/failure'
import { readStart, unpacked, type StreamOptions } from '../../files/read-file'

/** An archive on disk, or one whose bytes are here. */
export type ArchivePlace = { readonly path: string } | { readonly name: string; readonly bytes: Uint8Array }

/** Entries of a WACZ. */
const MOST_ENTRIES = 10_000

/** What messages call an archive. */
export const nameOf = (place: ArchivePlace): string => ('path' in place ? place.path : place.name)

/** Whether it begins as a ZIP file, which a WACZ is. */
export async function isZip(place: ArchivePlace): Promise<boolean> {
  const start = 'path' in place ? await readStart(place.path, 4) : place.bytes.subarray(0, 4)
  return Buffer.from(start).toString('latin1').startsWith('PK\u0003\u0004')
}

/** Opens a ZIP file, which the caller closes. @throws FailureError `archive.damaged`. */
export function openZip(place: ArchivePlace): Promise<yauzl.ZipFile> {
  // Names are checked (no way out, no absolute ones), sizes are held against what is said.
  const options = { autoClose: false, validateEntrySize: true, strictFileNames: true } as const
  const opening = 'path' in place ? yauzl.openPromise(place.path, options) : yauzl.fromBufferPromise(Buffer.from(place.bytes), options)
  return opening.catch(damaged(nameOf(place)))
}

/** The files in a ZIP file. @throws FailureError `archive.too-large`, `archive.damaged`. */
export async function entriesOf(zip: yauzl.ZipFile, name: string): Promise<yauzl.Entry[]> {
  if (zip.entryCount > MOST_ENTRIES)
    throw failed(
      'archive.too-large',
      `${name} is a ZIP file of ${zip.entryCount.toLocaleString('en')} files; at most ${MOST_ENTRIES.toLocaleString('en')} are read.`,
      'Unpack it, and open the WARC files in it.',
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
    if (start < end) damaged(name)(new Error('files in it overlap'))
    end = start + compressedSize
  }
  return entries
}

/** The bytes of an entry, unpacked where it is gzip; an entry that is not what the ZIP file says of it is a damage of that. */
export async function* zipPieces(stream: Readable, inside: string, name: string, options: StreamOptions): AsyncGenerator<Buffer> {
  try {
    yield* unpacked(stream, inside, options)
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    damaged(name)(thrown)
  }
}

/** The bytes of an entry. @throws FailureError `archive.damaged`. */
export function zipStream(zip: yauzl.ZipFile, entry: yauzl.Entry, name: string): Promise<Readable> {
  return zip.openReadStreamPromise(entry).catch(damaged(name))
}

/** For `catch`: what an error of the ZIP reader means. */
const damaged =
  (name: string) =>
  (thrown: unknown): never => {
    const reason = thrown instanceof Error ? thrown.message.slice(0, 200) : ''
    throw failed('archive.damaged', `${name} is a damaged ZIP file (${reason}).`, 'Copy or download it again.')
  }
