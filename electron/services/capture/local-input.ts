import { Readable } from 'node:stream'
import type { PageParts } from '../../../shared/contract/capture'
import { streamFile, unpacked } from '../files/read-file'
import type { ArchivePlace } from './saves/archive-file'
import { isMhtml } from './saves/mhtml'

/** Parts of a local page; `find` takes the address that the browser requests, or the original one. */
export interface LocalResources extends PageParts {
  /** Address for the browser, so that the page's references lead to the parts. */
  readonly address: string
  /** Returns the stored address of a part; the page's own address resolves to it. */
  original(url: string): string
}

export interface LocalInput {
  readonly kind: 'local'
  readonly label: string
  /** Base URL of its links. */
  readonly url: string | null
  readonly html: string
  readonly charset: string | null
  readonly notes: readonly string[]
  readonly resources?: LocalResources
  /** HTML for the browser if `html` has references that no browser requests. */
  readonly shown?: string
}

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
