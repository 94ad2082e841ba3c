import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { command, dropFile, expect, extractedText, fromOpenList, test, showPanel } from './app'

test('a page over a limit fails, and opens after the user raises the limit', async ({ app }) => {
  await command(app, 'limits')
  const dialog = app.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('spinbutton', { name: 'Nodes per page' }).fill('50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await app.keyboard.press('Alt+r')
  await expect(app.getByText(/This page could not be loaded again\. .*50/)).toBeVisible()
  await app.getByRole('button', { name: 'Raise the limit' }).click()
  await dialog.getByRole('button', { name: 'Reset limits' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await app.getByRole('button', { name: 'Load again' }).click()
  await expect(app.getByText(/could not be loaded again/)).toBeHidden()
  await expect(app.getByRole('treeitem').filter({ hasText: 'article' }).first()).toBeVisible()
})

test('an extraction that exceeds its time limit fails, and runs after the user raises the limit', { tag: '@long' }, async ({ app }) => {
  await command(app, 'limits')
  const dialog = app.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('spinbutton', { name: 'Parsing or extraction, seconds' }).fill('0.01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dropFile(app, 'large.html', `<!doctype html><title>Large</title>${'<p>word <b>bold</b>\n'.repeat(4_000)}`)
  await expect(app.getByRole('alert').filter({ hasText: 'took longer than 0.01 seconds' })).toBeVisible()
  await app.getByRole('button', { name: 'Raise the limit' }).click()
  await dialog.getByRole('button', { name: 'Reset limits' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await app.getByRole('button', { name: 'Try again' }).click()
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('word bold')
})

test('a file over 64 MB is refused with a reason, and the next file opens', { tag: ['@long', '@machine'] }, async ({ app, folder }) => {
  const longest = 64 * 1024 * 1024
  // The second file is below the limit, but file and metadata together exceed the limit.
  for (const size of [longest + 1, longest - 10]) {
    const path = join(folder, `crawl-${size}.html`)
    await writeFile(path, Buffer.alloc(size, 'word '))
    const choosing = app.waitForEvent('filechooser')
    await fromOpenList(app, /^Open file …/)
    await (await choosing).setFiles(path)
    const refusal = app.getByText('The content is larger than 64 MB, the maximum that a window can send to its host.')
    await expect(refusal).toBeVisible()
    await dropFile(app, 'short.html', `<!doctype html><title>Short</title><p>A page after one of ${size} bytes, which is short enough.</p>`)
    await showPanel(app, 'Text')
    await expect(extractedText(app)).toContainText(`after one of ${size} bytes`)
    await expect(refusal).toBeHidden()
  }
})
