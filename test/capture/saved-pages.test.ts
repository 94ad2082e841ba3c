import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChromiumTargets } from '../../electron/server/chromium-target'
import { listArchive } from '../../electron/services/capture/saves/archive'
import type { Capture, CaptureRequest, Source } from '../../shared/contract/capture'
import { LAYOUT_DISPLAYED, attribute } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { failureOf } from './capture-contract'
import { captureOver, hasChromium, isolatedChromium } from './chromium-loader'
import { answer, CSS, DRAWING, MHTML, PAGE, record, SITE, zipped } from './saves'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'

const folder = folderForAll('saves')
let targets: ChromiumTargets
beforeAll(() => {
  targets = isolatedChromium(9)
})
afterAll(() => targets.close())
const write = (name: string, content: string | Uint8Array): string => writeIn(folder, name, content)
const load = (source: Source, options: CaptureRequest = {}): Promise<Capture> => captureOver(targets)(source, { idle: 100, ...options })

function expectComplete(capture: Capture, css: string, image: string): void {
  const page = parsePage(capture.html, { layout: capture.layout, scriptingEnabled: capture.mode === 'rendered' })
  const node = (id: string): number => page.tag.findIndex((_, n) => attribute(page, n, 'id') === id)
  expect((page.layout?.flags[node('hidden')] ?? 1) & LAYOUT_DISPLAYED, 'its style sheet hides a paragraph').toBe(0)
  expect([...(page.layout?.boxes.subarray(node('image') * 4 + 2, node('image') * 4 + 4) ?? [])], 'its image has its size').toEqual([40, 30])
  expect(capture.bundle?.resources.map(({ url }) => url).sort()).toEqual([css, image].sort())
  expect(capture.bundle?.missing).toEqual([])
}

describe.skipIf(!hasChromium)('a saved page opens with its resources', () => {
  test('as “complete” with a folder of files', async () => {
    const path = write('complete/page.html', PAGE('page_files/a.css', './page_files/i%20i.svg'))
    write('complete/page_files/a.css', CSS)
    write('complete/page_files/i i.svg', DRAWING)
    const at = (name: string): string => new URL(`page_files/${name}`, `file://${path}`).href
    for (const mode of ['source', 'rendered'] as const)
      expectComplete(await load({ kind: 'file', path }, { mode }), at('a.css'), at('i%20i.svg'))
  })

  test('but only with visible files of its folder, not with files above the folder or behind a symbolic link', async () => {
    write('secret.svg', DRAWING)
    const path = write(
      'held/page.html',
      '<img src=../secret.svg><img src=out.svg><img src=/etc/hostname><script>fetch("notes.txt").catch(() => 0)</script><img src=in.svg>',
    )
    symlinkSync(join(folder, 'secret.svg'), join(folder, 'held', 'out.svg'))
    write('held/notes.txt', 'private')
    write('held/in.svg', DRAWING)
    const { bundle } = await load({ kind: 'file', path }, { mode: 'rendered' })
    expect(bundle?.resources.map(({ url }) => url)).toEqual([new URL('in.svg', `file://${path}`).href])
    expect(bundle?.missing).toHaveLength(3)
  })

  test('as MHTML, quoted-printable and base64, with parts by address and by content id', async () => {
    for (const source of [
      { kind: 'file', path: write('page.mhtml', MHTML) },
      { kind: 'bytes', name: 'page.mht', bytes: Buffer.from(MHTML) },
      { kind: 'file', path: write('page.mhtml.gz', gzipSync(MHTML)) },
    ] as const) {
      const capture = await load(source)
      const seen = [capture.url, capture.html.includes('café'), capture.html.includes('hidden by its')]
      expect(seen).toEqual(['https://example.org/dir/page', true, true])
      expectComplete(capture, 'https://cid.invalid/css-1%40mhtml.blink', 'https://example.org/i.svg')
    }
  })

  test('in a WARC, with redirects', async () => {
    for (const bytes of [Buffer.from(SITE.join('')), Buffer.concat(SITE.map((one) => gzipSync(one)))]) {
      const capture = await load({ kind: 'bytes', name: 'site.warc.gz', bytes, entry: '0' })
      expect(capture.url).toBe('http://example.org/one')
      expectComplete(capture, 'http://example.org/css/a.css', 'http://cdn.example/i.svg')
    }
  })

  test('in an archive: directly if it has one page, after a choice if it has several', async () => {
    const path = write('site.warc', SITE.join(''))
    expect((await failureOf(load({ kind: 'file', path }))).code).toBe('archive.choose')
    expect((await listArchive({ path }, 1_000_000, {})).pages.map(({ entry, url }) => [entry, url])).toEqual([
      ['0', 'http://example.org/one'],
      ['1', 'http://example.org/two'],
    ])
    expect((await load({ kind: 'file', path, entry: '1' })).html).toContain('second')
    expect((await load({ kind: 'file', path: write('single.warc', SITE.slice(0, 4).join('')) })).url).toBe('http://example.org/one')
  })

  test('in a WACZ, whose list names its pages', async () => {
    const data = Buffer.concat(SITE.map((one) => gzipSync(one)))
    const list = '{"format":"json-pages-1.0","id":"pages","title":"All"}\n{"url":"http://example.org/one","title":"The one"}\nno JSON\n'
    const path = write('site.wacz', await zipped({ 'archive/data.warc.gz': data, 'pages/pages.jsonl': list, 'datapackage.json': '{}' }))
    expect((await listArchive({ path }, 1_000_000, {})).pages).toMatchObject([{ entry: '0', title: 'The one' }])
    expectComplete(await load({ kind: 'file', path }), 'http://example.org/css/a.css', 'http://cdn.example/i.svg')
  })

  test('as a SingleFile page', async () => {
    const html = `<!doctype html><!-- Page saved with SingleFile url: https://example.org/ --><style>${CSS}</style><p id=hidden>x<img id=image src="data:image/svg+xml;base64,${Buffer.from(DRAWING).toString('base64')}">`
    const { layout, bundle } = await load({ kind: 'file', path: write('single.html', html) })
    expect(layout).not.toBeNull()
    expect(bundle?.missing).toEqual([])
  })
})

describe('a hostile saved page opens or fails with a code', () => {
  const fails = async (name: string, bytes: string | Uint8Array, code: RegExp, entry?: string): Promise<void> => {
    const source: Source = { kind: 'bytes', name, bytes: Buffer.from(bytes), ...(entry === undefined ? {} : { entry }) }
    expect((await failureOf(load(source))).code).toMatch(code)
  }

  test('with file names that lead out of a WACZ', async () => {
    const plain = (await zipped({ 'archive/aaaaaaaaaa.warc': SITE.join('') }))
      .toString('latin1')
      .replaceAll('archive/aaaaaaaaaa.warc', 'archive/../../aaa.warc/')
    await fails('x.wacz', Buffer.from(plain, 'latin1'), /^archive\./)
  })

  test('as a ZIP file that is truncated or contains no web pages', async () => {
    const whole = await zipped({ 'archive/data.warc': SITE.join('') })
    await fails('x.wacz', whole.subarray(0, whole.length >> 1), /^archive\.damaged$/)
    await fails('x.wacz', await zipped({ 'a.txt': 'a' }), /^archive\.no-page$/)
  })

  test('with wrong lengths, line breaks in headers, or empty records', async () => {
    const whole = answer('http://example.org/', 'text/html', '<p>x')
    for (const length of ['99999', 'minus'])
      await fails('x.warc', whole.replace(/Content-Length: \d+/, `Content-Length: ${length}`), /^warc\.invalid$/)
    const split = record('response', 'http://example.org/a\r\nWARC-Type: request', 'HTTP/1.1 200 OK\r\n\r\n')
    for (const warc of ['WARC/1.1\r\n', split]) await fails('x.warc', warc, /^(?:warc\.invalid|archive\.no-page)$/)
    await fails('x.warc', SITE.join(''), /^archive\.no-page$/, '77')
    await fails('x.mhtml', MHTML.split('------MultipartBoundary--x----')[0] ?? '', /^mhtml\.invalid$/)
  })

  test('as a gzip bomb, which is stopped at the limit with limited memory', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, 32))
    const body = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n`), bomb])
    const head = Buffer.from(
      `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/\r\nContent-Type: application/http\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    const before = process.memoryUsage().rss
    await fails('bomb.warc', Buffer.concat([head, body, Buffer.from('\r\n\r\n')]), /^input\.too-large$/, '0')
    await fails('bomb.warc.gz', gzipSync(Buffer.alloc(200 * 1024 * 1024, 10)), /^(?:warc\.invalid|input\.)/)
    expect(process.memoryUsage().rss - before).toBeLessThan(450 * 1024 * 1024)
  })

  test('with a record of another origin, which is used only as a response of this origin', async () => {
    const warc =
      answer('http://example.org/', 'text/html', '<img src="http://evil.example/pixel.gif"><img src="//bank.example/logo.svg">') +
      answer('http://bank.example/logo.svg', 'image/svg+xml', DRAWING)
    const { bundle } = await load({ kind: 'bytes', name: 'x.warc', bytes: Buffer.from(warc) })
    expect(bundle?.resources.map(({ url }) => url)).toEqual(hasChromium ? ['http://bank.example/logo.svg'] : [])
    if (hasChromium)
      expect(bundle?.missing).toMatchObject([{ url: 'http://evil.example/pixel.gif', reason: 'a local page loads only its own parts' }])
  })
})
