import type { Locator } from '@playwright/test'
import { command, expect, fromOpenList, showPanel, test, treeRow } from './app'
import { findings } from './axe'

test('axe finds nothing in the inspect workspace, its panels, dialogs and menus, in any theme', async ({ app }) => {
  await treeRow(app, 'article.story').click()
  await expect(app.locator('.why-sentence')).toBeVisible()
  expect(await findings(app, undefined, true)).toEqual([])

  await test.step('verdict and source', async () => {
    await showPanel(app, 'Verdict')
    await showPanel(app, 'Source')
    await expect(app.getByRole('region', { name: 'Source' })).toBeVisible()
    await expect(app.locator('.coverage tbody tr').first()).toBeVisible()
    await expect(app.locator('.coverage .bar-cell', { hasText: '…' })).toHaveCount(0)
    expect(await findings(app)).toEqual([])
  })
  await test.step('a changed parameter', async () => {
    await showPanel(app, 'Parameters')
    await app.getByRole('group', { name: 'Parameters' }).getByRole('textbox', { name: 'λ', exact: true }).fill('0.2')
    await expect(app.locator('.param-won')).toBeVisible()
    await app.getByRole('combobox', { name: 'Filter' }).selectOption('changed')
    expect(await findings(app)).toEqual([])
    await app.getByRole('combobox', { name: 'Filter' }).selectOption('all')
  })
  const openings: readonly (readonly [name: string, open: () => Promise<void>, shown: Locator])[] = [
    ['command palette', () => app.keyboard.press('Control+k'), app.getByRole('dialog', { name: 'Command palette' })],
    ['shortcut sheet', () => command(app, 'keyboard shortcuts'), app.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ['paste dialog', () => fromOpenList(app, 'Paste HTML …'), app.getByRole('dialog', { name: 'Paste HTML' })],
    ['list below the address', () => app.keyboard.press('Control+l'), app.getByRole('group', { name: 'Open', exact: true })],
  ]
  for (const [name, open, shown] of openings)
    await test.step(name, async () => {
      await open()
      await expect(shown).toBeVisible()
      expect(await findings(app)).toEqual([])
      await app.keyboard.press('Escape')
    })
})

test('axe finds nothing in the compare workspace, on the start screen and after a failure, in any theme', async ({ app }) => {
  await app.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Compare' }).click()
  const compare = app.getByRole('region', { name: 'Compare' })
  await expect(compare.getByText('Running …')).toHaveCount(0)
  await expect(compare.locator('.votes-strips')).toBeVisible()
  expect(await findings(app, undefined, true)).toEqual([])
  await compare.getByRole('tab', { name: 'Texts' }).click()
  await compare.locator('.piece').first().click()
  expect(await findings(app)).toEqual([])
  for (const view of ['Disagreements', 'Word diff', 'Agreement']) {
    await test.step(view, async () => {
      await compare.getByRole('tab', { name: view, exact: true }).click()
      await expect(compare.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true')
      expect(await findings(app)).toEqual([])
    })
  }
  await app.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Inspect' }).click()
  await fromOpenList(app, 'New tab')
  await expect(app.getByRole('heading', { name: 'Open a page' })).toBeVisible()
  expect(await findings(app)).toEqual([])
  await app.getByRole('textbox', { name: /address/i }).fill('/nowhere/at/all.html')
  await app.keyboard.press('Enter')
  await expect(app.getByRole('alert')).toContainText(/does not exist|cannot load pages of other sites/)
  expect(await findings(app)).toEqual([])
})

test('axe finds nothing in the views of a run, in any theme', { tag: '@machine' }, async ({ app }) => {
  await app.getByRole('group', { name: 'Workspace' }).getByRole('button', { name: 'Evaluate' }).click()
  await app.getByRole('button', { name: 'New run' }).click()
  expect(await findings(app, '.evaluate', true)).toEqual([])
  await app.getByRole('button', { name: 'Start' }).click()
  await expect(app.getByText(/Means over \d+ pages/)).toBeVisible()
  for (const part of ['table', 'verdict', 'compare']) {
    await app.getByRole('combobox', { name: 'Show' }).selectOption(part)
    expect(await findings(app, '.evaluate'), part).toEqual([])
  }
  await app.getByRole('tab', { name: 'Groups', exact: true }).click()
  expect(await findings(app, '.evaluate'), 'Groups').toEqual([])
  await app.getByRole('tab', { name: 'Pages', exact: true }).click()
  await app.getByRole('listbox', { name: 'Pages' }).getByRole('option').first().click()
  expect(await findings(app, '.evaluate'), 'Pages').toEqual([])
})
