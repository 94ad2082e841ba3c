/** Activity of a page, by browser events; Electron does not always report that the document of a frame arrived. */
import { expect, test } from 'vitest'
import type { CdpTarget } from '../../electron/services/capture/cdp-target'
import { watchActivity } from '../../electron/services/capture/page-activity'
import { recordResources } from '../../electron/services/capture/resource-recorder'

/** A browser page that reports the events of the test. */
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

test('a frame that stopped loading has its document, although nothing says that its request ended', async () => {
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

test('a frame that stopped without an answer has none, and other requests go on', async () => {
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
