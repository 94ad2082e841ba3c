import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/ensure.mjs'
import { expect, pageView, selectBySearch, selectedRow, test } from './app'

test('selected text and nodes become tests of the command line, with undo', { tag: ['@machine', '@long'] }, async ({ app, folder }) => {
  const at = join(folder, 'tests')
  const list = (): Record<string, { with: string[]; without: string[] }> =>
    existsSync(join(at, 'snippets.json')) ? (JSON.parse(readFileSync(join(at, 'snippets.json'), 'utf8')) as ReturnType<typeof list>) : {}
  const saved = () => Object.values(list())[0]

  const paragraph = pageView(app).getByText('At eight minutes past seven').first()
  await paragraph.evaluate((element) => {
    const text = element.ownerDocument.createTreeWalker(element, 4).nextNode()
    if (text) element.ownerDocument.getSelection()?.setBaseAndExtent(text, 0, text, 27)
  })
  await expect(async () => {
    await app.keyboard.press('Alt+Shift+K')
    await expect(app.getByRole('dialog', { name: 'Must keep' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  const dialog = app.getByRole('dialog', { name: 'Must keep' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('At eight minutes past seven')
  await expect(dialog.getByText('The page contains this text.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Snippet folder' }).fill(at)
  await dialog.getByRole('textbox', { name: 'Text' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(app.getByRole('contentinfo', { name: 'Status' })).toContainText('Snippet saved as “must keep”')
  expect(saved()).toMatchObject({ with: ['At eight minutes past seven'], without: [] })

  await pageView(app)
    .locator('body')
    .evaluate((body) => body.ownerDocument.getSelection()?.removeAllRanges())
  await selectBySearch(app, 'All rights reserved')
  await selectedRow(app).click({ button: 'right' })
  await app.getByRole('menuitem', { name: /^Must not keep/ }).click()
  const other = app.getByRole('dialog', { name: 'Must not keep' })
  await expect(other.getByRole('textbox', { name: 'Snippet folder' })).toHaveValue(at)
  await other.getByRole('textbox', { name: 'Text' }).fill('All rights that are nowhere')
  await expect(other.getByText('The page does not contain this text.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Save' })).toBeDisabled()
  await other.getByRole('textbox', { name: 'Text' }).fill('All rights reserved')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other).toBeHidden()
  expect(saved()).toMatchObject({ without: ['All rights reserved'] })

  const run = (...extractor: string[]): number | null =>
    spawnSync(
      process.execPath,
      [join(root, 'out', 'main', 'cli.js'), 'evaluate', '--corpus', at, '--extractors', ...extractor, '--require-snippets'],
      { encoding: 'utf8' },
    ).status
  expect([run('cectd-ds'), run('lqf', '--set', 'quota=1')]).toEqual([0, 4])

  await app.keyboard.press('Control+z')
  await expect.poll(() => saved()?.without).toEqual([])
  await app.keyboard.press('Control+Shift+z')
  await expect.poll(() => saved()?.without).toEqual(['All rights reserved'])
})
