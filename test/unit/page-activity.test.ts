/** Electron does not report the end of every request, so some tests omit this event. */
import { expect, test } from 'vitest'
import type { CdpTarget } from '../../electron/services/capture/cdp-target'
import { watchActivity } from '../../electron/services/capture/page-activity'
import { recordResources } from '../../electron/services/capture/resource-recorder'
import { readBody } from '../../electron/services/capture/paused-request'

function eventSource() {
  const listeners: Parameters<CdpTarget['on']>[0][] = []
  const target: Pick<CdpTarget, 'on' | 'send'> = {
    on: (listener) => void listeners.push(listener),
    send: () => Promise.resolve({ body: '<p>framed', base64Encoded: false }),
  }
  const report = (method: string, params: object): void => {
    for (const listener of listeners) listener(method, params)
  }
  return { target: target as CdpTarget, report }
}

const document = { requestId: '1', type: 'Document', frameId: 'frame', request: { url: 'http://a.test/frame' } }
const response = { url: 'http://a.test/frame', status: 200, headers: { 'content-type': 'text/html' } }

test('a frame that stopped loading has its document, even without an event for the end of its request', async () => {
  const { target, report } = eventSource()
  const activity = watchActivity(target)
  const recorder = recordResources({ target, mainFrame: 'main', budget: 1000, refusal: () => null, frames: 'loaded' })
  report('Network.requestWillBeSent', document)
  report('Page.frameStartedLoading', { frameId: 'frame' })
  expect(activity.quiet()).toBe(0)
  report('Network.responseReceived', { requestId: '1', type: 'Document', response })
  report('Page.frameStoppedLoading', { frameId: 'frame' })
  expect(await activity.idle(0, 1000)).toBe(true)
  const { resources, missing } = await recorder.finish(1000)
  expect([resources.map(({ url }) => url), missing]).toEqual([['http://a.test/frame'], []])
})

test('a frame that stopped without a response has no document, and other requests continue', async () => {
  const { target, report } = eventSource()
  const activity = watchActivity(target)
  const recorder = recordResources({ target, mainFrame: 'main', budget: 1000, refusal: () => null, frames: 'loaded' })
  report('Network.requestWillBeSent', document)
  report('Network.requestWillBeSent', { ...document, requestId: '2', type: 'Image', request: { url: 'http://a.test/image' } })
  report('Page.frameStoppedLoading', { frameId: 'frame' })
  expect(activity.quiet()).toBe(0)
  report('Network.loadingFailed', { requestId: '2', errorText: 'net::ERR_FAILED' })
  expect(await activity.idle(0, 1000)).toBe(true)
  expect((await recorder.finish(0)).missing.map(({ url }) => url)).toEqual(['http://a.test/image', 'http://a.test/frame'])
})

test('a frame that stopped loading has its style sheets, even without an event for the end of their requests', async () => {
  const { target, report } = eventSource()
  const activity = watchActivity(target)
  report('Network.requestWillBeSent', document)
  report('Network.requestWillBeSent', { ...document, requestId: '2', type: 'Stylesheet', request: { url: 'http://a.test/style' } })
  report('Network.loadingFinished', { requestId: '1' })
  expect(activity.quiet()).toBe(0)
  report('Page.frameStoppedLoading', { frameId: 'frame' })
  expect(await activity.idle(0, 1000)).toBe(true)
})

test('a refused request has ended, even without an event for its end', async () => {
  const { target, report } = eventSource()
  const activity = watchActivity(target)
  report('Network.requestWillBeSent', { requestId: '1' })
  activity.refuse('1')
  activity.refuse('2')
  report('Network.requestWillBeSent', { requestId: '2' })
  expect(await activity.idle(0, 1000)).toBe(true)
})

const PAGE = Buffer.from('<title>\xd0\xc2\xce\xc5</title>', 'latin1')
const paused = { requestId: '1', url: 'http://a.test/' }

/** Simulates Chromium: before version 140, a stream omits bytes that are not valid UTF-8. */
function browserOf(product: string): Pick<CdpTarget, 'send'> {
  const answers: Record<string, unknown> = {
    'Browser.getVersion': { product },
    'Fetch.takeResponseBodyAsStream': { stream: '1' },
    'Fetch.getResponseBody': { body: PAGE.toString('base64'), base64Encoded: true },
    'IO.read': product.includes('/1560')
      ? { data: PAGE.toString('base64'), base64Encoded: true, eof: true }
      : { data: '<title></title>', eof: true },
  }
  return { send: (method) => Promise.resolve(answers[method] ?? {}) }
}

test.each(['Chrome/1560.0.1', 'HeadlessChrome/138.0.7204.0', 'HeadlessChrome/130.0.6723.0', 'Chrome/83.0.4103.122'])(
  'the body of a response in %s is complete',
  async (product) => {
    const received: number[] = []
    expect(await readBody(browserOf(product) as CdpTarget, paused, 1000, (bytes) => received.push(bytes))).toEqual(PAGE)
    expect(received.at(-1)).toBe(PAGE.length)
  },
)

test('a body above the limit is also refused in an old browser', async () =>
  await expect(readBody(browserOf('Chrome/130.0.0.0') as CdpTarget, paused, 5, () => undefined)).rejects.toMatchObject({
    failure: { code: 'load.too-large' },
  }))
