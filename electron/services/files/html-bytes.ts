/** The bytes of an HTML page by themselves: which encoding, what kind of file. Needs nothing of a machine, so that a browser reads them in the same way. */
import sniffHtmlEncoding from 'html-encoding-sniffer'
import { MIMEType } from 'whatwg-mimetype'
import { failed, type FailureError } from '../../../shared/base/failure'
import type { ResourceKind } from '../../../shared/contract/bundle'
import { metaEncoding } from './meta-encoding'

/** The media type of a `Content-Type` header, in lower case and without its parameters; empty where it is none (MIME Sniffing Standard). */
export function mediaType(contentType: string): string {
  return MIMEType.parse(contentType)?.essence ?? ''
}

/** What a part of a page is, by its type. */
export function kindOf(contentType: string): ResourceKind {
  const type = mediaType(contentType)
  if (type === 'text/css') return 'stylesheet'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'document'
  if (type.startsWith('image/')) return 'image'
  return /^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/.test(type) ? 'font' : 'other'
}

export interface DecodedHtml {
  readonly html: string
  /** Name as in the Encoding Standard: `UTF-8`, `windows-1252`, `gb18030`. */
  readonly charset: string
  /** What a person should know: the label was wrong, bytes could not be decoded. */
  readonly notes: readonly string[]
}

/**
 * Decodes the bytes of an HTML page: byte order mark, then the header's charset, then `meta`, then an XML declaration, then a
 * guess. One deviation: bytes that are valid UTF-8 with characters beyond ASCII are read
 * as UTF-8 whatever the label says, because text of another encoding is practically never valid UTF-8. The notes tell.
 * @param decode reads bytes in an encoding, by its name in the Encoding Standard.
 * @param contentType value of a `Content-Type` header, if there was one.
 */
export function decodeWith(decode: (bytes: Uint8Array, charset: string) => string, bytes: Uint8Array, contentType?: string): DecodedHtml {
  const type = MIMEType.parse(contentType ?? '')
  const kind = utf8Kind(bytes)
  const named =
    markedEncoding(bytes) ??
    encodingOf(type?.parameters.get('charset')) ??
    (type?.isXML() === true ? null : metaEncoding(bytes, singleBytes, encodingOf)) ??
    encodingOf(xmlDeclaredLabel(bytes))
  let charset = named ?? guess(bytes, kind)
  const notes: string[] = []
  if (charset === 'replacement') return { html: '\ufffd', charset, notes: [REFUSED] }
  if (named === null && charset === 'windows-1252') {
    const late = metaEncoding(bytes, singleBytes, encodingOf, true)
    if (late !== null && late !== 'UTF-8' && late !== charset && hasLongRun(bytes)) {
      charset = late
      notes.push(`The page names ${late} after its head, where Chromium does not look; it was read as ${late}.`)
    } else if (late !== charset)
      notes.push('The page names no encoding that browsers use and is not UTF-8; it was read as windows-1252, which is a guess.')
  }
  if (charset !== 'UTF-8' && !hasByteOrderMark(bytes) && (kind === 'beyond-ascii' || kind === 'broken-off')) {
    notes.push(`The page is labelled ${charset}, but its bytes are UTF-8; it was read as UTF-8.`)
    charset = 'UTF-8'
  }
  const html = decode(bytes, charset)
  // In Unicode the sign may stand in the page itself.
  const isDamaged = charset === 'UTF-8' ? kind === 'invalid' || kind === 'broken-off' : !charset.startsWith('UTF-16')
  if (isDamaged && html.includes('\ufffd'))
    notes.push(`The page was read as ${charset}, but some of its bytes are not; they show as \ufffd.`)
  return { html, charset, notes }
}

const REFUSED = 'The page names an encoding that browsers refuse to read; they show one replacement character in its place.'

const NOTHING = new Uint8Array()

/** The encoding of a label by its name in the Encoding Standard; null if there is none. */
function encodingOf(label: string | undefined): string | null {
  const name = sniffHtmlEncoding(NOTHING, { transportLayerEncodingLabel: label, defaultEncoding: '' })
  return name === '' ? null : name
}

/** Whether more than three bytes beyond ASCII follow each other: text in Western letters has none. */
function hasLongRun(bytes: Uint8Array): boolean {
  let run = 0
  return bytes.some((byte) => (run = byte < 0x80 ? 0 : run + 1) > 3)
}

/**
 * Decodes a style sheet (CSS Syntax, determine the fallback encoding): byte order mark, header, `@charset`, UTF-8.
 * @param decode as for `decodeWith`
 * @param label the charset of a `Content-Type` header, if there was one
 */
export function decodeCssWith(decode: (bytes: Uint8Array, charset: string) => string, bytes: Uint8Array, label: string | null): string {
  const marked = markedEncoding(bytes)
  if (marked) return decode(bytes, marked)
  const declared = /^@charset "([^"]{1,40})";/.exec(singleBytes(bytes.subarray(0, 64)))?.[1]
  const named = label ?? declared
  if (named === undefined || /^utf-?8$/i.test(named)) return decode(bytes, 'UTF-8')
  // What says in single bytes that it is UTF-16 is not.
  return decode(bytes, label === null && /^utf-?16/i.test(named) ? 'UTF-8' : named)
}

/** The encoding that an XML declaration names; it counts less than a header and a `meta`, as in browsers. */
function xmlDeclaredLabel(bytes: Uint8Array): string | undefined {
  if (!startsWithXmlDeclaration(bytes)) return undefined
  const declaration = singleBytes(bytes.subarray(0, 1024))
  const label = /^[^>]*?\sencoding\s*=\s*["']([^"'>\s]+)["']/i.exec(declaration)?.[1]
  // Read as single bytes, so it is not UTF-16 whatever it says (HTML Standard, prescan).
  return label !== undefined && /^(?:utf-?16|ucs|unicode|csunicode|iso-10646)/i.test(label) ? 'utf-8' : label
}

function startsWithXmlDeclaration(bytes: Uint8Array): boolean {
  const start = hasByteOrderMark(bytes) && bytes[0] === 0xef ? 3 : 0
  return singleBytes(bytes.subarray(start, start + 5)) === '<?xml'
}

const ofSingleBytes = new TextDecoder('windows-1252')

/** ASCII as it is, every other byte as some character: as many characters as bytes. */
export function singleBytes(bytes: Uint8Array): string {
  return ofSingleBytes.decode(bytes)
}

/** The encoding that a byte order mark tells; null where there is none. */
function markedEncoding([a, b, c]: Uint8Array): 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'UTF-8'
  return a === 0xff && b === 0xfe ? 'UTF-16LE' : a === 0xfe && b === 0xff ? 'UTF-16BE' : null
}

const hasByteOrderMark = (bytes: Uint8Array): boolean => markedEncoding(bytes) !== null

/** The encoding of a text that has no place to name one: by its byte order mark, else as of a page that names none. */
export function textEncoding(bytes: Uint8Array): string {
  return markedEncoding(bytes) ?? guess(bytes)
}

/** The encoding of a page that names none: UTF-16 where every other byte is zero, UTF-8 where it is valid, else windows-1252. */
function guess(bytes: Uint8Array, kind = utf8Kind(bytes)): string {
  const utf16 = utf16Order(bytes)
  if (utf16) return utf16
  return kind === 'invalid' ? 'windows-1252' : 'UTF-8'
}

/** The bytes without a character of UTF-8 at their end that was begun and not finished. */
function withoutHalfCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.subarray(0, -back) : bytes
  }
  return bytes
}

/** Markup is mostly ASCII: UTF-16 without a mark shows as zero bytes at even or at odd positions only. */
function utf16Order(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  const length = Math.min(bytes.length, 1024) & ~1
  if (length < 8) return null
  let even = 0
  let odd = 0
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  if (even === 0 && odd > length / 4) return 'UTF-16LE'
  if (odd === 0 && even > length / 4) return 'UTF-16BE'
  return null
}

/** What bytes are as UTF-8; `broken-off`: with characters beyond ASCII, the last of which is not finished. */
function utf8Kind(bytes: Uint8Array): 'ascii' | 'beyond-ascii' | 'broken-off' | 'invalid' {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).length === bytes.length ? 'ascii' : 'beyond-ascii'
  } catch {
    const whole = withoutHalfCharacter(bytes)
    return whole.length < bytes.length && utf8Kind(whole) === 'beyond-ascii' ? 'broken-off' : 'invalid'
  }
}

const SIGNATURES: readonly (readonly [kind: string, bytes: readonly number[]])[] = [
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
  ['a SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
]

/** What a file is that is not text, or null where it may be HTML (MIME Sniffing Standard, binary data bytes). */
export function binaryKind(bytes: Uint8Array): string | null {
  for (const [kind, signature] of SIGNATURES) if (signature.every((byte, i) => bytes[i] === byte)) return kind
  if (hasByteOrderMark(bytes) || utf16Order(bytes)) return null
  const length = Math.min(bytes.length, 8192)
  let binary = 0
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number
    if (byte <= 8 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)) binary++
  }
  // A stray control character occurs on real pages; one in a hundred does not.
  return binary * 100 > length ? 'binary data' : null
}

/** Whether the bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** The bytes of a page, unpacked. @throws FailureError `input.empty`, `input.binary`. */
export function checkHtmlBytes(plain: Uint8Array, name: string): Uint8Array {
  if (plain.length === 0) throw failed('input.empty', `${name} is empty.`, 'Choose a file that holds a page.')
  const kind = binaryKind(plain)
  if (kind) throw failed('input.binary', `${name} is ${kind}, not a page.`, 'Choose an .html, .htm or .xhtml file, plain or gzipped.')
  return plain
}

/** What is said of a file that is larger than may be. */
export function tooLarge(name: string, limit: number): FailureError {
  const megabytes = Math.round((limit / 1024 / 1024) * 100) / 100
  return failed(
    'input.too-large',
    `${name} has more than ${megabytes} MiB of HTML.`,
    'Raise the size limit (or --max-bytes on the command line), or open a part of the page.',
  )
}
