import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createClient, type HostMessage } from '../../shared/contract/client'
import type { ClientMessage, HostEvent } from '../../shared/contract/contract'
import { createDispatcher, type Handlers } from '../../shared/contract/dispatcher'
import { failure, FailureError, toFailure } from '../../shared/base/failure'

const handlers = (some: Partial<Handlers>): Handlers =>
  new Proxy(some, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      return own ?? (() => Promise.reject(new Error(`the test has no ${String(name)}`)))
    },
  }) as Handlers

function connected(some: Partial<Handlers>) {
  let deliver: (message: HostMessage) => void = () => undefined
  let closed: () => void = () => undefined
  const sent: HostMessage[] = []
  const dispatcher = createDispatcher(handlers(some), (message) => {
    sent.push(message)
    deliver(message)
  })
  const client = createClient({
    send: (message: ClientMessage) => dispatcher.receive(structuredClone(message)),
    onMessage: (listener) => (deliver = listener),
    onClose: (listener) => (closed = listener),
  })
  return {
    client,
    emit: (event: HostEvent) => deliver({ type: 'event', event }),
    close: () => {
      dispatcher.close()
      closed()
    },
    raw: (message: unknown) => dispatcher.receive(message),
    sent,
  }
}

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('the contract between window and host', () => {
  it('returns a failure as data', async () => {
    const reason = failure('page.unknown', 'This page is no longer in memory.', 'Open it again.')
    const { client } = connected({ 'page.resources': () => Promise.reject(new FailureError(reason)) })
    expect(await client.call('page.resources', { page: 'x' })).toEqual({ ok: false, failure: reason })
  })

  it('an unexpected exception is an internal failure, not a rejection', async () => {
    const { client } = connected({ 'samples.list': () => Promise.reject(new TypeError('x is undefined')) })
    expect(await client.call('samples.list', {})).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(toFailure('text').message).toContain('text')
  })

  it('reports an error of the file system with its meaning, and other errors as bugs', async () => {
    const of = async (name: string) => toFailure(await readFile(name).catch((thrown: unknown) => thrown))
    const gone = join(tmpdir(), 'boilerscope-is-not-here')
    expect(await of(gone)).toMatchObject({ code: 'file.not-found', message: `${gone} does not exist.` })
    const wrong = [join(import.meta.filename, 'below'), tmpdir(), join(tmpdir(), 'x'.repeat(300)), 'a\0b']
    const codes = (await Promise.all(wrong.map(of))).map(({ code }) => code)
    expect(codes).toEqual(['file.not-a-folder', 'file.is-a-folder', 'file.name-too-long', 'file.bad-name'])
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    expect(toFailure(full)).toMatchObject({ code: 'file.disk-full', message: 'The file was not written: the disk is full.' })
    for (const foreign of [{ code: 'ENOENT' }, { code: 'constructor', syscall: 'open' }])
      expect(toFailure(Object.assign(new Error('x'), foreign)).code).toBe('internal')
  })

  it('checks every input before a handler sees it', async () => {
    const open = vi.fn(() => Promise.reject(new Error()))
    const result = await connected({ 'page.open': open }).client.call('page.open', { source: { kind: 'url', url: '' } })
    const message = expect.stringContaining('source.url') as string
    expect(result).toMatchObject({ ok: false, failure: { code: 'contract.invalid-input', message } })
    expect(open).not.toHaveBeenCalled()
    const { raw, sent } = connected({})
    raw({ type: 'call', id: 1, method: 'host.info' })
    await vi.waitFor(() => expect(sent).toMatchObject([{ result: { ok: false, failure: { code: 'contract.invalid-input' } } }]))
  })

  it('ignores malformed messages', () => {
    const { raw, sent } = connected({})
    const malformed = [null, 1, 'x', [], {}, { type: 'call' }, { type: 'call', id: '1', method: 'host.info' }, { type: 'other', id: 1 }]
    for (const message of malformed) raw(message)
    expect(sent).toEqual([])
  })

  it('reports an unknown method, also for the names of Object’s properties', () => {
    const { raw, sent } = connected({})
    for (const method of ['nope', 'toString', '__proto__']) raw({ type: 'call', id: 1, method, input: {} })
    const refused = { result: { ok: false, failure: { code: 'contract.unknown-method' } } }
    expect(sent).toMatchObject([refused, refused, refused])
  })

  it('responds with a failure if the response cannot be sent, and continues', async () => {
    const sent: HostMessage[] = []
    const some = handlers({
      'dialog.openFile': () => Promise.resolve('a value that cannot be packed'),
      'samples.list': () => Promise.resolve([]),
    })
    const dispatcher = createDispatcher(some, (message) => {
      if (message.type === 'result' && message.result.ok && typeof message.result.value === 'string') throw new RangeError('too long')
      sent.push(message)
    })
    dispatcher.receive({ type: 'call', id: 1, method: 'dialog.openFile', input: {} })
    dispatcher.receive({ type: 'call', id: 2, method: 'samples.list', input: {} })
    await dispatcher.settled()
    const message = 'The response to dialog.openFile could not be sent to the window: too long.'
    const refused = { ok: false, failure: { code: 'contract.not-sendable', message } }
    expect(sent).toMatchObject([
      { id: 1, result: refused },
      { id: 2, result: { ok: true } },
    ])
  })

  it('continues if no response can be sent', async () => {
    const dispatcher = createDispatcher(handlers({ 'samples.list': () => Promise.resolve([]) }), () => {
      throw new Error('the pipe is gone')
    })
    dispatcher.receive({ type: 'call', id: 1, method: 'samples.list', input: {} })
    await dispatcher.settled()
  })

  it('leaves no listener behind on a signal that many calls share', async () => {
    const { client } = connected({ 'samples.list': () => Promise.resolve([]) })
    const stop = new AbortController()
    const [added, removed] = [vi.spyOn(stop.signal, 'addEventListener'), vi.spyOn(stop.signal, 'removeEventListener')]
    for (let n = 0; n < 5; n++) await client.call('samples.list', {}, { signal: stop.signal })
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener))
    expect(removed).toHaveBeenCalledTimes(5)
  })

  it('reports progress of a call while it runs, to that call only', async () => {
    const { client } = connected({
      'page.close': (_input, context) => {
        context.progress({ done: 0.5, message: 'Half' })
        return Promise.resolve(null)
      },
      'dialog.openFile': () => Promise.resolve(null),
    })
    const seen: string[] = []
    await Promise.all([
      client.call('page.close', { page: 'a' }, { onProgress: ({ message }) => seen.push(message) }),
      client.call('dialog.openFile', {}, { onProgress: ({ message }) => seen.push(`other: ${message}`) }),
    ])
    expect(seen).toEqual(['Half'])
  })

  it('a cancelled call aborts its handler and ends as cancelled', async () => {
    const stopped = vi.fn()
    const list: Handlers['samples.list'] = (_input, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(stopped(new Error('stopped')))))
    const { client } = connected({ 'samples.list': list })
    const stop = new AbortController()
    const call = client.call('samples.list', {}, { signal: stop.signal })
    await wait()
    stop.abort()
    const cancelled = { ok: false, failure: { code: 'cancelled' } }
    expect([await call, stopped.mock.calls.length]).toMatchObject([cancelled, 1])
    expect(await client.call('samples.list', {}, { signal: stop.signal })).toMatchObject(cancelled)
  })

  it('a call that has ended is not cancelled', async () => {
    const told: string[] = []
    const stop = new AbortController()
    let deliver: (message: HostMessage) => void = () => undefined
    const client = createClient({
      send(message) {
        told.push(message.type)
        if (message.type === 'call') deliver({ type: 'result', id: message.id, result: { ok: true, value: [] } })
      },
      onMessage: (listener) => (deliver = listener),
      onClose: () => undefined,
    })
    await client.call('samples.list', {}, { signal: stop.signal })
    stop.abort()
    expect(told).toEqual(['call'])
  })

  it('aborts the calls of a closed window; when the host ends, current and later calls fail', async () => {
    let aborted = false
    const { client, close } = connected({
      'samples.list': (_input, { signal }) => new Promise(() => signal.addEventListener('abort', () => (aborted = true))),
    })
    const call = client.call('samples.list', {})
    await wait()
    close()
    const ended = { ok: false, failure: { code: 'client.disconnected' } }
    expect([aborted, await call, await client.call('samples.list', {})]).toMatchObject([true, ended, ended])
  })
})
