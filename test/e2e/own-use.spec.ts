/** Custom extractors from a template or a copy: reasons, minimal examples, file locations. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { command, expect, extractedText, openSample, pageView, settled, showPanel, whySentence } from './app'
import { test, method, dialog, hasRun, addByDialog } from './own-window'

const status = (app: Page): Locator => app.getByRole('contentinfo', { name: 'Status' })

test('a copy of LQF is written to the chosen place, approved, and runs', { tag: '@long' }, async ({ own: { app }, folder }) => {
  await command(app, 'New extractor')
  const form = app.getByRole('dialog', { name: 'New extractor' })
  const path = join(folder, 'my-method.ts')
  await form.getByRole('combobox').selectOption('lqf')
  await form.getByRole('textbox').fill(path)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(dialog(app)).toContainText('Edit this copy in any editor.')
  await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'my-method')
  await settled(app)
  expect(readFileSync(path, 'utf8')).toContain("from 'boilerscope/extractor'")
})

test('a file does not run if the field no longer names it after the review', async ({ own: { app }, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await command(app, 'Add extractor')
  // Nothing reaches the host before the key is released.
  const letGo = await app.evaluateHandle(() => {
    const sending = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'send') ?? {}
    const held: (() => void)[] = []
    WebSocket.prototype.send = function (data) {
      held.push(() => this.send(data))
    }
    return () => {
      Object.defineProperty(WebSocket.prototype, 'send', sending)
      for (const send of held) send()
    }
  })
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await expect(dialog(app).getByRole('button', { name: 'Reading …' })).toBeVisible()
  await dialog(app).getByRole('textbox').fill(join(folder, 'nothing.ts'))
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await letGo.evaluate((go) => go())
  await expect(dialog(app).getByRole('alert')).toBeVisible()
  await expect(dialog(app).getByRole('button', { name: 'Review' })).toBeVisible()
})

test(
  'nothing is run because a session or a link names it: a sentence says what to do',
  { tag: '@long' },
  async ({ own: { app }, folder }) => {
    const path = join(folder, 'mine.ts')
    writeFileSync(path, method(folder))
    const session = {
      format: 'boilerscope-session',
      version: 1,
      active: 0,
      extractors: [{ id: 'long-texts', path }],
      tabs: [{ source: { kind: 'sample', id: 'overview' }, mode: 'source', extractor: 'long-texts', preset: 'default', params: {} }],
    }
    await app.evaluate((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'other.boilerscope.json'))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
    }, JSON.stringify(session))
    await expect(status(app)).toContainText('There is no extractor “long-texts” here.')
    for (const name of ['long-texts', path, 'file://' + path]) {
      await app.evaluate((hash) => (location.hash = hash), `page=sample:news-article&extractor=${encodeURIComponent(name)}`)
      await expect(status(app)).toContainText(`There is no extractor “${name}” here.`)
    }
    await settled(app)
    expect(hasRun(folder)).toBe(false)
  },
)

test(
  'it keeps its place on the page: charts and the tree stay as they are when it is saved',
  { tag: '@long' },
  async ({ own: { app }, folder }) => {
    const path = join(folder, 'mine.ts')
    writeFileSync(path, method(folder))
    await openSample(app, 'Overview page')
    await addByDialog(app, path)
    await showPanel(app, 'Source')
    const source = app.locator('[data-panel="source"] .source-scroll, [data-panel="source"] [tabindex="0"]').first()
    await source.evaluate((element) => (element.scrollTop = 300))
    const before = await source.evaluate((element) => element.scrollTop)
    writeFileSync(path, method(folder, { title: 'Saved again' }))
    await expect(app.getByRole('combobox', { name: 'Extractor' })).toContainText('Saved again')
    await settled(app)
    expect(await source.evaluate((element) => element.scrollTop)).toBe(before)
  },
)

test(
  'the page of a node that is wrongly kept is reduced to the least that shows it, with a report to copy',
  { tag: '@long' },
  async ({ own: { app } }) => {
    await app.getByRole('treeitem').filter({ hasText: 'p.standfir' }).first().click({ button: 'right' })
    await app.getByRole('menuitem', { name: /Make minimal example/ }).click()
    const form = app.getByRole('dialog', { name: 'Make minimal example' })
    await expect(form).toContainText('CECTD-DS still keeps “Eleven volunteers')
    const found = form.getByRole('region', { name: 'Minimal example' })
    await expect(found).toContainText('No further part can be removed.')
    await expect(found.locator('pre')).toContainText('Eleven volunteers')
    await found.getByRole('button', { name: 'Open' }).click()
    await settled(app)
    await showPanel(app, 'Text')
    await expect(extractedText(app)).toContainText('Eleven volunteers')
  },
)

test(
  'the guide to a custom method: written, approved, measured, explained, changed',
  { tag: '@long' },
  async ({ own: { app }, folder }) => {
    const path = join(folder, 'my-method.ts')
    await command(app, 'New extractor')
    const form = app.getByRole('dialog', { name: 'New extractor' })
    await expect(form.getByRole('combobox')).toHaveValue('template')
    await form.getByRole('textbox').fill(path)
    await form.getByRole('button', { name: 'Create' }).click()
    await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
    await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'my-method')
    await settled(app)
    await showPanel(app, 'Text')
    await expect(extractedText(app)).toContainText('Eleven volunteers')
    const least = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least characters' })
    await expect(least).toHaveValue('60')
    await pageView(app).getByText('At eight minutes past seven').click()
    await showPanel(app, 'Why')
    await expect(whySentence(app)).toHaveText('Kept with its text: link share 0 %, limit 40.0 %.')
    writeFileSync(path, readFileSync(path, 'utf8').replace('default: 60', 'default: 1000'))
    await expect(app.getByRole('group', { name: 'Parameters' }).getByRole('button', { name: 'Reset all' })).toBeEnabled()
  },
)
