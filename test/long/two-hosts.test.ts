/** If two hosts share a data folder, only one host at a time executes a run. `RUN_PAIRS=100` starts more pairs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../shared/contract/client'
import { valueOf } from '../../shared/base/failure'
import { CaptureOptions } from '../../shared/contract/capture'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { type BuiltHost, clientOf, isHostBuilt, startBuiltHost } from '../unit/built-host'
import { folderForAll } from '../fixtures/temporary-folder'

const PAIRS = Number(process.env.RUN_PAIRS ?? 3)
const APART = 3_000
const TOKEN = 'two'

interface Closable {
  close(): void
}

const folder = folderForAll('two')
const hosts: BuiltHost[] = []
let clients: readonly [Client & Closable, Client & Closable]

beforeAll(async () => {
  if (!isHostBuilt) return
  const start = async () => {
    const host = await startBuiltHost(folder, { BOILERSCOPE_DATA: join(folder, 'data'), BOILERSCOPE_TOKEN: TOKEN })
    hosts.push(host)
    return clientOf(host, TOKEN)
  }
  clients = [await start(), await start()]
})
afterAll(async () => {
  if (!isHostBuilt) return
  for (const client of clients) client.close()
  for (const host of hosts) await host.stop()
})

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function create(client: Client): Promise<string> {
  const configurations = [{ extractor: 'cetr' }, { extractor: 'lens' }]
  const spec = RunSpec.parse({ source: { kind: 'samples' }, configurations })
  return valueOf(await client.call('evaluation.create', { name: '', spec })).id
}

const lines = (id: string): number => readFileSync(join(folder, 'data', 'runs', id, 'results.jsonl'), 'utf8').split('\n').length - 1

const statusIn = async (client: Client, id: string) => {
  const run = valueOf(await client.call('evaluation.list', {})).runs.find((one) => one.id === id)!
  return { status: run.status, pages: run.pages, corpusHash: run.corpusHash }
}

describe.skipIf(!isHostBuilt)('two hosts on one data folder', () => {
  test(
    `start the same run ${PAIRS} times, and then report the same complete run`,
    async () => {
      const [a, b] = clients
      const limits = {}
      const outcomes: Record<string, number> = {}
      let whole: number | null = null
      for (let pair = 0; pair < PAIRS; pair++) {
        const run = await create(a)
        const first = a.call('evaluation.run', { run, limits, jobs: 2 })
        await wait(PAIRS === 1 ? 0 : (APART * pair) / (PAIRS - 1))
        const second = await b.call('evaluation.run', { run, limits, jobs: 2 })
        const outcome = second.ok ? second.value.status : second.failure.code
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        expect(['run.elsewhere', 'finished']).toContain(outcome)
        const answer = await first
        if (!answer.ok) expect(answer.failure.code).toBe('run.elsewhere')
        expect(answer.ok || second.ok).toBe(true)
        const [ofA, ofB] = await Promise.all([statusIn(a, run), statusIn(b, run)])
        expect(ofA).toEqual(ofB)
        expect(ofA.status).toBe('finished')
        whole ??= ofA.pages
        expect([lines(run), ofA.pages]).toEqual([whole, whole])
        expect(whole).toBeGreaterThan(10)
      }
      process.stdout.write(`two hosts: ${JSON.stringify(outcomes)} of ${PAIRS} pairs, ${whole} pages each\n`)
    },
    60_000 + PAIRS * 60_000,
  )

  test('show a run of the other host as running elsewhere, and can neither start nor remove this run', async () => {
    const [a, b] = clients
    const run = await create(a)
    const stop = new AbortController()
    let going: Promise<unknown> = Promise.resolve()
    await new Promise<void>((started) => {
      going = a.call('evaluation.run', { run, limits: {}, jobs: 1 }, { signal: stop.signal, onProgress: () => started() })
    })
    await a.call('evaluation.pause', { run, paused: true })
    expect((await statusIn(b, run)).status).toBe('elsewhere')
    expect((await statusIn(a, run)).status).toBe('running')
    expect(valueOf(await b.call('evaluation.results', { run })).run.status).toBe('elsewhere')
    for (const answer of [await b.call('evaluation.run', { run, limits: {} }), await b.call('evaluation.remove', { run })])
      expect(answer).toMatchObject({ ok: false, failure: { code: 'run.elsewhere', message: 'Another Boilerscope executes this run.' } })
    valueOf(await b.call('evaluation.rename', { run, name: 'named by the other', notes: '' }))
    stop.abort()
    await going
    expect((await statusIn(b, run)).status).toBe('cancelled')
    expect(valueOf(await b.call('evaluation.run', { run, limits: {} }))).toMatchObject({ status: 'finished', name: 'named by the other' })
  })

  test('can continue a run of a killed program, and keep the finished pages of this run', async () => {
    const [a, b] = clients
    const run = await create(a)
    const whole = valueOf(await a.call('evaluation.run', { run, limits: {} })).pages
    // Simulates a host that was killed between writing the results and writing the status.
    const record = join(folder, 'data', 'runs', run, 'run.json')
    writeFileSync(record, readFileSync(record, 'utf8').replace('"status": "finished"', '"status": "running"'))
    expect((await statusIn(b, run)).status).toBe('cancelled')
    expect(valueOf(await b.call('evaluation.run', { run, limits: {} })).pages).toBe(whole)
    expect(lines(run)).toBe(whole)
  })

  test('never pass their token to programs of the user', async () => {
    const [a] = clients
    const program = join(folder, 'environment.json')
    const script = `require('node:fs').writeFileSync('environment', Object.keys(process.env).join(' '))`
    const description = { id: 'environment', title: 'Environment', command: process.execPath, args: ['-e', script], mode: 'page' }
    writeFileSync(program, JSON.stringify(description))
    const [proposal] = valueOf(await a.call('own.inspect', { path: program }))
    valueOf(await a.call('own.add', { path: program, hash: proposal!.hash }))
    const { page } = valueOf(await a.call('page.open', { source: { kind: 'html', html: '<p>Words' }, options: CaptureOptions.parse({}) }))
    await a.call('extraction.run', { page: page.id, extractor: 'environment', preset: 'default', params: {}, trace: false })
    const names = readFileSync(join(folder, 'environment'), 'utf8').split(' ')
    expect(names).toContain('BOILERSCOPE_DATA')
    expect(names).not.toContain('BOILERSCOPE_TOKEN')
  })
})
