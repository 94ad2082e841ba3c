/** Real pages, HTML only, open with and without their resources; and the cost of keeping. Skipped without pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChromiumTargets } from '../../electron/server/chromium-target'
import { createPageLoader } from '../../electron/services/capture/page-loader'
import { toFailure } from '../../shared/base/failure'
import { type Capture, CaptureOptions } from '../../shared/contract/capture'
import { hasChromium, isolatedChromium, WITHOUT_CHROMIUM } from './chromium-loader'
import { serveHere, type ServerHere } from '../fixtures/listen'

const PAGES = join(import.meta.dirname, '../../../shared/data/wcxb/dev/html')
const hasPages = existsSync(PAGES)
if (!hasChromium) console.warn(WITHOUT_CHROMIUM)
if (!hasPages) console.warn('skipped: no real pages (../shared/data/wcxb)')

/** Number of real pages; BOILERSCOPE_PAGES sets more. */
const COUNT = Number(process.env.BOILERSCOPE_PAGES ?? 5)
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

let server: ServerHere
let targets: ChromiumTargets
beforeAll(async () => {
  server = await serveHere((request, response) => {
    const path = request.url ?? ''
    if (path === '/many')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          '<!doctype html>' +
            Array.from({ length: 200 }, (_, i) => (i % 10 === 0 ? `<link rel=stylesheet href=/${i}.css>` : `<img src=/${i}.bmp>`)).join(''),
        )
    else if (/\.css/.test(path))
      response.writeHead(200, { 'Content-Type': 'text/css' }).end(`p{margin:1px}/*${'c'.repeat(20_000)}${path}*/`)
    else if (/\.bmp/.test(path))
      response.writeHead(200, { 'Content-Type': 'image/gif' }).end(Buffer.concat([PIXEL, Buffer.from(path + 'x'.repeat(15_000))]))
    else response.writeHead(200, { 'Content-Type': 'image/gif' }).end(PIXEL)
  })
  targets = isolatedChromium(server.port)
})
afterAll(async () => {
  await targets.close()
  await server.close()
})

const options = (more: object = {}): CaptureOptions => CaptureOptions.parse({ timeout: 20_000, idleCap: 4_000, ...more })
const context = { signal: new AbortController().signal, progress: () => undefined }
const loader = () => createPageLoader(targets.open, { resolve: () => Promise.resolve(['203.0.113.7']), proxied: false })

describe.skipIf(!hasChromium || !hasPages)('real pages', () => {
  test(`${COUNT} of them open without, and with those of their resources that can be reached`, { timeout: 530_000 }, async () => {
    const names = readdirSync(PAGES).sort()
    const chosen = names.filter((_, i) => i % Math.max(1, Math.floor(names.length / COUNT)) === 0).slice(0, COUNT)
    const failures: string[] = []
    const kept: number[] = []
    const sizes: number[] = []
    for (const name of chosen) {
      const html = gunzipSync(readFileSync(join(PAGES, name))).toString('utf8')
      for (const fetches of [false, true]) {
        let capture: Capture | null = null
        try {
          capture = await loader().load({ kind: 'html', html, url: `http://example.test/${name}` }, options(), { ...context, fetches })
        } catch (thrown) {
          const { code } = toFailure(thrown)
          failures.push(`${name} ${code}`)
        }
        if (!fetches || !capture?.bundle) continue
        kept.push(capture.bundle.resources.length)
        sizes.push(capture.bundle.resources.reduce((sum, { body }) => sum + body.length, 0))
      }
    }
    const total = kept.reduce((sum, count) => sum + count, 0)
    console.log(
      `${chosen.length} pages, twice: ${failures.length} failures (${failures.join(', ')}); ${total} resources kept where reachable, ${sizes.length} bundles`,
    )
    expect(failures.filter((line) => line.endsWith(' internal'))).toEqual([])
    expect(total).toBeGreaterThan(0)
  })
})

describe.skipIf(!hasChromium || process.env.BOILERSCOPE_MEASURE === undefined)('what keeping costs (BOILERSCOPE_MEASURE)', () => {
  test('a page of 200 resources, with and without', { timeout: 200_000 }, async () => {
    const time = async (maxResourceBytes: number): Promise<number> => {
      const start = performance.now()
      const { bundle } = await loader().load({ kind: 'url', url: 'http://example.test/many' }, options({ maxResourceBytes }), context)
      if (maxResourceBytes > 0) expect(bundle?.resources.length).toBe(200)
      return performance.now() - start
    }
    await time(0)
    const without: number[] = []
    const withIt: number[] = []
    for (let i = 0; i < 9; i++) {
      without.push(await time(0))
      withIt.push(await time(16 * 1024 * 1024))
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
    console.log(
      `200 resources: ${median(without).toFixed(0)} ms without keeping, ${median(withIt).toFixed(0)} ms with; ratio ${(median(withIt) / median(without)).toFixed(2)}`,
    )
  })
})
