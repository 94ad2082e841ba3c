import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { appendTo, longTextsModule } from '../fixtures/own-module'
import { command, expect, ready, settled, startHost, test as base } from './app'

export const test = base.extend<{ ownApp: Page }>({
  ownApp: async ({ page, folder }, use) => {
    const { host, process: child } = await startHost([], { BOILERSCOPE_DATA: join(folder, 'data') })
    await page.goto(host.url)
    await ready(page)
    await use(page)
    child.removeAllListeners('exit')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  },
})

export const method = (folder: string, { title = 'Long texts', inRun = '' } = {}): string =>
  longTextsModule({ title, inRun, atLoad: appendTo(join(folder, 'ran')) })

export const dialog = (app: Page): Locator => app.getByRole('dialog', { name: 'Add an extractor' })

export const hasRun = (folder: string): boolean => existsSync(join(folder, 'ran'))

export async function addByDialog(app: Page, path: string): Promise<void> {
  await command(app, 'Add extractor')
  await dialog(app).getByRole('textbox').fill(path)
  await dialog(app).getByRole('button', { name: 'Review' }).click()
  await dialog(app).getByRole('button', { name: 'Approve and run' }).click()
  await expect(dialog(app)).toBeHidden()
  await settled(app)
}
