import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCollection } from '../../electron/services/corpus/open-collection'
import type { PageContent, PageRecord } from '../../electron/services/sources/page-record'
import { evaluate } from '../../electron/worker/evaluation-worker'
import { counted } from '../../shared/base/written-number'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { groupTable } from '../fixtures/tables'
import { Configuration, type CollectionSource } from '../../shared/evaluation/run-spec'
import { article as page, layFiles, PUBLISHED } from '../published-layouts'
import { buildPrograms } from '../unit/built-programs'
import { jsonl } from '../fixtures/run-program'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('published')
let folder: string
beforeEach(() => void (folder = folderOf()))

async function writeCollection(files: Readonly<Record<string, string | Buffer>>): Promise<CollectionSource> {
  await layFiles(folder, files)
  return { kind: 'folder', path: folder }
}

async function read(source: CollectionSource): Promise<(PageRecord & { content: PageContent })[]> {
  const pages: (PageRecord & { content: PageContent })[] = []
  for await (const page of openCollection(source).all()) pages.push({ ...page, content: await page.read() })
  return pages
}

async function scored(source: CollectionSource): Promise<PageResult[]> {
  const pages = (await read(source)).map(async ({ id, url, content: { html, gold, labels, layout, scriptingEnabled } }) => {
    const task = { id, url, html, gold, labels: labels ?? null, layout: layout ?? null, scriptingEnabled }
    const configurations = [Configuration.parse({ extractor: 'cectd-ds' })]
    const tokens = { foldCase: false, stripPunctuation: false }
    return (await evaluate({ ...task, configurations, tokens, metrics: ['f1', 'wordF1'], maxNodes: 1e6 })).result
  })
  return Promise.all(pages)
}

describe('a published collection', () => {
  it.each(PUBLISHED)('is read as %s', async (_name, files, expected) => {
    const source = await writeCollection(files)
    const pages = await read(source)
    const found = pages.map(({ id, url, content: { gold, url: ownUrl } }) => [id, url ?? ownUrl ?? null, gold.text, gold.groups ?? {}])
    expect(found).toEqual(expected)
    expect([page(1), page(2)]).toContain(pages[0]?.content.html.trim())
  })

  it('can be trafilatura’s evaluation data, with snippets by address; a missing page is reported', async () => {
    const entries = {
      'https://example.org/1': { file: 'one.html', with: ['Title 1'], without: ['Menu'], comments: ['First!'] },
      'https://example.org/2': { file: 'two.html', with: ['x'], without: [] },
    }
    const source = await writeCollection({ 'tests/evaldata.json': JSON.stringify(entries), 'tests/cache/one.html': page(1) })
    const pages: PageRecord[] = []
    for await (const record of openCollection(source).all()) pages.push(record)
    const [one, two] = pages
    const gold = { text: null, with: ['Title 1'], without: ['Menu'], pageType: 'unknown', groups: { corpus: 'trafilatura' } }
    expect((await one?.read())?.gold).toEqual(gold)
    expect(one).toMatchObject({ id: 'one', url: 'https://example.org/1', origin: { extra: { comments: ['First!'] } } })
    await expect(two?.read()).rejects.toMatchObject({ failure: { code: 'input.not-found' } })
  })

  it('has title, author and date of Readability’s pages', async () => {
    const metadata = JSON.stringify({ title: 'T', byline: 'A. B.', publishedTime: '2020-01-02' })
    const files = { 'x/source.html': page(1), 'x/expected.html': '<p>T</p>', 'x/expected-metadata.json': metadata }
    const source = await writeCollection(files)
    expect((await read(source))[0]?.origin?.extra).toEqual({ title: 'T', author: 'A. B.', date: '2020-01-02' })
  })

  it.each([
    [{ 'orig/1.html': 'x' }, 'It has orig/, like CleanEval, but clean/ is missing.'],
    [{ 'GoldStandard/1.txt': 'x' }, 'It has GoldStandard/, like CleanPortalEval, but input/ is missing.'],
    [{ 'BBC/original/1.htm': 'x' }, 'It has BBC/original/, like the corpus of CETD, but BBC/gold/ is missing.'],
    [{ 'ground-truth/cetd.jsonl': '{}' }, 'It has ground-truth/*.jsonl, like the combined set, but html/ is missing.'],
  ])('with a missing part is refused with the reason: %j', async (files, sentence) => {
    const source = await writeCollection(files)
    const failure = { code: 'input.no-pages', next: expect.stringContaining(sentence) as string }
    await expect(read(source)).rejects.toMatchObject({ failure })
  })
})

const TOOL = '<style id="cc-extraStyle" name="cc">.mark-selected { outline: 2px }</style>'
const MARKED = `<html><head>${TOOL}</head><body class="cc-unloaded"><nav>Menu</nav><h1 class="big mark-selected" cc-select="true">Title</h1><p cc-select="true" class='mark-selected'>Words <b>of it</b>.</p><p class="quiet">Imprint</p></body></html>`
const CLEAN =
  '<html><head></head><body><nav>Menu</nav><h1 class="big">Title</h1><p>Words <b>of it</b>.</p><p class="quiet">Imprint</p></body></html>'

describe('WebMainBench', () => {
  const markdown = '# Title\n\nWords **of it**.'
  const meta = { language: 'en', style: 'Blog', level: 'simple' }
  const other = { groundtruth_llm_webkit_md: '# Another', language: 'zh', content_type: 'academic', difficulty: null }
  const records = [
    { track_id: 't1', url: 'https://example.org/1', html: MARKED, groundtruth_content: markdown, meta },
    { id: 'i2', html: MARKED.replace('Title', 'Another'), ...other },
  ]

  it('has marks as labels, Markdown, language, style and level, and pages without the additions of the annotation tool', async () => {
    const source = await writeCollection({ 'sample.jsonl': jsonl(...records) })
    const pages = await read(source)
    expect(pages.map(({ id }) => id)).toEqual(['t1', 'i2'])
    expect(pages[0]?.content).toMatchObject({
      html: CLEAN,
      gold: { text: null, markdown, groups: { corpus: 'WebMainBench', ...meta } },
      labels: { spans: [{ label: 'content', quote: 'Title Words of it.' }] },
    })
    expect(pages[1]?.content.gold.groups).toEqual({ corpus: 'WebMainBench', language: 'zh', style: 'academic' })
    const results = await scored(source)
    const facts = results.map(({ facts: { gold, goldWords, language } }) => `${gold} ${goldWords} ${language}`)
    expect(facts).toEqual(['text 4 en', 'text 4 zh'])
    const { columns } = groupTable(results, ['cectd-ds'], { metric: 'f1', grouping: 'style' })
    expect(columns.map(({ id }) => id)).toEqual(['Blog', 'academic', '*', 'mean'])
  })

  const SAMPLES = join(import.meta.dirname, '../../../shared/data/webmainbench')
  it.skipIf(!existsSync(SAMPLES))('has three kinds of records, with labels and Markdown', async () => {
    const pages = await read({ kind: 'folder', path: SAMPLES })
    expect(pages).toHaveLength(9)
    for (const { content } of pages) {
      expect(content.labels?.spans.length).toBeGreaterThan(0)
      expect(content.gold.markdown).toBeTruthy()
      expect(content.html).not.toMatch(/cc-select=|cc-extraStyle|mark-selected/)
    }
  })
})

describe('the command line', () => {
  let out: string
  beforeAll(async () => void (out = await buildPrograms()))
  const cli = (...args: string[]) => spawnSync(process.execPath, [join(out, 'cli.js'), ...args], { encoding: 'utf8' })

  // Other tests read every layout, so import only one layout with gold texts and one with marked elements.
  it.each(PUBLISHED.filter(([name]) => /^(?:Dragnet|L3S)/.test(name)))(
    'imports %s, and gives the corpus the scores of the folder',
    async (_name, files, expected) => {
      const { path } = await writeCollection(files)
      const corpus = `${path}-corpus`
      try {
        expect(cli('corpus', 'import', corpus, path, '--no-align').stdout).toContain(`${counted(expected.length, 'page')} added`)
        const scores = (of: string): unknown => {
          const { stdout } = cli('evaluate', '--corpus', of, '--extractors', 'bte', '--metrics', 'f1,wordF1', '--format', 'jsonl')
          const { f1, wordF1, pages } = JSON.parse(stdout) as Record<string, unknown>
          return { f1, wordF1, pages }
        }
        expect(scores(path)).toMatchObject({ pages: expected.length })
        expect(scores(corpus)).toEqual(scores(path))
      } finally {
        await rm(corpus, { recursive: true, force: true })
      }
    },
  )
})
