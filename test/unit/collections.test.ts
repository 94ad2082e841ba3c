import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportFrom } from '../../electron/services/corpus/exchange/corpus-export'
import { importInto } from '../../electron/services/corpus/exchange/corpus-import'
import { createCorpus, openCorpus, type CorpusStore } from '../../electron/services/corpus/store/corpus-store'
import { saveGold } from '../../electron/services/corpus/store/gold-store'
import { openCollection } from '../../electron/services/corpus/open-collection'
import { warcPages } from '../../electron/services/capture/saves/warc-pages'
import { warcRecords } from '../../electron/services/capture/saves/warc-records'
import { evaluate } from '../../electron/worker/evaluation-worker'
import type { BatchOutcome, ExchangeFormat } from '../../shared/contract/corpus-contract'
import { FailureError, toFailure } from '../../shared/base/failure'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { METRIC_IDS } from '../../shared/evaluation/metric-list'
import { metricTable } from '../fixtures/tables'
import { Configuration, type CollectionSource } from '../../shared/evaluation/run-spec'
import { analyst, codeOf, contextOf, problemsIn } from '../fixtures/corpora'
import { jsonl } from '../fixtures/run-program'
import { temporaryFolder } from '../fixtures/temporary-folder'

const NOW = '2026-01-02T03:04:05Z'
const folderOf = temporaryFolder('collections')
let folder: string
beforeEach(() => void (folder = folderOf()))

const corpusNamed = (name: string): Promise<CorpusStore> => createCorpus(join(folder, name), name, NOW)
const bring = (store: CorpusStore, format: ExchangeFormat, path: string): Promise<BatchOutcome> =>
  importInto(store, analyst, { format, path, annotator: 'imported', align: true, now: NOW }, contextOf())

async function scored(source: CollectionSource): Promise<PageResult[]> {
  const configurations = ['cectd-ds', 'bte'].map((extractor) => Configuration.parse({ extractor }))
  const settings = { configurations, tokens: { foldCase: false, stripPunctuation: false }, metrics: METRIC_IDS, maxNodes: 1e6 }
  const results: PageResult[] = []
  for await (const page of openCollection(source).all()) {
    const { labels = null, layout = null, ...read } = await page.read()
    results.push((await evaluate({ id: page.id, url: page.url, ...read, labels, layout, ...settings })).result)
  }
  return results
}

const article = (n: number): string =>
  `<html><body><nav><a href=x>Menu ${n}</a></nav><h1>Title ${n}</h1><p>${`Words of the ${n}th page, and more. `.repeat(5 + n)}</p><p>Imprint</p></body></html>`

describe('a folder scored directly, and imported and scored', () => {
  async function agree(source: CollectionSource, format: ExchangeFormat, pages: number): Promise<void> {
    const store = await corpusNamed('corpus')
    expect(await bring(store, format, source.path)).toMatchObject({ problems: [] })
    const [direct, imported] = [await scored(source), await scored({ kind: 'corpus', path: store.root })]
    expect(direct).toHaveLength(pages)
    const rows = (results: readonly PageResult[]): unknown =>
      results.map(({ facts, rows: own }) => [facts.page, facts.gold, facts.goldWords, facts.pageType, own]).sort()
    expect(rows(imported)).toEqual(rows(direct))
    expect(metricTable(imported, ['a', 'b'], METRIC_IDS)).toEqual(metricTable(direct, ['a', 'b'], METRIC_IDS))
  }

  it('has exactly equal scores for pages with texts, with CleanEval’s X-cleaned.txt and packed pages', async () => {
    const from = join(folder, 'pages')
    await mkdir(from)
    await writeFile(join(from, 'one.html'), article(1))
    await writeFile(join(from, 'one.txt'), `Title 1\n${'Words of the 1th page, and more. '.repeat(6)}`)
    await writeFile(join(from, 'two.html.gz'), gzipSync(article(2)))
    await writeFile(join(from, 'two-cleaned.txt'), 'URL: http://example.org/two\n<h>Title 2\n<p>Words of the 2th page')
    await writeFile(join(from, 'three.htm'), Buffer.from('<p>Caf\xe9 au lait, sans marque d’encodage</p>'.replace('’', "'"), 'latin1'))
    await writeFile(join(from, 'notes.md'), 'no page')
    await agree({ kind: 'folder', path: from }, 'folder', 3)
  })

  it('has equal scores for a list whose "html" names files, with snippets and custom page types', async () => {
    const from = join(folder, 'list')
    await mkdir(from)
    await writeFile(join(from, 'a.html.gz'), gzipSync(article(3)))
    await writeFile(join(from, 'b.html'), article(4))
    const lines = [
      { id: 'a', html: 'a.html', text: 'Title 3', pageType: 'product' },
      { id: 'b', htmlPath: join(from, 'b.html'), with: ['Title 4'], without: ['Menu 4'], pageType: 'recipe' },
      { url: 'https://example.org/c', html: article(5), text: '' },
    ]
    await writeFile(join(from, 'gold.jsonl'), `\ufeff${jsonl(...lines).replaceAll('\n', '\r\n\r\n')}`)
    const store = await corpusNamed('corpus')
    expect(await bring(store, 'folder', from)).toMatchObject({ problems: [] })
    const strip = (results: readonly PageResult[]): unknown =>
      results.map(({ facts, rows }) => [facts.gold, facts.pageType, rows.map(({ metrics }) => metrics)]).sort()
    expect(strip(await scored({ kind: 'corpus', path: store.root }))).toEqual(strip(await scored({ kind: 'folder', path: from })))
  })

  it('has equal scores for a benchmark and for an archive', async () => {
    const from = join(folder, 'benchmark')
    await mkdir(join(from, 'html'), { recursive: true })
    await writeFile(join(from, 'html', 'x1.html.gz'), gzipSync(article(6)))
    await writeFile(join(from, 'ground-truth.json'), JSON.stringify({ x1: { articleBody: 'Title 6', url: 'https://example.org/x' } }))
    await agree({ kind: 'folder', path: from }, 'benchmark', 1)
    await rm(join(folder, 'corpus'), { recursive: true })
    const records = [response('http://example.org/1', article(7)), response('http://example.org/2', article(8))]
    await writeFile(join(folder, 'a.warc'), Buffer.concat(records))
    await agree({ kind: 'warc', path: join(folder, 'a.warc') }, 'warc', 2)
  })
})

it('WCXB as it is published is read whole or by split, with page types, snippets, title, author and date', async () => {
  for (const [number, split, type] of [
    ['0001', 'dev', 'service'],
    ['0002', 'test', 'category'],
  ] as const) {
    await mkdir(join(folder, 'w', split, 'html'), { recursive: true })
    await mkdir(join(folder, 'w', split, 'ground-truth'))
    await writeFile(join(folder, 'w', split, 'html', `${number}.html.gz`), gzipSync(article(1)))
    const gold = { title: 'Title 1', author: 'A. B.', publish_date: null, main_content: 'Title 1', with: ['Title 1'], without: ['Menu'] }
    const facts = { url: 'https://example.org/', file_id: number, _internal: { page_type: { primary: type } }, ground_truth: gold }
    await writeFile(join(folder, 'w', split, 'ground-truth', `${number}.json`), JSON.stringify(facts))
  }
  const read = async (path: string): Promise<unknown[]> => {
    const pages: unknown[] = []
    for await (const page of openCollection({ kind: 'folder', path }).all())
      pages.push([page.id, page.pageType, page.origin?.extra, (await page.read()).gold])
    return pages
  }
  const gold = { text: 'Title 1', with: ['Title 1'], without: ['Menu'] }
  const fields = { title: 'Title 1', author: 'A. B.' }
  const of = (id: string, pageType: string, split: string): unknown => {
    const groups = { corpus: 'WCXB', split }
    return [id, pageType, { ...fields, groups }, { ...gold, pageType, groups }]
  }
  expect(await read(join(folder, 'w'))).toEqual([of('dev-0001', 'service', 'dev'), of('test-0002', 'collection', 'test')])
  expect(await read(join(folder, 'w', 'dev'))).toEqual([of('0001', 'service', 'dev')])
  const store = await corpusNamed('corpus')
  expect(await bring(store, 'folder', join(folder, 'w'))).toMatchObject({ added: ['dev-0001', 'test-0002'], problems: [] })
  expect((await store.capture('dev-0001')).imported).toMatchObject({ id: 'dev-0001', record: fields })
  expect((await store.gold('dev-0001')).entry.fields).toEqual(fields)
})

it('fails for a record with the id of an earlier record, because its page would count twice', async () => {
  const path = join(folder, 'pages.jsonl')
  await writeFile(path, jsonl(...['a', 'b', 'a'].map((id) => ({ id, html: article(1) }))))
  const ends: string[] = []
  for await (const page of openCollection({ kind: 'jsonl', path }).all()) {
    const code = await codeOf(page.read())
    ends.push(code === 'no failure' ? page.id : code)
  }
  expect(ends).toEqual(['a', 'b', 'record.duplicate'])
})

it.each([
  ['json-lines', 'out.jsonl'],
  ['warc', 'out.warc.gz'],
  ['benchmark', 'out'],
  ['folder', 'out'],
] as const)('an export that is interrupted as %s leaves no files', async (format, name) => {
  const store = await corpusNamed('corpus')
  const path = join(folder, 'pages.jsonl')
  await writeFile(path, jsonl(...[1, 2, 3].map((n) => ({ id: `p${n}`, html: article(n), text: `Title ${n}` }))))
  await bring(store, 'json-lines', path)
  const before = (await readdir(folder)).sort()
  const stop = new AbortController()
  let pages = 0
  const context = { signal: stop.signal, progress: () => (++pages === 3 ? stop.abort() : undefined) }
  expect(await codeOf(exportFrom(store, analyst, { format, path: join(folder, name) }, context))).toBe('cancelled')
  expect((await readdir(folder)).sort()).toEqual(before)
})

const record = (type: string, url: string, block: string, length = Buffer.byteLength(block)): Buffer =>
  Buffer.from(`WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${length}\r\n\r\n${block}\r\n\r\n`)
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'
const response = (url: string, html: string, length?: number): Buffer => record('response', url, HEAD + html, length)

async function pagesOf(bytes: Buffer, name = 'x.warc') {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const found = { pages: [] as string[], failed: [] as string[], end: null as string | null, message: '' }
  try {
    for await (const { url, content } of warcPages(warcRecords(path), 1e6)) {
      if ('bytes' in content) found.pages.push(url)
      else found.failed.push(`${url} ${content.failure.code}`)
    }
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FailureError)
    const { code: end, message } = toFailure(thrown)
    return { ...found, end, message }
  }
  return found
}

it('an archive reports how many captures were omitted because their page had not changed', async () => {
  const path = join(folder, 'again.warc')
  const again = record('revisit', 'http://a.example/1', HEAD)
  const image = record('revisit', 'http://a.example/i.png', HEAD.replace('text/html', 'image/png'))
  await writeFile(path, Buffer.concat([response('http://a.example/1', '<p>one'), again, image, again]))
  const { added, problems, notes } = await bring(await corpusNamed('corpus'), 'warc', path)
  expect([added.length, problems]).toEqual([1, []])
  expect(notes).toEqual(['again.warc: omitted 2 repetitions of earlier pages.'])
})

describe('an incomplete archive', () => {
  const page = response('http://a.example/1', '<p>one')
  const image = record('response', 'http://a.example/i.png', `HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n${'x'.repeat(5000)}`)

  it.each([
    ['inside an image', Buffer.concat([page, image]).subarray(0, page.length + 1000), ['http://a.example/1']],
    ['inside a page', Buffer.concat([page, page]).subarray(0, page.length * 2 - 7), ['http://a.example/1']],
    ['inside the header of a record', Buffer.concat([page, page]).subarray(0, page.length + 30), ['http://a.example/1']],
    ['behind a length of a thousand million', Buffer.concat([page, record('warcinfo', 'x', 'x', 1e9)]), ['http://a.example/1']],
    ['behind a page that says more than it has', response('http://a.example/2', '<p>two', 1e6), []],
  ])('which ends %s, is reported with the record, and no incomplete page is imported', async (_where, bytes, whole) => {
    for (const [name, packed] of Object.entries({
      'cut.warc': bytes,
      'cut.warc.gz': gzipSync(bytes),
      'torn.warc.gz': gzipSync(bytes).subarray(0, -9),
    })) {
      const { pages, ...rest } = await pagesOf(packed, name)
      expect(rest).toEqual({ failed: [], end: 'warc.invalid', message: expect.stringMatching(/damaged after \d records: /) as string })
      if (name !== 'torn.warc.gz') expect(pages).toEqual(whole)
    }
  })

  it.each(['Infinity', '-1', '', '1e3', '9'.repeat(30)])('with a record of length %j is reported', async (length) => {
    const bytes = Buffer.from(String(page).replace(/Content-Length: \d+/, `Content-Length: ${length}`))
    expect(await pagesOf(bytes)).toMatchObject({ pages: [], end: 'warc.invalid' })
  })

  it('with a page that is longer than its declared length skips the whole page, and reads the next page', async () => {
    const found = await pagesOf(Buffer.concat([response('http://a.example/long', `<p>${'word '.repeat(50)}`, 90), page]))
    expect(found).toEqual({ pages: ['http://a.example/1'], failed: ['http://a.example/long warc.invalid'], end: null, message: '' })
  })

  it('gives complete pages or a failure, at any cut', async () => {
    const whole = Buffer.concat([record('warcinfo', 'info', 'software: x\r\n'), page, image, response('http://a.example/3', '<p>three')])
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.boolean(), async (cut, packed) => {
        const bytes = whole.subarray(0, cut)
        const { pages } = await pagesOf(packed ? gzipSync(bytes) : bytes, packed ? 'c.warc.gz' : 'c.warc')
        expect(pages.length).toBeLessThanOrEqual(2)
        for (const [i, url] of pages.entries()) expect(url).toBe(`http://a.example/${i === 0 ? 1 : 3}`)
      }),
      { numRuns: 50 },
    )
  })

  it('imports the pages before the damage, and reports the record', async () => {
    const path = join(folder, 'cut.warc')
    await writeFile(path, Buffer.concat([page, response('http://a.example/2', '<p>two')]).subarray(0, -8))
    const { added, problems } = await bring(await corpusNamed('corpus'), 'warc', path)
    expect(added).toHaveLength(1)
    const message = expect.stringContaining('http://a.example/2') as string
    expect(problems).toMatchObject([{ place: path, failure: { code: 'warc.invalid', message } }])
  })

  it('can be cancelled while it is read', async () => {
    const path = join(folder, 'long.warc')
    await writeFile(path, Buffer.concat(Array.from({ length: 200 }, (_, i) => response(`http://a.example/${i}`, 'x'.repeat(20_000)))))
    const stop = new AbortController()
    const read = async (): Promise<void> => {
      for await (const { url } of warcPages(warcRecords(path, { signal: stop.signal }), 1e6)) if (url.endsWith('/3')) stop.abort()
    }
    await expect(read()).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  })
})

it('the corpus of docs/formats.md has no problem', async () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/formats.md'), 'utf8')
  const written = document.slice(document.indexOf('### A corpus written by another program'))
  const blocks = [...written.matchAll(/```(?:html|json)\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const hash = createHash('sha256')
    .update(blocks[0] ?? '')
    .digest('hex')
  const [html = '', corpus = '', capture = '', labels = ''] = blocks.map((block) => block.replace('HASH OF page.html', hash))
  const page = join(folder, 'pages/mill')
  await mkdir(join(page, 'gold'), { recursive: true })
  await writeFile(join(folder, 'corpus.json'), corpus)
  await writeFile(join(page, 'page.html'), html)
  await writeFile(join(page, 'capture.json'), capture)
  await writeFile(join(page, 'gold/ann.json'), labels)
  await writeFile(join(page, 'gold/other.txt'), 'A text without places')
  expect(await problemsIn(await openCorpus(folder))).toEqual([])
})

describe('an import that was killed', () => {
  it('is completed by another import, which adds missing gold texts and labels, and changes no existing label', async () => {
    const path = join(folder, 'pages.jsonl')
    const lines = [1, 2, 3].map((n) => ({ id: `p${n}`, html: article(n), text: `Title ${n}`, pageType: 'article' }))
    await writeFile(path, jsonl(...lines))
    const whole = await corpusNamed('whole')
    await bring(whole, 'json-lines', path)
    const store = await corpusNamed('killed')
    await bring(store, 'json-lines', path)
    await rm(join(store.root, 'pages', 'p1', 'gold', 'imported.json'))
    await rm(join(store.root, 'pages', 'p2', 'gold'), { recursive: true })
    expect(await problemsIn(store)).toEqual(['pages/p1/gold/imported.txt gold.not-laid'])
    expect(await bring(store, 'json-lines', path)).toMatchObject({ added: [], completed: ['p1', 'p2'], known: 1, problems: [] })
    expect(await problemsIn(store)).toEqual([])
    for (const id of ['p1', 'p2', 'p3']) {
      const { labels, texts } = await whole.gold(id)
      expect(await store.gold(id)).toMatchObject({ labels, texts })
    }
    expect(await bring(store, 'json-lines', path)).toMatchObject({ added: [], completed: [], known: 3 })
  })

  it('keeps labels that an annotator added in the meantime', async () => {
    const path = join(folder, 'pages.jsonl')
    await writeFile(path, JSON.stringify({ id: 'p', html: article(1), text: 'Title 1' }))
    const store = await corpusNamed('corpus')
    await bring(store, 'json-lines', path)
    const mine = { ...(await store.gold('p')).labels[0]!.gold, notes: 'mine', spans: [] }
    await saveGold(store.root, mine, { revision: (await store.gold('p')).labels[0]!.revision, gold: mine })
    expect(await bring(store, 'json-lines', path)).toMatchObject({ known: 1, completed: [] })
    expect((await store.gold('p')).labels[0]!.gold.notes).toBe('mine')
  })
})

it('names that Windows keeps for devices are refused as ids of new pages; existing pages with such an id can be opened', async () => {
  const store = await corpusNamed('corpus')
  const capture = { html: '<p>a', label: 'p', url: null, mode: 'source', status: null, charset: 'UTF-8', capturedAt: NOW } as const
  for (const id of ['con', 'nul', 'aux', 'prn', 'com1', 'lpt9'])
    await expect(store.add({ capture, loader: 'import', id })).rejects.toMatchObject({ failure: { code: 'corpus.bad-id' } })
  await store.add({ capture, loader: 'import', id: 'fine' })
  await expect(store.rename('fine', 'nul')).rejects.toMatchObject({ failure: { code: 'corpus.bad-id' } })
  const path = join(folder, 'x.jsonl')
  await writeFile(path, JSON.stringify({ id: 'CON', html: '<p>b' }))
  expect((await bring(store, 'json-lines', path)).added).toEqual([expect.stringMatching(/^page-[0-9a-f]{8}$/)])
  const { rename } = await import('node:fs/promises')
  await rename(join(store.root, 'pages', 'fine'), join(store.root, 'pages', 'aux'))
  expect((await store.page('aux')).html).toBe('<p>a')
  expect(await readdir(join(store.root, 'pages'))).toContain('aux')
})
