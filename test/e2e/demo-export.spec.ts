import { copiedLink, expect, fromMenu, test } from './app'
import { figureInTwoFormats, inked, savedFile } from './figures'
import { demonstrate, moment, caption } from './demonstrating'

test('a step is exported as a figure, with both runs if two play', { tag: ['@machine', '@long'] }, async ({ app }) => {
  test.slow()
  await demonstrate(app)
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  const dialog = app.getByRole('dialog', { name: 'Figure of the stage' })
  const open = (): Promise<void> => fromMenu(app, 'Export', /^This step as a figure/)
  await test.step('with the page, the formula and its numbers, axes and a caption', async () => {
    await open()
    const png = await figureInTwoFormats(app, 'Figure of the stage', [
      /<image href="data:image\/png/,
      />nodes of the page, in order</,
      />45\.29</,
      />Step “threshold”, moment/,
    ])
    expect(inked(png, 0.05, 0.05, 0.95, 0.5)).toBeGreaterThan(0.05)
    expect(inked(png, 0.05, 0.5, 0.95, 0.95)).toBeGreaterThan(0.01)
  })
  await test.step('both runs', async () => {
    await app.getByRole('button', { name: 'Two runs' }).click()
    await expect(app.locator('.stage-caption')).toHaveCount(2)
    await open()
    await dialog.getByRole('spinbutton', { name: 'Width' }).fill('254')
    const { bytes } = await savedFile(app, async () => {
      await dialog.getByRole('button', { name: 'SVG', exact: true }).click()
      await dialog.getByRole('button', { name: 'Save SVG' }).click()
    })
    const second = await app.locator('.stage-caption strong').nth(1).textContent()
    expect(bytes.toString()).toContain((second ?? '').split(' · ')[0])
  })
})

test('a link opens the exact step', async ({ app }) => {
  await demonstrate(app)
  await app.locator('.transport-chapters button', { hasText: /^threshold$/ }).click()
  const step = Number(await moment(app).inputValue())
  const text = await caption(app).textContent()
  await app.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await fromMenu(app, 'Export', 'Copy a link to this step')
  const link = new URL(await copiedLink(app))
  const other = await app.context().newPage()
  await other.goto(link.href)
  await expect(moment(other)).toHaveValue(String(step))
  await expect(caption(other)).toHaveText(text ?? '')
  // In a window that shows the page, a link changes only the step, the values and the second run.
  await other.evaluate(() => {
    const query = new URLSearchParams(location.hash.slice(1))
    query.set('step', '7')
    query.append('set', 'lambda=0.4')
    query.set('beside', 'cetd-ds')
    location.hash = query.toString()
  })
  await expect(moment(other)).toHaveValue('6')
  await expect(other.locator('.stage-caption').nth(1)).toContainText('CETD-DS')
  await fromMenu(other, 'More', 'Parameters')
  await expect(other.getByRole('textbox', { name: 'λ', exact: true }).first()).toHaveValue('0.4')
  await other.close()
})

test('a video is offered when Export opens, reports its progress and can be cancelled', { tag: '@machine' }, async ({ app }) => {
  await app.evaluate(() => {
    const isConfigSupported = VideoEncoder.isConfigSupported.bind(VideoEncoder)
    Object.assign(globalThis, { queries: 0 })
    VideoEncoder.isConfigSupported = (config) => {
      Object.assign(globalThis, { queries: Number(Reflect.get(globalThis, 'queries')) + 1 })
      return isConfigSupported(config)
    }
  })
  const queries = (): Promise<number> => app.evaluate(() => Number(Reflect.get(globalThis, 'queries')))
  await demonstrate(app)
  expect(await queries()).toBe(0)
  // Every third picture is never decoded, so the export runs until the test cancels the export.
  await app.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method
    const decode = HTMLImageElement.prototype.decode
    let pictures = 0
    HTMLImageElement.prototype.decode = function () {
      pictures += 1
      return pictures % 3 > 0 ? decode.call(this) : new Promise(() => undefined)
    }
  })
  const downloads: unknown[] = []
  app.on('download', (download) => downloads.push(download))
  const progress = app.getByRole('progressbar', { name: 'Exporting …' })
  await app.getByRole('button', { name: 'Export', exact: true }).click()
  await app.getByRole('menuitem', { name: /as a video/ }).click()
  expect(await queries()).toBeGreaterThan(0)
  await expect.poll(() => progress.evaluate((e: HTMLProgressElement) => e.value)).toBeGreaterThan(0.005)
  await app.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toHaveCount(0)
  await expect(app.getByRole('contentinfo')).toContainText('Cancelled.')
  await expect(app.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
  expect(downloads).toEqual([])
})
