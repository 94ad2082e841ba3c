import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withoutFragment } from '../../../../shared/page/kept-address'
import type { KeptResponse } from '../../../../shared/contract/capture'
import type { LocalInput, LocalResources } from '../local-input'
import { failed, FailureError } from '../../../../shared/base/failure'
import { unpackHtmlBytes } from '../../files/files'
import { tooLargeFailure } from '../load-failures'
import { partsIn } from '../find-kept'
import { readAtMost } from '../../files/read-file'
import { type ArchiveOptions, listArchive } from './archive'
import { nameOf, type ArchivePlace } from './archive-file'
import { sheetWithCidAddresses, withCidAddresses } from './cid-references'
import { MOST_MHTML, readMhtml } from './mhtml'
import { spoolArchive } from './spooled-archive'

/** Address of a page without a web address. No server has this address. */
const NOWHERE = 'https://page.invalid/'

export interface SavedPage extends Omit<LocalInput, 'kind' | 'resources'> {
  readonly address: string
  readonly parts: ReadonlyMap<string, KeptResponse>
  readonly redirects: ReadonlyMap<string, string>
}

const MOST_BYTES = 64 * 1024 * 1024

/**
 * Reads page number `entry` of a web archive with its resources. If `entry` is null, reads the only page.
 * @throws FailureError `archive.no-page`; `archive.choose` if `entry` is null and there are several pages; the errors of the reader.
 */
export async function archivedPage(
  place: ArchivePlace,
  entry: string | null,
  maxBytes: number,
  options: ArchiveOptions,
): Promise<SavedPage> {
  const number = entry ?? (await onlyPage(place, maxBytes, options))
  const archive = await spoolArchive(place, maxBytes, options)
  try {
    const page = await archive.page(number)
    const { parts, redirects, isCut } = await archive.partsOf(page, MOST_BYTES)
    const more = isCut ? ['The archive contains more images and styles than fit into memory; some may be missing.'] : []
    const { capturedAt: _, notes, ...saved } = page
    return { ...saved, notes: [...notes, ...more], address: withoutFragment(page.url), parts, redirects }
  } finally {
    await archive.close()
  }
}

async function onlyPage(place: ArchivePlace, maxBytes: number, options: ArchiveOptions): Promise<string> {
  const [first, ...others] = (await listArchive(place, maxBytes, options)).pages
  if (!first) throw failed('archive.no-page', `${nameOf(place)} contains no HTML page.`, 'Choose an archive of web pages.')
  if (others.length === 0) return first.entry
  throw failed('archive.choose', `${nameOf(place)} contains ${(others.length + 1).toLocaleString('en')} pages.`, 'Choose one of them.')
}

/** Reads a page saved as MHTML. @throws FailureError as `readMhtml`; `load.too-large`. */
export async function mhtmlPage(place: ArchivePlace): Promise<SavedPage> {
  const path = 'path' in place ? place.path : null
  const read = 'path' in place ? await readAtMost(place.path, MOST_MHTML) : place.bytes
  const name = nameOf(place)
  if (read === null) throw new FailureError(tooLargeFailure(name, MOST_MHTML))
  // An MHTML file must be text. Its binary parts are encoded as text.
  const bytes = await unpackHtmlBytes(read, name, MOST_MHTML)
  const label = path === null ? name : basename(path)
  const { url, html, charset, notes, parts } = readMhtml(bytes, label)
  return {
    label,
    url: url ?? (path === null ? null : pathToFileURL(path).href),
    html,
    charset,
    notes,
    shown: withCidAddresses(html, parts),
    address: url === null ? NOWHERE : withoutFragment(url),
    parts: new Map([...parts].map(([at, part]) => [at, withBrowserReferences(part, parts)])),
    redirects: new Map(),
  }
}

export function inputOf({ address, parts, redirects, ...page }: SavedPage): LocalInput {
  return { kind: 'local', ...page, resources: partsOf(address, parts, redirects) }
}

function withBrowserReferences(part: KeptResponse, parts: ReadonlyMap<string, KeptResponse>): KeptResponse {
  const write = part.kind === 'stylesheet' ? sheetWithCidAddresses : part.kind === 'document' ? withCidAddresses : null
  return write ? { ...part, body: Buffer.from(write(Buffer.from(part.body).toString('latin1'), parts), 'latin1') } : part
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
