/** MHTML (RFC 2557): a page and its parts in one MIME message, as browsers save "a single file". */
import { MIMEType } from 'whatwg-mimetype'
import { failure, FailureError } from '../../../shared/base/failure'
import type { Header, KeptResponse, ResourceKind } from '../../../shared/contract/bundle'
import { cidAddress, withoutFragment } from '../../../shared/page/kept-address'
import { headerFields } from '../sources/warc-records'

export interface MhtmlPage {
  /** Address of the page; null where it has none of the web. */
  readonly url: string | null
  readonly contentType: string
  readonly html: Uint8Array
  /** Parts by address; what is named by its content id has `cidAddress`. */
  readonly parts: ReadonlyMap<string, KeptResponse>
}

interface Part {
  readonly type: string
  readonly contentType: string
  readonly location: string | null
  readonly id: string | null
  readonly body: Buffer
}

/** Parts that are read, and multiparts in multiparts. */
const MOST_PARTS = 20_000
const DEEPEST = 4
const LONGEST_HEAD = 256 * 1024

/** Whether bytes begin as a MIME message of several related parts. */
export function isMhtml(start: Uint8Array): boolean {
  const text = Buffer.from(start.subarray(0, 16 * 1024)).toString('latin1')
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? ''
  return /^[\w-]+:/.test(head.trimStart()) && /^content-type:\s*multipart\/related\b/im.test(head)
}

/** @throws FailureError `mhtml.invalid` where it is cut off before its page, or has none. */
export function readMhtml(bytes: Uint8Array, name: string): MhtmlPage {
  const parts: Part[] = []
  collect(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, parts)
  const root = parts.find(({ type }) => type === 'text/html' || type === 'application/xhtml+xml')
  if (!root)
    throw new FailureError(
      failure(
        'mhtml.invalid',
        `${name} is an MHTML file without a page, or is cut off before it.`,
        'Save the page again from the browser.',
      ),
    )
  const url = root.location !== null && /^https?:/i.test(root.location) && URL.canParse(root.location) ? new URL(root.location).href : null
  const found = new Map<string, KeptResponse>()
  for (const part of parts) {
    if (part === root) continue
    const headers: Header[] = [{ name: 'Content-Type', value: part.contentType }]
    const body = part.type === 'text/css' ? Buffer.from(withCidAddresses(part.body.toString('latin1')), 'latin1') : part.body
    const add = (address: string): void => {
      if (!found.has(address)) found.set(address, { url: address, kind: kindOf(part.type), status: 200, headers, body })
    }
    if (part.id !== null) add(cidAddress(part.id))
    if (part.location === null) continue
    if (/^cid:/i.test(part.location)) add(cidAddress(part.location.slice(4)))
    else if (URL.canParse(part.location, url ?? undefined)) add(withoutFragment(new URL(part.location, url ?? undefined).href))
  }
  return { url, contentType: root.contentType, html: root.body, parts: found }
}

/** Gives references to parts (`cid:`), which no browser asks for, addresses that it does ask for. */
export function withCidAddresses(text: string): string {
  return text.replace(/\bcid:([^\s"'()<>\\]{1,500})/gi, (_, id: string) => cidAddress(id))
}

function kindOf(type: string): ResourceKind {
  if (type === 'text/css') return 'stylesheet'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'document'
  if (type.startsWith('image/')) return 'image'
  return /^(?:font\/|application\/(?:x-)?font)/.test(type) ? 'font' : 'other'
}

/** Adds the parts of a message; of a multipart those inside it. */
function collect(message: Buffer, depth: number, parts: Part[]): void {
  const end = endOfHead(message)
  if (end === null) return
  const fields = headerFields(message.subarray(0, end.head).toString('latin1').split(/\r?\n/))
  const contentType = fields.get('content-type') ?? 'text/plain'
  const type = MIMEType.parse(contentType)
  const boundary = type?.parameters.get('boundary')
  const body = message.subarray(end.body)
  if (type?.type === 'multipart' && boundary !== undefined && boundary !== '' && depth < DEEPEST) {
    for (const inner of split(body, boundary)) {
      if (parts.length >= MOST_PARTS) return
      collect(inner, depth + 1, parts)
    }
    return
  }
  parts.push({
    type: type?.essence ?? '',
    contentType,
    location: fields.get('content-location') ?? null,
    id: /^<(.+)>$/.exec(fields.get('content-id') ?? '')?.[1] ?? null,
    body: decodeBody(body, fields.get('content-transfer-encoding') ?? ''),
  })
}

function endOfHead(message: Buffer): { readonly head: number; readonly body: number } | null {
  // A blank line at once: no header at all.
  const text = message.subarray(0, LONGEST_HEAD).toString('latin1')
  const start = /^(?:\r?\n)*/.exec(text)?.[0].length ?? 0
  const blank = /\r?\n\r?\n/g
  blank.lastIndex = start
  const found = blank.exec(text)
  return found ? { head: found.index, body: found.index + found[0].length } : null
}

/** The parts between the lines of a boundary; a last one without its end counts, too. */
function* split(body: Buffer, boundary: string): Generator<Buffer> {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  let start = -1
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== 10) continue
    // The line break before a boundary belongs to it.
    if (start >= 0) yield body.subarray(start, at - (body[at - 2] === 13 ? 2 : 1))
    const after = at + mark.length
    if (body[after] === 45 && body[after + 1] === 45) return
    const line = body.indexOf(10, after)
    if (line < 0) return
    start = line + 1
  }
  if (start >= 0) yield body.subarray(start)
}

function decodeBody(body: Buffer, encoding: string): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable':
      return fromQuotedPrintable(body)
    default:
      return body
  }
}

/** RFC 2045, 6.7. What is no escape stays as it is. */
function fromQuotedPrintable(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0
    if (byte !== 61) {
      out[length++] = byte
      continue
    }
    const hex = body.subarray(i + 1, i + 3).toString('latin1')
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      out[length++] = parseInt(hex, 16)
      i += 2
    } else if (hex.startsWith('\n')) i += 1
    else if (hex === '\r\n') i += 2
    else out[length++] = byte
  }
  return out.subarray(0, length)
}
