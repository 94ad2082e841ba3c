/**
 * Decodes HTML, CSS and text, reads header fields, and detects binary files. This module uses no Node API, so it also runs in the web
 * edition.
 */
// This package replaces the decoder of Node, because Node deviates from the Encoding Standard for seven encodings.
import { getBOMEncoding, TextDecoder as StandardDecoder } from '@exodus/bytes/encoding-browser.js'
import { analyse } from 'chardet'
import { MIMEType } from 'whatwg-mimetype'
import { failed, type FailureError } from '../../../shared/base/failure'
import type { Header, ResourceKind } from '../../../shared/contract/capture'
import { encodingOf, metaEncoding, replaceImpossibleEncoding, singleBytes } from './meta-encoding'

export function mediaType(contentType: string): string {
  return parseType(contentType)?.essence ?? ''
}

/** Parses a `Content-Type` header, possibly with several values (Fetch Standard, extract a MIME type). */
function parseType(contentType: string): MIMEType | null {
  let found: MIMEType | null = null
  for (const [value] of contentType.matchAll(/(?:[^,"]|"[^"]*"?)+/g)) {
    // As in browsers, white space ends an invalid media type: `text/html charset=koi8-r` is `text/html` without a charset.
    const type = MIMEType.parse(value) ?? MIMEType.parse(value.trim().split(/\s/, 1)[0] ?? '')
    if (!type || type.essence === '*/*') continue
    const charset = found?.essence === type.essence ? found.parameters.get('charset') : undefined
    if (charset !== undefined && !type.parameters.has('charset')) type.parameters.set('charset', charset)
    found = type
  }
  return found
}

function headerEncoding(contentType: string): string | null {
  return encodingOf(parseType(contentType)?.parameters.get('charset'))
}

export function kindOf(contentType: string): ResourceKind {
  const type = mediaType(contentType)
  if (type === 'text/css') return 'stylesheet'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'document'
  if (type.startsWith('image/')) return 'image'
  return /^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/.test(type) ? 'font' : 'other'
}

export type DecodedHtml = ReturnType<typeof decodeHtml>

/**
 * Decodes HTML. The encoding comes from the byte order mark, the header, a `meta`, the XML declaration, or a guess, in this order. Unlike
 * in browsers, the label is ignored if the bytes are UTF-8 with characters beyond ASCII, unless the label names an encoding that browsers
 * refuse. Unlike in browsers, a `meta` after the head counts if nothing else names an encoding and the text seems neither Unicode nor
 * Western.
 * @param isMarkupFirst whether the header counts only if the page names no encoding, as in MHTML in Chromium
 */
export function decodeHtml(bytes: Uint8Array, contentType = '', isMarkupFirst = false) {
  const kind = utf8Kind(bytes)
  const header = headerEncoding(contentType)
  const named =
    markedEncoding(bytes) ??
    (isMarkupFirst ? null : header) ??
    (parseType(contentType)?.isXML() === true ? null : metaEncoding(bytes)) ??
    encodingOf(xmlDeclaredLabel(bytes)) ??
    header
  let charset = named ?? guessEncoding(bytes, kind)
  const notes: string[] = []
  if (charset === 'replacement') return { html: '\ufffd', charset, notes: [REFUSED] }
  if (named === null && charset === 'windows-1252') {
    const late = metaEncoding(bytes, true)
    const sample = sampleWords(bytes)
    if (late !== null && late !== 'UTF-8' && late !== charset && sample.length > 0) {
      charset = late
      notes.push(`The page names the encoding ${late} after its head, where Chromium ignores it; the page was read as ${late}.`)
    } else if (late !== charset) {
      charset = (sample.length > 0 ? detectEncoding(sample) : detectLatin(bytes)) ?? charset
      notes.push(`The page names no encoding that browsers use and is not UTF-8; it was read as ${charset}, which is a guess.`)
    }
  }
  if (charset !== 'UTF-8' && !hasByteOrderMark(bytes) && (kind === 'beyond-ascii' || kind === 'broken-off')) {
    notes.push(`The page is labelled ${charset}, but its bytes are UTF-8; it was read as UTF-8.`)
    charset = 'UTF-8'
  }
  // As in Chromium, half a UTF-16 character at the end is omitted.
  const html = new StandardDecoder(charset).decode(charset.startsWith('UTF-16') ? bytes.subarray(0, bytes.length & ~1) : bytes)
  // In a Unicode encoding, the page itself may contain the replacement character.
  const isDamaged = charset === 'UTF-8' ? kind === 'invalid' || kind === 'broken-off' : !charset.startsWith('UTF-16')
  if (isDamaged && html.includes('\ufffd'))
    notes.push(`The page was read as ${charset}, but some of its bytes are invalid in this encoding; they are shown as \ufffd.`)
  return { html, charset, notes }
}

const REFUSED = 'Browsers refuse the encoding that the page names; they show one replacement character instead of the page.'

/** Encodings that detection recognises reliably from words that consist mostly of bytes beyond ASCII. */
const DETECTED = /^(?:Shift_JIS|EUC-|Big5|gb18030|KOI8|windows-(?:1251|1253|1255|1256|874)|ISO-8859-[5-8])/

const LARGEST_SAMPLE = 64 * 1024

/**
 * Returns the words with four adjacent bytes beyond ASCII. Returns no words if at least half of all bytes beyond ASCII are in other words,
 * as in Western text.
 */
function sampleWords(bytes: Uint8Array): Uint8Array {
  const sample: number[] = []
  let balance = 0
  for (const { 0: word, index } of singleBytes(bytes).matchAll(/[^\0-?]{1,4096}/g)) {
    const beyond = word.replace(/[\0-\x7f]+/g, '').length
    const isLong = /[^\0-\x7f]{4}/.test(word)
    balance += isLong ? beyond : -beyond
    if (isLong && sample.length < LARGEST_SAMPLE) sample.push(...bytes.subarray(index, index + word.length), 0x20)
  }
  return Uint8Array.from(balance > 0 ? sample : [])
}

function detectEncoding(sample: Uint8Array): string | null {
  for (const { name } of analyse(sample)) {
    const encoding = encodingOf(name)
    if (encoding === null || !DETECTED.test(encoding)) continue
    const text = new StandardDecoder(encoding).decode(sample)
    if ((text.split('\ufffd').length - 1) * 100 > text.length) continue
    // Ukrainian letters are box drawings in KOI8-R.
    return encoding === 'KOI8-R' && /[╓╕╖╜]/.test(text) ? 'KOI8-U' : encoding
  }
  return null
}

function detectLatin(bytes: Uint8Array): string | null {
  const text = Uint8Array.from(bytes.subarray(0, 4 * LARGEST_SAMPLE))
  for (const { 0: markup, index } of singleBytes(text).matchAll(/<(?:script|style)\b[^]*?<\/|<[^>]*/gi))
    text.fill(0x20, index, index + markup.length)
  if (text.filter((byte) => byte >= 0xa0).length < 5) return null
  return encodingOf(analyse(text).find(({ name }) => /^(?:windows-125[0247]|ISO-8859-[129])$/.test(name))?.name)
}

/**
 * Decodes a style sheet (CSS Syntax). The encoding comes from the byte order mark, the header or `@charset`, in this order; default: UTF-8.
 */
export function decodeCss(bytes: Uint8Array, contentType: string): string {
  const declared = encodingOf(/^@charset "([^"]{1,40})";/.exec(singleBytes(bytes.subarray(0, 64)))?.[1])
  const named = markedEncoding(bytes) ?? headerEncoding(contentType) ?? replaceImpossibleEncoding(declared) ?? 'UTF-8'
  return named === 'replacement' ? '' : new StandardDecoder(named).decode(bytes)
}

function xmlDeclaredLabel(bytes: Uint8Array): string | undefined {
  const start = hasByteOrderMark(bytes) && bytes[0] === 0xef ? 3 : 0
  if (singleBytes(bytes.subarray(start, start + 5)) !== '<?xml') return undefined
  const [, , label] = /^[^>]*?encoding\s*=\s*(["'])([^"'>\s]+)\1/.exec(singleBytes(bytes.subarray(0, bytes.indexOf(0x3e)))) ?? []
  // The declaration was read as single bytes, so the page is not UTF-16 (HTML Standard, prescan).
  return label !== undefined && /^(?:utf-?16|ucs|unicode|csunicode|iso-10646)/i.test(label) ? 'utf-8' : label
}

function markedEncoding(bytes: Uint8Array): string | null {
  return encodingOf(getBOMEncoding(bytes))
}

const hasByteOrderMark = (bytes: Uint8Array): boolean => markedEncoding(bytes) !== null

/** Decodes a text without a declared encoding. `guessed`: the bytes are not Unicode and are read as windows-1252. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly guessed: boolean } {
  const charset = markedEncoding(bytes) ?? guessEncoding(bytes)
  return { text: new StandardDecoder(charset).decode(bytes), guessed: charset === 'windows-1252' }
}

function guessEncoding(bytes: Uint8Array, kind = utf8Kind(bytes)): string {
  return utf16Order(bytes) ?? (kind === 'invalid' ? 'windows-1252' : 'UTF-8')
}

/**
 * Detects UTF-16 without a byte order mark by an XML declaration or by zero bytes. Markup is mostly ASCII, so its zero bytes are only at
 * even or only at odd positions.
 */
function utf16Order(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  const start = singleBytes(bytes.subarray(0, 6))
  if (start === '<\0?\0x\0') return 'UTF-16LE'
  if (start === '\0<\0?\0x') return 'UTF-16BE'
  const head = bytes.subarray(0, Math.min(bytes.length, 1024) & ~1)
  if (head.length < 8) return null
  const even = head.filter((byte, i) => byte === 0 && i % 2 === 0).length
  const odd = head.filter((byte, i) => byte === 0 && i % 2 === 1).length
  if (even === 0 && odd > head.length / 4) return 'UTF-16LE'
  return odd === 0 && even > head.length / 4 ? 'UTF-16BE' : null
}

/** `broken-off`: the bytes end inside a character, after at least one character beyond ASCII. */
function utf8Kind(bytes: Uint8Array): 'ascii' | 'beyond-ascii' | 'broken-off' | 'invalid' {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let isBeyond = false
  try {
    // With `stream`, the bytes may end inside a character. In this case, the final call throws.
    isBeyond = /[^\0-\x7f]/.test(decoder.decode(bytes, { stream: true }))
    decoder.decode()
    return isBeyond ? 'beyond-ascii' : 'ascii'
  } catch {
    return isBeyond ? 'broken-off' : 'invalid'
  }
}

const SIGNATURES: readonly (readonly [kind: string, bytes: readonly number[]])[] = [
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a zstd file', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
  ['a SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
]

/** Returns the kind of a binary file; null if the file may be HTML (MIME Sniffing Standard, binary data bytes). */
export function binaryKind(bytes: Uint8Array): string | null {
  for (const [kind, signature] of SIGNATURES) if (signature.every((byte, i) => bytes[i] === byte)) return kind
  if (hasByteOrderMark(bytes) || utf16Order(bytes)) return null
  const head = bytes.subarray(0, 8192)
  const binary = head.filter((byte) => byte <= 8 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1f && byte !== 0x1b))
  // Some pages contain a few stray control characters, so one per hundred bytes is allowed.
  return binary.length * 100 > head.length ? 'binary data' : null
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

export function checkHtmlBytes(plain: Uint8Array, name: string): Uint8Array {
  if (plain.length === 0) throw failed('input.empty', `${name} is empty.`, 'Choose a file with an HTML page.')
  const kind = binaryKind(plain)
  if (kind) throw failed('input.binary', `${name} is ${kind}, not a page.`, 'Choose an .html, .htm or .xhtml file, plain or gzipped.')
  return plain
}

export function tooLarge(name: string, limit: number): FailureError {
  const megabytes = Math.round((limit / 1024 / 1024) * 100) / 100
  const message = `${name} has more than ${megabytes} MiB of HTML.`
  return failed('input.too-large', message, 'Raise the size limit (or --max-bytes on the command line), or open a part of the page.')
}

const LISTS = /^(?:content-type|content-encoding|transfer-encoding)$/

export function headerIn(headers: readonly Header[], name: string): string {
  const values = headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value)
  return LISTS.test(name) ? values.join(', ') : (values[0] ?? '')
}

/**
 * Returns header fields (RFC 5322) by name in lower case. If a field occurs several times, its values are joined if `LISTS` matches the
 * field; otherwise, the first value counts.
 */
export function headerFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  let last = ''
  for (const line of lines) {
    if (/^[ \t]/.test(line) && last !== '') {
      fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`.trim())
      continue
    }
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const before = fields.get(name)
    last = before === undefined || LISTS.test(name) ? name : ''
    if (last !== '') fields.set(name, (before === undefined ? '' : `${before}, `) + line.slice(colon + 1).trim())
  }
  return fields
}
