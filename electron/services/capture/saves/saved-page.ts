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

const NOWHERE = 'https://page.invalid/'

export interface SavedPage extends Omit<LocalInput, 'kind' | 'resources'> {
  readonly address: string
  readonly parts: ReadonlyMap<string, KeptResponse>
  readonly redirects: ReadonlyMap<string, string>
}

const MOST_BYTES = 64 * 1024 * 1024

/**
 * @param entry the page's number (from 0) or its address; null for the only page
 * @throws FailureError `archive.no-page`; `archive.choose` if there are several pages and `entry` names none of them; the failure of a page
 * that cannot be read; as `listArchive` and `spoolArchive`.
 */
export async function archivedPage(
  place: ArchivePlace,
  entry: string | null,
  maxBytes: number,
  options: ArchiveOptions,
): Promise<SavedPage> {
  const number = entry !== null && /^\d+$/.test(entry) ? entry : await pageAt(place, entry, maxBytes, options)
  const archive = await spoolArchive(place, maxBytes, options)
  try {
    const page = await archive.page(number)
    const { parts, redirects, isCut } = await archive.partsOf(page, MOST_BYTES)
    const more = isCut
      ? [`The archive contains more than ${MOST_BYTES / 1024 / 1024} MB of images, styles and other files; some may be missing.`]
      : []
    const { capturedAt: _, notes, ...saved } = page
    return { ...saved, notes: [...notes, ...more], address: withoutFragment(page.url), parts, redirects }
  } finally {
    await archive.close()
  }
}

async function pageAt(place: ArchivePlace, address: string | null, maxBytes: number, options: ArchiveOptions): Promise<string> {
  const { pages } = await listArchive(place, maxBytes, options)
  const first = pages.length === 1 ? pages[0] : pages.find(({ url }) => url === address)
  if (first) return first.entry
  const name = nameOf(place)
  if (pages.length === 0) throw failed('archive.no-page', `${name} contains no HTML page.`, 'Choose an archive of web pages.')
  const named = address === null ? '' : `, but no page with the address ${address}`
  const message = `${name} contains ${pages.length.toLocaleString('en')} pages${named}.`
  throw failed('archive.choose', message, 'Choose one of them. The command line chooses by address (--url).')
}

/** @throws FailureError as `readAtMost`, `readMhtml` and `unpackHtmlBytes`; `load.too-large`. */
export async function mhtmlPage(place: ArchivePlace): Promise<SavedPage> {
  const path = 'path' in place ? place.path : null
  const read = 'path' in place ? await readAtMost(place.path, MOST_MHTML) : place.bytes
  const name = nameOf(place)
  if (read === null) throw new FailureError(tooLargeFailure(name, MOST_MHTML))
  // Decompresses gzip, and refuses files that begin with binary data.
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
