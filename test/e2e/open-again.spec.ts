import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { captureAs, expect, extractedText, openAddress, pageView, ready, startHost, test, showPanel } from './app'
import { serveFiles } from './file-server'
import { ARTICLE } from './opening'

test('a page of a stopped server stays after a reload; a new load fails', { tag: ['@machine', '@long'] }, async ({ app, folder }) => {
  writeFileSync(join(folder, 'one.html'), ARTICLE)
  const server = await serveFiles(folder, '/')
  const captured = app.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^captured .* Load again$/ })
  const expectShown = async (mode: string): Promise<void> => {
    await expect(app.getByRole('button', { name: `Capture: ${mode}` })).toBeVisible()
    await ready(app)
    await expect(app).toHaveTitle('A short page – Boilerscope')
    await expect(pageView(app).getByText('The first paragraph says').first()).toBeVisible()
  }
  await openAddress(app, `${server.url}one.html`)
  await expectShown('source')
  await captureAs(app, 'Rendered')
  await expectShown('rendered')
  await server.close()
  await app.reload()
  await expectShown('rendered')
  await captureAs(app, 'Source')
  await expectShown('source')
  await captured.click()
  await expect(app.getByRole('alert')).toContainText('This page could not be loaded again.')
  await expect(app.getByRole('alert')).toContainText('The page in view was captured at')
  await expectShown('source')
})

test('a saved page shows its address, and fetches resources on request', { tag: ['@machine', '@long'] }, async ({ app, folder }) => {
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
  await expect(note).toContainText('the file’s address is unknown, because the saved page does not contain the address of the site')
  await expect(note.getByRole('textbox', { name: 'Address of the page' })).toHaveValue(`${server.url}news/page.html`)
  await note.getByRole('button', { name: 'Fetch missing files' }).click()
  await expect(pageView(app).locator('#story')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(note).toHaveCount(0)
  await server.close()
})

test('after the end of the host, the window reports it, and the open page stays readable', { tag: '@machine' }, async ({ page }) => {
  const { host, process: child } = await startHost()
  await page.goto(host.url)
  await ready(page)
  await showPanel(page, 'Text')
  await expect(extractedText(page)).toBeVisible()
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  await expect(page.getByRole('alert')).toContainText('connection to Boilerscope’s host was lost')
  await expect(extractedText(page)).toContainText('At eight minutes past seven')
  // The code of Evaluate was not loaded before the host ended.
  await page.getByRole('button', { name: 'Evaluate', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Evaluate cannot be shown' })).toBeVisible()
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expect(extractedText(page)).toContainText('At eight minutes past seven')
})
