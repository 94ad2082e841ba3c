// @vitest-environment node
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createElectronHost, type ElectronHostOptions } from '../../electron/main/electron-host'
import { root } from '../../scripts/ensure.mjs'
import { FakeDocument, FakeEvent, fakeElectron } from './fake-electron'
import { eventually } from '../fixtures/eventually'

const ROOT = root.replace(/[\\/]$/, '')
const SAMPLE = { kind: 'sample', id: 'news-article' }
const PROGRAM = '/opt/Boilerscope/boilerscope'
const FILE = { kind: 'file', path: '/home/ann/page.html' }

vi.mock(import('../../electron/services/self-check/self-check'), async (plain) => ({ ...(await plain()), selfCheckTo: async () => 0 }))

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function host(options: Partial<ElectronHostOptions> = {}) {
  const data = mkdtempSync(join(tmpdir(), 'boilerscope-electron-'))
  cleanups.push(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }))
  const fake = fakeElectron({ root: ROOT, data })
  const usual = { platform: 'linux', argv: [PROGRAM], folder: '/home/ann', isDefaultApp: false, isRoot: false } as const
  const made = createElectronHost(fake.port, { ...usual, ...options })
  const { app } = fake.electron
  cleanups.push(() => {
    for (const document of fake.documents) document.leave()
    return quit(fake)
  })
  return {
    ...fake,
    app,
    data,
    async start(): Promise<void> {
      app.ready()
      await made.start()
    },
    async document(): Promise<FakeDocument> {
      const document = fake.connect()
      await document.answer(document.send('menu.set', { actions: [] }))
      return document
    },
    async initialOf(document: FakeDocument): Promise<unknown> {
      return ((await document.answer(document.send('host.info'))) as { initial: unknown }).initial
    },
  }
}

async function started(options?: Partial<ElectronHostOptions>): Promise<ReturnType<typeof host>> {
  const made = host(options)
  await made.start()
  return made
}
const opens = (...paths: string[]) => paths.map((path) => ({ type: 'open', source: { kind: 'file', path } }))

async function quit({ electron: { app } }: ReturnType<typeof fakeElectron>): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    const before = app.quits
    const event = new FakeEvent()
    app.emit('will-quit', event)
    if (!event.isPrevented) return
    while (app.quits === before) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('it never ended')
}

describe('a requested page is shown', () => {
  test('the page of the command line is opened first; without one a sample', async () => {
    const named = await started({ argv: [PROGRAM, 'page.html'] })
    expect(await named.initialOf(await named.document())).toEqual(FILE)
    const plain = await started()
    expect(await plain.initialOf(await plain.document())).toEqual(SAMPLE)
  })

  test('a file that the Finder opens before Electron is ready is opened first', async () => {
    const h = host({ platform: 'darwin' })
    const event = new FakeEvent()
    h.app.emit('open-file', event, FILE.path)
    expect([event.isPrevented, h.windows().length]).toEqual([true, 0])
    await h.start()
    const document = await h.document()
    expect([await h.initialOf(document), document.events()]).toEqual([FILE, []])
  })

  test('of several early files, the window shows the first, and opens the others when it can receive events', async () => {
    const h = host({ platform: 'darwin' })
    for (const name of ['a', 'b', 'c']) h.app.emit('open-file', new FakeEvent(), `/${name}.html`)
    await h.start()
    const document = h.connect()
    expect([await h.initialOf(document), document.events()]).toEqual([{ kind: 'file', path: '/a.html' }, []])
    await document.answer(document.send('menu.set', { actions: [] }))
    expect(document.events()).toEqual(opens('/b.html', '/c.html'))
  })

  test('an event waits until the window can receive events, and is sent once', async () => {
    const h = await started()
    h.app.emit('open-file', new FakeEvent(), FILE.path)
    const document = await h.document()
    h.app.emit('open-file', new FakeEvent(), '/second.html')
    expect(document.events()).toEqual(opens(FILE.path, '/second.html'))
  })

  test('a file without a window opens one that shows it', async () => {
    const h = await started({ platform: 'darwin' })
    await h.document()
    h.window().close()
    h.app.emit('open-file', new FakeEvent(), FILE.path)
    expect([h.windows().length, await h.initialOf(await h.document())]).toEqual([2, FILE])
  })
})

describe('a second instance', () => {
  test('sends its page to the first program, whose minimised window is restored', async () => {
    const h = await started()
    const document = await h.document()
    h.window().minimized = true
    h.app.emit('second-instance', {}, [PROGRAM, '--allow-file-access-from-files', 'page.html'], '/home/ann')
    expect([document.events(), h.window().did]).toEqual([opens(FILE.path), ['restore', 'show', 'focus']])
  })

  test('during the start waits for the window', async () => {
    const h = host()
    h.app.emit('second-instance', {}, [PROGRAM, 'page.html'], '/home/ann')
    expect(h.windows()).toHaveLength(0)
    await h.start()
    expect(await h.initialOf(await h.document())).toEqual(FILE)
  })

  test('ends and opens nothing', async () => {
    const h = host()
    h.app.hasLock = false
    await h.start()
    expect([h.app.quits, h.windows().length]).toEqual([1, 0])
  })
})

describe('opening and closing windows', () => {
  test('on a Mac the dock icon opens a new window each time', async () => {
    const h = await started({ platform: 'darwin' })
    for (const count of [1, 2, 3]) {
      h.app.emit('activate')
      expect(h.windows()).toHaveLength(count)
      h.window().close()
      h.app.emit('window-all-closed')
    }
    expect(h.app.quits).toBe(0)
  })

  test('the window’s frame has the theme of the window, and stores the theme for the next start', async () => {
    const h = await started()
    const document = await h.document()
    await document.answer(document.send('window.theme', { theme: 'dark' }))
    expect(h.electron.nativeTheme.themeSource).toBe('dark')
    expect(JSON.parse(readFileSync(join(h.data, 'window.json'), 'utf8'))).toMatchObject({ theme: 'dark' })
  })

  test('damaged settings of the window have the effect of a first start', async () => {
    const h = host()
    writeFileSync(join(h.data, 'window.json'), '{"bounds": "here"}')
    await h.start()
    expect(h.window().options).toMatchObject({ width: 1366, height: 728 })
  })

  test('a self-check leaves no folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'boilerscope-temporary-'))
    vi.stubEnv('TMPDIR', folder)
    cleanups.push(() => rmSync(folder, { recursive: true }))
    cleanups.push(() => void vi.unstubAllEnvs())
    const h = host({ argv: [PROGRAM, '--self-check', 'report.json'] })
    const before = readdirSync(folder)
    await h.start()
    expect([h.app.exits, readdirSync(folder)]).toEqual([[0], before])
  })

  test('a failed start is reported, and no process keeps the lock', async () => {
    const h = host()
    h.electron.protocol.handle = () => {
      throw new Error('the scheme is taken')
    }
    await h.start()
    expect([h.errors, h.app.exits]).toEqual([['Boilerscope could not be started'], [1]])
    expect(readFileSync(join(h.data, 'boilerscope.log'), 'utf8')).toContain('the scheme is taken')
  })
})

describe('a crash', () => {
  test('of the window can end the application', async () => {
    const h = await started()
    h.answers.button = 1
    h.window().webContents.emit('render-process-gone', {}, { reason: 'oom' })
    await eventually(() => expect(h.app.quits).toBe(1))
    expect(h.window().webContents.reloads).toBe(0)
  })

  test('a frozen window receives all earlier and later requests after it responds again', async () => {
    const h = await started()
    const document = await h.document()
    h.answers.button = 1
    h.window().emit('unresponsive')
    h.app.emit('second-instance', {}, [PROGRAM, FILE.path], '/home/ann')
    expect(document.events()).toEqual([])
    await eventually(() => expect(document.events()).toHaveLength(1))
    h.app.emit('open-file', new FakeEvent(), '/second.html')
    expect(h.boxes[0]).toMatchObject({ message: 'The window does not respond.', buttons: ['Reload the window', 'Wait'] })
    expect(h.window().webContents.reloads).toBe(0)
    expect(document.events()).toEqual(opens(FILE.path, '/second.html'))
  })
})

describe('permissions', () => {
  const own = 'boilerscope://app/index.html'
  test.each([
    ['clipboard-sanitized-write', own, true, true],
    ['fullscreen', own, true, true],
    ['clipboard-sanitized-write', own, false, false],
    ['fullscreen', 'https://example.org/', true, false],
    ['clipboard-read', own, true, false],
    ['media', own, true, false],
    ['geolocation', own, true, false],
    ['notifications', own, true, false],
    ['openExternal', own, true, false],
    ['fileSystem', own, true, false],
  ])('%s for %s, top frame %s: %s', async (permission, url, isTop, granted) => {
    expect((await started()).own.grants(permission, url, isTop)).toBe(granted)
  })

  test('a check and a request have the same result; the origin contains no page', async () => {
    const h = await started()
    const checked = (permission: string, origin: string) => h.own.permissionCheck?.(null, permission, origin)
    expect([checked('fullscreen', 'boilerscope://app'), checked('media', 'boilerscope://app')]).toEqual([true, false])
    expect(checked('fullscreen', 'https://example.org')).toBe(false)
  })

  test('no client certificate is ever sent', () => {
    const h = host()
    const event = new FakeEvent()
    const given: unknown[][] = []
    const answer = (...args: unknown[]) => given.push(args)
    h.app.emit('select-client-certificate', event, {}, 'https://hostile.test/', [{ issuerName: 'Ann' }], answer)
    expect([event.isPrevented, given]).toEqual([true, [[]]])
  })

  test('the window shows only its page, and its frames only page views', async () => {
    const h = await started()
    const goes = (url: string, isMainFrame: boolean): boolean => {
      const event = Object.assign(new FakeEvent(), { url, isMainFrame })
      h.window().webContents.emit('will-frame-navigate', event)
      return !event.isPrevented
    }
    expect([goes(own, true), goes(`${own}#link`, true), goes('boilerscope://app/view/1?bare=1', false)]).toEqual([true, true, true])
    expect([goes('boilerscope://app/view/1', true), goes(own, false), goes('https://example.org/', true)]).toEqual([false, false, false])
    expect(goes('about:blank', false)).toBe(false)
  })

  test('only the window’s own page gets a channel', async () => {
    const h = await started()
    const others = [['boilerscope://app/view/1'], [own, {}], ['https://example.org/index.html']] as const
    for (const [address, ...parent] of others) expect(h.connect(new FakeDocument(address, ...parent)).port).toBeNull()
    expect(h.connect(new FakeDocument('boilerscope://app/index.html#tab')).port).not.toBeNull()
  })

  test('neither the window nor a page view loads anything from the web', async () => {
    const h = await started()
    const view = { url: 'boilerscope://app/view/unknown' }
    expect(await h.own.asks({ url: 'http://93.184.216.34/a.png', resourceType: 'image', frame: view })).toBe(true)
    expect(await h.own.asks({ url: 'http://127.0.0.1:631/a.png', resourceType: 'image', frame: null })).toBe(true)
  })

  test('without the system’s sandbox, scripts of pages do not run', async () => {
    const h = host()
    h.app.switches.add('no-sandbox')
    await h.start()
    const document = await h.document()
    const id = document.send('page.open', { source: { kind: 'html', html: '<p>text' }, options: { mode: 'rendered' } })
    expect(await document.answer(id)).toMatchObject({ code: 'load.no-sandbox' })
  })
})

describe('running calls', () => {
  async function corpus(h: ReturnType<typeof host>, document: FakeDocument): Promise<string> {
    const path = join(h.data, 'corpus')
    await document.answer(document.send('corpus.create', { path, name: 'Mine' }))
    return path
  }

  test('a save that arrives while the window closes is complete before the application ends', async () => {
    const h = await started()
    const document = await h.document()
    const path = await corpus(h, document)
    h.window().close()
    h.app.emit('window-all-closed')
    const ended = quit(h)
    await new Promise((resolve) => setTimeout(resolve, 20))
    document.send('corpus.describe', { corpus: path, name: 'Renamed at the last moment' })
    document.leave()
    await ended
    expect(readFileSync(join(path, 'corpus.json'), 'utf8')).toContain('Renamed at the last moment')
    expect(existsSync(join(path, 'corpus.json.lock'))).toBe(false)
  })

  test('a channel that never ends does not stop the application from ending', async () => {
    const h = await started({ patience: 50 })
    await h.document()
    await quit(h)
    expect(h.app.quits).toBeGreaterThan(0)
  })

  test('a reloaded window receives no response for its previous document, whose changes are saved', async () => {
    const h = await started()
    const before = await h.document()
    const path = await corpus(h, before)
    const id = before.send('corpus.describe', { corpus: path, name: 'By the old document' }, 77)
    before.leave()
    const after = await h.document()
    await after.answer(after.send('samples.list', {}, id))
    expect(after.got.filter((message) => message.type === 'result' && message.id === id)).toHaveLength(1)
    expect(Array.isArray(await after.answer(id))).toBe(true)
    expect(before.got.some((message) => message.type === 'result' && message.id === id)).toBe(false)
    await eventually(() => expect(readFileSync(join(path, 'corpus.json'), 'utf8')).toContain('By the old document'))
  })
})
