import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createCorpus } from '../../electron/services/corpus/store/corpus-store'
import { captureOf, NOW } from '../fixtures/captured'
import { expect, test } from './app'
import { goldOf, labelled, openCorpus, pageOption, press, saved, textOnDisk, words } from './annotating'

const navigation = (count: number, from: number): string =>
  Array.from({ length: count }, (_, i) => `<li><a href="/topic/${from + i}">Topic number ${from + i}</a></li>`).join('')
const paragraph = (i: number): string =>
  `Paragraph ${i} tells what happened on that day at some length, with commas and subordinate clauses, so that it takes more than one line on the screen.`
const BODY = Array.from({ length: 39 }, (_, i) => (i % 13 === 6 ? `<h2>Chapter ${i}</h2>` : `<p>${paragraph(i)}</p>`)).join('\n')

/** The article has no container: its elements and the navigation are children of body. */
const PAGE = `<!doctype html><html><head><title>A long read</title></head><body>
<ul>${navigation(200, 0)}</ul><h1>The long read of the year</h1>${BODY}<ul>${navigation(100, 200)}</ul></body></html>`

async function makeLongPage(folder: string): Promise<string> {
  const path = join(folder, 'corpus')
  const store = await createCorpus(path, 'Long', NOW)
  for (const id of ['long-read', 'other'])
    await store.add({
      id,
      loader: 'test',
      capture: captureOf(id === 'other' ? '<p>Something else.</p>' : PAGE, { label: id, url: `https://pages.example/${id}` }),
    })
  return path
}

function keyboardOf(app: Page): { press(key: string): Promise<void>; readonly count: () => number } {
  let count = 0
  return {
    async press(key) {
      count++
      await app.keyboard.press(key)
    },
    count: () => count,
  }
}

test('15 key presses label an article of 40 blocks among 300 blocks of navigation', async ({ app, folder }) => {
  const corpus = await makeLongPage(folder)
  await openCorpus(app, corpus, 'ann')
  await pageOption(app, { name: 'long-read' }).dblclick()
  await labelled(app, 'long-read')

  await expect(app.getByTestId('label-head')).toContainText('A long read')
  await expect(app.getByTestId('label-head')).toContainText('https://pages.example/long-read')
  await expect(app.getByTestId('label-head')).toContainText('page 1 of 2')
  await expect(app.getByRole('textbox', { name: /^Address/ })).toHaveCount(0)
  await expect(app.getByRole('tablist', { name: 'Open pages' })).toHaveCount(0)

  const keys = keyboardOf(app)
  await keys.press('p')
  await expect(app.getByTestId('label-cursor')).toContainText('Paragraph 0')
  await keys.press('r')
  await expect(app.getByTestId('label-cursor')).toContainText('The long read of the year')
  await keys.press('Enter')
  await saved(app)
  const text = textOnDisk(corpus, 'long-read', 'ann')
  expect(words(text).join(' ')).toContain('The long read of the year Paragraph 0 tells')
  expect(text).not.toContain('Topic')
  expect(text.split('\n').filter((line) => line.trim() !== '')).toHaveLength(40)
  await keys.press('a')
  await keys.press('n')
  await labelled(app, 'other')
  await expect(app.getByTestId('label-head')).toContainText('page 2 of 2')
  expect(goldOf(corpus, 'long-read', 'ann')).toMatchObject({ status: 'done', pageType: 'article' })
  expect(keys.count()).toBeLessThanOrEqual(15)
})

const linesOnDisk = (corpus: string): string[] =>
  textOnDisk(corpus, 'long-read', 'ann')
    .split('\n')
    .filter((line) => line.trim() !== '')

test('a range ends at typed words, or at a second click', { tag: '@long' }, async ({ app, folder }) => {
  const corpus = await makeLongPage(folder)
  await openCorpus(app, corpus, 'ann')
  await pageOption(app, { name: 'long-read' }).dblclick()
  const frame = await labelled(app, 'long-read')

  await press(app, 'p', 'v', '/')
  await app.getByRole('textbox', { name: 'Words to find' }).fill('paragraph 3 tells')
  await expect(app.getByRole('search')).toContainText('1 of 1')
  await press(app, 'Escape', 'Enter')
  await saved(app)
  expect(linesOnDisk(corpus).map((line) => line.slice(0, 11))).toEqual(['Paragraph 0', 'Paragraph 1', 'Paragraph 2', 'Paragraph 3'])

  await app.keyboard.press('u')
  await frame.getByText('Paragraph 1 tells').click()
  await frame.getByText('Paragraph 5 tells').click({ modifiers: ['Shift'] })
  await expect.poll(() => linesOnDisk(corpus).length).toBe(5)

  await expect(frame.getByText('Topic number 7').first()).toBeVisible()
  await app.keyboard.press('c')
  await expect(frame.getByText('Topic number 7').first()).toBeHidden()
  const text = app.getByTestId('label-text')
  await expect(text).toContainText('200 blocks, folded')
  await expect(text).not.toContainText('Topic number 7')
  await text.getByText('Paragraph 2 tells').click()
  await text.getByText('Paragraph 3 tells').click({ modifiers: ['Shift'] })
  await app.keyboard.press('x')
  await expect.poll(() => linesOnDisk(corpus).length).toBe(3)
})
