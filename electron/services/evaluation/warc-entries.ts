import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { WARCParser } from 'warcio'
import { failure, FailureError } from '../../../shared/contract/failure'
import { decodeHtml } from '../capture/decode-html'
import type { PageEntry } from './page-entries'

/** One HTML response of a web archive. */
export interface WarcPage {
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly capturedAt: string | null
  readonly bytes: Uint8Array
}

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i

/**
 * The HTML responses of a WARC file, plain or gzip, in order, one in memory at a time.
 * @throws FailureError `warc.invalid` where the file is not an archive or ends in the middle of a record.
 */
export async function* warcPages(path: string): AsyncGenerator<WarcPage> {
  let records = 0
  try {
    for await (const record of WARCParser.iterRecords(createReadStream(path))) {
      records++
      const url = record.warcTargetURI ?? ''
      if (record.warcType === 'response' && /^https?:/.test(url)) {
        const contentType = record.httpHeaders?.headers.get('content-type') ?? ''
        const status = Number(record.httpHeaders?.statusCode ?? 0)
        if (HTML.test(contentType) && status >= 200 && status < 300) {
          yield { url, status, contentType, capturedAt: record.warcDate ?? null, bytes: await record.readFully(true) }
          continue
        }
      }
      await record.skipFully()
    }
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw new FailureError(
      failure('warc.invalid', `${path} is damaged after ${records} records: ${thrown instanceof Error ? thrown.message : String(thrown)}`, 'Check that it is a complete WARC or WARC.gz file.'),
    )
  }
  if (records === 0) throw new FailureError(failure('warc.invalid', `${path} holds no WARC record.`, 'Choose a WARC or WARC.gz file.'))
}

/** An id for an archived page: from host and path, with eight digits of its hash; a number where one address occurs again. */
function pageId(url: string, bytes: Uint8Array, seen: Map<string, number>): string {
  const { host, pathname } = new URL(url)
  const slug = `${host}${pathname}`.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60)
  const id = `${slug}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`
  const count = (seen.get(id) ?? 0) + 1
  seen.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

/** The pages of a web archive to evaluate; they have no gold. */
export async function* warcEntries(path: string): AsyncGenerator<PageEntry> {
  const seen = new Map<string, number>()
  for await (const { url, contentType, bytes } of warcPages(path)) {
    yield {
      id: pageId(url, bytes, seen),
      url,
      pageType: 'unknown',
      read: async () => ({
        html: decodeHtml(bytes, contentType).html,
        gold: { text: null, with: [], without: [], pageType: 'unknown' },
        scriptingEnabled: false,
      }),
    }
  }
}
