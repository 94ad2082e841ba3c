import { describe, expect, it } from 'vitest'
import { listArchive } from '../../electron/services/capture/saves/archive'
import { archivedPage } from '../../electron/services/capture/saves/saved-page'
import { spoolArchive } from '../../electron/services/capture/saves/spooled-archive'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'

const folder = folderForAll('captures')

const SITE = 'http://example.org'
const recordAt = (day: number, type: string, path: string, http: string, more = ''): string =>
  `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${SITE}${path}\r\nWARC-Date: 2020-01-0${day}T00:00:00Z\r\n${more}Content-Length: ${http.length}\r\n\r\n${http}\r\n\r\n`
const ok = (type: string, body: string): string => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n${body}`
const html = (day: number, path: string, body: string): string => recordAt(day, 'response', path, ok('text/html', body))
const movedTo = (day: number, path: string, to: string): string =>
  recordAt(day, 'response', path, `HTTP/1.1 302 Found\r\nLocation: ${to}\r\n\r\n`)

/**
 * Returns per page: the HTML, and two texts of the part at `path`, from the archive opened as a file and as a collection. The text of a
 * redirect is the text of the redirect's target.
 */
async function partsOf(records: readonly string[], entries: readonly string[], path: string): Promise<string[][]> {
  const file = writeIn(folder, 'two.warc', records.join(''))
  const spooled = await spoolArchive({ path: file }, 1e6)
  const text = (body: Uint8Array | undefined): string => (body ? Buffer.from(body).toString() : '')
  const found: string[][] = []
  for (const entry of entries) {
    const { html, parts, redirects } = await archivedPage({ path: file }, entry, 1e6, {})
    const url = SITE + path
    const { resources } = await spooled.input(entry)
    found.push([html, text(parts.get(redirects.get(url) ?? url)?.body), text((await resources?.find(url))?.body)])
  }
  await spooled.close()
  return found
}

describe('of several captures of a part', () => {
  const [OLD, NEW] = [html(1, '/', 'Page OLD'), html(5, '/', 'Page NEW')]

  it('the capture nearest in time to the page belongs to the page, in any order', async () => {
    const frames = [html(1, '/f', 'frame OLD'), html(5, '/f', 'frame NEW')]
    const expected = ['OLD', 'NEW'].map((age) => [`Page ${age}`, `frame ${age}`, `frame ${age}`])
    expect(await partsOf([OLD, ...frames.slice(0, 1), NEW, ...frames.slice(1)], ['0', '2'], '/f')).toEqual(expected)
    expect(await partsOf([...frames.reverse(), OLD, NEW], ['2', '3'], '/f')).toEqual(expected)
  })

  it('a capture that is declared unchanged counts with its own time', async () => {
    const digest = 'WARC-Payload-Digest: sha1:A\r\n'
    const records = [
      recordAt(1, 'response', '/p', ok('text/css', 'first'), digest),
      recordAt(3, 'response', '/p', ok('text/css', 'second')),
      OLD,
      NEW,
      recordAt(5, 'revisit', '/p', ok('text/css', ''), digest),
    ]
    expect(await partsOf(records, ['1'], '/p')).toEqual([['Page NEW', 'first', 'first']])
  })

  it('the redirect nearest to the page’s time is followed', async () => {
    const records = [OLD, movedTo(1, '/p', '/a'), NEW, movedTo(5, '/p', '/b'), html(1, '/a', 'A'), html(5, '/b', 'B')]
    expect((await partsOf(records, ['0', '1'], '/p')).map(([, ...parts]) => parts.join())).toEqual(['A,A', 'B,B'])
  })

  it('without a time, the first capture is used', async () => {
    const records = [OLD, html(1, '/f', 'first'), html(5, '/f', 'second')].map((one) => one.replace(/WARC-Date: .*\r\n/, ''))
    expect(await partsOf(records, ['0'], '/f')).toEqual([['Page OLD', 'first', 'first']])
  })
})

describe('a page that is declared equal to another page', () => {
  const digest = (of: string): string => `WARC-Payload-Digest: sha1:${of}\r\n`
  const again = (day: number, path: string, of: string, type = 'text/html'): string =>
    recordAt(day, 'revisit', path, ok(type, ''), digest(of))
  const one = recordAt(1, 'response', '/one', ok('text/html; charset=utf-8', 'The page'), digest('A'))
  const listed = async (records: readonly string[]): Promise<string[]> =>
    (await listArchive({ name: 'x.warc', bytes: Buffer.from(records.join('')) }, 1e6, {})).pages.map(
      ({ entry, url, capturedAt }) => `${entry} ${url.replace(SITE, '')} ${capturedAt?.slice(8, 10)}`,
    )

  it('is listed with its address and time, and opens with the body of the other page and parts nearest to its time', async () => {
    const records = [one, html(1, '/f', 'frame OLD'), again(5, '/two', 'A'), html(5, '/f', 'frame NEW'), html(5, '/last', 'The last')]
    expect(await listed(records)).toEqual(['0 /one 01', '1 /f 01', '2 /two 05', '3 /f 05', '4 /last 05'])
    expect(await partsOf(records, ['0', '2', '4'], '/f')).toEqual([
      ['The page', 'frame OLD', 'frame OLD'],
      ['The page', 'frame NEW', 'frame NEW'],
      ['The last', 'frame NEW', 'frame NEW'],
    ])
    const spooled = await spoolArchive({ path: writeIn(folder, 'again.warc', records.join('')) }, 1e6)
    expect(await spooled.input('2')).toMatchObject({ url: `${SITE}/two`, html: 'The page' })
    await spooled.close()
  })

  it('is missing if the other record is not earlier in the archive, or is no page', async () => {
    const image = recordAt(1, 'response', '/i', ok('image/png', 'image'), digest('I'))
    expect(await listed([again(1, '/early', 'A'), one, image, again(2, '/i', 'I', 'image/png'), again(2, '/x', 'gone')])).toEqual([
      '0 /one 01',
    ])
  })
})
