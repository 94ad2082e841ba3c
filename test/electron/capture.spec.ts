import { Buffer } from 'node:buffer'
import { expect, test, type ElectronApplication, type Page } from '@playwright/test'
import { modelOfEvents, type HostMessage } from '../../shared/contract/client'
import type { OpenedPage, OpenEvent } from '../../shared/contract/contract'
import { valueOf, type Result } from '../../shared/base/failure'
import { captureCases, type Load } from '../capture/capture-contract'
import { startCaptureServer, type CaptureServer } from '../capture/capture-server'
import { launch } from './launch'

interface WithPort {
  testPort: MessagePort
  boilerscope: { connect(): void }
}

/** Cases that Chromium 130 of Electron 33 fails, each with the reason. With Electron 33, a test fails if such a case passes. */
const LIMITS: Readonly<Record<string, string>> = {
  'content without a slot is not displayed': 'the element counts as visible',
  'an endless page is refused at the limit': 'IO.read returns text, so the whole body is read: the load ends at the deadline',
  'a page of a web archive loads its archived resources in source mode, without another server':
    'a style sheet is blocked after its request was renamed',
  'a page of a web archive loads its archived resources in rendered mode, without another server':
    'a style sheet is blocked after its request was renamed',
}
const isElectron33 = process.env.ELECTRON_OVERRIDE_DIST_PATH !== undefined

let app: ElectronApplication
let window: Page
let server: CaptureServer

test.beforeAll(async () => {
  server = await startCaptureServer()
  app = await launch()
  window = await app.firstWindow()
  // The test uses a separate channel, so that its requests are not mixed with the window's requests. The window's channel must open first.
  await expect(window.locator('[data-state="ready"]').first()).toBeVisible()
  await window.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const target = globalThis as unknown as WithPort
        addEventListener('message', (event) => {
          const [port] = event.ports
          if (event.data !== 'boilerscope:port' || !port) return
          target.testPort = port
          resolve()
        })
        target.boilerscope.connect()
      }),
  )
})
test.afterAll(async () => {
  await app?.close()
  await server?.close()
})

let nextId = 1

async function call<T>(method: string, input: object, signal?: AbortSignal): Promise<{ readonly value: T; readonly events: OpenEvent[] }> {
  const id = nextId++
  const cancel = (): void =>
    void window.evaluate((call) => (globalThis as unknown as WithPort).testPort.postMessage({ type: 'cancel', id: call }), id)
  signal?.addEventListener('abort', cancel, { once: true })
  // For a Buffer, `value` is the result of toJSON, so read the Buffer from `this`.
  const json = JSON.stringify(input, function (this: Record<string, unknown>, key, value: unknown) {
    const raw = this[key]
    return raw instanceof Uint8Array ? { base64: Buffer.from(raw).toString('base64') } : value
  })
  const response = await window.evaluate(
    ({ id, method, json }) =>
      new Promise<string>((resolve) => {
        const { testPort } = globalThis as unknown as WithPort
        const events: OpenEvent[] = []
        const input: unknown = JSON.parse(json, (_key, value: unknown) =>
          typeof value === 'object' && value !== null && 'base64' in value
            ? Uint8Array.from(atob(String(value.base64)), (c) => c.charCodeAt(0))
            : value,
        )
        const listen = ({ data: message }: MessageEvent<HostMessage>): void => {
          if (message.type === 'opening' && message.id === id) events.push(message.event)
          if (message.type !== 'result' || message.id !== id) return
          testPort.removeEventListener('message', listen)
          resolve(
            JSON.stringify({ result: message.result, events }, (_key, value: unknown) =>
              ArrayBuffer.isView(value) ? { array: Array.from(value as Float64Array, (v) => (Number.isNaN(v) ? 'NaN' : v)) } : value,
            ),
          )
        }
        testPort.addEventListener('message', listen)
        testPort.start()
        testPort.postMessage({ type: 'call', id, method, input })
      }),
    { id, method, json },
  )
  const { result, events } = JSON.parse(response, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'array' in value && Array.isArray(value.array)
      ? Float64Array.from(value.array.map(Number))
      : value,
  ) as { readonly result: Result<T>; readonly events: OpenEvent[] }
  return { value: valueOf(result), events }
}

const load: Load = async (source, options, signal) => {
  const { value, events } = await call<OpenedPage>('page.open', { source, options: options ?? {} }, signal)
  const { page: summary } = value
  const page = modelOfEvents(events)
  await call('page.close', { page: summary.id })
  return { page, label: summary.label, url: summary.url, status: summary.status, charset: summary.charset, log: summary.log }
}

for (const each of captureCases)
  test(each.name, async () => {
    const limit = isElectron33 ? LIMITS[each.name] : undefined
    test.fail(limit !== undefined, limit)
    await each.run(load, server)
  })

test('each limit names a case', () => {
  expect(Object.keys(LIMITS).filter((name) => !captureCases.some((each) => each.name === name))).toEqual([])
})

test('no hidden window remains', async () => {
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})
