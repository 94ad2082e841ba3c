import { z } from 'zod'
import { escapeHtml } from '../../../shared/base/escape'
import { failed, type Failure, FailureError } from '../../../shared/base/failure'
import { isWebAddress } from '../../../shared/base/url'
import type { Header, KeptResponse } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import { unpackHtmlBytes } from '../files/files'
import { binaryKind, type DecodedHtml, decodeHtml, headerIn, isGzip, mediaType } from '../files/html-bytes'
import type { CdpTarget } from './cdp-target'
import { hostOf, networkFailure, notHtmlFailure, tooLargeFailure } from './load-failures'
import type { ArchiveRoute } from './web-archive'

const HeaderEntry = z.object({ name: z.string(), value: z.string() })
export const Held = z.object({ requestId: z.string() })
/** A request before it is sent, or with the status or error of its response. */
export const Paused = Held.extend({
  networkId: z.string().default(''),
  request: z.object({ url: z.string(), method: z.string() }),
  frameId: z.string(),
  resourceType: z.string(),
  responseErrorReason: z.string().optional(),
  responseStatusCode: z.number().optional(),
  responseHeaders: z.array(HeaderEntry).default([]),
}).transform(({ request, responseErrorReason: error, responseStatusCode: status, responseHeaders: headers, ...rest }) => ({
  ...rest,
  ...request,
  error,
  status,
  headers,
}))
export type Paused = z.infer<typeof Paused>
const BodyStream = z.object({ stream: z.string() })
const Body = z.object({ body: z.string() })
const Version = z.object({ product: z.string() })
const Chunk = z.object({ data: z.string(), base64Encoded: z.boolean().optional(), eof: z.boolean() })

/** Whether the browser itself, not the page, requests the site's icon. */
export const isOwnIcon = ({ resourceType, url }: Paused): boolean => resourceType === 'Other' && url.endsWith('/favicon.ico')

export const isAnswered = ({ status, error }: Paused): boolean => status !== undefined || error !== undefined

export const isRedirect = ({ status = 0, headers }: Paused): boolean =>
  status >= 300 && status < 400 && headerIn(headers, 'location') !== ''

export async function refuse(
  target: CdpTarget,
  { requestId }: Paused,
  errorReason: 'Aborted' | 'BlockedByClient' | 'NameNotResolved',
): Promise<void> {
  await target.send('Fetch.failRequest', { requestId, errorReason })
}

/** The browser requests `url`; the page still sees the original address. */
export async function passOn(target: CdpTarget, { requestId, url: requested }: Paused, url = requested): Promise<void> {
  await target.send('Fetch.continueRequest', url === requested ? { requestId } : { requestId, url })
}

export async function fulfil(
  target: CdpTarget,
  { requestId }: Paused,
  { status, headers, body }: Pick<KeptResponse, 'status' | 'headers' | 'body'>,
): Promise<void> {
  const answer = { responseCode: status, responseHeaders: headers, body: Buffer.from(body).toString('base64') }
  await target.send('Fetch.fulfillRequest', { requestId, ...answer })
}

export const ANY_ORIGIN: Header = { name: 'Access-Control-Allow-Origin', value: '*' }

/** First version of Chromium whose streams return all bytes. Version 138 drops bytes that are not UTF-8. */
const STREAMS_BYTES = 140

/** @param received called with the number of bytes so far @throws FailureError `load.too-large`, and the failures of the network */
export async function readBody(
  target: CdpTarget,
  { requestId, url }: Pick<Paused, 'requestId' | 'url'>,
  maxBytes: number,
  received: (bytes: number) => void,
): Promise<Buffer> {
  const read: CdpTarget['send'] = (method, params) =>
    target.send(method, params).catch((thrown: unknown) => {
      const reason = thrown instanceof Error ? /ERR_[A-Z_]+/.exec(thrown.message)?.[0] : undefined
      throw new FailureError(networkFailure(reason ?? 'ERR_CONTENT_LENGTH_MISMATCH', url))
    })
  const { product } = Version.parse(await target.send('Browser.getVersion'))
  if (Number(/\/(\d+)/.exec(product)?.[1] ?? STREAMS_BYTES) < STREAMS_BYTES) {
    const { body } = Body.parse(await read('Fetch.getResponseBody', { requestId }))
    const bytes = Buffer.from(body, 'base64')
    if (bytes.length > maxBytes) throw new FailureError(tooLargeFailure(hostOf(url), maxBytes))
    received(bytes.length)
    return bytes
  }
  const { stream } = BodyStream.parse(await target.send('Fetch.takeResponseBodyAsStream', { requestId }))
  received(0)
  const chunks: Buffer[] = []
  let length = 0
  for (;;) {
    const chunk = Chunk.parse(await read('IO.read', { handle: stream, size: 1024 * 1024 }))
    const bytes = Buffer.from(chunk.data, chunk.base64Encoded === true ? 'base64' : 'utf8')
    chunks.push(bytes)
    length += bytes.length
    if (length > maxBytes) throw new FailureError(tooLargeFailure(hostOf(url), maxBytes))
    received(length)
    if (chunk.eof) break
  }
  await target.send('IO.close', { handle: stream })
  return Buffer.concat(chunks, length)
}

/** Translates addresses and headers between a page and a web archive, so that the page sees its original addresses. */
export function archivedRequests(target: CdpTarget, route: ArchiveRoute) {
  const pending = new Map<string, string>()
  return {
    placeOf: (url: string): string => (isWebAddress(url) ? route.addressOf(url) : url),
    /**
     * Returns a paused request with the address that the page requested; null if the request is handled here.
     * @param follow called for a redirect; `to` is null if the target is not in the archive
     */
    async translatePaused(paused: Paused, follow: (paused: Paused, to: string | null) => Promise<void>): Promise<Paused | null> {
      const { requestId, networkId, method, status, headers } = paused
      if (!isAnswered(paused)) {
        pending.set(networkId, paused.url)
        if (method === 'GET' || method === 'OPTIONS') return paused
        await refuse(target, paused, 'BlockedByClient')
        return null
      }
      const url = pending.get(networkId) ?? paused.url
      if (isRedirect(paused)) {
        await follow({ ...paused, url }, route.follow(url, headerIn(headers, 'location')))
        return null
      }
      const responseHeaders = archivedHeaders(headers)
      if (paused.resourceType === 'Document' || status === undefined) return { ...paused, url, headers: responseHeaders }
      await target.send('Fetch.continueResponse', { requestId, responseCode: status, responseHeaders })
      return null
    },
  }
}

function archivedHeaders(headers: readonly Header[]): Header[] {
  const own = headers.flatMap(({ name, value }) => {
    const was = /^x-archive-orig-(.+)$/i.exec(name)?.[1]
    const isOmitted = was === undefined || /^(?:content-(?:type|length|encoding)|transfer-encoding|access-control-.*)$/i.test(was)
    return isOmitted ? [] : [{ name: was, value }]
  })
  const names = new Set(own.map(({ name }) => name.toLowerCase()))
  const given = headers.filter(
    ({ name }) => !/^(?:x-archive-|content-security-policy|access-control-)/i.test(name) && !names.has(name.toLowerCase()),
  )
  return [...given, ...own, ANY_ORIGIN]
}

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
  if (bytes.length === 0) {
    const message = `${hostOf(url)} responded with status ${status} and an empty page.`
    throw failed('load.empty', message, 'Check the address; the page may have moved.')
  }
  const kind = binaryKind(bytes)
  if (kind !== null && !isGzip(bytes)) throw new FailureError(notHtmlFailure(url, kind))
  const plain = await unpackHtmlBytes(bytes, hostOf(url), maxBytes)
  const type = mediaType(contentType)
  const decoded = decodeHtml(plain, contentType)
  const withNote = (note: string): DecodedHtml => ({ ...decoded, notes: [...decoded.notes, note] })
  if (type === 'application/xhtml+xml') return withNote('The page is XHTML; it was parsed as HTML.')
  if (PAGE_TYPES.test(type)) return decoded
  if (UNSURE_TYPES.test(type)) {
    if (!/<(?:!doctype\s+html|html|head|body)[\s>]/i.test(decoded.html.slice(0, 4096))) throw new FailureError(notHtmlFailure(url, type))
    return withNote(`The server declares the type ${type}; the page was read as HTML.`)
  }
  const html = `<!DOCTYPE html><html><head></head><body><pre>${escapeHtml(decoded.html)}</pre></body></html>`
  return { ...withNote(`The server sent plain text (${type}); its text is shown as a page.`), html }
}

/** @param received called with the number of bytes so far @throws FailureError if the page cannot be loaded */
export async function readDocument(target: CdpTarget, paused: Paused, maxBytes: number, received: (bytes: number) => void) {
  const { url, status = 0, headers } = paused
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
  const cut = `The server closed the connection: the last ${missing.toLocaleString('en')} bytes of the page are missing.`
  return { html, url, status, charset, notes: missing > 0 ? [...notes, cut] : notes, response }
}
