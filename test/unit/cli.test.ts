import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCorpus } from '../../electron/services/corpus/store/corpus-store'
import { answer } from '../capture/saves'
import { captureOf } from '../fixtures/captured'
import { jsonl, jsonLines, runCliHere, type ProgramRun } from '../fixtures/run-program'
import { folderForAll } from '../fixtures/temporary-folder'
import { buildPrograms } from './built-programs'
import type { WhyAnswer } from '../../shared/explain/why-answer'
import { untilInterrupted } from '../../electron/cli/cli-io'
import { eventually } from '../fixtures/eventually'

const root = join(import.meta.dirname, '../..')
const pages = join(root, 'electron/samples/pages')
const folder = folderForAll('cli')
const article = join(pages, 'news-article.html')

const out = await buildPrograms()

const cli = (args: readonly string[], input: string | Uint8Array = '', cwd = folder): Promise<ProgramRun> =>
  runCliHere(args, { workers: out, input, cwd })

const lines = (text: string) => jsonLines<Record<string, unknown>>(text)
const containing = (text: string): string => expect.stringContaining(text) as string

describe('boilerscope --help', () => {
  it('is also printed without a command, and an unknown command is reported', async () => {
    expect((await cli([])).err).toContain('Usage: boilerscope [options] [command]')
    const { err, code } = await cli(['extrac', 'page.html'])
    expect([err, code]).toEqual([expect.stringContaining("unknown command 'extrac'"), 2])
  })
})

describe('boilerscope extract', () => {
  it('prints the text of a file, plain or gzip, of a relative path, or of standard input', async () => {
    const plain = await cli(['extract', article])
    expect(plain).toMatchObject({ code: 0, err: '' })
    expect(plain.out).toContain('At eight minutes past seven on Tuesday evening')
    expect(plain.out).not.toContain('All rights reserved')
    writeFileSync(join(folder, 'a.html.gz'), gzipSync(readFileSync(article)))
    expect((await cli(['extract', 'a.html.gz'])).out).toBe(plain.out)
    expect((await cli(['extract', '-'], readFileSync(article))).out).toBe(plain.out)
  })

  it('prints JSON with exactly the documented fields', async () => {
    const { out: text } = await cli(['extract', '--format', 'json', '--url', 'https://a.example/', article])
    const result = JSON.parse(text) as Record<string, unknown>
    expect(Object.keys(result)).toEqual(['id', 'url', 'extractor', 'preset', 'params', 'text', 'verdict', 'warnings'])
    const defaults = { extractor: 'cectd-ds', preset: 'default', verdict: null, warnings: [] }
    expect(result).toMatchObject({ id: article, url: 'https://a.example/', ...defaults })
    expect(text.trim().split('\n')).toHaveLength(1)
  })

  it('prints the kept HTML, or XML', async () => {
    expect((await cli(['extract', '--format', 'html', article])).out).toMatch(/^<div class="page"><article class="story">/)
    const xml = await cli(['extract', '--extractor', 'contentex', '--format', 'xml', article])
    expect(xml.out).toMatch(/^<\?xml[^>]*>\s*<content extractor="contentex"/)
  })

  it('accepts presets and parameters', async () => {
    const settings = ['--preset', 'as-printed', '--set', 'lambda=0.5', '--set', 'keepPathText=false']
    const printed: unknown = JSON.parse((await cli(['extract', ...settings, '--format', 'json', article])).out)
    expect(printed).toMatchObject({ preset: 'as-printed', params: { lambda: 0.5, zeroRule: 'denominators', keepPathText: false } })
  })

  it('prints warnings on standard error, and only the text on standard output', async () => {
    const { out: text, err, code } = await cli(['extract', '-'], '<body></body>')
    expect({ text, code }).toEqual({ text: '\n', code: 0 })
    expect(err).toContain('no text')
  })

  it.each([
    ['a missing file', ['extract', 'missing.html'], '', 1, 'file.not-found'],
    ['an empty input', ['extract', '-'], '', 1, 'input.empty'],
    ['a binary input', ['extract', '-'], Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 1, 'input.binary'],
    ['a truncated gzip input', ['extract', '-'], gzipSync('<p>some text to cut</p>'.repeat(40)).subarray(0, 40), 1, 'input.truncated-gzip'],
    ['too many bytes', ['extract', '--max-bytes', '1024', '-'], 'x'.repeat(2000), 1, 'input.too-large'],
    ['too many nodes', ['extract', '--max-nodes', '100', '-'], '<br>'.repeat(200), 1, 'page.too-many-nodes'],
    ['an unknown extractor', ['extract', '--extractor', 'nope', '-'], '<p>x', 2, 'extractor.unknown'],
    ['a parameter out of range', ['extract', '--set', 'lambda=9', '-'], '<p>x', 2, 'params.invalid'],
    ['a number that is none', ['extract', '--set', 'lambda=much', '-'], '<p>x', 2, 'params.invalid'],
    ['an unknown parameter', ['extract', '--set', 'nope=1', '-'], '<p>x', 2, 'params.invalid'],
    ['a setting without a value', ['extract', '--set', 'lambda', '-'], '<p>x', 2, 'params.malformed'],
    ['no page', ['extract'], '', 2, 'usage'],
    ['an unknown option', ['extract', '--nope'], '', 2, 'unknown option'],
    ['an unknown format', ['extract', '--format', 'pdf', '-'], '<p>x', 2, 'Allowed choices'],
    ['an unknown command', ['nope'], '', 2, 'unknown command'],
  ])('%s is reported on standard error, with its exit code', async (_name, args, input, code, message) => {
    const run = await cli(args, input)
    expect(run).toMatchObject({ out: '', code, err: containing(message) })
    expect(run.err).not.toMatch(/\n\s+at /)
  })
})

describe('boilerscope extract --jsonl', () => {
  const records = [
    jsonl(...Array.from({ length: 40 }, (_, i) => ({ id: `r${i}`, html: `<h1>T${i}</h1><p>${'word '.repeat((i * 137) % 900)}</p>` }))),
    'not json',
    '{"id":7}\n',
    jsonl(
      { id: 'file', htmlPath: join(folder, 'forum-thread.html'), url: 'https://a.example/' },
      { id: 'missing', htmlPath: 'missing.html' },
      { id: 'relative', htmlPath: 'relative.html.gz' },
      { id: 'empty', html: '' },
    ),
    '{"html":"<p>no id"}',
  ].join('\n')
  const ids = [...Array.from({ length: 40 }, (_, i) => `r${i}`), null, 7, 'file', 'missing', 'relative', 'empty', null]

  beforeAll(() => {
    writeFileSync(join(folder, 'relative.html.gz'), gzipSync('<p>from a relative path'))
    cpSync(join(pages, 'forum-thread.html'), join(folder, 'forum-thread.html'))
  })

  it('prints one line per record, in order; a bad record has an error line and an exit code, and the next records follow', async () => {
    const run = await cli(['extract', '--jsonl', '--jobs', '3'], records)
    const results = lines(run.out)
    expect([results.map(({ id }) => id), run.code]).toEqual([ids, 3])
    const byId = new Map(results.map((result) => [result.id, result]))
    expect(byId.get('r3')).toMatchObject({ extractor: 'cectd-ds', text: containing('word word') })
    expect(byId.get('file')).toMatchObject({ url: 'https://a.example/', text: containing('ourdough') })
    expect(byId.get('missing')).toEqual({ id: 'missing', error: { code: 'file.not-found', message: containing('missing.html') } })
    expect(byId.get(7)).toMatchObject({ error: { code: 'record.invalid' } })
    expect(byId.get('relative')).toMatchObject({ text: 'from a relative path' })
    expect(byId.get('empty')).toMatchObject({ text: '', warnings: [expect.any(String)] })
    expect(results[40]).toMatchObject({ error: { code: 'record.not-json' } })
  })

  it('reads a gzip stream, and a file of records whose paths are relative to it', async () => {
    const plain = await cli(['extract', '--jsonl'], records)
    expect((await cli(['extract', '--jsonl', '--jobs', '1'], gzipSync(records))).out).toBe(plain.out)
    writeFileSync(join(folder, 'records.jsonl.gz'), gzipSync(records))
    const file = await cli(['extract', '--jsonl', join(folder, 'records.jsonl.gz')], '', root)
    expect(file.out.replaceAll('records.jsonl.gz, ', '')).toBe(plain.out)
  })

  it('restricts the paths of records to their folder, or to the folder of --base; "html" may name a file as well', async () => {
    const absolute = { id: 'absolute', htmlPath: join(pages, 'forum-thread.html') }
    const others = [
      { id: 'up', htmlPath: '../x.html' },
      { id: 'named', html: 'relative.html.gz' },
    ]
    expect(lines((await cli(['extract', '--jsonl'], jsonl(absolute, ...others))).out)).toMatchObject([
      { id: 'absolute', error: { code: 'file.outside' } },
      { id: 'up', error: { code: 'file.outside' } },
      { id: 'named', text: 'from a relative path' },
    ])
    const based = await cli(['extract', '--jsonl', '--base', pages], JSON.stringify(absolute))
    expect(lines(based.out)).toMatchObject([{ id: 'absolute', text: containing('ourdough') }])
  })

  it.skipIf(process.platform === 'win32')('immediately refuses pipes and devices as pages', async () => {
    spawnSync('mkfifo', [join(folder, 'pipe.html')])
    symlinkSync('/dev/zero', join(folder, 'zero.html'))
    const records = ['pipe', 'zero'].map((id) => ({ id, htmlPath: join(folder, `${id}.html`) }))
    const run = await cli(['extract', '--jsonl', '--base', '/'], jsonl(...records))
    expect(lines(run.out)).toMatchObject(['pipe', 'zero'].map((id) => ({ id, error: { code: 'input.not-a-file' } })))
    expect(await cli(['extract', 'pipe.html'])).toMatchObject({ code: 1, err: containing('input.not-a-file') })
    for (const { htmlPath } of records) rmSync(htmlPath)
  })

  it('prints each result in its turn, before the input ends', async () => {
    const child = spawn(process.execPath, [join(out, 'cli.js'), 'extract', '--jsonl'])
    child.stdin.write('{"id":"first","html":"<p>now"}\n')
    const first = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))))
    expect(first).toContain('"first"')
    child.stdin.end()
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  })

  it('stops without an error if the reader of the pipe ends', async () => {
    const child = spawn(process.execPath, [join(out, 'cli.js'), 'extract', '--jsonl'])
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)))
    child.stdin.on('error', () => undefined)
    const line = `${JSON.stringify({ id: 1, html: `<p>${'word '.repeat(20_000)}</p>` })}\n`
    child.stdin.end(line.repeat(60))
    child.stdout.once('data', () => child.stdout.destroy())
    expect([await new Promise((resolve) => child.on('close', resolve)), err]).toEqual([0, ''])
  })

  it('a truncated gzip stream gives the records before the damage, then the failure', async () => {
    const zipped = gzipSync(records)
    const run = await cli(['extract', '--jsonl'], zipped.subarray(0, zipped.length - 40))
    expect(lines(run.out).length).toBeGreaterThan(5)
    expect(run).toMatchObject({ code: 1, err: containing('input.truncated-gzip') })
  })

  it('a record that takes too long is stopped and becomes an error line; the next record is extracted', async () => {
    // A library with a DOM takes seconds for a page with about 220,000 nodes; our own extractors take less than one second.
    const slow = JSON.stringify({ id: 'slow', html: '<p>x y z '.repeat(110_000) })
    const args = ['extract', '--jsonl', '--jobs', '1', '--timeout', '4', '--extractor', 'readability']
    const run = await cli(args, `${slow}\n{"id":"next","html":"<p>ok"}\n`)
    expect(lines(run.out)).toMatchObject([
      { id: 'slow', error: { code: 'extraction.timeout' } },
      { id: 'next', text: 'ok' },
    ])
    expect(run.code).toBe(3)
  })
})

describe('boilerscope extract of many pages', () => {
  const page = (text: string): string =>
    `<html><body><div><h1>${text}</h1><p>${`${text} is what this page says. `.repeat(6)}</p></div></body></html>`
  it('reads a folder of pages by name; an unreadable page becomes an error line, and the exit code is 3', async () => {
    const from = join(folder, 'folder')
    mkdirSync(from)
    writeFileSync(join(from, 'b.html'), page('Beta'))
    writeFileSync(join(from, 'a.html.gz'), gzipSync(page('Alpha')))
    writeFileSync(join(from, 'c.html.gz'), gzipSync(page('Gamma')).subarray(0, 50))
    writeFileSync(join(from, 'd.html'), `<p>${'long '.repeat(20_000)}`)
    writeFileSync(join(from, 'notes.md'), 'no page')
    const run = await cli(['extract', 'folder', '--max-bytes', '50000'])
    expect(lines(run.out)).toMatchObject([
      { id: 'a', extractor: 'cectd-ds', text: containing('Alpha is what') },
      { id: 'b', text: containing('Beta is what') },
      { id: 'c', error: { code: 'input.truncated-gzip' } },
      { id: 'd', error: { code: 'input.too-large' } },
    ])
    expect(run.code).toBe(3)
  })

  it('reads a corpus by id, each page with its address and its visible text at capture time', async () => {
    const store = await createCorpus(join(folder, 'corpus'), 'Test', '2026-01-02T03:04:05Z')
    for (const name of ['Two', 'One']) {
      const capture = captureOf(page(name), { url: `https://example.org/${name}`, label: name })
      await store.add({ capture, loader: 'test', id: name.toLowerCase() })
    }
    writeFileSync(join(folder, 'corpus', 'pages', 'one', 'gold', 'ab.json'), 'damaged, but nobody asks for gold')
    const run = await cli(['extract', 'corpus', '--extractor', 'bte', '--jobs', '2'])
    expect(lines(run.out)).toMatchObject([
      { id: 'one', url: 'https://example.org/One', text: containing('One is what') },
      { id: 'two', url: 'https://example.org/Two', text: containing('Two is what') },
    ])
    expect(run.code).toBe(0)
  })

  it('reads the HTML responses of a WARC file; a response that is too large becomes an error line, and the others are read', async () => {
    const bodies = { long: 'x'.repeat(2_000_000), plain: page('Plain') }
    const records = Object.entries(bodies).map(([name, body]) => gzipSync(answer(`https://example.org/${name}`, 'text/html', body)))
    writeFileSync(join(folder, 'pages.warc.gz'), Buffer.concat(records))
    const run = await cli(['extract', 'pages.warc.gz', '--max-bytes', '1000000'])
    expect(lines(run.out)).toMatchObject([
      { id: expect.stringMatching(/^example-org-long-[0-9a-f]{8}$/) as string, error: { code: 'input.too-large' } },
      { url: 'https://example.org/plain', text: containing('Plain is what') },
    ])
    expect(run.code).toBe(3)
  })

  it.each([
    ['a folder without pages', ['extract', 'empty-folder'], 1, 'input.no-pages'],
    ['an archive that is none', ['extract', 'not.warc'], 1, 'warc.invalid'],
    ['a missing archive', ['extract', 'missing.warc'], 1, 'source.missing'],
    ['a format other than JSON', ['extract', 'empty-folder', '--format', 'text'], 2, 'usage'],
  ])('%s is reported on standard error, with its exit code', async (_name, args, code, message) => {
    mkdirSync(join(folder, 'empty-folder'), { recursive: true })
    writeFileSync(join(folder, 'not.warc'), '<p>not an archive')
    expect(await cli(args)).toMatchObject({ out: '', code, err: containing(message) })
  })
})

describe('boilerscope --version', () => {
  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(await cli(['--version'])).toEqual({ out: `${version}\n`, err: '', code: 0 })
  })
})

describe('boilerscope why', () => {
  beforeAll(() => {
    const words = 'A sentence of the article that is long enough to count, with a comma or two, as articles have. '.repeat(12)
    const html = `<title>A long day in the harbour</title><body><main><h1>A long day in the harbour</h1><p>${words}</p><p>${words}</p></main>
<div id=ads class=sidebar><p>Some words beside the article, which nobody needs.</p></div>`
    writeFileSync(join(folder, 'harbour.html'), html)
  })
  const why = (...args: string[]): Promise<ProgramRun> => cli(['why', 'harbour.html', ...args, '--search', '1'])
  const answerOf = async (...args: string[]): Promise<WhyAnswer> => JSON.parse((await why(...args, '--format', 'json')).out) as WhyAnswer

  it('prints sentence, rule, value, limit, deciding element, and a change that reverses the result', async () => {
    const { out: text, code } = await why('#ads', '--extractor', 'readability')
    expect(code).toBe(0)
    for (const line of ['Element: div#ads', 'Why: Dropped', 'Rule: ', 'Value: ', 'Limit: ', 'Decision about: ', 'What would change it: '])
      expect(text).toContain(line)
  })

  it('prints a change that can be applied with --set', async () => {
    const { out: json } = await cli(['why', 'harbour.html', '#ads', '--format', 'json', '--search', '60'])
    const { status, changes } = JSON.parse(json) as WhyAnswer
    const [change] = changes ?? []
    expect(change?.result).not.toBe(status)
    expect((await answerOf('#ads', '--set', change?.set ?? '')).status).toBe(change?.result)
  })

  it('gives a dropped heading the reason of its text, by selector and by text', async () => {
    const bySelector = await answerOf('h1', '--extractor', 'defuddle')
    expect(bySelector).toMatchObject({ status: 'dropped', decided: { rule: 'heading repeats the title', value: null, limit: null } })
    expect((await answerOf('--text', 'long day in the harbour', '--extractor', 'defuddle')).decided).toEqual(bySelector.decided)
  })

  it('writes the same data as a Markdown report', async () => {
    const { out: report } = await why('#ads', '--extractor', 'lqf', '--report')
    expect(report).toMatch(/^## Why lqf \w+ div\\#ads/)
    expect(report).toContain('- **Rule:**')
  })

  it('reports how many elements match, and takes a printed path as a selector', async () => {
    const first = await why('p', '--extractor', 'lqf')
    expect(first.err).toContain('boilerscope: 3 elements match; the first is explained.')
    expect((await answerOf('body>main[0]>p[2]', '--extractor', 'lqf')).path).toBe('body>main[0]>p[2]')
  })

  it('explains the readable text, not a script with the same words before it', async () => {
    writeFileSync(join(folder, 'state.html'), '<body><script>{"text": "Words of the page."}</script><p id=read>Words of the page.')
    const { out } = await cli(['why', 'state.html', '--text', 'Words of the page.', '--extractor', 'lqf', '--search', '1'])
    expect(out).toContain('Element: p#read')
  })

  it('refuses an unknown element, a bad selector, and a selector together with a text', async () => {
    const codes = [(await why('#nobody')).code, (await why('p[')).code, (await why('p', '--text', 'words')).code]
    expect(codes).toEqual([1, 2, 2])
    expect((await cli(['why', '--help'])).out).toContain(
      '1  the command failed, for example because the page could not be read, loaded or extracted, or does not contain the element;',
    )
  })
})

describe('a command that is interrupted', () => {
  const listeners = (): number[] => ['SIGINT', 'SIGTERM'].map((name) => process.listenerCount(name))

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s cancels it, and a second signal ends the program because no handler remains',
    async (name) => {
      const before = listeners()
      const during = await untilInterrupted((signal) => {
        expect(listeners()).toEqual(before.map((count) => count + 1))
        process.listeners(name).at(-1)?.(name)
        return Promise.resolve([signal.aborted, listeners()])
      })
      expect(during).toEqual([true, before])
    },
  )

  it('leaves no handler after any end', async () => {
    const before = listeners()
    await untilInterrupted(() => Promise.resolve())
    await expect(untilInterrupted(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(listeners()).toEqual(before)
  })

  it('records its progress and its cancellation in a saved run, and after a resumption, the pages', async () => {
    const pages = 400
    const record = (i: number): string => JSON.stringify({ id: `p${i}`, html: '<p>a few words of text'.repeat(50), text: 'a few words' })
    writeFileSync(join(folder, 'interrupted.jsonl'), Array.from({ length: pages }, (_, i) => `${record(i)}\n`).join(''))
    const evaluate = (...more: string[]) =>
      cli([...'evaluate --corpus interrupted.jsonl --extractors bte --jobs 1 --out table.txt'.split(' '), ...more])
    const at = (name: string): string => join(folder, 'table.txt.run', name)
    const kept = () => JSON.parse(readFileSync(at('run.json'), 'utf8')) as Record<string, unknown>
    const run = evaluate()
    await eventually(() => expect(existsSync(at('journal.jsonl')) && readFileSync(at('journal.jsonl')).includes(10)).toBe(true))
    expect(kept().status).toBe('running')
    process.listeners('SIGINT').at(-1)?.('SIGINT')
    expect((await run).code).toBe(1)
    const lines = readFileSync(at('journal.jsonl'), 'utf8').split('\n').length - 1
    expect(lines).toBeLessThan(pages)
    expect(kept()).toMatchObject({ status: 'cancelled', pages: lines, total: pages, corpusHash: null })
    expect((await evaluate('--resume')).code).toBe(0)
    expect(kept()).toMatchObject({ status: 'finished', pages, total: pages, failure: null, warnings: [] })
    expect(kept().corpusHash).toMatch(/^[0-9a-f]{64}$/)
  })
})
