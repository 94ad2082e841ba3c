/** Tests the website on a file server of this machine. `playwright.config.ts` blocks requests to other machines. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import { command, dropFile, expect, extractedText, pageView, pasteHtml, test, showPanel } from './app'
import { findings } from './axe'

const TAG = { tag: '@static' }

const PASTED = `<!doctype html><title>Tides</title><body><ul class="menu">${'<li><a href="#">Harbour news</a></li>'.repeat(9)}</ul>
<article class="tide">${'<p>The tide comes in twice a day, and whoever has a boat in the mud waits for it with a cup of tea in the lee of the wall.</p>'.repeat(6)}</article></body>`

/** Returns the bytes of all responses, the bytes of the compressed scripts, and all addresses. */
async function loadPage(
  page: Page,
  address: string,
): Promise<{ readonly bytes: number; readonly scripts: number; readonly urls: string[] }> {
  const urls: string[] = []
  const sizes = { bytes: 0, scripts: 0 }
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    urls.push(response.url())
    reading.push(
      response.body().then((body) => {
        sizes.bytes += body.length
        if (/javascript/.test(response.headers()['content-type'] ?? '')) sizes.scripts += gzipSync(body).length
      }),
    )
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await Promise.all(reading)
  return { ...sizes, urls }
}

const ARTICLES = ['cetd', 'ttr', 'cuter', 'contentex', 'textsweeper']

test('the first page requests nothing from other servers and is small', TAG, async ({ page, host }) => {
  const start = new URL('../index.html', host.url)
  const { bytes, scripts, urls } = await loadPage(page, start.href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See which parts of a web page an algorithm keeps, and why')
  expect(urls.filter((url) => new URL(url).origin !== start.origin)).toEqual([])
  expect(bytes).toBeLessThan(400_000)
  expect(scripts).toBeLessThan(20_000)
})

for (const name of ARTICLES) {
  test(`the article ${name} is short, and its first figure moves unless the user reduces motion`, TAG, async ({ page, host }) => {
    const address = new URL(`../methods/${name}.html`, host.url).href
    const { bytes } = await loadPage(page, address)
    expect(bytes).toBeLessThan(900_000)
    const main = page.locator('main')
    // Formulas, rows of figures and folded text do not count.
    const words = await main.evaluate((element: HTMLElement) => {
      for (const drawn of element.querySelectorAll('math, .live ol')) drawn.remove()
      return (element.innerText.match(/\S*\p{L}\S*/gu) ?? []).length
    })
    expect(words).toBeLessThanOrEqual(1200)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    const first = page.locator('.live').first()
    await expect(first).toBeInViewport()
    const shown = (): Promise<string> => first.locator('.chart').evaluate((chart) => chart.outerHTML)
    const before = await shown()
    await expect.poll(shown, { timeout: 1000, intervals: [100] }).not.toBe(before)
    const handle = first.locator('input').first()
    await handle.press('Space')
    await handle.press('Home')
    await expect(first.getByRole('status')).toContainText('kept')
    const stopped = await shown()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    const still = await shown()
    expect(still).not.toBe(stopped)
    await page.waitForFunction(() => performance.now() > 1500)
    expect(await shown()).toBe(still)
  })
}

test('a drag moves a threshold, a link opens its folded section, and the search finds an article', TAG, async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(new URL('../methods/cetd.html', host.url).href)
  const figure = page.locator('.live').first()
  await expect(figure.getByRole('status')).toHaveText('2 of 5 kept')
  const line = await figure.locator('.line').boundingBox()
  if (!line) throw new Error('no line')
  await page.mouse.move(line.x + 12, line.y + 40)
  await page.mouse.down()
  await page.mouse.move(line.x - 200, line.y + 40)
  await page.mouse.up()
  await expect(figure.getByRole('slider', { name: 'λ' })).toHaveValue('0')
  await expect(figure.getByRole('status')).toHaveText('5 of 5 kept')

  await page.goto(new URL('../methods/cuter.html#the-prose', host.url).href)
  await expect(page.locator('#the-prose')).toHaveAttribute('open', '')
  await expect(page.locator('#the-prose')).toBeInViewport()

  await page.locator('.search summary').click()
  await page.getByRole('searchbox').fill('DensitySum')
  await expect(page.locator('.search li').first()).toContainText('DensitySum')
})

test('a button loads the stage of an article, with handles above it', TAG, async ({ page, host }) => {
  await page.goto(new URL('../methods/cetd.html', host.url).href)
  await expect(page.locator('.stage iframe')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the run step by step' }).click()
  const stage = page.frameLocator('.stage iframe')
  await expect(stage.locator('.stage-caption').first()).toBeVisible()
  const handle = page.locator('.stage').getByRole('slider', { name: 'λ' })
  await handle.press('Home')
  await expect.poll(() => stage.locator('body').evaluate(() => location.hash)).toMatch(/set=lambda%3D0/)
  await handle.scrollIntoViewIfNeeded()
  await expect(handle).toBeInViewport()
})

test('a link to a step of a pasted page opens in another browser, and embedded in another page', TAG, async ({ app, browser, host }) => {
  await pasteHtml(app, PASTED)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('The tide comes in twice a day')
  await app.getByRole('button', { name: 'Demonstrate' }).click()
  await app.locator('.transport-chapters button', { hasText: /^target$/ }).click()
  const step = await app.getByRole('slider', { name: 'Moment' }).inputValue()
  const text = (await app.locator('.stage-caption').first().textContent()) ?? ''
  await app.getByRole('button', { name: 'Export', exact: true }).click()
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.getByRole('menuitem', { name: 'Copy a link to this step' }).click()
  const copied = (): Promise<string> => app.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('#page=packed')
  const link = await copied()
  expect(link.slice(0, link.indexOf('#'))).toBe(host.url)

  const elsewhere = await browser.newContext()
  const requests: string[] = []
  elsewhere.on('request', (request) => requests.push(request.url()))
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByRole('slider', { name: 'Moment' })).toHaveValue(step)
  await expect(other.locator('.stage-caption').first()).toHaveText(text)
  await expect(other.locator('.stage-rows-row').filter({ hasText: 'article.tide' })).toBeVisible()

  await other.goto(new URL('../index.html', host.url).href)
  await other.evaluate((address) => {
    const frame = document.createElement('iframe')
    frame.className = 'ours'
    frame.width = frame.height = '700'
    frame.src = `${address}&embed`
    document.querySelector('main')?.prepend(frame)
  }, link)
  const stage = other.frameLocator('.ours')
  await expect(stage.locator('.stage-caption').first()).toHaveText(text)
  await expect(stage.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0)
  // The page is in the fragment of the address, and no server receives fragments.
  expect(requests.filter((url) => !url.startsWith('blob:') && !url.startsWith(new URL('..', host.url).href))).toEqual([])
  await elsewhere.close()
})

test('Annotate explains that a website has no corpora, and disables its buttons', TAG, async ({ app }) => {
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  const annotate = app.getByTestId('annotate')
  await expect(annotate).toContainText('A corpus is a folder on a disk, which this website cannot reach.')
  for (const name of ['Open corpus …', 'New corpus …', 'Open sample corpus'])
    await expect(annotate.getByRole('button', { name, exact: true })).toBeDisabled()
})

test('actions that need the disk are not available on a website, and a message gives the reason', TAG, async ({ app, folder }) => {
  await app.keyboard.press('Control+k')
  await app.getByPlaceholder('Search commands').fill('extractor')
  await expect(app.getByRole('option', { name: /^Next extractor/ })).toBeVisible()
  await expect(app.getByRole('option', { name: /^(?:Add|New) extractor|^Your extractors/, disabled: true })).toHaveCount(3)
  await app.keyboard.press('Escape')
  const file = join(folder, 'my-method.ts')
  writeFileSync(file, 'export default {}')
  const choosing = app.waitForEvent('filechooser')
  await command(app, 'Open file')
  await (await choosing).setFiles(file)
  await expect(app.getByText('A custom extractor is a file or a program on your machine, which a website cannot read.')).toBeVisible()
  await expect(app.getByRole('dialog')).toHaveCount(0)
  await app.getByRole('button', { name: 'Evaluate', exact: true }).click()
  const evaluate = app.getByRole('region', { name: 'Evaluate' })
  await expect(evaluate).toContainText('An evaluation reads pages from a disk, which this website cannot reach')
  await expect(evaluate.getByRole('form')).toHaveCount(0)
  await expect(evaluate.getByRole('button')).toHaveCount(0)
})

async function pagesFrom(start: string, request: APIRequestContext): Promise<string[]> {
  const waiting = [start]
  const found = new Set(waiting)
  const pages: string[] = []
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(200)
    if (!/html/.test(response.headers()['content-type'] ?? '') || address.includes('/app/')) continue
    pages.push(address)
    for (const [, link = ''] of (await response.text()).matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
      const next = new URL(link, address).href
      if (found.has(next) || new URL(next).origin !== new URL(start).origin) continue
      found.add(next)
      waiting.push(next)
    }
  }
  return pages
}

test('the manual has the section that the help opens', TAG, async ({ host, page }) => {
  await page.goto(new URL('../manual.html#read-the-window', host.url).href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manual')
  await expect(page.locator('#read-the-window')).toBeInViewport()
})

test('no link or image of any page is broken', TAG, async ({ host, request }) => {
  const pages = await pagesFrom(new URL('../index.html', host.url).href, request)
  expect(pages.length).toBeGreaterThanOrEqual(19)
  // An image with width and height moves no text when it loads.
  for (const address of pages)
    expect((await (await request.get(address)).text()).match(/<img(?![^>]*\bheight=)[^>]*>/g) ?? [], address).toEqual([])
})

for (const part of [0, 1, 2])
  test(`axe finds nothing on pages; with reduced motion none moves, and none is wider than a phone (part ${part + 1} of 3)`, async ({
    page,
    host,
    request,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const addresses = await pagesFrom(new URL('../index.html', host.url).href, request)
    for (const address of [...addresses].filter((_, index) => index % 3 === part)) {
      await page.goto(address)
      expect(await findings(page), address).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address} on a phone`).toBeLessThanOrEqual(390)
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length), address).toBe(0)
    }
  })

test('axe finds nothing on stages with reduced motion', async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const extractor of ['cectd-ds', 'ttr', 'lens']) {
    await page.goto(`${host.url}#page=sample:news-article&extractor=${extractor}&step=40&embed`)
    await page.reload()
    await expect(page.locator('.stage-caption').first()).toBeVisible()
    expect(await findings(page), `stage of ${extractor}`).toEqual([])
  }
})

test('keys operate an article and its stage', async ({ page, host }) => {
  const article = new URL('../methods/baselines.html', host.url).href
  await page.goto(article)
  const stage = page.frameLocator('.stage iframe')
  const method = page.getByRole('button', { name: 'DSC', exact: true })
  await method.press('Enter')
  await expect(stage.locator('.stage-caption').first()).toBeVisible()
  await expect(method).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => stage.locator('body').evaluate(() => location.hash)).toContain('extractor=dsc')
  const moment = stage.getByRole('slider', { name: 'Moment' })
  await expect(moment).not.toHaveValue('0')
  await moment.press('Home')
  await expect(moment).toHaveValue('0')
  await page.keyboard.press('ArrowRight')
  await expect(moment).toHaveValue('1')
})

test('an MHTML page shows its styles, images and nested frames, and contacts no server', async ({ app, host }) => {
  const requests: string[] = []
  app.on('request', (request) => requests.push(request.url()))
  const part = (type: string, location: string, body: string): string =>
    `--b\r\nContent-Type: ${type}\r\nContent-Location: ${location}\r\n\r\n${body}\r\n`
  const page = PASTED.replace('<body>', '<link rel=stylesheet href="/a.css"><body>').replace(
    '</body>',
    '<img src=i.svg><iframe src="cid:f@x">',
  )
  const saved = [
    'Content-Type: multipart/related; boundary="b"\r\n\r\n',
    part('text/html', 'https://example.org/', page),
    part('text/css', 'https://example.org/a.css', 'article { background: rgb(10, 20, 30) url(i.svg) }'),
    part('image/svg+xml', 'https://example.org/i.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7"/>'),
    part('text/html', 'cid:f@x', '<p>A frame</p><iframe src="cid:g@x"></iframe>'),
    part('text/html', 'cid:g@x', '<p>A frame in it</p>'),
    '--b--\r\n',
  ].join('')
  await dropFile(app, 'tides.mhtml', saved)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('The tide comes in twice a day')
  const view = pageView(app)
  await expect(view.locator('article')).toHaveCSS('background-color', 'rgb(10, 20, 30)')
  expect(await view.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(9)
  await expect(view.frameLocator('iframe').frameLocator('iframe').locator('p')).toHaveText('A frame in it')
  expect(requests.filter((url) => !/^(?:blob|data):/.test(url) && !url.startsWith(new URL('..', host.url).href))).toEqual([])
})
