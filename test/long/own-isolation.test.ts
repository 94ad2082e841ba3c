import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../electron/services/application'
import { toFailure } from '../../shared/base/failure'
import { CaptureOptions, PageLimits } from '../../shared/contract/capture'
import { RunSpec } from '../../shared/evaluation/run-spec'
import { applicationIn } from '../fixtures/application'
import { allTextModule } from '../fixtures/own-module'
import { folderForAll } from '../fixtures/temporary-folder'

const HOSTILE: readonly string[] = [
  'Math.log = () => 1',
  'Array.prototype.push = () => 0',
  'Array.prototype[Symbol.iterator] = function* () {}',
  'String.prototype.replace = String.prototype.replaceAll = () => "gone"',
  'Object.defineProperty(Object.prototype, "text", { get: () => "bent", configurable: true })',
  'JSON.stringify = () => "{}"; JSON.parse = () => ({})',
  'RegExp.prototype.exec = () => null; RegExp.prototype.test = () => false',
  'Promise.prototype.then = function () { return this }',
  'globalThis.Uint8Array = globalThis.Float64Array = Array',
  'process.stdout.write("{}\\n"); console.log("not an answer")',
]

const OURS = ['cectd-ds', 'cetr', 'ttr', 'cuter', 'lqf', 'textsweeper', 'lens', 'readability'] as const
const context = { signal: new AbortController().signal, progress: () => undefined }
const options = CaptureOptions.parse({ mode: 'source' })
const html = `<!doctype html><title>A page</title><nav><a href="/">Home</a> <a href="/n">News</a></nav>
<main><h1>The bridge</h1>${Array.from({ length: 12 }, (_, i) => `<p>${i}. ${'The town council met on Tuesday and decided, after a long debate, to build it. '.repeat(1 + (i % 4))}</p>`).join('\n')}</main>
<footer>Imprint <a href="/i">Contact</a> <a href="/p">Privacy</a></footer>`

const folder = folderForAll('isolation')
let application: Application

interface Failed {
  readonly code: string
  readonly message: string
}

async function add(id: string, statement: string): Promise<Failed & { readonly state: string }> {
  const path = join(folder, `${id}.mjs`)
  writeFileSync(path, allTextModule({ id, title: id, atLoad: statement }))
  const [{ hash = '' } = {}] = await application.handlers['own.inspect']({ path }, context)
  const { state, failure } = await application.handlers['own.add']({ path, hash }, context)
  return { state, code: failure?.code ?? '', message: failure?.message ?? '' }
}

async function run(extractor: string): Promise<{ readonly figures: string } | Failed> {
  const opened = await application.handlers['page.open']({ source: { kind: 'html', html }, options }, context)
  const page = opened.page.id
  try {
    const { extraction, trace } = await application.handlers['extraction.run'](
      { page, extractor, preset: 'default', params: {} } as never,
      context,
    )
    const { warnings, ...figures } = extraction
    return { figures: JSON.stringify([figures, warnings, trace?.decisionCount]) }
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

async function rows(extractors: readonly string[]): Promise<readonly string[]> {
  const spec = RunSpec.parse({
    source: { kind: 'folder', path: join(folder, 'pages') },
    configurations: extractors.map((extractor) => ({ extractor })),
  })
  const { id } = await application.handlers['evaluation.create']({ name: '', spec }, context)
  await application.handlers['evaluation.run']({ run: id, limits: PageLimits.pick({ maxNodes: true }).parse({}) }, context)
  const { results } = await application.handlers['evaluation.results']({ run: id }, context)
  const shared = OURS.length + 1
  return results.map(({ facts, rows: all }) => JSON.stringify([facts, all.filter(({ configuration }) => configuration < shared)]))
}

beforeAll(async () => {
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'pages', 'a.html'), html)
  writeFileSync(join(folder, 'pages', 'a.txt'), `The bridge ${'The town council met on Tuesday. '.repeat(8)}`)
  application = applicationIn(folder)
  expect(await add('honest', '')).toMatchObject({ state: 'ready' })
})
afterAll(() => application.close())

it('modules that change JavaScript do not change results of other extractors, in the window and in an evaluation', async () => {
  const before = await figures()
  expect(before.every((one) => one.startsWith('['))).toBe(true)
  const table = await rows([...OURS, 'honest'])
  const ready: string[] = []
  for (const [i, statement] of HOSTILE.entries()) {
    const id = `hostile-${i}`
    const added = await add(id, statement)
    const done = added.state === 'ready' ? await run(id) : added
    if (added.state === 'ready') ready.push(id)
    // The code `internal` would mean a bug of Boilerscope.
    expect.soft('code' in done ? done.code : '', statement).not.toBe('internal')
  }
  expect(await figures()).toEqual(before)
  expect(ready.length).toBeGreaterThan(4)
  expect(await rows([...OURS, 'honest', ...ready])).toEqual(table)
})
