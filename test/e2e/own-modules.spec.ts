import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { command, dropFile, expect, extractedText, selectBySearch, selectedRow, settled, whySentence, showPanel } from './app'
import { test, method, dialog, hasRun, addByDialog } from './own-window'

const alarm = (app: Page): Locator => app.locator('.failure-bar').getByRole('alert')

test('a module is added by its path, runs only after approval, and works like every extractor', async ({ ownApp: app, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await command(app, 'Add extractor')
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await expect(dialog(app)).toContainText(path)
  await expect(dialog(app)).toContainText(/sha256\s*[0-9a-f]{64}/)
  expect(hasRun(folder)).toBe(false)
  await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'long-texts')
  await settled(app)
  expect(hasRun(folder)).toBe(true)
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('Eleven volunteers')

  await expect(app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least' })).toHaveValue('60')
  await selectBySearch(app, 'Eleven volunteers')
  await showPanel(app, 'Why')
  await expect(whySentence(app)).toContainText(/length/)
  await expect(app.locator('.why-flips')).toBeVisible()

  await command(app, 'Workspace: Compare')
  await expect(app.getByRole('region', { name: 'Compare' })).toContainText('Long texts')
  await command(app, 'Workspace: Demonstrate')
  await app.locator('.transport-chapters button', { hasText: /^judge$/ }).click()
  await expect(app.getByRole('main')).toContainText('Long texts stay.')
})

test('a saved module runs again and keeps the view; a fault keeps the last result', { tag: '@long' }, async ({ ownApp: app, folder }) => {
  const path = join(folder, 'mine.ts')
  writeFileSync(path, method(folder))
  await addByDialog(app, path)
  await showPanel(app, 'Source')
  const source = app.locator('[data-panel="source"] .source-scroll, [data-panel="source"] [tabindex="0"]').first()
  await source.evaluate((element) => (element.scrollTop = 300))
  const top = await source.evaluate((element) => element.scrollTop)
  writeFileSync(path, method(folder, { title: 'Saved again' }))
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toContainText('Saved again')
  await settled(app)
  expect(await source.evaluate((element) => element.scrollTop)).toBe(top)

  await showPanel(app, 'Parameters')
  const least = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least' })
  await least.fill('200')
  await least.press('Enter')
  await settled(app)
  await selectBySearch(app, 'h1')
  const node = await selectedRow(app).textContent()

  writeFileSync(path, method(folder, { title: 'Longer texts' }))
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toContainText('Longer texts')
  await expect(least).toHaveValue('200')
  await expect(selectedRow(app)).toHaveText(node ?? '')

  // Some editors save a file by writing another file and renaming it.
  await showPanel(app, 'Text')
  await expect(extractedText(app)).not.toContainText('Eleven volunteers')
  const kept = await extractedText(app).textContent()
  writeFileSync(join(folder, '.mine.ts.swp'), method(folder, { inRun: 'const nothing: string[] = []\n    nothing[3]!.trim()' }))
  renameSync(join(folder, '.mine.ts.swp'), path)
  await expect(alarm(app)).toContainText('mine.ts:19:')
  await expect(alarm(app).locator('pre')).toContainText('> 19 |     nothing[3]!.trim()')
  await expect(app.getByRole('main')).toHaveAttribute('data-stale', 'true')
  await showPanel(app, 'Text')
  expect(await extractedText(app).textContent()).toBe(kept)

  writeFileSync(path, method(folder).replace('run(', 'run(('))
  await expect(alarm(app)).toContainText(/mine\.ts:\d+:\d+: [^]*run\(\(/)
  await expect(app.getByRole('main')).toHaveAttribute('data-stale', 'true')

  writeFileSync(path, method(folder, { title: 'Mended' }))
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toContainText('Mended')
  await expect(alarm(app)).toBeHidden()
  await expect(app.getByRole('main')).not.toHaveAttribute('data-stale')
})

test('a dropped module needs its folder and an approval', { tag: '@long' }, async ({ ownApp: app, folder }) => {
  const text = method(folder)
  await dropFile(app, 'dropped.ts', text)
  await expect(dialog(app)).toContainText('The folder of “dropped.ts” is unknown.')
  await expect(dialog(app).getByRole('textbox')).toHaveValue('dropped.ts')
  const path = join(folder, 'dropped.ts')
  writeFileSync(path, text)
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
  await settled(app)
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'long-texts')
})

test('a program is added by its description, and runs again after a save', { tag: '@long' }, async ({ ownApp: app, folder }) => {
  const program = (mark: string): string => `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line)
  console.log(JSON.stringify({ id, text: ${JSON.stringify(mark)} }))
}`
  writeFileSync(join(folder, 'prog.mjs'), program('The harbour of Bellmarsh'))
  const path = join(folder, 'prog.json')
  writeFileSync(path, JSON.stringify({ id: 'prog', title: 'My program', command: process.execPath, args: ['prog.mjs'], mode: 'jsonl' }))
  await addByDialog(app, path)
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'prog')
  writeFileSync(join(folder, 'prog.mjs'), 'process.exit(3)')
  await expect(alarm(app)).toContainText('ended with exit code 3')
  writeFileSync(join(folder, 'prog.mjs'), program('Bellmarsh'))
  await expect(alarm(app)).toBeHidden()
})
