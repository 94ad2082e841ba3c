import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Tokenizer, type Token } from 'parse5'
import { mapCssAddresses } from '../../../../shared/page/css-addresses'
import { cidAddress, withoutFragment } from '../../../../shared/page/kept-address'
import type { KeptResponse } from '../../../../shared/contract/capture'
import type { LocalInput } from '../local-input'
import { failed, FailureError } from '../../../../shared/base/failure'
import { unpackHtmlBytes } from '../../files/files'
import { tooLargeFailure } from '../load-failures'
import { partsIn } from '../find-kept'
import { NO_HANDLERS, TEXT_STATES } from '../../files/meta-encoding'
import { readAtMost } from '../../files/read-file'
import { type ArchiveOptions, type ArchivePlace, listArchive, nameOf } from './archive'
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
export async function archivedPage(place: ArchivePlace, entry: string | null, maxBytes: number, options: ArchiveOptions) {
  const number = entry !== null && /^\d+$/.test(entry) ? entry : await pageAt(place, entry, maxBytes, options)
  const archive = await spoolArchive(place, maxBytes, options)
  try {
    const page = await archive.page(number)
    const { parts, redirects, isCut } = await archive.partsOf(page, MOST_BYTES)
    const cut = `The archive contains more than ${MOST_BYTES / 1024 / 1024} MB of images, styles and other files; some may be missing.`
    const { capturedAt: _, notes, ...saved } = page
    return { ...saved, notes: isCut ? [...notes, cut] : notes, address: withoutFragment(page.url), parts, redirects }
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
  return { kind: 'local', ...page, resources: Object.assign(partsIn(parts, redirects), { address, original: (url: string) => url }) }
}

function withBrowserReferences(part: KeptResponse, parts: ReadonlyMap<string, KeptResponse>): KeptResponse {
  const write = part.kind === 'stylesheet' ? sheetWithCidAddresses : part.kind === 'document' ? withCidAddresses : null
  return write ? { ...part, body: Buffer.from(write(Buffer.from(part.body).toString('latin1'), parts), 'latin1') } : part
}

/** Text with an unknown content id stays unchanged, because a page's words may contain "CID:2244". */
type Known = Pick<ReadonlySet<string>, 'has'>

/** Replaces `cid:` references to message parts (RFC 2392) with web addresses, because browsers never request `cid:` addresses. */
export function withCidAddresses(html: string, known: Known): string {
  if (!/cid:/i.test(html)) return html
  const parts: string[] = []
  let written = 0
  let styleFrom: number | null = null
  const put = (start: number, end: number, text: string): void => {
    parts.push(html.slice(written, start), text)
    written = end
  }
  const onStartTag = ({ tagName, location }: Token.TagToken): void => {
    for (const { startOffset, endOffset } of Object.values(location?.attrs ?? {}))
      put(startOffset, endOffset, inAttribute(html.slice(startOffset, endOffset), known))
    tokenizer.state = TEXT_STATES[tagName] ?? tokenizer.state
    styleFrom = tagName === 'style' && location ? location.endOffset : null
  }
  const endStyle = (end: number): void => {
    if (styleFrom !== null) put(styleFrom, end, sheetWithCidAddresses(html.slice(styleFrom, end), known))
    styleFrom = null
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag,
      onEndTag: ({ location }) => endStyle(location?.startOffset ?? html.length),
      ...NO_HANDLERS,
      onEof: () => endStyle(html.length),
    },
  )
  tokenizer.write(html, true)
  return parts.join('') + html.slice(written)
}

function inAttribute(attribute: string, known: Known): string {
  return attribute.replace(/\bcid:([^\s"'()<>\\&]{1,500})/gi, (written, id: string) => {
    const address = cidAddress(id)
    return known.has(address) ? address : written
  })
}

export function sheetWithCidAddresses(css: string, known: Known): string {
  return mapCssAddresses(css, (reference) => {
    const id = /^cid:(.*)$/is.exec(reference.trim())?.[1]
    const address = id === undefined ? null : cidAddress(id)
    return address !== null && known.has(address) ? address : null
  })
}
