/**
 * MHTML (RFC 2557): a page and its parts in one MIME message. This module uses no Node API, so it also runs in the web edition.
 * The package `postal-mime` is not used, because it drops `Content-Location`, decodes the page only by its header, and adds frames to the
 * page.
 */
import { MIMEType } from 'whatwg-mimetype'
import { failed } from '../../../../shared/base/failure'
import type { Header, KeptResponse } from '../../../../shared/contract/capture'
import { cidAddress, withoutFragment } from '../../../../shared/page/kept-address'
import { decodeHtml, headerFields, kindOf } from '../../files/html-bytes'
import { singleBytes } from '../../files/meta-encoding'

export const MOST_MHTML = 256 * 1024 * 1024

interface Part {
  readonly type: string
  readonly contentType: string
  readonly location: string | null
  readonly id: string | null
  readonly body: Uint8Array
}

const MOST_PARTS = 20_000
const DEEPEST = 4
const LONGEST_HEAD = 256 * 1024

export function isMhtml(start: Uint8Array): boolean {
  const text = singleBytes(withoutMark(start).subarray(0, 16 * 1024)).trimStart()
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? ''
  return /^(?:From .*\r?\n)?[\w-]+:/.test(head) && /^content-type:\s*(?:multipart\/|text\/html\b)/im.test(head)
}

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** @throws FailureError `mhtml.invalid` if the message contains no page. */
export function readMhtml(bytes: Uint8Array, name: string) {
  const parts: Part[] = []
  const isCut = collect(withoutMark(bytes), 0, parts)
  const root = parts.find(({ type }) => type === 'text/html' || type === 'application/xhtml+xml')
  if (!root) {
    const message = `${name} is an MHTML file without a page, or ends before its page.`
    throw failed('mhtml.invalid', message, 'Save the page again from the browser.')
  }
  const url = root.location !== null && /^https?:/i.test(root.location) && URL.canParse(root.location) ? new URL(root.location).href : null
  const found = new Map<string, KeptResponse>()
  for (const part of parts) {
    if (part === root) continue
    const headers: Header[] = [{ name: 'Content-Type', value: part.contentType }]
    const add = (address: string): void => {
      if (!found.has(address)) found.set(address, { url: address, kind: kindOf(part.type), status: 200, headers, body: part.body })
    }
    if (part.id !== null) add(cidAddress(part.id))
    if (part.location === null) continue
    if (/^cid:/i.test(part.location)) add(cidAddress(part.location.slice(4)))
    else if (URL.canParse(part.location, url ?? undefined)) add(withoutFragment(new URL(part.location, url ?? undefined).href))
  }
  const { html, charset, notes } = decodeHtml(root.body, root.contentType, true)
  const cut = isCut ? [`${name} has no closing boundary: the end of the file is missing.`] : []
  return { url, html, charset, notes: [...notes, ...cut], parts: found }
}

function collect(message: Uint8Array, depth: number, parts: Part[]): boolean {
  const end = endOfHead(message)
  if (end === null) return false
  const fields = headerFields(singleBytes(message.subarray(0, end.head)).split(/\r?\n/))
  const contentType = fields.get('content-type') ?? 'text/plain'
  // As in Chromium, spaces around the `=` of a parameter are accepted. Quoted values stay unchanged.
  const type = MIMEType.parse(contentType.replace(/("[^"]*")|\s*=\s*/g, (_, quoted?: string) => quoted ?? '='))
  const boundary = type?.parameters.get('boundary')
  const body = message.subarray(end.body)
  if (type?.type === 'multipart' && boundary !== undefined && boundary !== '' && depth < DEEPEST) {
    const { pieces, isCut } = split(body, boundary)
    return pieces.slice(0, MOST_PARTS - parts.length).reduce((isInnerCut, inner) => collect(inner, depth + 1, parts) || isInnerCut, isCut)
  }
  parts.push({
    type: type?.essence ?? '',
    contentType,
    location: fields.get('content-location') ?? null,
    id: /^<(.+)>$/.exec(fields.get('content-id') ?? '')?.[1] ?? null,
    body: DECODERS.get((fields.get('content-transfer-encoding') ?? '').trim().toLowerCase())?.(body) ?? body,
  })
  return false
}

function endOfHead(message: Uint8Array): { readonly head: number; readonly body: number } | null {
  // Blank lines before the header do not end the header.
  const text = singleBytes(message.subarray(0, LONGEST_HEAD))
  const start = /^(?:\r?\n)*/.exec(text)?.[0].length ?? 0
  const blank = /\r?\n\r?\n/g
  blank.lastIndex = start
  const found = blank.exec(text)
  return found ? { head: found.index, body: found.index + found[0].length } : null
}

function split(body: Uint8Array, boundary: string): { readonly pieces: readonly Uint8Array[]; readonly isCut: boolean } {
  const pieces: Uint8Array[] = []
  const mark = `--${boundary}`
  let start = -1
  for (let line = 0; line < body.length; line = lineAfter(body, line)) {
    if (!isTextAt(body, line, mark)) continue
    const after = line + mark.length
    // A longer line that begins with the boundary is text of a part.
    const rest = singleBytes(body.subarray(after, lineAfter(body, after))).trimEnd()
    if (rest !== '' && rest !== '--') continue
    // The line break before a boundary is part of the boundary.
    if (start >= 0) pieces.push(body.subarray(start, Math.max(start, line - (body[line - 2] === 13 ? 2 : 1))))
    if (rest === '--') return { pieces, isCut: false }
    start = lineAfter(body, after)
  }
  if (start >= 0 && start < body.length) pieces.push(body.subarray(start))
  return { pieces, isCut: true }
}

function lineAfter(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(10, at)
  return end < 0 ? bytes.length : end + 1
}

function isTextAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

function fromBase64(body: Uint8Array): Uint8Array {
  const end = body.indexOf(61)
  const letters = singleBytes(end < 0 ? body : body.subarray(0, end)).replace(/[^A-Za-z0-9+/]+/g, '')
  const decoded = atob(letters.length % 4 === 1 ? letters.slice(0, -1) : letters)
  const out = new Uint8Array(decoded.length)
  for (let i = 0; i < decoded.length; i++) out[i] = decoded.charCodeAt(i)
  return out
}

function fromQuotedPrintable(body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length)
  let length = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0
    if (byte !== 61) {
      out[length++] = byte
      continue
    }
    const hex = String.fromCharCode(...body.subarray(i + 1, i + 3))
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      out[length++] = parseInt(hex, 16)
      i += 2
    } else if (hex.startsWith('\n')) i += 1
    // A soft line break: `=` and a line break. At the end of the body, the line break belongs to the boundary and is missing.
    else if (hex === '\r\n' || hex === '') i += 2
    else out[length++] = byte
  }
  return out.subarray(0, length)
}

const DECODERS: ReadonlyMap<string, (body: Uint8Array) => Uint8Array> = new Map([
  ['base64', fromBase64],
  ['quoted-printable', fromQuotedPrintable],
])
