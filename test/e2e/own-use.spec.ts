import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { command, dropFile, expect, extractedText, pageView, settled, showPanel, whySentence } from './app'
import { test, method, dialog, hasRun } from './own-window'

async function createExtractor(app: Page, folder: string, copyOf?: string): Promise<string> {
  const path = join(folder, 'my-method.ts')
  await command(app, 'New extractor')
  const form = app.getByRole('dialog', { name: 'New extractor' })
  await expect(form.getByRole('combobox')).toHaveValue('template')
  if (copyOf !== undefined) await form.getByRole('combobox').selectOption(copyOf)
  await form.getByRole('textbox').fill(path)
  await form.getByRole('button', { name: 'Create' }).click()
  if (copyOf !== undefined) await expect(dialog(app)).toContainText('Edit this copy in any editor.')
  await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'my-method')
  await settled(app)
  return path
}

const status = (app: Page): Locator => app.getByRole('contentinfo', { name: 'Status' })

test('a copy of LQF is written, approved and run, and its removal keeps the file', { tag: '@long' }, async ({ ownApp: app, folder }) => {
  const extractor = app.getByRole('combobox', { name: 'Extractor' })
  const path = await createExtractor(app, folder, 'lqf')
  expect(readFileSync(path, 'utf8')).toContain("from 'boilerscope/extractor'")

  await command(app, 'Your extractors')
  const list = app.getByRole('dialog', { name: 'Your extractors' })
  await expect(list.getByRole('listitem')).toContainText('runs again when saved')
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(list).toContainText('No custom extractors yet.')
  await app.keyboard.press('Escape')
  await expect(extractor).not.toHaveAttribute('data-value', 'my-method')
  expect(existsSync(path)).toBe(true)
})

test('a reviewed file does not run if the field meanwhile names another file', { tag: '@long' }, async ({ ownApp: app, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await command(app, 'Add extractor')
  // Messages of the window wait until `release`.
  const release = await app.evaluateHandle(() => {
    const sending = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'send') ?? {}
    const waiting: (() => void)[] = []
    WebSocket.prototype.send = function (data) {
      waiting.push(() => this.send(data))
    }
    return () => {
      Object.defineProperty(WebSocket.prototype, 'send', sending)
      for (const send of waiting) send()
    }
  })
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await expect(dialog(app).getByRole('button', { name: 'Reading …' })).toBeVisible()
  await dialog(app).getByRole('textbox').fill(join(folder, 'nothing.ts'))
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await release.evaluate((sendAll) => sendAll())
  await expect(dialog(app).getByRole('alert')).toBeVisible()
  await expect(dialog(app).getByRole('button', { name: 'Review' })).toBeVisible()
})

test('an extractor that only a session or a link names does not run', { tag: '@long' }, async ({ ownApp: app, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  const session = {
    format: 'boilerscope-session',
    version: 1,
    active: 0,
    extractors: [{ id: 'long-texts', path }],
    tabs: [{ source: { kind: 'sample', id: 'overview' }, mode: 'source', extractor: 'long-texts', preset: 'default', params: {} }],
  }
  await dropFile(app, 'other.boilerscope.json', JSON.stringify(session))
  await expect(status(app)).toContainText('There is no extractor “long-texts” here.')
  for (const name of ['long-texts', path, 'file://' + path]) {
    await app.evaluate((hash) => (location.hash = hash), `page=sample:news-article&extractor=${encodeURIComponent(name)}`)
    await expect(status(app)).toContainText(`There is no extractor “${name}” here.`)
  }
  await settled(app)
  expect(hasRun(folder)).toBe(false)
})

test('a page is reduced to a minimal example of a wrongly kept node', { tag: '@long' }, async ({ ownApp: app }) => {
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
})

test('the template of an extractor is created, approved, run, explained, changed', { tag: '@long' }, async ({ ownApp: app, folder }) => {
  const path = await createExtractor(app, folder)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('Eleven volunteers')
  const least = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'minimum characters' })
  await expect(least).toHaveValue('60')
  await pageView(app).getByText('At eight minutes past seven').click()
  await showPanel(app, 'Why')
  await expect(whySentence(app)).toHaveText('Kept: its text has link share 0 %, and may have at most 40.0 %.')
  writeFileSync(path, readFileSync(path, 'utf8').replace('default: 60', 'default: 1000'))
  await expect(app.getByRole('group', { name: 'Parameters' }).getByRole('button', { name: 'Reset all' })).toBeEnabled()
})
