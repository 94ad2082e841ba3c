import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toFailure } from '../../shared/base/failure'
import { readInput } from '../../electron/services/capture/capture-input'
import { listArchive } from '../../electron/services/capture/saves/archive'
import { recordsOf } from '../../electron/services/capture/saves/warc-records'
import { warcPages } from '../../electron/services/capture/saves/warc-pages'
import { answer, MHTML, record } from '../capture/saves'
import { collect } from '../fixtures/collect'
import { archivedPage } from '../../electron/services/capture/saves/saved-page'
import { spoolArchive } from '../../electron/services/capture/saves/spooled-archive'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'

const PAGE = '<!doctype html><title>Kept</title><p>café'

const bytesOf = (content: string | Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content))
const open = (name: string, content: string | Uint8Array) =>
  readInput({ kind: 'bytes', name, bytes: bytesOf(content) }, { maxBytes: 1e6 }).then(
    (input) => (input.kind === 'local' ? { html: input.html, url: input.url, notes: input.notes.join(' ') } : null),
    (thrown: unknown) => toFailure(thrown),
  )
const httpRecord = (headers: string, body: string | Buffer, more = ''): Buffer => {
  const http = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n`), Buffer.from(body)])
  const written = record('response', 'http://a.test/', http.toString('latin1'), more)
  return Buffer.from(written.replace(/Content-Length: \d+(?=\r\n\r\nHTTP)/, `Content-Length: ${http.length}`), 'latin1')
}
async function readAll(content: string | Uint8Array) {
  const stream = (async function* () {
    yield await Promise.resolve(Buffer.from(content))
  })()
  return collect(warcPages(recordsOf(stream, 'x.warc'), 1e6))
}
const inCollection = async (content: string | Uint8Array): Promise<string[]> =>
  (await readAll(content)).map(({ url, content: read }) => ('bytes' in read ? url : read.failure.code))

describe('a page of a WARC file', () => {
  const resource = record('resource', 'http://a.test/kept', PAGE).replace('application/http;msgtype=response', 'text/html')
  it('may be a resource record, which tools write for archived folders', async () => {
    expect(await open('x.warc', resource)).toMatchObject({ html: PAGE, url: 'http://a.test/kept' })
    expect(await inCollection(resource)).toEqual(['http://a.test/kept'])
  })
  const CHUNKED = [Buffer.from(`${gzipSync(PAGE).length.toString(16)}\r\n`), gzipSync(PAGE), Buffer.from('\r\n0\r\n\r\n')]
  it.each([
    ['plain', '', PAGE],
    ['with a comment first', '', `  <!-- x -->${PAGE}`],
    ['with a line break in its first tag', '', `<html\nlang=en>${PAGE}`],
    ['of a type without a slash', 'Content-Type: html; charset=utf-8\r\n', PAGE],
    ['of an unknown type', 'Content-Type: application/unknown\r\n', PAGE],
    ['packed', 'Content-Encoding: gzip\r\n', gzipSync(PAGE)],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', `${Buffer.byteLength(PAGE).toString(16)}\r\n${PAGE}\r\n0\r\n\r\n`],
    ['packed, in chunks', 'Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n', Buffer.concat(CHUNKED)],
  ])('needs no Content-Type if it begins like HTML (%s)', async (_what, headers, body) => {
    expect(await open('x.warc', httpRecord(headers, body))).toMatchObject({ html: expect.stringContaining(PAGE) as string })
    expect(await inCollection(httpRecord(headers, body))).toHaveLength(1)
  })

  it.each(['<pre>', '<header>', '<div/>'])('needs no Content-Type if Chromium takes its first tag for HTML: %s', async (tag) =>
    expect(await open('x.warc', httpRecord('', `${tag}words`))).toMatchObject({ html: `${tag}words` }),
  )

  const HTTP = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>words'
  const SHORT = record('response', 'http://a.test/', HTTP)
  it.each([
    ['a byte order mark', `\ufeff${SHORT}`],
    ['blank lines', `\r\n\r\n${SHORT}`],
    ['an interim response', record('response', 'http://a.test/', `HTTP/1.1 100 Continue\r\n\r\n${HTTP}`)],
    ['a line break in the header before the address', SHORT.replace('URI: ', 'URI:\r\n  ')],
  ])('is opened after %s', async (_what, content) =>
    expect(await open('x.warc', content)).toMatchObject({ html: '<p>words', url: 'http://a.test/' }),
  )

  it.each(['plain text', '<?xml version="1.0"?><rss>', '{"a":1}', '<span>not in the list of browsers', '<main>'])(
    'is missing if a browser would show no page without a Content-Type: %s',
    async (body) => expect(await inCollection(httpRecord('', body))).toEqual([]),
  )

  it.each(['UTF-8', 'none', 'identity', 'binary', 'utf-8, gzip', '8bit'])(
    'is read with an unknown Content-Encoding: %s',
    async (encoding) => {
      const part = httpRecord(
        `Content-Type: text/html\r\nContent-Encoding: ${encoding}\r\n`,
        encoding.includes('gzip') ? gzipSync(PAGE) : PAGE,
      )
      expect(await open('x.warc', part)).toMatchObject({ html: PAGE, notes: '' })
    },
  )

  it.each([
    ['text/html charset=utf-8', ''],
    ['text/plain', 'Content-Type: text/html; charset=utf-8\r\n'],
    ['text/html', 'Content-Type: text/html; charset=utf-8\r\n'],
  ])('is recognised by the last valid value of its type, like in Chromium: %s, %s', async (type, more) =>
    expect(await open('x.warc', httpRecord(`Content-Type: ${type}\r\n${more}`, PAGE))).toMatchObject({ html: PAGE }),
  )

  const LONG = `${PAGE} ${Array.from({ length: 500 }, (_, i) => i * 7919).join(' ')}`
  it.each([
    ['br', brotliCompressSync(LONG)],
    ['deflate', deflateSync(LONG)],
    ['deflate', deflateRawSync(LONG)],
  ])('is read to its available end, with a note, if %s is truncated', async (encoding, packed) => {
    const headers = `Content-Type: text/html; charset=utf-8\r\nContent-Encoding: ${encoding}\r\n`
    expect(await open('x.warc', httpRecord(headers, packed))).toMatchObject({ html: LONG, notes: '' })
    expect(await open('x.warc', httpRecord(headers, packed.subarray(0, packed.length - 40)))).toMatchObject({
      html: expect.stringContaining('<!doctype html>') as string,
      notes: expect.stringContaining('is compressed, and its end is missing.') as string,
    })
    expect(await open('x.warc', httpRecord(headers, LONG))).toMatchObject({ html: LONG, notes: '' })
    expect(await open('x.warc', httpRecord(headers, gzipSync(LONG)))).toMatchObject({ code: 'warc.encoding' })
  })

  it('is read as deflate without a header of zlib, even if the first two bytes are a multiple of 31', async () => {
    const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff])
    const headers = 'Content-Type: text/html; charset=utf-8\r\nContent-Encoding: deflate\r\n'
    const body = Buffer.concat([emptyBlock, deflateRawSync(PAGE)])
    expect(await open('x.warc', httpRecord(headers, body))).toMatchObject({ html: PAGE, notes: '' })
  })

  it('is unpacked by each of several Content-Encoding headers', async () => {
    const headers = 'Content-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Encoding: br\r\n'
    expect(await open('x.warc', httpRecord(headers, brotliCompressSync(gzipSync(PAGE))))).toMatchObject({ html: PAGE })
  })

  it('may be in chunks that end with line feeds', async () => {
    const headers = 'Content-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n'
    expect(await open('x.warc', httpRecord(headers, '5\n<p>on\n3\ne t\n0\n\n'))).toMatchObject({ html: '<p>one t' })
  })

  it.each([
    ['WARC-Segment-Number: 1', /in segments; only the first was read/],
    ['WARC-Truncated: length', /only the beginning of the response of .* \(length\)/],
  ])('is reported as incomplete if the record has only a part: %s', async (header, notes) => {
    const part = httpRecord('Content-Type: text/html\r\n', PAGE, `${header}\r\n`)
    expect(await open('x.warc', part)).toMatchObject({ html: PAGE, notes: expect.stringMatching(notes) as string })
    expect(await inCollection(part)).toEqual(['warc.segmented'])
  })

  it('is chosen by its address if there are several', async () => {
    const bytes = bytesOf(['one', 'two'].map((name) => answer(`http://a.test/${name}`, 'text/html', `<p>${name}`)).join(''))
    const at = (address: string) => archivedPage({ name: 'x.warc', bytes }, address, 1e6, {})
    expect((await at('http://a.test/two')).html).toBe('<p>two')
    await expect(at('http://a.test/three')).rejects.toThrow('x.warc contains 2 pages, but no page with the address http://a.test/three.')
  })

  it('has no user name, password or control character in its address', async () => {
    const secret = record('response', 'http://u:SECRET@a.test/x\0y', `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${PAGE}`)
    expect(await open('x.warc', secret)).toMatchObject({ url: 'http://a.test/x%00y' })
    expect(await inCollection(secret)).toEqual(['http://a.test/x%00y'])
    expect(JSON.stringify((await listArchive({ name: 'x.warc', bytes: bytesOf(secret) }, 1e6, {})).pages)).not.toContain('SECRET')
  })
})

describe('an ARC file', () => {
  const arc = 'filedesc://x.arc 0.0.0.0 20260101000000 text/plain 76\n1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n\n'
  it.each([arc, gzipSync(arc)])('is reported by its type', async (content) =>
    expect(await open('x.arc', content)).toMatchObject({ code: 'archive.arc' }),
  )
})

describe('a page saved as MHTML', () => {
  const of = (type: string): string => MHTML.replace('multipart/related', type)
  it.each([
    ['multipart/related', of('multipart/related')],
    ['multipart/mixed', of('multipart/mixed')],
    ['multipart/alternative', of('multipart/alternative')],
    ['multipart/signed', of('multipart/signed')],
    ['with spaces around the sign of its boundary', MHTML.replace('boundary=', 'boundary = ')],
    ['with a spaced sign in its boundary', MHTML.replaceAll('MultipartBoundary--x', 'Multipart = x')],
    ['with a byte order mark', `\ufeff${MHTML}`],
    ['with a byte order mark before its Content-Type', `\ufeff${MHTML.replace(/^From:.*\r\nSnapshot.*\r\nSubject.*\r\nMIME.*\r\n/, '')}`],
    ['in upper case', of('Multipart/Related')],
    ['with Unix line ends', MHTML.replaceAll('\r\n', '\n')],
    ['after blank lines', `\r\n\r\n${MHTML}`],
    ['with a line break before its address', MHTML.replaceAll('Location: https', 'Location:\r\n https')],
    ['from a mailbox', `From nobody Mon Jan  1 00:00:00 2026\r\n${MHTML}`],
    [
      'without other parts',
      MHTML.slice(MHTML.indexOf('Content-Type: text/html'), MHTML.indexOf('\r\n------MultipartBoundary--x----\r\nContent-Type: text/css')),
    ],
  ])('is opened: %s', async (_what, content) => {
    const html = expect.stringContaining('<p>café') as string
    expect(await open('x.mht', content)).toMatchObject({ url: 'https://example.org/dir/page', html, notes: '' })
  })

  it.each([
    ['of its markup, like Chromium', '<meta charset=koi8-r><p>', 'KOI8-R'],
    ['of its header if its markup names none', '<p>', 'windows-1251'],
  ])('is read in the encoding %s', async (_which, markup, charset) => {
    const page = `MIME-Version: 1.0\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n${markup}caf\xe9`
    expect(await open('x.mht', Buffer.from(page, 'latin1'))).toMatchObject({ html: `${markup}caf${charset === 'KOI8-R' ? 'И' : 'й'}` })
  })

  it.each([
    ['a line that begins like its boundary', '<p>café', '<p>café\r\n------MultipartBoundary--x----more\r\nend'],
    ['a soft line break before its boundary', '<p>café', '<p>café'],
  ])('is read completely with %s', async (what, words, shown) => {
    const written = shown.replace('é', '=C3=A9') + (what.includes('soft') ? '=' : '')
    const html = expect.stringMatching(new RegExp(`${shown}$`)) as string
    expect(await open('x.mht', MHTML.replace(words.replace('é', '=C3=A9'), written))).toMatchObject({ html })
  })

  it.each([
    ['in its page', 600],
    ['between its parts', MHTML.indexOf('Content-Type: text/css')],
    ['in its last part', MHTML.length - 60],
  ])('is reported as truncated if the file ends %s', async (_what, length) => {
    const notes = expect.stringMatching(/no closing boundary: the end of the file is missing/) as string
    expect(await open('x.mht', MHTML.slice(0, length))).toMatchObject({ notes })
  })
})

describe('a page compressed by gzip', () => {
  const folder = folderForAll('packed')
  const HTML = `<p>${Array.from({ length: 3000 }, (_, i) => `word ${i * 7919}`).join(' ')}</p>`
  const PACKED = gzipSync(HTML)
  const archiveOf = (body: Buffer): Buffer => httpRecord('Content-Type: text/html\r\nContent-Encoding: gzip\r\n', body)
  const open = (body: Buffer, limit = 1e6) => archivedPage({ name: 'x.warc', bytes: archiveOf(body) }, null, limit, {})
  const inCollection = async (body: Buffer): Promise<string[]> =>
    (await readAll(archiveOf(body))).map(({ content: read }) =>
      'bytes' in read ? Buffer.from(read.bytes).toString() : read.failure.message,
    )

  const NAMED = [Buffer.from([31, 139, 8, 24, 0, 0, 0, 0, 0, 3]), Buffer.from('n\0c\0'), PACKED.subarray(10), Buffer.from('x')]
  it.each([
    ['other bytes follow', Buffer.concat([PACKED, Buffer.from('\r\n<!-- trailing -->')])],
    ['a second piece follows that is none', Buffer.concat([PACKED, PACKED.subarray(0, 5)])],
    ['the checksum is missing', PACKED.subarray(0, -8)],
    ['it has a name and a comment', Buffer.concat(NAMED)],
  ])('is read completely and without a note, like in browsers, if %s', async (_what, body) => {
    expect(await open(body)).toMatchObject({ html: HTML, notes: [] })
    expect(await inCollection(body)).toEqual([HTML])
  })

  it('in several pieces is joined', async () =>
    expect((await open(Buffer.concat([PACKED, gzipSync('<p>more')]))).html).toBe(`${HTML}<p>more`))

  it('opens with the readable part and a note if it is truncated; in a collection, it fails', async () => {
    const body = PACKED.subarray(0, PACKED.length >> 1)
    const words = 'The response of http://a.test/ is compressed, and its end is missing.'
    const { html, notes } = await open(body)
    expect(html.length).toBeGreaterThan(1000)
    expect([HTML.startsWith(html), notes]).toEqual([true, [words]])
    const spooled = await spoolArchive({ path: writeIn(folder, 'cut.warc', archiveOf(body)) }, 1e6)
    expect(await spooled.input('0')).toMatchObject({ html, notes: [words] })
    await spooled.close()
    expect(await inCollection(body)).toEqual([words])
  })

  it('is reported as damaged if no part can be unpacked', async () => {
    const garbled = Buffer.from(PACKED).fill(0xff, 10)
    for (const body of [PACKED.subarray(0, 6), garbled]) {
      const message = 'The response of http://a.test/ is compressed by gzip and is damaged or incomplete.'
      await expect(open(body)).rejects.toMatchObject({ failure: { code: 'warc.encoding', message } })
    }
  })

  it('never exceeds the limit, complete or truncated', async () => {
    for (const body of [PACKED, PACKED.subarray(0, -20), Buffer.concat([PACKED, Buffer.from('x')])])
      await expect(open(body, HTML.length - 1000)).rejects.toMatchObject({ failure: { code: 'input.too-large' } })
  })
})
