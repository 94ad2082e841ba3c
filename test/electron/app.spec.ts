import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { launch, makeData } from './launch'

let app: ElectronApplication
let window: Page
const data = makeData()

test.beforeAll(async () => {
  app = await launch(data)
  window = await app.firstWindow()
  await expect(window.locator('[data-state="ready"]').first()).toBeVisible({ timeout: 30_000 })
  // Copying requires the focus.
  await window.getByRole('contentinfo', { name: 'Status' }).click()
})
test.afterAll(() => app?.close())

test('the window has no Node, and only the bridge of the contract', async () => {
  const globals = await window.evaluate(() => ({
    process: typeof (globalThis as Record<string, unknown>).process,
    require: typeof (globalThis as Record<string, unknown>).require,
    bridge: Object.keys((globalThis as Record<string, unknown>).boilerscope as object).sort(),
  }))
  expect(globals).toEqual({ process: 'undefined', require: 'undefined', bridge: ['connect', 'pathOf', 'viewBase'] })
})

test('the page view runs no script', async () => {
  const frame = window.frameLocator('iframe[data-testid="page-view"]')
  await expect(frame.locator('body')).toBeAttached()
  await expect(frame.locator('script')).toHaveCount(0)
})

test('only copies and full screen are permitted', async () => {
  expect(
    await window.evaluate(async () => {
      await navigator.clipboard.writeText('copied')
      const names = ['clipboard-write', 'clipboard-read', 'geolocation', 'notifications', 'camera', 'microphone', 'midi', 'storage-access']
      const states = names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state)
      return Promise.all(states)
    }),
  ).toEqual(['granted', ...Array<string>(7).fill('denied')])
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied')
})

test('the window reaches neither the web nor files, and a missing file of the application has status 404', async () => {
  const reach = (url: string): Promise<unknown> =>
    window.evaluate(
      (address) =>
        fetch(address)
          .then(({ status }) => status)
          .catch(() => 'refused'),
      url,
    )
  expect(await reach('http://127.0.0.1:9/')).toBe('refused')
  expect(await reach('file:///etc/hostname')).toBe('refused')
  expect(await reach('boilerscope://app/assets/missing.js')).toBe(404)
})

test('no hidden window of a capture remains', async () => {
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('a link to the web opens in the browser of the user, and no other window opens', async () => {
  await app.evaluate(({ shell }) => {
    shell.openExternal = (url: string) => Promise.resolve(void Object.assign(globalThis, { openedOutside: url }))
  })
  const opened = await window.evaluate(() =>
    ['https://example.org/paper', 'about:blank', 'index.html', 'data:text/html,hello'].map(
      (url) => globalThis.open(url, 'a-window') === null,
    ),
  )
  expect(opened).toEqual([true, true, true, true])
  expect(app.windows()).toHaveLength(1)
  expect(await app.evaluate(() => (globalThis as unknown as { openedOutside: string }).openedOutside)).toBe('https://example.org/paper')
})

test('each menu has at most twelve entries, and an entry performs its action in the window', async () => {
  const sizes = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).map(({ label, submenu }) => ({
      label,
      entries: submenu?.items.filter(({ type }) => type !== 'separator').length ?? 0,
    })),
  )
  expect(sizes.map(({ label }) => label)).toEqual(['&File', 'Ed&it', '&View', 'Tree', 'Extractor', 'Go', 'Window', 'Help'])
  expect(sizes.filter(({ entries }) => entries === 0 || entries > 12)).toEqual([])
  await app.evaluate(
    ({ Menu }) =>
      Menu.getApplicationMenu()
        ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
        .find(({ label }) => label === 'Paste HTML …')
        ?.click() as unknown,
  )
  await expect(window.getByRole('dialog', { name: 'Paste HTML' })).toBeVisible()
  await window.keyboard.press('Escape')
})

test('the dialog for a saved file has a title, the type of the file, and the folder of the previous file', async () => {
  const saveAs = async (folder: string): Promise<unknown> => {
    await app.evaluate(({ session }, to) => {
      session.defaultSession.once('will-download', (_event, item) => {
        Object.assign(globalThis, { options: item.getSaveDialogOptions(), done: false })
        item.once('done', () => Object.assign(globalThis, { done: true }))
        item.setSavePath(`${to}/saved.txt`)
      })
    }, folder)
    await window.evaluate(() => {
      const href = URL.createObjectURL(new Blob(['kept']))
      Object.assign(document.createElement('a'), { href, download: 'text.txt' }).click()
    })
    await expect.poll(() => app.evaluate(() => (globalThis as unknown as { done: boolean }).done)).toBe(true)
    return app.evaluate(() => (globalThis as unknown as { options: unknown }).options)
  }
  const downloads = await app.evaluate(({ app: electron }) => electron.getPath('downloads'))
  expect(await saveAs(data)).toMatchObject({
    title: 'Save',
    defaultPath: join(downloads, 'text.txt'),
    filters: [{ extensions: ['txt'] }, {}],
  })
  expect(await saveAs(data)).toMatchObject({ defaultPath: join(data, 'text.txt') })
  expect(readFileSync(join(data, 'saved.txt'), 'utf8')).toBe('kept')
})

test('the window has an icon', async () => {
  const isEmpty = app.evaluate(({ app: electron, nativeImage }) =>
    nativeImage.createFromPath(`${electron.getAppPath()}/electron/resources/icons/256x256.png`).isEmpty(),
  )
  expect(await isEmpty).toBe(false)
})

test('F1 opens the manual in a separate window, whose links to the web open in the browser', async () => {
  const opened = app.waitForEvent('window')
  await window.keyboard.press('F1')
  const help = await opened
  await expect.poll(() => help.url()).toMatch(/^boilerscope:\/\/docs\//)
  await help.evaluate(() => void (location.href = 'https://example.org/help'))
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { openedOutside: string }).openedOutside))
    .toBe('https://example.org/help')
  expect(help.url()).toMatch(/^boilerscope:\/\/docs\//)
})

// This test is last, because Playwright waits for the prevented navigation.
test('the window cannot navigate to another page', async () => {
  for (const url of ['https://example.org/', 'boilerscope://app/view/page-1']) {
    await app.evaluate(
      ({ BrowserWindow }, address) =>
        BrowserWindow.getAllWindows()
          .find(({ webContents }) => webContents.getURL().startsWith('boilerscope://app/'))
          ?.webContents.executeJavaScript(`location.href = ${JSON.stringify(address)}; fetch(location.href).then(() => 1)`),
      url,
    )
    expect(window.url()).toMatch(/^boilerscope:\/\/app\/index\.html/)
  }
})
