/** Cancels runs, extractions and loads at random moments. No process and no lock may stay. `CANCELS=500` cancels more. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { expect, onTestFinished, test } from 'vitest'
import { valueOf, type Result } from '../../shared/base/failure'
import { seededRandom } from '../../shared/base/random'
import { CaptureOptions } from '../../shared/contract/capture'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { hasChromium } from '../capture/chromium-loader'
import { eventually } from '../fixtures/eventually'
import { serveHere } from '../fixtures/listen'
import { folderForAll } from '../fixtures/temporary-folder'
import { clientOf, isHostBuilt, startBuiltHost } from '../unit/built-host'

const CANCELS = Number(process.env.CANCELS ?? 50)
const AT_ONCE = 4
const LATEST = 400
const TOKEN = 'cancel'
const WORDS = 'The council met on Tuesday and talked about the bridge that nobody wants to pay for. '
const HTML = `<!doctype html><title>Bridge</title><article>${`<p>${WORDS.repeat(4)}</p>`.repeat(40)}</article><img src=/slow.png><script>document.title += '!'</script>`

const folder = folderForAll('cancels')

function processesBelow(root: number): Map<number, string> {
  const parents = new Map<number, number>()
  const commands = new Map<number, string>()
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      if (state === 'Z') continue
      parents.set(Number(name), Number(parent))
      commands.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '))
    } catch {
      // The process has ended.
    }
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0))
  return new Map([...commands].filter(([pid]) => pid !== root && isBelow(pid)))
}

test.skipIf(!isHostBuilt)(`a host survives ${CANCELS} cancels of runs, extractions and loads`, async () => {
  const server = await serveHere((request, response) => {
    // The image never arrives, so a load runs until its limit or its cancel.
    if (request.url?.endsWith('.html')) response.writeHead(200, { 'Content-Type': 'text/html' }).end(HTML)
  })
  const data = join(folder, 'data')
  const host = await startBuiltHost(folder, { BOILERSCOPE_DATA: data, BOILERSCOPE_TOKEN: TOKEN })
  onTestFinished(async () => {
    await host.stop()
    await server.close()
  })
  const client = await clientOf(host, TOKEN)
  const options = (mode: 'source' | 'rendered') => CaptureOptions.parse({ mode })
  const load = (mode: 'source' | 'rendered', stop?: AbortController) =>
    client.call('page.open', { source: { kind: 'url', url: `${server.url}/a.html` }, options: options(mode) }, { signal: stop?.signal })
  const open = async () =>
    valueOf(await client.call('page.open', { source: { kind: 'html', html: HTML }, options: options('source') })).page.id
  const spec = RunSpec.parse({ source: { kind: 'samples' }, configurations: [{ extractor: 'readability' }, { extractor: 'lens' }] })
  const runs: string[] = []
  for (let i = 0; i < AT_ONCE; i++) runs.push(valueOf(await client.call('evaluation.create', { name: '', spec })).id)
  const page = await open()
  const extract = (extractor: string, stop?: AbortController) =>
    client.call('extraction.run', { page, extractor, preset: 'default', params: {}, trace: true }, { signal: stop?.signal })
  const renderers = (): number =>
    [...processesBelow(host.pid ?? 0).values()].filter((command) => command.includes('--type=renderer')).length

  const whole = valueOf(await extract('readability')).extraction.selected
  const random = seededRandom(56)
  const codes = new Map<string, number>()
  const cancelOne = async (_: unknown, i: number): Promise<void> => {
    const stop = new AbortController()
    const kinds: (() => Promise<Result<unknown>>)[] = [
      () => client.call('evaluation.run', { run: runs[i % AT_ONCE] ?? '', limits: {}, jobs: 2 }, { signal: stop.signal }),
      () => extract(i % 2 ? 'defuddle' : 'readability', stop),
      () => load('source', stop),
      () => load(hasChromium ? 'rendered' : 'source', stop),
    ]
    const running = kinds[Math.floor(i / AT_ONCE) % kinds.length]!()
    await pause(LATEST * random())
    stop.abort()
    const result = await running
    const code = result.ok ? 'ok' : result.failure.code
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  await pLimit(AT_ONCE).map(Array.from({ length: CANCELS }), cancelOne)
  console.log(Object.fromEntries(codes))
  expect([...codes.keys()].filter((code) => !['ok', 'cancelled', 'run.active'].includes(code))).toEqual([])
  expect(codes.get('cancelled')).toBeGreaterThan(CANCELS / 2)

  expect(valueOf(await extract('readability')).extraction.selected).toEqual(whole)
  for (const run of runs) expect(valueOf(await client.call('evaluation.run', { run, limits: {} })).status).toBe('finished')
  const left = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:lock|break|tmp|part)$/.test(name))
  expect(left).toEqual([])
  // The host has one prepared tab, and Chromium has one spare renderer.
  await eventually(() => expect(renderers()).toBeLessThanOrEqual(2))
  const below = [...processesBelow(host.pid ?? 0).keys()]
  expect(host.ended()).toBeNull()
  client.close()
  await host.stop()
  await eventually(() => expect(below.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]))
})
