import { expect, test } from 'vitest'
import { createClient, type HostMessage } from '../../shared/contract/client'
import { portChannel } from '../../renderer/window/connect'

/** A window that gets a channel when its bridge asks for one; `give` hands it over as the preload does. */
function shownWindow() {
  const { port1: host, port2 } = new MessageChannel()
  const self = new EventTarget()
  let asked = 0
  const message = (source: unknown, data: unknown): Event => Object.assign(new Event('message'), { source, data, ports: [port2] })
  return {
    host,
    asked: () => asked,
    channel: () => portChannel({ viewBase: '', connect: () => asked++ }, self),
    give: (source: unknown = self, data = 'boilerscope:port') => self.dispatchEvent(message(source, data)),
  }
}

test('the window asks for its channel once, and what is sent before it is there arrives', async () => {
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

test('a channel that anybody but the window itself hands over is not taken', async () => {
  const { host, channel, give } = shownWindow()
  const got: unknown[] = []
  host.onmessage = ({ data }: MessageEvent<unknown>) => got.push(data)
  const opened = channel()
  give({}, 'boilerscope:port')
  give(null, 'boilerscope:port')
  give(undefined, 'something else')
  opened.send({ type: 'cancel', id: 1 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(got).toEqual([])
  host.close()
})
