/** Reads WARC records (ISO 28500) one at a time. The package `warcio` waits forever at a truncated record, or reports no damage. */
import { failed, FailureError } from '../../../../shared/base/failure'
import { withoutUserInfo } from '../../../../shared/base/url'
import { headerFields } from '../../files/html-bytes'
import { streamFile, type StreamOptions } from '../../files/read-file'

export interface WarcRecord {
  readonly headers: ReadonlyMap<string, string>
  readonly length: number
  /** Reads the next bytes of the block, at most `count`. @throws FailureError `warc.invalid` if the file ends inside these bytes. */
  read(count: number): Promise<Buffer>
  /** Returns whether the block has the stated length. Skips unread bytes. @throws FailureError `warc.invalid`, as `read`. */
  isWhole(): Promise<boolean>
}

const LONGEST_LINE = 64 * 1024
const LONGEST_BLANK = 64 * 1024
const MOST_HEADERS = 1000

/** Yields the records in order. @throws FailureError `warc.invalid`, `archive.arc`, and as `streamFile`. */
export function warcRecords(path: string, options?: StreamOptions): AsyncGenerator<WarcRecord> {
  return recordsOf(streamFile(path, options), path)
}

/** @param stream decompressed bytes @param path name in messages @throws FailureError as `warcRecords`. */
export async function* recordsOf(stream: AsyncGenerator<Buffer>, path: string): AsyncGenerator<WarcRecord> {
  let count = 0
  const damaged = (what: string): FailureError =>
    failed('warc.invalid', `${path} is damaged after ${count} records: ${what}`, 'Check that it is a complete WARC or WARC.gz file.')
  const pieces = wholeGzip(stream, damaged)
  const bytes = new ByteReader(pieces)
  try {
    for (;;) {
      if (await bytes.skipBlank(LONGEST_BLANK)) throw damaged(`more than ${LONGEST_BLANK / 1024} KiB of blank lines follow.`)
      const version = (await bytes.line(LONGEST_LINE))?.replace(/^\ufeff/, '')
      if (version === undefined) break
      if (count === 0 && version.startsWith('filedesc:')) {
        const message = `${path} is an ARC file, the format before WARC, which is not supported.`
        throw failed('archive.arc', message, 'Convert it to WARC, for example with "warcio recompress".')
      }
      if (!version.startsWith('WARC/')) throw damaged('invalid bytes follow instead of a WARC record.')
      const headers = await readHeaders(bytes)
      if (!headers) throw damaged('the header of a record is incomplete or invalid.')
      const written = headers.get('content-length') ?? ''
      const name = `the ${headers.get('warc-type') ?? 'untyped'} record of ${targetOf(headers) || 'no address'}`
      if (!/^\d{1,15}$/.test(written)) throw damaged(`${name} does not declare its length ("${written.slice(0, 40)}").`)
      const length = Number(written)
      let left = length
      let whole: boolean | null = null
      const cut = (): FailureError => damaged(`${name} has ${length - left} of its ${length} bytes.`)
      const isWhole = async (): Promise<boolean> => {
        left -= await bytes.skip(left)
        if (left > 0) throw cut()
        return (whole ??= await endsHere(bytes))
      }
      yield {
        headers,
        length,
        async read(wanted) {
          const piece = await bytes.read(Math.min(wanted, left))
          left -= piece.length
          if (piece.length < Math.min(wanted, left + piece.length)) throw cut()
          return piece
        },
        isWhole,
      }
      await isWhole()
      count++
    }
  } finally {
    await pieces.return(undefined)
  }
  if (count === 0) throw failed('warc.invalid', `${path} contains no WARC record.`, 'Choose a WARC or WARC.gz file.')
}

async function* wholeGzip(bytes: AsyncGenerator<Buffer>, damaged: (what: string) => FailureError): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (thrown) {
    const packed = thrown instanceof FailureError && /^input\.(?:truncated|bad)-gzip$/.test(thrown.failure.code)
    throw packed ? damaged('its gzip stream ends too early or is damaged.') : thrown
  }
}

/** Returns a record's address without credentials and with escaped control characters; `''` if missing. */
export function targetOf(headers: ReadonlyMap<string, string>): string {
  const target = (headers.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1')
  return withoutUserInfo(target.replace(/[\0-\x1f\x7f]/g, encodeURIComponent))
}

async function readHeaders(bytes: ByteReader): Promise<Map<string, string> | null> {
  const lines: string[] = []
  for (;;) {
    const line = await bytes.line(LONGEST_LINE)
    if (line === null || lines.length > MOST_HEADERS) return null
    if (line === '') return headerFields(lines)
    lines.push(line)
  }
}

/** If the block is longer than stated, skips to the next record and returns false. */
async function endsHere(bytes: ByteReader): Promise<boolean> {
  const next = await bytes.peek(5)
  if (next.length === 0 || /^[\r\n]/.test(next) || next === 'WARC/') return true
  await bytes.skipTo('\nWARC/', 1)
  return false
}

class ByteReader {
  private rest: Buffer = Buffer.alloc(0)

  constructor(private readonly pieces: AsyncGenerator<Buffer>) {}

  private async more(): Promise<boolean> {
    const next = await this.pieces.next()
    if (next.done) return false
    this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value])
    return true
  }

  async peek(count: number): Promise<string> {
    while (this.rest.length < count && (await this.more()));
    return this.rest.subarray(0, count).toString('latin1')
  }

  private async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0 && (this.rest.length > 0 || (await this.more()));) {
      const part = this.rest.subarray(0, left)
      this.rest = this.rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async read(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.take(count)) parts.push(part)
    return Buffer.concat(parts)
  }

  async skip(count: number): Promise<number> {
    let size = 0
    for await (const part of this.take(count)) size += part.length
    return size
  }

  /** Returns null at the end of the file, and if a line exceeds the limit. */
  async line(limit: number): Promise<string | null> {
    let from = 0
    for (;;) {
      const end = this.rest.indexOf(10, from)
      if (end > limit) return null
      if (end >= 0) {
        const line = this.rest.subarray(0, end).toString('utf8').replace(/\r$/, '')
        this.rest = this.rest.subarray(end + 1)
        return line
      }
      from = this.rest.length
      if (from > limit) return null
      if (!(await this.more())) {
        const last = this.rest.toString('utf8').replace(/\r$/, '')
        this.rest = Buffer.alloc(0)
        return last === '' ? null : last
      }
    }
  }

  async skipBlank(limit: number): Promise<boolean> {
    for (let passed = 0; ;) {
      let end = 0
      while (this.rest[end] === 10 || this.rest[end] === 13) end++
      passed += end
      const isAll = end === this.rest.length
      this.rest = this.rest.subarray(end)
      if (passed > limit) return true
      if (!isAll || !(await this.more())) return false
    }
  }

  async skipTo(mark: string, bytesOfMark: number): Promise<void> {
    for (;;) {
      const at = this.rest.indexOf(mark, 0, 'latin1')
      this.rest = this.rest.subarray(at < 0 ? Math.max(0, this.rest.length - mark.length + 1) : at + bytesOfMark)
      if (at >= 0) return
      if (await this.more()) continue
      this.rest = Buffer.alloc(0)
      return
    }
  }
}
