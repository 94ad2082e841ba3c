import type { Page } from '@playwright/test'
import { chooseExtractor, expect, numberIn, pageView, selectBySearch, selectedRow, showPanel, test, treeRow, whySentence } from './app'
import { openFold } from './inspecting'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the tree' })

test('typing searches the tree by selector, text or measure, and steps through the hits', async ({ app }) => {
  const hits = app.locator('.tree-hits')
  await treeRow(app, 'body').click()
  await app.keyboard.type('p')
  await expect(search(app)).toBeFocused()
  await expect(search(app)).toHaveValue('p')
  await search(app).fill('article > p')
  await app.keyboard.press('Enter')
  await expect(hits).toHaveText(/^1 of \d+$/)
  const count = numberIn(((await hits.textContent()) ?? '').replace(/^1 of /, ''))
  expect(count).toBeGreaterThan(5)
  await expect(selectedRow(app)).toContainText('Eleven volunteers')
  await app.getByRole('button', { name: 'Next hit' }).click()
  await expect(hits).toHaveText(`2 of ${count}`)
  await expect(selectedRow(app)).toContainText('At eight minutes past seven')
  await search(app).press('Shift+Enter')
  await app.getByRole('button', { name: 'Previous hit' }).click()
  await expect(hits).toHaveText(`${count} of ${count}`)
  await search(app).fill('grey parrot')
  await app.keyboard.press('Enter')
  await expect(hits).toHaveText('1 of 1')
  await expect(selectedRow(app)).toContainText('Found: a grey parrot')
  await search(app).fill('words > 40 and density > 45')
  await app.keyboard.press('Enter')
  await expect(hits).toHaveText(/^\d+ of \d+$/)
  await search(app).fill('density > 1e9')
  await expect(hits).toHaveText('none')
  await search(app).fill('tag ratio > 3')
  await expect(hits).toHaveText(/^no measure “tag ratio”; available: /)
  await search(app).fill('.no-such-class')
  await expect(hits).toHaveText('none')
  await search(app).press('Escape')
  await expect(app.getByRole('tree')).toBeFocused()
  await expect(search(app)).toHaveValue('')
})

test('the tree filters to kept nodes, has optional columns, and breadcrumbs select ancestors', async ({ app }) => {
  const filter = app.getByRole('combobox', { name: 'Filter' })
  await filter.selectOption('kept')
  await expect(app.getByRole('treeitem').filter({ hasText: 'nav.sections' })).toHaveCount(0)
  await expect(treeRow(app, 'article.story')).toBeVisible()
  // The filter shows only kept nodes and their ancestors.
  for (const row of await app.locator('[role="treeitem"][data-status="out"]').allTextContents()) expect(row).toMatch(/html/)
  await filter.selectOption('all')
  await app.getByRole('button', { name: 'Columns' }).click()
  await app.getByRole('menuitemcheckbox', { name: /^characters/ }).click()
  await app.keyboard.press('Escape')
  await expect(app.locator('.tree-header-cell')).toHaveText(['characters (log)', 'composite text density (log)'])
  await expect(treeRow(app, 'article.story').locator('.tree-cell').first()).toHaveAttribute('title', /^characters: [\d,]+ /)

  await selectBySearch(app, 'article > blockquote')
  // The selected row is between other rows, not at the bottom.
  const [tree, row] = [await app.getByRole('tree').boundingBox(), await selectedRow(app).boundingBox()]
  expect((tree?.y ?? 0) + (tree?.height ?? 0) - (row?.y ?? 0)).toBeGreaterThan(3 * (row?.height ?? 0))
  const path = app.getByRole('navigation', { name: 'Path to the selected node' })
  await expect(path.getByRole('button', { name: 'blockquote' })).toHaveAttribute('aria-current', 'true')
  await path.getByRole('button', { name: 'article.story' }).click()
  await expect(selectedRow(app)).toContainText('article')
})

test('selector, HTML and text of a node are copied', async ({ app }) => {
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = (): Promise<string> => app.evaluate(() => navigator.clipboard.readText())
  await selectBySearch(app, '.standfirst')
  await app.getByRole('button', { name: 'Copy CSS selector' }).click()
  await expect(app.getByRole('contentinfo')).toContainText('Selector copied.')
  const selector = await clipboard()
  await expect(pageView(app).locator(selector)).toHaveCount(1)
  await expect(pageView(app).locator(selector)).toHaveText(/^Eleven volunteers/)
  await app.getByRole('button', { name: 'Copy HTML' }).click()
  await expect.poll(clipboard).toMatch(/^<p class="standfirst">Eleven volunteers.*<\/p>$/)
  await app.getByRole('button', { name: 'Copy text' }).first().click()
  await expect.poll(clipboard).toMatch(/^Eleven volunteers/)
})

test('source and selection show the same node, kept lines are marked, and TTR draws bars beside the lines', async ({ app }) => {
  await showPanel(app, 'Source')
  const source = app.getByRole('region', { name: 'Source' })
  await selectBySearch(app, 'article > blockquote')
  await expect(source.locator('.source-selected').first()).toContainText('<blockquote')
  await showPanel(app, 'Source')
  await expect(source.locator('.source-row', { has: app.locator('.source-selected') }).first()).toHaveAttribute('data-kept', 'true')
  await source.locator('.source-row', { hasText: '<h2>' }).first().click()
  await expect(selectedRow(app)).toContainText('h2')
  await chooseExtractor(app, 'TTR')
  await expect(source.locator('.source-bar').first()).toBeVisible()
  await showPanel(app, 'Source')
  await expect(app.locator('.source-header')).toContainText('bars:')

  await test.step('the chart shows raw ratios above smoothed ratios, and the averaged lines at the pointer', async () => {
    const chart = app.getByRole('group', { name: 'Charts' })
    const pair = chart.getByRole('button', { name: 'Stacked' })
    await showPanel(app, 'Chart')
    await expect(pair).toHaveAttribute('aria-pressed', 'true')
    await expect(chart.locator('.plot-surface')).toHaveCount(2)
    await chart.getByRole('slider', { name: /Arrow keys select/ }).hover()
    await expect(chart.locator('.chart-kernel path')).toBeVisible()
    await expect(chart.locator('.chart-tip')).toContainText('mean of 5 lines')
    await pair.click()
    await expect(chart.locator('.plot-surface')).toHaveCount(1)
  })
})

test('the runner-up board lists the best candidates, and a click selects one', async ({ app }) => {
  const board = app.getByRole('group', { name: 'Runner-up board' })
  await openFold(app, 'Steps and runners-up')
  await expect(board).toContainText('article.story won; div lost by 97.8 %.')
  await expect(board.getByRole('row').nth(1)).toContainText('100 %')
  // Candidates outside the winner come first. Candidates inside the winner are folded.
  await expect(board.getByRole('row').nth(3)).toContainText('section.signup')
  await expect(board.getByRole('row').filter({ hasText: 'The work cost' })).toBeHidden()
  await board.getByText('5 candidates in or around the winner').click()
  await board.getByRole('row').filter({ hasText: 'The work cost' }).getByRole('button').click()
  await expect(selectedRow(app)).toContainText('The work cost')
  await openFold(app, 'Measures, steps, runners-up')
  await expect(board.locator('tr[aria-current="true"]')).toContainText('The work cost')
})

test('F6 moves between parts, arrow keys select nodes on the page, and the menu of a node copies its text and XPath', async ({ app }) => {
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.getByRole('textbox', { name: /address/i }).focus()
  const places = new Set<string>()
  for (let i = 0; i < 12; i++) {
    await app.keyboard.press('F6')
    places.add(await app.evaluate(() => document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel') ?? 'elsewhere'))
  }
  for (const part of ['page', 'tree', 'inspector', 'parameters', 'elsewhere']) expect([...places]).toContain(part)
  await app.locator('iframe[data-testid="page-view"]').focus()
  await app.keyboard.press('ArrowRight')
  await expect(whySentence(app)).toHaveText(/^(Kept|Contains kept text|Dropped)/)
  const first = await selectedRow(app).getAttribute('id')
  await app.keyboard.press('ArrowRight')
  await expect(selectedRow(app)).not.toHaveAttribute('id', first ?? '')
  await app.keyboard.press('ArrowLeft')
  await expect(selectedRow(app)).toHaveAttribute('id', first ?? '')
  await expect(app.getByRole('region', { name: 'Page', exact: true })).toBeVisible()
  for (const panel of ['Why', 'Parameters']) await expect(app.getByRole('tabpanel', { name: panel, exact: true })).toBeVisible()

  // The menu also opens on the page.
  await pageView(app).getByRole('heading', { name: 'After forty years' }).click({ button: 'right' })
  await app.getByRole('menuitem', { name: 'Copy text' }).click()
  await expect(app.getByRole('contentinfo', { name: 'Status' })).toContainText('text copied.')
  expect(await app.evaluate(() => navigator.clipboard.readText())).toContain('After forty years')
  await expect(selectedRow(app)).toContainText('After forty years')

  await treeRow(app, 'article.story').click({ button: 'right' })
  await app.getByRole('menuitem', { name: 'Copy XPath' }).click()
  await expect(app.getByRole('contentinfo', { name: 'Status' })).toContainText('XPath copied.')
  const path = await app.evaluate(() => navigator.clipboard.readText())
  // The browser's XPath engine finds the node.
  const found = await pageView(app)
    .locator('html')
    .evaluate((html, xpath) => {
      const node = html.ownerDocument.evaluate(xpath, html.ownerDocument, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue
      return node instanceof (html.ownerDocument.defaultView?.Element ?? Element) ? node.className : ''
    }, path)
  expect(found).toContain('story')
})
