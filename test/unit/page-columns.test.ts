import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyEntry } from '../../electron/services/corpus/page-list'
import { COLUMNS, sortPages, typeOf } from '../../renderer/features/annotate/corpus/page-columns'
import type { CorpusPageEntry, GoldEntry } from '../../shared/contract/corpus-contract'
import { forAll } from '../fixtures/for-all'

const ANN = { annotator: 'ann', blind: false }

const gold = (annotator: string, change: Partial<GoldEntry> = {}): GoldEntry => ({
  annotator,
  status: 'done',
  pageType: null,
  spans: 1,
  lost: 0,
  flags: [],
  seconds: null,
  updatedAt: '2026-01-02T03:04:05.000Z',
  stale: false,
  imported: false,
  ...change,
})

const page = (id: string, change: Partial<CorpusPageEntry> = {}): CorpusPageEntry => ({ ...emptyEntry(id), ...change })

const ALL = COLUMNS.map(({ id }) => id)
const ids = (entries: readonly CorpusPageEntry[]): string[] => entries.map(({ id }) => id)

describe('the list of a corpus', () => {
  it('can be sorted by any column, with numbers in names as numbers', () => {
    const pages = [page('a', { title: 'Part 10' }), page('b', { title: 'Part 9' }), page('c', { title: 'Introduction' })]
    expect(ids(sortPages(pages, { by: 'title', down: false }, ANN))).toEqual(['c', 'b', 'a'])
    expect(ids(sortPages(pages, { by: 'title', down: true }, ANN))).toEqual(['a', 'b', 'c'])
  })

  it('shows a blind annotator no data of other annotators, neither in the types nor in the order', () => {
    const pages = [page('a', { gold: [gold('ben', { pageType: 'forum' })] }), page('b')]
    const blind = { annotator: 'ann', blind: true }
    expect([typeOf(pages[0] as CorpusPageEntry, blind), typeOf(pages[0] as CorpusPageEntry, ANN)]).toEqual(['', 'forum'])
    for (const by of ['type', 'labels'] as const)
      for (const down of [true, false]) expect(ids(sortPages(pages, { by, down }, blind))).toEqual(['a', 'b'])
  })

  it('has the same pages in any order (property)', () => {
    const some = fc
      .uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/), { maxLength: 30 })
      .map((names) =>
        names.map((id, i) =>
          page(id, { ...(i % 3 === 0 ? { title: `T ${i % 4}` } : {}), url: i % 2 === 0 ? `https://x.example/${i}` : null }),
        ),
      )
    forAll(some, fc.constantFrom(...ALL), fc.boolean(), (pages, by, down) => {
      const sorted = sortPages(pages, { by, down }, ANN)
      expect(ids(sorted).sort()).toEqual(ids(pages).sort())
      expect(ids(sortPages([...sorted].reverse(), { by, down }, ANN))).toEqual(ids(sorted))
    })
  })
})
