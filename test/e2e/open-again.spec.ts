/** Open pages survive a reload, a lost host, a stopped server; tabs, history and links. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { captureAs, expect, extractedText, openAddress, pageView, ready, test, showPanel } from './app'
import { serveFiles } from './file-server'
import { ARTICLE } from './opening'

test(
  'a page whose server is gone is still there after loading the window anew, going back and choosing how it is captured',
  { tag: ['@machine', '@long'] },
  async ({ app, folder }) => {
    for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.html`), ARTICLE.replace('A short page', `Page ${name}`))
    const server = await serveFiles(folder, '/')
    const captured = app.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^captured .* Load again$/ })
    const shows = async (title: string): Promise<void> => {
      await expect(app).toHaveTitle(`${title} – Boilerscope`)
      await ready(app)
      await expect(pageView(app).getByText('The first paragraph says').first()).toBeVisible()
    }
    await openAddress(app, `${server.url}one.html`)
    await shows('Page one')
    await captureAs(app, 'Rendered')
    await expect(app.getByRole('button', { name: 'Capture: rendered' })).toBeVisible()
    await shows('Page one')
    await openAddress(app, `${server.url}two.html`)
    await shows('Page two')
    await server.close()
    await app.reload()
    await shows('Page two')
    await expect(captured).toBeVisible()
    await app.keyboard.press('Alt+ArrowLeft')
    await shows('Page one')
    await captureAs(app, 'Source')
    await expect(app.getByRole('button', { name: 'Capture: source' })).toBeVisible()
    await shows('Page one')
    await captured.click()
    await expect(app.getByRole('alert')).toContainText('This page could not be loaded again.')
    await expect(app.getByRole('alert')).toContainText('The page in view was captured at')
    await shows('Page one')
  },
)

test(
  'a page saved without its site shows its origin, and fetches missing resources on request',
  { tag: ['@machine', '@long'] },
  async ({ app, folder }) => {
    const site = join(folder, 'site')
    mkdirSync(site)
    writeFileSync(join(site, 'look.css'), '#story { color: rgb(1, 2, 3) }')
    const server = await serveFiles(site, '/')
    const page = join(folder, 'saved.html')
    const head = `<link rel="canonical" href="${server.url}news/page.html"><link rel="stylesheet" href="/look.css"><title>`
    writeFileSync(page, ARTICLE.replace('<title>', head))
    await openAddress(app, page)
    await ready(app)
    const note = app.locator('.resource-note')
    await expect(note).toContainText('1 file of this page is missing')
    await note.locator('summary').click()
    await expect(note).toContainText('address unknown: saved without its site')
    await expect(note.getByRole('textbox', { name: 'Address of the page' })).toHaveValue(`${server.url}news/page.html`)
    await note.getByRole('button', { name: 'Fetch missing files' }).click()
    await expect(pageView(app).locator('#story')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(note).toHaveCount(0)
    await server.close()
  },
)

test('if the host ends, the window shows it and the open page stays readable', { tag: '@machine' }, async ({ page }) => {
  const { startHost } = await import('./app')
  const { host, process: child } = await startHost()
  await page.goto(host.url)
  await ready(page)
  await showPanel(page, 'Text')
  await expect(extractedText(page)).toBeVisible()
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  await expect(page.getByRole('alert')).toContainText('connection to Boilerscope’s host was lost')
  await expect(extractedText(page)).toContainText('At eight minutes past seven')
})
