import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { beginWriting, endWriting } from '../../electron/services/files/write-whole'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkVoters } from '../../electron/services/corpus/analysis/measure-pages'
import { createCorpus, openCorpus, type CorpusStore } from '../../electron/services/corpus/store/corpus-store'
import { pageIdOf } from '../../electron/services/corpus/store/new-page'
import { createPageList } from '../../electron/services/corpus/page-list'
import { assignPages, changeCampaign, moveAssignment, readCampaign } from '../../electron/services/corpus/store/assignments'
import { readStoredGold, saveGold } from '../../electron/services/corpus/store/gold-store'
import { createRecentCorpora } from '../../electron/services/corpus/places'
import { labelQueue, matchesFilter, type CorpusFilter } from '../../shared/contract/corpus-list'
import { unusualConditions, VIEWPORTS } from '../../shared/contract/conditions'
import { CaptureOptions } from '../../shared/contract/capture'
import type { LoadPage } from '../../electron/services/capture/loader'
import { FailureError } from '../../shared/base/failure'
import { ANNOTATOR, newGoldFile, type GoldFile, type GoldSpan } from '../../shared/gold/gold-file'
import { captureOf, layoutOf, NOW, spanOf as span } from '../fixtures/captured'
import { codeOf, corporaWith, problemsIn, type CallCorpora } from '../fixtures/corpora'
import { eventually } from '../fixtures/eventually'
import { forAll } from '../fixtures/for-all'
import { temporaryFolder } from '../fixtures/temporary-folder'

const folderOf = temporaryFolder('corpus')
let folder: string
let store: CorpusStore

beforeEach(async () => {
  folder = folderOf()
  store = await createCorpus(join(folder, 'corpus'), 'Test', NOW)
})

const capture = (html: string, url: string | null = 'http://example.org/news/a.html') => captureOf(html, { url, label: 'a' })
const add = async (html: string, id?: string): Promise<string> =>
  (await store.add({ capture: capture(html), loader: 'test', ...(id === undefined ? {} : { id }) })).id
const at = (...names: string[]): string => join(store.root, ...names)
const textAt = (...names: string[]): Promise<string> => readFile(at(...names), 'utf8')
const jsonAt = async (name: string) => JSON.parse(await textAt(name)) as object
async function gold(page: string, annotator = 'ab', spans: GoldSpan[] = [], more: Partial<GoldFile> = {}): Promise<GoldFile> {
  return { ...newGoldFile(page, (await store.html(page)).capture.sha256, annotator, NOW), spans, ...more }
}
const save = async (...given: Parameters<typeof gold>) => saveGold(store.root, await gold(...given), null)
const stored = async (page: string) => (await readStoredGold(store.root, page, 'ab'))!
const listed = async (ask: CallCorpora, filter: CorpusFilter = {}): Promise<string[]> =>
  (await ask('corpus.list', { corpus: store.root })).entries.filter((entry) => matchesFilter(entry, filter)).map((e) => e.id)
const queueOf = async (ask: CallCorpora, annotator: string, choice: Partial<Parameters<typeof labelQueue>[2]> = {}) => {
  const { entries } = await ask('corpus.list', { corpus: store.root })
  return labelQueue(entries, null, { annotator, order: 'by-id', seed: 1, mine: false, ...choice })
}

describe('a corpus', () => {
  it('is a folder of plain files', async () => {
    const id = await add('<p>Hello</p>')
    expect(id).toMatch(/^example-org-news-a-html-[0-9a-f]{8}$/)
    expect(await textAt('pages', id, 'page.html')).toBe('<p>Hello</p>')
    expect(await jsonAt('corpus.json')).toMatchObject({ format: 'boilerscope-corpus', version: 1, name: 'Test' })
    const reopened = await openCorpus(store.root)
    expect(await reopened.pageIds()).toEqual([id])
    const url = 'http://example.org/news/a.html'
    expect(await reopened.page(id)).toMatchObject({ html: '<p>Hello</p>', url, mode: 'source', layout: null, labels: [] })
  })

  it('is not created in a folder with files', async () => {
    await writeFile(join(folder, 'other.txt'), 'x')
    expect(await codeOf(() => createCorpus(folder, 'x', NOW))).toBe('corpus.not-empty')
    expect(await codeOf(() => createCorpus(store.root, 'x', NOW))).toBe('corpus.exists')
  })

  it('recognises an existing page, and stores another one with the same id separately', async () => {
    const id = await add('<p>One</p>', 'page')
    expect(await store.add({ capture: capture('<p>One</p>'), loader: 'test', id })).toEqual({ id, known: true })
    const other = await add('<p>Two</p>', 'page')
    expect(other).toMatch(/^page-[0-9a-f]{8}$/)
    expect((await store.html(id)).html).toBe('<p>One</p>')
  })

  it('keeps the layout of a capture', async () => {
    const boxes = Float32Array.from([0, 0, 100, 50, Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    const layout = layoutOf(['html', 'body'], [-1, 0], { boxes })
    const styles = {
      fontSize: Float32Array.from([16, Number.NaN]),
      fontWeight: Uint16Array.from([400, 0]),
      position: Uint8Array.from([4, 0]),
      stacks: Uint8Array.from([1, 0]),
      zIndex: Int32Array.from([-3, 0]),
    }
    for (const kept of [layout, { ...layout, styles: null }, { ...layout, styles }]) {
      const rendered = { ...capture(`<p>${JSON.stringify(kept).length}</p>`), mode: 'rendered', layout: kept } as const
      expect((await store.page((await store.add({ capture: rendered, loader: 'test' })).id)).layout).toEqual(kept)
    }
  })

  it('moves pages to the trash and restores them', async () => {
    const id = await add('<p>One</p>')
    await save(id, 'ab', [span(1, 2)])
    const handle = await store.remove(id)
    expect([await store.pageIds(), await readdir(at('trash'))]).toEqual([[], [handle]])
    expect([await store.restore(handle), (await store.page(id)).labels.length]).toEqual([id, 1])
    expect(await codeOf(() => store.restore('../corpus.json'))).toBe('corpus.bad-id')
  })

  it('renames a page with its labels', async () => {
    const id = await add('<p>One</p>')
    await save(id, 'ab', [span(1, 2)])
    await store.rename(id, 'other')
    expect((await store.page('other')).labels[0]?.gold).toMatchObject({ page: 'other', annotator: 'ab' })
    expect(await codeOf(() => store.rename('other', '../x'))).toBe('corpus.bad-id')
  })

  it('detects a page.html that differs from the capture; labels are read without it', async () => {
    const id = await add('<p>One</p>')
    await writeFile(at('pages', id, 'page.html'), '<p>Other</p>')
    expect(await codeOf(() => store.page(id))).toBe('corpus.changed-page')
    expect(await store.labelled(id)).toMatchObject({ entry: { id }, labels: [], texts: [] })
    expect(await store.labelled(id)).not.toHaveProperty('html')
  })

  it('of a newer version opens read-only, and keeps unknown keys', async () => {
    const change = async (more: object) => writeFile(at('corpus.json'), JSON.stringify({ ...(await jsonAt('corpus.json')), ...more }))
    await change({ later: [1], labels: [{ name: 'content', icon: 'x' }] })
    store = await openCorpus(store.root)
    const guidelines = 'Label the article.'
    await store.describe({ guidelines })
    expect(await jsonAt('corpus.json')).toMatchObject({ later: [1], labels: [{ icon: 'x' }], guidelines })
    await change({ version: 2 })
    store = await openCorpus(store.root)
    expect(store.readOnly).toBe(true)
    for (const act of [() => add('<p>x</p>'), () => store.describe({ name: 'x' })]) expect(await codeOf(act)).toBe('corpus.read-only')
  })

  it('makes ids from any address', () =>
    forAll(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string(), fc.constant(null)), (url) =>
      /^[a-z0-9][a-z0-9_-]{0,79}$/.test(pageIdOf(url, 'a1b2c3d4e5')),
    ))
})

describe('saving labels', () => {
  it('returns a revision, on which the next change is saved', async () => {
    const id = await add('<p>One</p>')
    const first = await gold(id, 'ab', [span(1, 2)])
    const saved = await saveGold(store.root, first, null)
    expect(saved).toMatchObject({ status: 'saved', gold: first })
    const base = await stored(id)
    expect(base).toEqual({ gold: first, revision: 'revision' in saved && saved.revision })
    expect(await saveGold(store.root, { ...first, notes: 'n' }, base)).toMatchObject({ status: 'saved' })
  })

  it('returns a merge and writes nothing if both changed different labels', async () => {
    const id = await add('<p>One</p>')
    await save(id, 'ab', [span(10, 12)])
    const base = await stored(id)
    await saveGold(store.root, { ...base.gold, spans: [span(10, 12), span(20, 22)] }, base)
    const outcome = await saveGold(store.root, { ...base.gold, spans: [span(1, 2), span(10, 12)] }, base)
    expect(outcome).toMatchObject({ status: 'conflict', conflicts: [], merged: { spans: [span(1, 2), span(10, 12), span(20, 22)] } })
    expect((await stored(id)).gold.spans).toHaveLength(2)
  })

  it('returns both versions and writes nothing if both changed the same label', async () => {
    const id = await add('<p>One</p>')
    await save(id, 'ab', [span(10, 12)])
    const base = await stored(id)
    await saveGold(store.root, { ...base.gold, spans: [span(10, 14)] }, base)
    const outcome = await saveGold(store.root, { ...base.gold, spans: [span(9, 12)] }, base)
    expect(outcome).toMatchObject({
      status: 'conflict',
      failure: { code: 'corpus.conflict' },
      conflicts: ['spans'],
      merged: { spans: [span(9, 12)] },
      theirs: { spans: [span(10, 14)] },
    })
    expect((await stored(id)).gold.spans).toEqual([span(10, 14)])
    if (outcome.status !== 'conflict') throw new Error('no conflict')
    const next = { revision: outcome.revision, gold: outcome.theirs }
    expect(await saveGold(store.root, outcome.merged, next)).toMatchObject({ status: 'saved' })
  })

  it('from many windows at the same time is acknowledged once', async () => {
    const id = await add('<p>One</p>')
    await save(id)
    const base = await stored(id)
    const saves = Array.from({ length: 20 }, (_, i) => saveGold(store.root, { ...base.gold, spans: [span(10 * i, 10 * i + 1)] }, base))
    const saved = (await Promise.all(saves)).flatMap((outcome) => (outcome.status === 'saved' ? [outcome.gold] : []))
    expect([saved.length, (await stored(id)).gold]).toEqual([1, saved[0]])
  })

  it('of a missing page, or under a name that is a path, is refused', async () => {
    const id = await add('<p>One</p>')
    const labels = await gold(id)
    expect(await codeOf(() => saveGold(store.root, { ...labels, page: 'nowhere' }, null))).toBe('file.not-found')
    for (const name of ['../x', 'a/b', '.hidden', 'con', 'NUL.x', 'Ann B.', 'x\0y', '']) {
      expect(ANNOTATOR.test(name)).toBe(false)
      expect(await codeOf(() => saveGold(store.root, { ...labels, annotator: name }, null))).toBe('corpus.bad-annotator')
    }
    for (const page of ['../corpus', '/etc', 'A', '', '..', 'x\0'])
      expect(await codeOf(() => saveGold(store.root, { ...labels, page }, null))).toBe('corpus.bad-id')
    expect(await readdir(store.root)).toEqual(['corpus.json', 'pages'])
  })
})

describe('symbolic links', () => {
  it('that leave the corpus are followed neither for reading nor for writing', async () => {
    const outside = join(folder, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'ab.json'), 'secret')
    const id = await add('<p>One</p>')
    await rm(at('pages', id, 'gold'), { recursive: true })
    await symlink(outside, at('pages', id, 'gold'))
    expect(await codeOf(() => readStoredGold(store.root, id, 'ab'))).toBe('file.outside')
    const labels = newGoldFile(id, 'a'.repeat(64), 'ab', NOW)
    expect(await codeOf(() => saveGold(store.root, labels, null))).toBe('file.outside')
    expect(await readFile(join(outside, 'ab.json'), 'utf8')).toBe('secret')
    expect((await store.entry(id)).problems.map((p) => p.failure.code)).toEqual(['file.outside'])

    await symlink(outside, at('pages', 'linked'))
    expect(await codeOf(() => store.page('linked'))).toBe('file.outside')
    const second = await add('<p>Two</p>')
    await symlink(join(outside, 'ab.json'), at('pages', second, 'gold', 'ab.json'))
    expect(await codeOf(() => saveGold(store.root, { ...labels, page: second }, null))).toBe('file.outside')
    expect(await readFile(join(outside, 'ab.json'), 'utf8')).toBe('secret')
  })
})

describe('a page that is captured again', () => {
  const source =
    (html: string): LoadPage =>
    (asked) =>
      Promise.resolve({ ...capture(html), label: asked.kind === 'url' ? asked.url : asked.kind })
  const recapture = (ask: CallCorpora, ...pages: string[]) => ask('corpus.recapture', { corpus: store.root, pages, delay: 0 })
  const addUrl = async (ask: CallCorpora, url: string, options: CaptureOptions): Promise<string> =>
    (await ask('corpus.addPages', { corpus: store.root, sources: [{ kind: 'url', url }], options, delay: 0 })).added[0] ?? ''

  it('keeps its id and labels, and its previous state is moved to the trash', async () => {
    await add('<p>Old</p>', 'a')
    const before = await save('a', 'ab', [span(1, 2)])
    await writeFile(at('pages', 'a', 'gold', 'clean.txt'), 'Old')
    const { ask } = corporaWith({ loadPage: source('<p>New</p>') })
    const notes = [expect.stringMatching(/^Labels of one page refer to the previous capture \(a\)\. The labels do not count until /)]
    expect(await recapture(ask, 'a')).toEqual({ added: ['a'], known: 0, problems: [], coverage: [], notes })
    const page = await store.page('a')
    expect(page).toMatchObject({ html: '<p>New</p>', url: 'http://example.org/news/a.html', texts: [{ name: 'clean', text: 'Old' }] })
    expect(page.labels).toMatchObject([before.status === 'conflict' ? {} : { gold: before.gold, revision: before.revision }])
    expect((await ask('corpus.list', { corpus: store.root })).entries[0]?.gold[0]?.stale).toBe(true)
    const [old = ''] = await readdir(at('trash'))
    expect(await textAt('trash', old, 'page.html')).toBe('<p>Old</p>')
    expect(await readdir(at('trash', old, 'gold'))).toEqual(['ab.json', 'clean.txt'])
    expect(await readdir(at('pages'))).toEqual(['a'])
  })

  it('is opened with the options of its first capture; unreadable options get the defaults', async () => {
    const asked: CaptureOptions[] = []
    let html = '<p>First</p>'
    const loadPage: LoadPage = (...given) => {
      asked.push(given[1])
      return source(html)(...given)
    }
    const { ask } = corporaWith({ loadPage })
    const conditions = { viewport: VIEWPORTS.phone, scroll: true, language: 'de-DE' }
    const id = await addUrl(ask, 'http://example.org/news/a.html', CaptureOptions.parse({ mode: 'rendered', ...conditions }))
    expect((await store.capture(id)).conditions).toEqual(conditions)
    for (html of ['<p>Second</p>', '<p>Third</p>']) await recapture(ask, id)
    expect(asked.map((one) => unusualConditions(one))).toEqual([conditions, conditions, conditions])

    await writeFile(at('pages', id, 'capture.json'), (await textAt('pages', id, 'capture.json')).replace('"de-DE"', '7'))
    expect((await store.capture(id)).conditions).toBeUndefined()
  })

  it('with the same HTML does not change', async () => {
    await add('<p>Old</p>', 'a')
    const { ask } = corporaWith({ loadPage: source('<p>Old</p>') })
    expect(await recapture(ask, 'a')).toMatchObject({ added: [], known: 1, problems: [] })
    expect(await readdir(store.root)).not.toContain('trash')
  })

  it('stays unchanged if the server now answers with an error, and reports it; an earlier error page is replaced', async () => {
    const answering =
      (html: string, status: number): LoadPage =>
      async (...asked) => ({ ...(await source(html)(...asked)), status })
    await add('<p>Old</p>', 'a')
    const { ask } = corporaWith({ loadPage: answering('<p>Gone</p>', 410) })
    expect(await recapture(ask, 'a')).toMatchObject({ added: [], problems: [{ place: 'a', failure: { code: 'load.error-answer' } }] })
    expect((await store.page('a')).html).toBe('<p>Old</p>')

    const first = corporaWith({ loadPage: answering('<p>Not found</p>', 404) })
    const id = await addUrl(first.ask, 'http://example.org/b', CaptureOptions.parse({}))
    const again = corporaWith({ loadPage: answering('<p>Not found here</p>', 404) })
    expect(await recapture(again.ask, id)).toMatchObject({ added: [id] })
    expect((await store.page(id)).html).toBe('<p>Not found here</p>')
  })

  it('stays unchanged without an address, or if it cannot be loaded', async () => {
    await store.add({ capture: capture('<p>Pasted</p>', null), loader: 'test', id: 'pasted' })
    await add('<p>Old</p>', 'a')
    const offline = new FailureError({ code: 'load.offline', message: 'No network.', next: 'Wait.' })
    const { ask } = corporaWith({ loadPage: () => Promise.reject(offline) })
    const { problems } = await recapture(ask, 'pasted', 'a', 'zz')
    const expected = ['pages/pasted corpus.no-address', 'pages/zz corpus.no-page', 'a load.offline']
    expect(problems.map((p) => `${p.place} ${p.failure.code}`)).toEqual(expected)
    expect((await store.page('a')).html).toBe('<p>Old</p>')
  })
})

const prose = 'These are words of an article, and there are quite a few of them, as there are in articles. '

describe('the list', () => {
  it('shows damaged pages without a failure, and changes nothing', async () => {
    const good = await add('<p>Good</p>', 'good')
    const bad = await add('<p>Bad</p>', 'bad')
    await writeFile(at('pages', bad, 'capture.json'), '{"url": 5')
    await writeFile(at('pages', good, 'gold', 'ab.json.1-abcdef-00000000.tmp'), 'half')
    await mkdir(at('pages', '.new-x-00000000'))
    const list = await corporaWith().ask('corpus.list', { corpus: store.root })
    expect(list).toMatchObject({ total: 2, complete: true })
    const problems = list.entries.map((e) => [e.id, ...e.problems.map((p) => p.failure.code)].join(' '))
    expect(problems).toEqual(['bad gold.bad-json', 'good corpus.leftover'])
    expect(await store.leftovers()).toEqual(['pages/.new-x-00000000'])
    expect(await readdir(at('pages', good, 'gold'))).toEqual(['ab.json.1-abcdef-00000000.tmp'])
  })

  it('removes half-written files of a program that ended, but not those of a running program or of another machine', async () => {
    const dead = spawnSync(process.execPath, ['--eval', '']).pid
    const good = await add('<p>Good</p>', 'good')
    const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 6)
    const of = (pid: number, host = machine): string => `${pid}-${host}-0123abcd.tmp`
    const gold = at('pages', good, 'gold')
    const living = beginWriting()
    for (const marker of [of(dead), living, of(process.ppid), of(dead, 'ffffff')]) {
      await writeFile(join(gold, `ab.json.${marker}`), 'half')
      await writeFile(at(`corpus.json.${marker}`), 'half')
      await mkdir(at('pages', `.new-x.${marker}`, 'gold'), { recursive: true })
    }
    // The owners of the locks are: an ended program, none, a running program, and another machine.
    const lockOf = (pid: number, host = hostname()): string => JSON.stringify({ host, pid, token: 'x' })
    for (const [i, content] of [lockOf(dead), '', lockOf(process.ppid), lockOf(dead, 'elsewhere')].entries())
      for (const place of [gold, store.root])
        for (const end of ['lock', 'lock.break']) await writeFile(join(place, `${i}.json.${end}`), content)
    const held = [2, 3].flatMap((i) => [`${i}.json.lock`, `${i}.json.lock.break`])
    // A file of another program can have the suffix of a lock.
    await writeFile(at('uv.lock'), 'version = 1\n')
    const left = [living, of(process.ppid), of(dead, 'ffffff')]
    expect(await store.leftovers()).toEqual(left.flatMap((marker) => [`corpus.json.${marker}`, `pages/.new-x.${marker}`]).sort())
    expect((await store.entry(good)).problems).toHaveLength(3)
    expect((await readdir(gold)).sort()).toEqual([...left.map((marker) => `ab.json.${marker}`), ...held].sort())
    expect((await readdir(store.root)).filter((name) => name.includes('.lock')).sort()).toEqual([...held, 'uv.lock'])
    endWriting(living)
    await store.leftovers()
    expect(await store.leftovers()).toHaveLength(4)
  })

  it.each<[CorpusFilter, string]>([
    [{}, 'a b c'],
    [{ status: 'done' }, 'a'],
    [{ status: 'unlabelled' }, 'c'],
    [{ status: 'unlabelled', annotator: 'ab' }, 'b c'],
    [{ pageType: 'article' }, 'a'],
    [{ pageType: 'none' }, 'b c'],
    [{ annotator: 'cd' }, 'b'],
    [{ flag: 'hard' }, 'a'],
    [{ text: 'EXAMPLE.org' }, 'a b c'],
    [{ text: 'nowhere' }, ''],
  ])('filters by %j', async (filter, ids) => {
    for (const id of ['a', 'b', 'c']) await add(`<p>${id}</p>`, id)
    await save('a', 'ab', [span(1, 2)], { status: 'done', pageType: 'article', flags: ['hard'] })
    await save('b', 'cd', [span(1, 2)])
    expect((await listed(corporaWith().ask, filter)).join(' ')).toBe(ids)
  })

  it('has a queue, and counts finished pages', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await add(`<p>${id}</p>`, id)
    const { ask } = corporaWith()
    await ask('corpus.saveLabels', { corpus: store.root, gold: await gold('a', 'ab', [], { status: 'done', seconds: 30 }), base: null })
    await ask('corpus.saveLabels', { corpus: store.root, gold: await gold('b', 'ab', [], { status: 'skipped' }), base: null })
    const counts = { done: 1, skipped: 1, measured: 0, assigned: 0, medianSeconds: 30 }
    expect(await queueOf(ask, 'ab')).toEqual({ pages: ['a', 'b', 'c', 'd'], next: ['c', 'd'], ...counts })
    const random = await queueOf(ask, 'cd', { order: 'random', seed: 7 })
    expect([...random.next].sort()).toEqual(['a', 'b', 'c', 'd'])
    expect(await queueOf(ask, 'cd', { order: 'random', seed: 7 })).toEqual(random)
  })

  it('reports labels as saved if the file of the campaign is damaged', async () => {
    await add('<p>text</p>', 'a')
    const { ask } = corporaWith()
    await writeFile(at('campaign.json'), '{')
    const saved = await ask('corpus.saveLabels', { corpus: store.root, gold: await gold('a', 'ab', []), base: null })
    expect(saved).toMatchObject({ status: 'saved', entry: undefined })
  })

  it('measures pages by extractors, filters by the scores, and puts disputed pages first in the queue', async () => {
    await add(`<body><div><p>${prose.repeat(8)}</p></div></body>`, 'agreed')
    await add(await readFile(resolve('electron/samples/pages/overview.html'), 'utf8'), 'disputed')
    await add('<body></body>', 'empty')
    const { ask } = corporaWith()
    const extractors = ['cectd-ds', 'bte', 'ttr']
    const corpus = store.root
    const between = (by: 'disagreement' | 'f1', min = 0, max = 1) => listed(ask, { score: { by, min, max } })
    expect(await between('disagreement')).toEqual([])
    expect(await ask('corpus.measure', { corpus, extractors, pages: ['agreed', 'disputed'] })).toEqual({ measured: 2, problems: [] })
    expect([await between('disagreement', 0.01), await between('disagreement', 0, 0.01)]).toEqual([['disputed'], ['agreed']])
    expect(await queueOf(ask, 'ab', { order: 'disagreement' })).toMatchObject({ next: ['disputed', 'agreed', 'empty'], measured: 2 })
    // Without a gold standard, a page has no F1. A change of the gold standard discards the F1.
    expect(await between('f1')).toEqual([])
    const spans = [span(5, 5, { end: { node: 5, offset: 20 } })]
    const labelled = await ask('corpus.saveLabels', { corpus, gold: await gold('agreed', 'ab', spans, { status: 'done' }), base: null })
    await ask('corpus.measure', { corpus, extractors })
    expect(await between('f1')).toEqual(['agreed'])
    await ask('corpus.describe', { corpus, contentLabels: ['comments'] })
    expect(await between('f1')).toEqual([])
    await ask('corpus.measure', { corpus, extractors })
    expect(await between('f1')).toEqual([])
    await ask('corpus.describe', { corpus, contentLabels: ['content', 'comments'] })
    await ask('corpus.measure', { corpus, extractors })
    expect(await between('f1')).toEqual(['agreed'])
    if (labelled.status === 'conflict') throw new Error('nobody else saved')
    await ask('corpus.saveLabels', { corpus, gold: { ...labelled.gold, spans: [] }, base: labelled })
    expect([await between('f1'), await between('disagreement', 0, 0.01)]).toEqual([[], ['agreed', 'empty']])
    expect(() => checkVoters(['bte'])).toThrow(/^A comparison needs 2 to 30 extractors/)
    expect(() => checkVoters(['nope'])).toThrow(/^There is no extractor "nope"/)
    expect(await codeOf(() => ask('corpus.measure', { corpus, extractors: ['bte', 'nope'] }))).toBe('extractor.unknown')
  })

  it('compares at most as many extractors as a number has bits, and reports that further custom extractors are omitted', async () => {
    await add('<p>text</p>', 'one')
    const asked: string[][] = []
    const ready = Array.from({ length: 40 }, (_, i) => `module-${i}`)
    const { ask } = corporaWith({
      voters: { ready: () => Promise.resolve(ready), dataOf: () => Promise.resolve(undefined) },
      analyst: ((_page: unknown, { extractors }: { extractors: string[] }) => {
        asked.push(extractors)
        return Promise.resolve({ disagreement: 0, f1: null })
      }) as never,
    })
    const { measured, problems } = await ask('corpus.measure', { corpus: store.root })
    expect([measured, asked[0]?.length]).toEqual([1, 30])
    expect(problems.map(({ failure }) => failure.message)).toEqual([
      expect.stringMatching(/^At most 30 extractors are compared: the first 30 of \d+; the last custom extractors were omitted\.$/),
    ])
    expect(() => checkVoters(ready.slice(0, 31), ready)).toThrow(/^A comparison needs 2 to 30 extractors/)
  })

  it('keeps measured scores when another window opens the corpus, by any path, also during the measurement', async () => {
    await add(`<body><div><p>${prose.repeat(8)}</p></div></body>`, 'one')
    await add(`<body><div><p>${prose.repeat(6)}</p></div></body>`, 'two')
    const { ask, corpora } = corporaWith()
    const scored = async (path: string): Promise<number> =>
      (await ask('corpus.list', { corpus: path })).entries.filter(({ scores }) => scores).length
    await ask('corpus.open', { path: store.root })
    const measuring = ask('corpus.measure', { corpus: store.root, extractors: ['bte', 'ttr'] })
    const link = join(folder, 'link')
    await symlink(store.root, link)
    await ask('corpus.open', { path: link })
    await measuring
    expect([await scored(store.root), await scored(link)]).toEqual([2, 2])
    await store.remove('two')
    await ask('corpus.open', { path: link })
    expect((await corpora.entries(store.root)).map(({ id }) => id)).toEqual(['one'])
    expect(await scored(store.root)).toBe(1)
  })

  it('removes and restores as many pages as possible, and reports the others', async () => {
    for (const id of ['a', 'b']) await add(`<p>${id}</p>`, id)
    const { ask, corpora } = corporaWith()
    const ids = async (): Promise<string[]> => (await corpora.entries(store.root)).map(({ id }) => id)
    expect(await ids()).toEqual(['a', 'b'])
    const removed = await ask('corpus.remove', { corpus: store.root, pages: ['a', 'gone', 'b'] })
    expect(removed.done).toHaveLength(2)
    expect(removed.problems).toMatchObject([{ place: 'gone', failure: { code: 'corpus.no-page' } }])
    expect(await ids()).toEqual([])
    await add('<p>another</p>', 'a')
    await ask('corpus.open', { path: store.root })
    const restored = await ask('corpus.restore', { corpus: store.root, removed: [...removed.done] })
    expect(restored).toMatchObject({ done: ['b'], problems: [{ place: removed.done[0], failure: { code: 'corpus.exists' } }] })
    expect(await ids()).toEqual(['a', 'b'])
  })

  it('flags pages with almost no text', async () => {
    await add('<title>An app with a long title</title><script>const text = "many words of code"</script><div id="root"></div>', 'shell')
    await add(`<p>${'Some words of text to read. '.repeat(4)}</p>`, 'text')
    const { entries } = await corporaWith().ask('corpus.list', { corpus: store.root })
    expect(entries.map(({ id, almostNoText }) => `${id} ${almostNoText}`)).toEqual(['shell true', 'text undefined'])
  })

  it('finds the pages that were assigned to an annotator in the annotator’s queue', async () => {
    for (const id of ['a', 'b', 'c']) await add(`<p>${id}</p>`, id)
    const { ask } = corporaWith()
    await assignPages(store.root, ['c', 'a'], 'ab')
    await assignPages(store.root, ['c'], 'cd')
    const pages = '    {"page":"a","to":["ab"]},\n    {"page":"c","to":["ab","cd"]}\n'
    const file = `{\n  "format": "boilerscope-assignments",\n  "version": 1,\n  "pages": [\n${pages}  ]\n}\n`
    expect(await textAt('assignments.json')).toBe(file)
    const ids = (filter: CorpusFilter) => listed(ask, filter)
    expect([await ids({ assigned: 'ab' }), await ids({ assigned: false })]).toEqual([['a', 'c'], ['b']])
    expect((await ask('corpus.list', { corpus: store.root })).entries.at(-1)?.assigned).toEqual(['ab', 'cd'])
    expect(await queueOf(ask, 'ab', { mine: true })).toMatchObject({ pages: ['a', 'c'], next: ['a', 'c'], assigned: 2 })
    expect(await queueOf(ask, 'ab')).toMatchObject({ pages: ['a', 'b', 'c'], next: ['a', 'b', 'c'], assigned: 2 })
    await ask('corpus.rename', { corpus: store.root, page: 'a', to: 'z' })
    expect(await ids({ assigned: 'ab' })).toEqual(['c', 'z'])
    await assignPages(store.root, ['b', 'c', 'z'], 'ef')
    expect(await ids({ assigned: 'ef' })).toEqual(['b', 'c', 'z'])
  })

  it('keeps all changes of the campaign if several are made at the same time', async () => {
    for (const id of ['a', 'b']) await add(`<p>${id}</p>`, id)
    const given = { format: 'boilerscope-campaign', version: 1, annotators: ['ab'], overlap: 1, seed: 1, training: ['a', 'b'], blind: true }
    await writeFile(at('campaign.json'), JSON.stringify({ ...given, pageTypes: [] }))
    const distribute = (name: string) =>
      changeCampaign(store.root, (campaign) => campaign && { ...campaign, handedOut: { ...campaign.handedOut, [name]: NOW } })
    await Promise.all([moveAssignment(store.root, 'a', 'y'), distribute('ab'), moveAssignment(store.root, 'b', 'z'), distribute('cd')])
    expect(await readCampaign(store.root)).toMatchObject({ training: ['y', 'z'], handedOut: { ab: NOW, cd: NOW } })
  })

  it('lists the saved page, even if an earlier read ends later', async () => {
    const id = await add('<p>a</p>', 'a')
    await save(id, 'ab', [], { status: 'in-progress' })
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let reads = 0
    const slow = Object.create(store) as CorpusStore
    slow.entry = async (page) => {
      const entry = await store.entry(page)
      if (reads++ === 0) await held
      return entry
    }
    const list = createPageList(slow)
    await eventually(() => expect(reads).toBe(1))
    await saveGold(store.root, await gold(id, 'ab', [], { status: 'done' }), await stored(id))
    const refreshed = list.refresh([id])
    goOn()
    await refreshed
    expect((await list.all()).get(id)?.gold[0]?.status).toBe('done')
  })

  it('assigns nothing if a name is invalid or the file is damaged, and reports it', async () => {
    await add('<p>a</p>', 'a')
    const { ask } = corporaWith()
    expect(await codeOf(() => assignPages(store.root, ['a'], '../ab'))).toBe('corpus.bad-annotator')
    expect(await readdir(store.root)).not.toContain('assignments.json')
    const file = at('assignments.json')
    await writeFile(file, '{"format":"boilerscope-assignments","version":2,"pages":[{"page":"a","to":["ab"],"why":"x"}]}')
    expect(await codeOf(() => assignPages(store.root, ['a'], 'ab'))).toBe('file.newer-version')
    await writeFile(file, '{"format":')
    expect(await codeOf(() => assignPages(store.root, ['a'], 'ab'))).toBe('gold.bad-json')
    expect((await ask('corpus.list', { corpus: store.root })).entries.map((e) => e.assigned)).toEqual([undefined])
    expect(await codeOf(() => ask('corpus.campaign', { corpus: store.root }))).toBe('gold.bad-json')
    expect(await textAt('assignments.json')).toBe('{"format":')
    expect(await problemsIn(store)).toEqual(['assignments.json gold.bad-json'])
  })

  it('computes the agreement of annotators, and n/a if they share no page', async () => {
    const id = await add('<body><p>aaaa</p><p>bbbb</p><p>cc</p>')
    await add('<p>Two</p>', 'two')
    const text = (node: number, length: number) => span(node, node, { end: { node, offset: length }, quote: node === 4 ? 'aaaa' : 'bbbb' })
    await save(id, 'ab', [text(4, 4), text(6, 4)], { status: 'done' })
    await save(id, 'cd', [text(4, 4)], { status: 'done' })
    await save('two', 'ef', [], { status: 'done' })
    const report = await corporaWith().ask('corpus.agreement', { corpus: store.root })
    expect(report.problems).toEqual([])
    const pairs = report.pairs.map((p) => `${p.first} ${p.second} ${p.agreement.pages} ${p.agreement.kappa === null}`)
    expect(pairs).toEqual(['ab cd 1 false', 'ab ef 0 true', 'cd ef 0 true'])
    // Both annotators label 10 characters: 12 labels of 20 are content. α = 1 − 19 · 8 / (2 · 12 · 8), Fleiss’ κ = 1 − 0.4 / 0.48.
    expect(report.group.characters).toMatchObject({ pages: 1, alphaInterval: null })
    expect(report.group.characters.alpha).toBeCloseTo(1 - (19 * 8) / 192, 12)
    expect(report.group.characters.kappa).toBeCloseTo(1 - 0.4 / 0.48, 12)
    // Both annotators label the first block as content, one annotator labels the second block, and none labels the third block.
    expect(report.group.blocks.alpha).toBeCloseTo(1 - (5 * 2) / 18, 12)
    expect(report.group.pageTypes).toMatchObject({ pages: 0, alpha: null, kappa: null })
    expect(report.group.annotators).toEqual(['ab', 'cd'])

    await save(id, 'imported', [text(4, 4)], { status: 'done' })
    await writeFile(at('pages', id, 'gold', 'imported.txt'), 'aaaa')
    const beside = await corporaWith().ask('corpus.agreement', { corpus: store.root })
    expect(beside).toMatchObject({ group: report.group, pairs: report.pairs })
    expect(beside.notes).toEqual(['Imported gold labels are omitted: imported.'])
  })

  it('excludes copied labels from agreement', async () => {
    const id = await add('<body><p>aaaa</p><p>bbbb</p><p>cc</p>')
    const copy = (origin?: GoldSpan['origin']) => span(4, 4, { end: { node: 4, offset: 4 }, quote: 'aaaa', ...(origin && { origin }) })
    const extractor = { kind: 'extractor' as const, name: 'cectd-ds' }
    await save(id, 'ab', [copy()], { status: 'done', pageType: 'article' })
    await save(id, 'cd', [copy({ kind: 'annotator', name: 'ab' })], { status: 'done', pageType: 'article' })
    for (const name of ['ef', 'gh']) await save(id, name, [copy(extractor)], { status: 'done', pageType: 'forum' })
    const report = await corporaWith().ask('corpus.agreement', { corpus: store.root })
    const pairs = report.pairs.map(
      ({ first, second, copied, agreement }) => `${first} ${second}: ${copied} copied, ${agreement.pages} pages`,
    )
    expect(pairs.filter((pair) => !pair.includes(' 0 copied'))).toEqual(['ab cd: 1 copied, 0 pages', 'ef gh: 1 copied, 0 pages'])
    expect(pairs).toContain('ab ef: 0 copied, 1 pages')
    expect(report.pages.filter(({ copied }) => copied)).toHaveLength(2)
    // Only the annotators ab and ef count, with the types article and forum.
    expect(report.group.pageTypes).toMatchObject({ pages: 1, alpha: 0 })
  })

  it('stores the recently opened corpora', async () => {
    const file = join(folder, 'data', 'recent.json')
    const recent = createRecentCorpora(file)
    for (const name of ['A', 'B', 'A']) await recent.add({ path: `/${name.toLowerCase()}`, name, openedAt: NOW })
    expect((await createRecentCorpora(file).list()).map((c) => c.path)).toEqual(['/a', '/b'])
    await writeFile(file, '{')
    expect(await createRecentCorpora(file).list()).toEqual([])
  })
})

describe('fuzzed corpora', () => {
  it('open, list and read with results or typed failures, and nothing is written', async () => {
    const id = await add('<p>One</p>', 'one')
    await save(id, 'ab', [span(1, 2)])
    const files = ['corpus.json', `pages/${id}/capture.json`, `pages/${id}/page.html`, `pages/${id}/gold/ab.json`]
    const originals = await Promise.all(files.map((file) => readFile(join(store.root, file))))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(files.length - 1),
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Buffer.from(bytes)),
          fc.json().map((json) => () => Buffer.from(json)),
          fc.tuple(fc.nat(400), fc.nat(60), fc.string({ maxLength: 6 })).map(
            ([at, n, s]) =>
              (whole: Buffer) =>
                Buffer.from(whole.toString().slice(0, at) + s + whole.toString().slice(at + n)),
          ),
          fc
            .tuple(
              fc.constantFrom('sha256', 'page', 'version', 'annotator', 'spans', 'url', 'labels', 'format', 'pageSha256'),
              fc.anything(),
            )
            .map(([key, value]) => (whole: Buffer) => {
              try {
                return Buffer.from(JSON.stringify({ ...(JSON.parse(whole.toString()) as object), [key]: value }))
              } catch {
                return whole
              }
            }),
        ),
        async (index, change) => {
          const path = join(store.root, files[index]!)
          const damaged = change(originals[index]!)
          await writeFile(path, damaged)
          for (const act of [
            () => openCorpus(store.root),
            () => store.page(id),
            () => readStoredGold(store.root, id, 'ab'),
            async () => expect((await store.entry(id)).id).toBe(id),
          ]) {
            await act().catch((thrown: unknown) => expect(thrown).toBeInstanceOf(FailureError))
          }
          expect(await readFile(path)).toEqual(damaged)
          await writeFile(path, originals[index]!)
        },
      ),
      { numRuns: 80 },
    )
  })
})
