/** The same application in Electron. Runs wherever the binary is; elsewhere it is reported as skipped. */
import { expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { electron, launch } from './launch'

test.skip(electron === null, 'skipped: no Electron binary')

let app: ElectronApplication
let window: Page

test.beforeAll(async () => {
  app = await launch()
  window = await app.firstWindow()
})
test.afterAll(() => app?.close())

test('shows a sample page, already extracted', async () => {
  await expect(window.getByRole('tree')).toBeVisible({ timeout: 30_000 })
  await expect(window.locator('[data-state="ready"]').first()).toBeVisible({ timeout: 30_000 })
})

test('the window has no Node and only the contract’s bridge', async () => {
  const globals = await window.evaluate(() => ({
    process: typeof (globalThis as Record<string, unknown>).process,
    require: typeof (globalThis as Record<string, unknown>).require,
    bridge: Object.keys((globalThis as Record<string, unknown>).boilerscope as object).sort(),
  }))
  expect(globals).toEqual({ process: 'undefined', require: 'undefined', bridge: ['connect', 'pathOf', 'viewBase'] })
})

test('copying works', async () => {
  expect(
    await window.evaluate(() =>
      navigator.clipboard.writeText('copied').then(
        () => 'copied',
        (thrown: unknown) => String(thrown),
      ),
    ),
  ).toBe('copied')
})

test('the window cannot be navigated away', async () => {
  for (const url of ['https://example.org/', 'boilerscope://app/view/page-1']) {
    await window.evaluate((given) => {
      location.href = given
    }, url)
    await window.waitForTimeout(300)
    expect(window.url()).toMatch(/^boilerscope:\/\/app\/index\.html/)
  }
})

test('captures in a hidden window that is gone afterwards', async () => {
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('no other window can be opened', async () => {
  const before = app.windows().length
  const opened = await window.evaluate(() =>
    ['about:blank', 'index.html', 'data:text/html,hello'].map((url) => globalThis.open(url, 'a-window') === null),
  )
  expect(opened).toEqual([true, true, true])
  expect(app.windows()).toHaveLength(before)
})

test('the page view runs no script', async () => {
  const frame = window.frameLocator('iframe[data-testid="page-view"]')
  await expect(frame.locator('body')).toBeAttached()
  await expect(frame.locator('script')).toHaveCount(0)
})
