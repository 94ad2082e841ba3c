import { type Failure, FailureError } from '../../../shared/base/failure'
import type { KeptResponse } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import type { CdpTarget } from './cdp-target'
import { unpackHtmlBytes } from '../files/files'
import { binaryKind, type DecodedHtml, decodeHtml, headerIn, isGzip, mediaType } from '../files/html-bytes'
import { emptyFailure, hostOf, networkFailure, notHtmlFailure, tooLargeFailure } from './load-failures'
import { type Paused, readBody } from './paused-request'
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

export interface ServedPage {
  readonly html: string
  readonly url: string
  readonly status: number | null
  readonly charset: string | null
  readonly notes: readonly string[]
  readonly response: KeptResponse | null
}

export function refuseType(contentType: string, url: string): Failure | null {
  const type = mediaType(contentType)
  if (PAGE_TYPES.test(type) || TEXT_TYPES.test(type) || UNSURE_TYPES.test(type)) return null
  const kind = KINDS.find(([start]) => type.startsWith(start))?.[1]
  return notHtmlFailure(url, kind === undefined ? type : `${kind} (${type})`)
}

type Served = Pick<KeptResponse, 'url' | 'status' | 'body'> & { readonly contentType: string }

async function readServed({ url, status, body: bytes, contentType }: Served, maxBytes: number): Promise<DecodedHtml> {
  if (bytes.length === 0) throw new FailureError(emptyFailure(url, status))
  const kind = binaryKind(bytes)
  if (kind !== null && !isGzip(bytes)) throw new FailureError(notHtmlFailure(url, kind))
  const plain = await unpackHtmlBytes(bytes, hostOf(url), maxBytes)
  const type = mediaType(contentType)
  const decoded = decodeHtml(plain, contentType)
  if (PAGE_TYPES.test(type)) {
    return type === 'application/xhtml+xml'
      ? { ...decoded, notes: [...decoded.notes, 'The page is XHTML; it was parsed as HTML.'] }
      : decoded
  }
  if (UNSURE_TYPES.test(type)) {
    if (!/<(?:!doctype\s+html|html|head|body)[\s>]/i.test(decoded.html.slice(0, 4096))) throw new FailureError(notHtmlFailure(url, type))
    return { ...decoded, notes: [...decoded.notes, `The server declares the type ${type}; the page was read as HTML.`] }
  }
  return {
    ...decoded,
    html: `<!DOCTYPE html><html><head></head><body><pre>${escapeHtml(decoded.html)}</pre></body></html>`,
    notes: [...decoded.notes, `The server sent plain text (${type}); its text is shown as a page.`],
  }
}

const cutOff = (missing: number): string =>
  `The server closed the connection: the last ${missing.toLocaleString('en')} bytes of the page are missing.`

/**
 * @param received called with the number of bytes so far
 * @throws FailureError if the response is too large or is not a page, and the failures of the network
 */
export async function readDocument(
  target: CdpTarget,
  paused: Paused,
  maxBytes: number,
  received: (bytes: number) => void,
): Promise<ServedPage> {
  const { url } = paused.request
  const { responseStatusCode: status = 0, responseHeaders: headers = [] } = paused
  const contentType = headerIn(headers, 'content-type')
  const wrongType = refuseType(contentType, url)
  if (wrongType) throw new FailureError(wrongType)
  const announced = Number(headerIn(headers, 'content-length'))
  if (announced > maxBytes) throw new FailureError(tooLargeFailure(hostOf(url), maxBytes))
  const body = await readBody(target, paused, maxBytes, received)
  const isCompressed = headerIn(headers, 'content-encoding') !== ''
  if (isCompressed && body.length === 0) throw new FailureError(networkFailure('ERR_CONTENT_DECODING_FAILED', url))
  const { html, charset, notes } = await readServed({ url, status, body, contentType }, maxBytes)
  const missing = isCompressed ? 0 : announced - body.length
  const response: KeptResponse = { url: withoutFragment(url), kind: 'document', status, headers, body }
  return { html, url, status, charset, notes: missing > 0 ? [...notes, cutOff(missing)] : notes, response }
}
