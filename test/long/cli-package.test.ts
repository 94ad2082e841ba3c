import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium, root } from '../../scripts/ensure.mjs'
import { packCli } from '../../scripts/pack-cli.mjs'
import { serveHere, type ServerHere } from '../fixtures/listen'
import { folderForAll } from '../fixtures/temporary-folder'

const run = promisify(execFile)
const npm = (...args: string[]) => run('npm', args, { cwd: folder, shell: process.platform === 'win32' })

const folder = folderForAll('cli-package')
let server: ServerHere | undefined
let unreachable: string | null = null

beforeAll(async () => {
  if (!existsSync(join(root, 'out', 'main', 'cli.js'))) {
    unreachable = 'the command line is not built'
    console.log(`skipped: ${unreachable}`)
    return
  }
  const packed = join(folder, 'packed')
  await packCli(packed)
  await npm('pack', packed, '--silent')
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'empty', 'package.json'), '{}')
  try {
    await npm('install', '--prefix', join(folder, 'empty'), '--prefer-offline', '--no-audit', '--no-fund', join(folder, archive))
  } catch (thrown) {
    const message = thrown instanceof Error && 'stderr' in thrown ? String(thrown.stderr) : String(thrown)
    if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|network/i.test(message)) throw thrown
    unreachable = message
    console.log('skipped: the registry of npm cannot be reached, so the package of the command line is not installed')
  }
  server = await serveHere((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Captured</title><p>A page of this machine.')
  })
})
afterAll(() => server?.close())

async function boilerscope(...args: string[]): Promise<string> {
  const program = join(folder, 'empty', 'node_modules', 'boilerscope', 'out', 'main', 'cli.js')
  const env = { ...process.env, BOILERSCOPE_CHROMIUM: findChromium() ?? '', NODE_PATH: '' }
  return (await run(process.execPath, [program, ...args], { cwd: join(folder, 'empty'), env })).stdout
}
const sample = (name: string): string => join(root, 'electron', 'samples', 'pages', name)

test('contains neither Electron nor React, and only the window of published sites', (context) => {
  if (unreachable !== null) return context.skip()
  const installed = readdirSync(join(folder, 'empty', 'node_modules'))
  for (const name of ['electron', 'react', 'react-dom', 'ws', 'vite']) expect(installed).not.toContain(name)
  const own = join(folder, 'empty', 'node_modules', 'boilerscope')
  expect(readdirSync(join(own, 'out'))).toEqual(['main', 'site'])
  const { bin, dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { bin: object; dependencies: object }
  expect(bin).toEqual({ boilerscope: 'out/main/cli.js' })
  const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  expect(pinned.dependencies).toMatchObject(dependencies)
  expect(readdirSync(join(folder, 'empty', 'node_modules', '.bin')).some((name) => name.startsWith('boilerscope'))).toBe(true)
})

test('extracts a page, and many pages in threads', async (context) => {
  if (unreachable !== null) return context.skip()
  expect(await boilerscope('extract', sample('news-article.html'))).toContain('tide mill at Sollerby')
  const pages = ['news-article', 'docs-page'].map((name) =>
    JSON.stringify({ id: name, html: readFileSync(sample(`${name}.html`), 'utf8') }),
  )
  writeFileSync(join(folder, 'pages.jsonl'), `${pages.join('\n')}\n`)
  const lines = (await boilerscope('extract', '--jsonl', join(folder, 'pages.jsonl'))).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['news-article', 'docs-page'])
})

test('evaluates the samples of the package', async (context) => {
  if (unreachable !== null) return context.skip()
  expect(await boilerscope('evaluate', '--corpus', 'samples', '--extractors', 'cectd-ds,ttr')).toMatch(/cectd-ds[^]*ttr/i)
})

test('has types for a new extractor and a copy: both compile strictly, and an unknown measure is an error', async (context) => {
  if (unreachable !== null) return context.skip()
  const at = (name: string): string => join(folder, 'empty', name)
  await boilerscope('new-extractor', 'my-method.ts')
  await boilerscope('new-extractor', 'copy.ts', '--from', 'cectd-ds')
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: 'nodenext', target: 'es2023', types: [] }
  writeFileSync(at('package.json'), '{"type":"module"}')
  writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compile = (): Promise<string> =>
    run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', at('tsconfig.json')]).then(
      () => '',
      (thrown: { readonly stdout: string }) => thrown.stdout,
    )
  expect(await compile()).toBe('')
  writeFileSync(at('my-method.ts'), readFileSync(at('my-method.ts'), 'utf8').replace("measure: 'linkShare'", "measure: 'linkshare'"))
  expect(await compile()).toContain(`Type '"linkshare"' is not assignable to type '"C" | "linkShare" | undefined'`)
})

test('captures a page into a new corpus with an installed Chromium', async (context) => {
  if (unreachable !== null || findChromium() === null) return context.skip()
  await boilerscope('capture', `${server?.url}/`, '--corpus', join(folder, 'corpus'))
  expect(await boilerscope('corpus', 'list', join(folder, 'corpus'))).toContain('127-0-0-1')
})
