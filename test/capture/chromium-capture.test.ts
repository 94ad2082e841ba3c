import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Browser, BrowserContext } from 'playwright-core'
import { createChromiumTargets, type ChromiumTargets } from '../../electron/server/chromium-target'
import { eventually } from '../fixtures/eventually'
import { captureCases, failureOf, type Load } from './capture-contract'
import { startCaptureServer, type CaptureServer } from './capture-server'
import type { LoadContext } from '../../electron/services/capture/loader'
import { captureOver, hasChromium, isolatedChromium, loadOver } from './chromium-loader'

const BYTES = /character for character|read as|compress|truncated gzip file from|40 MiB|in part|plain text/

let server: CaptureServer
let targets: ChromiumTargets
let load: Load
beforeAll(async () => {
  server = await startCaptureServer()
  targets = isolatedChromium(server.port)
  load = loadOver(targets)
})
afterAll(async () => {
  await targets.close()
  await server.close()
})

describe.skipIf(!hasChromium)('a capture over headless Chromium', () => {
  for (const each of captureCases) test(each.name, () => each.run(load, server))

  // The cases that `BYTES` matches must also pass for a page with a public address.
  for (const each of captureCases.filter((c) => BYTES.test(c.name)))
    test(`of the web: ${each.name}`, () => each.run(load, { ...server, origin: 'http://public.test' }))

  test('reads frames of other sites, and blocks their requests to this machine', async () => {
    const before = server.requests.length
    const inner = `http://third.test/page?html=${encodeURIComponent(`<p>From a third site</p><iframe src="http://127.0.0.1:${server.port}/inner"></iframe>`)}`
    const html = `<p>here</p><iframe src="http://other.test/inner"></iframe><iframe sandbox src="${inner}"></iframe><iframe src="http://nowhere.invalid/"></iframe>`
    const { page, log } = await load({ kind: 'url', url: `http://public.test/page?html=${encodeURIComponent(html)}` }, { mode: 'rendered' })
    expect(page.text.join(' ')).toMatch(/Text of a frame/)
    expect(page.text.join(' ')).toMatch(/Frame in a frame/)
    expect(page.text.join(' ')).toMatch(/From a third site/)
    expect(page.text.filter((text) => text.includes('Text of a frame'))).toHaveLength(1)
    expect(log.join(' ')).toMatch(/1 request was refused: only public web addresses/)
    expect(log.join(' ')).toMatch(/2 frames \(.*nowhere\.invalid.*\) could not be read/)
    expect(server.requests.slice(before).filter((path) => path === '/inner')).toHaveLength(1)
  })

  test('reports an invalid certificate', async () =>
    expect((await failureOf(load({ kind: 'url', url: 'https://public.test/article' }))).code).toBe('load.tls'))
})

describe.skipIf(!hasChromium)('a browser that crashes', () => {
  test('is started again for the next page', async () => {
    const before = server.requests.length
    const first = load({ kind: 'url', url: `${server.origin}/never` })
    await eventually(() => expect(server.requests.slice(before)).toContain('/never'))
    const target = await targets.open()
    target.send('Browser.crash').catch(() => undefined)
    expect((await failureOf(first)).code).toBe('load.crashed')
    await target.destroy()
    expect((await load({ kind: 'url', url: `${server.origin}/missing` })).status).toBe(404)
  })

  test('in one page is reported', async () => {
    const target = await targets.open()
    const gone = new Promise<string>((resolve) => target.onGone(resolve))
    target.send('Page.crash').catch(() => undefined)
    expect(await gone).toMatch(/crashed/)
    await target.destroy()
  })
})

describe.skipIf(!hasChromium)('a page that cannot be opened', () => {
  test.each(['grantPermissions', 'newPage', 'newCDPSession'] as const)('leaves no context behind: %s fails', async (method) => {
    const separate = createChromiumTargets()
    const { chromium } = await import('playwright-core')
    let context: BrowserContext | null = null
    const launch = vi.spyOn(chromium, 'launchPersistentContext')
    await (await separate.open()).destroy()
    const launched = (await launch.mock.results[0]?.value) as BrowserContext
    const browser = launched.browser() as Browser
    launch.mockRestore()
    const newContext = browser.newContext.bind(browser)
    browser.newContext = async (options) => {
      context = await newContext(options)
      return Object.assign(context, { [method]: () => Promise.reject(new Error('no memory')) })
    }
    await expect(separate.open()).rejects.toThrow()
    expect(browser.contexts()).not.toContain(context)
    await separate.close()
  })
})

describe.skipIf(!hasChromium)('a browser with a prepared page', () => {
  test('gives each capture a new page without stored data of the previous one', async () => {
    const browser = createChromiumTargets({ isKeptReady: true })
    browser.prepare()
    const loadReady = loadOver(browser)
    const script = `out.textContent = [localStorage.seen, document.cookie].join(); localStorage.seen = 'yes'; document.cookie = 'seen=yes'`
    const url = `${server.origin}/page?html=${encodeURIComponent(`<p id="out"><script>${script}</script>`)}`
    const texts: string[] = []
    for (let i = 0; i < 3; i++) {
      const { page } = await loadReady({ kind: 'url', url }, { mode: 'rendered' })
      texts.push(page.text.join('').split('out.textContent')[0] ?? '')
      // During the wait, the browser prepares a new tab for the third capture.
      if (i === 1) await new Promise((resolve) => setTimeout(resolve, 800))
    }
    await browser.close()
    expect(texts).toEqual([',', ',', ','])
  })
})

describe.skipIf(!hasChromium)('a page in source mode', () => {
  test('is reported before its layout, with the redirected address; a rendered page is not reported early', async () => {
    for (const mode of ['source', 'rendered'] as const) {
      const reports: unknown[] = []
      const url = `${server.origin}/to?url=${encodeURIComponent(`${server.origin}/page?html=${encodeURIComponent('<p>here')}`)}`
      const arrived: LoadContext['arrived'] = (page) => void reports.push([page.html, page.url])
      const { html, url: at } = await captureOver(targets)({ kind: 'url', url }, { mode }, { arrived })
      expect(reports).toEqual(mode === 'source' ? [[html, at]] : [])
    }
  })
})

test('without a browser, a file opens in source mode, and a web page fails with instructions', async () => {
  const without = loadOver(createChromiumTargets({ executablePath: '/nowhere/chromium' }))
  const { page, log } = await without({ kind: 'html', html: '<p>here' })
  expect([page.text.join(''), page.layout]).toEqual(['here', null])
  expect(log.join(' ')).toMatch(/Boxes and visibility are missing: The browser \/nowhere\/chromium does not exist/)
  expect((await failureOf(without({ kind: 'url', url: 'http://127.0.0.1:1234/' }))).code).toBe('browser.missing')
})
