import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { captureAs, expect, extractedText, openAddress, pageView, ready, switchShown, test, showPanel } from './app'
import { attackTraces, hostilePage, type AttackRequest } from './hostile'

function recordEffects(page: Page): readonly string[] {
  const events: string[] = []
  const { origin } = new URL(page.url())
  page.on('dialog', (dialog) => {
    events.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', (download) => events.push(`download ${download.url()}`))
  page.on('filechooser', () => events.push('file chooser'))
  page.context().on('page', (popup) => events.push(`popup ${popup.url()}`))
  page.on('framenavigated', (frame) => {
    const isOfHost = frame.url().startsWith(`${origin}/`)
    if (!isOfHost && !/^(?:about:(?:blank|srcdoc)|chrome-error:.*)$/.test(frame.url())) events.push(`navigation to ${frame.url()}`)
  })
  // Blocked requests do not finish.
  page.on('requestfinished', (request) => {
    if (request.url().startsWith('file:')) events.push(`read ${request.url()}`)
  })
  return events
}

const hostileTest = test.extend<{
  hostile: { readonly path: string; readonly quiet: string; readonly requests: readonly AttackRequest[] }
}>({
  hostile: async ({ folder }, use) => {
    const { html, requests, close } = await hostilePage()
    const path = join(folder, 'hostile.html')
    writeFileSync(path, html)
    // Remove the line that navigates, because Chromium would stop parsing at this line.
    const quiet = join(folder, 'hostile-without-navigation.html')
    writeFileSync(quiet, html.replace(/^.*attempt\('top navigation'.*$/m, ''))
    await use({ path, quiet, requests })
    await close()
  },
})

async function openHostile(page: Page, path: string): Promise<void> {
  await openAddress(page, path)
  await expect(pageView(page).getByRole('heading', { name: 'A page that means harm' })).toBeVisible()
  await ready(page)
}

hostileTest('a hostile page is shown and extracted, and none of its attacks works', { tag: '@long' }, async ({ app, hostile }) => {
  const events = recordEffects(app)
  await openHostile(app, hostile.path)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('The words of this page are ordinary')
  const html = pageView(app).locator('html')
  await expect(html).not.toHaveAttribute('data-pwned')
  const frame = app.frames().find((other) => other.parentFrame() === app.mainFrame())
  expect(frame?.url()).toContain('/view/')
  for (const inner of frame?.childFrames() ?? [])
    expect(inner.url()).toMatch(/^(?:about:(?:blank|srcdoc)|chrome-error:.*|http:\/\/127\.0\.0\.1:\d+\/view\/[\w-]+\/[fn]\/.*)?$/)

  await test.step('clicks and keys on its links do not navigate', async () => {
    const before = app.url()
    for (const name of ['script link', 'top link', 'new window', 'file link', 'download', 'data link']) {
      const link = pageView(app).getByText(name, { exact: true }).first()
      await link.click()
      await link.click({ modifiers: ['Control'] })
      await link.click({ button: 'middle' })
      await link.press('Enter')
    }
    expect(new URL(app.url()).origin).toBe(new URL(before).origin)
  })
  await test.step('its form sends nothing', async () => {
    await pageView(app).getByRole('button', { name: 'Send', exact: true }).click()
    const field = pageView(app).locator('input[value="1"]')
    await field.click()
    await field.press('Enter')
  })
  await test.step('none of its attacks has an effect after 1.5 seconds', async () => {
    // The attacks include a refresh after one second, and pop-ups every 200 ms.
    const start = Date.now()
    await expect.poll(() => Date.now() - start, { intervals: [250] }).toBeGreaterThan(1500)
    expect(events).toEqual([])
    expect(hostile.requests).toEqual([])
    expect(await attackTraces(app)).toEqual([false, null, null])
    await expect(html).not.toHaveAttribute('data-pwned')
    expect(frame?.url()).toContain('/view/')
  })
})

hostileTest('a hostile page whose scripts ran in the capture is harmless in the window', { tag: '@long' }, async ({ app, hostile }) => {
  const events = recordEffects(app)
  await captureAs(app, 'Rendered')
  await ready(app)
  await openHostile(app, hostile.quiet)
  const html = pageView(app).locator('html')
  const before = await html.getAttribute('data-pwned')
  await pageView(app).getByText('script link', { exact: true }).first().click()
  await pageView(app).getByText('top link', { exact: true }).first().click()
  await pageView(app).getByRole('button', { name: 'Send', exact: true }).click()
  expect(await html.getAttribute('data-pwned')).toBe(before)
  expect(events).toEqual([])
  expect(hostile.requests).toEqual([])
  // The page can change only the window's title, which is plain text of limited length.
  expect((await app.title()).length).toBeLessThan(1100)
  expect(await app.evaluate(() => localStorage.getItem('pwned'))).toBeNull()
})

hostileTest('a hostile page sends no request, with and without its images and styles', async ({ app, hostile, host }) => {
  const events = recordEffects(app)
  const responses: string[] = []
  // A blocked request has no response.
  app.on('response', (response) => responses.push(response.url()))
  await openHostile(app, hostile.path)
  const styled = 'Show the page’s own images and styles'
  for (let i = 0; i < 2; i++) {
    await switchShown(app, styled)
    await expect(pageView(app).getByRole('heading', { name: 'A page that means harm' })).toBeVisible()
  }
  const view = new URL((await app.locator('iframe[data-testid="page-view"]').getAttribute('src')) ?? '', app.url()).href
  // No image was captured, so the view requests no image from the host.
  await expect.poll(() => responses.includes(view)).toBe(true)
  expect(responses.filter((url) => url.startsWith(`${view}/r/`) || url.startsWith(`${view}/f/`))).toEqual([])
  expect(responses.filter((url) => !/^(?:data|blob|about):/.test(url) && !url.startsWith(`http://127.0.0.1:${host.port}/`))).toEqual([])
  expect(hostile.requests).toEqual([])
  expect(view, 'the address of the view has no token').not.toContain(host.token)
  expect(events).toEqual([])
  expect(await attackTraces(app)).toEqual([false, null, null])
})

test('a title of 100,000 letters is shortened in the window and its tab', async ({ app, site }) => {
  await openAddress(app, `${site.origin}/long-title`)
  await expect(pageView(app).getByText('here', { exact: true })).toBeVisible()
  await ready(app)
  expect((await app.title()).length).toBeLessThan(1100)
  await app.keyboard.press('Alt+t')
  const tab = await app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab').first().boundingBox()
  expect(tab?.width).toBeLessThan(400)
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
