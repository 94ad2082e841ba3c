/** Responses of a web archive that a server packed by gzip, and that were damaged or changed later. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { archivedPage } from '../../electron/services/capture/saves/saved-page'
import { spoolArchive } from '../../electron/services/capture/saves/spooled-archive'
import { recordsOf } from '../../electron/services/capture/saves/warc-records'
import { warcPages } from '../../electron/services/capture/saves/warc-pages'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'

const folder = folderForAll('packed')
const HTML = `<p>${Array.from({ length: 3000 }, (_, i) => `word ${i * 7919}`).join(' ')}</p>`
const PACKED = gzipSync(HTML)

function archiveOf(body: Buffer): Buffer {
  const http = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n'), body])
  const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/\r\nContent-Length: ${http.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')])
}

const open = (body: Buffer, limit = 1e6): ReturnType<typeof archivedPage> =>
  archivedPage({ name: 'x.warc', bytes: archiveOf(body) }, null, limit, {})

async function inCollection(body: Buffer): Promise<string[]> {
  const stream = (async function* () {
    yield await Promise.resolve(archiveOf(body))
  })()
  const found: string[] = []
  for await (const { content } of warcPages(recordsOf(stream, 'x.warc'), 1e6))
    found.push('bytes' in content ? Buffer.from(content.bytes).toString() : content.failure.message)
  return found
}

describe('a page that is packed by gzip', () => {
  it.each([
    ['other bytes follow', Buffer.concat([PACKED, Buffer.from('\r\n<!-- trailing -->')])],
    ['a second piece follows that is none', Buffer.concat([PACKED, PACKED.subarray(0, 5)])],
    ['the checksum is missing', PACKED.subarray(0, -8)],
    [
      'it has a name and a comment',
      Buffer.concat([Buffer.from([31, 139, 8, 24, 0, 0, 0, 0, 0, 3]), Buffer.from('n\0c\0'), PACKED.subarray(10), Buffer.from('x')]),
    ],
  ])('is read whole where %s, without a word, as browsers do', async (_what, body) => {
    expect(await open(body)).toMatchObject({ html: HTML, notes: [] })
    expect(await inCollection(body)).toEqual([HTML])
  })

  it('in several pieces is all of them', async () =>
    expect((await open(Buffer.concat([PACKED, gzipSync('<p>more')]))).html).toBe(`${HTML}<p>more`))

  it('that is cut off is opened as far as it goes, with a note; in a collection it is a failure', async () => {
    const body = PACKED.subarray(0, PACKED.length >> 1)
    const words = 'The response of http://example.org/ is packed by gzip and cut off: its end is missing.'
    const { html, notes } = await open(body)
    expect(html.length).toBeGreaterThan(1000)
    expect(HTML.startsWith(html)).toBe(true)
    expect(notes).toEqual([words])
    const spooled = await spoolArchive(writeIn(folder, 'cut.warc', archiveOf(body)), 1e6)
    expect(await spooled.input('0')).toMatchObject({ html, notes: [words] })
    await spooled.close()
    expect(await inCollection(body)).toEqual([words])
  })

  it('of which nothing is left is said to be damaged', async () => {
    const garbled = Buffer.from(PACKED).fill(0xff, 10)
    for (const body of [PACKED.subarray(0, 6), garbled]) {
      const message = 'The response of http://example.org/ is packed by gzip, and is damaged or cut off.'
      await expect(open(body)).rejects.toMatchObject({ failure: { code: 'warc.encoding', message } })
    }
  })

  it('keeps to the limit, whole or not', async () => {
    for (const body of [PACKED, PACKED.subarray(0, -20), Buffer.concat([PACKED, Buffer.from('x')])])
      await expect(open(body, HTML.length - 1000)).rejects.toMatchObject({ failure: { code: 'input.too-large' } })
  })
})
