import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChromiumTargets } from '../../electron/server/chromium-target'
import { archivedAddress } from '../../electron/services/capture/web-archive'
import type { Capture, CaptureRequest } from '../../shared/contract/capture'
import { captureOver, hasChromium, isolatedChromium } from '../capture/chromium-loader'
import { failureOf } from '../capture/capture-contract'
import { serveHere, type ServerHere } from '../fixtures/listen'

const PAGE = `<!doctype html><title>Then</title><link rel=stylesheet href=/a.css><link rel=stylesheet href=https://cdn.example/b.css>
<h1>As it was</h1><img src=one.svg><iframe src=//frames.example/inner.html></iframe><script src=/late.js></script>`

const LATE = `fetch('/late.txt').then((a) => a.text()).then((text) => document.body.append(text)); fetch('/count', { method: 'POST' }).catch(() => 0)`
const PICTURES = Array.from({ length: 1_200 }, (_, i) => `<img src="/p/${i}.png">`).join('')
const ARCHIVE: Readonly<Record<string, readonly [time: string, type: string, body: string]>> = {
  'https://old.example/news/': ['20190501123456', 'text/html; charset=iso-8859-1', PAGE],
  'https://old.example/a.css': ['20190430000000', 'text/css', '@import "/c.css"; h1 { color: rgb(1, 2, 3) }'],
  'https://old.example/c.css': ['20190501123456', 'text/css', 'p { margin: 0 }'],
  'https://cdn.example/b.css': ['20200101000000', 'text/css', '@font-face { font-family: x; src: url(x.woff2) }'],
  'https://old.example/news/one.svg': ['20190501123456', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  'https://frames.example/inner.html': ['20190502000000', 'text/html', '<p>a frame of then'],
  'https://old.example/late.js': ['20190501123456', 'text/javascript', LATE],
  'https://old.example/late.txt': ['20190501123456', 'text/plain', 'what a script brought'],
  'https://old.example/first': ['20190501123456', 'moved', 'https://old.example/news/'],
  'https://old.example/many': ['20190501123456', 'text/html', `<!doctype html><p>Many pictures${PICTURES}`],
  'https://old.example/out': ['20190501123456', 'out', 'http://elsewhere.test/login'],
}

let server: ServerHere
let targets: ChromiumTargets
let requests: string[] = []
beforeAll(async () => {
  server = await serveHere((request, response) => {
    requests.push(`${request.method} ${request.headers.host} ${request.url}`)
    const [, time, url = ''] = /^\/web\/(\d{14})id_\/(.*)$/.exec(request.url ?? '') ?? []
    const found = ARCHIVE[url]
    const moved = (location: string): void => void response.writeHead(302, { Location: location }).end()
    if (!found) return void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>not archived')
    if (found[1] === 'out') return moved(found[2])
    // Like the Wayback Machine, the server redirects to the stored time.
    if (found[0] !== time) return moved(`/web/${found[0]}id_/${url}`)
    if (found[1] === 'moved') return moved(`/web/${found[0]}id_/${found[2]}`)
    const archive = { 'X-Archive-Orig-X-Served': 'then', 'X-Archive-Src': 'isFoundInText.warc.gz' }
    const headers = { 'Content-Type': found[1], 'Content-Security-Policy': "default-src 'none'", ...archive }
    response.writeHead(200, headers).end(found[2])
  })
  targets = isolatedChromium(server.port)
})
afterAll(async () => {
  await targets.close()
  await server.close()
})

function capture(address: string, options: CaptureRequest = {}): Promise<Capture> {
  requests = []
  return captureOver(targets)({ kind: 'url', url: address }, { idle: 300, ...options })
}

describe('an address of an archive', () => {
  test('gives the time and the address of a page, in all spellings', () => {
    const page = { prefix: 'https://web.archive.org/web/', time: '20190501123456', url: 'https://old.example/news/?a=1' }
    for (const spelling of ['20190501123456id_/https://', '20190501123456/https://', '20190501123456if_/https:/'])
      expect(archivedAddress(`https://web.archive.org/web/${spelling}old.example/news/?a=1`), spelling).toEqual(page)
    const crawl = { prefix: 'http://localhost:8080/my-crawl/', time: '2019', url: 'http://old.example/' }
    expect(archivedAddress('http://localhost:8080/my-crawl/2019mp_/http://old.example')).toEqual(crawl)
  })

  test.each([
    'https://old.example/news/2019/https.html',
    'https://share.example/?u=/2019/https://old.example/',
    'https://old.example/#/2019/http://a.b/',
    'https://web.archive.org/web/*/https://old.example/',
  ])('is not assumed if an address only contains another address: %s', (address) => expect(archivedAddress(address)).toBeNull())
})

describe.skipIf(!hasChromium)('a page of an archive', () => {
  const address = 'http://archive.test/web/20190501120000id_/https://old.example/first'

  test('loads with styles, images and frames of about its time, without another server', async () => {
    const page = await capture(address, { mode: 'rendered' })
    expect([page.url, page.status, page.charset]).toEqual(['https://old.example/news/', 200, 'windows-1252'])
    expect(page.redirects).toEqual([{ url: 'https://old.example/first', status: 302, location: 'https://old.example/news/' }])
    for (const words of ['what a script brought', 'a frame of then']) expect(page.html).toContain(words)
    expect(page.bundle?.resources.map(({ url }) => url).sort()).toEqual([
      'https://cdn.example/b.css',
      'https://frames.example/inner.html',
      'https://old.example/a.css',
      'https://old.example/c.css',
      'https://old.example/news/one.svg',
    ])
    expect(page.bundle?.document?.headers).toContainEqual({ name: 'X-Served', value: 'then' })
    expect(requests.every((request) => request.startsWith('GET archive.test /web/'))).toBe(true)
    expect(page.log.join(' ')).toMatch(/archive at archive\.test captured the page \S+ on 2019-05-01 12:34 UTC/)
  })

  test('loads byte for byte in source mode', async () => {
    const page = await capture(address.replace('id_', ''))
    expect(page.html).toBe(PAGE)
    expect(page.layout).not.toBeNull()
    expect(page.bundle?.resources.map(({ url }) => url)).toContain('https://cdn.example/b.css')
  })

  test('may request as many resources as a web page', async () => {
    const { log } = await capture('http://archive.test/web/20190501123456/https://old.example/many', { idleCap: 60_000 })
    expect(requests.filter((request) => request.includes('/p/'))).toHaveLength(1_200)
    expect(log.join(' ')).not.toContain('more than')
  })

  test('that is missing in the archive is reported', async () => {
    const failure = await failureOf(capture('http://archive.test/web/20190501120000/https://old.example/out'))
    const message = 'The archive does not contain this page of old.example; the archive redirects to http://elsewhere.test/login.'
    expect(failure).toMatchObject({ code: 'load.not-archived', message })
    expect(requests.some((request) => request.includes('elsewhere'))).toBe(false)
    expect((await capture('http://archive.test/web/20190501120000/https://old.example/nothing')).status).toBe(404)
  })
})
