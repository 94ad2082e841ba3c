import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Packr } from 'msgpackr'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scrubber } from '../../electron/services/files/site-folder'
import { threadBudget } from '../../electron/services/threads/thread-pool'
import type { PublishedPage, PublishedRun } from '../../shared/contract/published'
import { sha256 } from '../../electron/services/files/files'
import { createEvaluationPool } from '../../electron/services/evaluation/evaluation-runner'
import { createEvaluationHandlers, type EvaluationHandlers } from '../../electron/services/evaluation/evaluation-service'
import { openCollection } from '../../electron/services/corpus/open-collection'
import { storedResult } from '../../electron/published/site-handlers'
import { descriptions } from '../../shared/extractors'
import { root } from '../../scripts/ensure.mjs'
import { codeOf } from '../fixtures/corpora'
import { folderForAll } from '../fixtures/temporary-folder'

const PAGES = 5
const MARK = 'MARK-OF-THE-AUTHOR'

const folder = folderForAll('publish')
let service: EvaluationHandlers
let run = ''
const pool = createEvaluationPool(join(root, 'out', 'main', 'evaluation-worker.js'), threadBudget('evaluation', 2, false), 60_000)
const context = (signal = new AbortController().signal, progress: () => void = () => undefined) => ({ signal, progress })
const limits = { maxNodes: 500_000 }
const publish = (name: string, choice: object = {}, given = context()) => {
  const defaults = { run, folder: join(folder, name), title: '', withPages: true, sample: 0, seed: 1, limits }
  return service['evaluation.publish']({ ...defaults, ...choice }, given)
}
const expectNoUnfinished = () => expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])

function dataOf<T>(name: string, file: string): T {
  const text = readFileSync(join(folder, name, 'data', `${file}.js`), 'utf8')
  const [, base64 = ''] = /^boilerscopeData\("[^"]+","([^"]+)"\)\n$/.exec(text) ?? []
  return new Packr({ structuredClone: true, useRecords: false }).unpack(gunzipSync(Buffer.from(base64, 'base64'))) as T
}

function textsOf(name: string): string {
  const files = readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map(({ name: file, parentPath }) => {
    if (/^(?:page-\d+|site)\.js$/.test(file)) return JSON.stringify(dataOf(name, file.slice(0, -3)))
    return parentPath.endsWith('app') ? '' : readFileSync(join(parentPath, file), 'utf8')
  })
  return texts.join('\n')
}

beforeAll(async () => {
  const pages = join(folder, MARK)
  mkdirSync(pages)
  for (let i = 0; i < PAGES; i++) {
    const story = `The ferry number ${i} leaves at dawn and comes back when the tide has turned, as it did before. `.repeat(6)
    const head = `<!doctype html><title>Ferry ${i}</title><nav><a href="/">Home</a></nav>`
    writeFileSync(join(pages, `page-${i}.html`), `${head}<article><p>${story}</p></article>`)
    writeFileSync(join(pages, `page-${i}.txt`), story.trim())
  }
  const telling = `<p>Saved from ${pages}/telling.html by somebody, a sentence that is long enough to be kept.</p>`
  writeFileSync(join(pages, 'telling.html'), telling)
  writeFileSync(join(pages, 'telling.txt'), 'Saved from isFoundInText')
  service = createEvaluationHandlers({
    folder: join(folder, 'runs'),
    pool,
    version: '9.9.9',
    extractors: () => Promise.resolve(descriptions.list()),
    own: () => Promise.resolve(undefined),
    template: join(root, 'out', 'site'),
    entriesOf: (source, gold) => openCollection(source, { samples: { list: () => Promise.resolve([]), folder: '' }, gold }),
  })
  const configurations = ['cectd-ds', 'readability'].map((extractor) => ({ extractor, preset: 'default' as const, params: {} }))
  const spec = { ...SPEC, source: { kind: 'folder', path: pages } as const, configurations }
  run = (await service['evaluation.create']({ name: `Ferries in ${pages}`, spec }, context())).id
  await service['evaluation.run']({ run, limits }, context())
  await publish('site', { title: 'Ferries' })
})
const TOKENS = { foldCase: false, stripPunctuation: false }
const SPEC = { pages: { contains: '', types: [], sample: 0, seed: 7 }, tokens: TOKENS, metrics: [], labels: [], gold: '' }
afterAll(() => pool.close())

describe('A published run', () => {
  it('has each page with its gold standard, and the text that a library kept with its decisions', () => {
    const site = dataOf<PublishedRun>('site', 'site')
    expect(site.pages).toHaveLength(PAGES)
    const [entry] = site.pages
    const page = dataOf<PublishedPage>('site', entry?.file ?? '')
    expect(page.gold).toContain('The ferry number 0')
    expect(Object.keys(page.stored)).toEqual(['1'])
    const { extraction, trace } = storedResult(site, page, { extractor: 'readability', preset: 'default', params: {} })
    expect(extraction.text).toContain('The ferry number 0')
    expect(extraction.selected).toBeInstanceOf(Uint8Array)
    expect(trace?.decisionCount).toBeGreaterThan(0)
  })

  it('reports that a library does not run with other values', () => {
    const site = dataOf<PublishedRun>('site', 'site')
    const page = dataOf<PublishedPage>('site', site.pages[0]?.file ?? '')
    const asked = { extractor: 'readability', preset: 'default', params: { charThreshold: 10 } } as const
    expect(() => storedResult(site, page, asked)).toThrow(/does not run in a browser/)
  })

  it('has no path, user name or host name of the machine; a page that names its folder is omitted, and reported', () => {
    const text = textsOf('site')
    for (const own of [folder, MARK, homedir(), root, process.cwd()].filter((path) => path.length > 5)) expect(text).not.toContain(own)
    for (const name of [userInfo().username, hostname()].filter((one) => one.length > 3 && one !== 'root'))
      expect(text).not.toMatch(new RegExp(`\\b${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`))
    expect(text).not.toMatch(/token=|#token/)
    expect(dataOf<PublishedRun>('site', 'site').facts.notes.join()).toContain('1 page contains a folder path of the publishing machine')
  })

  it('removes the name of the user and the machine from sentences, but not from words that only contain a name', () => {
    const scrub = scrubber({ folders: ['/data/mira'], names: ['mira', 'quiet-fox'] })
    const said = 'mira ran it on quiet-fox in /data/mira/pages; /home/other/x and C:\\Users\\mira\\a.txt too'
    expect(scrub(said)).toBe('… ran it on … in …; … and … too')
    expect(scrub('A miracle at example.org/data/miracle')).toBe('A miracle at example.org/data/miracle')
  })

  it('contains the checksum of every downloadable file', async () => {
    const { createHash } = await import('node:crypto')
    const { facts } = dataOf<PublishedRun>('site', 'site')
    expect(facts.downloads.map(({ path }) => path)).toContain('downloads/scores.csv')
    for (const { path, sha256, bytes } of facts.downloads) {
      const file = readFileSync(join(folder, 'site', path))
      expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([bytes, sha256])
    }
  })

  it('without pages has the scores and the hashes of the texts', async () => {
    expect((await publish('without', { withPages: false })).pages).toBe(0)
    expect(readdirSync(join(folder, 'without', 'data')).sort()).toEqual(['site.js', 'tasks.js'])
    expect(textsOf('without')).not.toContain('leaves at dawn')
    const hash = sha256(readFileSync(join(folder, MARK, 'page-0.html')))
    const line = new RegExp(`^page-0,${hash},cectd-ds,[0-9a-f]{64},\\d+$`, 'm')
    expect(readFileSync(join(folder, 'without', 'downloads', 'texts.csv'), 'utf8')).toMatch(line)
  })

  it('of a sample has the requested number of pages, the same pages for the same seed, and all scores', async () => {
    const first = await publish('drawn', { sample: 3, seed: 2 })
    await publish('drawn-again', { sample: 3, seed: 2 })
    const [one, two] = ['drawn', 'drawn-again'].map((name) => dataOf<PublishedRun>(name, 'site'))
    expect([first.pages, one?.facts.pages]).toEqual([one?.facts.pages.length, two?.facts.pages])
    expect([2, 3]).toContain(first.pages)
    expect(one?.details.results).toHaveLength(PAGES + 1)
  })
})

describe('Publishing', () => {
  it('refuses a folder without a previously published site, and does not change the folder', async () => {
    mkdirSync(join(folder, 'thesis'))
    writeFileSync(join(folder, 'thesis', 'chapter.txt'), 'years')
    expect(await codeOf(publish('thesis'))).toBe('publish.not-own')
    expect(readdirSync(join(folder, 'thesis'))).toEqual(['chapter.txt'])
  })

  it('again into a folder keeps other files, and refuses before any change if a file is in the way', async () => {
    const at = (...name: string[]): string => join(folder, 'pages-branch', ...name)
    const others = { CNAME: 'example.org', '.git/HEAD': 'ref', '.git/objects/ab/cd': 'x', 'notes/mine.md': 'mine', 'app/own.js': 'own' }
    const readOthers = () => Object.fromEntries(Object.keys(others).map((name) => [name, readFileSync(at(name), 'utf8')]))
    await publish('pages-branch')
    for (const [name, text] of Object.entries(others)) {
      mkdirSync(dirname(at(name)), { recursive: true })
      writeFileSync(at(name), text)
    }
    await publish('pages-branch', { withPages: false })
    expect([readOthers(), readdirSync(at('data')).sort()]).toEqual([others, ['site.js', 'tasks.js']])
    writeFileSync(at('data', 'page-00001.js'), 'by hand')
    const before = readdirSync(at(), { recursive: true }).sort()
    expect([await codeOf(publish('pages-branch')), readdirSync(at(), { recursive: true }).sort()]).toEqual(['publish.not-own', before])
    expect([readFileSync(at('data', 'page-00001.js'), 'utf8'), readOthers()]).toEqual(['by hand', others])
    expectNoUnfinished()
  })

  it('continues with the previous site if publishing was killed before', async () => {
    await publish('aside')
    writeFileSync(join(folder, 'aside', 'CNAME'), 'example.org')
    const ended = spawnSync(process.execPath, ['--eval', '']).pid
    cpSync(join(folder, 'aside'), join(folder, `aside.unfinished-former-${ended}`), { recursive: true })
    rmSync(join(folder, 'aside', 'CNAME'))
    mkdirSync(join(folder, `aside.unfinished-rest-${ended}`, 'data'), { recursive: true })
    await publish('aside', { withPages: false })
    expect(readFileSync(join(folder, 'aside', 'CNAME'), 'utf8')).toBe('example.org')
    expectNoUnfinished()
  })

  it('a killed run reports that it has only a part of the pages, except if it was killed after its last page', async () => {
    const at = (name: string): string => join(folder, 'runs', run, name)
    const before = readFileSync(at('run.json'), 'utf8')
    writeFileSync(at('run.json'), before.replace('"status": "finished"', '"status": "running"'))
    try {
      for (const [status, notes] of [
        ['cancelled', 1],
        ['finished', 0],
      ] as const) {
        if (notes === 1) writeFileSync(at('journal.jsonl'), '')
        else rmSync(at('journal.jsonl'))
        await publish('killed', { withPages: false })
        const { details, facts } = dataOf<PublishedRun>('killed', 'site')
        expect(details.run.status).toBe(status)
        expect(facts.notes.filter((note) => note.startsWith('So far'))).toHaveLength(notes)
      }
    } finally {
      writeFileSync(at('run.json'), before)
    }
  })

  it('that is cancelled leaves no files, and the previous site unchanged', async () => {
    await publish('kept')
    const before = readdirSync(join(folder, 'kept', 'data'))
    for (const name of ['kept', 'never']) {
      const stop = new AbortController()
      const progress = (): void => stop.abort()
      expect(await codeOf(publish(name, { withPages: false }, context(stop.signal, progress)))).toBe('cancelled')
    }
    expect([readdirSync(join(folder, 'kept', 'data')), existsSync(join(folder, 'never'))]).toEqual([before, false])
    expectNoUnfinished()
  })

  it('omits a page that changed after it was scored, and reports this', async () => {
    const page = join(folder, MARK, 'page-3.html')
    const before = readFileSync(page)
    writeFileSync(page, '<p>Another page altogether, with other words than those that were scored.</p>')
    const { pages, notes } = await publish('changed')
    writeFileSync(page, before)
    expect(pages).toBe(PAGES - 1)
    expect(notes.join()).toContain('1 page changed after it was scored; the site contains the scores, but not this page: page-3')
  })
})
