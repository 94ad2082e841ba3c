/** A campaign from plan to export: two of three annotators label each of twelve pages. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/ensure.mjs'
import { createCorpus, openCorpus as openStore } from '../../electron/services/corpus/store/corpus-store'
import { readStoredGold, saveGold } from '../../electron/services/corpus/store/gold-store'
import { blocksOf } from '../../shared/gold/blocks'
import { newGoldFile } from '../../shared/gold/gold-file'
import { textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { captureOf, NOW, spansOn } from '../fixtures/captured'
import { expect, test } from './app'
import { labelled, openCorpus, press, openFolder } from './annotating'

const execute = promisify(execFile)

const TYPES = ['article', 'forum', 'product', 'documentation', 'listing'] as const
const typeOf = (i: number): string => TYPES[i % TYPES.length] ?? 'article'
const text = (i: number, k: number): string =>
  `Paragraph ${k} of page ${i}, which is long enough to be taken for running text, with a comma here and there, and an end at last.`
const html = (i: number): string =>
  `<!doctype html><title>Page ${i}</title><nav><ul>${'<li><a href="/x">Elsewhere</a></li>'.repeat(20)}</ul></nav><h1>Title of page ${i}</h1><p>${text(i, 1)}</p><p>${text(i, 2)}</p><footer><p>The foot</p></footer>`

async function makePages(path: string): Promise<void> {
  const store = await createCorpus(path, 'Twelve', NOW)
  for (let i = 0; i < 12; i++)
    await store.add({
      id: `page-${String(i).padStart(2, '0')}`,
      loader: 'test',
      capture: captureOf(html(i), { url: `https://pages.example/${i}` }),
    })
}

async function labelBundle(path: string, annotator: string): Promise<void> {
  const store = await openStore(path)
  for (const id of await store.pageIds()) {
    const i = Number(id.slice(-2))
    const { html: source, capture } = await store.html(id)
    const axis = textAxis(parsePage(source))
    const count = blocksOf(axis).length
    const last = i % 4 === 0 && annotator === 'cas' ? count : count - 1
    const gold = {
      ...newGoldFile(id, capture.sha256, annotator, NOW),
      spans: spansOn(
        axis,
        Array.from({ length: last - 20 }, (_, k) => 20 + k),
      ),
      pageType: annotator === 'cas' && i % 6 === 0 ? 'other' : typeOf(i),
      status: 'done' as const,
      seconds: 12,
    }
    expect((await saveGold(path, gold, null)).status).toBe('saved')
  }
}

/** Starts to count pointer presses. @returns a function that returns the count */
async function countPresses(app: Page): Promise<() => Promise<number>> {
  await app.evaluate(() => {
    const counter = Object.assign(window, { presses: 0 })
    window.addEventListener('pointerdown', () => counter.presses++, true)
  })
  return () => app.evaluate(() => (window as unknown as { presses: number }).presses)
}

test('three annotators label bundles, labels are compared, adjudicated and restored', { tag: '@long' }, async ({ app, folder }) => {
  const corpus = join(folder, 'corpus')
  await makePages(corpus)
  const run = async (...args: string[]): Promise<string> =>
    (await execute(process.execPath, [join(root, 'out', 'main', 'cli.js'), 'corpus', ...args])).stdout
  expect(await run('campaign', 'plan', corpus, 'ann,ben,cas', '--overlap', '2')).toContain('ann: 0 of 8 assigned pages finished')
  const out = join(folder, 'out')
  expect(await run('campaign', 'out', corpus, out)).toContain('3 bundles')

  await app.getByRole('button', { name: 'Annotate', exact: true }).click()
  await openFolder(app, join(out, 'ann'))
  await expect(app.getByRole('textbox', { name: 'Annotator' })).toHaveValue('ann')
  await app.getByRole('tab', { name: 'Label', exact: true }).click()
  await app.getByRole('button', { name: 'Label next page' }).click()
  const presses = await countPresses(app)
  const ids = await (await openStore(join(out, 'ann'))).pageIds()
  expect(ids).toHaveLength(8)
  for (const id of ids) {
    await labelled(app, id)
    await press(app, 'p', 'r', 'Enter')
    const type = typeOf(Number(id.slice(-2)))
    if (type === 'article') await app.keyboard.press('a')
    else if (type === 'forum') await app.keyboard.press('m')
    else {
      const field = app.getByRole('combobox', { name: 'Other page type' })
      await field.focus()
      await app.keyboard.type(type)
      await app.keyboard.press('Enter')
      await app.getByTestId('label-page').focus()
    }
    await app.keyboard.press('n')
  }
  await expect(app.getByText('No further page in this queue')).toBeVisible()
  expect(await presses()).toBe(0)

  await labelBundle(join(out, 'ben'), 'ben')
  await labelBundle(join(out, 'cas'), 'cas')
  expect(await run('campaign', 'in', corpus, join(out, 'ann'), join(out, 'ben'), join(out, 'cas'))).toContain('labels of 24 pages imported')
  expect(await run('campaign', 'status', corpus)).toMatch(
    /ann: 8 of 8 assigned pages finished[\s\S]*ben: 8 of 8 assigned pages finished[\s\S]*cas: 8 of 8 assigned pages finished/,
  )

  await app.getByRole('button', { name: 'Close corpus' }).click()
  await openCorpus(app, corpus, 'zoe')
  await app.getByRole('tab', { name: 'Campaign', exact: true }).click()
  await expect(app.getByTestId('campaign-people')).toContainText('blind')
  await expect(app.getByRole('region', { name: 'Next step' })).toContainText('Next: end blind labelling')
  await app.getByRole('button', { name: /^End blind labelling/ }).click()
  await app.getByRole('dialog', { name: 'End blind labelling?' }).getByRole('button', { name: 'End blind labelling' }).click()
  await expect(app.getByTestId('campaign-people')).toContainText('open: labels may be compared')
  await expect(app.getByRole('region', { name: 'Next step' })).toContainText('Next: compare, decide and publish')
  await app.getByRole('tab', { name: 'Agreement', exact: true }).click()
  await app.getByRole('button', { name: 'Compare annotators' }).click()
  const pairs = app.getByTestId('agreement-table')
  const cells = pairs.getByRole('row', { name: /ann and ben/ }).getByRole('cell')
  await expect(cells.first()).toHaveText('4')
  await expect(cells.nth(2)).toHaveText('100 %')
  await app.getByRole('button', { name: 'Adjudicate the rest' }).click()
  const view = app.getByTestId('adjudicate')
  for (let decided = 0; ; decided++) {
    expect(decided).toBeLessThan(13)
    const later = app.getByText('All pages with two finished annotations are adjudicated, except practice pages.')
    await expect(view.or(later)).toBeVisible()
    if (await later.isVisible()) break
    await view
      .getByRole('group', { name: 'Decide all open differences' })
      .getByRole('button', { name: /ann|ben/ })
      .first()
      .click()
    await expect(view).toContainText('All decided')
    await view.getByRole('button', { name: 'Save as final' }).click()
    const id = await view.locator('.agreement-page code').textContent()
    await view.getByRole('button', { name: 'Next page' }).click()
    await expect(view.locator('.agreement-page code').filter({ hasText: id ?? '' })).toHaveCount(0)
  }
  for (let i = 0; i < 12; i++) {
    const id = `page-${String(i).padStart(2, '0')}`
    const gold = (await readStoredGold(corpus, id, 'adjudicated'))?.gold
    expect(gold).toMatchObject({ status: 'adjudicated', pageType: typeOf(i) })
    expect(gold?.spans.map(({ quote }) => quote.slice(0, 13))).toEqual([`Title of page`])
  }
  expect(await run('campaign', 'status', corpus)).toMatch(/cas: 8 of 8 assigned pages finished.*F1 0\.\d+/)

  await app.getByRole('tab', { name: 'Campaign', exact: true }).click()
  const form = app.getByRole('form', { name: 'Publish' })
  await form.getByRole('textbox', { name: /^Folder/ }).fill(join(folder, 'site'))
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByRole('status')).toContainText('Published 12 pages')
  const reader = await app.context().newPage()
  await reader.goto(`file://${join(folder, 'site', 'index.html')}`)
  await expect(reader.getByRole('row', { name: /^ann and ben/ })).toContainText('4')
  await reader.getByRole('link', { name: 'Page 4' }).click()
  await expect(reader.getByRole('heading', { name: 'Text with different labels' })).toBeVisible()
  expect((await new AxeBuilder({ page: reader }).analyze()).violations).toEqual([])
  await reader.close()

  for (const [format, name] of [
    ['json-lines', 'all.jsonl'],
    ['benchmark', 'bench'],
  ] as const) {
    const first = join(folder, `1-${name}`)
    const second = join(folder, `2-${name}`)
    await run('export', corpus, first, '--format', format, '--annotator', 'adjudicated')
    const again = join(folder, `again-${format}`)
    mkdirSync(again)
    expect(await run('import', again, first, '--format', format)).toContain('12 pages added')
    await run('export', again, second, '--format', format)
    const file = format === 'json-lines' ? '' : 'ground-truth.json'
    expect(readFileSync(join(second, file), 'utf8')).toBe(readFileSync(join(first, file), 'utf8'))
  }
})
