import { command, copiedLink, expect, openSample, ready, test, treeRow, settled } from './app'

test('pages open in tabs, back and forward move in the history, and undo restores a closed tab', async ({ app }) => {
  const tabs = app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab')
  await openSample(app, 'Forum thread')
  await expect(treeRow(app, 'body')).toBeVisible()
  const forum = await app.title()
  expect(forum).not.toMatch(/tide mill/)
  await expect(tabs).toHaveCount(0)
  await app.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(app).toHaveTitle(/tide mill/)
  await app.keyboard.press('Alt+ArrowRight')
  await expect(app).toHaveTitle(forum)
  await ready(app)

  await app.keyboard.press('Alt+t')
  await expect(tabs).toHaveCount(2)
  await app
    .getByRole('main')
    .getByRole('button', { name: /^Minified, one line/ })
    .click()
  await ready(app)
  const minified = (await tabs.nth(1).textContent()) ?? ''
  await app.keyboard.press('Alt+PageUp')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await app.keyboard.press('Alt+PageDown')
  await app.keyboard.press('Alt+w')
  await expect(tabs).toHaveCount(0)
  await app.getByRole('tree').focus()
  await app.keyboard.press('Control+z')
  await expect(tabs).toHaveCount(2)
  await expect(tabs.nth(1)).toHaveText(minified)
  await expect(app.getByRole('contentinfo')).toContainText('Tab reopened.')

  await test.step('a list shows all pages if the row is full', async () => {
    const list = app.getByRole('button', { name: 'All open pages' })
    await expect(list).toBeHidden()
    for (let count = 3; count <= 16; count++) {
      await app.keyboard.press('Alt+t')
      await expect(tabs).toHaveCount(count)
    }
    await expect(tabs.last()).toBeInViewport()
    await list.click()
    await expect(app.getByRole('menuitemradio')).toHaveCount(16)
    await expect(app.getByRole('menuitemradio', { checked: true })).toHaveText('New tab')
    await app.getByRole('menuitemradio', { name: minified }).click()
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(tabs.nth(1)).toBeInViewport()
    await ready(app)
  })
})

test('an unfinished number in one tab does not change another tab', async ({ app }) => {
  const lambda = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true })
  await app.keyboard.press('Alt+t')
  await app
    .getByRole('main')
    .getByRole('button', { name: /^Forum thread/ })
    .click()
  await ready(app)
  await lambda.fill('0.5')
  await app.keyboard.press('Alt+PageUp')
  await lambda.fill('1.x')
  await app.keyboard.press('Alt+PageDown')
  await expect(lambda).toHaveValue('0.5')
})

test('a copied link opens in another tab, but not in another browser', { tag: ['@machine', '@long'] }, async ({ app, browser, host }) => {
  expect(await app.evaluate(() => location.href)).not.toContain(host.token)
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await command(app, 'Copy link')
  const link = await copiedLink(app)
  expect(link).not.toContain(host.token)
  const other = await app.context().newPage()
  await other.goto(link)
  await ready(other)
  await other.close()

  const stranger = await browser.newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('alert')).toContainText('This link cannot be opened here yet')
  await expect(stranger.getByRole('alert')).toContainText('Open the address that npm start printed')
  await stranger.goto(host.url)
  await ready(stranger)
  expect(stranger.url()).not.toContain(host.token)
  await stranger.goto('about:blank')
  await stranger.goto(link)
  await ready(stranger)
  await stranger.close()
})

test('a link changes page, extractor and workspace of a tab, and a reload restores them', async ({ app }) => {
  const workspace = (name: string) => app.getByRole('button', { name, exact: true })
  const isShown = (name: string) => expect(workspace(name)).toHaveAttribute('aria-pressed', 'true')
  const follow = async (link: string): Promise<void> => {
    const address = new URL(app.url())
    address.hash = link
    await app.goto('about:blank')
    await app.goto(address.href)
  }
  await workspace('Evaluate').click()
  await isShown('Evaluate')
  await follow('page=sample:news-article&extractor=cuter&step=3')
  await isShown('Demonstrate')
  await expect(app.getByRole('slider', { name: 'Moment' })).toHaveValue('2')
  await expect(app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab')).toHaveCount(0)
  await expect.poll(() => app.evaluate(() => location.hash)).toContain('extractor=cuter')
  await app.reload()
  await isShown('Demonstrate')

  await workspace('Evaluate').click()
  await isShown('Evaluate')
  await app.reload()
  await isShown('Evaluate')
  await follow('page=sample:forum-thread&extractor=ttr')
  await isShown('Inspect')
  await settled(app)
  await workspace('Compare').click()
  await app.evaluate(() => {
    location.hash = 'page=sample:overview&extractor=ttr'
    history.replaceState(null, '', '#page=sample:forum-thread&extractor=ttr')
  })
  await isShown('Inspect')
  await expect(app.getByRole('textbox', { name: 'Address: URL' })).toHaveValue('Sample: overview')
})

test('a link to this machine is requested only after approval', { tag: '@machine' }, async ({ page, host, site }) => {
  const path = '/article?linked'
  await page.goto(`${host.url}&page=${encodeURIComponent(`${site.origin}${path}`)}`)
  await ready(page)
  const question = page.getByRole('dialog', { name: 'Open this page?' })
  await expect(question).toContainText(path)
  expect(site.requests).not.toContain(path)
  await question.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.poll(() => site.requests).toContain(path)
  await expect(question).toBeHidden()
})
