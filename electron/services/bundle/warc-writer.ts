/** Writes WARC 1.1 records (ISO 28500) and the lines of a CDXJ index. */
import { getSurt, WARCRecord, type WARCRecordOpts, WARCSerializer } from 'warcio'
import type { Header, KeptResponse } from '../../../shared/contract/capture'
import { headerIn, mediaType } from '../files/html-bytes'
import { sha256 } from '../files/files'

export interface WrittenRecord {
  readonly bytes: Uint8Array
  readonly index: IndexEntry
}

interface IndexEntry {
  readonly url: string
  /** ISO 8601. */
  readonly date: string
  readonly mime: string
  readonly status: number
  /** `sha256:…` of the body. */
  readonly digest: string
}

const REVISIT = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest'

export function payloadDigest(body: Uint8Array): string {
  return `sha256:${sha256(body)}`
}

/** The body is stored without transfer and content encoding. */
export async function responseRecord(response: KeptResponse, date: string, packed = true): Promise<WrittenRecord> {
  const { url, status, headers, body } = response
  const statusline = `HTTP/1.1 ${status} ${status < 400 ? 'OK' : 'Error'}`
  const bytes = await serialize({ url, date, type: 'response', statusline, httpHeaders: httpHeaders(headers, body.length) }, body, packed)
  return { bytes, index: { url, date, mime: mimeOf(headers), status, digest: payloadDigest(body) } }
}

export function documentResponse(url: string, html: string, mode: 'source' | 'rendered'): KeptResponse {
  const headers = [
    { name: 'Content-Type', value: 'text/html; charset=utf-8' },
    { name: 'X-Boilerscope-Mode', value: mode },
  ]
  return { url, kind: 'document', status: 200, headers, body: Buffer.from(html) }
}

/** Returns a record that refers to another record with the same body. @param first address and time of the other record */
export async function revisitRecord(
  response: KeptResponse,
  date: string,
  first: { readonly url: string; readonly date: string } = { url: response.url, date },
): Promise<WrittenRecord> {
  const { url, status, headers, body } = response
  const digest = payloadDigest(body)
  const bytes = await serialize({
    url,
    date,
    type: 'revisit',
    statusline: `HTTP/1.1 ${status} OK`,
    httpHeaders: httpHeaders(headers, body.length),
    warcHeaders: { 'WARC-Profile': REVISIT, 'WARC-Payload-Digest': digest },
    refersToUrl: first.url,
    refersToDate: first.date,
  })
  return { bytes, index: { url, date, mime: 'warc/revisit', status, digest } }
}

export async function redirectRecord(url: string, status: number, location: string, date: string): Promise<WrittenRecord> {
  return responseRecord({ url, status, kind: 'other', headers: [{ name: 'Location', value: location }], body: new Uint8Array() }, date)
}

export async function resourceRecord(url: string, type: string, body: Uint8Array, date: string): Promise<WrittenRecord> {
  const bytes = await serialize({ url, date, type: 'resource', warcHeaders: { 'Content-Type': type } }, body)
  return { bytes, index: { url, date, mime: type, status: 200, digest: payloadDigest(body) } }
}

export async function infoRecord(filename: string, date: string, about: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const record = WARCRecord.createWARCInfo({ filename, date, warcVersion: 'WARC/1.1' }, { ...about, format: 'WARC File Format 1.1' })
  return WARCSerializer.serialize(record, { gzip: true })
}

export function indexLine(entry: IndexEntry, filename: string, offset: number, length: number): string {
  const { url, date, mime, status, digest } = entry
  const place = { url, mime, status: String(status), digest, length: String(length), offset: String(offset), filename }
  const time = date.replace(/\D/g, '').slice(0, 14).padEnd(14, '0')
  return `${url.startsWith('urn:') ? url : getSurt(url)} ${time} ${JSON.stringify(place)}`
}

/** Readers of the index expect an order by code unit. */
export function sortedIndex(lines: readonly string[]): string {
  return [...lines]
    .sort()
    .map((line) => `${line}\n`)
    .join('')
}

function serialize(options: WARCRecordOpts, body: Uint8Array = new Uint8Array(), packed = true): Promise<Uint8Array> {
  const record = WARCRecord.create({ ...options, warcVersion: 'WARC/1.1' }, [body])
  return WARCSerializer.serialize(record, { gzip: packed, digest: { algo: 'sha-256', prefix: 'sha256:' } })
}

/** Headers that do not describe the decoded body. Browser-based crawlers also rename these headers. */
const OF_THE_WIRE = /^(?:content-encoding|transfer-encoding|content-length)$/i

function httpHeaders(headers: readonly Header[], length: number): [string, string][] {
  const kept: [string, string][] = []
  for (const { name, value } of headers) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) continue
    const line = value
      .replace(/[\r\n\0]+/g, ' ')
      .replace(/[^\t\x20-\xff]/g, '?')
      .trim()
    kept.push([OF_THE_WIRE.test(name) ? `X-Orig-${name}` : name, line])
  }
  return [...kept, ['Content-Length', String(length)]]
}

export function mimeOf(headers: readonly Header[]): string {
  return mediaType(headerIn(headers, 'content-type')) || 'unk'
}
