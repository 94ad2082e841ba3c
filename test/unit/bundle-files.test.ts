import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import yauzl from 'yauzl'
import { WARCParser } from 'warcio'
import { beforeEach, describe, expect, it } from 'vitest'
import { listArchive } from '../../electron/services/capture/saves/archive'
import { archivedPage } from '../../electron/services/capture/saves/saved-page'
import { spoolArchive } from '../../electron/services/capture/saves/spooled-archive'
import { importInto } from '../../electron/services/corpus/exchange/corpus-import'
import type { PageAnalyst } from '../../electron/services/corpus/analysis/page-analyst'
import { exportFrom } from '../../electron/services/corpus/exchange/corpus-export'
import { packBundle, readBundle, unusedBodies } from '../../electron/services/bundle/bundle-files'
import { createCorpus, type CorpusStore } from '../../electron/services/corpus/store/corpus-store'
import { checkCorpus } from '../../electron/services/corpus/analysis/corpus-reports'
import type { KeptResponse, PageBundle } from '../../shared/contract/capture'
import { record, zipped } from '../capture/saves'
import { bundleOf, captureOf, NOW } from '../fixtures/captured'
import { collect } from '../fixtures/collect'
import { problemsIn } from '../fixtures/corpora'
import { jsonl } from '../fixtures/run-program'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('bundle')
let root: string
let store: CorpusStore
beforeEach(async () => {
  root = folderOf()
  store = await createCorpus(join(root, 'corpus'), 'Kept', NOW)
})

const headersOf = (of: Record<string, string>) => Object.entries(of).map(([name, value]) => ({ name, value }))
const answer = (url: string, body: string | Uint8Array, kind: KeptResponse['kind'] = 'image', type = 'image/png'): KeptResponse => ({
  url,
  kind,
  status: 200,
  headers: headersOf({ 'Content-Type': type, 'Content-Encoding': 'br', 'X-Twice': 'a' }),
  body: Buffer.from(body),
})
const LARGE = 'a logo that every page has '.repeat(500)
const FONT = Uint8Array.from({ length: 9_000 }, (_, i) => (i * 31) & 255)

const bundle = (resources: readonly KeptResponse[], more: Partial<PageBundle> = {}): PageBundle => bundleOf({ resources, ...more })
const pageOf = (html: string, kept?: PageBundle) =>
  captureOf(html, { url: `https://example.org/${html}`, label: html, mode: 'rendered', bundle: kept })
const add = async (html: string, kept?: PageBundle): Promise<string> =>
  (await store.add({ capture: pageOf(html, kept), loader: 'test' })).id
const quiet = { signal: new AbortController().signal, progress: () => undefined }
const sharedFiles = (): string[] =>
  readdirSync(join(store.root, 'resources'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const plain = (one: KeptResponse | null | undefined): unknown =>
  one && { ...one, body: Buffer.from(one.body).toString('latin1'), headers: undefined }

it('a WACZ of a corpus has the required contents of the format, and opens here with its pages and their parts', async () => {
  const [logo, again] = [answer('https://example.org/logo.png', LARGE), answer('https://example.org/again.png', LARGE)]
  await add('one', bundle([logo], { document: answer('https://example.org/one', '<p>served</p>', 'document', 'text/html') }))
  await add('two', bundle([logo, again]))
  const path = join(root, 'out.wacz')
  expect((await exportFrom(store, {} as PageAnalyst, { format: 'wacz', path }, quiet)).problems).toEqual([])
  expect(readdirSync(root).filter((name) => name.includes('.part'))).toEqual([])
  const files = await unzipped(path)
  const names = 'archive/data.warc.gz, indexes/index.cdx, pages/pages.jsonl, datapackage.json, datapackage-digest.json'
  expect([...files.keys()].join(', ')).toBe(names)
  const manifest = JSON.parse(String(files.get('datapackage.json'))) as { resources: { path: string; hash: string; bytes: number }[] }
  for (const { path: name, hash, bytes } of manifest.resources) {
    const content = files.get(name) ?? Buffer.alloc(0)
    expect([bytes, hash]).toEqual([content.length, `sha256:${createHash('sha256').update(content).digest('hex')}`])
  }
  const lines = (files.get('indexes/index.cdx')?.toString() ?? '').trimEnd().split('\n')
  expect(lines).toEqual([...lines].sort())
  for (const line of lines) {
    const { offset, length } = JSON.parse(line.replace(/^\S+ \d{14} /, '')) as { offset: string; length: string }
    const member = files.get('archive/data.warc.gz')?.subarray(Number(offset), Number(offset) + Number(length))
    expect(gunzipSync(member ?? '').toString('latin1')).toMatch(/^WARC\/1\.1/)
  }
  const addresses = (...names: string[]) => names.map((name) => `https://example.org/${name}`)
  expect((await listArchive({ path }, 1e6, {})).pages.map(({ url }) => url)).toEqual(addresses('one', 'two'))
  const opened = await archivedPage({ path }, '1', 1e6, {})
  expect(opened.html).toBe('two')
  expect([...opened.parts.keys()].filter((url) => url.endsWith('.png')).sort()).toEqual(addresses('again.png', 'logo.png'))
  expect(Buffer.from(opened.parts.get('https://example.org/again.png')?.body ?? []).toString()).toBe(LARGE)
})

describe('the pages of a WACZ', () => {
  it('are the pages of its list, for any fragment and redirect of an address', async () => {
    const path = join(root, 'listed.wacz')
    const listed = ['http://a.test/#/top', 'https://b.test'].map((url) => ({ url, title: `Of ${url}` }))
    const moved = httpRecord('http://a.test/', '301 Moved', 'Location: https://a.test/home')
    const pages = ['https://a.test/home', 'https://b.test/', 'https://advert.test/']
    const records = pages.map((url) => httpRecord(url, '200 OK', 'Content-Type: text/html', '<p>x'))
    writeFileSync(path, await zipped({ 'pages/pages.jsonl': jsonl(...listed), 'archive/data.warc': [moved, ...records].join('') }))
    const found = (await listArchive({ path }, 1e6, {})).pages.map(({ url, title }) => `${title}: ${url}`)
    expect(found).toEqual(['Of http://a.test/#/top: https://a.test/home', 'Of https://b.test: https://b.test/'])
  })

  it('have priority: images to which a late page does not refer are dropped if there are too many', async () => {
    const path = join(root, 'large.warc')
    const image = Buffer.alloc(8 * 1024 * 1024, 'x').toString()
    const images = Array.from({ length: 10 }, (_, i) =>
      httpRecord(`https://a.test/${i}.png`, '200 OK', 'Content-Type: image/png', image, { digest: `sha1:${i}` }),
    )
    const again = httpRecord('https://a.test/again.png', '200 OK', 'Content-Type: image/png', '', { type: 'revisit', digest: 'sha1:0' })
    const page = httpRecord('https://a.test/', '200 OK', 'Content-Type: text/html', '<img src=9.png><img src=again.png><p>x')
    writeFileSync(path, [...images, page, again].join(''))
    const { parts, notes } = await archivedPage({ path }, null, 1e8, {})
    expect(notes).toEqual(['The archive contains more than 64 MB of images, styles and other files; some may be missing.'])
    const names = [...parts.keys()].map((url) => url.slice(15)).sort()
    expect(names.join(' ')).toBe('0.png 1.png 2.png 3.png 4.png 5.png 9.png again.png')
  })
})

const httpRecord = (url: string, status: string, head: string, body = '', { type = 'response', digest = '' } = {}): string =>
  record(type, url, `HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`, digest && `WARC-Payload-Digest: ${digest}\r\n`)

async function unzipped(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await yauzl.openPromise(path)
  for await (const entry of zip.eachEntry()) {
    expect(entry.compressionMethod, 'stored, so that it is read in place').toBe(0)
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

describe('an imported archive', () => {
  const imported = async (path: string, format: 'warc' | 'wacz'): Promise<CorpusStore> => {
    const to = await createCorpus(join(root, 'taken'), 'Taken', NOW)
    const options = { format, path, annotator: 'imported', align: true, now: NOW }
    expect((await importInto(to, {} as PageAnalyst, options, quiet)).problems).toEqual([])
    return to
  }

  it('has the resources of its pages and style sheets, with redirects and repeated bodies, and no other resources', async () => {
    const digest = 'sha1:B'
    const html = (body: string): [string, string, string] => ['200 OK', 'Content-Type: text/html', body]
    const path = join(root, 'site.warc')
    const records = [
      httpRecord('http://example.org/icon.png', '200 OK', 'Content-Type: image/png', 'icon'),
      httpRecord('http://example.org/one', ...html('<link rel=stylesheet href=/a.css><p>The text of one.')),
      httpRecord('http://example.org/two', ...html('<img src=/again.png><img src=/old.png><p>The text of two.')),
      httpRecord('http://example.org/a.css', '200 OK', 'Content-Type: text/css', 'p{background:url(b.png)}'),
      httpRecord('http://example.org/b.png', '200 OK', 'Content-Type: image/png', 'bee', { digest }),
      httpRecord('http://example.org/again.png', '200 OK', 'Content-Type: image/png', '', { type: 'revisit', digest }),
      httpRecord('http://example.org/old.png', '302 Found', 'Location: /icon.png'),
      httpRecord('http://example.org/unseen.png', '200 OK', 'Content-Type: image/png', 'unseen'),
    ]
    writeFileSync(path, records.join(''))
    const to = await imported(path, 'warc')
    const kept: Record<string, unknown> = {}
    for (const id of await to.pageIds()) {
      const { resources, redirects } = (await to.bundle(id))!
      const name = (url: string): string => url.replace('http://example.org', '')
      kept[name((await to.capture(id)).url ?? '')] = [
        ...resources.map(({ url, kind, body }) => `${kind} ${name(url)} ${Buffer.from(body).toString()}`),
        ...redirects.map(({ url, location }) => `${name(url)} led to ${name(location)}`),
      ].sort()
    }
    expect(kept).toEqual({
      '/one': ['image /b.png bee', 'stylesheet /a.css p{background:url(b.png)}'],
      '/two': ['/old.png led to /icon.png', 'image /again.png bee', 'image /icon.png icon'],
    })
  })

  it('is read once for all its pages, and may then be deleted', async () => {
    const logo = answer('https://example.org/logo.png', LARGE)
    await add('<img src=logo.png>one', bundle([logo]))
    await add('<img src=logo.png>two', bundle([logo]))
    const path = join(root, 'out.wacz')
    await exportFrom(store, {} as PageAnalyst, { format: 'wacz', path }, quiet)
    const archive = await spoolArchive({ path }, 1_000_000)
    rmSync(path)
    for (const entry of ['0', '1']) {
      const { html, resources } = await archive.input(entry)
      expect(html).toMatch(/one|two/)
      expect(Buffer.from((await resources?.find(logo.url))?.body ?? []).toString()).toBe(LARGE)
      expect(await resources?.find('https://example.org/none')).toBeNull()
    }
    await expect(archive.input('2')).rejects.toMatchObject({ failure: { code: 'archive.no-page' } })
    await archive.close()
  })
})

describe('bodies that no page needs', () => {
  const HOUR = 60 * 60 * 1000
  const old = (): void => {
    const before = new Date(Date.now() - 2 * HOUR)
    for (const file of sharedFiles()) utimesSync(file, before, before)
  }

  it('are files without a page, also in the trash; recent files may belong to a running capture', async () => {
    const { root: corpus } = store
    await add('one', bundle([answer('https://example.org/a', LARGE)]))
    await store.remove(await add('two', bundle([answer('https://example.org/b', FONT)])))
    // Bodies without a page remain after a program was killed.
    await packBundle(corpus, 'https://example.org/', bundle([answer('https://example.org/c', 'c'.repeat(5_000))]), NOW)
    expect(await unusedBodies(corpus, Date.now())).toEqual([])
    old()
    expect(await unusedBodies(corpus, Date.now())).toHaveLength(1)
    expect(await unusedBodies(corpus, Date.now(), true)).toHaveLength(1)
    expect(sharedFiles()).toHaveLength(2)
    await store.restore(readdirSync(join(corpus, 'trash'))[0] ?? '')
    for (const id of await store.pageIds()) expect((await store.bundle(id))?.missing).toEqual([])
  })

  it('are not the files of pages that were saved on this disk: their parts have file addresses', async () => {
    const parts = [answer('file:///saved/page_files/logo.png', LARGE), answer('file:///saved/page_files/dot.png', 'dot')]
    expect((await readBundle(store.root, await add('saved', bundle(parts))))?.resources.map(plain)).toEqual(parts.map(plain))
    old()
    expect(await unusedBodies(store.root, Date.now())).toEqual([])
  })

  it('are kept if a capture needs them again', async () => {
    await packBundle(store.root, 'https://example.org/', bundle([answer('https://example.org/c', LARGE)]), NOW)
    old()
    await packBundle(store.root, 'https://example.org/2', bundle([answer('https://example.org/d', LARGE)]), NOW)
    expect(await unusedBodies(store.root, Date.now(), true)).toEqual([])
    expect(sharedFiles()).toHaveLength(1)
  })

  it('are not removed if a page is damaged', async () => {
    const id = await add('one', bundle([answer('https://example.org/a', LARGE)]))
    old()
    truncateSync(join(store.root, 'pages', id, 'resources.warc.gz'), 40)
    await expect(unusedBodies(store.root, Date.now(), true)).rejects.toThrow()
    expect(sharedFiles()).toHaveLength(1)
  })
})

it('checking a corpus lists the pages with missing images or styles, and the first missing file', async () => {
  const id = await add('one', bundle([answer('https://example.org/a.png', LARGE), answer('https://example.org/b.png', FONT)]))
  await add('two', bundle([answer('https://example.org/small.png', 'small enough to stand beside its page')]))
  expect(await problemsIn(store)).toEqual([])
  const [lost] = sharedFiles().filter((file) => gunzipSync(readFileSync(file)).includes(LARGE))
  await rm(lost ?? '')
  const found = await collect(checkCorpus(store, {} as PageAnalyst, quiet))
  const message = `pages/${id}: images and styles that are missing or damaged in the corpus: 1 (https://example.org/a.png).`
  expect(found).toMatchObject([{ place: `pages/${id}`, failure: { code: 'corpus.missing-parts', message } }])
})

describe('the files read when a page is opened', () => {
  it('have a limit; parts above the limit are named as missing, and the picture stays on the disk', async () => {
    const screenshot = { type: 'image/webp', width: 1, height: 1, bytes: FONT } as const
    const parts = ['a', 'b'].map((name) => answer(`https://example.org/${name}`, name.repeat(6_000)))
    const id = await add('one', bundle(parts, { screenshot }))
    const found = await store.bundle(id, { limit: 7_000, picture: false })
    const missing = [{ url: 'https://example.org/b', isFinal: true }]
    expect(found).toMatchObject({ resources: [{ url: 'https://example.org/a' }], missing, screenshot: null })
    expect((await store.bundle(id))?.screenshot?.bytes).toHaveLength(FONT.length)
  })
})

describe('a page’s bundle in a corpus', () => {
  it('equals the written bundle: document, redirects, resources, style rules, picture, reasons', async () => {
    const kept = bundle(
      [
        answer('https://example.org/logo.png', LARGE),
        answer('https://example.org/f.woff2', FONT, 'font', 'font/woff2'),
        answer('https://example.org/s.png', 'small'),
      ],
      {
        document: answer('https://example.org/page', '<p>as served</p>', 'document', 'text/html'),
        redirects: [{ url: 'https://example.org/old', status: 301, location: 'https://example.org/page' }],
        missing: [{ url: 'https://example.org/gone', kind: 'image', reason: 'the server responded with status 404' }],
        styles: { sheets: [{ index: 2, css: 'a{}' }], adopted: ['b{}'] },
        screenshot: { type: 'image/webp', width: 1280, height: 9, bytes: Buffer.from('RIFF') },
        userAgent: 'Chrome/1',
      },
    )
    const found = await store.bundle(await add('page', kept))
    expect(found?.resources.map(plain)).toEqual(kept.resources.map(plain))
    expect(plain(found?.document)).toEqual(plain(kept.document))
    const { redirects, missing, styles, userAgent } = kept
    expect(found).toMatchObject({ redirects, missing, styles, userAgent, screenshot: { width: 1280, height: 9, type: 'image/webp' } })
    expect(Buffer.from(found?.screenshot?.bytes ?? []).toString()).toBe('RIFF')
  })

  it('stores equal bodies once per corpus, and a removed page keeps the bodies of other pages', async () => {
    const first = await add('one', bundle([answer('https://a.example/x.png', LARGE), answer('https://a.example/f', FONT, 'font')]))
    const second = await add('two', bundle([answer('https://b.example/y.png', LARGE), answer('https://b.example/z.png', LARGE)]))
    expect(sharedFiles()).toHaveLength(2)
    await store.remove(first)
    const left = await store.bundle(second)
    const urls = left?.resources.filter(({ body }) => Buffer.from(body).toString() === LARGE).map(({ url }) => url)
    expect([urls, left?.missing]).toEqual([['https://b.example/y.png', 'https://b.example/z.png'], []])
  })

  it('is added to a page without a bundle if the same HTML is captured again', async () => {
    const id = await add('x')
    expect(await store.bundle(id)).toBeNull()
    const again = pageOf('x', bundle([answer('https://example.org/a', LARGE)]))
    expect(await store.add({ capture: again, loader: 'test' })).toEqual({ id, known: true })
    expect((await store.bundle(id))?.resources).toHaveLength(1)
    expect((await store.entry(id)).problems).toEqual([])
  })

  it('is WARC 1.1 for other programs: another reader finds every record, also by the index', async () => {
    const redirects = [{ url: 'https://example.org/r', status: 302, location: 'https://example.org/s.png' }]
    const parts = [answer('https://example.org/logo.png', LARGE), answer('https://example.org/s.png', 'small')]
    const id = await add('page', bundle(parts, { redirects }))
    const folder = join(store.root, 'pages', id)
    const types: string[] = []
    for await (const record of WARCParser.iterRecords(new Blob([readFileSync(join(folder, 'resources.warc.gz'))]).stream())) {
      types.push(`${record.warcType} ${record.warcTargetURI ?? ''} ${record.httpHeaders?.statusCode ?? ''}`.trim())
      await record.readFully()
    }
    expect(types.slice(1)).toEqual([
      'response https://example.org/r 302',
      'revisit https://example.org/logo.png 200',
      'response https://example.org/s.png 200',
      'resource urn:pageinfo:https://example.org/page',
    ])
    const lines = readFileSync(join(folder, 'resources.cdxj'), 'utf8').trimEnd().split('\n')
    expect([lines, lines.length]).toEqual([[...lines].sort(), 4])
    for (const line of lines) {
      const { url, filename, ...place } = JSON.parse(line.replace(/^\S+ \d{14} /, '')) as Record<
        'url' | 'filename' | 'offset' | 'length',
        string
      >
      const at = Number(place.offset)
      const head = `^WARC/1\\.1\\r\\n[^]*WARC-Target-URI: ${url.replace(/[.?]/g, '\\$&')}\\r\\n`
      const member = readFileSync(join(folder, filename)).subarray(at, at + Number(place.length))
      expect(gunzipSync(member).toString('latin1')).toMatch(new RegExp(head))
    }
  })

  it('opens without missing and damaged parts, and names them', async () => {
    const parts = [answer('https://example.org/a', LARGE), answer('https://example.org/b', FONT), answer('https://example.org/c', 'c')]
    const id = await add('page', bundle(parts))
    const [one = '', other = ''] = sharedFiles()
    rmSync(one)
    truncateSync(other, 100)
    const reason = 'its file in the corpus is missing or damaged'
    const missing = ['a', 'b'].map((name) => ({ url: `https://example.org/${name}`, reason }))
    expect(await store.bundle(id)).toMatchObject({ resources: [{ url: 'https://example.org/c' }], missing })
  })

  it('uses only the kept body', async () => {
    const id = await add('page', bundle([answer('https://example.org/a', LARGE)]))
    const [file] = sharedFiles()
    const foreign = await mkdtemp(join(root, 'other-'))
    await packBundle(foreign, 'https://example.org/', bundle([answer('https://example.org/a', FONT)]), NOW)
    const [wrong] = readdirSync(join(foreign, 'resources'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    writeFileSync(file ?? '', readFileSync(join(wrong?.parentPath ?? '', wrong?.name ?? '')))
    expect((await store.bundle(id))?.resources).toEqual([])
  })

  it('headers with line breaks, invalid names and letters beyond Latin-1 are written as one line each', async () => {
    const headers = headersOf({ 'X-A': 'b\r\nWARC/1.1\r\nX: y', 'not a name': '1', 'X-漢': '2', 'X-Z': '漢' })
    const found = await store.bundle(await add('page', bundle([{ ...answer('https://example.org/a', 'x'), headers }])))
    expect(found?.resources[0]?.headers.map(({ value }) => value)).toEqual(['b WARC/1.1 X: y', '?', '1'])
    expect(found?.resources).toHaveLength(1)
  })
})
