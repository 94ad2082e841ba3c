/** Tours: a first start offers tours, keys move between their stops, and a changed stage offers a return to the tour. */
import { command, expect, openFreshWindow, pageView, pickExtractor, ready, test } from './app'
import { demonstrate, moment, caption } from './demonstrating'

test('the keys of a remote control move between the stops of a tour', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('textsweeper')
  const card = app.getByRole('region', { name: /^Tour: TextSweeper/ })
  await expect(card).toContainText('1 of 11')
  await expect(caption(app)).toContainText('remove')
  for (let i = 0; i < 3; i++) await app.keyboard.press('PageDown')
  // The fourth stop has a question. A click answers it, and the card grades the answer.
  await expect(card).toContainText('Which element will have the highest ratio?')
  await expect(card).not.toContainText('57.57')
  await app.locator('.stage-rows-row', { hasText: 'div.text' }).first().click()
  await expect(card).toContainText(
    'Not this div.text (text-to-tag ratio 55.5), but another element with the same name: div.text (text-to-tag ratio 123.1).',
  )
  await expect(card).toContainText('57.57')
  for (let i = 0; i < 2; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('Tolerance')
  await expect(card).toContainText('86.19')
  await app.keyboard.press('PageUp')
  await expect(card).toContainText('The best node')
})

test('after any change of the stage, a tour offers a return', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('cetd')
  const card = app.getByRole('region', { name: /^Tour: CETD/ })
  const back = card.getByRole('button', { name: 'Back to the tour' })
  // One of the next eight stops has a question. The key shows its answer.
  for (let i = 0; i < 6; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('Which element will have the largest sum?')
  await app.keyboard.press('a')
  for (let i = 0; i < 2; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('45.29')
  const stop = await moment(app).inputValue()
  await expect(back).toHaveCount(0)
  // Another moment of the run does not change the text of the stop.
  await app.keyboard.press('Home')
  await expect(back).toBeVisible()
  await expect(card).toContainText('45.29')
  await back.click()
  await expect(moment(app)).toHaveValue(stop)
  await expect(back).toHaveCount(0)
  // With another extractor, the tour hides statements that are true only for CETD.
  await pickExtractor(app, 'TTR')
  await expect(card).toContainText('The stage shows another run')
  await expect(card).not.toContainText('45.29')
  await back.click()
  await expect(card).toContainText('45.29')
  await expect(moment(app)).toHaveValue(stop)
})

test('a first start offers the tours, also by keyboard, until the user starts a tour', async ({ firstWindow: page }) => {
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(card).toBeVisible()
  // The card does not move the focus.
  expect(await card.evaluate((e) => e.contains(document.activeElement))).toBe(false)
  await card.getByRole('button', { name: 'Take a tour' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Guided tours' })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  // The card stays after the user closes the list.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('button', { name: 'Take a tour' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^CETD/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^Tour: CETD/ })).toContainText('1 of')
  await command(page, 'workspace: inspect')
  await expect(pageView(page).locator('body')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.reload()
  await ready(page)
  await command(page, 'workspace: inspect')
  await expect(card).toHaveCount(0)
  await command(page, 'guided tours')
  await expect(dialog).toBeVisible()
})

test('Escape and the first click on the page close the card of the first start', async ({ firstWindow: page, browser, host }) => {
  const card = page.getByRole('region', { name: 'First steps' })
  await card.getByRole('button', { name: 'Open my page' }).focus()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await page.reload()
  await ready(page)
  await expect(card).toHaveCount(0)
  const other = await openFreshWindow(browser, host.url)
  await pageView(other).getByRole('heading', { level: 1 }).click()
  await expect(other.getByRole('region', { name: 'First steps' })).toHaveCount(0)
  await other.context().close()
})
