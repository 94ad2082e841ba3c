/** Tabs, history, links. */
import { command, copiedLink, expect, openSample, ready, selectBySearch, selectedRow, test, treeRow, showPanel, fromOpenList } from './app'
import { showEverything } from './one-window'

test('pages open in tabs; back and forward walk the history; a closed tab comes back', async ({ app }) => {
  const tabs = app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab')
  await openSample(app, 'Forum thread')
  await expect(treeRow(app, 'body')).toBeVisible()
  const forum = await app.title()
  expect(forum).not.toMatch(/tide mill/)
  // One page needs no row of tabs.
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

  await test.step('more pages than the strip has room for stand in a list', async () => {
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

test('text half typed in one tab is not written into another', async ({ app }) => {
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

test(
  'after a reload everything is as it was: pages, parameters, selection; and a permalink brings it to another window',
  { tag: ['@machine', '@long'] },
  async ({ app, host, browser }) => {
    await selectBySearch(app, 'header.masthead')
    await app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true }).fill('0.5')
    await showPanel(app, 'Chart')
    await expect(app.locator('.chart-legend')).toContainText('threshold 22.6')
    await fromOpenList(app, 'New tab')
    await app
      .getByRole('main')
      .getByRole('button', { name: /^Forum thread/ })
      .click()
    await ready(app)
    await app.getByRole('tab', { name: /tide mill/ }).click()
    await expect.poll(() => app.evaluate(() => location.hash)).toMatch(/page=sample%3Anews-article&.*lambda%3D0\.5/)
    const link = await app.evaluate(() => location.hash)
    expect(link).not.toContain('token')

    await app.reload()
    await ready(app)
    await expect(app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab')).toHaveCount(2)
    await expect(app.getByRole('tab', { name: /tide mill/ })).toHaveAttribute('aria-selected', 'true')
    await expect(app.locator('.chart-legend')).toContainText('threshold 22.6')
    await expect(selectedRow(app)).toContainText('header')

    const fresh = await browser.newContext()
    await showEverything(fresh)
    const other = await fresh.newPage()
    await other.goto(`http://127.0.0.1:${host.port}/${link}&token=${host.token}`)
    await ready(other)
    await showPanel(other, 'Chart')
    await expect(other.locator('.chart-legend')).toContainText('threshold 22.6')
    await expect(selectedRow(other)).toContainText('header')
    await fresh.close()
  },
)

test(
  'a copied link opens in another tab of the same browser; in a browser that does not know the host it says what to do',
  { tag: ['@machine', '@long'] },
  async ({ app, browser, host }) => {
    // The token was in the address for a moment only.
    expect(await app.evaluate(() => location.href)).not.toContain(host.token)
    await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await command(app, 'Copy link')
    const link = await copiedLink(app)
    expect(link).not.toContain(host.token)
    const other = await app.context().newPage()
    await other.goto(link)
    await ready(other)
    await other.close()

    const fresh = await browser.newContext()
    const stranger = await fresh.newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('alert')).toContainText('This link cannot be opened here yet')
    await expect(stranger.getByRole('alert')).toContainText('Open the address that npm start printed')
    await stranger.goto(host.url)
    await ready(stranger)
    expect(stranger.url()).not.toContain(host.token)
    await stranger.goto('about:blank')
    await stranger.goto(link)
    await ready(stranger)
    await fresh.close()
  },
)

test('a link shows its target in a tab with other contents; a reload restores the tab', async ({ app }) => {
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
  // The page was open already, with another extractor.
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
  await workspace('Compare').click()
  await app.evaluate(() => (location.hash = 'page=sample:overview&extractor=ttr'))
  await isShown('Inspect')
})

test('a link to this machine needs approval before any request', { tag: '@machine' }, async ({ page, host, site }) => {
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
