/** Attacks the built browser host with hostile connections. `HOSTILE_SECONDS=600` attacks for ten minutes. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import fc from 'fast-check'
import { Packr } from 'msgpackr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { HostMessage } from '../../shared/contract/client'
import { type BuiltHost, isHostBuilt, startBuiltHost } from '../unit/built-host'
import { folderForAll } from '../fixtures/temporary-folder'

const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 3)
const SEED = Number(process.env.HOSTILE_SEED ?? 20261121)
const AT_ONCE = 16
const TOKEN = 'hostile'

const packr = new Packr({ structuredClone: true, useRecords: false })

const folder = folderForAll('hostile')
let host: BuiltHost
let port = 0

beforeAll(async () => {
  if (!isHostBuilt) return
  host = await startBuiltHost(folder, { BOILERSCOPE_DATA: folder, BOILERSCOPE_TOKEN: TOKEN })
  port = host.port
})
afterAll(async () => {
  if (isHostBuilt) await host.stop()
})

const TARGETS = '// //[ /// http://[ http:// * /\\ //:0 /% /socket /socket?token= /socket/ /view/ /../socket'.split(' ')
const HEADERS = [
  ...['Sec-WebSocket-Protocol: x', 'Sec-WebSocket-Extensions: permessage-deflate; x=', `X: ${'y'.repeat(4000)}`],
  ...['Content-Length: 5', 'Transfer-Encoding: chunked', 'Expect: 100-continue'],
]

interface Attack {
  readonly method: string
  readonly target: string
  readonly host: string
  readonly origin: string
  readonly headers: readonly string[]
  /** Bytes after the request, such as partial frames. */
  readonly after: Uint8Array
  readonly end: 'wait' | 'reset' | 'reset at once' | 'half'
}

function sendAttack(attack: Attack): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      const lines = [
        `${attack.method} ${attack.target} HTTP/1.1`,
        `Host: ${attack.host}`,
        `Origin: ${attack.origin}`,
        ...attack.headers,
        ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
      ]
      const text = lines.join('\r\n') + '\r\n\r\n'
      if (attack.end === 'half') {
        socket.end(text.slice(0, text.length / 2))
        return
      }
      socket.write(text, 'latin1')
      socket.write(attack.after, () => {
        if (attack.end === 'reset at once') socket.resetAndDestroy()
        else if (attack.end === 'reset') setTimeout(() => socket.resetAndDestroy(), 2)
      })
    })
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (attack.end === 'wait') socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.setTimeout(300, () => socket.destroy())
    socket.on('close', () => resolve(answer.startsWith('HTTP/1.1 101')))
  })
}

function requestInfo(): Promise<HostMessage> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket?token=${TOKEN}`, { origin: `http://127.0.0.1:${port}` })
    socket.on('open', () => socket.send(packr.pack({ type: 'call', id: 1, method: 'host.info', input: {} })))
    socket.on('message', (data) => {
      socket.terminate()
      resolve(packr.unpack(data as Buffer) as HostMessage)
    })
    socket.on('error', reject)
  })
}

describe.skipIf(!isHostBuilt)('the host under hostile connections', () => {
  test(
    `survives ${SECONDS} seconds, opens no socket without the token, and responds to its window`,
    async () => {
      const good = `127.0.0.1:${port}`
      const text = fc.string({ maxLength: 40, unit: 'binary-ascii' }).map((value) => value.replace(/[\r\n ]/g, ''))
      const path = text.map((tail) => `/${tail}`)
      const aimed = ['', '//evil', 'http://evil'].map((start) => `${start}/socket?token=${TOKEN}`)
      const weighted = (weight: number, ...values: readonly string[]) => ({ weight, arbitrary: fc.constantFrom(...values) })
      const attacks = fc.record({
        method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'CONNECT', 'OPTIONS'),
        target: fc.oneof(fc.constantFrom(...TARGETS), path, text, fc.constantFrom(...aimed)),
        host: fc.oneof(weighted(3, good, `localhost:${port}`), weighted(2, 'evil', '', `evil:${port}`), text),
        origin: fc.oneof(weighted(3, `http://${good}`), fc.constantFrom('null', 'https://evil', '', 'http://['), text),
        headers: fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 }),
        after: fc.uint8Array({ maxLength: 300 }),
        end: fc.constantFrom('wait', 'reset', 'reset at once', 'half'),
      } satisfies Record<keyof Attack, unknown>) as fc.Arbitrary<Attack>
      const end = performance.now() + SECONDS * 1000
      let count = 0
      let admitted = 0
      let round = 0
      while (performance.now() < end && host.ended() === null) {
        const waiting = fc.sample(attacks, { numRuns: 400, seed: SEED + round++ })
        const lane = async (): Promise<void> => {
          for (;;) {
            const attack = waiting.pop()
            if (!attack || performance.now() >= end) return
            const opened = await sendAttack(attack)
            count++
            if (!opened) continue
            admitted++
            const isOurs = attack.target === `/socket?token=${TOKEN}` && [good, `localhost:${port}`].includes(attack.host)
            expect(isOurs && attack.origin === `http://${good}`, JSON.stringify(attack)).toBe(true)
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, lane))
        expect(host.ended()).toBeNull()
        expect(await requestInfo()).toMatchObject({ type: 'result', result: { ok: true, value: { kind: 'browser' } } })
      }
      expect(host.ended()).toBeNull()
      expect(count).toBeGreaterThan(0)
      if (SECONDS >= 60) {
        const memory = process.platform === 'linux' ? /VmRSS:\s+(\d+ kB)/.exec(readFileSync(`/proc/${host.pid}/status`, 'utf8'))?.[1] : ''
        console.log(`${count} connections in ${SECONDS} s, seed ${SEED}; ${admitted} with the token opened a socket; resident ${memory}`)
      }
    },
    SECONDS * 1000 + 60_000,
  )
})
