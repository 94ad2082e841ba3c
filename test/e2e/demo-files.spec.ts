/** Step files reopen their moment. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, expect, fromMenu, pickExtractor, ready, test } from './app'
import { demonstrate, moment } from './demonstrating'

test(
  'a file reopens the exact step, with what plays beside it and the values of both',
  { tag: '@long' },
  async ({ app, host, folder, browser }) => {
    await demonstrate(app)
    await app.getByRole('button', { name: 'Two at once' }).click()
    await pickExtractor(app, 'CECTD-DS', 'Beside it')
    await fromMenu(app, 'More', 'Parameters')
    await app.getByRole('textbox', { name: 'λ', exact: true }).nth(0).fill('1.8')
    await app.getByRole('textbox', { name: 'λ', exact: true }).nth(1).fill('0.2')
    await expect(app.locator('.stage-caption').nth(0)).toContainText('λ: 1.8')
    await expect(app.locator('.stage-caption').nth(1)).toContainText('λ: 0.2')
    await app.locator('.transport-chapters button', { hasText: /^mark$/ }).click()
    await app.keyboard.press('ArrowRight')
    await app.keyboard.press('ArrowRight')
    const step = await moment(app).inputValue()
    const told = await app.locator('.stage-caption').allTextContents()
    const [download] = await Promise.all([app.waitForEvent('download'), fromMenu(app, 'Export', 'This step as a file')])
    expect(download.suggestedFilename()).toMatch(/^cectd-ds-step-\d+-.+\.boilerscope\.json$/)
    const file = join(folder, 'step.boilerscope.json')
    await download.saveAs(file)

    // A new window: by the command palette, and dropped on it.
    for (const dropped of [false, true]) {
      const context = await browser.newContext()
      const other = await context.newPage()
      await other.goto(host.url)
      await ready(other)
      if (dropped) {
        const data = await other.evaluateHandle(
          (text) => {
            const transfer = new DataTransfer()
            transfer.items.add(new File([text], 'step.boilerscope.json', { type: 'application/json' }))
            return transfer
          },
          readFileSync(file, 'utf8'),
        )
        await other.locator('main').dispatchEvent('drop', { dataTransfer: data })
      } else {
        const [chooser] = await Promise.all([other.waitForEvent('filechooser'), command(other, 'open session or step')])
        await chooser.setFiles(file)
      }
      await expect(moment(other)).toHaveValue(step)
      await expect(other.locator('.stage-caption')).toHaveText(told)
      await context.close()
    }
  },
)

test('a file reopens a step of an edited example', { tag: '@long' }, async ({ app, host, folder, browser }) => {
  await demonstrate(app)
  await pickExtractor(app, 'CETD-DS')
  await app.getByRole('button', { name: 'Own example' }).click()
  const editor = app.getByLabel('HTML of the example')
  await expect(app.locator('.stage-rows-row', { hasText: 'div.articleHeadline' })).toBeVisible()
  await editor.fill((await editor.inputValue()).replace('South Korea', 'North and South Korea'))
  await expect(app.locator('.demo-editor')).toContainText('You changed this example')
  await app.locator('.transport-chapters button', { hasText: /^density$/ }).click()
  await app.keyboard.press('Shift+ArrowRight')
  await expect(app.locator('.stage-rows-row', { hasText: 'div.main' })).toContainText('23.75')
  const told = await app.locator('.stage-caption').allTextContents()
  const [download] = await Promise.all([app.waitForEvent('download'), command(app, 'save this step')])
  expect(download.suggestedFilename()).toMatch(/^cetd-ds-step-\d+-Custom-example\.boilerscope\.json$/)
  const file = join(folder, 'example.boilerscope.json')
  await download.saveAs(file)
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(host.url)
  await ready(other)
  const [chooser] = await Promise.all([other.waitForEvent('filechooser'), command(other, 'open session or step')])
  await chooser.setFiles(file)
  await expect(other.getByLabel('HTML of the example')).toHaveValue(/North and South Korea/)
  await expect(other.locator('.stage-caption')).toHaveText(told)
  await expect(other.locator('.stage-rows-row', { hasText: 'div.main' })).toContainText('23.75')
  await context.close()
})
