/** Opens saves of other programs as local pages with their parts. */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withoutFragment } from '../../../../shared/page/kept-address'
import type { KeptResponse } from '../../../../shared/contract/capture'
import type { LocalInput, LocalResources } from '../local-input'
import { FailureError } from '../../../../shared/base/failure'
import { decodeHtml, unpackHtmlBytes } from '../decode-html'
import { tooLargeFailure } from '../load-failures'
import { partsIn } from '../find-kept'
import { readAtMost, type StreamOptions } from '../../files/read-file'
import { openArchived } from './archive'
import { nameOf, type ArchivePlace } from './archive-file'
import { sheetWithCidAddresses, withCidAddresses } from './cid-references'
import { MOST_MHTML, readMhtml } from './mhtml'

/** Address of a page without a web address: it cannot be resolved. */
const NOWHERE = 'https://page.invalid/'

/** A page of a save with its parts, as data that crosses threads. */
export interface SavedPage extends Omit<LocalInput, 'kind' | 'resources'> {
  readonly address: string
  readonly parts: ReadonlyMap<string, KeptResponse>
  readonly redirects: ReadonlyMap<string, string>
}

/** Reads a page of a web archive. @throws FailureError as `openArchived`. */
export async function archivedPage(
  place: ArchivePlace,
  entry: string | null,
  maxBytes: number,
  options: StreamOptions,
): Promise<SavedPage> {
  const { page, parts, redirects, isCut } = await openArchived(place, entry, maxBytes, options)
  const { html, charset, notes } = decodeHtml(page.bytes, page.contentType)
  const more = isCut ? ['The archive contains more images and styles than fit into memory; some may be missing.'] : []
  return {
    label: page.url,
    url: page.url,
    html,
    charset,
    notes: [...notes, ...(page.cut ? [page.cut.message] : []), ...more],
    address: withoutFragment(page.url),
    parts,
    redirects,
  }
}

/** Reads a page saved as MHTML. @throws FailureError as `readMhtml`; `load.too-large`. */
export async function mhtmlPage(place: ArchivePlace): Promise<SavedPage> {
  const path = 'path' in place ? place.path : null
  const read = 'path' in place ? await readAtMost(place.path, MOST_MHTML) : place.bytes
  const name = nameOf(place)
  if (read === null) throw new FailureError(tooLargeFailure(name, MOST_MHTML))
  // A message is text, even if its parts are not.
  const bytes = await unpackHtmlBytes(read, name, MOST_MHTML)
  const label = path === null ? name : basename(path)
  const { url, contentType, html: body, parts, isCut } = readMhtml(bytes, label)
  const { html, charset, notes } = decodeHtml(body, contentType)
  return {
    label,
    url: url ?? (path === null ? null : pathToFileURL(path).href),
    html,
    charset,
    notes: [...notes, ...(isCut ? [`${label} has no closing boundary: the end of the file is missing.`] : [])],
    shown: withCidAddresses(html, parts),
    address: url === null ? NOWHERE : withoutFragment(url),
    parts: new Map([...parts].map(([at, part]) => [at, withBrowserReferences(part, parts)])),
    redirects: new Map(),
  }
}

export function inputOf({ address, parts, redirects, ...page }: SavedPage): LocalInput {
  return { kind: 'local', ...page, resources: partsOf(address, parts, redirects) }
}

/** Returns a part for the browser: the references of sheets and frames are rewritten. */
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
