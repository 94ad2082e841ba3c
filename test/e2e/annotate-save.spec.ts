/** Labels are on disk without asking, and none is lost. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GoldFile, writeGoldFile } from '../../shared/gold/gold-file'
import { expect, ready, test } from './app'
import { ARTICLE, goldOf, highlighted, labelled, labelSamples, openPage, press, saved } from './annotating'

test('undo outlasts closing the page, and what is typed is on disk without asking', async ({ app, folder }) => {
  const { corpus, page } = await labelSamples(app, folder, [ARTICLE, 'overview'])
  await page.locator('h1').click()
  await page.locator('.standfirst').click()
  await app.getByRole('tab', { name: 'Notes' }).click()
  await app.getByRole('textbox', { name: 'Notes on this page' }).fill('The byline is hard.')
  await app.getByRole('textbox', { name: 'Another flag' }).focus()
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann').notes).toBe('The byline is hard.')
  await openPage(app, 'overview')
  await openPage(app, ARTICLE)
  for (let i = 0; i < 3; i++) await app.keyboard.press('Control+z')
  await expect.poll(() => highlighted(app)).toEqual([])
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({ notes: '', spans: [] })

  // Title, author and date are pointed to by keys, by a click, or not at all.
  const line = app.getByTestId('label-cursor')
  await app.getByRole('tab', { name: 'Notes' }).click()
  await app.getByRole('button', { name: 'Point to the title on the page' }).press('Enter')
  await expect(line).toContainText('Click the title on the page')
  await press(app, 'h', 'Enter')
  await expect(app.getByRole('textbox', { name: 'Title' })).toHaveValue('After forty years, the tide mill at Sollerby grinds again')
  await app.getByRole('button', { name: 'Point to the author on the page' }).click()
  await page.locator('.standfirst').click()
  await expect(app.getByRole('textbox', { name: 'Author' })).not.toHaveValue('')
  await app.getByRole('button', { name: 'Point to the date on the page' }).click()
  await app.keyboard.press('Escape')
  await expect(line).not.toContainText('Click the date')
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({
    fields: { title: { text: 'After forty years, the tide mill at Sollerby grinds again' } },
    spans: [],
  })
})

test(
  'undo and redo outlast loading the window anew, but not labels that somebody else changed',
  { tag: '@long' },
  async ({ app, folder }) => {
    const { corpus, page } = await labelSamples(app, folder)
    await page.locator('h1').click()
    await page.locator('.standfirst').click()
    await press(app, 'a', 'Control+z')
    await saved(app)
    const again = async (): Promise<void> => {
      await app.reload()
      await ready(app)
      await labelled(app, ARTICLE)
    }
    const marked = (): Promise<number> => highlighted(app).then((texts) => texts.length)
    await again()
    await expect.poll(marked).toBe(1)
    await app.keyboard.press('Control+z')
    await expect.poll(() => highlighted(app)).toEqual(['After forty years, the tide mill at Sollerby grinds again'])
    await press(app, 'Control+Shift+Z', 'Control+Shift+Z')
    await saved(app)
    await expect.poll(() => goldOf(corpus, ARTICLE, 'ann').pageType).toBe('article')
    // Reloaded at once, before a pause: what was done last is on disk, or can be done again.
    await app.keyboard.press('Control+z')
    await again()
    await press(app, 'Control+Shift+Z', 'Control+z', 'Control+z', 'Control+z')
    await expect.poll(marked).toBe(0)
    await app.keyboard.press('Control+Shift+Z')
    await expect.poll(marked).toBe(1)
    await saved(app)

    const file = join(corpus, 'pages', ARTICLE, 'gold', 'ann.json')
    const theirs = GoldFile.parse({ ...goldOf(corpus, ARTICLE, 'ann'), notes: 'Changed with another program.' })
    writeFileSync(file, writeGoldFile(theirs))
    await again()
    await expect.poll(marked).toBe(1)
    await expect(app.getByRole('button', { name: 'Undo' })).toBeDisabled()
    await app.keyboard.press('Control+z')
    expect(goldOf(corpus, ARTICLE, 'ann')).toEqual(theirs)
  },
)
