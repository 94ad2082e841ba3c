import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test'
import { findElectron, root } from '../../scripts/ensure.mjs'
import { argumentsFor, launch, makeData } from './launch'

interface Started {
  readonly data: string
  readonly app: ElectronApplication
  readonly window: Page
}

const test = base.extend<Started>({
  data: async ({}, use) => {
    const data = makeData()
    await use(data)
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  },
  app: async ({ data }, use) => {
    const app = await launch(data)
    await use(app)
    await app.close().catch(() => undefined)
  },
  window: async ({ app }, use) => {
    const window = await app.firstWindow()
    await expect(window.locator('[data-state="ready"]').first()).toBeVisible({ timeout: 30_000 })
    await use(window)
  },
})

function writePage(folder: string, words: string): string {
  const path = join(folder, 'page.html')
  writeFileSync(path, `<!doctype html><title>${words}</title><article><p>${`${words}. `.repeat(30)}</p></article>`)
  return path
}

const isShown = (window: Page, title: string): Promise<void> => expect(window).toHaveTitle(`${title} – Boilerscope`, { timeout: 30_000 })

function run(...words: readonly string[]) {
  return spawnSync(findElectron() ?? '', words, { encoding: 'utf8', timeout: 50_000 })
}

test('a second instance sends its page to the first one and ends', async ({ data, window }) => {
  const { status } = run(...argumentsFor(data, writePage(data, 'From the second instance')))
  expect(status).toBe(0)
  await isShown(window, 'From the second instance')
})

test('a file that is chosen in the dialog opens', async ({ data, app, window }) => {
  const path = writePage(data, 'Chosen in the dialog')
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)
  await window.keyboard.press('Control+o')
  await isShown(window, 'Chosen in the dialog')
})

test('a dropped file opens, and has its path', async ({ data, window }) => {
  const path = writePage(data, 'Dropped on the window')
  await window.evaluate(() => {
    addEventListener('drop', ({ dataTransfer }) => {
      const { boilerscope } = globalThis as unknown as { boilerscope: { pathOf(file: File): string } }
      const [file] = dataTransfer?.files ?? []
      document.body.dataset.dropped = file ? boilerscope.pathOf(file) : ''
    })
  })
  const session = await window.context().newCDPSession(window)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 20, data: { items: [], files: [path], dragOperationsMask: 1 } })
  await isShown(window, 'Dropped on the window')
  expect(await window.evaluate(() => document.body.dataset.dropped)).toBe(path)
})

test('a window that crashes is loaded again', async ({ app, window }) => {
  expect(window.url()).toContain('boilerscope://app/')
  await app.evaluate(({ BrowserWindow, dialog }) => {
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      Object.assign(globalThis, { shownMessage: message })
      return Promise.resolve({ response: 0, checkboxChecked: false })
    }) as typeof dialog.showMessageBox
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  })
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { shownMessage: string }).shownMessage))
    .toMatch(/^The window stopped \(/)
  // Scripts fail during a reload of the window.
  const isReady = (): Promise<boolean> =>
    app
      .evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`document.querySelector('[data-state="ready"]') !== null`),
      )
      .then((found: unknown) => found === true)
      .catch(() => false)
  await expect.poll(isReady).toBe(true)
})

test('a save that runs while the window closes is complete when the application ends', async ({ data, app, window }) => {
  const corpus = join(data, 'corpus')
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await window
    .evaluate(async (path) => {
      const { boilerscope } = globalThis as unknown as { boilerscope: { connect(): void } }
      const port = await new Promise<MessagePort>((resolve) => {
        addEventListener('message', ({ ports }) => ports[0] && resolve(ports[0]))
        boilerscope.connect()
      })
      const call = (id: number, method: string, input: object): void => port.postMessage({ type: 'call', id, method, input })
      call(1, 'corpus.create', { path, name: 'Before' })
      await new Promise((resolve) => {
        port.addEventListener('message', resolve, { once: true })
        port.start()
      })
      call(2, 'corpus.describe', { corpus: path, name: 'Renamed while closing' })
      globalThis.close()
    }, corpus)
    .catch(() => undefined)
  expect(await ended).toBe(0)
  expect(readFileSync(join(corpus, 'corpus.json'), 'utf8')).toContain('Renamed while closing')
})

test('a start whose modules cannot be loaded ends with the reason', ({ data }) => {
  mkdirSync(join(data, 'out', 'main'), { recursive: true })
  for (const name of ['package.json', join('out', 'main', 'main.js')]) cpSync(join(root, name), join(data, name))
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const { status, stderr } = run(...sandbox, data, '--self-check', join(data, 'report.json'))
  expect(status).toBe(1)
  expect(stderr).toContain('Cannot find module')
})
