import type { Page } from '@playwright/test'
import { command, dropFile, expect, fromMenu, openFreshWindow, pickExtractor, test } from './app'
import { savedFile } from './figures'
import { demonstrate, moment } from './demonstrating'

const captions = (page: Page) => page.locator('.stage-caption')
const NAME = 'step.boilerscope.json'

async function chooseFile(page: Page, bytes: Buffer): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), command(page, 'open session or step')])
  await chooser.setFiles({ name: NAME, mimeType: 'application/json', buffer: bytes })
}

test('a file opens the exact step with the second run and the values of both runs', { tag: '@long' }, async ({ app, host, browser }) => {
  await demonstrate(app)
  await app.getByRole('button', { name: 'Two runs' }).click()
  await pickExtractor(app, 'CECTD-DS', 'Second run')
  await fromMenu(app, 'More', 'Parameters')
  for (const [side, value] of ['1.8', '0.2'].entries()) {
    await app.getByRole('textbox', { name: 'λ', exact: true }).nth(side).fill(value)
    await expect(captions(app).nth(side)).toContainText(`λ: ${value}`)
  }
  await app.locator('.transport-chapters button', { hasText: /^mark$/ }).click()
  await app.keyboard.press('ArrowRight')
  await app.keyboard.press('ArrowRight')
  const step = await moment(app).inputValue()
  const texts = await captions(app).allTextContents()
  const { name, bytes } = await savedFile(app, () => fromMenu(app, 'Export', 'This step as a file'))
  expect(name).toMatch(/^cectd-ds-step-\d+-.+\.boilerscope\.json$/)
  for (const open of [chooseFile, (page: Page) => dropFile(page, NAME, bytes.toString())]) {
    const other = await openFreshWindow(browser, host.url)
    await open(other, bytes)
    await expect(moment(other)).toHaveValue(step)
    await expect(captions(other)).toHaveText(texts)
    await other.context().close()
  }
})

test('a file opens a step of an edited example', { tag: '@long' }, async ({ app, host, browser }) => {
  await demonstrate(app)
  await pickExtractor(app, 'CETD-DS')
  await app.getByRole('button', { name: 'Edit example' }).click()
  const editor = app.getByLabel('HTML of the example')
  await expect(app.locator('.stage-rows-row', { hasText: 'div.articleHeadline' })).toBeVisible()
  await editor.fill((await editor.inputValue()).replace('South Korea', 'North and South Korea'))
  await expect(app.locator('.demo-editor')).toContainText('You changed this example')
  await app.locator('.transport-chapters button', { hasText: /^density$/ }).click()
  await app.keyboard.press('Shift+ArrowRight')
  await expect(app.locator('.stage-rows-row', { hasText: 'div.main' })).toContainText('23.75')
  const texts = await captions(app).allTextContents()
  const { name, bytes } = await savedFile(app, () => command(app, 'save this step'))
  expect(name).toMatch(/^cetd-ds-step-\d+-Custom-example\.boilerscope\.json$/)
  const other = await openFreshWindow(browser, host.url)
  await chooseFile(other, bytes)
  await expect(other.getByLabel('HTML of the example')).toHaveValue(/North and South Korea/)
  await expect(captions(other)).toHaveText(texts)
  await expect(other.locator('.stage-rows-row', { hasText: 'div.main' })).toContainText('23.75')
  await other.context().close()
})
