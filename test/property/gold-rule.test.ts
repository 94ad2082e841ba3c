import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCollection } from '../../electron/services/corpus/open-collection'
import type { ExchangeFormat } from '../../shared/contract/corpus-contract'
import type { CollectionSource } from '../../shared/evaluation/run-spec'
import { newGoldFile, type GoldFile, type LabelStatus } from '../../shared/gold/gold-file'
import { goldOfPage, startedFrom, type GoldOfPage } from '../../shared/gold/page-gold'
import { textOfLabels } from '../../shared/gold/gold-text'
import { textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { captureOf, NOW, spansOn } from '../fixtures/captured'
import { codeOf, corporaWith } from '../fixtures/corpora'
import { temporaryFolder } from '../fixtures/temporary-folder'

const HTML = '<title>A page</title><nav><p>Menu</p></nav><h1>The title</h1><p>First text.</p><p>Second text.</p>'
const axis = textAxis(parsePage(HTML))
const SHA = 'a'.repeat(64)

interface State {
  readonly status: LabelStatus
  readonly on: readonly number[]
  readonly stale?: boolean
  readonly lost?: boolean
  readonly noContent?: boolean
  readonly pageType?: string | null
  readonly imported?: boolean
}

function goldFile(annotator: string, sha256: string, state: State): GoldFile {
  const { status, on, stale, lost, noContent, pageType = null, imported } = state
  return {
    ...newGoldFile('page', stale ? '0'.repeat(64) : sha256, annotator, NOW),
    status,
    pageType,
    spans: spansOn(axis, on, 'content', imported ? { kind: 'import', name: 'file' } : undefined),
    ...(lost ? { lost: spansOn(axis, [1]) } : {}),
    ...(noContent ? { noContent } : {}),
  }
}

const DONE: State = { status: 'done', on: [1, 2] }
const FINAL: State = { ...DONE, status: 'adjudicated' }
const IMPORTED: State = { ...DONE, imported: true }
interface Rule {
  readonly practice?: boolean
  readonly texts?: Readonly<Record<string, string>>
  readonly name?: string
}

describe('the gold standard of a page', () => {
  const ruled = (labels: Readonly<Record<string, State>>, { practice = false, texts = {}, name }: Rule = {}): GoldOfPage => {
    const files = Object.entries(labels).map(([annotator, state]) => ({ gold: goldFile(annotator, SHA, state) }))
    const written = Object.entries(texts).map(([own, text]) => ({ name: own, text }))
    return goldOfPage({ labels: files, texts: written }, { sha256: SHA, practice, name })
  }
  const said = (...given: Parameters<typeof ruled>): unknown => {
    const { gold, leftOut } = ruled(...given)
    return gold ? gold.name : leftOut
  }

  it('contains the adjudicated labels, independent of other finished labels', () => {
    expect(said({ adjudicated: FINAL, ann: { ...DONE, on: [1] }, ben: DONE })).toBe('adjudicated')
    expect(said({ adjudicated: FINAL, imported: IMPORTED })).toBe('adjudicated')
  })

  it('otherwise contains the imported labels, before labels of annotators', () => {
    expect(said({ ann: DONE, imported: { ...IMPORTED, on: [1] } })).toBe('imported')
    expect(ruled({ ann: DONE }, { texts: { imported: 'A text.' } }).gold).toEqual({ name: 'imported', labels: null, text: 'A text.' })
  })

  it('otherwise contains the labels of the only annotator who has finished', () =>
    expect(said({ ann: { ...DONE, status: 'in-progress' }, ben: DONE, cas: { ...DONE, status: 'skipped' } })).toBe('ben'))

  it('is missing if several annotators have finished without adjudication, unless their main content has the same words', () => {
    for (const ben of [
      { ...DONE, on: [1] },
      { ...DONE, stale: true },
    ])
      expect(said({ ann: DONE, ben })).toBe('several finished gold files that differ or cannot all be used')
    const both = ruled({ ann: { ...DONE, pageType: 'article' }, ben: { ...DONE, pageType: 'forum' } })
    expect(both).toMatchObject({ gold: { name: 'ann', labels: { pageType: null } }, pageType: null })
    expect(ruled({ ann: { ...DONE, pageType: 'article' }, ben: { ...DONE, pageType: 'article' } }).pageType).toBe('article')
  })

  it('never contains labels that annotators made for practice', () => {
    for (const name of [undefined, 'ann']) expect(said({ ann: DONE }, { practice: true, name })).toBe('a practice attempt')
    expect(said({ ann: DONE }, { practice: true, texts: { imported: 'A text.' } })).toBe('imported')
    expect(ruled({ ann: { ...DONE, pageType: 'forum' } }, { practice: true, texts: { imported: '' } }).pageType).toBeNull()
  })

  it('is empty only if the annotator confirmed that the page has no content', () => {
    expect(said({ ann: { status: 'done', on: [] } })).toBe('finished without a label of main content')
    expect(said({ ann: { status: 'done', on: [], noContent: true } })).toBe('ann')
    // The corpus has content labels, so a page with only a title label has no main content.
    const title = { ...goldFile('ann', SHA, DONE), spans: spansOn(axis, [1], 'title') }
    const rule = { sha256: SHA, practice: false, contentLabels: ['content'] }
    expect(goldOfPage({ labels: [{ gold: title }], texts: [] }, rule).leftOut).toBe('finished without a label of main content')
    expect(goldOfPage({ labels: [{ gold: title }], texts: [] }, { ...rule, contentLabels: [] }).gold?.name).toBe('ann')
  })

  it.each<[string, Record<string, State>]>([
    ['not finished', { ann: { ...DONE, status: 'in-progress' }, ben: { ...DONE, status: 'skipped' } }],
    ['skipped', { ann: { ...DONE, status: 'skipped' } }],
    ['made on another capture', { ann: { ...DONE, stale: true } }],
    ['labels lost', { ann: { ...DONE, lost: true } }],
  ])('reports that labels do not count: %s', (reason, labels) => expect(said(labels)).toBe(reason))

  it('reports texts that differ, and nothing without labels and texts', () =>
    expect([said({}), said({}, { texts: { one: 'A', two: 'B' } })]).toEqual([null, 'several imports that differ or cannot all be used']))

  it('is not replaced by labels of lower rank if it no longer matches the page', () => {
    expect(said({ adjudicated: { ...FINAL, stale: true }, ann: DONE })).toBe('made on another capture')
    const imported = { ...IMPORTED, stale: true }
    expect(said({ imported, ann: DONE }, { texts: { imported: 'A' } })).toBe('made on another capture')
  })

  it('of one name contains only labels and text of this name', () => {
    expect(said({ adjudicated: FINAL, ann: DONE, ben: DONE }, { name: 'ben' })).toBe('ben')
    expect(said({ ann: DONE }, { name: 'cas' })).toBeNull()
  })

  it('contains the labels instead of their original text after a person changed the labels', () => {
    const changed = { ...goldFile('imported', SHA, IMPORTED), spans: spansOn(axis, [1]) }
    const texts = [{ name: 'imported', text: 'A text.' }]
    expect(goldOfPage({ labels: [{ gold: changed }], texts }, { sha256: SHA, practice: false }).gold?.text).toBeNull()
  })

  it('lists the extractors of its first labels, also through copied labels', () => {
    const lens = { kind: 'extractor', name: 'lens', accepted: true } as const
    const ann = { ...goldFile('ann', SHA, DONE), spans: spansOn(axis, [1], 'content', lens) }
    const ben = { ...goldFile('ben', SHA, DONE), spans: spansOn(axis, [1], 'content', { kind: 'annotator', name: 'ann' }) }
    const final = { ...goldFile('adjudicated', SHA, DONE), adjudication: { annotators: ['ben', 'cas'], decisions: [] } }
    const labels = [ann, ben, final].map((gold) => ({ gold }))
    expect([startedFrom(final, labels), startedFrom(goldFile('cas', SHA, DONE), labels)]).toEqual([['lens'], []])
  })
})

const state = (imported = false): fc.Arbitrary<State> =>
  fc.record({
    status: fc.constantFrom('in-progress', 'done', 'done', 'done', 'skipped'),
    on: fc.constantFrom([], [1], [1, 2], [1, 2]),
    stale: fc.constantFrom(false, false, false, true),
    lost: fc.constantFrom(false, false, false, true),
    noContent: fc.boolean(),
    pageType: fc.constantFrom(null, 'article', 'forum'),
    imported: fc.constant(imported),
  })
const adjudicated = state().map((own) => ({ ...own, status: 'adjudicated' as const }))
const pageState = fc.record({
  labels: fc.record({ ann: state(), ben: state(), cas: state(), imported: state(true), adjudicated }, { requiredKeys: [] }),
  text: fc.constantFrom(null, null, '', 'First text.'),
  practice: fc.boolean(),
})

type PageState = typeof pageState extends fc.Arbitrary<infer T> ? T : never

describe('export, evaluation, scores and practice', () => {
  const folder = temporaryFolder('gold-rule')
  const { ask, corpora } = corporaWith()

  async function evaluated(source: CollectionSource): Promise<Record<string, string>> {
    const found: Record<string, string> = {}
    for await (const record of openCollection(source).all()) {
      const { gold, labels, html } = await record.read()
      const text = labels ? textOfLabels(parsePage(html), labels) : gold.text
      if (text !== null) found[record.id] = text.replace(/\s+/g, '')
    }
    return found
  }

  it('select the same pages with the same text', async () => {
    let made = 0
    const run = async (pages: readonly PageState[]): Promise<void> => {
      const path = join(folder(), `corpus-${made++}`)
      await ask('corpus.create', { path, name: 'Pages' })
      const store = (await corpora.opened(path)).store
      for (const [i, { labels, text }] of pages.entries()) {
        const id = `page-${i}`
        await store.add({ id, loader: 'test', capture: captureOf(HTML), ...(text === null ? {} : { texts: { imported: text } }) })
        const { sha256 } = await store.capture(id)
        for (const [annotator, own] of Object.entries(labels))
          await ask('corpus.saveLabels', { corpus: path, gold: { ...goldFile(annotator, sha256, own), page: id }, base: null })
      }
      const training = pages.flatMap(({ practice }, i) => (practice ? [`page-${i}`] : []))
      const campaign = { format: 'boilerscope-campaign', version: 1, annotators: ['ann'], overlap: 1, seed: 1, training, blind: false }
      await writeFile(join(path, 'campaign.json'), JSON.stringify(campaign))
      await ask('corpus.open', { path })

      const gold = await evaluated({ kind: 'corpus', path })
      for (const [format, kind, name] of [
        ['json-lines', 'jsonl', 'out.jsonl'],
        ['benchmark', 'benchmark', 'bench'],
        ['wcxb', 'folder', 'wcxb'],
        ['folder', 'folder', 'plain'],
      ] as const satisfies readonly (readonly [ExchangeFormat, CollectionSource['kind'], string])[]) {
        const out = join(folder(), `${made}-${name}`)
        const { problems, notes = [] } = await ask('corpus.export', { corpus: path, format, path: out })
        expect(problems).toEqual([])
        // Without gold texts, some exports contain no page, and an evaluation refuses a collection without pages.
        if (Object.keys(gold).length > 0 || format === 'json-lines') expect(await evaluated({ kind, path: out })).toEqual(gold)
        for (const i of pages.keys()) expect(notes.join(' ').includes(`page-${i}`)).toBe(gold[`page-${i}`] === undefined)
      }
      const out = join(folder(), `${made}-marked.jsonl`)
      expect((await ask('corpus.export', { corpus: path, format: 'cc-select', path: out })).added).toEqual(Object.keys(gold).sort())

      await ask('corpus.measure', { corpus: path, extractors: ['bte', 'ttr'] })
      const { entries } = await ask('corpus.list', { corpus: path })
      expect(entries.flatMap(({ id, scores }) => (typeof scores?.f1 === 'number' ? [id] : []))).toEqual(Object.keys(gold).sort())
      // On a practice page, only the separate gold standard counts.
      for (const id of training)
        if ((await codeOf(ask('corpus.feedback', { corpus: path, page: id, annotator: 'ann' }))) === 'no failure')
          expect(gold[id]).toBeDefined()
    }
    await fc.assert(fc.asyncProperty(fc.array(pageState, { minLength: 1, maxLength: 8 }), run), { numRuns: 6 })
  })
})
