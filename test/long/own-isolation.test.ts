/** A module of one's own runs in threads of its own: whatever it does to JavaScript there, no other extractor's figure moves. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { createApplication, type Application } from '../../electron/services/application'
import { toFailure } from '../../shared/base/failure'
import { CaptureOptions, PageLimits } from '../../shared/contract/source'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { captureOf } from '../fixtures/captured'
import { folderForAll } from '../fixtures/temporary-folder'

/** What a module does when it is loaded, and what of it is named, where its thread can still say so. */
const HOSTILE: readonly (readonly [statement: string, named?: string])[] = [
  ['Math.log = () => 1', 'Math.log'],
  ['Math.max = () => 0; Math.min = () => 9', 'Math.max'],
  ['Math.sqrt = Math.exp = Math.round = Math.floor = () => 7', 'Math.sqrt'],
  ['Math.random = () => 0.5', 'Math.random'],
  ['Array.prototype.map = () => []', 'Array.prototype.map'],
  ['Array.prototype.sort = function () { return this }', 'Array.prototype.sort'],
  ['Array.prototype.push = () => 0'],
  ['Array.prototype.filter = Array.prototype.slice = () => []'],
  ['Array.prototype[Symbol.iterator] = function* () {}'],
  ['Object.defineProperty(Array.prototype, 0, { get: () => 42, set() {}, configurable: true })'],
  ['Array.from = Array.isArray = () => true'],
  ['String.prototype.trim = () => "x"', 'String.prototype.trim'],
  ['String.prototype.split = () => []', 'String.prototype.split'],
  ['String.prototype.replace = String.prototype.replaceAll = () => "gone"', 'String.prototype.replace'],
  ['String.prototype.charCodeAt = () => 32', 'String.prototype.charCodeAt'],
  ['String.prototype.toLowerCase = () => "div"', 'String.prototype.toLowerCase'],
  ['Object.keys = Object.entries = Object.values = () => []'],
  ['Object.assign = Object.freeze = () => ({})'],
  ['Object.defineProperty(Object.prototype, "text", { get: () => "bent", configurable: true })'],
  ['Map.prototype.get = () => undefined; Map.prototype.has = () => true'],
  ['Set.prototype.has = () => true; Set.prototype.add = function () { return this }'],
  ['WeakMap.prototype.get = () => ({})'],
  ['JSON.stringify = () => "{}"; JSON.parse = () => ({})'],
  ['Number.isFinite = Number.isNaN = () => true; Number.prototype.toFixed = () => "0"'],
  ['RegExp.prototype.exec = () => null; RegExp.prototype.test = () => false'],
  ['Object.getPrototypeOf(Uint8Array).prototype.fill = function () { return this }', 'TypedArray.prototype.fill'],
  ['Object.getPrototypeOf(Uint8Array).prototype.indexOf = () => 0; Float64Array.from = () => new Float64Array(1)'],
  ['Object.defineProperty(globalThis, "Math", { get: () => ({ log: () => 3, max: () => 1 }) })', 'Math'],
  ['Promise.prototype.then = function () { return this }'],
  ['Promise.all = Promise.resolve = () => new Promise(() => {})'],
  ['globalThis.structuredClone = () => null; globalThis.performance = { now: () => 0 }', 'structuredClone'],
  ['globalThis.Uint8Array = globalThis.Float64Array = Array', 'Uint8Array'],
  ['Function.prototype.call = Function.prototype.apply = () => undefined'],
  ['Reflect.ownKeys = () => []; Object.getOwnPropertyDescriptor = () => undefined; Math.log = () => 1', 'Math.log'],
  ['process.exit = () => undefined; process.on("exit", () => undefined); Math.log = () => 1', 'Math.log'],
]

const OURS = ['cectd-ds', 'cetr', 'ttr', 'cuter', 'lqf', 'textsweeper', 'lens', 'readability'] as const
const context = { signal: new AbortController().signal, progress: () => undefined }
const options = CaptureOptions.parse({ mode: 'source' })
const html = `<!doctype html><title>A page</title><nav><a href="/">Home</a> <a href="/n">News</a></nav>
<main><h1>The bridge</h1>${Array.from({ length: 12 }, (_, i) => `<p>${i}. ${'The town council met on Tuesday and decided, after a long debate, to build it. '.repeat(1 + (i % 4))}</p>`).join('\n')}</main>
<footer>Imprint <a href="/i">Contact</a> <a href="/p">Privacy</a></footer>`

const folder = folderForAll('isolation')
let application: Application

function method(id: string, statement: string): string {
  return `import { defineExtractor } from 'boilerscope/extractor'
${statement}
export default defineExtractor({
  id: '${id}', title: '${id}', family: 'system', paper: { authors: '', title: '', venue: '', year: 2026 }, summary: '',
  params: {}, measures: { C: { label: 'c', unit: '', description: '' } }, rules: {}, charts: [], mainMeasure: 'C',
  run: ({ tree }) => ({ kept: { texts: new Uint8Array(tree.size).fill(1) }, measures: { C: Float64Array.from(tree.length) } }),
})
`
}

interface Failed {
  readonly code: string
  readonly message: string
}

async function add(id: string, statement: string): Promise<Failed & { readonly state: string }> {
  const path = join(folder, `${id}.mjs`)
  writeFileSync(path, method(id, statement))
  const [{ hash = '' } = {}] = await application.handlers['own.inspect']({ path }, context)
  const { state, failure } = await application.handlers['own.add']({ path, hash }, context)
  return { state, code: failure?.code ?? '', message: failure?.message ?? '' }
}

async function run(extractor: string): Promise<{ readonly figures: string; readonly warnings: readonly string[] } | Failed> {
  const { id: page } = await application.handlers['page.open']({ source: { kind: 'html', html }, options }, context)
  try {
    const { extraction, trace } = await application.handlers['extraction.run'](
      { page, extractor, preset: 'default', params: {} } as never,
      context,
    )
    const { warnings, ...figures } = extraction
    return { figures: JSON.stringify([figures, trace?.decisionCount]), warnings }
  } catch (thrown) {
    return toFailure(thrown)
  } finally {
    await application.handlers['page.close']({ page }, context)
  }
}

async function figures(): Promise<readonly string[]> {
  const all = await Promise.all([...OURS, 'honest'].map(run))
  return all.map((one) => ('figures' in one ? one.figures : one.code))
}

async function rows(extractors: readonly string[]): Promise<{ readonly rows: readonly string[]; readonly warnings: readonly string[] }> {
  const spec = RunSpec.parse({
    source: { kind: 'folder', path: join(folder, 'pages') },
    configurations: extractors.map((extractor) => ({ extractor })),
  })
  const { id } = await application.handlers['evaluation.create']({ name: '', spec }, context)
  await application.handlers['evaluation.run']({ run: id, limits: PageLimits.pick({ maxNodes: true }).parse({}) }, context)
  const { results, run: record } = await application.handlers['evaluation.results']({ run: id }, context)
  const shared = OURS.length + 1
  const told = results.map(({ facts, rows: all }) => JSON.stringify([facts, all.filter(({ configuration }) => configuration < shared)]))
  return { rows: told, warnings: record.warnings ?? [] }
}

beforeAll(async () => {
  mkdirSync(join(folder, 'pages'))
  for (const name of ['a']) {
    writeFileSync(join(folder, 'pages', `${name}.html`), html.replaceAll('bridge', `bridge ${name}`))
    writeFileSync(join(folder, 'pages', `${name}.txt`), `The bridge ${name} ${'The town council met on Tuesday. '.repeat(8)}`)
  }
  application = createApplication({
    root,
    data: join(folder, 'data'),
    host: { kind: 'browser', version: '0', initial: { kind: 'html', html: '' }, fileDialog: false, docs: './docs/' },
    loader: {
      load: (source, { mode }) => Promise.resolve(captureOf(source.kind === 'html' ? source.html : '', { mode })),
    },
    extractionTimeout: 30_000,
    own: { folder, named: [] },
  })
  expect(await add('honest', '')).toMatchObject({ state: 'ready' })
})
afterAll(() => application.close())

describe('thirty-five modules that change JavaScript itself', () => {
  it('move no figure of any other extractor by a digit, in the window and in an evaluation; what they changed is named', async () => {
    const before = await figures()
    expect(before.every((one) => one.startsWith('['))).toBe(true)
    const table = await rows([...OURS, 'honest'])
    expect(table).toMatchObject({ warnings: [] })

    const ready: string[] = []
    for (const [i, [statement, named]] of HOSTILE.entries()) {
      const id = `hostile-${i}`
      const added = await add(id, statement)
      const done = added.state === 'ready' ? await run(id) : added
      if (added.state === 'ready') ready.push(id)
      // Whatever becomes of it, it is never told as a fault of Boilerscope.
      expect.soft('code' in done ? done.code : '', statement).not.toBe('internal')
      if (named !== undefined) expect.soft('warnings' in done ? done.warnings.join() : done.message, statement).toContain(named)
      if (i % 11 === 0 || i === HOSTILE.length - 1) expect.soft(await figures(), statement).toEqual(before)
    }
    expect(ready.length).toBeGreaterThan(20)
    const among = await rows([...OURS, 'honest', ...ready])
    expect(among.rows).toEqual(table.rows)
    expect(among.warnings.some((warning) => /hostile-0\.mjs changed Math\.log for its own thread/.test(warning))).toBe(true)
  })
})
