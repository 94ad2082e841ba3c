import { join } from 'node:path'
import {
  expect,
  extractedText,
  openAddress,
  pageView,
  ready,
  selectBySearch,
  selectedRow,
  test,
  whySentence,
  showPanel,
  fromOpenList,
} from './app'

test('a page that cannot be opened is reported, and the next page opens', { tag: '@machine' }, async ({ app, site, folder }) => {
  const failure = app.getByRole('alert')
  // The server of the first tab never responds. The second tab fails for three other reasons.
  await openAddress(app, `${site.origin}/never`)
  await expect(
    app
      .getByRole('status')
      .filter({ hasText: /Opening|Connecting|Waiting/i })
      .first(),
  ).toBeVisible()
  await fromOpenList(app, 'New tab')
  // test/capture/capture-contract.ts tests further reasons.
  const cases: readonly (readonly [address: string, message: RegExp])[] = [
    ['not an address', /is not the address of a page\.[\s\S]*begins with http/],
    [`${site.origin}/pdf`, /sends .*not a page/],
    [join(folder, 'missing.html'), /missing\.html does not exist/],
  ]
  for (const [address, message] of cases) {
    await test.step(address, async () => {
      await openAddress(app, address)
      await expect(failure).toHaveText(message)
      await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()
    })
  }
  await test.step('a truncated page is shown with a warning', async () => {
    await openAddress(app, `${site.origin}/broken`)
    await expect(pageView(app).getByText('only the beginning')).toBeVisible()
    await expect(app.locator('.status-warning')).toHaveAttribute(
      'title',
      /closed the connection: the last [\d,]+ bytes of the page are missing/,
    )
  })
  await test.step('a good page opens in the same tab', async () => {
    await openAddress(app, `${site.origin}/article`)
    await expect(pageView(app).getByText('The first paragraph of the article.')).toBeVisible()
    await ready(app)
  })
  await test.step('the load from the server that never responds has failed', async () => {
    await app.getByRole('tab', { name: /\/never$/ }).click()
    await expect(failure).toHaveText(/did not respond within 30 seconds/)
    await app.getByRole('button', { name: 'Back' }).first().click()
    await expect(pageView(app).getByRole('heading', { level: 1 })).toHaveText(/tide mill/)
  })
})

test('a page with 10,000 levels opens, is extracted, and its deepest node can be selected', { tag: '@machine' }, async ({ app, site }) => {
  await openAddress(app, `${site.origin}/deep`)
  await expect(app.getByRole('status', { name: 'Result' })).toHaveAttribute('title', /10,00\d nodes/)
  await expect(app.locator('[data-state="ready"]').first()).toBeVisible()
  await showPanel(app, 'Text')
  await expect(extractedText(app)).toContainText('deepest')
  await selectBySearch(app, 'deepest')
  await expect(selectedRow(app)).toContainText('deepest')
  await showPanel(app, 'Why')
  await expect(whySentence(app)).toHaveText(/^Kept/)
})
