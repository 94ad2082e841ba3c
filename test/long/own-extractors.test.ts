import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPrograms } from '../unit/built-programs'
import { appendTo, longTextsModule } from '../fixtures/own-module'
import { jsonl, jsonLines, runCliHere, type ProgramRun } from '../fixtures/run-program'
import { folderForAll, writeIn } from '../fixtures/temporary-folder'

const root = join(import.meta.dirname, '../..')
const folder = folderForAll('own')
const article = 'news.html'
const programs = join(root, 'test/fixtures/programs')

let out: string
beforeAll(async () => {
  out = await buildPrograms()
  copyFileSync(join(root, 'electron/samples/pages/news-article.html'), join(folder, article))
})

const write = (name: string, content: string): string => writeIn(folder, name, content)

const cli = (args: string | readonly string[], input = ''): Promise<ProgramRun> =>
  runCliHere(typeof args === 'string' ? args.split(' ') : args, { workers: out, cwd: folder, input })

const method = (id: string, inRun = '', atLoad = ''): string => longTextsModule({ id, inRun, atLoad })

const PARAGRAPHS = { title: 'Paragraphs', command: process.execPath, mode: 'jsonl', startTimeout: 120_000 }
const description = (id: string, more: object = {}): string =>
  write(`${id}.json`, JSON.stringify({ id, ...PARAGRAPHS, args: [join(programs, 'paragraphs.mjs')], ...more }))
async function jsonOf<T>(args: string): Promise<T> {
  const { out: text, ...rest } = await cli(args)
  expect(rest).toEqual({ err: '', code: 0 })
  return JSON.parse(text) as T
}

describe('a custom module', () => {
  it('can be TypeScript that imports boilerscope/extractor', async () => {
    write('long.ts', method('long-texts'))
    const args = `extract --extractor ./long.ts --format json --nodes --set least=40 ${article}`
    const result = await jsonOf<{ text: string; params: object; nodes: { measures: Record<string, number> }[] }>(args)
    expect(result.params).toEqual({ least: 40, dropHidden: true })
    expect(result.text.length).toBeGreaterThan(500)
    expect(result.nodes.some(({ measures }) => 'C' in measures)).toBe(true)
  })

  it('runs over many pages, in the table of an evaluation, and in a sweep of its parameter', async () => {
    write('long.ts', method('long-texts'))
    const pages = jsonl({ id: 1, html: '<p>short</p>' }, { id: 2, html: `<p>${'long '.repeat(20)}</p>` })
    const batch = await cli('extract --extractor ./long.ts --jsonl', `${pages}\n`)
    expect(jsonLines<{ text: string }>(batch.out).map(({ text }) => text.length)).toEqual([0, 99])
    const table = await cli('evaluate --corpus samples --extractors lqf,./long.ts --out table.csv --format csv --quiet')
    expect(table.err).not.toMatch(/boilerscope:.*rror/)
    expect(readFileSync(join(folder, 'table.csv'), 'utf8')).toMatch(/lqf[\s\S]*long-texts/)
    const record = JSON.parse(readFileSync(join(folder, 'table.csv.run/run.json'), 'utf8')) as { own: { path: string; hash: string }[] }
    const [path, hash] = [/long\.ts$/, /^[0-9a-f]{64}$/].map((pattern) => expect.stringMatching(pattern) as string)
    expect(record.own).toEqual([{ path, hash, command: [] }])
    const sweep = await cli('evaluate --corpus samples --extractors ./long.ts --sweep least=20:60:20 --quiet')
    for (const least of [20, 40, 60]) expect(sweep.out).toContain(`long-texts [least=${least}]`)
  })

  it('is in the list of extractors, with its parameters', async () => {
    write('long.ts', method('long-texts'))
    const { out: text } = await cli('list --extractor lqf,./long.ts')
    expect(text).toMatch(/^lqf {2}/)
    expect(text).toContain('long-texts  Long texts (paper)')
    expect(text).toContain('least = 60  (0 to 1000; origin: ours)')
    const listed = JSON.parse((await cli('list --extractor ./long.ts --json')).out) as { id: string; params: object[] }[]
    expect(listed).toMatchObject([{ id: 'long-texts', params: [{ name: 'least', default: 60, range: [0, 1000] }, { name: 'dropHidden' }] }])
    expect(await cli('list --extractor nobody')).toMatchObject({ code: 2 })
  })

  it('that was saved after a run began cannot resume it', async () => {
    const command = ['evaluate', '--corpus', 'samples', '--extractors', './resumed.ts', '--out', 'resumed.csv', '--quiet']
    write('resumed.ts', method('resumed'))
    expect(await cli(command)).toMatchObject({ code: 0 })
    expect(await cli([...command, '--resume'])).toMatchObject({ code: 0 })
    write('resumed.ts', `${method('resumed')}// saved\n`)
    const { err, code } = await cli([...command, '--resume'])
    expect(code).not.toBe(0)
    expect(err).toContain('Use the same options to resume, or omit --resume to start again.')
  })

  it('runs by its id with --project, and is not loaded without --project', async () => {
    const trace = join(folder, 'listed-ran')
    write('methods/listed.ts', method('listed', '', appendTo(trace)))
    write('boilerscope.json', JSON.stringify({ extractors: ['./methods/listed.ts'] }))
    expect(await cli(`extract --extractor listed ${article}`)).toMatchObject({ code: 2, out: '' })
    expect((await cli('list')).out).not.toMatch(/^listed {2}/m)
    expect(existsSync(trace)).toBe(false)
    expect(await cli(`extract --project boilerscope.json --extractor listed ${article}`)).toMatchObject({ code: 0, err: '' })
    expect((await cli('list --project boilerscope.json')).out).toMatch(/^listed {2}/m)
    const { out: table } = await cli('evaluate --project boilerscope.json --corpus samples --extractors lqf,listed --quiet')
    expect(table).toMatch(/lqf[\s\S]*listed/)
    const refused = { err: expect.stringContaining('[own.is-project]') as string }
    expect(await cli(`extract --extractor ./boilerscope.json ${article}`)).toMatchObject(refused)
  })

  it('that never ends is stopped', async () => {
    write('endless.ts', method('endless', 'while (p.least >= 0);'))
    const stopped = { code: 1, err: expect.stringContaining('[extraction.timeout]') as string }
    expect(await cli(`extract --extractor ./endless.ts --timeout 1 ${article}`)).toMatchObject(stopped)
  })

  it('needs a new id, and must export an extractor', async () => {
    write('taken.ts', method('lqf'))
    write('none.ts', 'export const a = 1')
    for (const [name, code] of Object.entries({ taken: 'own.id-taken', none: 'module.no-extractor', missing: 'file.not-found' }))
      expect((await cli(`extract --extractor ./${name}.ts ${article}`)).err).toContain(`[${code}]`)
  })
})

describe('a custom program', () => {
  it('returns text that is located in the page', async () => {
    description('paragraphs')
    const args = `extract --extractor ./paragraphs.json --format json --nodes ${article}`
    const { nodes } = await jsonOf<{ nodes: { tag: string; selected: number }[] }>(args)
    const selected = nodes.flatMap((node) => (node.tag === 'p' ? [node.selected] : []))
    expect(selected.length).toBeGreaterThan(3)
    expect(new Set(selected)).toEqual(new Set([1]))
  })

  it('in mode page runs once per page, with the page on standard input or in a file', async () => {
    const count = "let s='';process.stdin.on('data',d=>s+=d).on('end',()=>console.log(/<p[^>]*>([^<]*)/.exec(s)[1]))"
    description('by-input', { args: ['-e', count], mode: 'page' })
    const file = "console.log('<p>'+/<p[^>]*>([^<]*)/.exec(require('fs').readFileSync(process.argv[1],'utf8'))[1]+'</p>')"
    description('by-file', { args: ['-e', file, '{file}'], mode: 'page', answer: 'html' })
    const page = '<div>menu</div><p>The only paragraph.</p>'
    for (const name of ['by-input', 'by-file'])
      expect(await cli(`extract --extractor ./${name}.json -`, page)).toMatchObject({ err: '', out: 'The only paragraph.\n' })
  })

  const page = (id: number, trouble: boolean): string =>
    JSON.stringify({ id, html: `<p ${trouble ? 'data-trouble' : ''}>Page number ${id} has text.</p>` })
  const faults: readonly (readonly [fault: string, code: string, words: string])[] = [
    ['crash', 'program.crashed', 'the tokenizer met a comma'],
    ['hang', 'program.timeout', '1 seconds'],
    ['garbage', 'program.garbage', 'Loading model… 40 %'],
    ['half-line', 'program.half-line', 'of its response, without a line feed'],
    ['wrong-id', 'program.wrong-id', 'not asked'],
    ['declines', 'program.declined', 'This page is a login.'],
  ]
  it.each(faults)('with the fault %s fails as %s with its last output, and the next page works', async (fault, code, words) => {
    description(`fault-${fault}`, { args: [join(programs, 'paragraphs.mjs'), fault], timeout: 1_000 })
    const input = [page(1, false), page(2, true), page(3, false)].join('\n') + '\n'
    const { out: text, code: exit } = await cli(['extract', '--extractor', `./fault-${fault}.json`, '--jsonl', '--jobs', '1'], input)
    const failed = { error: { code, message: expect.stringContaining(words) as string } }
    expect(jsonLines(text)).toMatchObject([{ text: 'Page number 1 has text.' }, failed, { text: 'Page number 3 has text.' }])
    expect(exit).toBe(3)
  })

  it('may write megabytes to standard error, and start slowly', async () => {
    description('loud', { args: [join(programs, 'paragraphs.mjs'), 'stderr'] })
    description('slow', { args: [join(programs, 'paragraphs.mjs'), 'slow-start', '1500'], timeout: 1_000 })
    const result = { out: 'Heard.\n', err: '', code: 0 }
    for (const name of ['loud', 'slow']) expect(await cli(`extract --extractor ./${name}.json -`, '<p>Heard.</p>')).toEqual(result)
  })

  it('that does not exist is reported by name', async () => {
    description('absent', { command: 'no-such-program-anywhere' })
    const { err } = await cli('extract --extractor ./absent.json -', '<p>Text.</p>')
    expect(err).toMatch(/the program "no-such-program-anywhere" is missing[\s\S]*\[program\.not-found\]/)
  })
})

describe('the reference client in Python', () => {
  const hasPython = spawnSync('python3', ['--version']).status === 0
  it.skipIf(!hasPython)('follows the protocol, with its parameter', async () => {
    const described = join(root, 'docs/own-extractor.json')
    const page = '<p>This paragraph has more than forty characters of text.</p><p>This has fewer.</p>'
    const kept = 'This paragraph has more than forty characters of text.\n'
    expect(await cli(['extract', '--extractor', described, '-'], page)).toMatchObject({ err: '', out: kept })
    expect((await cli(['extract', '--extractor', described, '--set', 'least=10', '-'], page)).out).toContain('This has fewer.')
  })
})
