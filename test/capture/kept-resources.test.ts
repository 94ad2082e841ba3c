import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChromiumTargets } from '../../electron/server/chromium-target'
import type { Capture, CaptureRequest, KeptResponse, PageBundle } from '../../shared/contract/capture'
import type { LoadContext } from '../../electron/services/capture/loader'
import { captureOver, hasChromium, isolatedChromium } from './chromium-loader'
import { serveHere, type ServerHere } from '../fixtures/listen'

const drawing = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="${colour}"/></svg>`

const PAGE = `<!doctype html><title>Kept</title><link rel=stylesheet href=/a.css><style id=filled></style>
<img src=/one.svg><img src=/same-as-one.svg><img src=/moved.svg><img src=/gone.svg>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><div style="height:9000px"></div><img loading=lazy src=/late.svg>
<script src=/code.js></script><script>
  fetch('/data.json')
  document.getElementById('filled').sheet.insertRule('h1 { color: rgb(1, 2, 3); }')
  const made = new CSSStyleSheet()
  made.replaceSync('h2 { color: rgb(4, 5, 6); }')
  document.adoptedStyleSheets = [made]
</script>`

const NOISE = `<!doctype html><canvas width=1200 height=1200></canvas><script>
  const c = document.querySelector("canvas").getContext("2d"), i = c.createImageData(1200, 1200)
  for (let n = 0; n < i.data.length; n++) i.data[n] = n % 4 === 3 ? 255 : Math.random() * 256
  c.putImageData(i, 0, 0)</script>`
const ANSWERS: Readonly<Record<string, readonly [type: string, body: string, headers?: Record<string, string>]>> = {
  '/page': ['text/html', PAGE, { 'X-Served': 'once', 'Set-Cookie': 'a=1' }],
  '/a.css': ['text/css; charset=utf-8', '@import "b.css"; body { background: url(back.svg) }', { 'Cache-Control': 'max-age=7' }],
  '/b.css': ['text/css', 'p { margin: 0 }'],
  '/back.svg': ['image/svg+xml', drawing('silver')],
  '/one.svg': ['image/svg+xml', drawing('red')],
  '/same-as-one.svg': ['image/svg+xml', drawing('red')],
  '/target.svg': ['image/svg+xml', drawing('lime')],
  '/late.svg': ['image/svg+xml', drawing('blue')],
  '/code.js': ['text/javascript', 'void 0'],
  '/data.json': ['application/json', '{}'],
  '/noise': ['text/html', NOISE],
  '/refused': ['text/html', '<!doctype html><img src=http://127.0.0.2:1/a.svg><img src=http://nowhere.invalid/b.svg>'],
  '/big': ['text/html', '<!doctype html><link rel=stylesheet href=/b.css><img src=/large.svg>'],
  '/large.svg': ['image/svg+xml', drawing('x'.repeat(200_000))],
}

let server: ServerHere
let origin: string
let targets: ChromiumTargets
let requests: string[] = []
beforeAll(async () => {
  server = await serveHere((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    if (path === '/first') return void response.writeHead(301, { Location: '/second' }).end()
    if (path === '/second') return void response.writeHead(302, { Location: '/page' }).end()
    if (path === '/moved.svg') return void response.writeHead(302, { Location: '/target.svg' }).end()
    const found = ANSWERS[path]
    if (!found) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': found[0], ...found[2] }).end(found[1])
  })
  origin = server.url
  targets = isolatedChromium(server.port)
})
afterEach(() => void (requests = []))
afterAll(async () => {
  await targets.close()
  await server.close()
})

const capture = (path: string, options: CaptureRequest = {}, context: Partial<LoadContext> = {}): Promise<Capture> =>
  captureOver(targets)({ kind: 'url', url: origin + path }, { idle: 200, ...options }, context)

/** Requests resources after the page has arrived. A missing resource gives null. */
async function resourcesBeforeLayout(path: string, resources: readonly string[]): Promise<(string | null)[]> {
  const found: Promise<KeptResponse | null>[] = []
  const arrived: LoadContext['arrived'] = ({ find }) =>
    void found.push(...resources.map((each) => find?.(origin + each) ?? Promise.resolve(null)))
  await capture(path, {}, { arrived })
  return (await Promise.all(found)).map((part) => part && part.url.replace(origin, ''))
}
async function bundleOf(path: string, options: CaptureRequest = {}): Promise<PageBundle> {
  const { bundle } = await capture(path, options)
  if (!bundle) throw new Error('The capture has no bundle.')
  return bundle
}
const paths = (bundle: PageBundle): string[] => bundle.resources.map(({ url }) => url.replace(origin, '')).sort()
const bodyOf = (bundle: PageBundle, path: string): string =>
  Buffer.from(bundle.resources.find(({ url }) => url === origin + path)?.body ?? []).toString()

describe.skipIf(!hasChromium)('a capture', () => {
  test('has style sheets, imports, images and references as served, each requested once', async () => {
    // While the machine starts many programs, the browser requests a background image late.
    const bundle = await bundleOf('/page', { idle: 1000 })
    expect(paths(bundle)).toEqual('/a.css /b.css /back.svg /gone.svg /late.svg /one.svg /same-as-one.svg /target.svg'.split(' '))
    for (const path of ['/a.css', '/b.css', '/back.svg', '/one.svg', '/late.svg']) {
      expect(bodyOf(bundle, path)).toBe(ANSWERS[path]?.[1])
      expect(requests.filter((one) => one === path)).toHaveLength(1)
    }
    const sheet = bundle.resources.find(({ url }) => url.endsWith('/a.css'))
    const headers = Object.fromEntries(sheet?.headers.map(({ name, value }) => [name.toLowerCase(), value]) ?? [])
    expect([sheet?.kind, sheet?.status]).toEqual(['stylesheet', 200])
    expect(headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=7' })
  })

  test('returns resources before the layout: with redirects, and null for missing resources', async () =>
    expect(await resourcesBeforeLayout('/page', ['/a.css', '/moved.svg', '/nobody-asks.svg'])).toEqual(['/a.css', '/target.svg', null]))

  test('has the document as served, with its headers and redirects', async () => {
    const { bundle, redirects, url } = await capture('/first', { mode: 'rendered' })
    expect(url).toBe(`${origin}/page`)
    expect(redirects).toEqual([
      { url: `${origin}/first`, status: 301, location: `${origin}/second` },
      { url: `${origin}/second`, status: 302, location: `${origin}/page` },
    ])
    expect(bundle?.document?.url).toBe(`${origin}/page`)
    expect(Buffer.from(bundle?.document?.body ?? []).toString()).toBe(PAGE)
    expect(bundle?.document?.headers.some(({ name, value }) => name.toLowerCase() === 'x-served' && value === 'once')).toBe(true)
    expect(bundle?.redirects).toContainEqual({ url: `${origin}/moved.svg`, status: 302, location: `${origin}/target.svg` })
    expect(bundle?.userAgent).toMatch(/Chrome\//)
  })

  test('stores equal bodies once', async () => {
    const bundle = await bundleOf('/page')
    const [one, same] = ['/one.svg', '/same-as-one.svg'].map((path) => bundle.resources.find(({ url }) => url === origin + path)?.body)
    expect(one).toBe(same)
  })

  test('names each missing resource with the reason', async () => {
    const { missing } = await bundleOf('/page')
    expect(missing).toEqual([{ url: `${origin}/gone.svg`, kind: 'image', reason: 'the server responded with status 404' }])
  })

  test('names refused and unknown resources with the reason', async () => {
    const { missing } = await bundleOf('/refused')
    expect(Object.fromEntries(missing.map(({ url, reason }) => [url, reason]))).toEqual({
      'http://127.0.0.2:1/a.svg': 'refused: only public web addresses and the page’s own origin are allowed',
      'http://nowhere.invalid/b.svg': 'it could not be loaded (ERR_NAME_NOT_RESOLVED)',
    })
  })

  test('omits resources over the limit, and names them', async () => {
    const bundle = await bundleOf('/big', { maxResourceBytes: 100_000 })
    const large = { url: `${origin}/large.svg`, kind: 'image', reason: 'over the limit of 0.1 MB per page', isFinal: true }
    expect([paths(bundle), bundle.missing]).toEqual([['/b.css'], [large]])
    expect((await capture('/big', { maxResourceBytes: 0 })).bundle).toBeUndefined()
  })

  test('of a rendered page has rules of scripts, adopted style sheets and lazy images', async () => {
    const bundle = await bundleOf('/page', { mode: 'rendered' })
    const sheets = [{ index: 0, css: 'h1 { color: rgb(1, 2, 3); }' }]
    expect(bundle.styles).toEqual({ sheets, adopted: ['h2 { color: rgb(4, 5, 6); }'], roots: [] })
    expect(paths(bundle)).toContain('/late.svg')
    expect((await capture('/page', { mode: 'rendered' })).html).toContain('loading="lazy"')
  })

  test('has a picture of the whole page on request', async () => {
    const { screenshot } = await bundleOf('/page', { screenshot: true })
    expect([screenshot?.type, screenshot?.width]).toEqual(['image/webp', 1280])
    expect(screenshot?.height).toBeGreaterThan(9000)
    expect(Buffer.from(screenshot?.bytes.subarray(8, 12) ?? []).toString()).toBe('WEBP')
    expect((await bundleOf('/page')).screenshot).toBeNull()
  })

  test('has a picture of half the size if the picture would be larger than the page', async () => {
    const { screenshot } = await bundleOf('/noise', { mode: 'rendered', screenshot: true })
    const bytes = Buffer.from(screenshot?.bytes ?? [])
    expect([screenshot?.width, screenshot?.height]).toEqual([1280, expect.closeTo(1216, -2)])
    // The extended header of a WebP picture contains the width minus one.
    expect([bytes.subarray(12, 16).toString(), bytes.readUIntLE(24, 3)]).toEqual(['VP8X', 639])
    expect(bytes.length).toBeLessThan(600_000)
  })

  test('has no scripts and no data of the page', async () => {
    const bundle = await bundleOf('/page', { mode: 'rendered' })
    expect(requests).toContain('/data.json')
    expect(paths(bundle).filter((path) => /js/.test(path))).toEqual([])
  })
})
