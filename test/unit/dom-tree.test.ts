import { describe, expect, test } from 'vitest'
import { filterMask, nodeName, nodeOfRow, rowIndexOf, rowsOf, structureOf } from '../../renderer/features/dom-tree/tree-rows'
import { parseSelector } from '../../renderer/features/dom-tree/selector-match'
import { searchTree } from '../../renderer/features/dom-tree/tree-search'
import { KEPT, PATH } from '../../shared/page/output'
import { parsePage } from '../../shared/page/parse-page'
import { byTag } from '../fixtures/nodes'

const page = parsePage(
  `<!doctype html><html><head><title>T</title></head><body class="home page">
  <nav id="menu"><a href="/a">One</a> <a href="/b">Two</a></nav>
  <div class="story"><h1>Title</h1><p class="lead">First words</p><p>Second <em>words</em></p></div></body></html>`,
  { sourcePositions: true },
)
const find = (tag: string, nth?: number): number => byTag(page, tag, nth)
const structure = structureOf(page)
const names = (rows: Int32Array): string[] => [...rows].map((row) => (row < 0 ? 'run' : nodeName(page, row)))
const opened = (...nodes: number[]): Uint8Array => Uint8Array.from({ length: page.count }, (_, n) => Number(nodes.includes(n)))
const CLOSED = { openRuns: new Set<number>(), mask: null }

describe('the rows of the tree', () => {
  test('closed elements show no children; blank text has no row', () => {
    const rows = names(rowsOf(page, structure, { expanded: opened(0, page.body), ...CLOSED }))
    expect(rows.join(', ')).toBe('html, head, body.home.page, nav#menu, div.story')
  })

  test('text that is the only child is in its element’s row', () => {
    const rows = names(rowsOf(page, structure, { expanded: new Uint8Array(page.count).fill(1), ...CLOSED }))
    expect(rows).toEqual(['html', 'head', 'title', 'body.home.page', 'nav#menu', 'a', 'a', 'div.story', 'h1', 'p.lead', 'p', '#text', 'em'])
    expect(page.text[structure.inlineText[find('h1')] ?? 0]).toBe('Title')
  })

  test('a node without a row gives the row of its nearest ancestor with a row', () => {
    const rows = rowsOf(page, structure, { expanded: opened(0, page.body), ...CLOSED })
    expect([nodeName(page, nodeOfRow(rows[rowIndexOf(rows, page, find('em'))] ?? 0)), rowIndexOf(rows, page, 0)]).toEqual(['div.story', 0])
  })

  test('a long run of similar siblings is folded after the fourth, and can be opened', () => {
    const list = parsePage(`<ul>${'<li>x <b>y</b></li>'.repeat(30)}</ul>`)
    const s = structureOf(list)
    const expanded = Uint8Array.from(list.tag, (tag) => Number(list.tagNames[tag] !== 'li'))
    const rows = rowsOf(list, s, { expanded, ...CLOSED })
    const run = rows[rows.length - 1] ?? 0
    expect(run).toBeLessThan(0)
    expect(s.runLength[nodeOfRow(run)]).toBe(26)
    expect(rowsOf(list, s, { expanded, openRuns: new Set([nodeOfRow(run)]), mask: null }).length).toBe(rows.length + 25)
  })

  test('the filter keeps the matching nodes and their ancestors', () => {
    const now = new Uint8Array(page.count)
    now[find('div')] = PATH
    for (let n = find('p', 1); n < (page.subtreeEnd[find('p', 1)] ?? 0); n++) now[n] = KEPT
    const before = opened(find('nav')).map((one) => one * KEPT)
    const rows = (filter: 'kept' | 'text' | 'changed'): string[] => {
      const mask = filterMask(page, structure, filter, { now, before })
      return names(rowsOf(page, structure, { ...CLOSED, expanded: new Uint8Array(page.count).fill(1), mask }))
    }
    expect(rows('kept')).toEqual(['html', 'body.home.page', 'div.story', 'p', '#text', 'em'])
    expect(rows('changed')).toEqual(['html', 'body.home.page', 'nav#menu', 'div.story', 'p', '#text', 'em'])
    expect(rows('text')).toContain('a')
  })

  test('a page nested 100,000 deep has its rows without recursion', () => {
    const deep = parsePage(`${'<div>'.repeat(100_000)}x`)
    const s = structureOf(deep)
    expect(rowsOf(deep, s, { expanded: new Uint8Array(deep.count).fill(1), ...CLOSED }).length).toBe(deep.count - 1)
  })
})

describe('the search of the tree', () => {
  const found = (query: string): string[] => searchTree(page, query).nodes.map((n) => nodeName(page, n))
  test('finds a word in tags, classes and texts, in any case', () => {
    expect(found('p')).toContain('p.lead')
    expect([found('STORY'), found('first words'), found('"title"')]).toEqual([['div.story'], ['#text'], ['#text']])
  })
  test('puts elements with exactly this tag first and nodes outside body last', () => {
    const mixed = parsePage('<head><title>h1 or p?</title></head><body><ul><li class=lh1-x>a</li></ul><h1>One</h1><p>h1</p></body>')
    const hits = searchTree(mixed, 'h1')
    expect([hits.nodes.map((n) => nodeName(mixed, n)), hits.best]).toEqual([['h1', 'li.lh1-x', '#text', '#text'], 1])
    expect(hits.nodes.slice(2).map((n) => n > mixed.body)).toEqual([true, false])
  })
  test('searches for other text as text', () => {
    expect([parseSelector('a >'), parseSelector('> a')]).toEqual([null, null])
    expect([found('nothing like it'), found('  ')]).toEqual([[], []])
  })
  test('reports a query that looks like an invalid selector, instead of reporting no hits', () => {
    for (const query of ['//div', 'p:hover', 'p:nth-child(', 'a::before', 'div:unknown'])
      expect(searchTree(page, query), query).toEqual({ nodes: [], best: 0, note: 'not a CSS selector that this search supports' })
    expect(searchTree(page, '.nowhere')).toEqual({ nodes: [], best: 0, note: null })
    expect(searchTree(page, 'nothing like it').note).toBeNull()
  })
})

describe('a search by measures', () => {
  const density = { id: 'density', label: 'text density', values: Float64Array.from({ length: page.count }, (_, n) => n) }
  const found = (query: string): readonly number[] => searchTree(page, query, [density]).nodes
  test('compares by name or label, joined by and and or', () => {
    expect([found('density < 3'), found('text density >= 4 and density ≤ 5')].map(String)).toEqual(['0,1,2', '4,5'])
    expect(found('density = 1 or density = 2 and density > 1')).toEqual([1, 2])
  })
  test('counts words and characters of all below a node, for any measures of the extractor', () => {
    const counted = found('words > 0')
    expect(counted).toContain(page.body)
    for (const node of counted) expect(found('characters >= 1')).toContain(node)
  })
  test('lists the available measures if a measure is unknown', () => {
    const note = 'no measure “tag ratio”; available: density, words, characters'
    expect(searchTree(page, 'tag ratio > 3', [density])).toEqual({ nodes: [], best: 0, note })
  })
})
