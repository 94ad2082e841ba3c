import pixelmatch from 'pixelmatch'
import { chromium, type Browser } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpHost } from '../../electron/server/http-host'
import { withoutFeatures } from '../../electron/server/browser-process'
import type { ChromiumTargets } from '../../electron/server/chromium-target'
import type { Application } from '../../electron/services/application'
import { CaptureOptions } from '../../shared/contract/capture'
import { modelOfEvents } from '../../shared/contract/client'
import type { CallContext } from '../../shared/contract/dispatcher'
import type { OpenEvent } from '../../shared/contract/contract'
import { ELEMENT, FRAME_DOCUMENT, SHADOW_ROOT, tagName } from '../../shared/page/page-model'
import { findChromium, root } from '../../scripts/ensure.mjs'
import { hasChromium, isolatedChromium } from '../capture/chromium-loader'
import { startReplaySite, type ReplaySite } from '../capture/replay-site'
import { startViewHost } from '../capture/view-host'
import { folderForAll } from '../fixtures/temporary-folder'

const DIFFERENT = 0.02

let site: ReplaySite
let targets: ChromiumTargets
let browser: Browser
let application: Application
let host: HttpHost
const folder = folderForAll('replay')
beforeAll(async () => {
  if (!hasChromium) return
  site = await startReplaySite()
  targets = isolatedChromium(site.port)
  ;({ application, host } = await startViewHost(root, folder, targets))
  browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
    args: [withoutFeatures(), `--host-resolver-rules=MAP *.test 127.0.0.1:${site.port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`],
  })
})
afterAll(async () => {
  if (!hasChromium) return
  await browser.close()
  await host.close()
  await application.close()
  await targets.close()
  await site.stop().catch(() => undefined)
})

const context: CallContext = { signal: new AbortController().signal, progress: () => undefined }
const open = (path: string, mode: 'source' | 'rendered', given = context) => {
  const options = CaptureOptions.parse({ mode, idle: 400, settle: 0 })
  return application.handlers['page.open']({ source: { kind: 'url', url: site.origin + path }, options }, given)
}
const viewsOf = ({ id }: { id: string }): string => `http://127.0.0.1:${host.port}/view/${id}`
const resourcesOf = (page: string) => application.handlers['page.resources']({ page }, context)
const fetchResources = (page: string) => application.handlers['page.fetchResources']({ page, limits: CaptureOptions.parse({}) }, context)

async function picture(url: string, scripts: boolean, requests?: string[]): Promise<PNG> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: scripts })
  page.on('request', (request) => requests?.push(request.url()))
  await page.goto(url, { waitUntil: 'networkidle' })
  if (scripts) {
    await page.evaluate(`for (const image of document.querySelectorAll('img')) image.loading = 'eager'`)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(600)
  }
  const bytes = await page.screenshot({ fullPage: true, animations: 'disabled' })
  await page.close()
  return PNG.sync.read(bytes)
}

function difference(one: PNG, other: PNG): number {
  expect([other.width, other.height]).toEqual([one.width, one.height])
  return pixelmatch(one.data, other.data, undefined, one.width, one.height, { threshold: 0.1 }) / (one.width * one.height)
}

async function comparePictures(path: string): Promise<{ share: number; requests: string[]; views: string }> {
  const original = await picture(site.origin + path, true)
  const { page } = await open(path, 'rendered')
  const before = site.requests.length
  const requests: string[] = []
  const views = viewsOf(page)
  const replay = await picture(views, false, requests)
  await picture(`${views}?bare=1`, false)
  expect(site.requests.length, 'requests to the page’s server').toBe(before)
  const share = difference(original, replay)
  console.log(`${path}: ${(share * 100).toFixed(3)} % of pixels differ; ${requests.length} requests to the host`)
  return { share, requests, views }
}

describe.skipIf(!hasChromium)('the view of a captured page', () => {
  test('has imports, layers, fonts, srcset, sprites, rules of scripts, lazy images, late content and redirects', async () => {
    const { share, requests, views } = await comparePictures('/')
    expect(share).toBeLessThanOrEqual(DIFFERENT)
    expect(requests.filter((url) => !url.startsWith(views) && !url.startsWith('data:'))).toEqual([])
    expect(requests.length).toBeGreaterThan(10)
  })

  test('has frames of both origins and srcdoc, and declared and scripted shadow roots', async () => {
    const { share, requests, views } = await comparePictures('/composed')
    expect(requests.filter((url) => !url.startsWith(views) && !/^(?:data|about):/.test(url))).toEqual([])
    expect(share).toBeLessThanOrEqual(DIFFERENT)
  })

  test.each(['source', 'rendered'] as const)(
    'counts missing resources, does not request them, and offers only resources that a request could load (%s)',
    async (mode) => {
      const { page } = await open('/lacking', mode)
      const tab = await browser.newPage()
      const errors: string[] = []
      tab.on('console', (message) => errors.push(message.text()))
      tab.on('response', (answer) => void (answer.status() >= 400 && errors.push(answer.url())))
      await tab.goto(viewsOf(page), { waitUntil: 'networkidle' })
      await tab.close()
      expect(errors).toEqual([])
      const { missing, toFetch, missingParts } = await resourcesOf(page.id)
      const frame = missingParts.find(({ url }) => url === 'http://localhost:9/inside.html')
      const film = missingParts.find(({ url }) => url.endsWith('/film.mp4'))
      expect(film).toMatchObject({ reason: 'videos and sound are not stored', isFinal: true })
      expect(frame?.isFinal ?? false).toBe(mode === 'rendered')
      expect(frame?.reason).toMatch(mode === 'rendered' ? /^refused: only public web addresses/ : /^frames are not loaded in source mode/)
      expect(missing - toFetch).toBe(mode === 'rendered' ? 2 : 1)
      await fetchResources(page.id)
      const after = await resourcesOf(page.id)
      expect(after.missingParts.find(({ url }) => url === frame?.url)).toMatchObject({ isFinal: true })
    },
  )

  test('loads the frames of a page in source mode on request', async () => {
    const { page } = await open('/composed', 'source')
    const views = viewsOf(page)
    await picture(views, false)
    expect((await resourcesOf(page.id)).toFetch).toBe(2)
    await fetchResources(page.id)
    expect((await resourcesOf(page.id)).missing).toBe(0)
    const requests: string[] = []
    await picture(views, false, requests)
    expect(requests.filter((url) => url.includes('/f/'))).toHaveLength(2)
  })

  test('gives boxes of all elements for a figure, also in shadow roots and frames', async () => {
    const events: OpenEvent[] = []
    const { page } = await open('/composed', 'rendered', { ...context, opening: (event) => events.push(event) })
    const model = modelOfEvents(events)
    const { boxes } = await application.handlers['figure.page']({ page: page.id, styled: true, width: 1280, height: 4_000 }, context)
    const within = (name: string): number[] =>
      Array.from({ length: model.count }, (_, n) => n).filter((n) => {
        for (let p = model.parent[n] ?? -1; p >= 0; p = model.parent[p] ?? -1)
          if (tagName(model, p) === name) return model.kind[n] === ELEMENT
        return false
      })
    for (const name of [SHADOW_ROOT, FRAME_DOCUMENT]) {
      const placed = within(name).filter((n) => (boxes[n * 4 + 2] ?? 0) > 0)
      expect(placed.length, name).toBeGreaterThan(0)
      for (const n of placed)
        for (const axis of [0, 1]) {
          const distance = Math.abs((boxes[n * 4 + axis] ?? 0) - (model.layout?.boxes[n * 4 + axis] ?? 0))
          expect(distance, `${name} ${tagName(model, n)}`).toBeLessThan(3)
        }
    }
  })

  test('does not need the server of the page', async () => {
    const { page } = await open('/', 'rendered')
    const original = await picture(`${site.origin}/`, true)
    await site.stop()
    expect(difference(original, await picture(viewsOf(page), false))).toBeLessThanOrEqual(DIFFERENT)
    expect(await resourcesOf(page.id)).toMatchObject({ missing: 0, fetchable: true, toFetch: 0 })
  })
})
