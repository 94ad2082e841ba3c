import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportFrom } from '../../electron/services/corpus/exchange/corpus-export'
import { importInto } from '../../electron/services/corpus/exchange/corpus-import'
import { corpusStats } from '../../electron/services/corpus/analysis/corpus-reports'
import { createCorpus, type CorpusStore } from '../../electron/services/corpus/store/corpus-store'
import { goldIn, saveGold } from '../../electron/services/corpus/store/gold-store'
import { corpusPages } from '../../electron/services/corpus/corpus-pages'
import { readLines } from '../../electron/services/files/read-lines'
import type { BatchOutcome, ExchangeFormat } from '../../shared/contract/corpus-contract'
import { FailureError } from '../../shared/base/failure'
import { frameSource } from '../../shared/page/composed-children'
import { newGoldFile, type GoldFile } from '../../shared/gold/gold-file'
import { captureOf } from '../fixtures/captured'
import { collect } from '../fixtures/collect'
import { analyst, contextOf, problemsIn } from '../fixtures/corpora'
import { jsonl, jsonLines } from '../fixtures/run-program'
import { temporaryFolder } from '../fixtures/temporary-folder'

const NOW = '2026-01-02T03:04:05Z'
const folderOf = temporaryFolder('exchange')
let folder: string
let store: CorpusStore

beforeEach(async () => {
  folder = folderOf()
  store = await createCorpus(join(folder, 'corpus'), 'Test', NOW)
})

const bring = (into: CorpusStore, format: ExchangeFormat, path: string, annotator = 'imported', align = true): Promise<BatchOutcome> =>
  importInto(into, analyst, { format, path, annotator, align, now: NOW }, contextOf())
const send = (format: ExchangeFormat, path: string, annotator?: string): Promise<BatchOutcome> =>
  exportFrom(store, analyst, { format, path, annotator }, contextOf())

const ARTICLE =
  '<html><head><title>T</title></head><body><nav>Menu</nav><h1>The title</h1><p>First  words, here.</p><ul><li>An item</li></ul><footer>End</footer></body></html>'

async function fill(): Promise<void> {
  const file = join(folder, 'source.jsonl')
  const text = 'The title\nFirst words, here.\nAn item'
  const records = [
    { id: 'one', url: 'http://example.org/one', html: ARTICLE, text, pageType: 'article' },
    { id: 'two', url: 'http://example.org/two', html: '<p>Some 😀 text</p><p>Menu</p>', text: 'Some 😀 text', pageType: 'forum' },
    { id: 'three', url: 'http://example.org/three', html: '<p>Nothing known</p>' },
  ]
  await writeFile(file, jsonl(...records))
  expect(await bring(store, 'json-lines', file)).toMatchObject({ added: ['one', 'two', 'three'], problems: [] })
}

const newCorpus = (): Promise<CorpusStore> => createCorpus(join(folder, 'other'), 'Other', NOW)

describe('export and import', () => {
  it.each([
    ['folder', 'boilerscope-labels/two.json, two.html, two.txt'],
    ['wcxb', 'boilerscope-labels/two.json, ground-truth/two.json, html/two.html.gz'],
  ] as const)('as %s into the folder of an earlier export reports the files of removed pages', async (format, files) => {
    await fill()
    const path = join(folder, 'out')
    const first = await send(format, path)
    expect(first.notes?.join(' ')).not.toContain('that this export did not write')
    await store.remove('two')
    expect((await send(format, path)).notes).toContain(
      `The folder contains files that this export did not write: ${files}. Other programs will read these files too. Export to an empty folder to get only the exported pages.`,
    )
  })

  it('as a CleanEval folder give the same HTML and text back, with headings and items marked', async () => {
    await fill()
    const { gold } = (await store.page('one')).labels[0]!
    const spans = gold.spans.map(({ origin: _origin, ...span }) => span)
    await saveGold(store.root, { ...gold, annotator: 'ab', spans, status: 'adjudicated' }, null)
    await send('folder', join(folder, 'out'))
    expect((await readdir(join(folder, 'out'))).sort().join(' ')).toBe('boilerscope-labels one.html one.txt three.html two.html two.txt')
    const marked = 'URL: http://example.org/one\n<h>The title\n<p>First words, here.\n<l>An item\n'
    expect(await readFile(join(folder, 'out', 'one.txt'), 'utf8')).toBe(marked)
    const other = await newCorpus()
    expect(await bring(other, 'folder', join(folder, 'out'))).toMatchObject({ added: ['one', 'three', 'two'], problems: [] })
    const texts = [{ name: 'imported', text: 'The title\nFirst words, here.\nAn item' }]
    expect(await other.page('one')).toMatchObject({ texts, html: ARTICLE })
  })

  it('do not replace labels that an annotator changed: a removed label leaves the gold standard', async () => {
    await fill()
    const goldOf = async (): Promise<unknown> => {
      const { gold } = goldIn(store, await store.gold('one'), new Set())
      return gold && [gold.text, gold.labels?.spans.length]
    }
    const { gold, revision } = (await store.page('one')).labels[0]!
    expect(await goldOf()).toEqual(['The title\nFirst words, here.\nAn item', gold.spans.length])
    const spans = [{ ...gold.spans[0]!, quote: 'The title', text: undefined, characters: undefined }]
    const { revision: next } = (await saveGold(store.root, { ...gold, spans }, { gold, revision })) as { revision: string }
    expect(await goldOf()).toEqual([null, 1])
    await saveGold(store.root, { ...gold, spans: [], noContent: true }, { gold, revision: next })
    expect(await goldOf()).toEqual([null, 0])
  })

  it('as cc-select mark labelled text without white space, also in noscript, and name pages that are only partly marked', async () => {
    const file = join(folder, 'source.jsonl')
    const records = [
      ['spaced', '<nav>Menu</nav><article>\n <h1> A title </h1>\n <p>\n First words.\n </p>\n</article>', 'A title\nFirst words.'],
      ['noscript', '<nav>Menu</nav><noscript><p>Only without scripts.</p></noscript>', 'Only without scripts.'],
      ['torn', '<nav>Menu</nav><p>Some of these words are the content.</p>', 'these words'],
      ['open', '<p><b>Menu<p>The only</b> words.', 'The only words.'],
      ['absent', '<p>Some words.</p>', 'Some words. And more that is nowhere.'],
    ]
    await writeFile(file, jsonl(...records.map(([id, html, text]) => ({ id, html, text }))))
    await bring(store, 'json-lines', file)
    const path = join(folder, 'marked.jsonl')
    const { notes } = await send('cc-select', path)
    expect(notes).toEqual([expect.stringMatching(/^cc-select marks only part of the gold text on 2 pages \(absent, torn\)/)])
    const marked = jsonLines<{ track_id: string; html: string }>(await readFile(path, 'utf8'))
    const html = Object.fromEntries(marked.map(({ track_id, html: own }) => [track_id, own]))
    expect(html['spaced']).toContain('<article cc-select="true">')
    expect(html['noscript']).toContain('<noscript cc-select="true"><p>')
    expect(html['torn']).not.toContain('cc-select')
    expect(html['open']).toBe('<p><b>Menu<p cc-select="true">The only</b> words.')
  })

  it.each(['out.warc', 'out.warc.gz'])('as %s restore the same captures', async (name) => {
    await fill()
    await send('warc', join(folder, name))
    const other = await newCorpus()
    expect(await bring(other, 'warc', join(folder, name))).toMatchObject({ problems: [], known: 0 })
    const pagesOf = async (of: CorpusStore): Promise<string[]> =>
      (await Promise.all((await of.pageIds()).map((id) => of.page(id)))).map(({ url, html }) => `${url} ${html}`).sort()
    expect(await pagesOf(other)).toEqual(await pagesOf(store))
    expect((await other.page((await other.pageIds())[0]!)).entry.capturedAt).toBe(NOW)
  })

  it('of a page with shadow roots and frames have the words and positions of this content', async () => {
    const inner = (word: string): string => `<h2>${word} heading</h2><p>The ${word} paragraph has words of its own.</p>`
    const html =
      '<html><head></head><body><p>Light words before all.</p>' +
      `<x-card><template shadowrootmode="open">${inner('shadow')}<x-in><template shadowrootmode="open"><p>Deep in a root.</p></template></x-in></template>Slotted words.</x-card>` +
      `<iframe src="/f" data-boilerscope-frame="https://other.example/f">${frameSource(`<html><head></head><body>${inner('framed')}<iframe src="/g" data-boilerscope-frame="https://other.example/g">${frameSource('<html><head></head><body><p>Frame in a frame.</p></body></html>')}</iframe></body></html>`)}</iframe></body></html>`
    const capture = captureOf(html, { url: 'https://example.org/composed', mode: 'rendered' })
    await store.add({ capture, loader: 'test', id: 'composed' })
    const inRoots = 'shadow heading\nThe shadow paragraph has words of its own.\nDeep in a root.\n'
    const text = `${inRoots}framed heading\nThe framed paragraph has words of its own.\nFrame in a frame.`
    const { sha256 } = (await store.html('composed')).capture
    const origin = { kind: 'import', name: 'x' } as const
    const laid = await analyst({ html, mode: 'rendered', sha256 }, { kind: 'align', text, label: 'content', origin })
    expect(laid.coverage).toBe(1)
    await saveGold(store.root, { ...newGoldFile('composed', sha256, 'ab', NOW), status: 'done', spans: [...laid.spans] }, null)
    const page = await store.page('composed')
    expect(await analyst(page, { kind: 'anchored', gold: page.labels[0]!.gold })).toMatchObject({ moved: 0, lost: 0 })

    await send('json-lines', join(folder, 'out.jsonl'), 'ab')
    const line = JSON.parse(await readFile(join(folder, 'out.jsonl'), 'utf8')) as { text: string }
    expect(line.text.split('\n').filter((one) => one !== '')).toEqual(text.split('\n'))
  })
})

const CARRYING = [
  ['folder', 'out'],
  ['benchmark', 'out'],
  ['wcxb', 'out'],
  ['json-lines', 'out.jsonl'],
  ['cc-select', 'out.jsonl'],
] as const

describe('the data of a corpus about its labels and pages', () => {
  const definitions = { pageTypes: { recipe: 'content' }, guidelines: '# What is content?\n' } as const
  const labels = [{ name: 'content', key: '1' }, { name: 'caption', color: 'red' }, { name: 'aside' }]

  beforeEach(async () => {
    await fill()
    await store.describe({ labels, contentLabels: ['content', 'caption'], ...definitions })
  })

  it.each(CARRYING)('are exported with its pages as %s, and imported into a new corpus', async (format, name) => {
    await send(format, join(folder, name))
    const other = await newCorpus()
    expect(await bring(other, format, join(folder, name))).not.toHaveProperty('notes')
    expect(other.file).toMatchObject({ name: 'Other', labels, contentLabels: ['content', 'caption'], ...definitions })
  })

  it('do not replace the data of another corpus, and differences between labels are reported once', async () => {
    const path = join(folder, 'out.jsonl')
    await send('json-lines', path)
    const other = await newCorpus()
    await other.describe({ labels: [{ name: 'content' }, { name: 'aside' }] })
    const { notes } = await bring(other, 'json-lines', path)
    expect(notes).toEqual([
      'The imported pages have labels that this corpus does not define: caption. Add them to the labels of the corpus.',
      'Main-content labels in only one of the two corpora: aside. The gold text of the imported pages differs until both corpora have the same main-content labels.',
    ])
    expect(other.file.labels).toEqual([{ name: 'content' }, { name: 'aside' }])
    await other.describe({ labels, contentLabels: ['caption', 'content'] })
    expect(await bring(other, 'json-lines', path)).not.toHaveProperty('notes')
  })

  it('are not imported if the name of a gold standard is a path', async () => {
    const path = join(folder, 'out.jsonl')
    const record = (id: string, given: object) => ({
      id,
      html: '<p>a</p>',
      boilerscope: { version: 1, mode: 'source', labels: [], ...given },
    })
    const snippets = { '../../../../b': { with: ['a'], without: [] } }
    await writeFile(path, jsonl(record('texts', { texts: { '../../../../a': 'a' } }), record('snippets', { snippets })))
    const { added, problems } = await bring(store, 'json-lines', path)
    expect([added, ...problems.map(({ failure }) => failure.code)]).toEqual([[], 'corpus.bad-annotator', 'corpus.bad-annotator'])
    expect((await readdir(folder)).filter((name) => /^[ab]/.test(name))).toEqual([])
  })
})

describe('snippets of a gold standard', () => {
  const snippets = { with: ['First words'], without: ['Menu'] }

  beforeEach(async () => {
    const file = join(folder, 'source.jsonl')
    const alone = { id: 'alone', html: ARTICLE, ...snippets }
    await writeFile(file, jsonl(alone, { ...alone, id: 'beside', text: 'First words, here.' }))
    await bring(store, 'json-lines', file)
  })

  it.each(CARRYING)('are exported as %s; if the format has only gold texts, a page without one is reported', async (format, name) => {
    const isList = format === 'benchmark' || format === 'wcxb' || format === 'cc-select'
    const { notes = [], added } = await send(format, join(folder, name))
    expect(added).toEqual(isList ? ['beside'] : ['alone', 'beside'])
    const omitted = isList ? ['Omitted for lack of a gold text: 1 page (alone): snippets and no gold text.'] : []
    expect(notes.filter((note) => note.startsWith('Omitted for lack of a gold text'))).toEqual(omitted)
    const other = await newCorpus()
    await bring(other, format, join(folder, name), 'other')
    for (const id of added) expect((await other.page(id)).snippets).toEqual([{ name: 'imported', ...snippets }])
  })
})

describe('the encoding of gold texts', () => {
  const text = 'Größe – “ça va”'
  const folderWith = async (gold: Buffer): Promise<string> => {
    const source = join(folder, 'source')
    await mkdir(source)
    await writeFile(join(source, 'a.html'), `<meta charset="utf-8"><p>${text}</p>`)
    await writeFile(join(source, 'a.txt'), gold)
    return source
  }
  const goldOf = async (): Promise<string | undefined> => (await store.page('a')).texts[0]?.text

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is detected from its bytes: %s', async (_name, gold) => {
    expect(await bring(store, 'folder', await folderWith(gold))).not.toHaveProperty('notes')
    expect(await goldOf()).toBe(text)
  })

  it('is assumed to be windows-1252 if the bytes are not Unicode, and this is reported', async () => {
    const { notes, problems } = await bring(store, 'folder', await folderWith(iconv.encode(text, 'windows-1252')))
    const guess = 'Gold texts that are neither UTF-8 nor UTF-16 were read as windows-1252, which may be wrong. Pages: a.'
    expect([problems, notes, await goldOf()]).toEqual([[], [guess], text])
  })

  it('is UTF-8 in JSON: a record in another encoding fails, and the others are read', async () => {
    const file = join(folder, 'mixed.jsonl')
    const record = (id: string): string => `${JSON.stringify({ id, html: '<p>Größe</p>', text: 'Größe' })}\n`
    await writeFile(file, Buffer.concat([Buffer.from(record('a')), Buffer.from(record('b'), 'latin1'), Buffer.from(record('c'))]))
    const { added, problems } = await bring(store, 'json-lines', file)
    expect(added).toEqual(['a', 'c'])
    expect(problems).toMatchObject([{ place: `${file}, line 2`, failure: { message: 'The line is not in UTF-8.' } }])
  })
})

describe('imports', () => {
  it('continue after a bad record, and report its file and line', async () => {
    const file = join(folder, 'bad.jsonl')
    const linked = [{ id: 'b', htmlPath: '../../etc/passwd' }, { id: 'c', htmlPath: '/etc/passwd' }, { id: 'd' }]
    await writeFile(file, `{"id":"a","html":"<p>a</p>"}\n{"id":\n${jsonl(...linked, { id: 'e', html: '<p>e</p>' })}`)
    const { added, problems } = await bring(store, 'json-lines', file)
    expect(added).toEqual(['a', 'e'])
    const codes = ['2 record.not-json', '3 file.outside', '4 file.outside', '5 record.invalid']
    expect(problems.map((p) => `${p.place} ${p.failure.code}`)).toEqual(codes.map((code) => `${file}, line ${code}`))
  })

  it('do not follow a link out of the collection', async () => {
    await writeFile(join(folder, 'secret.html'), 'secret')
    const source = join(folder, 'source')
    await mkdir(source)
    await symlink(join(folder, 'secret.html'), join(source, 'a.html'))
    expect((await bring(store, 'folder', source)).problems.map((p) => p.failure.code)).toEqual(['file.outside'])
    expect(await store.pageIds()).toEqual([])
  })

  it('write nothing if a link leads out of the folder, and no page whose gold file cannot be read', async () => {
    await fill()
    const target = join(folder, 'target')
    await mkdir(target)
    await writeFile(join(folder, 'secret'), 'secret')
    await symlink(join(folder, 'secret'), join(target, 'one.html'))
    await rm(join(store.root, 'pages', 'two', 'gold'), { recursive: true })
    await symlink(folder, join(store.root, 'pages', 'two', 'gold'))
    const { added, problems } = await send('folder', target)
    expect(problems.map(({ place, failure }) => `${place} ${failure.code}`)).toEqual(['pages/one file.outside', 'pages/two file.outside'])
    expect(added).toEqual(['three'])
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('secret')
  })

  it('replace ids that are paths or too long, and never write outside the corpus', async () => {
    const file = join(folder, 'ids.jsonl')
    const ids = ['../../x', '/abs/olute', 'UPPER Case', 'a'.repeat(300), '..', 'con', '\u0000', 'x/../../y']
    await writeFile(file, jsonl(...ids.map((id, i) => ({ id, html: `<p>${i}</p>` }))))
    const { added, problems } = await bring(store, 'json-lines', file)
    expect([problems, added.length]).toEqual([[], ids.length])
    for (const id of added) expect(id).toMatch(/^[a-z0-9][a-z0-9_-]{0,79}$/)
    expect((await readdir(folder)).sort()).toEqual(['corpus', 'ids.jsonl'])
  })

  it('skip a line that is too long and continue', async () => {
    const file = join(folder, 'long.jsonl')
    await writeFile(file, `{"id":"a"}\n${'x'.repeat(5000)}\n{"id":"b"}`)
    const lines = await collect(readLines(file, { limit: 1000 }))
    const found = lines.map(({ number, text, failure }) => `${number} ${text} ${failure?.code}`)
    expect(found).toEqual(['1 {"id":"a"} undefined', '2 null file.too-large', '3 {"id":"b"} undefined'])
    await writeFile(`${file}.gz`, gzipSync('{"id":"a"}\n{"id":"b"}\n').subarray(0, 20))
    await expect(collect(readLines(`${file}.gz`))).rejects.toThrow(FailureError)
  })

  it('of arbitrary bytes end in pages or typed failures', async () => {
    await mkdir(join(folder, 'in'))
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.json(), { maxLength: 3 }).map((lines) => lines.join('\n')),
    )
    const names = { 'json-lines': 'x.jsonl', benchmark: 'ground-truth.json', warc: 'x.warc', folder: 'x.html.gz' }
    const formats = fc.constantFrom(...(Object.entries(names) as [ExchangeFormat, string][]))
    await fc.assert(
      fc.asyncProperty(formats, text, async ([format, name], content) => {
        const path = join(folder, 'in', name)
        await writeFile(path, content)
        await bring(store, format, format === 'folder' ? join(folder, 'in') : path).catch((thrown: unknown) => {
          expect(thrown).toBeInstanceOf(FailureError)
          expect((thrown as FailureError).failure.message).toContain(name.replace('.html.gz', ''))
        })
        await rm(path)
      }),
      { numRuns: 60 },
    )
    expect((await readdir(folder)).sort()).toEqual(['corpus', 'in'])
  })
})

describe('exports for CleanEval’s scorer', () => {
  it('contain no segment for an empty line', async () => {
    const file = join(folder, 'plain.jsonl')
    await writeFile(file, JSON.stringify({ id: 'gaps', html: '<p>One</p><p>Two</p>', text: 'One\n\n \nTwo' }))
    await bring(store, 'json-lines', file)
    await send('folder', join(folder, 'out'))
    expect(await readFile(join(folder, 'out', 'gaps.txt'), 'utf8')).toBe('<p>One\n<p>Two\n')
  })
})

const statsOf = async () => {
  const entries = await Promise.all((await store.pageIds()).map((id) => store.entry(id)))
  return corpusStats(store, entries)
}

describe('checking a corpus', () => {
  it('finds no error in a good corpus, and lists the errors of a bad one', async () => {
    await fill()
    expect(await problemsIn(store)).toEqual([])
    await writeFile(join(store.root, 'pages', 'two', 'page.html'), '<p>changed</p>')
    await writeFile(join(store.root, 'pages', 'three', 'gold', 'ab.json'), '{')
    const { capture } = await store.html('one')
    const lost = { label: 'aside', start: { node: 3, offset: 0 }, end: { node: 3, offset: 1 }, quote: 'this text is nowhere on the page' }
    await saveGold(store.root, { ...newGoldFile('one', capture.sha256, 'cd', NOW), spans: [lost] }, null)
    await writeFile(join(store.root, 'pages', 'stray.txt'), '')
    expect(await problemsIn(store)).toEqual([
      'pages/stray.txt corpus.leftover',
      'pages/one/gold/cd.json gold.not-in-place',
      'pages/one/gold/cd.json gold.unknown-label',
      'pages/three/gold/ab.json gold.bad-json',
      'pages/two corpus.changed-page',
    ])
    const types = { article: 1, forum: 1, none: 1 }
    expect(await statsOf()).toMatchObject({ pages: 3, withLabels: 2, withText: 2, byType: types })
  })
})

describe('page types of a corpus', () => {
  const typesOf = async (): Promise<unknown> => (await statsOf()).byType
  const says = async (annotator: string, pageType: string, change: Partial<GoldFile> = {}): Promise<void> => {
    const { gold } = (await store.page('one')).labels[0] ?? { gold: newGoldFile('one', (await store.html('one')).capture.sha256, '', NOW) }
    const spans = gold.spans.map(({ origin: _origin, ...span }) => span)
    await saveGold(store.root, { ...gold, annotator, pageType, spans, status: 'done', ...change }, null)
  }

  it('are the page types of an evaluation: imported labels are not outvoted', async () => {
    await fill()
    await says('ab', 'forum')
    await says('cd', 'forum')
    expect(await typesOf()).toEqual({ article: 1, forum: 1, none: 1 })
    const inEvaluation = await collect(corpusPages(store.root, { gold: '' }))
    expect(inEvaluation.map(({ pageType }) => pageType)).toEqual(['article', 'unknown', 'forum'])
  })

  it('are disputed if annotators differ, until the adjudication', async () => {
    await store.add({ capture: captureOf('<p>Words</p>', { url: null, mode: 'source' }), loader: 'test', id: 'one' })
    await says('ab', 'article')
    await says('cd', 'forum')
    expect(await typesOf()).toEqual({ disputed: 1 })
    await says('adjudicated', 'forum', { status: 'adjudicated', noContent: true })
    expect(await typesOf()).toEqual({ forum: 1 })
  })
})
