import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExchangeFormat } from '../../shared/contract/corpus-contract'
import { newGoldFile, type GoldFile } from '../../shared/gold/gold-file'
import { addRanges, toGoldSpans, type LabelSpan } from '../../shared/gold/label-spans'
import { textOfLabels } from '../../shared/gold/gold-text'
import { blocksOf } from '../../shared/gold/blocks'
import { textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { captureOf, NOW } from '../fixtures/captured'
import { corporaWith } from '../fixtures/corpora'
import { temporaryFolder } from '../fixtures/temporary-folder'

const HTML = `<title>A page</title><nav><p>Menu one</p><p>Menu two</p></nav><h1>The <em>title</em></h1>
  <p>First paragraph — with a dash, 漢字 and 😀.</p><ul><li>An item</li><li>Another item</li></ul><p>Last words.</p>`

const axis = textAxis(parsePage(HTML))
const blocks = blocksOf(axis)

const labels = fc
  .array(fc.constantFrom(null, null, 'content', 'comments', 'title'), { minLength: blocks.length, maxLength: blocks.length })
  .map((perBlock) =>
    perBlock.reduce<LabelSpan[]>((spans, label, b) => (label === null ? spans : addRanges(axis, spans, [blocks[b]!], { label })), []),
  )
const words = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', ' ', '\n', '"', '<', '&'), maxLength: 12 })
const field = fc.constantFrom('Some text', 'ä 漢 "x"').map((text) => ({ text }))
const golds = fc
  .record({
    spans: labels,
    pageType: fc.constantFrom(null, 'article', 'recipe'),
    status: fc.constantFrom('in-progress', 'done', 'skipped', 'adjudicated'),
    notes: words,
    flags: fc.option(fc.constantFrom(['flagged'], ['a', 'b']), { nil: undefined }),
    fields: fc.option(fc.record({ title: field, date: field }, { requiredKeys: [] }), { nil: undefined }),
    noContent: fc.boolean(),
  })
  .map(({ spans, flags, fields, noContent, ...rest }) => (sha256: string): GoldFile => ({
    ...newGoldFile('page', sha256, 'ann', NOW),
    ...rest,
    status: rest.status,
    spans: toGoldSpans(axis, spans),
    ...(flags ? { flags: [...flags] } : {}),
    ...(fields ? { fields } : {}),
    ...(noContent ? { noContent } : {}),
  }))
const finished = golds.map((make) => (sha256: string): GoldFile => {
  const gold = make(sha256)
  return {
    ...gold,
    status: gold.status === 'adjudicated' ? 'adjudicated' : 'done',
    ...(gold.spans.length === 0 ? { noContent: true } : {}),
  }
})

const folder = temporaryFolder('round-trip')
const { ask, corpora } = corporaWith()

let made = 0
async function corpusWith(gold: ((sha256: string) => GoldFile) | null): Promise<string> {
  const path = join(folder(), `corpus-${made++}`)
  await ask('corpus.create', { path, name: 'Round' })
  const store = (await corpora.opened(path)).store
  await store.add({ id: 'page', loader: 'test', capture: captureOf(HTML, { url: 'https://pages.example/1' }) })
  const { sha256 } = await store.capture('page')
  if (gold) await ask('corpus.saveLabels', { corpus: path, gold: gold(sha256), base: null })
  await ask('corpus.open', { path })
  return path
}
/** @param bare whether Boilerscope's own key or folder is removed before the import */
async function sendOn(from: string, format: ExchangeFormat, name: string, bare = false): Promise<string> {
  const out = join(folder(), `${made++}-${name}`)
  await ask('corpus.export', { corpus: from, format, path: out })
  if (bare && name.endsWith('.jsonl')) {
    const { boilerscope: _ours, ...record } = JSON.parse(await readFile(out, 'utf8')) as Record<string, unknown>
    await writeFile(out, `${JSON.stringify(record)}\n`)
  } else if (bare) await rm(join(out, 'boilerscope-labels'), { recursive: true })
  const to = join(folder(), `empty-${made++}`)
  await ask('corpus.create', { path: to, name: 'Again' })
  const outcome = await ask('corpus.import', { corpus: to, format, path: out, annotator: 'imported', align: true })
  expect(outcome.problems).toEqual([])
  expect(outcome.added).toEqual(['page'])
  return to
}
const goldIn = async (path: string): Promise<GoldFile | undefined> =>
  (await (await corpora.opened(path)).store.gold('page')).labels[0]?.gold

describe('an import restores exported labels', () => {
  it('by bundles, completely', async () => {
    await fc.assert(
      fc.asyncProperty(golds, async (gold) => {
        const from = await corpusWith(null)
        await ask('corpus.planCampaign', { corpus: from, annotators: ['ann'], overlap: 1, seed: 1, training: [] })
        const out = join(folder(), `out-${made}`)
        await ask('corpus.distribute', { corpus: from, path: out })
        const bundle = join(out, 'ann')
        const { sha256 } = await (await corpora.opened(bundle)).store.capture('page')
        await ask('corpus.saveLabels', { corpus: bundle, gold: gold(sha256), base: null })
        expect((await ask('corpus.importBundles', { corpus: from, paths: [bundle] })).problems).toEqual([])
        expect(await goldIn(from)).toEqual(await goldIn(bundle))
      }),
      { numRuns: 12 },
    )
  })

  // In these formats, spans, notes, flags and fields are complete only in Boilerscope's own key or folder.
  for (const [format, name] of [
    ['json-lines', 'all.jsonl'],
    ['cc-select', 'marked.jsonl'],
    ['benchmark', 'bench'],
    ['wcxb', 'wcxb'],
    ['folder', 'plain'],
  ] as const satisfies readonly (readonly [ExchangeFormat, string])[]) {
    it(`by ${format}: spans, type, status, notes, flags and fields, also a second time`, async () => {
      await fc.assert(
        // Formats other than json-lines and folder contain only finished labels.
        fc.asyncProperty(format === 'json-lines' || format === 'folder' ? golds : finished, async (gold) => {
          const from = await corpusWith(gold)
          const once = await sendOn(from, format, name)
          const twice = await sendOn(once, format, name)
          for (const to of [once, twice]) {
            expect((await (await corpora.opened(to)).store.gold('page')).labels).toHaveLength(1)
            expect(await goldIn(to)).toEqual(await goldIn(from))
          }
        }),
        { numRuns: 6 },
      )
    })

    it(`by ${format}: the text, without our key or folder`, async () => {
      await fc.assert(
        fc.asyncProperty(finished, async (gold) => {
          const from = await corpusWith(gold)
          const to = await sendOn(from, format, name, true)
          const { labels: stored, texts } = await (await corpora.opened(to)).store.gold('page')
          const textOf = (gold: GoldFile | undefined): string => (gold ? textOfLabels(axis.page, { ...gold, contentLabels: [] }) : '')
          // cc-select contains marked elements instead of the text, and white space can differ.
          const text = texts[0]?.text ?? textOf(stored[0]?.gold)
          const words = (text: string): string => text.replace(/\s+/g, ' ').trim()
          expect(words(text)).toBe(words(textOf(await goldIn(from))))
        }),
        { numRuns: 6 },
      )
    })
  }

  it('never overwrites existing labels', async () => {
    const gold = (sha256: string): GoldFile => ({ ...newGoldFile('page', sha256, 'ann', NOW), notes: 'theirs', status: 'done' })
    const from = await corpusWith(gold)
    const out = join(folder(), 'kept.jsonl')
    await ask('corpus.export', { corpus: from, format: 'json-lines', path: out })
    const to = await corpusWith((sha256) => ({ ...gold(sha256), notes: 'mine' }))
    await ask('corpus.import', { corpus: to, format: 'json-lines', path: out, annotator: 'imported', align: true })
    expect((await goldIn(to))?.notes).toBe('mine')
  })

  it('of a rendered page, whose labels refer to its tree', async () => {
    const path = join(folder(), 'rendered')
    await ask('corpus.create', { path, name: 'Rendered' })
    const store = (await corpora.opened(path)).store
    const html = '<p>Before</p><noscript><p>Not</p><p>seen</p></noscript><p>After</p>'
    await store.add({ id: 'page', loader: 'test', capture: captureOf(html, { mode: 'rendered' }) })
    const rendered = textAxis(parsePage(html, { scriptingEnabled: true }))
    const { sha256 } = await store.capture('page')
    const spans = toGoldSpans(rendered, addRanges(rendered, [], [{ from: 0, to: rendered.length }], { label: 'content' }))
    await ask('corpus.saveLabels', { corpus: path, gold: { ...newGoldFile('page', sha256, 'ann', NOW), spans }, base: null })
    await ask('corpus.open', { path })
    const to = await sendOn(path, 'json-lines', 'rendered.jsonl')
    expect((await (await corpora.opened(to)).store.capture('page')).mode).toBe('rendered')
    expect(await goldIn(to)).toEqual(await goldIn(path))
  })
})
