/** Starts the built browser host, or serves the built website, for a test worker. Starts Electron for a test of Electron's window. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Browser, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { findChromium, root } from '../../scripts/ensure.mjs'
import { startCaptureServer, type CaptureServer } from '../capture/capture-server'
import { serveFiles } from './file-server'
import { INDEX_URL } from '../../electron/services/view/view-policy'
import { launch } from '../electron/launch'
import { openOneWindow, showEverything, VIEWPORT, type OneWindow } from './one-window'

export interface HostOptions {
  /** `browser`: the browser host. `static`: the website on a file server. `electron`: Electron's window. */
  hostKind: 'browser' | 'static' | 'electron'
}

export interface Host {
  readonly url: string
  readonly port: number
  readonly token: string
}

/** On a slow machine, a library can need more than 10 s for its first page. */
const TIMEOUT_ARGS = ['--extraction-timeout', '120000']

export function startHost(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<{ host: Host; process: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, 'out', 'main', 'server.js'), '--port', '0', ...TIMEOUT_ARGS, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BOILERSCOPE_CHROMIUM: findChromium() ?? '', ...env },
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

export interface TestFixtures {
  app: Page
  firstWindow: Page
  folder: string
}
export interface WorkerFixtures extends HostOptions {
  host: Host
  site: CaptureServer
  oneWindow: OneWindow
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  hostKind: ['browser', { option: true, scope: 'worker' }],
  host: [
    async ({ hostKind }, use) => {
      if (hostKind === 'electron') return use({ url: INDEX_URL, port: 0, token: '' })
      if (hostKind === 'static') {
        const files = await serveFiles(join(root, 'out', 'docs'), '/~someone/boilerscope/')
        await use({ url: `${files.url}app/index.html`, port: Number(new URL(files.url).port), token: '' })
        await files.close()
        return
      }
      const data = mkdtempSync(join(tmpdir(), 'boilerscope-e2e-'))
      const { host, process: child } = await startHost([], { BOILERSCOPE_DATA: data })
      await use(host)
      child.removeAllListeners('exit')
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  site: [
    async ({}, use) => {
      const site = await startCaptureServer()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await showEverything(context)
    await use(context)
  },
  oneWindow: [
    async ({ browser, host }, use) => {
      const window = await openOneWindow(browser, host.url)
      await use(window)
      await window.close()
    },
    { scope: 'worker' },
  ],
  app: async ({ hostKind, oneWindow, host }, use) => {
    const electron = hostKind === 'electron' ? await launch() : null
    const page = electron ? await electron.firstWindow() : await oneWindow.empty()
    if (electron) await showEverything(electron.context())
    await page.goto(host.url)
    await ready(page)
    await use(page)
    await electron?.close()
  },
  firstWindow: async ({ browser, host }, use) => {
    const window = await openFreshWindow(browser, host.url)
    await use(window)
    await window.context().close()
  },
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'boilerscope-page-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

/**
 * Opens a window without stored data.
 * @param isPrepared whether `showEverything` prepares the window
 */
export async function openFreshWindow(browser: Browser, address: string, isPrepared = false): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  if (isPrepared) await showEverything(context)
  const page = await context.newPage()
  await page.goto(address)
  await ready(page)
  return page
}

export async function ready(page: Page): Promise<void> {
  await expect(page.locator('[data-state="ready"]').first()).toBeVisible()
}

export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-state="ready"]:not([data-running])').first()).toBeVisible()
}

export async function openAddress(page: Page, address: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Address: URL' })
  await field.fill(address)
  await field.press('Enter')
}

export async function fromMenu(page: Page, menu: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

export async function fromOpenList(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Address: URL' }).click()
  await page.getByRole('group', { name: 'Open', exact: true }).getByRole('button', { name: entry }).click()
}

export async function captureAs(page: Page, mode: 'Source' | 'Rendered'): Promise<void> {
  await page.getByRole('button', { name: /^Capture: / }).click()
  await page.getByRole('group', { name: 'Capture', exact: true }).getByRole('button', { name: mode }).click()
}

export async function switchShown(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('dialog', { name: 'Show' }).getByRole('checkbox', { name: words }).click()
  await page.keyboard.press('Escape')
}

export async function openSample(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address: URL' }).click()
  const list = page.getByRole('group', { name: 'Open', exact: true })
  await list
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .last()
    .getByRole('button')
    .click()
  await ready(page)
}

export async function pasteHtml(page: Page, html: string): Promise<void> {
  await fromOpenList(page, 'Paste HTML …')
  const dialog = page.getByRole('dialog', { name: 'Paste HTML' })
  await dialog.getByRole('textbox', { name: 'HTML', exact: true }).fill(html)
  await dialog.getByRole('button', { name: 'Open' }).click()
}

export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([text, fileName]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], fileName))
      return transfer
    },
    [content, name] as const,
  )
  await page.locator('body').dispatchEvent('drop', { dataTransfer })
}

export function pageView(page: Page): FrameLocator {
  return page.frameLocator('iframe[data-testid="page-view"]')
}

export function treeRow(page: Page, text: string | RegExp): Locator {
  return page.getByRole('treeitem').filter({ hasText: text }).first()
}

export function selectedRow(page: Page): Locator {
  return page.locator('[role="treeitem"][aria-selected="true"]')
}

export async function selectBySearch(page: Page, query: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search the tree' })
  await field.fill(query)
  await field.press('Enter')
  await expect(page.locator('.tree-hits')).toHaveText(/ of /)
}

export function whySentence(page: Page): Locator {
  return page.getByRole('group', { name: 'Why', exact: true }).locator('.why-sentence')
}

export function extractedText(page: Page): Locator {
  return page.getByRole('region', { name: 'Extracted text' })
}

export async function pickExtractor(page: Page, title: string, list = 'Extractor'): Promise<void> {
  await page.getByRole('combobox', { name: list, exact: true }).click()
  await page
    .getByRole('option')
    .filter({ has: page.getByText(title, { exact: true }) })
    .first()
    .click()
}

export async function chooseExtractor(page: Page, title: string): Promise<void> {
  await pickExtractor(page, title)
  await settled(page)
}

export async function showPanel(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('tab', { name: title, exact: true }).click()
}

export async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search commands').fill(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden()
}

export function numberIn(text: string | null): number {
  return Number(/-?\d[\d,]*(?:\.\d+)?/.exec((text ?? '').replace('−', '-'))?.[0].replaceAll(',', ''))
}

export async function copiedLink(page: Page): Promise<string> {
  await expect(page.getByText('Link copied.')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

export { expect }
