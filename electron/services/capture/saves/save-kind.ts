import { Readable } from 'node:stream'
import { streamFile, unpacked } from '../../files/read-file'
import type { ArchivePlace } from './archive-file'
import { isMhtml } from './mhtml'

export type SaveKind = 'archive' | 'mhtml' | 'html'

/** Returns the kind of a file by its first bytes, decompressed if it is gzip. @throws FailureError of the reader. */
export async function kindOfSave(place: ArchivePlace): Promise<SaveKind> {
  const start = await beginning(place)
  const text = start.subarray(0, 8).toString('latin1')
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('WARC/') || text === 'filedesc') return 'archive'
  return isMhtml(start) ? 'mhtml' : 'html'
}

async function beginning(place: ArchivePlace): Promise<Buffer> {
  const stream = 'path' in place ? streamFile(place.path) : unpacked(Readable.from([Buffer.from(place.bytes)]), place.name)
  try {
    const first = await stream.next()
    return first.done ? Buffer.alloc(0) : first.value
  } finally {
    await stream.return(undefined)
  }
}
