import type { Locator } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  command,
  expect,
  extractedText,
  openAddress,
  pageView,
  ready,
  selectBySearch,
  selectedRow,
  showPanel,
  switchShown,
  test,
} from './app'

test('a page is shown with its captured styles and its redirect, and contacts no server', async ({ app, site }) => {
  await openAddress(app, `${site.origin}/hops/1`)
  await expect(pageView(app).locator('#first')).toBeVisible()
  await expect(pageView(app).locator('#linked')).toBeHidden()
  await expect(app.getByText('Redirected to')).toContainText(`${site.origin}/article`)
  const before = site.requests.length
  await switchShown(app, 'Show the page’s own images and styles')
  await expect(pageView(app).locator('#linked')).toBeVisible()
  expect(site.requests.length).toBe(before)
})

test('missing resources are counted; a click fetches them, but not for a local page', { tag: '@long' }, async ({ app, site, folder }) => {
  const html = '<!doctype html><title>Parts</title><p id="first">text</p><img src="/nowhere.png">'
  const pane = app.locator('.resource-note')
  await openAddress(app, `${site.origin}/page?html=${encodeURIComponent(html)}`)
  await expect(pane.getByText('1 file of this page is missing')).toBeVisible()
  // The note is below the page, so that the page does not move.
  const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN
  expect(await top(pane)).toBeGreaterThan(await top(app.getByTestId('page-view')))
  const before = site.requests.length
  await app.getByRole('button', { name: 'Fetch missing files' }).click()
  await expect.poll(() => site.requests.slice(before)).toContain('/nowhere.png')
  const path = join(folder, 'local.html')
  writeFileSync(path, `<!doctype html><title>Local</title><p>text</p><img src="${site.origin}/image?tracker"><img src="gone.png">`)
  await openAddress(app, path)
  await expect(pane.getByText('2 files of this page are missing')).toBeVisible()
  await expect(pane.getByRole('textbox', { name: 'Address of the page' })).toHaveValue('')
  expect(site.requests).not.toContain('/image?tracker')
})

test('an archive of several pages opens a list of its pages', async ({ app, folder }) => {
  const page = (url: string, title: string): string => {
    const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>${title}</title><p>The text of ${title}, which is long enough to be kept.`
    return `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: ${http.length}\r\n\r\n${http}\r\n\r\n`
  }
  const path = join(folder, 'site.warc')
  writeFileSync(path, page('http://a.example/one', 'one') + page('http://a.example/two', 'two'))
  const other = join(folder, 'other.warc')
  writeFileSync(other, page('http://b.example/three', 'three') + page('http://b.example/four', 'four'))
  const pages = app.getByRole('list', { name: 'Pages' }).getByRole('button')
  await openAddress(app, other)
  await expect(pages).toHaveText([/three/, /four/])
  await app.keyboard.press('Alt+t')
  await openAddress(app, path)
  await expect(app.getByRole('heading', { name: 'Pages of this archive' })).toBeVisible()
  await app.getByRole('searchbox').last().fill('two')
  await expect(pages).toHaveText([/two/])
  await app.keyboard.press('Alt+PageUp')
  await expect(pages).toHaveText([/three/, /four/])
  await app.keyboard.press('Alt+PageDown')
  await app.getByRole('searchbox').last().fill('two')
  await pages.click()
  await ready(app)
  await expect(pageView(app).getByText('The text of two')).toBeVisible()
})

const READING = `<!doctype html><title>Reading</title><style>
  body { margin: 0; font: 18px serif } header { position: sticky; top: 0; padding: 20px; background: #fe8 } p { margin: 20px; max-width: 1100px }</style>
  <header id=head>A head that stays</header><main><p id=first>The first paragraph, which is long enough for whoever counts its words.</p>
  <p id=arabic>كان الميناء القديم هادئا في الصباح، ولم يكن أحد على الرصيف.</p><p style="height:3000px">tall</p></main>
  <div style="position:fixed;inset:16px;pointer-events:none" aria-live=polite></div>`

test('the page view zooms, pans, hides fixed parts and shows right-to-left text and a report', { tag: '@long' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/page?html=${encodeURIComponent(READING)}`)
  await ready(app)
  const html = pageView(app).locator('html')
  const width = (): Promise<number> => html.evaluate(() => innerWidth)
  const pan = app.locator('.page-pan')

  await test.step('an empty element over the whole page does not veil kept text', async () => {
    const overlay = app.locator('canvas.page-overlay')
    const veiled = async (): Promise<number | undefined> => {
      const text = await pageView(app).locator('#first').boundingBox()
      const drawing = await overlay.boundingBox()
      if (!text || !drawing) return undefined
      return overlay.evaluate(
        (canvas: HTMLCanvasElement, [x, y]) => canvas.getContext('2d')?.getImageData(x * canvas.width, y * canvas.height, 1, 1).data[3],
        [(text.x + 4 - drawing.x) / drawing.width, (text.y + text.height / 2 - drawing.y) / drawing.height] as const,
      )
    }
    // The colour over kept text has the opacity 0.13, which is 33 of 255.
    await expect.poll(veiled).toBe(33)
  })

  await test.step('zoom magnifies the page without a new layout, and drags pan it', async () => {
    await expect.poll(width).toBe(1280)
    await expect(pan).toHaveAttribute('data-pans', 'false')
    const show = app.getByRole('button', { name: 'Show', exact: true })
    await show.click()
    const zoomIn = app.getByRole('button', { name: 'Zoom in' })
    for (let i = 0; i < 3; i++) await zoomIn.click()
    await app.keyboard.press('Escape')
    await expect(pan).toHaveAttribute('data-pans', 'true')
    await expect.poll(width).toBe(1280)
    // Use CDP, because Playwright's mouse would wait for a script in the page.
    const session = await app.context().newCDPSession(app)
    const box = (await pan.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const drag = async (button: 'middle' | 'left', buttons: number): Promise<void> => {
      const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', dx: number, dy: number, down: number): Promise<unknown> =>
        session.send('Input.dispatchMouseEvent', { type, x: x + dx, y: y + dy, button, buttons: down, clickCount: 1 })
      await send('mouseMoved', 0, 0, 0)
      await send('mousePressed', 0, 0, buttons)
      for (const part of [0.3, 0.6, 1]) await send('mouseMoved', -60 * part, -50 * part, buttons)
      await send('mouseReleased', -60, -50, 0)
    }
    const place = async (): Promise<readonly [number, number]> => [
      await pan.evaluate((element) => element.scrollLeft),
      await html.evaluate(() => scrollY),
    ]
    await drag('middle', 4)
    await expect.poll(() => pan.evaluate((element) => element.scrollLeft)).toBe(60)
    const [, down] = await place()
    expect(down).toBeGreaterThan(20)
    await pageView(app).locator('body').focus()
    await html.evaluate(() => focus())
    const space = (type: 'keyDown' | 'keyUp'): Promise<unknown> =>
      session.send('Input.dispatchKeyEvent', { type, key: ' ', code: 'Space', windowsVirtualKeyCode: 32 })
    await space('keyDown')
    await drag('left', 1)
    await space('keyUp')
    await expect.poll(() => pan.evaluate((element) => element.scrollLeft)).toBe(120)
    expect((await place())[1]).toBeGreaterThan(down + 20)
    await expect(selectedRow(app)).toHaveCount(0)
    await session.detach()
    await show.click()
    await app.getByRole('button', { name: 'Fit', exact: true }).click()
    await app.keyboard.press('Escape')
  })

  await test.step('a switch hides and shows fixed parts', async () => {
    const unpin = 'Hide fixed parts while scrolling'
    await switchShown(app, unpin)
    await expect(pageView(app).locator('#head')).toBeHidden()
    await switchShown(app, unpin)
    await expect(pageView(app).locator('#head')).toBeVisible()
  })

  await test.step('right-to-left text keeps its direction', async () => {
    await showPanel(app, 'Text')
    const line = extractedText(app).getByText('كان الميناء')
    await expect(line).toBeVisible()
    expect(await line.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    await selectBySearch(app, '#arabic')
    const [name, text] = await Promise.all(['.tree-id', '.tree-inline'].map((part) => selectedRow(app).locator(part).boundingBox()))
    expect((text?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0)).toBeGreaterThan(4)
  })

  await test.step('the capture report shows origin, kept resources and durations', async () => {
    await command(app, 'Capture report')
    const report = app.getByRole('dialog', { name: 'Capture report' })
    await expect(report).toContainText('HTTP 200')
    await expect(report).toContainText('Only the HTML.')
    await expect(report).toContainText('Measuring boxes and visibility')
    await app.keyboard.press('Escape')
    await expect(report).toBeHidden()
  })

  await test.step('while another page loads, the current page is inert, below a thin progress bar', async () => {
    await openAddress(app, `${site.origin}/drip`)
    const line = app.getByRole('progressbar', { name: 'Loading' })
    await expect(line).toBeVisible()
    expect((await line.boundingBox())?.height).toBeLessThanOrEqual(4)
    await expect(app.locator('.workspace-page')).toHaveAttribute('inert', '')
    await app.getByRole('button', { name: 'Cancel loading' }).click()
    await expect(app.locator('.workspace-page')).not.toHaveAttribute('inert')
    await expect(pageView(app).locator('#head')).toBeVisible()
  })
})
