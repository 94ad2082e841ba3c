/** Tours: offered, played, tied to their stage, recorded. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, expect, ready, test } from './app'
import { savedFile } from './figures'
import { demonstrate, moment, caption } from './demonstrating'

test('a tour leads from stop to stop, with the keys of a remote control', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('textsweeper')
  const card = app.getByRole('region', { name: /^Tour: TextSweeper/ })
  await expect(card).toContainText('1 of 11')
  await expect(caption(app)).toContainText('remove')
  for (let i = 0; i < 3; i++) await app.keyboard.press('PageDown')
  // The fourth stop asks first: a click is the answer, which is judged and then shown.
  await expect(card).toContainText('Which element will have the highest ratio?')
  await expect(card).not.toContainText('57.57')
  await app.locator('.stage-rows-row', { hasText: 'div.body' }).first().click()
  await expect(card).toContainText('Not this div.body (text-to-tag ratio 55.5): another one, div.body (text-to-tag ratio 123.1).')
  await expect(card).toContainText('57.57')
  for (let i = 0; i < 2; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('Tolerance')
  await expect(card).toContainText('86.19')
  await app.keyboard.press('PageUp')
  await expect(card).toContainText('The best node')
})

test('a tour stays tied to its stage: whatever is changed, it offers the way back', async ({ app }) => {
  await demonstrate(app)
  await app.getByLabel('Tour').selectOption('cetd')
  const card = app.getByRole('region', { name: /^Tour: CETD/ })
  const back = card.getByRole('button', { name: 'Back to the tour' })
  // Eight stops on, one of which asks first: the key for its answer, too.
  for (let i = 0; i < 6; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('Which element will have the largest sum?')
  await app.keyboard.press('a')
  for (let i = 0; i < 2; i++) await app.keyboard.press('PageDown')
  await expect(card).toContainText('45.29')
  const stop = await moment(app).inputValue()
  await expect(back).toHaveCount(0)
  // Moved within the run: what the stop says stays as it is.
  await app.keyboard.press('Home')
  await expect(back).toBeVisible()
  await expect(card).toContainText('45.29')
  await back.click()
  await expect(moment(app)).toHaveValue(stop)
  await expect(back).toHaveCount(0)
  // Another method: nothing is said of it that is true of CETD only.
  await app.locator('.demo-head select').first().selectOption('ttr')
  await expect(card).toContainText('The stage shows something else')
  await expect(card).not.toContainText('45.29')
  await back.click()
  await expect(card).toContainText('45.29')
  await expect(moment(app)).toHaveValue(stop)
})

test('the tours are offered at the first start, by keyboard too, and not again once that is answered', async ({ app }) => {
  const offer = app.getByRole('region', { name: 'First steps' })
  await expect(offer).toBeVisible()
  // It stands beside the page, not over it, and leaves the focus where it was.
  expect(await offer.evaluate((e) => e.contains(document.activeElement))).toBe(false)
  expect(await offer.evaluate((e) => getComputedStyle(e).position)).toBe('static')
  await offer.getByRole('button', { name: 'Choose a tour …' }).press('Enter')
  const dialog = app.getByRole('dialog', { name: 'Guided tours' })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  // Closing the list is no answer.
  await app.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(offer.getByRole('button', { name: 'Choose a tour …' })).toBeFocused()
  await app.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^CETD/ })).toBeFocused()
  await app.keyboard.press('Enter')
  await expect(app.getByRole('region', { name: /^Tour: CETD/ })).toContainText('1 of')
  await command(app, 'workspace: inspect')
  await expect(app.getByRole('tree')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await app.reload()
  await ready(app)
  await command(app, 'workspace: inspect')
  await expect(offer).toHaveCount(0)
  await command(app, 'guided tours')
  await expect(dialog).toBeVisible()
})

test('the offer of the tours can be put away', async ({ app }) => {
  const offer = app.getByRole('region', { name: 'First steps' })
  await offer.getByRole('button', { name: 'Not now' }).focus()
  await app.keyboard.press('Escape')
  await expect(offer).toHaveCount(0)
  await app.reload()
  await ready(app)
  await expect(app.getByRole('tree')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test(
  'a person records a tour, edits it and saves it; opened again it plays, and says where its page has changed',
  { tag: '@long' },
  async ({ app, folder }) => {
    await demonstrate(app)
    const tours = app.getByRole('combobox', { name: 'Tour', exact: true })
    const recorder = app.getByRole('region', { name: 'Record a tour' })
    const stops = recorder.getByRole('list', { name: 'Stops' }).getByRole('listitem')
    await tours.selectOption({ label: 'Record a tour …' })
    await recorder.getByLabel('Title').fill('My tour')
    await recorder.getByRole('button', { name: 'Add this moment' }).click()
    await recorder.getByLabel('What to see').fill('Nothing is measured yet.')
    await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
    await recorder.getByRole('button', { name: 'Add this moment' }).click()
    await recorder.getByLabel('Heading').fill('The threshold')
    await recorder.getByLabel('What to see').fill('It is the density of body.')
    await recorder.getByLabel('Question (if any)').fill('Which density is it?')
    await expect(stops).toHaveText(['1. clean', '2. The threshold'])
    await recorder.getByRole('button', { name: 'Move the stop up' }).click()
    await expect(stops).toHaveText(['1. The threshold', '2. clean'])
    await recorder.getByRole('button', { name: 'Delete the stop' }).click()
    await expect(stops).toHaveText(['1. clean'])
    for (let i = 0; i < 2; i++) await recorder.getByRole('button', { name: 'Undo' }).click()
    await expect(stops).toHaveText(['1. clean', '2. The threshold'])
    const { name, bytes } = await savedFile(app, () => recorder.getByRole('button', { name: 'Save tour' }).click())
    expect(name).toBe('My-tour.boilerscope-tour.json')
    await recorder.getByRole('button', { name: 'Done' }).click()

    await tours.selectOption({ label: 'My tour' })
    const card = app.getByRole('region', { name: 'Tour: My tour' })
    await expect(card).toContainText('Nothing is measured yet.')
    await expect(card).toContainText('recorded, not checked')
    await card.getByRole('button', { name: 'Next' }).click()
    // It asks first; a click on the stage answers, and somebody's own question is not judged.
    await expect(card).toContainText('Which density is it?')
    await expect(card).not.toContainText('It is the density of body.')
    await app.locator('.stage-rows-row', { hasText: 'body' }).first().click()
    await expect(card).toContainText('It is the density of body.')
    await expect(caption(app)).toContainText('threshold')

    const open = async (text: string): Promise<void> => {
      const file = join(folder, 'a.boilerscope-tour.json')
      writeFileSync(file, text)
      const [chooser] = await Promise.all([app.waitForEvent('filechooser'), tours.selectOption({ label: 'Open a tour file …' })])
      await chooser.setFiles(file)
    }
    // The same tour, recorded when the page was another.
    await open(
      bytes
        .toString()
        .replace('"My tour"', '"Of yore"')
        .replace(/"hash": \d+/, '"hash": 1')
        .replace(/own-\w+/, 'own-yore'),
    )
    const old = app.getByRole('region', { name: 'Tour: Of yore' })
    await expect(old).toContainText('The page is not as it was when this tour was recorded')
    await test.step('dropped on the window, it opens as well', async () => {
      const text = bytes
        .toString()
        .replace('"My tour"', '"Dropped"')
        .replace(/own-\w+/, 'own-dropped')
      const dropped = await app.evaluateHandle((content) => {
        const data = new DataTransfer()
        data.items.add(new File([content], 'a.boilerscope-tour.json', { type: 'application/json' }))
        return data
      }, text)
      await app.locator('main').dispatchEvent('drop', { dataTransfer: dropped })
      await expect(app.getByRole('region', { name: 'Tour: Dropped' })).toContainText('Nothing is measured yet.')
    })
    await open('{"format":"boilerscope-tour","version":1,"stops":7}')
    await expect(app.getByRole('contentinfo')).toContainText('This is no tour of Boilerscope')
  },
)
