/** Tests the bytes of a response. Some browsers drop invalid UTF-8 when they stream a body. */
import { expect, test } from 'vitest'
import type { CdpTarget } from '../../electron/services/capture/cdp-target'
import { readBody } from '../../electron/services/capture/paused-request'

const PAGE = Buffer.from('<title>\xd0\xc2\xce\xc5</title>', 'latin1')
const paused = { requestId: '1', request: { url: 'http://a.test/', method: 'GET' }, frameId: '1', resourceType: 'Document' }

/** A browser as measured: before version 140, a stream omits the bytes that are not valid UTF-8. */
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
  '%s returns all of them',
  async (product) => {
    const received: number[] = []
    expect(await readBody(browserOf(product) as CdpTarget, paused, 1000, (bytes) => received.push(bytes))).toEqual(PAGE)
    expect(received.at(-1)).toBe(PAGE.length)
  },
)

test('a body beyond the limit is refused in an old browser as well', async () =>
  await expect(readBody(browserOf('Chrome/130.0.0.0') as CdpTarget, paused, 5, () => undefined)).rejects.toMatchObject({
    failure: { code: 'load.too-large' },
  }))
