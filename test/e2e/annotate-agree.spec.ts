import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, openFreshWindow, test } from './app'
import {
  ARTICLE,
  goldOf,
  highlighted,
  labelled,
  makeCorpus,
  openCorpus,
  openPage,
  pageOption,
  press,
  saved,
  setAnnotator,
  textOnDisk,
  createByDialog,
} from './annotating'

test('if two windows label one page, the later save merges or reloads', { tag: '@long' }, async ({ app, folder, host, browser }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  const here = await openPage(app, ARTICLE)
  const other = await openFreshWindow(browser, host.url)
  await openCorpus(other, corpus, 'ann')
  const there = await openPage(other, ARTICLE)
  const spans = (): number => goldOf(corpus, ARTICLE, 'ann').spans.length
  const conflict = (window: Page): Locator => window.getByRole('dialog', { name: 'Labels changed elsewhere' })

  await here.locator('h1').click()
  await saved(app)
  await there.getByText('What they heard was').click()
  // A third Escape would close a plain <dialog>. This dialog stays open, because the user must choose.
  await expect(conflict(other)).toContainText('do not overlap')
  await press(other, 'Escape', 'Escape', 'Escape')
  expect(spans()).toBe(1)
  await conflict(other).getByRole('button', { name: 'Merge' }).click()
  await saved(other)
  expect(spans()).toBe(2)

  await here.getByText('A clock the size').click()
  await expect(conflict(app)).toBeVisible()
  await conflict(app).getByRole('button', { name: 'Reload' }).click()
  await saved(app)
  expect(spans()).toBe(2)
  await expect.poll(async () => (await highlighted(app)).length).toBe(2)
  const reloaded = goldOf(corpus, ARTICLE, 'ann').spans
  await press(app, 'Control+z')
  await expect.poll(() => goldOf(corpus, ARTICLE, 'ann').spans).not.toEqual(reloaded)
  await saved(app)
  expect(spans()).toBe(2)
  await other.context().close()
})

test('two annotators label blind, then their labels are compared, and a third annotator decides', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  let page = await openPage(app, ARTICLE)
  await page.locator('h1').click()
  await page.locator('.standfirst').click()
  await press(app, 'a', 'n')
  await labelled(app, 'overview')
  await app.getByRole('tab', { name: 'Pages' }).click()
  await setAnnotator(app, 'ben')
  await expect(pageOption(app, { name: ARTICLE })).not.toContainText('ann')
  page = await openPage(app, ARTICLE)
  await page.locator('.standfirst').click()
  await page.locator('.kicker').click()
  await press(app, 'o', 'n')
  await labelled(app, 'overview')

  await app.getByRole('tab', { name: 'Agreement' }).click()
  await expect(app.getByRole('button', { name: 'Compare annotators' })).toBeDisabled()
  await app.getByRole('checkbox', { name: 'blind' }).uncheck()
  await app.getByRole('button', { name: 'Compare annotators' }).click()
  const row = app.getByTestId('agreement-table').getByRole('row', { name: /ann and ben/ })
  await expect(row.getByRole('cell').first()).toHaveText('1')
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^0\.\d{3}$/)
  await expect(app.getByTestId('reliability-table').getByRole('row', { name: /^Characters/ })).toContainText(/0\.\d{3}/)
  await app.getByRole('button', { name: `Side by side: ${ARTICLE}` }).click()
  const view = app.getByTestId('adjudicate')
  await expect(view).toContainText('3 of 3 to decide')
  await view.getByRole('group', { name: 'Decision 1' }).getByRole('button', { name: 'ann: no label' }).click()
  await view.getByRole('group', { name: 'Decision 2' }).getByRole('button', { name: 'ann: content' }).click()
  await expect(view).toContainText('1 of 3 to decide')
  await expect(view.getByRole('button', { name: 'Save as final' })).toBeDisabled()
  await expect(view.getByText('Saved', { exact: true })).toBeVisible()
  expect(goldOf(corpus, ARTICLE, 'adjudicated').status).toBe('in-progress')
  await view.getByRole('group', { name: 'Decision on the page type' }).getByRole('button', { name: 'ann: article' }).click()
  await expect(view).toContainText('All decided')
  await view.getByRole('button', { name: 'Save as final' }).click()
  await expect(view.getByRole('button', { name: 'Saved as final' })).toBeVisible()
  const final = goldOf(corpus, ARTICLE, 'adjudicated')
  expect(final).toMatchObject({ status: 'adjudicated', pageType: 'article' })
  expect(final.adjudication?.decisions.map(({ about, of, by }) => [about, of.join(), by])).toEqual([
    ['stretch', 'ann', 'ben'],
    ['stretch', 'ann', 'ben'],
    ['pageType', 'ann', 'ben'],
  ])
  expect(final.spans.map(({ quote }) => quote.slice(0, 6)).join()).toContain('After ')
  expect(textOnDisk(corpus, ARTICLE, 'adjudicated')).not.toContain('Heritage')
})

test('after a new capture of a page, labels follow their words, never a similar text', { tag: '@long' }, async ({ app, folder }) => {
  const file = join(folder, 'page.html')
  const teaser = (name: string): string => `<li><b>${name}</b> <a href="#">Read more</a></li>`
  const write = (notice: string, first: string, names: readonly string[]): void =>
    writeFileSync(
      file,
      `<!doctype html><title>Mill</title>${notice}<h1>The mill grinds again after forty years</h1><p>By Ann</p><p id="first">${first}</p>` +
        `<p>The second paragraph stays as it is.</p><ul>${names.map(teaser).join('')}</ul>`,
    )
  const first = 'Eleven volunteers rebuilt the wheel, the sluice and the stones in nine summers and one very long winter.'
  write('', first, ['One', 'Two', 'Three'])
  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await createByDialog(app, 'Mine', join(folder, 'mine'))
  await setAnnotator(app, 'ann')
  await app.getByRole('button', { name: 'Add pages …' }).click()
  await app.getByRole('textbox', { name: /Addresses/ }).fill(file)
  await app.getByRole('button', { name: 'Add 1 page' }).click()
  await expect(pageOption(app)).toHaveCount(1)
  const [id = ''] = readdirSync(join(folder, 'mine', 'pages'))
  const page = await openPage(app, id)
  // Click near the start of each text, because the width of the text depends on the fonts, and a click beside the text selects nothing.
  await page.locator('h1').click({ position: { x: 40, y: 10 } })
  await page.locator('#first').click({ position: { x: 40, y: 5 } })
  await page.getByRole('link', { name: 'Read more' }).nth(1).click()
  await expect.poll(() => highlighted(app).then((texts) => texts.length)).toBe(3)
  await saved(app)

  write('<p>Updated today.</p>', first.replace('nine', 'ten'), ['One', 'Three', 'Four'])
  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await pageOption(app).click()
  await app.getByRole('button', { name: 'Capture again' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Recaptured and changed: 1 page')
  await expect(pageOption(app)).toContainText('other capture')
  await openPage(app, id)
  await expect
    .poll(() => highlighted(app).then((texts) => texts.join(' | ')))
    .toBe(`The mill grinds again after forty years | ${first.replace('nine', 'ten')}`)
  await expect(app.getByTestId('lost-labels')).toContainText('Two Read more')
  await expect(app.getByRole('region', { name: 'Labels that moved' })).toContainText('The mill grinds again')
  await app.getByRole('button', { name: 'Keep these positions' }).click()
  await saved(app)
  await expect(app.getByRole('button', { name: 'Keep these positions' })).toHaveCount(0)
  const gold = goldOf(join(folder, 'mine'), id, 'ann')
  expect(gold.pageSha256).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'))
  expect(gold.lost?.map(({ quote }) => quote)).toEqual(['Two Read more'])
  expect(readdirSync(join(folder, 'mine', 'trash'))).toHaveLength(1)

  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await app.getByRole('button', { name: 'Capture again' }).click()
  await expect(app.getByTestId('batch-report')).toContainText('Recaptured and changed: 0 pages, 1 unchanged')
})
