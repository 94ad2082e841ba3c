/** Starts the built browser host for a test worker, and does in the window what a person does. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { findChromium, root } from '../../scripts/ensure.mjs'

export interface Host {
  readonly url: string
  readonly port: number
  readonly token: string
}

export function startHost(args: readonly string[] = []): Promise<{ host: Host; process: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, 'out', 'main', 'server.js'), '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BOILERSCOPE_CHROMIUM: findChromium() ?? '' },
    cwd: root,
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}: ${output}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/#token=(\w+)/.exec(output)
      if (found) resolve({ host: { url: found[0], port: Number(found[1]), token: found[2] ?? '' }, process: child })
    })
  })
}

export const test = base.extend<{ app: Page }, { host: Host }>({
  host: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const { host, process: child } = await startHost()
      await use(host)
      child.removeAllListeners('exit')
      child.kill('SIGTERM')
    },
    { scope: 'worker' },
  ],
  app: async ({ page, host }, use) => {
    await page.goto(host.url)
    await ready(page)
    await use(page)
  },
})

/** Waits until a page is open and its extraction drawn. */
export async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('tree')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('[data-state="ready"]').first()).toBeVisible({ timeout: 30_000 })
}

/** Types an address and opens it. */
export async function openAddress(page: Page, address: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /address/i })
  await field.fill(address)
  await field.press('Enter')
}

/** The page view's document. */
export function pageView(page: Page): ReturnType<Page['frameLocator']> {
  return page.frameLocator('iframe[data-testid="page-view"]')
}

export function treeRow(page: Page, text: string | RegExp): Locator {
  return page.getByRole('treeitem').filter({ hasText: text }).first()
}

export { expect }
