import { expect, test, pageView, treeRow } from './app'

test('a sample page is shown at the start: page, tree, chart and text', async ({ app }) => {
  await expect(pageView(app).locator('h1').first()).toBeVisible()
  await expect(treeRow(app, 'body')).toBeVisible()
  await expect(app.getByRole('tree')).toBeVisible()
})
