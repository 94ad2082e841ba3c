import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const out = join(root, '.cache/cli-test')
const pages = join(root, 'electron/samples/pages')
const folder = mkdtempSync(join(tmpdir(), 'boilerscope-cli-'))
const article = join(pages, 'news-article.html')

/** The same programs as in the application, built for this test alone, so that it never meets a stale build. */
beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: { cli: join(root, 'electron/cli/cli.ts'), 'batch-worker': join(root, 'electron/cli/batch-worker.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

interface Run {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

function cli(args: readonly string[], input: string | Uint8Array = '', cwd = folder): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(out, 'cli.js'), ...args], { cwd })
    const collected = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (collected.out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (collected.err += text))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...collected, code }))
  })
}

function lines(text: string): Record<string, unknown>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('boilerscope list', () => {
  it('names every extractor with its parameters', async () => {
    const { out: text, code } = await cli(['list'])
    expect(code).toBe(0)
    for (const id of ['cectd-ds', 'ttr', 'cuter', 'contentex', 'textsweeper', 'readability'])
      expect(text).toMatch(new RegExp(`^${id}  `, 'm'))
    const listed = JSON.parse((await cli(['list', '--json'])).out) as { id: string; params: Record<string, unknown>[] }[]
    const lambda = listed.find(({ id }) => id === 'cectd-ds')?.params.find(({ name }) => name === 'lambda')
    expect(lambda).toMatchObject({ default: 1, range: [0, 2], origin: 'paper' })
    expect(typeof lambda?.description).toBe('string')
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

  it('prints JSON with exactly the fields that are promised', async () => {
    const { out: text } = await cli(['extract', '--format', 'json', '--url', 'https://a.example/', article])
    const result = JSON.parse(text) as Record<string, unknown>
    expect(Object.keys(result)).toEqual(['id', 'url', 'extractor', 'preset', 'params', 'text', 'verdict', 'warnings'])
    expect(result).toMatchObject({
      id: article,
      url: 'https://a.example/',
      extractor: 'cectd-ds',
      preset: 'default',
      verdict: null,
      warnings: [],
    })
    expect(text.trim().split('\n')).toHaveLength(1)
  })

  it('prints the measures of the paper’s example on each element', async () => {
    const html =
      '<body><div class=main><div class=article><div class=articleHeadline>South Korea to Hold Artillery Drills on Island</div>' +
      '<div class=articleBody>The announcement came as <a>Bill Richardson</a></div></div></div></body>'
    const { out: text } = await cli(['extract', '--format', 'json', '--nodes', '-'], html)
    const nodes = (JSON.parse(text) as { nodes: { path: string; tag: string; selected: number; measures: Record<string, number> }[] }).nodes
    expect(nodes.map(({ path }) => path)).toEqual([
      'body',
      'body>div[0]',
      'body>div[0]>div[0]',
      'body>div[0]>div[0]>div[0]',
      'body>div[0]>div[0]>div[1]',
      'body>div[0]>div[0]>div[1]>a[0]',
    ])
    // CETD, Example 2 and the table of the specification.
    expect(nodes[2]).toMatchObject({ tag: 'div', selected: 1, measures: { C: 85, T: 3, LC: 15, LT: 1 } })
    expect(nodes[2]?.measures.density).toBeCloseTo(62.9197, 4)
    expect(nodes[2]?.measures.densitySum).toBeCloseTo(224.2478, 4)
    expect(nodes[0]?.selected).toBe(2)
  })

  it('prints the kept HTML, or XML', async () => {
    expect((await cli(['extract', '--format', 'html', article])).out).toMatch(/^<div class="page"><article class="story">/)
    const xml = await cli(['extract', '--extractor', 'contentex', '--format', 'xml', article])
    expect(xml.out).toMatch(/^<\?xml[^>]*>\s*<content extractor="contentex"/)
  })

  it('takes presets and parameters', async () => {
    const printed = JSON.parse(
      (await cli(['extract', '--preset', 'as-printed', '--set', 'lambda=0.5', '--set', 'keepPathText=false', '--format', 'json', article]))
        .out,
    ) as {
      preset: string
      params: object
    }
    expect(printed).toMatchObject({ preset: 'as-printed', params: { lambda: 0.5, zeroRule: 'denominators', keepPathText: false } })
  })

  it('gives the verdict of TextSweeper', async () => {
    const run = await cli(['extract', '--extractor', 'textsweeper', '--format', 'json', join(pages, 'overview.html')])
    expect(JSON.parse(run.out)).toMatchObject({ verdict: { pageType: 'overview' } })
  })

  it('warns on standard error and leaves standard output to the text', async () => {
    const { out: text, err, code } = await cli(['extract', '-'], '<body></body>')
    expect({ text, code }).toEqual({ text: '\n', code: 0 })
    expect(err).toContain('no text')
  })

  it.each([
    ['a missing file', ['extract', 'missing.html'], '', 1, 'input.not-found'],
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
  ])('%s is said on standard error, with its exit code', async (_name, args, input, code, said) => {
    const run = await cli(args, input)
    expect(run.out).toBe('')
    expect(run.err).toContain(said)
    expect(run.err).not.toMatch(/\n\s+at /)
    expect(run.code).toBe(code)
  })

  it('documents its exit codes', async () => {
    const { out: text, code } = await cli(['extract', '--help'])
    expect(code).toBe(0)
    expect(text).toMatch(/Exit codes:\s+0 .*\s+1 .*\s+2 .*\s+3 /)
  })
})

describe('boilerscope extract --jsonl', () => {
  const records = [
    ...Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({ id: `r${i}`, html: `<h1>T${i}</h1><p>${'word '.repeat((i * 137) % 900)}</p>` }),
    ),
    'not json',
    JSON.stringify({ id: 7 }),
    '',
    JSON.stringify({ id: 'file', htmlPath: join(pages, 'forum-thread.html'), url: 'https://a.example/' }),
    JSON.stringify({ id: 'missing', htmlPath: 'missing.html' }),
    JSON.stringify({ id: 'relative', htmlPath: 'relative.html.gz' }),
    JSON.stringify({ id: 'empty', html: '' }),
    '{"html":"<p>no id"}',
  ].join('\n')
  const ids = [...Array.from({ length: 40 }, (_, i) => `r${i}`), null, 7, 'file', 'missing', 'relative', 'empty', null]

  beforeAll(() => writeFileSync(join(folder, 'relative.html.gz'), gzipSync('<p>from a relative path')))

  it('prints one line a record, in order; a bad record is a line, the rest goes on, the exit code tells', async () => {
    const run = await cli(['extract', '--jsonl', '--jobs', '3'], records)
    const results = lines(run.out)
    expect(results.map(({ id }) => id)).toEqual(ids)
    expect(run.code).toBe(3)
    const byId = new Map(results.map((result) => [result.id, result]))
    expect(byId.get('r3')).toMatchObject({ extractor: 'cectd-ds', text: expect.stringContaining('word word') as string })
    expect(byId.get('file')).toMatchObject({ url: 'https://a.example/', text: expect.stringContaining('sourdough'.slice(1)) as string })
    expect(byId.get('missing')).toEqual({
      id: 'missing',
      error: { code: 'input.not-found', message: expect.stringContaining('missing.html') as string },
    })
    expect(byId.get(7)).toMatchObject({ error: { code: 'record.invalid' } })
    expect(byId.get('relative')).toMatchObject({ text: 'from a relative path' })
    expect(byId.get('empty')).toMatchObject({ text: '', warnings: [expect.any(String)] })
    expect(results[40]).toMatchObject({ error: { code: 'record.not-json' } })
  })

  it('reads a gzip stream, and a file of records whose paths are relative to it', async () => {
    const plain = await cli(['extract', '--jsonl'], records)
    expect((await cli(['extract', '--jsonl', '--jobs', '1'], gzipSync(records))).out).toBe(plain.out)
    writeFileSync(join(folder, 'records.jsonl.gz'), gzipSync(records))
    expect((await cli(['extract', '--jsonl', join(folder, 'records.jsonl.gz')], '', root)).out).toBe(plain.out)
  })

  it('prints each result as soon as it is its turn, without waiting for the input to end', async () => {
    const child = spawn(process.execPath, [join(out, 'cli.js'), 'extract', '--jsonl'])
    child.stdin.write('{"id":"first","html":"<p>now"}\n')
    const first = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))))
    expect(first).toContain('"first"')
    child.stdin.end()
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  })

  it('stops quietly when the reader of the pipe goes away', async () => {
    const child = spawn(process.execPath, [join(out, 'cli.js'), 'extract', '--jsonl'])
    let err = ''
    child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)))
    child.stdin.on('error', () => undefined)
    const line = `${JSON.stringify({ id: 1, html: `<p>${'word '.repeat(20_000)}</p>` })}\n`
    child.stdin.end(line.repeat(60))
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    expect(err).toBe('')
  })

  it('a truncated gzip stream gives the records before the damage, then the failure', async () => {
    const zipped = gzipSync(records)
    const run = await cli(['extract', '--jsonl'], zipped.subarray(0, zipped.length - 40))
    expect(lines(run.out).length).toBeGreaterThan(5)
    expect(run.err).toContain('input.truncated-gzip')
    expect(run.code).toBe(1)
  })

  it('a record that takes too long is stopped and becomes a line; the next one is done', async () => {
    const slow = JSON.stringify({ id: 'slow', html: `<p>${'x '.repeat(8_000_000)}` })
    const run = await cli(
      ['extract', '--jsonl', '--jobs', '1', '--timeout', '1', '--extractor', 'contentex'],
      `${slow}\n{"id":"next","html":"<p>ok"}\n`,
    )
    expect(lines(run.out)).toMatchObject([
      { id: 'slow', error: { code: 'extraction.timeout' } },
      { id: 'next', text: 'ok' },
    ])
    expect(run.code).toBe(3)
  })
})
