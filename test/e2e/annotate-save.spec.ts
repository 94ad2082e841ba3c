import { expect, ready, test } from './app'
import { ARTICLE, goldOf, highlighted, labelled, labelSamples, openPage, press, saved } from './annotating'

test('undo reverts one label at a time, and typed text is saved automatically', async ({ app, folder }) => {
  const { corpus, page } = await labelSamples(app, folder, [ARTICLE, 'overview'])
  await page.locator('h1').click()
  await page.locator('.standfirst').click()
  await app.getByRole('tab', { name: 'Notes' }).click()
  await app.getByRole('textbox', { name: 'Notes on this page' }).fill('The byline is hard.')
  await app.getByRole('textbox', { name: 'New flag' }).focus()
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann').notes).toBe('The byline is hard.')
  for (let i = 0; i < 3; i++) await app.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => highlighted(app)).toEqual([])
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({ notes: '', spans: [] })

  await openPage(app, 'overview')
  await openPage(app, ARTICLE)
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

test('a reload right after a label loses no label', { tag: '@long' }, async ({ app, folder }) => {
  const { corpus, page } = await labelSamples(app, folder)
  await page.locator('h1').click()
  await page.getByText('A clock the size').click()
  await app.reload()
  await ready(app)
  await labelled(app, ARTICLE)
  await expect.poll(() => highlighted(app).then((texts) => texts.length)).toBe(2)
  expect(goldOf(corpus, ARTICLE, 'ann').spans).toHaveLength(2)
})
