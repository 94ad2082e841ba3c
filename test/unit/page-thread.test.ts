import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPageThread, type PageMessage, type PageReply, type PageWorker } from '../../electron/services/extraction/page-thread'

const document = { html: '<p>one two three', url: null, layout: null, scriptingEnabled: false, maxNodes: 1000 }
const task = { kind: 'model' } as const
const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds)

function threadOf() {
  const started: { readonly posted: PageMessage[]; reply(reply: PageReply): void; fail(thrown: unknown): void; isEnded: boolean }[] = []
  const start = (): PageWorker => {
    const fake = { posted: [] as PageMessage[], reply: (_: PageReply) => {}, fail: (_: unknown) => {}, isEnded: false }
    started.push(fake)
    return {
      post: (message) => void fake.posted.push(message),
      onReply: (listener) => (fake.reply = listener),
      onError: (listener) => (fake.fail = listener),
      end: () => {
        fake.isEnded = true
        return Promise.resolve()
      },
    }
  }
  const thread = createPageThread({ start, timeout: 5000 })
  return {
    thread,
    started,
    ask: (page: string) => thread.run(page, document, task),
    begin: () => started.at(-1)?.reply({ id: started.at(-1)?.posted.at(-1)?.id ?? 0 }),
    end: async (): Promise<void> => {
      await pass(0)
      const fake = started.at(-1)
      fake?.reply({ id: fake.posted.at(-1)?.id ?? 0, result: { ok: true, value: 'done' } })
      await pass(0)
    },
    sent: () => started.map(({ posted }) => posted.map(({ request }) => `${request.page}${request.document ? ' whole' : ''}`).join(', ')),
  }
}

describe('the thread of a page', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('receives a page once, and does one task after the other', async () => {
    const { ask, end, sent } = threadOf()
    const both = [ask('a'), ask('a')]
    await pass(0)
    expect(sent()).toEqual(['a whole'])
    await end()
    await end()
    expect(sent()).toEqual(['a whole, a'])
    expect(await Promise.all(both)).toEqual([1, 2].map(() => ({ ok: true, value: 'done' })))
  })

  it('reports the pieces of a response before its end, each to its task', async () => {
    const { thread, started, ask, end } = threadOf()
    const told: number[] = []
    const writing = thread.run('a', document, task, { onPiece: ([byte = 0]) => told.push(byte) })
    const next = ask('a')
    await pass(0)
    for (const byte of [1, 2]) started[0]?.reply({ id: 1, piece: Uint8Array.of(byte) })
    expect(told).toEqual([1, 2])
    await end()
    started[0]?.reply({ id: 1, piece: Uint8Array.of(3) })
    await end()
    await Promise.all([writing, next])
    expect(told).toEqual([1, 2])
  })

  it('keeps the six last used pages, and reports them', async () => {
    const { ask, end, sent, started } = threadOf()
    for (const page of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'g', 'b']) {
      void ask(page)
      await end()
    }
    expect(sent()).toEqual(['a whole, b whole, c whole, d whole, e whole, f whole, a, g whole, b whole'])
    expect(started[0]?.posted.at(-1)?.request.kept).toEqual(['d', 'e', 'f', 'a', 'g', 'b'])
  })

  it('that fails does not affect other pages: they continue in a new thread, which parses them again', async () => {
    const { ask, begin, end, sent, started } = threadOf()
    void ask('other')
    await end()
    const [bad, good] = [ask('bad'), ask('other')]
    await pass(0)
    begin()
    const [first] = started
    first?.fail(new Error('it ended with code 7'))
    expect(await bad).toMatchObject({ ok: false, failure: { code: 'extraction.crashed' } })
    await end()
    expect(await good).toEqual({ ok: true, value: 'done' })
    expect(sent()).toEqual(['other whole, bad whole', 'other whole'])
    expect(first?.isEnded).toBe(true)
  })

  it('names the step that takes too long: parsing or extraction', async () => {
    for (const [given, word] of [
      [{ kind: 'parse', layout: null } as const, 'Parsing the page'],
      [{ kind: 'run', trace: false, extractor: 'bte', preset: 'default', params: {} } as const, 'The extraction'],
    ] as const) {
      const { thread, begin } = threadOf()
      const result = thread.run('a', document, given)
      await pass(0)
      begin()
      await pass(5000)
      expect(await result).toMatchObject({ failure: { message: `${word} took longer than 5 seconds and was stopped.` } })
    }
  })

  it('is replaced after its work, and ends after a minute without work', async () => {
    const { thread, ask, end, sent, started } = threadOf()
    const running = ask('a')
    await pass(0)
    thread.renew()
    void ask('a')
    await end()
    expect(await running).toMatchObject({ ok: true })
    await end()
    expect(sent()).toEqual(['a whole', 'a whole'])
    await pass(60_000)
    expect(started.map(({ isEnded }) => isEnded)).toEqual([true, true])
  })

  it('leaves no timer after a replacement without tasks', async () => {
    const { thread, ask, end } = threadOf()
    void ask('a')
    await end()
    thread.renew()
    expect(vi.getTimerCount()).toBe(0)
  })
})
