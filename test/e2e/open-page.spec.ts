import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, extractedText, fromOpenList, openAddress, pageView, pasteHtml, ready, test, whySentence, showPanel } from './app'
import { ARTICLE } from './opening'

test('the user cancels a slow load, and the previous page stays', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/never`)
  await app.getByRole('status').getByRole('button', { name: 'Cancel' }).click()
  await expect(app.getByRole('contentinfo')).toContainText('Cancelled.')
  await ready(app)
  await expect(pageView(app).getByRole('heading', { level: 1 })).toHaveText(/tide mill/)
})

test('while the browser waits for an image, the page is shown and can be clicked', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/slow-image`)
  await expect(pageView(app).getByText('seen at once')).toBeVisible()
  await expect(app.getByRole('status').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(app.locator('.workspace-page')).not.toHaveAttribute('inert')
  const reasons = app.locator('[data-panel="inspector"]')
  await expect(reasons).toHaveAttribute('inert', '')
  await pageView(app).getByText('seen at once').click()
  await ready(app)
  await expect(pageView(app).getByText('seen at once')).toBeVisible()
  await expect(reasons).not.toHaveAttribute('inert')
  await expect(whySentence(app)).toContainText('Kept')
})

test('a page with a wrong charset label is decoded correctly, with a warning', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/wrong-label`)
  await expect(pageView(app).getByText('中文网页正文抽取。')).toBeVisible()
  await expect(app.locator('.status-warning')).toHaveAttribute('title', /labelled .*windows-1252.*its bytes are UTF-8/s)
})

test('HTML is pasted into the dialog or into the address field', { tag: '@static' }, async ({ app }) => {
  await pasteHtml(app, ARTICLE)
  await expect(pageView(app).getByText('The first paragraph says')).toBeVisible()
  await ready(app)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('The second one agrees with it')
  await expect(extractedText(app)).not.toContainText('Two')
  const field = app.getByRole('textbox', { name: /address/i })
  await field.focus()
  await field.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', '<title>Straight</title><p>Pasted where the address goes.</p>')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(app).toHaveTitle(/^Straight/)
  await expect(pageView(app).getByText('Pasted where the address goes.')).toBeVisible()
})

test('a dropped, chosen or typed file opens, plain or gzipped', { tag: '@machine' }, async ({ app, folder }) => {
  const dropped = await app.evaluateHandle(
    (html) => {
      const data = new DataTransfer()
      data.items.add(new File([html], 'dropped.html', { type: 'text/html' }))
      return data
    },
    ARTICLE.replace('A short page', 'A dropped page'),
  )
  await app.locator('main').dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(app.getByText('Drop a page, a session or a custom extractor here')).toBeVisible()
  await app.locator('main').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(app).toHaveTitle(/^A dropped page/)
  await ready(app)

  const path = join(folder, 'by-path.html')
  writeFileSync(path, ARTICLE)
  await openAddress(app, path)
  await expect(app).toHaveTitle(/^A short page/)
  await ready(app)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('The first paragraph says')

  const zipped = join(folder, 'chosen.html.gz')
  writeFileSync(zipped, gzipSync(readFileSync(path, 'utf8').replace('A short page', 'A chosen page')))
  const choosing = app.waitForEvent('filechooser')
  await fromOpenList(app, /^Open file …/)
  await (await choosing).setFiles(zipped)
  await expect(app).toHaveTitle(/^A chosen page/)
  await ready(app)

  await test.step('a long title makes no screen wider', async () => {
    writeFileSync(path, ARTICLE.replace('A short page', 'Long'.repeat(200)))
    await openAddress(app, path)
    await expect(app).toHaveTitle(/^LongLong/)
    await app.getByRole('textbox', { name: 'Address: URL' }).click()
    const menu = app.getByRole('group', { name: 'Open', exact: true })
    expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await app.keyboard.press('Alt+t')
    await expect(app.getByRole('heading', { name: 'Open a page' })).toBeInViewport()
  })
})
