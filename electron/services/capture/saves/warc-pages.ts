import { promisify } from 'node:util'
import { brotliDecompress, type BrotliOptions, constants, gunzip, gunzipSync, inflate, inflateRaw, type ZlibOptions } from 'node:zlib'
import { failure, type Failure } from '../../../../shared/base/failure'
import type { Header } from '../../../../shared/contract/capture'
import { binaryKind, headerFields, isGzip, kindOf } from '../../files/html-bytes'
import { hasCode, TOO_LARGE } from '../../files/files'
import { targetOf, type WarcRecord } from './warc-records'

const LONGEST_HEAD = 256 * 1024
const MOST_HEADERS = 1_000

/**
 * Yields the HTML responses of an archive. Oversized, truncated and undecodable responses have a failure instead of a body.
 * @param limit bytes per page, compressed and decompressed
 * @param onRevisit called once for each page that only repeats an earlier capture
 * @throws FailureError as `warcRecords`.
 */
export async function* warcPages(
  records: AsyncIterable<WarcRecord>,
  limit: number,
  onRevisit: () => void = () => undefined,
): AsyncGenerator<WarcPage> {
  for await (const answer of warcAnswers(records, { limit, wants: isHtmlPage })) {
    const { type, url, status, contentType, capturedAt, content } = answer
    if (type === 'revisit' && isHtmlPage(answer)) onRevisit()
    if (type === 'revisit' || !content) continue
    yield { url, status, contentType, capturedAt, content: 'bytes' in content && content.cut ? { failure: content.cut } : content }
  }
}

export function isHtmlPage({ status, contentType }: Pick<WarcPage, 'status' | 'contentType'>): boolean {
  return status >= 200 && status < 300 && kindOf(contentType) === 'document'
}

export type WarcPage = Pick<WarcAnswer, 'url' | 'status' | 'contentType' | 'capturedAt'> & { readonly content: WarcContent }

type WarcContent =
  | { readonly bytes: Uint8Array; /** Why the end of the body is missing. */ readonly cut?: Failure }
  | { readonly failure: Failure }

export interface WarcAnswer {
  readonly type: 'response' | 'revisit' | 'resource'
  readonly url: string
  readonly status: number
  readonly headers: readonly Header[]
  readonly contentType: string
  readonly capturedAt: string | null
  readonly digest: string | null
  /** Null for a revisit, and for a body that `wants` excludes. */
  readonly content: WarcContent | null
}

export interface AnswerOptions {
  readonly limit: number
  readonly wants: (head: Pick<WarcAnswer, 'url' | 'status' | 'contentType' | 'digest'>) => boolean
  /** Whether to accept records with file addresses. Only for a corpus: in another archive, a record could name any file of this machine. */
  readonly ofDisk?: boolean
}

/** Yields the responses in order. @throws FailureError as `warcRecords`. */
export async function* warcAnswers(
  records: AsyncIterable<WarcRecord>,
  { limit, wants, ofDisk = false }: AnswerOptions,
): AsyncGenerator<WarcAnswer> {
  const counts = ofDisk ? /^(?:https?|urn|file):/i : /^(?:https?|urn):/i
  for await (const record of records) {
    const url = targetOf(record.headers)
    const type = record.headers.get('warc-type') ?? ''
    if ((type !== 'response' && type !== 'revisit' && type !== 'resource') || !counts.test(url)) continue
    const start = await record.read(type === 'resource' ? SNIFFED : LONGEST_HEAD)
    const head = type === 'resource' ? resourceHead(record) : httpHead(start)
    if (!head) continue
    const answer = {
      type,
      url,
      status: head.status,
      headers: head.headers,
      contentType: typeOf(head, start),
      capturedAt: record.headers.get('warc-date') ?? null,
      digest: record.headers.get('warc-payload-digest') ?? null,
    } as const
    if (type === 'revisit' || !wants(answer)) {
      yield { ...answer, content: null }
    } else if (record.length - head.length > limit) {
      await record.isWhole()
      yield { ...answer, content: { failure: tooLarge(url, limit) } }
    } else {
      const body = Buffer.concat([start.subarray(head.length), await record.read(record.length)])
      const message = `The response of ${url} is longer than its record states; partial content is not used.`
      const overlong = { failure: failure('warc.invalid', message, 'Fetch the archive again.') }
      const content = (await record.isWhole()) ? await decoded(body, head.fields, url, limit) : overlong
      const part = partial(url, record.headers)
      yield { ...answer, content: part && 'bytes' in content ? { ...content, cut: part } : content }
    }
  }
}

/** Number of bytes at the start of a body from which browsers detect its type. */
const SNIFFED = 1445

/** Matches the start of HTML as Chromium does. Unlike in the MIME Sniffing Standard, `<p` also matches `<pre>`. */
const BEGINS_AS_HTML = /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|p|!--)/i

function typeOf({ fields, length }: Head, start: Buffer): string {
  const contentType = fields.get('content-type') ?? ''
  if (!/^\s*(?:(?:unknown|application)\/unknown|\*\/\*|[^/;]*)\s*(?:;|$)/i.test(contentType)) return contentType
  const body = start.subarray(length)
  const plain = /chunked/i.test(fields.get('transfer-encoding') ?? '') ? withoutChunks(body) : body
  const text = beginningOf(plain)
    .toString('latin1', 0, SNIFFED)
    .replace(/^\u00ef\u00bb\u00bf/, '')
  return BEGINS_AS_HTML.test(text) ? 'text/html' : contentType
}

function beginningOf(body: Buffer): Buffer {
  try {
    return isGzip(body) ? gunzipSync(body.subarray(0, SNIFFED), { finishFlush: constants.Z_SYNC_FLUSH }) : body
  } catch {
    return body
  }
}

type Head = ReturnType<typeof resourceHead>

function resourceHead({ headers }: WarcRecord) {
  const type = headers.get('content-type') ?? ''
  return { status: 200, fields: new Map([['content-type', type]]), headers: [{ name: 'Content-Type', value: type }], length: 0 }
}

function httpHead(bytes: Buffer): Head | null {
  const text = bytes.toString('latin1')
  const blank = /\r?\n\r?\n/g
  // Interim responses (`100 Continue`) precede the response.
  blank.lastIndex = /^(?:HTTP\/[\d.]+\s+1\d\d\b.*\r?\n(?:.+\r?\n)*\r?\n)*/i.exec(text)?.[0].length ?? 0
  const start = blank.lastIndex
  const end = blank.exec(text)
  const [first = '', ...lines] = text.slice(start, end ? end.index : text.length).split(/\r?\n/)
  const status = /^HTTP\/[\d.]+\s+(\d{3})/i.exec(first)?.[1]
  if (!end || status === undefined) return null
  const headers = lines.flatMap((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}):[ \t]*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, value: value ?? '' }]
  })
  return { status: Number(status), fields: headerFields(lines), headers: headers.slice(0, MOST_HEADERS), length: end.index + end[0].length }
}

type Unpack = (bytes: Buffer, options: ZlibOptions & BrotliOptions) => Promise<Buffer>

/** Like browsers, ignores bytes after the end, and the checksum. */
const ungzip: Unpack = (bytes, options) =>
  promisify(gunzip)(bytes, options).catch((thrown: unknown) => {
    if (hasCode(thrown, TOO_LARGE)) throw thrown
    return promisify(inflateRaw)(bytes.subarray(headerLength(bytes)), options)
  })

function headerLength(bytes: Buffer): number {
  const flags = bytes[3] ?? 0
  const afterText = (from: number): number => {
    const end = bytes.indexOf(0, from)
    return end < 0 ? bytes.length : end + 1
  }
  let at = 10
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
  if (flags & 8) at = afterText(at)
  if (flags & 16) at = afterText(at)
  return flags & 2 ? at + 2 : at
}

/** Some servers omit the header of zlib (RFC 1950). */
const undeflate: Unpack = (bytes, options) => {
  const header = bytes.readUInt16BE()
  return promisify((header & 0x0f00) === 0x0800 && header % 31 === 0 ? inflate : inflateRaw)(bytes, options)
}

const UNPACK: Readonly<Record<string, { readonly name: string; readonly unpack: Unpack; readonly part: number } | undefined>> = {
  gzip: { name: 'gzip', unpack: ungzip, part: constants.Z_SYNC_FLUSH },
  deflate: { name: 'deflate', unpack: undeflate, part: constants.Z_SYNC_FLUSH },
  br: { name: 'Brotli', unpack: promisify(brotliDecompress), part: constants.BROTLI_OPERATION_FLUSH },
}

/** Removes transfer and content encodings. Skips a gzip, deflate or Brotli encoding that the crawler already removed. */
async function decoded(body: Buffer, fields: ReadonlyMap<string, string>, url: string, limit: number): Promise<WarcContent> {
  const words = (name: string): string[] =>
    (fields.get(name) ?? '')
      .toLowerCase()
      .split(',')
      .map((word) => word.trim())
  let bytes = words('transfer-encoding').includes('chunked') ? withoutChunks(body) : body
  let isCut = false
  for (const encoding of words('content-encoding').reverse()) {
    const known = UNPACK[encoding.replace(/^x-gzip$/, 'gzip')]
    const isGzipped = known?.name === 'gzip'
    if (isGzipped ? !isGzip(bytes) : bytes.length < 2) continue
    if (encoding === 'zstd') return { failure: undecodable(url, 'is compressed by zstd, which is not supported') }
    // As in browsers, unknown encodings (`UTF-8`, `none`) change nothing.
    if (!known) continue
    try {
      const unpacked = await unpackPart(bytes, limit, known)
      bytes = unpacked.bytes
      isCut ||= unpacked.isCut
    } catch (thrown) {
      if (hasCode(thrown, TOO_LARGE)) return { failure: tooLarge(url, limit) }
      if (!isGzipped && binaryKind(bytes) === null) continue
      return { failure: undecodable(url, `is compressed by ${known.name} and is damaged or incomplete`) }
    }
  }
  if (!isCut) return { bytes }
  const message = `The response of ${url} is compressed, and its end is missing.`
  return { bytes, cut: failure('warc.encoding', message, 'Omit the record, or open the page separately to see its remaining content.') }
}

/** Accepts truncated data. @throws Error of zlib; `TOO_LARGE` above the limit */
async function unpackPart(
  packed: Buffer,
  limit: number,
  { unpack, part }: { readonly unpack: Unpack; readonly part: number },
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const options = { maxOutputLength: limit }
  try {
    return { bytes: await unpack(packed, options), isCut: false }
  } catch (thrown) {
    const bytes = hasCode(thrown, TOO_LARGE) ? Buffer.alloc(0) : await unpack(packed, { ...options, finishFlush: part })
    if (bytes.length === 0) throw thrown
    return { bytes, isCut: true }
  }
}

function withoutChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const end = body.indexOf('\n', at)
    const size = end < 0 ? undefined : /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(body.subarray(at, end).toString('latin1'))?.[1]
    if (size === undefined) return Buffer.concat([...chunks, body.subarray(at)])
    const length = parseInt(size, 16)
    if (length === 0) break
    const next = end + 1 + length
    chunks.push(body.subarray(end + 1, next))
    // Some servers omit the first character of the line break after a chunk.
    at = next + (body[next] === 0x0d ? 2 : 1)
  }
  return Buffer.concat(chunks)
}

function undecodable(url: string, state: string): Failure {
  return failure('warc.encoding', `The response of ${url} ${state}.`, 'Omit the record.')
}

function partial(url: string, headers: ReadonlyMap<string, string>): Failure | null {
  const reason = headers.get('warc-truncated')
  if (reason !== undefined) {
    const message = `The archive stores only the beginning of the response of ${url} (${reason.slice(0, 40)}).`
    return failure('warc.segmented', message, 'Fetch the page again.')
  }
  if (!headers.has('warc-segment-number')) return null
  const message = `The archive stores the response of ${url} in segments; only the first was read.`
  return failure('warc.segmented', message, 'Join the segments, or fetch the page again.')
}

function tooLarge(url: string, limit: number): Failure {
  const message = `The response of ${url} has more than ${Math.round((limit / 1024 / 1024) * 100) / 100} MiB.`
  return failure('input.too-large', message, 'Omit the record, or extract only this record with a higher limit.')
}
