/** Custom extractors from modules and programs: adding, approval, a new run when the file is saved. */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { command, expect, extractedText, selectBySearch, settled, whySentence, showPanel } from './app'
import { test, method, dialog, hasRun, addByDialog } from './own-window'

/** Expects this number of extractors with this title in the list. */
async function expectListed(app: Page, title: string, count: number): Promise<void> {
  await app.getByRole('combobox', { name: 'Extractor' }).click()
  await expect(app.getByRole('option').filter({ hasText: title })).toHaveCount(count)
  await app.keyboard.press('Escape')
}

/** The notice over the panes after a failed extraction. */
const alarm = (app: Page): Locator => app.locator('.failure-bar').getByRole('alert')

test('a module is added by its path, shown before it runs, and then is an extractor like every other', async ({ own: { app }, folder }) => {
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

  // A form of its parameters, its measures, its reasons, and what would change them.
  await expect(app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least' })).toHaveValue('60')
  await selectBySearch(app, 'Eleven volunteers')
  await showPanel(app, 'Why')
  await expect(whySentence(app)).toContainText(/length/)
  await expect(app.locator('.why-flips')).toBeVisible()

  // A column in Compare, a film in Demonstrate, a row in Evaluate.
  await command(app, 'Workspace: Compare')
  await expect(app.getByRole('region', { name: 'Compare' })).toContainText('Long texts')
  await command(app, 'Workspace: Demonstrate')
  await app.locator('.transport-chapters button', { hasText: /^judge$/ }).click()
  await expect(app.getByRole('main')).toContainText('Long texts stay.')
})

test(
  'saved, it runs again: selection, values and scroll stay; broken, it says where, and the last good result stays, dimmed; mended, it is back',
  { tag: '@long' },
  async ({ own: { app }, folder }) => {
    const path = join(folder, 'mine.ts')
    writeFileSync(path, method(folder))
    await addByDialog(app, path)
    const least = app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'least' })
    await least.fill('200')
    await least.press('Enter')
    await settled(app)
    await selectBySearch(app, 'h1')
    const node = await app.locator('[role="treeitem"][aria-selected="true"]').textContent()

    writeFileSync(path, method(folder, { title: 'Longer texts' }))
    await expect(app.getByRole('combobox', { name: 'Extractor' })).toContainText('Longer texts')
    await expect(least).toHaveValue('200')
    await expect(app.locator('[role="treeitem"][aria-selected="true"]')).toHaveText(node ?? '')

    // Editors write another file and rename it.
    await showPanel(app, 'Text')
    const kept = await extractedText(app).textContent()
    writeFileSync(join(folder, '.mine.ts.swp'), method(folder, { body: 'const nothing: string[] = []\n    nothing[3]!.trim()' }))
    renameSync(join(folder, '.mine.ts.swp'), path)
    await expect(alarm(app)).toContainText('mine.ts:19:')
    await expect(alarm(app).locator('pre')).toContainText('> 19 |     nothing[3]!.trim()')
    await expect(app.getByRole('main')).toHaveAttribute('data-stale', 'true')
    await showPanel(app, 'Text')
    expect(await extractedText(app).textContent()).toBe(kept)

    writeFileSync(path, method(folder).replace('run(', 'run(('))
    await expect(alarm(app)).toContainText(/mine\.ts:\d+:\d+: /)
    await expect(app.getByRole('main')).toHaveAttribute('data-stale', 'true')

    writeFileSync(path, method(folder, { title: 'Mended' }))
    await expect(app.getByRole('combobox', { name: 'Extractor' })).toContainText('Mended')
    await expect(alarm(app)).toBeHidden()
    await expect(app.getByRole('main')).not.toHaveAttribute('data-stale')
  },
)

test(
  'approved files run at the next start; changed files wait for approval; revoked files are gone',
  { tag: '@long' },
  async ({ own: { app, restart }, folder }) => {
    const path = join(folder, 'mine.ts')
    writeFileSync(path, method(folder))
    await addByDialog(app, path)
    await restart()
    await expectListed(app, 'Long texts', 1)

    // The file changes while nothing runs.
    await restart(['--port', '0'])
    const list = app.getByRole('dialog', { name: 'Your extractors' })
    await command(app, 'Your extractors')
    await expect(list.getByRole('listitem', { name: 'Long texts' })).toContainText('runs again when saved')
    await list.getByRole('button', { name: 'Remove' }).click()
    await expect(list).toContainText('No custom extractors yet.')
    await app.keyboard.press('Escape')
    await expectListed(app, 'Long texts', 0)
    await expect(app.getByRole('combobox', { name: 'Extractor' })).not.toHaveAttribute('data-value', 'long-texts')
    expect(existsSync(path)).toBe(true)
  },
)

test('a dropped module needs approval, and is found in the usual places', { tag: '@long' }, async ({ own: { app }, folder }) => {
  const text = method(folder)
  await app.evaluate((source) => {
    const data = new DataTransfer()
    data.items.add(new File([source], 'dropped.ts'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
  }, text)
  await expect(dialog(app)).toContainText('The folder of “dropped.ts” is missing.')
  await expect(dialog(app).getByRole('textbox')).toHaveValue('dropped.ts')
  const path = join(folder, 'dropped.ts')
  writeFileSync(path, text)
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
  await settled(app)
  await expect(app.getByRole('combobox', { name: 'Extractor' })).toHaveAttribute('data-value', 'long-texts')
})

test(
  'a program is added by its description, and what its command names is saved and run again',
  { tag: '@long' },
  async ({ own: { app }, folder }) => {
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
  },
)
