import { readFile } from 'node:fs/promises'
import {
  command,
  expect,
  extractedText,
  openSample,
  pasteHtml,
  pageView,
  selectBySearch,
  selectedRow,
  showPanel,
  switchShown,
  test,
  whySentence,
} from './app'
import { changeTo } from './inspecting'

test('the tree shows how kept text is hidden, and the page view can show this text', { tag: '@machine' }, async ({ app }) => {
  await pasteHtml(app, '<p hidden>Hidden words</p>')
  await expect(app.getByRole('group', { name: 'Why', exact: true })).toContainText('All text of the page is hidden.')
  await openSample(app, 'Failure: hidden text kept')
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('Transcript of the video')
  await expect(pageView(app).getByText('Transcript of the video')).toBeHidden()
  await selectBySearch(app, '.transcript')
  await showPanel(app, 'Why')
  await expect(whySentence(app)).toHaveText(/^Kept: its container main has DensitySum [\d,.]+, the highest in body/)
  await expect(app.locator('.why-hidden')).toHaveText('not visible')
  await expect(selectedRow(app).locator('.tree-badge', { hasText: 'hidden' })).toHaveAttribute('title', 'Hidden: not visible')
  await switchShown(app, 'Reveal hidden text')
  await expect(pageView(app).getByText('Transcript of the video')).toBeVisible()

  await test.step('a parameter keeps hidden text that is removed by default', async () => {
    await selectBySearch(app, '.by-class')
    await expect(whySentence(app)).toHaveText('Dropped before measuring: computed display:none.')
    await showPanel(app, 'Text')
    await expect(extractedText(app)).not.toContainText('Members’ edition')
    await showPanel(app, 'Why')
    await changeTo(app, /Drop hidden elements .*→ off/).click()
    await showPanel(app, 'Text')
    await expect(extractedText(app)).toContainText('Members’ edition')
    await showPanel(app, 'Why')
    await expect(whySentence(app)).toHaveText(/^Kept/)
  })
})

test('a click on a part of “MonTueWed” selects its node; the source has no spaces', { tag: ['@machine', '@long'] }, async ({ app }) => {
  await openSample(app, 'Failure: words glued together')
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('MonTueWedThuFriSat 06:10')
  await extractedText(app).getByText('Tue', { exact: true }).click()
  await expect(selectedRow(app)).toContainText('Tue')
  await expect(selectedRow(app)).not.toContainText('Wed')
  await expect(app.locator('.page-mark-selected')).toBeVisible()
  await showPanel(app, 'Source')
  await expect(app.getByRole('region', { name: 'Source' }).locator('.source-selected').first()).toBeVisible()
  await expect(app.getByRole('region', { name: 'Source' })).toContainText('<span>Mon</span><span>Tue</span><span>Wed</span>')

  await test.step('compared with a gold text, the joined word is extra text', async () => {
    await app.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Compare' }).click()
    const compare = app.getByRole('region', { name: 'Compare' })
    await compare.getByRole('tab', { name: 'Word diff' }).click()
    await compare.getByRole('button', { name: 'Edit gold text …' }).click()
    await compare.getByRole('textbox', { name: 'Gold text: text to keep' }).fill('Departures from Sollerby Mon Tue Wed Thu Fri Sat')
    await compare.getByRole('button', { name: 'Compare', exact: true }).click()
    await compare.getByRole('combobox', { name: 'Second text' }).selectOption({ label: 'Gold text' })
    await expect(compare.locator('del', { hasText: 'MonTueWedThuFriSat' })).toBeVisible()
    await expect(compare.locator('ins', { hasText: 'Mon Tue Wed Thu Fri Sat' })).toBeVisible()
    await compare.locator('del', { hasText: 'MonTueWedThuFriSat' }).getByRole('button').click()
    await expect(compare.getByRole('complementary', { name: 'Reasons' })).toContainText(/kept/i)
  })
})

test('measures and decisions are exported as JSON', async ({ app }) => {
  const download = app.waitForEvent('download')
  await command(app, 'Export measures as JSON')
  const text = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ format: 'boilerscope-inspection', preset: 'default' })
})
