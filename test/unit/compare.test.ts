import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignTexts, type AlignedRow } from '../../shared/explain/difference/aligned-text'
import {
  disagreementOf,
  disputeOf,
  isChosen,
  findKeepersOfNodes,
  MIXED,
  NO_TEXT,
  passagesByParagraph,
} from '../../shared/explain/difference/disagreement'
import { countDiff, diffSentences, diffWords } from '../../shared/explain/difference/text-diff'
import type { Extraction } from '../../shared/extractors/core/run'
import { outputText, KEPT, PATH } from '../../shared/page/output'
import { TEXT, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { countWords } from '../../shared/page/text'
import { forAll, forAllOf } from '../fixtures/for-all'
import { byId as nodeById } from '../fixtures/nodes'
import { comparedOf } from '../../renderer/window/compare'

const page = parsePage(`<body><nav id=nav><a>Home</a></nav><article id=all><h1 id=title>The title</h1>
<p id=one>First <b>bold</b> paragraph.</p><script>never()</script><p id=two>Second paragraph.</p></article><footer id=foot>Imprint</footer></body>`)

const byId = (id: string): number => nodeById(page, id)

function keeping(...ids: string[]): Extraction {
  const selected = new Uint8Array(page.count)
  for (const id of ids) selected.fill(KEPT, byId(id), page.subtreeEnd[byId(id)])
  selected[page.text.indexOf('never()')] = 0
  for (const id of ids) for (let n = page.parent[byId(id)] ?? -1; n >= 0; n = page.parent[n] ?? -1) selected[n] ||= PATH
  return extractionOf(page, selected)
}

function extractionOf(model: PageModel, selected: Uint8Array): Extraction {
  return { extractor: 'test', selected, ...outputText(model, selected) } as unknown as Extraction
}

const disagreement = (extractions: readonly Extraction[]) => {
  const selections = extractions.map(({ selected }) => selected)
  return disagreementOf(page, selections)
}

const choices = (minLength: number, maxLength: number) =>
  fc.array(fc.uint8Array({ minLength: page.count, maxLength: page.count, max: 1 }), { minLength, maxLength })

const isRow = (row: object): row is AlignedRow => 'cells' in row
const textsOf = (row: AlignedRow): string[] => row.cells.map((pieces) => pieces.map(({ text }) => text).join(''))

it('the compared extractors are the current extractor and the chosen extractors, in the order of the registry', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'own'].map((id) => ({ id }))
  expect([comparedOf(['c', 'a'], all, 'own'), comparedOf(['own', 'b'], all, 'own')].map(String)).toEqual(['a,c,own', 'b,own'])
})

describe('the disagreement about a text', () => {
  it('is highest if only one extractor keeps the text, low if only one drops the text, and zero if all keep it', () => {
    expect(disputeOf(0b1, 8)).toBe(1)
    expect(disputeOf(0b11111110, 8)).toBeCloseTo(1 / 7)
    expect(disputeOf(0xff, 8)).toBe(0)
    expect([disputeOf(0b1, 2), disputeOf(0b1, 1)]).toEqual([1, 0])
  })
})

describe('passages by paragraph', () => {
  it('separate a notice from the next headline, although the same extractors keep both, but not the words of a sentence', () => {
    const model = parsePage('<body><p id=a>A small notice.</p><h1 id=b>The <em>long</em> headline</h1></body>')
    const selected = new Uint8Array(model.count).fill(KEPT, model.body)
    const { passages } = disagreementOf(model, [selected, new Uint8Array(model.count)])
    expect(passages).toHaveLength(1)
    const parts = passagesByParagraph(model, passages)
    expect(parts.map(({ nodes }) => nodes.map((n) => model.text[n]).join(''))).toEqual(['A small notice.', 'The long headline'])
    expect(parts.map(({ words, keepers }) => `${words} ${keepers}`)).toEqual(['3 1', '3 1'])
    expect(parts.reduce((sum, { characters }) => sum + characters, 0)).toBe(passages[0]?.characters)
  })
})

describe('the votes of a page', () => {
  const both = [keeping('all'), keeping('title', 'one', 'foot')]
  const keepers = findKeepersOfNodes(page, disagreement(both))

  it('are the votes of all text in a node if these are equal, otherwise mixed', () => {
    expect([keepers[byId('one')], keepers[byId('two')], keepers[byId('foot')]]).toEqual([0b11, 0b01, 0b10])
    expect(keepers[byId('nav')]).toBe(0)
    expect(keepers[byId('all')]).toBe(MIXED)
  })

  it('are missing for a node without text that can be kept', () =>
    expect(keepers[page.tag.indexOf(page.tagNames.indexOf('script'))]).toBe(NO_TEXT))

  it('equal the votes of every text below (property)', () =>
    forAllOf(30, choices(1, 8), (raw) => {
      const selections = raw.map((one) => one.map((bit) => (bit === 1 ? KEPT : 0)))
      const found = disagreementOf(page, selections)
      const nodes = findKeepersOfNodes(page, found)
      const known = new Map(found.passages.flatMap((passage) => passage.nodes.map((node) => [node, passage.keepers] as const)))
      for (let n = page.body; n < (page.subtreeEnd[page.body] ?? 0); n++) {
        const below = new Set<number>()
        for (let d = n; d < (page.subtreeEnd[n] ?? 0); d++) if (page.kind[d] === TEXT && known.has(d)) below.add(known.get(d) ?? 0)
        expect(nodes[n]).toBe(below.size === 0 ? NO_TEXT : below.size === 1 ? [...below][0] : MIXED)
      }
    }))
})

it('a choice of passages selects text that only one extractor keeps, that only one drops, or that differs', () => {
  expect([isChosen({ kind: 'kept-only', by: 1 }, 0b010, 3), isChosen({ kind: 'kept-only', by: 1 }, 0b011, 3)]).toEqual([true, false])
  expect([isChosen({ kind: 'dropped-only', by: 1 }, 0b101, 3), isChosen({ kind: 'dropped-only', by: 1 }, 0b001, 3)]).toEqual([true, false])
  expect([0b000, 0b001, 0b111].map((mask) => isChosen({ kind: 'differences' }, mask, 3))).toEqual([false, true, false])
  expect(isChosen({ kind: 'all' }, 0, 3)).toBe(true)
})

describe('texts side by side', () => {
  it('are in one row per paragraph of the page, for all extractors', () => {
    const both = [keeping('all'), keeping('one', 'foot')]
    const rows = alignTexts(page, both, disagreement(both))
      .filter(isRow)
      .map((row) => textsOf(row).join(' | '))
    expect(rows).toEqual(['The title | ', 'First bold paragraph. | First bold paragraph.', 'Second paragraph. | ', ' | Imprint'])
  })

  it('count the text that all drop, between the rows', () => {
    const both = [keeping('all'), keeping('one')]
    const rows = alignTexts(page, both, disagreement(both))
    const skipped = { skipped: 1, words: 1, keptByAll: false, droppedByAll: true }
    expect([rows[0], rows.at(-1), rows.length]).toEqual([skipped, skipped, 5])
  })

  it('omit what a filter hides, and count the omitted passages', () => {
    const both = [keeping('all'), keeping('one', 'foot')]
    const rows = alignTexts(page, both, disagreement(both), { kind: 'kept-only', by: 1 })
    expect(rows.map((row) => (isRow(row) ? textsOf(row) : row.skipped))).toEqual([4, ['', 'Imprint']])
  })

  it('contain all text of every extraction, in order (property)', () =>
    forAllOf(50, choices(2, 5), (raw) => {
      const all = raw.map((one) => {
        const selected = one.map((bit, n) =>
          page.kind[n] !== TEXT ? PATH : bit === 1 && n > page.body && page.text[n] !== 'never()' ? KEPT : 0,
        )
        return extractionOf(page, selected)
      })
      const rows = alignTexts(page, all, disagreement(all)).filter(isRow)
      const bare = (text: string): string => text.replace(/\s+/g, '')
      all.forEach((extraction, i) => expect(bare(rows.map((row) => textsOf(row)[i]).join(''))).toBe(bare(extraction.text)))
      const nodes = rows.map((row) => row.node)
      expect(nodes).toEqual([...nodes].sort((a, b) => a - b))
    }))
})

describe('the difference of two texts', () => {
  const shown = (a: string, b: string): string[] =>
    diffSentences(a, b).parts.map(
      ({ kind, aStart, aEnd, bStart, bEnd }) => `${kind}: ${kind === 'b' ? b.slice(bStart, bEnd) : a.slice(aStart, aEnd)}`,
    )

  it('never matches words of unrelated sentences', () => {
    const a = 'The mill grinds again.\nBread is sold on Saturday.'
    const b = 'The council meets at noon.\nThe mill grinds again.\nBread is sold on Saturday.'
    expect(shown(a, b)).toEqual(['b: The council meets at noon.', 'both: The mill grinds again.\nBread is sold on Saturday.'])
    const c = 'The river rose.\nShops opened late.'
    const d = 'The opera closed its doors.\nShops opened late.'
    expect(shown(c, d)).toEqual(['a: The river rose.', 'b: The opera closed its doors.', 'both: Shops opened late.'])
  })

  it('compares related sentences word by word', () => {
    const parts = shown('The old mill grinds flour again.', 'The new mill grinds flour again.')
    expect(parts.join(', ')).toBe('both: The, a: old, b: new, both: mill grinds flour again.')
  })

  it.each(Object.entries({ sentences: diffSentences, words: diffWords }))(
    'by %s covers every word of both texts once, and finds no more in common than the longest common subsequence',
    (_by, difference) => {
      const word = fc.constantFrom('a', 'b', 'c', 'the', 'mill', 'grinds.', 'again.', '\n')
      const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
      const count = (value: string): number => value.split(/\s+/).filter(Boolean).length
      forAll(text, text, (a, b) => {
        const diff = difference(a, b)
        expect([diff.common + diff.onlyA, diff.common + diff.onlyB]).toEqual([count(a), count(b)])
        expect(diff.common).toBeLessThanOrEqual(diffWords(a, b).common)
        const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()
        const of = (side: 'a' | 'b'): string => {
          const parts = diff.parts.filter(({ kind }) => kind === 'both' || kind === side)
          return plain(parts.map((part) => (side === 'a' ? a.slice(part.aStart, part.aEnd) : b.slice(part.bStart, part.bEnd))).join(' '))
        }
        expect([of('a'), of('b')]).toEqual([plain(a), plain(b)])
      })
    },
  )

  it('compares punctuation marks, but does not count them as words', () => {
    const a = '© 2026 The mill grinds flour — again.'
    const b = '2026 The mill grinds flour – again & again.'
    expect(countDiff(diffSentences(a, b), a, b)).toEqual({ common: 6, onlyA: 0, onlyB: 1 })
    expect([countWords(a), countWords(b)]).toEqual([6, 7])

    const word = fc.constantFrom('the', 'mill', 'don’t', '©', '—', '&', 'e\u0301t\u00e9', '中文', '中-x', 'カーテン', 'again.', '\n')
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
    forAll(text, text, (one, other) => {
      const { common, onlyA, onlyB } = countDiff(diffSentences(one, other), one, other)
      expect([common + onlyA, common + onlyB]).toEqual([countWords(one), countWords(other)])
    })
  })
})
