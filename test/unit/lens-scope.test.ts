import { describe, expect, it } from 'vitest'
import { contextOf } from '../../shared/extractors/lens/block-context'
import { resolveParams, runExtractor } from '../../shared/extractors/core/run'
import { lens } from '../../shared/extractors/lens/lens'
import { BLOCK_MEASURES, measureBlocks } from '../../shared/extractors/lens/measures'
import { treeWithPanels } from '../../shared/extractors/lens/scope'
import { contentTree } from '../../shared/page/content-tree'
import { parsePage } from '../../shared/page/parse-page'

const IDS = new Set(BLOCK_MEASURES.map((measure) => measure.id))

function reader(html: string, url: string | null = null): (id: string) => number[] {
  const tree = contentTree(parsePage(html, { url }))
  const values = measureBlocks(contextOf(tree), IDS)
  return (id) => [...(values.get(id) ?? [])]
}

const words = (count: number, word = 'word'): string => Array.from({ length: count }, (_, k) => `${word}${k}`).join(' ')

describe('hidden panels of tabs and accordions', () => {
  it.each([
    ['role=tabpanel hidden', true],
    ['role=region aria-labelledby=a hidden', true],
    ['class="faq__answer" style="display: none"', true],
    ['id=item-collapse hidden', true],
    ['hidden', false],
    ['role=tabpanel class=mega-menu hidden', false],
    ['class=stable hidden', false],
  ])('stay if their role, class or id names a panel: %s', (attributes, isRead) => {
    const page = parsePage(`<body><p>Seen</p><div ${attributes}><p>Folded</p></div>`)
    expect(treeWithPanels(page).isText.filter((value) => value === 1)).toHaveLength(isRead ? 2 : 1)
  })

  it('are dropped inside other hidden elements, and if the parameter is off', () => {
    const panel = `<div role=tabpanel hidden><p>${words(40)}</p></div>`
    expect(treeWithPanels(parsePage(`<body><p>Seen</p><div hidden>${panel}</div>`)).isText.filter((value) => value === 1)).toHaveLength(1)
    const page = parsePage(`<body><main><article><p>${words(60, 'seen')}</p>${panel}</article></main>`)
    const text = (panels: boolean): string =>
      runExtractor(page, lens, resolveParams(lens, 'default', { panels, cut: 'fixed', leastProbability: 0 })).text
    expect(text(true)).toContain('word39')
    expect(text(false)).not.toContain('word39')
  })
})

describe('another article', () => {
  it('is recognised by its size relative to the largest article', () => {
    const of = reader('<body><p>Menu</p><article>0123456789</article><article><p>01234</p><article>56789</article></article><p>End</p>')
    expect(of('article-size')).toEqual([-1, 1, 1, 0.5, -1])
    expect(reader('<body><p>One</p>')('article-size')).toEqual([-2])
  })

  it('is indicated by dates and repeated texts before', () => {
    const of = reader('<body><h1>First</h1><p>The same long text</p><p>May 2026</p><p>The same long text</p><h1>Second</h1>')
    expect(of('repeat-before')).toEqual([-1, 0, -1, 1, -1])
    expect(of('dates-before')).toEqual([0, 0, 0, 1, 1])
  })
})

it('cards are at least three similar elements with two blocks each', () => {
  const card = '<div class=card><h3><a href=x>Name</a></h3><p>Two words</p></div>'
  const of = reader(`<body><p>Before</p><section>${card}${card}${card}</section>`)
  expect(of('card-count')).toEqual([0, 3, 3, 3, 3, 3, 3])
  expect(of('card-words').slice(0, 2)).toEqual([-1, 3])
  expect(of('card-longest').slice(0, 2)).toEqual([-1, 1])
})

it('prose has blocks before, between and after its paragraphs', () => {
  const inner = `<section><p>${words(30)}</p><p>short</p><p>${words(30)}</p></section><p>${words(20)}</p>`
  const of = reader(`<body><p>Menu of words</p><main>${inner}</main><p>End</p>`)
  expect(of('prose-side')).toEqual([1, 2, 2, 2, 3, 3])
  expect(of('prose-before')).toEqual([0, 0, 0.375, 0.375, 0.75, 1])
  expect(of('prose-after')).toEqual([1, 0.625, 0.625, 0.25, 0, 0])
  expect(of('prose-levels-50')).toEqual([1, 1, 1, 1, 1, 1])
  expect(of('longest-share')[1]).toBe(1)
  expect(of('branch-prose')).toEqual([-1, 0.375, 0, 0.375, -1, -1])
})

describe('shared words', () => {
  it('with the title mark a block as the title; later blocks have their distance in words', () => {
    const of = reader(
      '<title>A storm over the northern bay</title><body><p>Menu</p><h1>Storm over the northern bay</h1><p>Two words</p><p>End</p>',
    )
    expect(of('since-title')).toEqual([-1, -1, 0, 2])
    expect(of('title-overlap')).toEqual([0, 1, 0, 0])
  })

  it('with the prose are counted without the block itself, and not on pages with little prose', () => {
    const of = reader(`<body>${`<p>${words(25, 'storm')}</p>`.repeat(4)}<p>storm1 coast</p>`)
    expect(of('shared-words')).toEqual([1, 1, 1, 1, 0.5])
    expect(of('new-words')).toEqual([1, 0, 0, 0, 0.5])
    expect(reader('<body><p>storm coast</p>')('shared-words')).toEqual([-2])
  })
})

describe('links', () => {
  it('are recognised by their target relative to the page’s address', () => {
    const links = ['#a', 'https://other.org/x', '/', '/news/one', '/news/one/more', 'two', '/sport/two', '/news', '/a/b/c', '/about']
    const html = `<body>${links.map((href) => `<p><a href="${href}">Link</a></p>`).join('')}`
    expect(reader(html, 'https://www.example.org/news/one')('link-kind')).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(reader(html)('link-kind').slice(3, 5)).toEqual([3, 3])
  })

  it('near a block are searched less than four levels up', () => {
    const deep = (levels: number): string =>
      `<div><a href="#x">Name</a>${'<div>'.repeat(levels)}<p>Text</p>${'</div>'.repeat(levels)}</div>`
    expect(reader(`<body><main>${deep(2)}</main>`)('link-kind')).toEqual([1, 1])
    expect(reader(`<body><main>${deep(3)}</main>`)('link-kind')).toEqual([1, 0])
  })
})
