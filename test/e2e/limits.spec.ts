/** The limits of loading: a page over one says which, and the window lets a person raise it. */
import { command, expect, test } from './app'

test('a page over a limit fails with its name, and opens when the limit is raised', async ({ app }) => {
  await command(app, 'limits of loading')
  const dialog = app.getByRole('dialog', { name: 'Limits' })
  await dialog.getByRole('spinbutton', { name: 'Nodes of a page' }).fill('50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await app.getByRole('button', { name: 'Load the page again' }).click()
  const alert = app.getByRole('alert').filter({ hasText: '50' })
  await expect(alert).toBeVisible()

  await app.getByRole('button', { name: 'Change the limits …' }).click()
  await dialog.getByRole('button', { name: 'Standard values' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await app.getByRole('button', { name: 'Try again' }).click()
  await expect(app.getByRole('treeitem').filter({ hasText: 'article' }).first()).toBeVisible()
})
