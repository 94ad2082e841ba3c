import type { Page } from '@playwright/test'
import {
  command,
  expect,
  extractedText,
  fromOpenList,
  openFreshWindow,
  openSample,
  pageView,
  pasteHtml,
  ready,
  selectBySearch,
  selectedRow,
  settled,
  showPanel,
  switchShown,
  test,
} from './app'
import { savedFile } from './figures'
import { lambda, workspace, drawn } from './inspecting'

test('keys show panels of the drawer, a button closes it, and the window stores compact rows', async ({ app }) => {
  const tree = app.getByRole('tree')
  await app.getByRole('button', { name: 'Close drawer' }).click()
  await expect(tree).toBeHidden()
  await app.keyboard.press('Alt+2')
  await expect(tree).toBeFocused()
  await app.keyboard.press('Alt+5')
  await expect(app.getByRole('group', { name: 'Charts' })).toBeVisible()
  await command(app, 'Compact rows')
  await app.reload()
  await ready(app)
  await expect(tree).toBeVisible()
  const rowHeight = (): Promise<number | undefined> =>
    tree
      .getByRole('treeitem')
      .first()
      .boundingBox()
      .then((box) => box?.height)
  expect(await rowHeight()).toBe(20)
  await app.keyboard.press('Alt+Shift+D')
  await expect.poll(rowHeight).toBe(24)
})

test('a heat map colours the page by a measure, and the user switches the other layers', async ({ app }) => {
  await expect(pageView(app).getByRole('heading', { level: 1 })).toBeVisible()
  const drawings = new Set([await drawn(app)])
  const isRedrawn = async (): Promise<void> => {
    await expect.poll(async () => drawings.has(await drawn(app))).toBe(false)
    drawings.add(await drawn(app))
  }
  const heat = async (measure: string): Promise<void> => {
    await app.getByRole('button', { name: 'Show', exact: true }).click()
    await app.getByRole('dialog', { name: 'Show' }).getByRole('combobox', { name: 'Heat map' }).selectOption({ label: measure })
    await app.keyboard.press('Escape')
  }
  await heat('composite text density')
  await isRedrawn()
  await heat('None')
  for (const words of ['Dim dropped text', 'Mark elements that contain kept text', 'Tint kept text']) {
    await switchShown(app, words)
    await isRedrawn()
  }
  const zoom = app.getByRole('status', { name: 'Zoom' })
  await app.keyboard.press('Alt+-')
  await app.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(zoom).toHaveText('67 %')
  await app.getByRole('button', { name: 'Fit', exact: true }).click()
  await app.getByRole('button', { name: 'Zoom in' }).click()
  await isRedrawn()
  await expect(zoom).toHaveText(/^(?:80|100) %$/)
})

test('a copy of a long text is complete, also across lines that are out of view', { tag: '@long' }, async ({ app }) => {
  // Record the copied text instead of using the machine's clipboard.
  await app.evaluate(() => {
    window.addEventListener('copy', (event) => Object.assign(window, { copied: event.clipboardData?.getData('text/plain') }))
  })
  const copied = (): Promise<string | undefined> =>
    app.evaluate(() => {
      document.execCommand('copy')
      return (window as { copied?: string }).copied
    })
  const paragraphs = Array.from(
    { length: 900 },
    (_, i) => `Paragraph ${i} tells of the ferry and of those who wait for it, at length, as paragraphs do, until it ends with ${i}.`,
  )
  await pasteHtml(app, `<!doctype html><title>Long</title><body><main>${paragraphs.map((p) => `<p>${p}</p>`).join('\n')}</main></body>`)
  await showPanel(app, 'Text')
  const text = extractedText(app)
  await expect(text).toContainText('Paragraph 3 tells')
  await expect(text).not.toContainText('Paragraph 899 tells')

  await test.step('Ctrl+A copies the whole text', async () => {
    await text.focus()
    await app.keyboard.press('Control+a')
    const lines = ((await copied()) ?? '').split('\n').filter(Boolean)
    expect(lines).toEqual(paragraphs)
  })

  await test.step('Shift extends the selection to a line far away', async () => {
    await app.evaluate(() => getSelection()?.removeAllRanges())
    await text.press('Home')
    const first = text.getByText('Paragraph 2 tells')
    await expect(first).toBeVisible()
    await first.click({ position: { x: 2, y: 6 } })
    await text.evaluate((element) => (element.scrollTop = element.scrollHeight))
    await expect(text).toContainText('ends with 899.')
    await text.getByText('Paragraph 897 tells').click({ modifiers: ['Shift'], position: { x: 2, y: 6 } })
    const part = ((await copied()) ?? '').split('\n').filter(Boolean)
    expect(part.slice(0, 895)).toEqual(paragraphs.slice(2, 897))
    expect(part.slice(895).join('').length).toBeLessThan(20)
  })

  await test.step('a double click selects a word', async () => {
    await text.getByText('Paragraph 898 tells').dblclick({ position: { x: 20, y: 6 } })
    expect(await copied()).toMatch(/^Paragraph ?$/)
  })

  await test.step('Ctrl+A copies the whole source', async () => {
    await showPanel(app, 'Source')
    const source = app.getByRole('region', { name: 'Source' })
    await source.focus()
    await app.keyboard.press('Control+a')
    expect(((await copied()) ?? '').match(/<p>/g)).toHaveLength(900)
  })
})

test('another page starts at its top, and its chart shows all nodes', { tag: '@long' }, async ({ app }) => {
  const page = (title: string): string => `<title>${title}</title>${`<p>A sentence of ${title}, which is long enough.</p>\n`.repeat(200)}`
  const count = app.locator('.chart-count')
  const [text, source] = [extractedText(app), app.getByRole('region', { name: 'Source' })]
  await pasteHtml(app, page('One'))
  await showPanel(app, 'Text')
  await showPanel(app, 'Chart')
  await expect(text).toContainText('of One')
  await app.getByRole('slider', { name: /Arrow keys select/ }).press('+')
  await expect(count).toHaveText(/^[\d,]+–[\d,]+ of /)
  await text.evaluate((element) => (element.scrollTop = 900))
  await pasteHtml(app, page('Two'))
  await expect(text).toContainText('of Two')
  await expect(count).toHaveText(/ nodes measured$/)
  expect(await text.evaluate((element) => element.scrollTop)).toBe(0)
  await showPanel(app, 'Source')
  await source.evaluate((element) => (element.scrollTop = 900))
  await pasteHtml(app, page('Three'))
  await expect(source).toContainText('of Three')
  expect(await source.evaluate((element) => element.scrollTop)).toBe(0)
})

test('the window keeps typed HTML after a dialog closes, and can restore a removed gold text', { tag: '@long' }, async ({ app }) => {
  const field = app.getByRole('dialog', { name: 'Paste HTML' }).getByRole('textbox', { name: 'HTML', exact: true })
  await fromOpenList(app, 'Paste HTML …')
  await field.fill('<p>Half a page')
  await app.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await fromOpenList(app, 'Paste HTML …')
  await expect(field).toHaveValue('<p>Half a page')
  await app.keyboard.press('Escape')

  await workspace(app, 'Compare')
  const compare = app.getByRole('region', { name: 'Compare' })
  await compare.getByRole('tab', { name: 'Agreement', exact: true }).click()
  await compare.getByRole('button', { name: 'Edit gold text …' }).click()
  await compare.getByRole('textbox', { name: 'Gold text: text to keep' }).fill(' ')
  await expect(compare.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled()
  await compare.getByRole('textbox', { name: 'Gold text: text to keep' }).fill('The mill grinds again')
  await compare.getByRole('button', { name: 'Compare', exact: true }).click()
  const against = compare.getByRole('table', { name: /^Scores against the gold text, 4 words/ })
  await expect(against).toBeVisible()
  await compare.getByRole('button', { name: 'Remove gold text' }).click()
  await expect(against).toBeHidden()
  await compare.getByRole('button', { name: 'Restore gold text' }).click()
  await expect(against).toBeVisible()
})

test('a session file, a reload and a link restore pages, parameters and selection', { tag: '@long' }, async ({ app, host, browser }) => {
  await selectBySearch(app, 'header.masthead')
  await lambda(app).fill('0.9')
  await showPanel(app, 'Chart')
  await expect(app.locator('.chart-legend')).toContainText('threshold 40.76')
  const session = await savedFile(app, () => app.keyboard.press('Control+s'))
  expect(session.name).toBe('session.boilerscope.json')
  const expectRestored = async (page: Page): Promise<void> => {
    await settled(page)
    await showPanel(page, 'Chart')
    await expect(page.locator('.chart-legend')).toContainText('threshold 40.76')
    await expect(selectedRow(page)).toContainText('header')
  }
  const tabs = app.getByRole('tablist', { name: 'Open pages' }).getByRole('tab')
  await fromOpenList(app, 'New tab')
  await app
    .getByRole('main')
    .getByRole('button', { name: /^Forum thread/ })
    .click()
  await ready(app)
  await tabs.filter({ hasText: 'tide mill' }).click()
  await expect.poll(() => app.evaluate(() => location.hash)).toMatch(/page=sample%3Anews-article&.*lambda%3D0\.9/)
  const link = await app.evaluate(() => location.hash)
  expect(link).not.toContain('token')
  await app.reload()
  await ready(app)
  await expect(tabs).toHaveCount(2)
  await expect(tabs.filter({ hasText: 'tide mill' })).toHaveAttribute('aria-selected', 'true')
  await expectRestored(app)
  const linked = await openFreshWindow(browser, `http://127.0.0.1:${host.port}/${link}&token=${host.token}`, true)
  await expectRestored(linked)
  await linked.context().close()

  const other = await openFreshWindow(browser, host.url, true)
  // Playwright reports a file dialog only while a listener exists, and can turn the reports on too late for the next key press. So this
  // listener exists from the start.
  other.on('filechooser', () => undefined)
  const openFile = async (buffer: Buffer): Promise<void> => {
    const choosing = other.waitForEvent('filechooser')
    await other.keyboard.press('Control+o')
    await (await choosing).setFiles({ name: session.name, mimeType: 'application/json', buffer })
  }
  await openSample(other, 'Forum thread')
  await openFile(session.bytes)
  await expect(other.getByRole('contentinfo')).toContainText('Session opened: 1 page.')
  await expectRestored(other)
  await openFile(Buffer.from('{"format":"something else"}'))
  await expect(other.getByRole('contentinfo')).toContainText('This file is not a Boilerscope session.')
  await other.context().close()
})

test('the palette finds commands by synonyms, and selects the best match', async ({ app }) => {
  await app.keyboard.press('Control+k')
  const field = app.getByPlaceholder('Search commands')
  for (const [word, name] of [
    ['download', 'Export text'],
    ['preferences', 'Settings'],
    ['reader view', 'Readability'],
  ] as const) {
    await field.fill(word)
    await expect(app.getByRole('option', { name }).first(), word).toBeVisible()
  }
  await field.fill('share')
  await expect(app.getByRole('option', { name: 'Copy link', selected: true })).toBeVisible()
  await field.fill('undo')
  await expect(app.getByRole('group', { name: 'Not available now' }).getByRole('option', { name: /^Undo/ }).first()).toBeDisabled()
  await app.keyboard.press('Escape')
})

test('the palette finds actions, extractors and samples by their names', async ({ app }) => {
  await command(app, 'switch theme')
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark')
  await command(app, 'CUTER')
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'cuter')
  await command(app, 'table layout')
  await expect(app.getByRole('textbox', { name: /address/i })).toHaveValue('Sample: table-layout')
  await settled(app)
  await command(app, 'go to verdict')
  await showPanel(app, 'Verdict')
  await expect(app.getByRole('main').getByRole('tab', { name: 'Verdict' })).toHaveAttribute('aria-selected', 'true')
  await app.keyboard.press('Control+k')
  await app.keyboard.type('qqqqq')
  await expect(app.getByText('No command found for “qqqqq”.')).toBeVisible()
  await app.keyboard.press('Escape')
  await command(app, 'new evaluation run')
  await expect(app.getByRole('form', { name: 'New run' })).toBeVisible()
  await command(app, 'workspace: demonstrate')
  const moment = app.getByRole('slider', { name: 'Moment' })
  await expect(moment).toHaveValue('0')
  await command(app, 'last moment')
  await expect(moment).not.toHaveValue('0')
})
