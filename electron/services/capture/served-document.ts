import { FailureError, type Failure } from '../../../shared/base/failure'
import { binaryKind, decodeHtml, unpackHtmlBytes, type DecodedHtml } from './decode-html'
import { mediaType } from './html-bytes'
import { emptyFailure, hostOf, notHtmlFailure } from './load-failures'
import { escapeHtml } from '../../../shared/base/escape'

const PAGE_TYPES = /^(?:text\/html|application\/xhtml\+xml|application\/(?:x-)?gzip|)$/
const TEXT_TYPES = /^(?:text\/(?!xml$)|application\/(?:json|javascript|x-ndjson|[\w.-]+\+json)$)/
const UNSURE_TYPES = /^(?:text\/xml|application\/(?:xml|octet-stream|x-download|force-download|[\w.-]+\+xml)|binary\/octet-stream)$/
const KINDS: readonly (readonly [start: string, kind: string])[] = [
  ['application/pdf', 'a PDF document'],
  ['image/', 'an image'],
  ['video/', 'a video'],
  ['audio/', 'audio'],
  ['font/', 'a font'],
  ['application/zip', 'a ZIP archive'],
]

export interface ServedHtml extends DecodedHtml {
  /** Whether the HTML is other than the bytes in their charset: unpacked, or plain text made into a page. */
  readonly isWrapped: boolean
}

/** Why a response of this type is no page, or null where its bytes must tell. Saves fetching a film to refuse it. */
export function refuseType(contentType: string, url: string): Failure | null {
  const type = mediaType(contentType)
  if (PAGE_TYPES.test(type) || TEXT_TYPES.test(type) || UNSURE_TYPES.test(type)) return null
  const kind = KINDS.find(([start]) => type.startsWith(start))?.[1]
  return notHtmlFailure(url, kind === undefined ? type : `${kind} (${type})`)
}

/**
 * Turns what a server sent into the page's HTML: unpacks, decodes, wraps plain text as a browser does.
 * @throws FailureError `load.empty`, `load.not-html`, `input.*` for damaged gzip.
 */
export async function readServed(
  bytes: Uint8Array,
  contentType: string,
  url: string,
  status: number,
  maxBytes: number,
): Promise<ServedHtml> {
  if (bytes.length === 0) throw new FailureError(emptyFailure(url, status))
  const kind = binaryKind(bytes)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (kind !== null && !isGzip) throw new FailureError(notHtmlFailure(url, kind))
  const plain = await unpackHtmlBytes(bytes, hostOf(url), maxBytes)
  const type = mediaType(contentType)
  const decoded = decodeHtml(plain, contentType)
  if (PAGE_TYPES.test(type)) {
    return type === 'application/xhtml+xml'
      ? { ...decoded, isWrapped: isGzip, notes: [...decoded.notes, 'The page is XHTML; it was read by the rules of HTML.'] }
      : { ...decoded, isWrapped: isGzip }
  }
  if (UNSURE_TYPES.test(type)) {
    if (!/<(?:!doctype\s+html|html|head|body)[\s>]/i.test(decoded.html.slice(0, 4096))) throw new FailureError(notHtmlFailure(url, type))
    return { ...decoded, isWrapped: isGzip, notes: [...decoded.notes, `The server calls this ${type}; it was read as HTML.`] }
  }
  return {
    ...decoded,
    isWrapped: true,
    html: `<!DOCTYPE html><html><head></head><body><pre>${escapeHtml(decoded.html)}</pre></body></html>`,
    notes: [...decoded.notes, `The server sent plain text (${type}); it was wrapped into a page.`],
  }
}
