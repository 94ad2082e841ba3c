import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelQueue } from '../../shared/contract/corpus-list'
import { passText, planAssignment } from '../../shared/gold/campaign'
import { newGoldFile, type GoldFile } from '../../shared/gold/gold-file'
import { textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { bundleOf as keptBundle, captureOf, NOW, spansOn } from '../fixtures/captured'
import { codeOf, corporaWith } from '../fixtures/corpora'
import { temporaryFolder } from '../fixtures/temporary-folder'

describe('an assignment', () => {
  it('gives each page to the requested number of annotators, and the same number of pages to each', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }).chain((people) => fc.tuple(fc.constant(people), fc.integer({ min: 1, max: people }))),
        fc.array(fc.constantFrom('article', 'forum', 'product', ''), { maxLength: 60 }),
        fc.nat(1000),
        ([people, overlap], kinds, seed) => {
          const names = Array.from({ length: people }, (_, i) => `p${i}`)
          const pages = kinds.map((kind, i) => ({ id: `page-${i}`, kind }))
          const plan = planAssignment(pages, names, overlap, seed)
          expect([...plan.keys()].sort()).toEqual(pages.map(({ id }) => id).sort())
          const load = new Map(names.map((name) => [name, 0]))
          for (const to of plan.values()) {
            expect(new Set(to).size).toBe(overlap)
            for (const name of to) load.set(name, (load.get(name) ?? 0) + 1)
          }
          const loads = [...load.values()]
          expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
          expect(planAssignment(pages, names, overlap, seed)).toEqual(plan)
        },
      ),
    )
  })

  it('refuses more annotators per page than exist', () =>
    expect(() => planAssignment([], ['ann'], 2, 1)).toThrow(/needs 2 annotators, but the campaign has 1/))
})

describe('a campaign', () => {
  const folder = temporaryFolder('campaign')
  let now = NOW
  const { ask, corpora } = corporaWith({ now: () => now })

  const html = (i: number): string =>
    `<title>Page ${i}</title><nav><p>Menu</p></nav><h1>Title ${i}</h1><p>First text ${i}.</p><p>Second text ${i}.</p>`

  async function makeCorpus(pages: number): Promise<string> {
    const path = join(folder(), 'corpus')
    await ask('corpus.create', { path, name: 'Samples' })
    const store = (await corpora.opened(path)).store
    for (let i = 0; i < pages; i++)
      await store.add({ id: `page-${i}`, loader: 'test', capture: captureOf(html(i), { url: `https://pages.example/${i}` }) })
    await ask('corpus.open', { path })
    return path
  }

  async function label(path: string, page: string, annotator: string, blocks: readonly number[], change: Partial<GoldFile> = {}) {
    const { html: text, capture } = await (await corpora.opened(path)).store.html(page)
    const { labels } = await ask('corpus.page', { corpus: path, page, annotator })
    const base = labels.find(({ gold }) => gold.annotator === annotator) ?? null
    const gold: GoldFile = {
      ...newGoldFile(page, capture.sha256, annotator, NOW),
      spans: spansOn(textAxis(parsePage(text)), blocks),
      status: 'done',
      seconds: 20,
      ...change,
    }
    expect((await ask('corpus.saveLabels', { corpus: path, gold, base })).status).toBe('saved')
  }

  async function bundleOf(path: string, annotator: string): Promise<string> {
    await ask('corpus.distribute', { corpus: path, path: join(folder(), 'out'), annotators: [annotator] })
    await ask('corpus.open', { path: join(folder(), 'out', annotator) })
    return join(folder(), 'out', annotator)
  }
  const plan = (path: string, annotators: string[], overlap: number, ...training: string[]) =>
    ask('corpus.planCampaign', { corpus: path, annotators, overlap, seed: 1, training })
  const CONTENT_TITLE = { title: { text: 'A title' } }

  it('is exported as a bundle for each annotator and imported again, blind until it is opened', async () => {
    const path = await makeCorpus(6)
    expect(await codeOf(ask('corpus.distribute', { corpus: path, path: join(folder(), 'out') }))).toBe('campaign.none')
    const names = ['ann', 'ben', 'cas']
    expect(await codeOf(plan(path, ['ann', 'ben', 'Ann'], 2))).toBe('campaign.twice')
    expect((await plan(path, names, 2)).pace.map(({ assigned }) => assigned)).toEqual([4, 4, 4])
    expect((await ask('corpus.distribute', { corpus: path, path: join(folder(), 'out') })).added).toEqual(names)
    expect(Object.keys((await ask('corpus.campaign', { corpus: path })).campaign?.handedOut ?? {})).toEqual(names)

    for (const annotator of names) {
      const bundle = join(folder(), 'out', annotator)
      const info = await ask('corpus.open', { path: bundle })
      expect(info.campaign).toMatchObject({ blind: true, bundle: { annotator, corpus: 'Samples' } })
      expect(info.campaign?.handedOut).toBeUndefined()
      expect(await codeOf(ask('corpus.setBlind', { corpus: bundle, blind: false }))).toBe('campaign.blind')
      expect(await codeOf(plan(bundle, ['dan'], 1))).toBe('campaign.bundle')
      const ids = (await corpora.entries(bundle)).map(({ id }) => id)
      expect(ids).toHaveLength(4)
      for (const id of ids) await label(bundle, id, annotator, annotator === 'cas' ? [1, 2] : [1, 2, 3], { pageType: 'article' })
    }
    const out = names.map((annotator) => join(folder(), 'out', annotator))
    expect(await ask('corpus.importBundles', { corpus: path, paths: out })).toMatchObject({ known: 0, problems: [] })
    expect(await ask('corpus.importBundles', { corpus: path, paths: out })).toMatchObject({ added: [], known: 12, problems: [] })

    expect(await codeOf(ask('corpus.agreement', { corpus: path }))).toBe('campaign.blind')
    const [first] = await corpora.entries(path)
    const annotator = first?.gold[0]?.annotator
    const labelsOf = async (...of: (string | undefined)[]) =>
      (await ask('corpus.page', { corpus: path, page: 'page-0', annotator: of[0] })).labels.map(({ gold }) => gold.annotator)
    expect([await labelsOf(annotator), await labelsOf()]).toEqual([[annotator], []])
    await ask('corpus.setBlind', { corpus: path, blind: false })
    expect(await labelsOf(annotator)).toHaveLength(2)
    const { pairs } = await ask('corpus.agreement', { corpus: path })
    expect(pairs.map(({ first: a, second: b, agreement }) => `${a} ${b} ${agreement.pages}`)).toEqual([
      'ann ben 2',
      'ann cas 2',
      'ben cas 2',
    ])
    expect(pairs[0]?.agreement.f1).toBe(1)
    expect(pairs[1]?.agreement.f1).toBeLessThan(1)
  })

  it('reports progress, pace, and quality against the adjudicated labels', async () => {
    const path = await makeCorpus(3)
    await plan(path, ['ann', 'ben'], 2)
    await label(path, 'page-0', 'ann', [1, 2, 3], { pageType: 'article' })
    await label(path, 'page-0', 'ben', [1], { pageType: 'forum' })
    await label(path, 'page-1', 'ann', [1])
    await label(path, 'page-0', 'adjudicated', [1, 2, 3], { status: 'adjudicated', pageType: 'article' })
    await writeFile(join(path, 'pages', 'page-1', 'gold', 'imported.txt'), 'First text 1.')
    await label(path, 'page-1', 'imported', [2])
    const { pace, quality } = await ask('corpus.campaign', { corpus: path })
    const paces = pace.map(({ annotator, done, left, medianSeconds, pagesADay }) =>
      [annotator, done, left, medianSeconds, pagesADay].join(' '),
    )
    expect(paces).toEqual(['ann 2 1 20 2', 'ben 1 2 20 1'])
    expect(quality).toMatchObject([
      { annotator: 'ann', pages: 1, f1: 1, kappa: 1, pageTypes: 1 },
      { annotator: 'ben', pages: 1, pageTypes: 0 },
    ])
    expect(quality[1]?.f1).toBeLessThan(1)
  })

  it('compares page types only if the gold standard has a page type', async () => {
    const path = await makeCorpus(2)
    const types = async (): Promise<string[]> =>
      (await ask('corpus.campaign', { corpus: path })).quality.map(
        ({ annotator, pages, pageTypes }) => `${annotator} ${pages} ${pageTypes}`,
      )
    // Two missing types do not count as agreement.
    await label(path, 'page-0', 'adjudicated', [1], { status: 'adjudicated' })
    await label(path, 'page-0', 'ann', [1])
    await label(path, 'page-0', 'ben', [1], { pageType: 'article' })
    expect(await types()).toEqual(['ann 1 null', 'ben 1 null'])
    await label(path, 'page-1', 'adjudicated', [1], { status: 'adjudicated', pageType: 'article' })
    await label(path, 'page-1', 'ann', [1])
    await label(path, 'page-1', 'ben', [1], { pageType: 'article' })
    expect(await types()).toEqual(['ann 2 0', 'ben 2 1'])
  })

  it('has practice pages with a gold standard: an annotator gets feedback after finishing a page', async () => {
    const path = await makeCorpus(3)
    await label(path, 'page-2', 'adjudicated', [1, 2], { status: 'adjudicated', pageType: 'article' })
    await ask('corpus.planCampaign', { corpus: path, annotators: ['ann', 'ben'], overlap: 1, seed: 1, training: ['page-2'], passMark: 0.9 })
    const bundle = await bundleOf(path, 'ann')
    expect((await ask('corpus.page', { corpus: bundle, page: 'page-2', annotator: 'ann' })).labels).toEqual([])
    expect(await readdir(join(bundle, 'pages', 'page-2'))).not.toContain('gold')
    expect(await codeOf(ask('corpus.feedback', { corpus: bundle, page: 'page-2', annotator: 'ann' }))).toBe('campaign.not-finished')
    await label(bundle, 'page-2', 'ann', [1, 3], { pageType: 'forum' })
    const feedback = await ask('corpus.feedback', { corpus: bundle, page: 'page-2', annotator: 'ann' })
    expect(feedback).toMatchObject({ pageType: { given: 'forum', gold: 'article' }, passMark: 0.9 })
    expect(feedback.differences).toEqual([
      { quote: 'First text 2.', given: null, gold: 'content' },
      { quote: 'Second text 2.', given: 'content', gold: null },
    ])
    expect(feedback.f1).toBeGreaterThan(0.3)
    expect([0.9, 0.89, null].map((f1) => passText(f1, 0.9))).toEqual([' (passed)', ' (not passed: needs 0.9)', ''])
    expect(await codeOf(ask('corpus.feedback', { corpus: bundle, page: 'page-0', annotator: 'ann' }))).toBe('campaign.no-training')
  })

  it('has practice pages with an imported gold standard, and refuses practice pages without a gold standard', async () => {
    const path = await makeCorpus(3)
    await label(path, 'page-2', 'imported', [1, 2], { pageType: 'article' })
    await writeFile(join(path, 'pages', 'page-2', 'gold', 'imported.txt'), 'Title 2\nFirst text 2.')
    await label(path, 'page-1', 'ben', [1])
    await ask('corpus.open', { path })
    expect(await codeOf(plan(path, ['ann', 'ben'], 1, 'page-1'))).toBe('campaign.no-gold')
    expect((await ask('corpus.campaign', { corpus: path })).campaign).toBeNull()
    await plan(path, ['ann', 'ben'], 1, 'page-2')
    await label(path, 'page-2', 'ann', [1], { pageType: 'article' })
    const { differences } = await ask('corpus.feedback', { corpus: path, page: 'page-2', annotator: 'ann' })
    expect(differences).toEqual([{ quote: 'First text 2.', given: null, gold: 'content' }])
    // The bundle contains the gold standard, but does not show the gold standard.
    const bundle = await bundleOf(path, 'ben')
    expect((await ask('corpus.page', { corpus: bundle, page: 'page-2', annotator: 'ben' })).texts).toEqual([])
    await label(bundle, 'page-2', 'ben', [1, 2], { pageType: 'article' })
    expect((await ask('corpus.feedback', { corpus: bundle, page: 'page-2', annotator: 'ben' })).f1).toBe(1)
  })

  it('gives practice pages to all annotators first, and in a campaign only assigned pages', async () => {
    const path = await makeCorpus(4)
    await label(path, 'page-3', 'adjudicated', [1, 2], { status: 'adjudicated' })
    await plan(path, ['ann', 'ben', 'cas'], 1, 'page-3')
    const queueIn = async (corpus: string, annotator: string, order: 'by-id' | 'random' | 'disagreement' = 'by-id') => {
      const { campaign } = await ask('corpus.open', { path: corpus })
      return labelQueue((await ask('corpus.list', { corpus })).entries, campaign, { annotator, order, seed: 3, mine: false })
    }
    for (const order of ['by-id', 'random', 'disagreement'] as const)
      for (const annotator of ['ann', 'ben', 'cas']) {
        const { next, pages, assigned } = await queueIn(path, annotator, order)
        expect([next[0], next.length, pages.length, assigned]).toEqual(['page-3', 2, 2, 2])
      }
    expect((await queueIn(path, 'zoe')).next).toEqual(['page-0', 'page-1', 'page-2', 'page-3'])
    const { entries } = await ask('corpus.list', { corpus: path })
    expect(entries.flatMap(({ practice, id, assigned }) => (practice ? [id, assigned] : []))).toEqual(['page-3', ['ann', 'ben', 'cas']])
    await ask('corpus.distribute', { corpus: path, path: join(folder(), 'out') })
    for (const name of ['ann', 'ben', 'cas'])
      expect(await ask('corpus.open', { path: join(folder(), 'out', name) })).toMatchObject({ name: `Samples (${name})` })
    expect((await queueIn(join(folder(), 'out', 'ben'), 'ben')).next[0]).toBe('page-3')
  })

  it('excludes practice and imported labels from agreement, but compares annotators with these labels', async () => {
    const path = await makeCorpus(3)
    const imported = async (page: string, blocks: readonly number[]): Promise<void> => {
      await label(path, page, 'imported', blocks, { pageType: 'article' })
      const { labels } = await (await corpora.opened(path)).store.gold(page)
      const base = labels.find(({ gold }) => gold.annotator === 'imported')!
      const spans = base.gold.spans.map((span) => ({ ...span, origin: { kind: 'import', name: 'file' } as const }))
      await ask('corpus.saveLabels', { corpus: path, gold: { ...base.gold, spans }, base })
    }
    await imported('page-2', [1, 2])
    await plan(path, ['ann', 'ben'], 2, 'page-2')
    for (const page of ['page-0', 'page-2']) {
      await label(path, page, 'ann', [1, 2], { pageType: 'article' })
      await label(path, page, 'ben', [1], { pageType: 'forum' })
    }
    // The report of a blind campaign contains practice scores, because the annotators see these scores.
    expect((await ask('corpus.campaign', { corpus: path })).quality).toMatchObject([
      { annotator: 'ann', against: 'gold', pages: 1, f1: 1, pageTypes: 1 },
      { annotator: 'ben', against: 'gold', pages: 1, pageTypes: 0 },
    ])
    await ask('corpus.setBlind', { corpus: path, blind: false })
    await imported('page-1', [1, 2])
    const report = await ask('corpus.agreement', { corpus: path })
    expect(report.pairs.map(({ first, second, agreement }) => [first, second, agreement.pages])).toEqual([['ann', 'ben', 1]])
    expect(report.group.characters.pages).toBe(1)
    expect(report.notes).toEqual([
      'Practice pages are omitted (page-2): the campaign compares their labels with the gold labels.',
      'Imported gold labels are omitted: imported.',
    ])
  })

  it('is published for its annotators: exact numbers, disputed text with the decision, and nothing while labelling is blind', async () => {
    const path = await makeCorpus(2)
    await plan(path, ['ann', 'ben'], 2)
    const publish = (name: string, choice = {}) =>
      ask('corpus.publish', { corpus: path, folder: join(folder(), name), withNames: true, withText: true, ...choice })
    expect(await codeOf(publish('site'))).toBe('campaign.blind')
    await ask('corpus.setBlind', { corpus: path, blind: false })
    expect(await codeOf(publish('site'))).toBe('campaign.no-labels')
    await label(path, 'page-0', 'ann', [1, 2], { pageType: 'article' })
    await label(path, 'page-0', 'ben', [1, 3], { pageType: 'forum', notes: `<script>alert(1)</script> in ${path}, as Ann said` })
    const decision = { about: 'pageType' as const, value: 'article', of: ['ann'], by: 'zoe', at: NOW }
    const adjudication = { annotators: ['ann', 'ben'], decisions: [decision] }
    await label(path, 'page-0', 'adjudicated', [1, 2], { status: 'adjudicated', adjudication })
    expect(await publish('site')).toMatchObject({ pages: 1, problems: [] })
    const read = async (name: string, file: string): Promise<string> => readFile(join(folder(), name, file), 'utf8')
    const index = await read('site', 'index.html')
    const { pairs, group } = await ask('corpus.agreement', { corpus: path })
    const { quality } = await ask('corpus.campaign', { corpus: path })
    const [pair] = pairs
    for (const value of [pair?.agreement.kappa, pair?.agreement.f1, pair?.agreement.observed, group.characters.alpha, quality[1]?.f1])
      expect(index).toContain(`<data value="${value}">`)
    const [file = ''] = await readdir(join(folder(), 'site', 'pages'))
    const page = await read('site', `pages/${file}`)
    const differ = page.slice(page.indexOf('Text with different labels'), page.indexOf('Values'))
    expect(differ).toMatch(/First text 0\.[\s\S]*content[\s\S]*none[\s\S]*content/)
    expect(differ).not.toContain('Title 0')
    expect(page).toContain('Decided by zoe.')
    for (const words of ['<script>', path]) expect(page).not.toContain(words)
    expect((await publish('bare', { withNames: false, withText: false })).pages).toBe(1)
    const bare = (await read('bare', 'index.html')) + (await read('bare', `pages/${file}`))
    expect(bare).not.toMatch(/\bann\b|\bben\b|\bzoe\b|First text/i)
    for (const words of ['as annotator 1 said', 'annotator 1']) expect(bare).toContain(words)
    await writeFile(join(folder(), 'other'), '')
    expect(await codeOf(publish('corpus'))).toBe('publish.not-own')
  })

  it('warns about practice pages that do not contain their gold text, and notes annotators who adjudicated their own labels', async () => {
    const path = await makeCorpus(2)
    const text = 'Title 0 First text 0. ' + 'But most of this text stands nowhere on the page at all. '.repeat(2)
    await writeFile(join(folder(), 'in.jsonl'), JSON.stringify({ id: 'page-9', html: html(0), text }))
    const wanted = { format: 'json-lines', path: join(folder(), 'in.jsonl'), annotator: 'imported', align: true } as const
    const { notes } = await ask('corpus.import', { corpus: path, ...wanted })
    expect(notes).toEqual([expect.stringMatching(/^Less than 90 % of the gold text was found on page-9 \(\d+\.\d %\)\.$/)])
    const decision = { about: 'edit' as const, value: null, of: [], by: 'ann', at: NOW }
    const adjudication = { annotators: ['ann', 'ben'], decisions: [decision] }
    await label(path, 'page-0', 'ann', [1])
    await label(path, 'page-0', 'adjudicated', [1], { status: 'adjudicated', adjudication })
    expect((await plan(path, ['ann', 'ben'], 1, 'page-9')).notes).toEqual([
      expect.stringMatching(/^Practice page page-9: only \d+\.\d % of the gold text was found on the page/),
      'Pages with decisions by an annotator of the page: page-0.',
    ])
  })

  it('hides the collection’s facts about a page during blind labelling, in the corpus and in a bundle', async () => {
    const path = await makeCorpus(0)
    const store = (await corpora.opened(path)).store
    const imported = { id: '17', from: 'dev', record: { title: 'The title in gold', markdown: '# The whole gold' } }
    await store.add({ id: 'page-0', loader: 'import', capture: captureOf(html(0)), imported })
    await ask('corpus.open', { path })
    const fields = async (corpus: string): Promise<unknown[]> => [
      (await ask('corpus.page', { corpus, page: 'page-0', annotator: 'ann' })).entry.fields,
      (await ask('corpus.list', { corpus })).entries[0]?.fields,
    ]
    expect(await fields(path)).toEqual([{ title: 'The title in gold' }, { title: 'The title in gold' }])
    await plan(path, ['ann'], 1)
    expect(await fields(path)).toEqual([undefined, undefined])
    const bundle = await bundleOf(path, 'ann')
    expect(await readFile(join(bundle, 'pages', 'page-0', 'capture.json'), 'utf8')).not.toMatch(/gold/)
    expect(await fields(bundle)).toEqual([undefined, undefined])
    await ask('corpus.setBlind', { corpus: path, blind: false })
    expect(await fields(path)).toEqual([{ title: 'The title in gold' }, { title: 'The title in gold' }])
  })

  it('exports shared page files, no removed pages, and practice pages under their current names', async () => {
    const path = await makeCorpus(3)
    const { store } = await corpora.opened(path)
    const url = 'https://pages.example/s.css'
    const sheet = { url, kind: 'stylesheet', status: 200, headers: [], body: Buffer.from('p{}'.repeat(2_000)) } as const
    await store.add({ id: 'styled', loader: 'test', capture: { ...captureOf(html(9)), bundle: keptBundle({ resources: [sheet] }) } })
    await ask('corpus.open', { path })
    await label(path, 'page-0', 'teacher', [1], { status: 'adjudicated' })
    await plan(path, ['ann'], 1, 'page-0')
    await ask('corpus.remove', { corpus: path, pages: ['page-1'] })
    await ask('corpus.rename', { corpus: path, page: 'page-0', to: 'practice' })
    const { campaign } = await ask('corpus.campaign', { corpus: path })
    expect(campaign?.training).toEqual(['practice'])
    const bundle = await bundleOf(path, 'ann')
    expect((await corpora.entries(bundle)).map(({ id }) => id).sort()).toEqual(['page-2', 'practice', 'styled'])
    const { resources, missing } = (await (await corpora.opened(bundle)).store.bundle('styled'))!
    expect([resources.map((one) => one.url), missing]).toEqual([[url], []])
  })

  it('leaves the repository of an annotator unchanged if a bundle cannot be made, and removes its files', async () => {
    const path = await makeCorpus(2)
    await plan(path, ['ann', 'ben'], 2)
    const out = join(folder(), 'out')
    await mkdir(join(out, 'ann', '.git'), { recursive: true })
    await writeFile(join(out, 'ann', '.gitignore'), '*.bak')
    await writeFile(join(out, 'ann', '.git', 'HEAD'), 'ref: refs/heads/main')
    await writeFile(join(path, 'pages', 'page-1', 'capture.json'), '{ damaged')
    const { added, problems } = await ask('corpus.distribute', { corpus: path, path: out })
    expect([added, problems.length]).toEqual([[], 2])
    expect((await readdir(out, { recursive: true })).sort()).toEqual(['ann', 'ann/.git', 'ann/.git/HEAD', 'ann/.gitignore'])
  })

  it('exports nothing for an unknown annotator, and lists the annotators', async () => {
    const path = await makeCorpus(2)
    await label(path, 'page-1', 'adjudicated', [1], { status: 'adjudicated' })
    await plan(path, ['ann', 'ben'], 1, 'page-1')
    const { added, problems } = await ask('corpus.distribute', { corpus: path, path: join(folder(), 'out'), annotators: ['anne'] })
    const messages = problems.map(({ failure }) => failure.message)
    expect([added, messages]).toEqual([[], ['"anne" is not an annotator of this campaign. Its annotators are ann, ben.']])
    expect((await ask('corpus.campaign', { corpus: path })).campaign?.handedOut).toBeUndefined()
  })

  it('imports a bundle again: removed labels are removed, without conflicts', async () => {
    const path = await makeCorpus(1)
    await plan(path, ['ann'], 1)
    const bundle = await bundleOf(path, 'ann')
    const importBundle = () => ask('corpus.importBundles', { corpus: path, paths: [bundle] })
    await label(bundle, 'page-0', 'ann', [1, 2, 3], { pageType: 'article', notes: 'first' })
    expect(await importBundle()).toMatchObject({ added: ['page-0'], problems: [] })
    await label(bundle, 'page-0', 'ann', [1, 2], { pageType: 'product', notes: 'second' })
    expect(await importBundle()).toMatchObject({ added: ['page-0'], problems: [] })
    const [own] = (await ask('corpus.page', { corpus: path, page: 'page-0', annotator: 'ann' })).labels
    expect(own?.gold).toMatchObject({ pageType: 'product', notes: 'second' })
    expect(own?.gold.spans.map(({ quote }) => quote).join(' ')).toBe('Title 0 First text 0.')
    await label(path, 'page-0', 'ann', [1, 2], { pageType: 'forum', notes: 'second' })
    await label(bundle, 'page-0', 'ann', [1, 2], { pageType: 'service', notes: 'second' })
    expect((await importBundle()).problems.map(({ failure }) => failure.code)).toEqual(['campaign.conflict'])
  })

  describe('whose corpus received labels after a bundle was exported', () => {
    const quotesOf = async (path: string) => {
      const [own] = (await ask('corpus.page', { corpus: path, page: 'page-0', annotator: 'ann' })).labels
      return { quotes: own?.gold.spans.map(({ quote }) => quote), pageType: own?.gold.pageType, fields: own?.gold.fields }
    }
    async function handedOut(): Promise<{ path: string; bundle: string; importBundle: () => ReturnType<typeof importBundles> }> {
      const path = await makeCorpus(1)
      await plan(path, ['ann'], 1)
      await label(path, 'page-0', 'ann', [0, 2], { pageType: 'article' })
      const bundle = await bundleOf(path, 'ann')
      return { path, bundle, importBundle: () => importBundles(path, bundle) }
    }
    const importBundles = (path: string, ...paths: string[]) => ask('corpus.importBundles', { corpus: path, paths })

    it('removes labels that were removed in the bundle, and keeps labels that were added in the corpus', async () => {
      const { path, bundle, importBundle } = await handedOut()
      await label(bundle, 'page-0', 'ann', [2], { pageType: null })
      await label(path, 'page-0', 'ann', [0, 2], { pageType: 'article', fields: CONTENT_TITLE })
      expect(await importBundle()).toMatchObject({ added: ['page-0'], problems: [] })
      expect(await quotesOf(path)).toEqual({ quotes: ['First text 0.'], pageType: null, fields: CONTENT_TITLE })
      // After an import, the imported labels of the bundle are the base of the next merge.
      await label(bundle, 'page-0', 'ann', [], { pageType: null, noContent: true })
      expect(await importBundle()).toMatchObject({ added: ['page-0'], problems: [] })
      expect(await quotesOf(path)).toEqual({ quotes: [], pageType: null, fields: CONTENT_TITLE })
    })

    it('imports two bundles of one annotator, each compared with its own export', async () => {
      const { path, bundle, importBundle } = await handedOut()
      await label(path, 'page-0', 'ann', [0, 2], { pageType: 'article', fields: CONTENT_TITLE })
      now = new Date(Date.parse(NOW) + 1000).toISOString()
      await ask('corpus.distribute', { corpus: path, path: join(folder(), 'again'), annotators: ['ann'] })
      now = NOW
      const second = join(folder(), 'again', 'ann')
      await ask('corpus.open', { path: second })
      await label(bundle, 'page-0', 'ann', [0], { pageType: 'article' })
      expect(await importBundle()).toMatchObject({ added: ['page-0'], problems: [] })
      await label(second, 'page-0', 'ann', [0, 2], { pageType: 'forum', fields: CONTENT_TITLE })
      expect(await importBundles(path, second)).toMatchObject({ added: ['page-0'], problems: [] })
      expect(await quotesOf(path)).toEqual({ quotes: ['Menu'], pageType: 'forum', fields: CONTENT_TITLE })
    })

    it('saves a bundle without the stored state of its export if the corpus did not change', async () => {
      const { path, bundle, importBundle } = await handedOut()
      await rm(join(path, 'handed-out'), { recursive: true })
      await label(bundle, 'page-0', 'ann', [2], { pageType: 'article' })
      expect(await importBundle()).toMatchObject({ added: ['page-0'], problems: [] })
      expect((await quotesOf(path)).quotes).toEqual(['First text 0.'])
    })
  })

  it('imports neither labels that would overwrite existing labels nor labels of another annotator', async () => {
    const path = await makeCorpus(2)
    await plan(path, ['ann'], 1)
    await label(path, 'page-0', 'ann', [1], { status: 'in-progress' })
    const bundle = await bundleOf(path, 'ann')
    await label(bundle, 'page-0', 'ann', [1, 2])
    await label(bundle, 'page-1', 'ben', [1])
    await label(path, 'page-0', 'ann', [3], { notes: 'mine', status: 'skipped' })
    const { problems } = await ask('corpus.importBundles', { corpus: path, paths: [bundle, folder()] })
    const codes = ['campaign.conflict', 'campaign.other-annotator', 'file.not-found']
    expect(problems.map(({ failure }) => failure.code).sort()).toEqual(codes)
    const kept = (await corpora.entries(path)).map(({ gold }) => gold.map(({ annotator, status }) => `${annotator} ${status}`).join())
    expect(kept).toEqual(['ann skipped', ''])
    const again = await ask('corpus.distribute', { corpus: path, path: join(folder(), 'out') })
    expect(again.problems.map(({ failure }) => failure.code)).toEqual(['corpus.not-empty'])
  })

  it('imports nothing from a bundle of another corpus, even if its pages have the same ids', async () => {
    const path = await makeCorpus(1)
    await plan(path, ['ann'], 1)
    const bundle = await bundleOf(path, 'ann')
    await label(bundle, 'page-0', 'ann', [1])
    const file = join(bundle, 'corpus.json')
    const other = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    await writeFile(file, JSON.stringify({ ...other, created: '2020-01-01T00:00:00.000Z' }))
    const outcome = await ask('corpus.importBundles', { corpus: path, paths: [bundle] })
    expect(outcome.problems.map(({ failure }) => failure.code)).toEqual(['campaign.other-corpus'])
    expect((await corpora.entries(path)).flatMap(({ gold }) => gold)).toEqual([])
  })

  it('shows pictures of the guidelines, but no other files', async () => {
    const path = await makeCorpus(1)
    const refusal = (name: string) => codeOf(ask('corpus.picture', { corpus: path, name }))
    expect([await refusal('../secret.png'), await refusal('corpus.json')]).toEqual(['campaign.no-picture', 'campaign.no-picture'])
    expect(await refusal('none.png')).toBe('file.not-found')
    expect(JSON.parse(await readFile(join(path, 'corpus.json'), 'utf8'))).toMatchObject({ name: 'Samples' })
  })
})
