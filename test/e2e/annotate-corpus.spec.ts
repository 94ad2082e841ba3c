import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app'
import {
  ARTICLE,
  goldOf,
  labelled,
  labelSamples,
  makeCorpus,
  openCorpus,
  pageOption,
  press,
  SAMPLES,
  setAnnotator,
  createByDialog,
} from './annotating'

test('a user creates a corpus, adds the current page and a list, and finds, renames, removes, restores pages', async ({ app, folder }) => {
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await app.getByRole('button', { name: 'New corpus …' }).click()
  const dialog = app.getByRole('dialog', { name: 'New corpus' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine')
  mkdirSync(join(folder, 'corpora', 'mine'), { recursive: true })
  const newFolder = app.getByRole('textbox', { name: 'New or empty folder' })
  await newFolder.fill(folder)
  await dialog.getByRole('button', { name: 'Choose …' }).click()
  const folders = app.getByRole('dialog', { name: 'Folder of the new corpus' })
  await folders.getByRole('button', { name: 'One folder up' }).press('Escape')
  await expect(folders).toBeHidden()
  await dialog.getByRole('button', { name: 'Choose …' }).click()
  await folders.getByRole('button', { name: 'corpora' }).press('Enter')
  await expect(folders.getByRole('button', { name: 'One folder up' })).toBeFocused()
  await app.keyboard.press('Tab')
  await expect(folders.getByRole('button', { name: 'mine' })).toBeFocused()
  await app.keyboard.press('Enter')
  await expect(folders).toContainText('No folders here.')
  await folders.getByRole('button', { name: 'Choose this folder' }).press('Enter')
  await expect(newFolder).toHaveValue(join(folder, 'corpora', 'mine'))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await setAnnotator(app, 'ann')
  await app.getByRole('button', { name: 'Add pages …' }).click()
  await app.getByRole('button', { name: 'Add current page' }).click()
  await expect(app.getByTestId('page-count')).toHaveText('1 page')
  await app.getByRole('button', { name: 'Add pages …' }).click()
  const list = [join(SAMPLES, 'pages', 'overview.html'), join(folder, 'nowhere.html')].join('\n')
  await app.getByRole('textbox', { name: /Addresses/ }).fill(list)
  await app.getByRole('button', { name: 'Add 2 pages' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('1 problem')
  await expect(pageOption(app)).toHaveCount(2)

  await app.getByRole('searchbox', { name: 'Search pages' }).fill('overview')
  await expect(app.getByTestId('page-count')).toHaveText('1 of 2 pages')
  await pageOption(app).first().click()
  const idsOnDisk = (): string[] => readdirSync(join(folder, 'corpora', 'mine', 'pages'))
  const rename = async (id: string): Promise<void> => {
    await app.getByRole('button', { name: 'Rename …' }).click()
    await app.getByRole('textbox', { name: /^Id/ }).fill(id)
    await app.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  }
  await rename(idsOnDisk().find((id) => !id.includes('overview')) ?? '')
  await expect(app.getByText(/Another page has the id/)).toBeVisible()
  await rename('front')
  await app.getByRole('searchbox', { name: 'Search pages' }).fill('')
  await expect(pageOption(app, { name: 'front' })).toBeVisible()
  await expect(app.getByText(/Another page has the id/)).toBeHidden()
  expect(idsOnDisk()).toContain('front')

  await pageOption(app, { name: 'front' }).click()
  await app.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(pageOption(app)).toHaveCount(1)
  await app.getByRole('button', { name: 'Undo' }).click()
  await expect(pageOption(app)).toHaveCount(2)

  const pages = app.getByTestId('corpus-pages')
  const current = pages.locator('[data-current]')
  await pages.focus()
  await pages.press('End')
  await expect(current).toHaveAttribute('aria-posinset', '2')
  await pages.press('Home')
  await expect(current).toHaveAttribute('aria-posinset', '1')
  await app.keyboard.type('fro')
  await expect(current).toContainText('front')
  await expect(pages).toHaveAttribute('aria-activedescendant', (await current.getAttribute('id')) ?? '')

  await app.getByRole('button', { name: 'Close corpus' }).click()
  await app.getByRole('button', { name: 'Open sample corpus' }).click()
  await expect(app.getByTestId('page-count')).toHaveText('6 pages')
  await app.getByRole('tab', { name: 'Label', exact: true }).click()
  await app.getByRole('button', { name: 'Label next page' }).click()
  await expect(app.locator('iframe[data-testid="label-frame"][data-ready]')).toBeVisible()
})

test('the queue skips and counts pages, and its order depends only on the seed', { tag: '@long' }, async ({ app, folder }) => {
  const ids = [ARTICLE, 'overview', 'forum-thread', 'docs-page', 'split-body']
  const corpus = await makeCorpus(folder, ids)
  await openCorpus(app, corpus, 'ann')
  await app.getByRole('combobox', { name: 'Order' }).selectOption('random')
  await app.getByRole('spinbutton', { name: 'Seed' }).fill('7')
  await app.getByRole('button', { name: 'Label next page' }).click()
  const title = app.locator('iframe[data-testid="label-frame"][data-ready]')
  await expect(title).toBeVisible()
  const first = await title.getAttribute('title')
  await app.keyboard.press('s')
  await expect(title).not.toHaveAttribute('title', first ?? '')
  await expect(app.locator('.label-progress')).toHaveText('1 / 5')
  expect(goldOf(corpus, (first ?? '').replace('The page ', ''), 'ann').status).toBe('skipped')
  await app.getByRole('tab', { name: 'Pages' }).click()
  await setAnnotator(app, 'ben')
  await app.getByRole('button', { name: 'Label next page' }).click()
  await expect(title).toHaveAttribute('title', first ?? '')

  await app.getByRole('tab', { name: 'Pages' }).click()
  await app.getByRole('combobox', { name: 'Order' }).selectOption('disagreement')
  await app.getByRole('button', { name: 'Rank pages' }).click()
  await expect(app.getByText('5 pages ranked.')).toBeVisible()
})

test('the page list filters by the scores of extractors', async ({ app, folder }) => {
  const { page } = await labelSamples(app, folder, [ARTICLE, 'overview', 'docs-page'])
  await page.locator('article.story').click({ position: { x: 2, y: 2 } })
  await press(app, 'a', 'n')
  await labelled(app, 'docs-page')
  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await app.getByRole('combobox', { name: 'Score' }).selectOption('disagreement of extractors')
  await expect(app.getByTestId('scored')).toHaveText('Disagreement known for 0 of 3 pages')
  await expect(app.getByText('No page matches the filter.')).toBeVisible()
  await app.getByRole('button', { name: 'Measure the pages' }).click()
  await expect(app.getByTestId('scored')).toHaveText('Disagreement known for 3 of 3 pages')
  await expect(pageOption(app)).toHaveCount(3)
  const shares = await pageOption(app).evaluateAll((rows) =>
    rows.map((row) => Number(row.querySelector('[data-score="disagreement"]')?.textContent)),
  )
  const [most = 0, next = 0] = shares.toSorted((a, b) => b - a)
  expect(most).toBeGreaterThan(next)
  await app.getByRole('spinbutton', { name: 'Score from' }).fill(String((most + next) / 2))
  await expect(app.getByTestId('page-count')).toHaveText('1 of 3 pages')
  await app.getByRole('combobox', { name: 'Score' }).selectOption('F1 of extractors')
  await expect(app.getByTestId('scored')).toHaveText('F1 known for 1 of 3 pages')
  await expect(pageOption(app)).toHaveCount(1)
  await expect(pageOption(app).locator('[data-score="f1"]')).toHaveText(/^0\.\d{3}$/)
})

test('the queue of an annotator can be limited to the assigned pages', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, ['docs-page', ARTICLE, 'overview'])
  const pages = ['docs-page', 'overview'].map((page) => ({ page, to: ['ben'] }))
  writeFileSync(join(corpus, 'assignments.json'), JSON.stringify({ format: 'boilerscope-assignments', version: 1, pages }))
  await openCorpus(app, corpus, 'ann')
  await expect(pageOption(app, { name: 'overview' })).toHaveText(/ben$/)
  await app.getByRole('combobox', { name: 'Assigned' }).selectOption('unassigned')
  await expect(pageOption(app)).toHaveCount(1)
  await app.getByRole('combobox', { name: 'Assigned' }).selectOption('to ben')
  await expect(pageOption(app)).toHaveCount(2)
  await setAnnotator(app, 'ben')
  await app.getByRole('checkbox', { name: 'Only assigned to me (2)' }).check()
  await app.getByRole('button', { name: 'Label next page' }).click()
  await labelled(app, 'docs-page')
  await app.keyboard.press('s')
  await labelled(app, 'overview')
  await expect(app.locator('.label-progress')).toHaveText('1 / 2')
  await app.keyboard.press('s')
  await expect(app.getByText('No further page in this queue')).toBeVisible()
})

test('an import restores the labels of an export', async ({ app, folder }) => {
  const { corpus, page } = await labelSamples(app, folder)
  await page.locator('h1').click()
  await app.keyboard.press('a')
  await app.keyboard.press('n')
  await expect(app.getByText('No further page in this queue')).toBeVisible()
  await app.getByRole('tab', { name: 'Pages' }).click()
  await app.getByRole('button', { name: 'Export …' }).click()
  await app.getByRole('textbox', { name: /File, .jsonl/ }).fill(join(folder, 'out.jsonl'))
  await app.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Exported: 1 page')
  const line = JSON.parse(readFileSync(join(folder, 'out.jsonl'), 'utf8')) as { text: string; pageType: string }
  expect(line).toMatchObject({ text: 'After forty years, the tide mill at Sollerby grinds again', pageType: 'article' })
  await app.getByRole('button', { name: 'Close corpus' }).click()
  mkdirSync(join(folder, 'again'))
  await createByDialog(app, 'Again', join(folder, 'again'))
  await app.getByRole('button', { name: 'Import …' }).click()
  await app.getByRole('combobox', { name: 'Format' }).selectOption('json-lines')
  await app.getByRole('textbox', { name: /File, .jsonl/ }).fill(join(folder, 'out.jsonl'))
  await app.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Imported: 1 page')
  expect(goldOf(join(folder, 'again'), ARTICLE, 'ann')).toEqual(goldOf(corpus, ARTICLE, 'ann'))
})
