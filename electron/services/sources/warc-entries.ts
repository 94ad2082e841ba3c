import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { brotliDecompress, type ZlibOptions } from 'node:zlib'
import { WARCParser, type WARCRecord } from 'warcio'
import { failure, FailureError, type Failure } from '../../../shared/base/failure'
import { DEFAULT_LIMITS } from '../../../shared/contract/source'
import { decodeHtml } from '../capture/decode-html'
import type { PageEntry } from '../evaluation/page-entries'

/** One HTML response of a web archive. */
export interface WarcPage {
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly capturedAt: string | null
  /** The page without transfer and content encoding, or why it was passed over. */
  readonly content: { readonly bytes: Uint8Array } | { readonly failure: Failure }
}

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i

/**
 * The HTML responses of a WARC file, plain or gzip, in order, one in memory at a time. A response above the limit, or in an
 * encoding that cannot be undone, comes without its content; the rest goes on.
 * @param limit bytes a page may have, packed and unpacked
 * @throws FailureError `warc.invalid` where the file is not an archive or ends in the middle of a record.
 */
export async function* warcPages(path: string, limit: number = DEFAULT_LIMITS.maxBytes): AsyncGenerator<WarcPage> {
  let records = 0
  const file = createReadStream(path)
  try {
    for await (const record of WARCParser.iterRecords(file)) {
      // The reader takes the first line of anything for a record's.
      if (!record.warcHeaders.statusline.startsWith('WARC/')) throw new Error('what follows is no WARC record.')
      records++
      if (isPage(record)) {
        yield {
          url: record.warcTargetURI ?? '',
          status: Number(record.httpHeaders?.statusCode ?? 0),
          contentType: record.httpHeaders?.headers.get('content-type') ?? '',
          capturedAt: record.warcDate ?? null,
          content: await readContent(record, limit),
        }
      }
      await record.skipFully()
    }
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw new FailureError(
      failure(
        'warc.invalid',
        `${path} is damaged after ${records} records: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        'Check that it is a complete WARC or WARC.gz file.',
      ),
    )
  } finally {
    // Whoever has seen enough leaves the loop early.
    file.destroy()
  }
  if (records === 0) throw new FailureError(failure('warc.invalid', `${path} holds no WARC record.`, 'Choose a WARC or WARC.gz file.'))
}

function isPage({ warcType, warcTargetURI, httpHeaders }: WARCRecord): boolean {
  if (warcType !== 'response' || !httpHeaders || !/^https?:/.test(warcTargetURI ?? '')) return false
  const status = Number(httpHeaders.statusCode)
  return status >= 200 && status < 300 && HTML.test(httpHeaders.headers.get('content-type') ?? '')
}

async function readContent(record: WARCRecord, limit: number): Promise<WarcPage['content']> {
  const url = record.warcTargetURI ?? ''
  // A chunk of the transfer may be as long as the record: it is not begun where the record is too long already.
  if (record.warcContentLength > limit) return { failure: tooLarge(url, limit) }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of record) {
    size += piece.length
    if (size > limit) return { failure: tooLarge(url, limit) }
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces, size)
  const encoding = record.httpHeaders?.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return encoding === 'br' ? unpackBrotli(bytes, url, limit) : { bytes }
}

const inflateBrotli = promisify((bytes: Uint8Array, options: ZlibOptions, done: (error: Error | null, result: Buffer) => void) =>
  brotliDecompress(bytes, options, done),
)

/** The archive's reader knows gzip and deflate only. */
async function unpackBrotli(bytes: Uint8Array, url: string, limit: number): Promise<WarcPage['content']> {
  try {
    return { bytes: await inflateBrotli(bytes, { maxOutputLength: limit }) }
  } catch (thrown) {
    const long = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE'
    return {
      failure: long
        ? tooLarge(url, limit)
        : failure('warc.encoding', `The response of ${url} says that it is packed by Brotli, but is not.`, 'Leave the record out.'),
    }
  }
}

function tooLarge(url: string, limit: number): Failure {
  return failure(
    'input.too-large',
    `The response of ${url} has more than ${Math.round((limit / 1024 / 1024) * 100) / 100} MiB.`,
    'Leave the record out, or extract it alone with a higher limit.',
  )
}

/** An id for an archived page: from host and path, with eight digits of its hash; a number where one address occurs again. */
function pageId(url: string, content: Uint8Array | string, seen: Map<string, number>): string {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'page', pathname: '' }
  const slug = `${host}${pathname}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const id = `${slug}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`
  const count = (seen.get(id) ?? 0) + 1
  seen.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

/** The pages of a web archive to evaluate; they have no gold. */
export async function* warcEntries(path: string, limit: number = DEFAULT_LIMITS.maxBytes): AsyncGenerator<PageEntry> {
  const seen = new Map<string, number>()
  for await (const { url, contentType, content } of warcPages(path, limit)) {
    yield {
      id: pageId(url, 'bytes' in content ? content.bytes : url, seen),
      url,
      pageType: 'unknown',
      read: () =>
        'failure' in content
          ? Promise.reject(new FailureError(content.failure))
          : Promise.resolve({
              html: decodeHtml(content.bytes, contentType).html,
              gold: { text: null, with: [], without: [], pageType: 'unknown' },
              scriptingEnabled: false,
            }),
    }
  }
}
