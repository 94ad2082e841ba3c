import { expect, test, vi } from 'vitest'
import { createClient, type HostMessage } from '../../shared/contract/client'
import { connect, portChannel, type Bridge } from '../../renderer/window/host/host'

function shownWindow() {
  const { port1: host, port2 } = new MessageChannel()
  const self = new EventTarget()
  let asked = 0
  const message = (source: unknown, data: unknown): Event => Object.assign(new Event('message'), { source, data, ports: [port2] })
  return {
    host,
    asked: () => asked,
    channel: () => portChannel({ viewBase: '', connect: () => asked++, pathOf: () => '' }, self),
    give: (source: unknown = self, data = 'boilerscope:port') => self.dispatchEvent(message(source, data)),
  }
}

test('the window requests its channel once, and earlier messages arrive', async () => {
  const { host, channel, give, asked } = shownWindow()
  host.onmessage = ({ data }: MessageEvent<{ id: number; method: string }>) =>
    host.postMessage({ type: 'result', id: data.id, result: { ok: true, value: data.method } } satisfies HostMessage)
  const client = createClient(channel())
  const early = client.call('host.info', {})
  give()
  expect(await early).toEqual({ ok: true, value: 'host.info' })
  expect(await client.call('samples.list', {})).toEqual({ ok: true, value: 'samples.list' })
  expect(asked()).toBe(1)
  host.close()
})

test('a call whose input cannot be sent is rejected', async () => {
  const { host, channel, give } = shownWindow()
  const call = createClient(channel()).call('samples.list', { input: (() => 0) as never })
  give()
  await expect(call).rejects.toThrow('could not be cloned')
  host.close()
})

test('a channel from another sender than the window is ignored', async () => {
  const { host, channel, give } = shownWindow()
  const got: unknown[] = []
  host.onmessage = ({ data }: MessageEvent<unknown>) => got.push(data)
  const opened = channel()
  give({}, 'boilerscope:port')
  give(null, 'boilerscope:port')
  give(undefined, 'something else')
  void opened.send({ type: 'cancel', id: 1 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(got).toEqual([])
  host.close()
})

test('in Electron the window receives the path of a dropped file; other files have no path', async () => {
  let exposed: Bridge | undefined
  const paths = new Map<File, string>()
  vi.doMock('electron', () => ({
    contextBridge: { exposeInMainWorld: (_name: string, bridge: Bridge) => (exposed = bridge) },
    ipcRenderer: { send: () => undefined, on: () => undefined },
    webUtils: { getPathForFile: (file: File) => paths.get(file) ?? '' },
  }))
  await import('../../electron/preload/preload')
  vi.stubGlobal('window', Object.assign(new EventTarget(), { boilerscope: exposed }))
  try {
    const dropped = new File(['export default 1'], 'my-method.ts')
    paths.set(dropped, '/home/me/my-method.ts')
    const connection = connect()
    expect([connection.pathOf(dropped), connection.pathOf(new File([''], 'made-by-a-script.ts'))]).toEqual(['/home/me/my-method.ts', null])
  } finally {
    vi.unstubAllGlobals()
    vi.doUnmock('electron')
  }
})
