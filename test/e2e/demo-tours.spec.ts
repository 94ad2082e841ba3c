/** Tours: the first start offers them, keys play them, and a changed stage offers the way back. */
import { command, expect, firstStart, pageView, pickExtractor, ready, test } from './app'
import { demonstrate, moment, caption } from './demonstrating'

test('a tour leads from stop to stop, with the keys of a remote control', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('textsweeper')
  const card = app.getByRole('region', { name: /^Tour: TextSweeper/ })
  await expect(card).toContainText('1 of 11')
  await expect(caption(app)).toContainText('remove')
  for (let i = 0; i < 3; i++) await app.keyboard.press('PageDown')
  // The fourth stop has a question: a click is the answer, which is judged and then shown.
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

test('a tour stays tied to its stage: after any change it offers the way back', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('cetd')
  const card = app.getByRole('region', { name: /^Tour: CETD/ })
  const back = card.getByRole('button', { name: 'Back to the tour' })
  // Eight stops later, one of which has a question: the key shows its answer too.
  for (let i = 0; i < 6; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('Which element will have the largest sum?')
  await app.keyboard.press('a')
  for (let i = 0; i < 2; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('45.29')
  const stop = await moment(app).inputValue()
  await expect(back).toHaveCount(0)
  // Moving within the run does not change the text of the stop.
  await app.keyboard.press('Home')
  await expect(back).toBeVisible()
  await expect(card).toContainText('45.29')
  await back.click()
  await expect(moment(app)).toHaveValue(stop)
  await expect(back).toHaveCount(0)
  // With another extractor, the tour shows no statement that is true only for CETD.
  await pickExtractor(app, 'TTR')
  await expect(card).toContainText('The stage shows another run')
  await expect(card).not.toContainText('45.29')
  await back.click()
  await expect(card).toContainText('45.29')
  await expect(moment(app)).toHaveValue(stop)
})

test('a first start says what this is and offers the tours, by keyboard too, and not again once that is answered', async ({
  browser,
  host,
}) => {
  const page = await firstStart(browser, host)
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(card).toBeVisible()
  // The card does not move the focus.
  expect(await card.evaluate((e) => e.contains(document.activeElement))).toBe(false)
  await card.getByRole('button', { name: 'Take a tour' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Guided tours' })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  // Closing the list is no answer.
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
  await page.context().close()
})

test('the card of the first start goes with Escape, and with the first click on the page', async ({ browser, host }) => {
  const page = await firstStart(browser, host)
  const card = page.getByRole('region', { name: 'First steps' })
  await card.getByRole('button', { name: 'Open my page' }).focus()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await page.reload()
  await ready(page)
  await expect(card).toHaveCount(0)
  await page.context().close()
  const other = await firstStart(browser, host)
  await pageView(other).getByRole('heading', { level: 1 }).click()
  await expect(other.getByRole('region', { name: 'First steps' })).toHaveCount(0)
  await other.context().close()
})
