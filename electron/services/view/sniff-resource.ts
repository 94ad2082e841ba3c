import type { ResourceKind } from '../../../shared/contract/bundle'
import { mediaType, singleBytes } from '../capture/html-bytes'

/** How files begin (MIME Sniffing Standard, image, audio or video, and font patterns); `.` is any byte. */
const BEGINNINGS: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF....WEBP/s, 'image/webp'],
  [/^....ftypavi[fs]/s, 'image/avif'],
  [/^BM/, 'image/bmp'],
  [/^\0\0[\x01\x02]\0/, 'image/x-icon'],
  [/^wOFF/, 'font/woff'],
  [/^wOF2/, 'font/woff2'],
  [/^OTTO/, 'font/otf'],
  [/^(?:\0\x01\0\0|true)/, 'font/ttf'],
  [/^ttcf/, 'font/collection'],
  [/^....ftyp/s, 'video/mp4'],
  [/^\x1aE\xdf\xa3/, 'video/webm'],
  [/^OggS/, 'application/ogg'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, 'audio/mpeg'],
]

/**
 * The type that a part of a page is answered with: what it is by its bytes, or by what the browser took it for. Null for what no
 * page shows: never is anything answered as a document or a script.
 */
export function sniffResource(body: Uint8Array, kind: ResourceKind, contentType: string): string | null {
  const declared = mediaType(contentType)
  if (kind === 'stylesheet' || (kind !== 'image' && declared === 'text/css')) return 'text/css'
  const head = String.fromCharCode(...body.subarray(0, 16))
  const found = BEGINNINGS.find(([pattern]) => pattern.test(head))
  if (found) return found[1]
  if (declared === 'image/svg+xml' || (kind === 'image' && isSvg(body))) return 'image/svg+xml'
  // Images of kinds that are not known here; the browser knows them or not.
  if (/^image\/[\w.+-]+$/.test(declared) && !/xml$/.test(declared)) return declared
  return null
}

function isSvg(body: Uint8Array): boolean {
  return /<svg[\s>]/i.test(singleBytes(body.subarray(0, 1024)))
}
