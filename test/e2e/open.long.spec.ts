/** Pages that cannot be opened, and one of extreme depth. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
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
import { unusedPort } from '../fixtures/listen'
import { ARTICLE } from './opening'

test('what cannot be opened says so in a sentence, and the app goes on', { tag: '@machine' }, async ({ app, site, folder }) => {
  const failure = app.getByRole('alert')
  // The host that never answers waits in its own tab while everything else goes wrong in another one.
  await openAddress(app, `${site.origin}/never`)
  await expect(
    app
      .getByRole('status')
      .filter({ hasText: /Opening|Connecting|Waiting/i })
      .first(),
  ).toBeVisible()
  await fromOpenList(app, 'New tab')
  const write = (name: string, bytes: Buffer | string): string => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const closed = await unusedPort()
  const cases: readonly (readonly [address: string, says: RegExp])[] = [
    ['not an address', /is not the address of a page\.[\s\S]*begins with http/],
    ['http://nowhere.invalid/', /There is no host called nowhere\.invalid|could not be opened/],
    [`http://127.0.0.1:${closed}/`, new RegExp(`127\\.0\\.0\\.1:${closed} refused the connection`)],
    [`${site.origin}/loop`, /redirects (?:without end|more than \d+ times)/],
    [`${site.origin}/to-file`, /redirects to something that is not on the web/],
    [`${site.origin}/pdf`, /sends .*not a page/],
    [`${site.origin}/empty`, /but sent nothing/],
    [`${site.origin}/big`, /sends more than 32 MiB of HTML/],
    [write('noise.html', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 32))), /noise\.html is binary data, not a page/],
    [write('nothing.html', ''), /nothing\.html is empty/],
    [write('half.html.gz', gzipSync(ARTICLE.repeat(50)).subarray(0, 200)), /half\.html\.gz is a gzip file that ends too early/],
    [join(folder, 'missing.html'), /There is no file .*missing\.html/],
    [folder, /is a folder/],
  ]
  for (const [address, says] of cases) {
    await test.step(address, async () => {
      await openAddress(app, address)
      await expect(failure).toHaveText(says)
      await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()
    })
  }
  await test.step('of a page that breaks off, what came is shown, and that it broke off', async () => {
    await openAddress(app, `${site.origin}/broken`)
    await expect(pageView(app).getByText('only the beginning')).toBeVisible()
    await expect(app.locator('.status-warning')).toHaveAttribute('title', /broke off: the last [\d,]+ bytes of the page are missing/)
  })
  await test.step('a good page opens in the same tab', async () => {
    await openAddress(app, `${site.origin}/article`)
    await expect(pageView(app).getByText('The first paragraph of the article.')).toBeVisible()
    await ready(app)
  })
  await test.step('the host that never answered has been given up', async () => {
    await app.getByRole('tab', { name: /\/never$/ }).click()
    await expect(failure).toHaveText(/did not answer within 30 seconds/)
    await app.getByRole('button', { name: 'Back' }).first().click()
    await expect(pageView(app).getByRole('heading', { level: 1 })).toHaveText(/tide mill/)
  })
})

test('a page nested 10,000 deep opens, is extracted and can be walked to its end', { tag: '@machine' }, async ({ app, site }) => {
  // A browser's parser takes half a second for such a page, and more than twice as long for a page with twice the depth.
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
