import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChromiumTargets } from '../../electron/server/chromium-target'
import { toFailure } from '../../shared/base/failure'
import { captureOver, hasChromium, isolatedChromium } from './chromium-loader'
import { serveHere, type ServerHere } from '../fixtures/listen'

const PAGES = join(import.meta.dirname, '../../../shared/data/wcxb/dev/html')
const hasPages = existsSync(PAGES)
if (!hasPages) console.warn('skipped: no real pages (../shared/data/wcxb)')

const COUNT = Number(process.env.BOILERSCOPE_PAGES ?? 5)
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

let server: ServerHere
let targets: ChromiumTargets
beforeAll(async () => {
  server = await serveHere((request, response) => {
    const isStyle = request.url?.includes('.css')
    response.writeHead(200, { 'Content-Type': isStyle ? 'text/css' : 'image/gif' }).end(isStyle ? 'p{margin:1px}' : PIXEL)
  })
  targets = isolatedChromium(server.port)
})
afterAll(async () => {
  await targets.close()
  await server.close()
})

const title = `${COUNT} real pages load without resources, and with the resources that their names lead to`
test.skipIf(!hasChromium || !hasPages)(title, { timeout: 530_000 }, async () => {
  const capture = captureOver(targets, () => Promise.resolve(['203.0.113.7']))
  const names = readdirSync(PAGES).sort()
  const chosen = names.filter((_, i) => i % Math.max(1, Math.floor(names.length / COUNT)) === 0).slice(0, COUNT)
  const failures: string[] = []
  let resources = 0
  for (const name of chosen) {
    const html = gunzipSync(readFileSync(join(PAGES, name))).toString('utf8')
    const source = { kind: 'html', html, url: `http://example.test/${name}` } as const
    for (const fetches of [false, true])
      try {
        const { bundle } = await capture(source, { timeout: 20_000, idleCap: 4_000, settle: undefined }, { fetches })
        if (fetches) resources += bundle?.resources.length ?? 0
      } catch (thrown) {
        failures.push(`${name} ${toFailure(thrown).code}`)
      }
  }
  console.log(`${chosen.length} pages, twice: ${failures.length} failures (${failures.join(', ')}); ${resources} resources`)
  expect(failures.filter((line) => line.endsWith(' internal'))).toEqual([])
  expect(resources).toBeGreaterThan(0)
})
