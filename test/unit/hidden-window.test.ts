import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createHiddenWindows } from '../../electron/main/hidden-window'
import { NO_CONNECTION } from '../../electron/services/capture/checked-proxy'
import { FakeEvent, type FakeSession, FakeWindow, fakeElectron } from './fake-electron'
import { folderForAll } from '../fixtures/temporary-folder'

const data = folderForAll('hidden')
const CLEARED = ['connections', 'data', 'passwords', 'names']
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

function hidden(most?: number) {
  const fake = fakeElectron({ root: data, data })
  const windows = createHiddenWindows(fake.port, most)
  const session = (n: number): FakeSession => {
    const found = fake.sessions.get(`capture-${n}`)
    if (!found) throw new Error(`there is no session ${n}`)
    return found
  }
  return { ...fake, windows, session }
}

describe('sessions of captures', () => {
  test('a hundred consecutive captures use one session, which is cleared after each capture', async () => {
    const { windows, sessions, session } = hidden()
    for (let i = 0; i < 100; i++) {
      const target = await windows.open()
      expect(session(1).cleared).toHaveLength(CLEARED.length * i)
      await target.destroy()
      await turn()
    }
    expect([sessions.size, session(1).cleared.slice(0, 4)]).toEqual([1, CLEARED])
  })

  test('simultaneous captures never share a session, and wait if no session is free', async () => {
    const { windows, sessions } = hidden(2)
    const [a, b] = await Promise.all([windows.open(), windows.open()])
    let third = false
    const waiting = windows.open().then((target) => {
      third = true
      return target
    })
    await turn()
    expect([sessions.size, third]).toEqual([2, false])
    await a.destroy()
    await waiting
    expect(sessions.size).toBe(2)
    await b.destroy()
  })

  test('a session that cannot be cleared is never used again', async () => {
    const { windows, session, sessions } = hidden(1)
    const first = await windows.open()
    session(1).failsToClear = true
    await first.destroy()
    await turn()
    const second = await windows.open()
    expect([...sessions.keys()]).toEqual(['capture-1', 'capture-2'])
    await second.destroy()
  })

  test('a window that cannot be opened releases its session', async () => {
    const { windows, sessions, window } = hidden(1)
    FakeWindow.failsToLoad = true
    await expect(windows.open()).rejects.toThrow('it cannot be loaded')
    expect(window().isDestroyed()).toBe(true)
    FakeWindow.failsToLoad = false
    await (await windows.open()).destroy()
    expect(sessions.size).toBe(1)
  })

  test('ending a window twice clears its session once', async () => {
    const { windows, session } = hidden()
    const target = await windows.open()
    await Promise.all([target.destroy(), target.destroy()])
    await turn()
    expect(session(1).cleared).toEqual(CLEARED)
  })
})

describe('permissions of a captured page', () => {
  test('no request is allowed before a capture sets its rules or after it ends', async () => {
    const { windows, session } = hidden()
    const target = await windows.open()
    const image = { url: 'https://a.test/1.png', resourceType: 'image' }
    expect(await session(1).asks(image)).toBe(true)
    await target.guard({ ...NO_CONNECTION, allows: () => Promise.resolve(true) })
    expect(await session(1).asks(image)).toBe(false)
    await target.destroy()
    expect(await session(1).asks(image)).toBe(true)
  })

  test('requests of frames go to the debugger; other requests go to the capture, which counts them', async () => {
    const { windows, session } = hidden()
    const target = await windows.open()
    const asked: string[] = []
    const allows = (url: string, isLeaving?: boolean): Promise<boolean> => {
      asked.push(`${isLeaving ? 'leaving' : 'asked'} ${url}`)
      return Promise.resolve(!url.includes('private'))
    }
    await target.guard({ ...NO_CONNECTION, allows })
    const frame = { url: 'https://a.test/' }
    const cancelled = (url: string, resourceType: string, more = {}): Promise<boolean> => session(1).asks({ url, resourceType, ...more })
    expect(await cancelled('https://private.test/a.css', 'stylesheet', { frame })).toBe(false)
    expect(await cancelled('https://private.test/ad', 'subFrame', { frame: null })).toBe(false)
    expect([await cancelled('https://a.test/favicon.ico', 'other'), asked]).toEqual([true, []])
    const ofWorker = (site: string) => cancelled(`https://${site}.test/of-a-worker`, 'xhr', { frame: null })
    expect([await ofWorker('a'), await ofWorker('private'), await cancelled('wss://a.test/', 'webSocket', { frame })]).toEqual([
      false,
      true,
      true,
    ])
    expect(asked.splice(0)).toEqual(['asked https://a.test/of-a-worker', 'asked https://private.test/of-a-worker', 'asked wss://a.test/'])
    const stopped = (url: string, resourceType = 'stylesheet'): Promise<boolean> => session(1).leaves({ url, resourceType, frame })
    expect([await stopped('https://a.test/a.css'), await stopped('https://private.test/a.css')]).toEqual([false, true])
    expect(await stopped('https://a.test/', 'mainFrame')).toBe(false)
    expect(asked).toEqual(['leaving https://a.test/a.css', 'leaving https://private.test/a.css'])
    await target.guard({ ...NO_CONNECTION, allows: () => Promise.reject(new Error('no resolver')) })
    expect(await cancelled('https://a.test/a.css', 'stylesheet')).toBe(true)
    await target.destroy()
  })

  test('a main document belongs only to the window of its capture', async () => {
    const { windows, session, window } = hidden()
    const target = await windows.open()
    const own = window().webContents.id
    const cancels = (webContentsId: number) => session(1).asks({ url: 'https://a.test/', resourceType: 'mainFrame', webContentsId })
    expect([await cancels(own), await cancels(own + 1)]).toEqual([false, true])
    await target.destroy()
    expect(await cancels(own)).toBe(true)
  })

  test('a page that fills the memory is stopped with a reason; the others continue', async () => {
    const { windows, electron, window } = hidden()
    const program = spawn('sleep', ['60'])
    const ended = new Promise((resolve) => program.once('exit', (_code, signal) => resolve(signal)))
    const target = await windows.open()
    const contents = window().webContents
    contents.processId = program.pid ?? 0
    electron.app.memory.set(process.pid, 2 ** 50)
    electron.app.memory.set(contents.processId, 2 ** 50)
    expect(await ended).toBe('SIGKILL')
    contents.emit('render-process-gone', {}, { reason: 'killed' })
    expect(await new Promise((resolve) => target.onGone((...why) => resolve(why)))).toEqual(['the page’s process ended: killed', true])
    await target.destroy()
  })

  test('the page’s own response gets the policy if Electron keeps it; an attachment is a page', async () => {
    const { windows, session } = hidden()
    await windows.open()
    const headers = { 'Content-Type': ['text/html'], 'Content-Disposition': ['attachment'], Refresh: ['0;url=/'] }
    expect(Object.keys(session(1).passes('mainFrame', headers)).join()).toBe('Content-Type,Content-Security-Policy,X-DNS-Prefetch-Control')
    expect(session(1).passes('script', headers)).toEqual(headers)
  })

  test('permissions, downloads, windows, other protocols and a refusal to close are denied', async () => {
    const { windows, session, window } = hidden()
    await windows.open()
    expect(session(1).grants('clipboard-sanitized-write', 'boilerscope://app/index.html')).toBe(false)
    expect([session(1).permissionCheck?.(null, 'media', 'https://a.test'), session(1).device?.()]).toEqual([false, false])
    const prevented = (emitter: { emit(name: string, event: FakeEvent): boolean }, name: string, more = {}): boolean => {
      const event = Object.assign(new FakeEvent(), more)
      emitter.emit(name, event)
      return event.isPrevented
    }
    const { webContents: contents, options } = window()
    expect([prevented(session(1), 'will-download'), prevented(contents, 'will-prevent-unload')]).toEqual([true, true])
    expect(prevented(contents, 'will-attach-webview')).toBe(true)
    const navigates = (url: string) => !prevented(contents, 'will-frame-navigate', { url, isMainFrame: true })
    expect([navigates('mailto:ann@a.test'), navigates('https://a.test/')]).toEqual([false, true])
    expect(contents.opens({ url: 'https://a.test/', frameName: '' })).toEqual({ action: 'deny' })
    expect(options).toMatchObject({ show: false, webPreferences: { partition: 'capture-1', sandbox: true, offscreen: true } })
    expect(options.webPreferences).not.toHaveProperty('preload')
  })

  test('a page whose process ends is reported once, and on a later request', async () => {
    const { windows, window } = hidden()
    const target = await windows.open()
    window().webContents.emit('render-process-gone', {}, { reason: 'oom' })
    window().emit('closed')
    const reasons: string[] = []
    target.onGone((reason) => reasons.push(reason))
    expect(reasons).toEqual(['the page’s process ended: oom'])
  })
})
