/** No request crashes the browser host. The tests use raw sockets, because usual clients refuse most of these requests. */
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Packr } from 'msgpackr'
import { WebSocket } from 'ws'
import { startHttpHost, type HttpHost } from '../../electron/server/http-host'
import { bytesOfMessage, LONGEST_MESSAGE } from '../../shared/contract/client'
import type { Handlers } from '../../shared/contract/dispatcher'
import { folderForAll } from '../fixtures/temporary-folder'

const TOKEN = 'the-token-of-this-run'
const PAGE = '0b5c3f0e-8f7e-4f0e-9d53-0d0f5b1f2a3b'

const LONG = 'long '.repeat(LONGEST_MESSAGE)

const folder = folderForAll('http-host')
let host: HttpHost
const uncaught: unknown[] = []
const note = (thrown: unknown): void => void uncaught.push(thrown)

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>window</title>')
  host = await startHttpHost({
    handlers: { 'page.view': () => Promise.resolve(LONG) } as unknown as Handlers,
    renderer: folder,
    views: {
      answer: ({ path, origin }) =>
        Promise.resolve(
          path.startsWith('/view/') ? { status: path === `/view/${PAGE}` ? 200 : 404, headers: {}, body: `a view at ${origin}` } : null,
        ),
    },
    documentation: (path) => ({ status: 503, headers: {}, body: `no ${path}` }),
    token: TOKEN,
    port: 0,
  })
  process.on('uncaughtException', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  await host.close()
})

/** Sends lines unchanged. Returns the first line of the response; '' if the host closed the connection or sent nothing for 5 s. */
const raw = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket: Socket = connect(host.port, '127.0.0.1', () => socket.write(lines.join('\r\n') + '\r\n\r\n'))
    const end = (): void => {
      socket.destroy()
      resolve(answer.split('\r\n', 1)[0] ?? '')
    }
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.includes('\r\n')) end()
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.setTimeout(5_000, end)
  })

type Upgrade = { readonly host?: string; readonly origin?: string | null }
const upgrade = (target: string, { host: named = `127.0.0.1:${host.port}`, origin = `http://${named}` }: Upgrade = {}): Promise<string> =>
  raw([
    `GET ${target} HTTP/1.1`,
    `Host: ${named}`,
    ...(origin === null ? [] : [`Origin: ${origin}`]),
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ])

const MALFORMED = '// //[ /// http://[ http:// * /\\ //:0 //@ /% /socket?token=% socket ? http://evil/socket'.split(' ')

describe('a request for a socket', () => {
  test('opens with the token in our window', async () => {
    expect(await upgrade(`/socket?token=${TOKEN}`)).toMatch(/ 101 /)
    expect(uncaught).toEqual([])
  })

  test.each<[what: string, target: string, from: Upgrade]>([
    ['with a wrong token', '/socket?token=wrong', {}],
    ['without a token', '/socket', {}],
    ['from another site', `/socket?token=${TOKEN}`, { origin: 'https://evil.example' }],
    ['from an opaque origin', `/socket?token=${TOKEN}`, { origin: 'null' }],
    ['without an origin', `/socket?token=${TOKEN}`, { origin: null }],
    ['to a rebound name', `/socket?token=${TOKEN}`, { host: 'rebound.example' }],
  ])('%s is refused', async (_what, target, from) => expect(await upgrade(target, from)).toMatch(/ 403 /))

  for (const target of MALFORMED)
    test(`to the target ${target} is refused, and the host continues`, async () => {
      for (const from of [{}, { host: 'evil' }, { origin: null }])
        expect(await upgrade(target, from), Object.keys(from).join()).toMatch(/^HTTP\/1\.1 40[03] /)
      expect(uncaught).toEqual([])
    })

  test('to another host in its target is refused, with or without a token', async () => {
    expect(await upgrade(`//evil/socket?token=${TOKEN}`)).toMatch(/ 40[03] /)
    expect(await upgrade(`http://evil/socket?token=${TOKEN}`)).toMatch(/ 40[03] /)
  })

  test('that is reset during its refusal does not end the host', async () => {
    const request = 'GET /socket HTTP/1.1\r\nHost: evil\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    const attempt = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(host.port, '127.0.0.1', () => socket.write(request, () => socket.resetAndDestroy()))
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
      })
    await Promise.all(Array.from({ length: 300 }, attempt))
    expect(await upgrade(`/socket?token=${TOKEN}`)).toMatch(/ 101 /)
    expect(uncaught).toEqual([])
  })
})

describe('a plain request', () => {
  test.each([
    ['GET /', '127.0.0.1:PORT', 200],
    ['GET /', 'rebound.example', 403],
    ['GET /', 'rebound.example:PORT', 403],
    ['POST /', '127.0.0.1:PORT', 405],
    ['GET /../package.json', '127.0.0.1:PORT', 404],
    ['GET /%2e%2e/%2e%2e/package.json', '127.0.0.1:PORT', 404],
  ])('%s under the name %s is answered with %i', async (request, name, status) => {
    const answer = await raw([`${request} HTTP/1.1`, `Host: ${name.replace('PORT', String(host.port))}`, 'Connection: close'])
    expect(answer).toContain(` ${status} `)
  })

  for (const target of MALFORMED)
    test(`for the target ${target} is answered with an error status`, async () => {
      expect(await raw([`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${host.port}`, 'Connection: close'])).toMatch(/^HTTP\/1\.1 40[034] /)
    })

  test('for a long message needs the name that its window received, and gets one response', async () => {
    const own = `http://127.0.0.1:${host.port}`
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/socket?token=${TOKEN}`, { origin: own })
    const packr = new Packr({ structuredClone: true, useRecords: false })
    const told = new Promise<string>((resolve) => socket.on('message', (data: Buffer, isBinary) => !isBinary && resolve(data.toString())))
    socket.on('open', () => socket.send(packr.pack({ type: 'call', id: 1, method: 'page.view', input: { page: PAGE } })))
    const name = await told
    expect((await fetch(`${own}${name.slice(0, -1)}`)).status).toBe(404)
    const message: unknown = packr.unpack(await bytesOfMessage(name, (address) => fetch(`${own}${address}`)))
    expect(message).toEqual({ type: 'result', id: 1, result: { ok: true, value: LONG } })
    expect((await fetch(`${own}${name}`)).status, 'again').toBe(404)
    socket.terminate()
  })

  test('for a view needs its handle, and no token', async () => {
    const own = `http://127.0.0.1:${host.port}`
    expect(await (await fetch(`${own}/view/${PAGE}`)).text()).toContain('view')
    const other = await fetch(`${own}/view/${PAGE.replace('0b5c', '0b5d')}`)
    expect([other.status, await other.text()]).toEqual([404, `a view at ${own}`])
  })
})
