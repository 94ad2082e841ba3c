import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, expect, test } from './app'
import {
  ARTICLE,
  goldOf,
  highlighted,
  labelled,
  makeCorpus,
  openCorpus,
  openPage,
  press,
  SAMPLES,
  saved,
  textOnDisk,
  words,
} from './annotating'

test('a page with good suggestions needs two actions, labels store their origin, keys accept or reject labels', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  await app.getByRole('button', { name: 'Change …' }).click()
  await app.getByRole('combobox', { name: 'Labels of' }).selectOption({ index: 1 })
  await app.getByRole('checkbox', { name: /Use for all pages/ }).check()
  await app.getByRole('button', { name: 'Save' }).click()
  await openPage(app, ARTICLE)
  await expect.poll(() => highlighted(app).then((texts) => texts.length)).toBeGreaterThan(0)
  await press(app, 'a', 'n')
  // Suggestions without a review count only after a confirmation.
  const confirmation = app.getByRole('dialog', { name: /blocks? not reviewed/ })
  await confirmation.getByRole('button', { name: 'Continue review' }).click()
  await saved(app)
  expect(goldOf(corpus, ARTICLE, 'ann').status).toBe('in-progress')
  await app.keyboard.press('n')
  await confirmation.getByRole('button', { name: 'Accept all, done' }).click()
  await labelled(app, 'overview')
  const labels = goldOf(corpus, ARTICLE, 'ann')
  expect(labels).toMatchObject({ pageType: 'article', status: 'done' })
  for (const span of labels.spans) expect(span.origin).toMatchObject({ kind: 'extractor', accepted: true })
  const mine = words(textOnDisk(corpus, ARTICLE, 'ann')).length
  const gold = words(readFileSync(join(SAMPLES, 'gold', `${ARTICLE}.txt`), 'utf8')).length
  expect(mine / gold).toBeGreaterThan(0.9)
  expect(mine / gold).toBeLessThan(1.1)

  // The first key shows a suggestion. The second key accepts or rejects the suggestion.
  await app.getByRole('tablist', { name: 'The labels' }).getByRole('tab', { name: 'Labels' }).click()
  const suggestions = app.getByTestId('suggestions').getByRole('listitem')
  await expect(suggestions.first()).toBeVisible()
  const count = await suggestions.count()
  const quoteOf = async (k: number): Promise<string> => (await suggestions.nth(k).getByRole('button').first().textContent()) ?? ''
  const [first, second] = [await quoteOf(0), await quoteOf(1)]
  await app.getByTestId('label-page').focus()
  const cursor = app.getByTestId('label-cursor')
  const decide = async (key: string, quote: string): Promise<void> => {
    if (!(await cursor.textContent())?.includes(quote.slice(0, 12))) await app.keyboard.press(key)
    await expect(cursor).toContainText(quote.slice(0, 12))
    await app.keyboard.press(key)
  }
  await decide('y', first)
  await expect(suggestions).toHaveCount(count - 1)
  await decide('Shift+Y', second)
  await expect(suggestions).toHaveCount(count - 2)
  await saved(app)
  const { spans } = goldOf(corpus, 'overview', 'ann')
  expect(spans.filter(({ origin }) => origin?.accepted).map(({ quote }) => quote.replace(/\s+/g, ' '))).toEqual([first])
  expect(spans.some(({ quote }) => quote.replace(/\s+/g, ' ').includes(second))).toBe(false)
  await app.keyboard.press('Control+z')
  await expect(suggestions).toHaveCount(count - 1)
  // The last block is a suggestion, so all other suggestions are above the cursor.
  await press(app, 'End', 'Shift+Y')
  await expect(suggestions).toHaveCount(count - 2)
  await press(app, 'Shift+Y')
  await expect(cursor).toContainText(second.slice(0, 12))
  await expect(suggestions).toHaveCount(count - 2)
})

test('a user labels a page by keyboard', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE, 'overview'])
  await openCorpus(app, corpus, 'ann')
  const list = app.getByTestId('corpus-pages')
  await expect(list.getByRole('option')).toHaveCount(2)
  await list.focus()
  await press(app, 'Home', 'Enter')
  await labelled(app, ARTICLE)
  const cursor = app.getByTestId('label-cursor')
  for (let i = 0; i < 40; i++) {
    await app.keyboard.press('ArrowDown')
    if ((await cursor.textContent())?.includes('After forty years')) break
  }
  await app.keyboard.press('Enter')
  await expect(cursor).toContainText('content')
  await app.keyboard.press('+')
  await expect(cursor).toContainText('Heritage After forty years')
  await app.keyboard.press('-')
  await expect(cursor).not.toContainText('Heritage')
  await app.keyboard.press('Backspace')
  await expect(cursor).toContainText('not labelled')
  await press(app, 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter')
  await expect.poll(() => highlighted(app)).toEqual(['Eleven volunteers,'])
  await app.keyboard.press('Control+z')
  await expect.poll(() => highlighted(app)).toEqual([])
  await press(app, 'Control+y', 'a', 'f', 'n')
  await labelled(app, 'overview')
  expect(goldOf(corpus, ARTICLE, 'ann')).toMatchObject({
    pageType: 'article',
    status: 'done',
    flags: ['flagged'],
    spans: [{ quote: 'Eleven volunteers,' }],
  })
})

test('while a page is labelled, palette and shortcut sheet list the actions of the keys', async ({ app, folder }) => {
  const corpus = await makeCorpus(folder, [ARTICLE])
  await openCorpus(app, corpus, 'ann')
  await app.keyboard.press('Control+k')
  await app.getByPlaceholder('Search commands').fill('flag this page')
  await expect(app.getByRole('option', { name: /^Flag this page/ })).toBeDisabled()
  await app.keyboard.press('Escape')
  await openPage(app, ARTICLE)
  await command(app, 'next block')
  await expect(app.getByTestId('label-cursor')).toContainText('not labelled')
  await command(app, 'label block')
  await expect(app.getByTestId('label-cursor')).not.toContainText('not labelled')
  await command(app, 'page type: article')
  await expect(app.getByTestId('save-state')).toHaveAttribute('data-state', 'saved')
  await expect.poll(() => goldOf(corpus, ARTICLE, 'ann').pageType).toBe('article')
  expect(goldOf(corpus, ARTICLE, 'ann').spans).toHaveLength(1)
  await command(app, 'undo label change')
  await command(app, 'undo label change')
  await expect.poll(() => highlighted(app)).toEqual([])
  await app.keyboard.press('Control+/')
  const sheet = app.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Done, next page')
  await expect(sheet).toContainText('Choose label')
})
