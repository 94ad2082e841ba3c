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

const context = { signal: new AbortController().signal, progress: () => undefined }

/** Returns Chromium's picture of a completely loaded page. @param requests receives the addresses that the page requests */
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
  const { page } = await application.handlers['page.open'](
    { source: { kind: 'url', url: site.origin + path }, options: CaptureOptions.parse({ mode: 'rendered', idle: 400, settle: 0 }) },
    context,
  )
  const before = site.requests.length
  const requests: string[] = []
  const views = `http://127.0.0.1:${host.port}/view/${page.id}`
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
      const options = CaptureOptions.parse({ mode, idle: 400, settle: 0 })
      const { page } = await application.handlers['page.open']({ source: { kind: 'url', url: `${site.origin}/lacking` }, options }, context)
      const views = `http://127.0.0.1:${host.port}/view/${page.id}`
      const tab = await browser.newPage()
      const errors: string[] = []
      tab.on('console', (message) => errors.push(message.text()))
      tab.on('response', (answer) => {
        if (answer.status() >= 400) errors.push(answer.url())
      })
      await tab.goto(views, { waitUntil: 'networkidle' })
      await tab.close()
      expect(errors).toEqual([])
      const { missing, toFetch, missingParts } = await application.handlers['page.resources']({ page: page.id }, context)
      const frame = missingParts.find(({ url }) => url === 'http://localhost:9/inside.html')
      const film = missingParts.find(({ url }) => url.endsWith('/film.mp4'))
      expect(film).toMatchObject({ reason: 'videos and sound are not stored', isFinal: true })
      // In source mode, the frame is not requested yet.
      expect(frame?.isFinal ?? false).toBe(mode === 'rendered')
      expect(frame?.reason).toMatch(mode === 'rendered' ? /^refused: only public web addresses/ : /^frames are not loaded in source mode/)
      expect(missing - toFetch).toBe(mode === 'rendered' ? 2 : 1)
      await application.handlers['page.fetchResources']({ page: page.id, limits: CaptureOptions.parse({}) }, context)
      const after = await application.handlers['page.resources']({ page: page.id }, context)
      expect(after.missingParts.find(({ url }) => url === frame?.url)).toMatchObject({ isFinal: true })
    },
  )

  test('loads the frames of a page in source mode on request', async () => {
    const { page } = await application.handlers['page.open'](
      { source: { kind: 'url', url: `${site.origin}/composed` }, options: CaptureOptions.parse({ mode: 'source', idle: 400, settle: 0 }) },
      context,
    )
    const views = `http://127.0.0.1:${host.port}/view/${page.id}`
    await picture(views, false)
    expect((await application.handlers['page.resources']({ page: page.id }, context)).toFetch).toBe(2)
    await application.handlers['page.fetchResources']({ page: page.id, limits: CaptureOptions.parse({}) }, context)
    expect((await application.handlers['page.resources']({ page: page.id }, context)).missing).toBe(0)
    const requests: string[] = []
    await picture(views, false, requests)
    expect(requests.filter((url) => url.includes('/f/'))).toHaveLength(2)
  })

  test('gives boxes of all elements for a figure, also in shadow roots and frames', async () => {
    const events: OpenEvent[] = []
    const { page } = await application.handlers['page.open'](
      {
        source: { kind: 'url', url: `${site.origin}/composed` },
        options: CaptureOptions.parse({ mode: 'rendered', idle: 400, settle: 0 }),
      },
      { ...context, opening: (event) => events.push(event) },
    )
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
      for (const n of placed) {
        const [x = 0, y = 0] = model.layout?.boxes.subarray(n * 4, n * 4 + 2) ?? []
        expect(Math.abs((boxes[n * 4] ?? 0) - x), `${name} ${tagName(model, n)}`).toBeLessThan(3)
        expect(Math.abs((boxes[n * 4 + 1] ?? 0) - y), `${name} ${tagName(model, n)}`).toBeLessThan(3)
      }
    }
  })

  test('does not need the server of the page', async () => {
    const { page } = await application.handlers['page.open'](
      { source: { kind: 'url', url: `${site.origin}/` }, options: CaptureOptions.parse({ mode: 'rendered', idle: 400, settle: 0 }) },
      context,
    )
    const original = await picture(`${site.origin}/`, true)
    await site.stop()
    expect(difference(original, await picture(`http://127.0.0.1:${host.port}/view/${page.id}`, false))).toBeLessThanOrEqual(DIFFERENT)
    expect(await application.handlers['page.resources']({ page: page.id }, context)).toMatchObject({
      missing: 0,
      fetchable: true,
      toFetch: 0,
    })
  })
})
