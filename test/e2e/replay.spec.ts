import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, openAddress, pageView, ready, test } from './app'

test('a page is shown with the styles that its capture kept, asks nobody, and says where a redirect led', async ({ app, site }) => {
  await openAddress(app, `${site.origin}/hops/1`)
  await expect(pageView(app).locator('#first')).toBeVisible({ timeout: 20_000 })
  await expect(pageView(app).locator('#linked')).toBeHidden()
  await expect(app.getByText('Redirected to')).toContainText(`${site.origin}/article`)
  const before = site.requests.length
  // Without its own styles nothing hides the paragraph.
  await app.getByRole('button', { name: 'Show the page’s own images and styles' }).click()
  await expect(pageView(app).locator('#linked')).toBeVisible()
  expect(site.requests.length).toBe(before)
})

test('what is missing is counted and named; it is fetched on a click, and never for a page of this disk', async ({ app, site, folder }) => {
  const html = '<!doctype html><title>Parts</title><p id="first">text</p><img src="/nowhere.png">'
  await openAddress(app, `${site.origin}/page?html=${encodeURIComponent(html)}`)
  await expect(app.getByText('1 part of this page is missing')).toBeVisible({ timeout: 20_000 })
  const before = site.requests.length
  await app.getByRole('button', { name: 'Fetch what is missing' }).click()
  await expect.poll(() => site.requests.slice(before), { timeout: 20_000 }).toContain('/nowhere.png')
  const path = join(folder, 'local.html')
  writeFileSync(path, `<!doctype html><title>Local</title><p>text</p><img src="${site.origin}/image?tracker"><img src="gone.png">`)
  await openAddress(app, path)
  await expect(app.getByText('2 parts of this page are missing')).toBeVisible({ timeout: 20_000 })
  await expect(app.getByRole('button', { name: 'Fetch what is missing' })).toHaveCount(0)
  expect(site.requests).not.toContain('/image?tracker')
})

test('an archive of several pages opens a list to choose from', async ({ app, folder }) => {
  const page = (url: string, title: string): string => {
    const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>${title}</title><p>The text of ${title}, which is long enough to be kept.`
    return `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: ${http.length}\r\n\r\n${http}\r\n\r\n`
  }
  const path = join(folder, 'site.warc')
  writeFileSync(path, page('http://a.example/one', 'one') + page('http://a.example/two', 'two'))
  await openAddress(app, path)
  await expect(app.getByRole('heading', { name: 'Which page of this archive?' })).toBeVisible({ timeout: 20_000 })
  await app.getByRole('searchbox').last().fill('two')
  await app.getByRole('list', { name: 'Pages' }).getByRole('button').click()
  await ready(app)
  await expect(pageView(app).getByText('The text of two')).toBeVisible({ timeout: 20_000 })
})
