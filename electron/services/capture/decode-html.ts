import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type Iconv from 'iconv-lite'
import { failed, FailureError } from '../../../shared/base/failure'
import { hasCode, TOO_LARGE } from '../files/files'
import { gzipFailure, readAtMost } from '../files/read-file'
import { checkHtmlBytes, decodeCssWith, decodeWith, isGzip, textEncoding, tooLarge, type DecodedHtml } from '../files/html-bytes'

export { binaryKind, type DecodedHtml } from '../files/html-bytes'

export function decodeHtml(bytes: Uint8Array, contentType?: string): DecodedHtml {
  return decodeWith(decode, bytes, contentType)
}

/** Loads iconv-lite at the first page whose encoding is not UTF-8. */
const loadIconv = (): typeof Iconv => createRequire(import.meta.url)('iconv-lite') as typeof Iconv

/** Encodings for which Node follows the Encoding Standard better than iconv-lite: four-byte characters of GBK, for example. */
const BY_NODE: Readonly<Record<string, string>> = { 'UTF-8': 'utf-8', GBK: 'gb18030', gb18030: 'gb18030', macintosh: 'macintosh' }

function decode(bytes: Uint8Array, charset: string): string {
  if (charset === 'UTF-8') return new TextDecoder().decode(bytes)
  const iconv = loadIconv()
  // Bytes beyond ASCII of `x-user-defined` are characters for private use.
  if (charset === 'x-user-defined')
    return iconv.decode(Buffer.from(bytes), 'latin1').replace(/[\x80-\xff]/g, (sign) => String.fromCharCode(0xf700 + sign.charCodeAt(0)))
  const byNode = Object.hasOwn(BY_NODE, charset) ? BY_NODE[charset] : undefined
  try {
    if (byNode !== undefined || !iconv.encodingExists(charset)) return new TextDecoder(byNode ?? charset).decode(bytes)
  } catch {
    // This Node was built without the table of the encoding.
  }
  const known = iconv.encodingExists(charset) ? charset : 'windows-1252'
  const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known)
  // Node and iconv-lite both decode two Belarusian letters, and Windows bytes without a character, differently from the Standard.
  if (charset === 'KOI8-U') return text.replaceAll('╝', 'ў').replaceAll('╬', 'Ў')
  if (!known.startsWith('windows-')) return text
  return text.replace(/\ufffd/g, (sign, at: number) => ((bytes[at] ?? 0xff) < 0xa0 ? String.fromCharCode(bytes[at] ?? 0) : sign))
}

/** Decodes a text that cannot name its encoding. @returns the text; `guessed` is true without a Unicode encoding */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly guessed: boolean } {
  const charset = textEncoding(bytes)
  return { text: decode(bytes, charset), guessed: charset === 'windows-1252' }
}

export function decodeCss(bytes: Uint8Array, label: string | null): string {
  return decodeCssWith(decode, bytes, label)
}

/** Reads an HTML file, plain or gzip, within `limit` bytes before and after decompression. @throws FailureError `input.*`. */
export async function readHtmlBytes(path: string, limit: number): Promise<Uint8Array> {
  return unpackHtmlBytes(await readBytes(path, limit), path, limit)
}

/** Like `readHtmlBytes` for bytes from another source (standard input, a drop); messages use `name`. */
export async function unpackHtmlBytes(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  if (bytes.length > limit) throw tooLarge(name, limit)
  const isPacked = isGzip(bytes)
  if (!isPacked && /\.gz$/i.test(name) && !bytes.includes(0x3c))
    throw failed('input.bad-gzip', `${name} is neither gzip nor HTML.`, 'Compress or download the file again.')
  const plain = isPacked ? await gunzipped(bytes, name, limit) : bytes
  return checkHtmlBytes(plain, name)
}

async function readBytes(path: string, limit: number): Promise<Uint8Array> {
  try {
    const bytes = await readAtMost(path, limit)
    if (bytes === null) throw tooLarge(path, limit)
    return bytes
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) throw failed('input.not-found', `There is no file ${path}.`, 'Check the path.')
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error'
    throw failed('input.unreadable', `${path} could not be read (${code}).`, 'Check its permissions and the disk.')
  }
}

async function gunzipped(bytes: Uint8Array, name: string, limit: number): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: limit })
  } catch (thrown) {
    if (hasCode(thrown, TOO_LARGE)) throw tooLarge(name, limit)
    throw gzipFailure(thrown, name)
  }
}
