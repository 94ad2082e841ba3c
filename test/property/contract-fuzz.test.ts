/**
 * The host responds to valid and invalid requests of the contract, never with an internal error. `CONTRACT_CALLS=20000` sends more
 * requests; `CONTRACT_SEED` repeats a run.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostMessage } from '../../shared/contract/client'
import { contract, type Method, type OpenedPage } from '../../shared/contract/contract'
import { type BuiltHost, isHostBuilt, socketOf, startBuiltHost } from '../unit/built-host'

const CALLS = Number(process.env.CONTRACT_CALLS ?? 400)
const SEED = Number(process.env.CONTRACT_SEED ?? 20261121)
const AT_ONCE = 40
/** `PATIENCE`: milliseconds before a call is cancelled. `LOST`: milliseconds before a cancelled call counts as lost. */
const PATIENCE = 4_000
const LOST = 120_000

let folder = ''
let host: BuiltHost

beforeAll(async () => {
  if (!isHostBuilt) return
  folder = mkdtempSync(join(tmpdir(), 'boilerscope-fuzz-'))
  mkdirSync(join(folder, 'data/runs/2-damaged'), { recursive: true })
  writeFileSync(join(folder, 'data/runs/2-damaged/run.json'), '{"format":"boilerscope-run"')
  mkdirSync(join(folder, 'data/runs/3-empty'))
  mkdirSync(join(folder, 'pages'))
  const html = '<!doctype html><title>A</title><nav>Menu <a href=/>x</a></nav><p>Words of the page, enough of them.'
  writeFileSync(join(folder, 'pages/a.html'), html)
  writeFileSync(join(folder, 'pages/b.html'), '')
  writeFileSync(join(folder, 'odd.jsonl'), '{"id":"x","html":"<p>y"}\n{"id":3}\nno json\n')
  mkdirSync(join(folder, 'half/pages/p1'), { recursive: true })
  writeFileSync(join(folder, 'half/corpus.json'), '{"format":"boilerscope-corpus","version":99}')
  const env = { BOILERSCOPE_DATA: join(folder, 'data'), BOILERSCOPE_TOKEN: 'fuzz' }
  host = await startBuiltHost(folder, env, ['--extraction-timeout', '5000'])
})
afterAll(async () => {
  if (folder === '') return
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Answered {
  readonly method: string
  readonly input: unknown
  readonly code: string | null
  readonly message: string
}

async function connect() {
  const { socket, send, onMessage } = await socketOf(host, 'fuzz')
  const waiting = new Map<number, (message: HostMessage) => void>()
  onMessage((message) => message.type === 'result' && waiting.get(message.id)?.(message))
  socket.on('error', () => undefined)
  let next = 1
  return {
    call: (method: string, input: unknown): Promise<Answered & { readonly value: unknown }> =>
      new Promise((resolve) => {
        const id = next++
        const cancel = setTimeout(() => send({ type: 'cancel', id }), PATIENCE)
        const end = (code: string | null, message: string, value: unknown = null): void => {
          clearTimeout(cancel)
          clearTimeout(lost)
          waiting.delete(id)
          resolve({ method, input, code, message, value })
        }
        const lost = setTimeout(() => end('lost', ''), LOST)
        waiting.set(id, (message) => {
          if (message.type !== 'result') return
          if (message.result.ok) end(null, '', message.result.value)
          else end(message.result.failure.code, message.result.failure.message)
        })
        send({ type: 'call', id, method, input })
      }),
    close: (): void => socket.terminate(),
  }
}

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly innerType?: Schema
  readonly in?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
  readonly valueType?: Schema
}
interface Schema {
  readonly def: Def
  readonly minValue?: number | null
  readonly maxValue?: number | null
}

/** Largest values of fields in milliseconds, so that the test ends soon. */
const SHORT: Readonly<Record<string, number>> = { timeout: 2500, taskTimeout: 2500, idle: 200, idleCap: 500, settle: 200 }

const KEYS = fc.oneof(fc.constantFrom('lambda', 'p1', '__proto__'), fc.string({ maxLength: 8 }))

/** Texts come from `words`, which includes open handles and paths. */
function valueOf(schema: Schema, words: (name: string) => fc.Arbitrary<string>, name = ''): fc.Arbitrary<unknown> {
  const { def } = schema
  const of = (inner: Schema | undefined): fc.Arbitrary<unknown> => (inner ? valueOf(inner, words, name) : fc.constant(null))
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape ?? {}).map(([key, value]) => [key, valueOf(value, words, key)] as const)
      return fc.record(Object.fromEntries(shape))
    }
    case 'string':
      return words(name)
    case 'number':
    case 'int': {
      const least = Math.max(-1e6, schema.minValue ?? -1e6)
      const most = Math.max(least, Math.min(SHORT[name] ?? 1e6, schema.maxValue ?? 1e6))
      return fc.oneof(fc.integer({ min: Math.ceil(least), max: Math.floor(most) }), fc.constantFrom(least, most))
    }
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'union':
      return fc.oneof(...(def.options ?? []).map(of))
    case 'array':
      return fc.array(of(def.element), { maxLength: 4 })
    case 'record':
      return fc.dictionary(KEYS, of(def.valueType), { maxKeys: 3 })
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(of(def.innerType), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(of(def.innerType))
    case 'pipe':
      return of(def.in)
    case 'custom':
      return fc.uint8Array({ maxLength: 200 })
    default:
      return fc.anything()
  }
}

describe.skipIf(!isHostBuilt)('the host with arbitrary requests', () => {
  test(
    `responds to ${CALLS} requests, never with an internal error`,
    async () => {
      const { call, close } = await connect()
      const open = async (method: Method, input: unknown): Promise<string> => {
        const { value } = await call(method, input)
        return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : 'none'
      }
      const opened = (await call('page.open', { source: { kind: 'sample', id: 'news-article' } })).value as OpenedPage | undefined
      const page = opened?.page.id ?? 'none'
      const spec = { source: { kind: 'samples' }, configurations: [{ extractor: 'bte' }] }
      const run = await open('evaluation.create', { spec })
      const corpus = join(folder, 'corpus')
      await call('corpus.create', { path: corpus, name: 'c' })
      await call('corpus.import', { corpus, path: join(folder, 'pages') })
      const within = (...paths: readonly string[]): string[] => paths.map((path) => `${folder}/${path}`)
      const usual: Readonly<Record<string, readonly string[]>> = {
        page: [page, 'a', 'gone'],
        pages: ['a', 'gone'],
        run: [run, '2-damaged', '3-empty', '0-gone', 'trash'],
        corpus: [corpus, ...within('half', 'gone', 'corpus/corpus.json', 'pages')],
        path: [corpus, ...within('pages', 'pages/a.html', 'odd.jsonl', 'half', 'new', 'pages/a.html/below', 'x'.repeat(300))],
        to: within('out', 'out/deep/er', 'pages/a.html/below', 'x'.repeat(300)),
        extractor: ['bte', 'cetd-ds', 'ttr', 'gone'],
        annotator: ['anna', 'ben'],
        url: ['http://127.0.0.1:9/', 'http://nowhere.invalid/', 'file://host/x', `file://${folder}/pages/a.html`, 'javascript:1'],
        types: ['article', 'forum'],
        key: ['a', 'b'],
        pageSha256: ['f'.repeat(64)],
        sha256: ['f'.repeat(64)],
        revision: ['f'.repeat(64), ''],
      }
      const odd = fc.oneof(
        fc.constantFrom(
          ...within('pages/b.html', 'gone', 'pages/a.html/below', 'half', 'x'.repeat(300), 'n\0ul', 'data/runs'),
          ...['', '.', '..', '../..', '2-damaged', 'con', 'nul\0', 'x'.repeat(200), 'trash', '__proto__', 'constructor', '\ud800', '日本'],
          ...['file://host/x', 'file:///%00', 'file:///etc/hostname', 'file:', 'http://127.0.0.1:9/', 'http://[', 'javascript:1', '//'],
          ...['<p>text', '[', 'a\nb', '2026-01-01T00:00:00.000Z', 'f'.repeat(64), page, run, corpus, 'anna', 'content'],
        ),
        // A random text is no absolute path, so that requests write only in the test's folder.
        fc.string({ maxLength: 80, unit: 'grapheme' }).filter((text) => !/^\s*[/\\]/.test(text)),
      )
      const words = (name: string): fc.Arbitrary<string> =>
        fc.oneof({ weight: 1, arbitrary: odd }, { weight: 6, arbitrary: usual[name] ? fc.constantFrom(...usual[name]) : odd })
      // Close pages rarely, because all requests with a closed handle get the same failure.
      const weights: Partial<Record<Method, number>> = { 'page.close': 1, 'evaluation.run': 2, 'page.open': 3, 'figure.page': 1 }
      const requests = fc.oneof(
        ...(Object.keys(contract) as Method[]).map((method) => ({
          weight: weights[method] ?? 8,
          arbitrary: fc.record({ method: fc.constant(method), input: valueOf(contract[method].in as unknown as Schema, words) }),
        })),
        { weight: 20, arbitrary: fc.record({ method: fc.constantFrom(...(Object.keys(contract) as Method[])), input: fc.object() }) },
      )
      const calls = fc.sample(requests, { numRuns: CALLS, seed: SEED })
      const codes = new Map<string, number>()
      const bugs: Answered[] = []
      let sent = 0
      const lane = async (): Promise<void> => {
        for (;;) {
          const wanted = calls[sent++]
          if (!wanted || host.ended() !== null) return
          const answered = await call(wanted.method, wanted.input)
          const code = answered.code ?? 'ok'
          codes.set(code, (codes.get(code) ?? 0) + 1)
          if (code === 'internal' || code === 'lost') bugs.push(answered)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      close()
      if (CALLS >= 1000) console.log(`${CALLS} calls, seed ${SEED}:`, Object.fromEntries([...codes].sort((a, b) => b[1] - a[1])))
      const told = bugs.map(({ method, message, input }) => `${method}: ${message} ${JSON.stringify(input).slice(0, 300)}`)
      expect([...new Map(told.map((line) => [line.slice(0, 60), line])).values()]).toEqual([])
      expect(host.ended()).toBeNull()
      expect(readdirSync(folder)).toContain('data')
    },
    60_000 + CALLS * 100,
  )
})
