/** Saves of other programs as local pages with their parts: what a file is, is told by how it begins. */
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { cidAddress, withoutFragment } from '../../../shared/page/kept-address'
import type { KeptResponse } from '../../../shared/contract/bundle'
import type { LocalInput, LocalResources } from '../capture/local-input'
import { decodeHtml } from '../capture/decode-html'
import { partsIn } from '../view/find-kept'
import { streamFile, unpacked } from '../sources/read-file'
import { openArchived, type ArchivePlace } from './archive'
import { isMhtml, readMhtml } from './mhtml'

/** A page that came without an address of the web: a name no resolver knows. */
const NOWHERE = 'https://page.invalid/'

/** What a file of pages is. */
export type SaveKind = 'archive' | 'mhtml' | 'html'

/** What a file is, by its first bytes, unpacked where it is gzip. @throws FailureError of the reader. */
export async function kindOfSave(place: ArchivePlace): Promise<SaveKind> {
  const start = await beginning(place)
  const text = start.subarray(0, 8).toString('latin1')
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('WARC/')) return 'archive'
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

/** A page of a web archive. @throws FailureError as `openArchived`. */
export async function archivedInput(place: ArchivePlace, entry: string | null, maxBytes: number): Promise<LocalInput> {
  const { page, parts, redirects, isCut } = await openArchived(place, entry, maxBytes, {})
  const { html, charset, notes } = decodeHtml(page.bytes, page.contentType)
  const more = isCut ? ['The archive holds more images and styles than are kept in memory; some may be missing.'] : []
  return {
    kind: 'local',
    label: page.url,
    url: page.url,
    html,
    charset,
    notes: [...notes, ...more],
    resources: partsOf(withoutFragment(page.url), parts, redirects),
  }
}

/** A page saved as MHTML. @throws FailureError as `readMhtml`. */
export function mhtmlInput(bytes: Uint8Array, label: string, path: string | null): LocalInput {
  const { url, contentType, html: body, parts } = readMhtml(bytes, label)
  const { html, charset, notes } = decodeHtml(body, contentType)
  return {
    kind: 'local',
    label,
    url: url ?? (path === null ? null : pathToFileURL(path).href),
    html,
    charset,
    notes,
    shown: withCidAddresses(html),
    resources: partsOf(url === null ? NOWHERE : withoutFragment(url), new Map([...parts].map(askable)), new Map()),
  }
}

/** Gives references to parts (`cid:`), which no browser asks for, addresses that it does ask for. */
function withCidAddresses(text: string): string {
  return text.replace(/\bcid:([^\s"'()<>\\]{1,500})/gi, (_, id: string) => cidAddress(id))
}

/** A part as a browser is given it: sheets lead to what it asks for. */
function askable([address, part]: readonly [string, KeptResponse]): [string, KeptResponse] {
  if (part.kind !== 'stylesheet') return [address, part]
  return [address, { ...part, body: Buffer.from(withCidAddresses(Buffer.from(part.body).toString('latin1')), 'latin1') }]
}

function partsOf(address: string, parts: ReadonlyMap<string, KeptResponse>, redirects: ReadonlyMap<string, string>): LocalResources {
  const inside = partsIn(parts, redirects)
  return {
    address,
    original: (url) => url,
    get addresses() {
      return inside.addresses
    },
    folder: null,
    find: (url) => inside.find(url),
  }
}
