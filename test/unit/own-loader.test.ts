import { existsSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOwn } from '../../electron/services/own/own-extractors'
import { toFailure } from '../../shared/base/failure'
import { readOwnFile } from '../../electron/services/own/own-file'
import { buildPrograms } from './built-programs'
import { temporaryFolder, writeIn } from '../fixtures/temporary-folder'

const programs = await buildPrograms()
const folderOf = temporaryFolder('own-loader')
let folder: string
beforeEach(() => {
  folder = realpathSync(folderOf())
})

const write = (name: string, content: string): string => writeIn(folder, name, content)

const method = (head: string): string => `${head}
import { defineExtractor } from 'boilerscope/extractor'
export default defineExtractor({
  id: 'mine', title: 'Mine', family: 'own', paper: { authors: '', title: '', venue: '', year: 2026 }, summary: '',
  params: {}, measures: { C: { label: 'c', unit: '', description: '' } }, rules: {}, charts: [], mainMeasure: 'C',
  run: ({ tree }) => ({ kept: { texts: new Uint8Array(tree.size).fill(1) }, measures: { C: tree.length } }),
})
`
const trace = (): string => `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(join(folder, 'ran'))}, 'x')
`
const traceOfCommonJs = (): string => `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, 'x')\n`
const hasRun = (): boolean => existsSync(join(folder, 'ran'))

async function load(
  path: string,
): Promise<{ readonly files: readonly string[]; readonly hash: string; readonly ended: string; readonly message: string }> {
  const file = await readOwnFile(path, folder)
  const ended = await describeOwn(file, programs).then(
    () => ({ ended: 'loaded', message: '' }),
    (thrown: unknown) => ({ ended: toFailure(thrown).code, message: toFailure(thrown).message }),
  )
  return { files: file.files, hash: file.hash, ...ended }
}

describe('a file that a module imports is approved with the module and loaded', () => {
  it.each([
    ['with a query', () => './h.mjs?v=1'],
    ['with an escape', () => './%68.mjs'],
    ['with a fragment', () => './h.mjs#f'],
    ['by an absolute path', () => join(folder, 'h.mjs')],
    ['by an address', () => pathToFileURL(join(folder, 'h.mjs')).href],
    ['by a name of package.json', () => '#h'],
  ])('%s', async (_how, specifier) => {
    write('package.json', JSON.stringify({ imports: { '#h': { node: './h.mjs', default: './other.mjs' } } }))
    const named = write('h.mjs', trace())
    const path = write('mine.mjs', method(`import '${specifier()}'`))
    const first = await load(path)
    expect(first).toMatchObject({ ended: 'loaded', message: '' })
    expect(first.files).toContain(named)
    expect(hasRun()).toBe(true)
    write('h.mjs', `${trace()}export const other = 1\n`)
    expect((await readOwnFile(path, folder)).hash).not.toBe(first.hash)
  })

  it('through a link, with the files beside the target of the link', async () => {
    const named = write('deep/h.mjs', trace())
    const target = write('deep/mine.mjs', method(`import './h.mjs'`))
    symlinkSync(target, join(folder, 'link.mjs'))
    expect(await load(join(folder, 'link.mjs'))).toMatchObject({ ended: 'loaded', files: [join(folder, 'link.mjs'), named, target] })
  })

  it('also by an import at run time, if the file also has an import at the top; npm packages are loaded, but not part of the approval', async () => {
    write('h.mjs', trace())
    write('node_modules/pack/index.js', 'module.exports = 1')
    const path = write('mine.mjs', method(`import './h.mjs'; import 'pack'\nawait import('./' + 'h.mjs')`))
    expect(await load(path)).toMatchObject({ ended: 'loaded', files: [path, join(folder, 'h.mjs')] })
  })
})

describe('a file that a module does not import is refused before any of its code runs', () => {
  it.each([
    ['in an import that is worked out', `await import('./h' + '.mjs')`, 'h.mjs'],
    ['by an address that is worked out', `await import(new URL('./h.mjs', import.meta.url))`, 'h.mjs'],
    [
      'required by a name that is worked out',
      `import { createRequire } from 'node:module'; createRequire(import.meta.url)('./h' + '.cjs')`,
      'h.cjs',
    ],
    [
      'by text that is code',
      `await import('data:text/javascript,' + encodeURIComponent('import "file://' + import.meta.dirname + '/h.mjs"'))`,
      'h.mjs',
    ],
    ['pretending to be another module', `await import('./h' + '.mjs?extractor=' + '0'.repeat(64))`, 'h.mjs'],
    ['from a package', `import 'pack'`, 'h.mjs'],
  ])('%s', async (_how, statement, name) => {
    write('h.mjs', trace())
    write('h.cjs', traceOfCommonJs())
    write('node_modules/pack/package.json', '{"type":"module","exports":"./index.js"}')
    write('node_modules/pack/index.js', `import '../../h.mjs'`)
    const path = write('mine.mjs', method(statement))
    const { ended, message, files } = await load(path)
    expect({ ended, message }).toEqual({
      ended: 'own.not-agreed',
      message: `${path} loads ${join(folder, name)}, which is not approved: the module computes the name of the file, or the file is in a package.`,
    })
    expect(files).toEqual([path])
    expect(hasRun()).toBe(false)
  })

  it('is approved and loaded if a literal `require` names it', async () => {
    const named = write('h.cjs', traceOfCommonJs())
    const path = write(
      'mine.mjs',
      method(`import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); require('./h.cjs')`),
    )
    expect(await load(path)).toMatchObject({ ended: 'loaded', files: [path, named] })
    expect(hasRun()).toBe(true)
  })
})

describe('a module that throws', () => {
  it.each([
    ['what cannot be written', 'throw { toString() { throw 1 } }', /cannot be converted to text/],
    [
      'an error whose words are no words',
      `throw Object.defineProperty(new Error('x'), 'message', { get() { throw 2 } })`,
      /cannot be converted to text/,
    ],
    ['a symbol', `throw Symbol('odd')`, /Symbol\(odd\)/],
    ['50 MB with signs for a terminal', `throw new Error('\\u001b[31mred' + 'x'.repeat(50_000_000))`, /\[31mred/],
  ])('%s is reported in a short text without control characters', async (_what, statement, words) => {
    const { ended, message } = await load(write('mine.mjs', method(statement)))
    expect(ended).toBe('module.error')
    expect(message).toMatch(words)
    expect(message.length).toBeLessThan(3000)
    expect(message).not.toContain('\u001b')
  })
})
