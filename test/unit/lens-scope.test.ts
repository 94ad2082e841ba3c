import { describe, expect, it } from 'vitest'
import { BlockContext } from '../../shared/extractors/lens/block-context'
import { blocksOf } from '../../shared/extractors/lens/blocks'
import { measureBlocks, SCOPE_MEASURES } from '../../shared/extractors/lens/measures'
import { contentTree } from '../../shared/page/content-tree'
import { parsePage } from '../../shared/page/parse-page'

const IDS = new Set(SCOPE_MEASURES.map((measure) => measure.id))

/** Values of a measure, block by block. */
function reader(html: string, url: string | null = null): (id: string) => number[] {
  const tree = contentTree(parsePage(html, { url }))
  const values = measureBlocks(new BlockContext(tree, blocksOf(tree)), IDS)
  return (id) => [...(values.get(id) ?? [])]
}

const words = (count: number, word = 'word'): string => Array.from({ length: count }, (_, k) => `${word}${k}`).join(' ')

describe('another article', () => {
  it('is told by its number, its size beside the largest, and its side', () => {
    const of = reader('<body><p>Menu</p><article>0123456789</article><article><p>01234</p><article>56789</article></article><p>End</p>')
    expect(of('article-number')).toEqual([-1, 0, 1, 2, -1])
    expect(of('article-size')).toEqual([-1, 1, 1, 0.5, -1])
    expect(of('article-nested')).toEqual([0, 1, 1, 2, 0])
    expect(of('article-side')).toEqual([1, 2, 3, 3, 3])
  })

  it('is not looked for on a page without articles', () => {
    const of = reader('<body><p>One</p>')
    expect([of('article-number'), of('article-size'), of('article-nested'), of('article-side')]).toEqual([[-2], [-2], [-1], [0]])
  })

  it('is near where times, dates, main headings and repeats stand before', () => {
    const of = reader(
      '<body><h1>First</h1><p>The same long text</p><p><time>May 2026</time></p><div aria-hidden=true><p>The same long text</p></div><h1>Second</h1>',
    )
    expect(of('repeat-before')).toEqual([-1, 0, -1, 1, -1])
    expect(of('h1s-before')).toEqual([1, 1, 1, 1, 2])
    expect(of('dates-before')).toEqual([0, 0, 0, 1, 1])
    expect(of('times-before').at(-1)).toBe(1)
    expect(of('aria-hidden')[3]).toBe(1)
  })
})

describe('cards', () => {
  it('are three and more elements alike with two blocks each', () => {
    const card = '<div class=card><h3><a href=x>Name</a></h3><p>Two words</p></div>'
    const of = reader(`<body><p>Before</p><section>${card}${card}${card}</section>`)
    expect(of('card-count')).toEqual([0, 3, 3, 3, 3, 3, 3])
    expect(of('card-words').slice(0, 2)).toEqual([-1, 3])
    expect(of('card-linked').at(-1)).toBe(1)
    expect(of('card-headed').at(-1)).toBe(1)
    expect(of('card-share').at(-1)).toBeCloseTo(0.9, 12)
    expect(of('card-levels').slice(1, 3)).toEqual([1, 1])
  })
})

describe('prose', () => {
  const html = `<body><p>Menu of words</p><main><section><p>${words(30)}</p><p>short</p><p>${words(30)}</p></section><p>${words(20)}</p></main><p>End</p>`

  it('has blocks before it, among it and after it', () => {
    const of = reader(html)
    expect(of('prose-side')).toEqual([1, 2, 2, 2, 3, 3])
    expect(of('prose-away')).toEqual([-3, 0, 0, 0, 30, 50])
    expect(of('prose-before')).toEqual([0, 0, 0.375, 0.375, 0.75, 1])
    expect(of('prose-after')).toEqual([1, 0.625, 0.625, 0.25, 0, 0])
  })

  it('is measured by how far up most of it stands, and by the share of longer blocks', () => {
    const of = reader(html)
    expect(of('prose-levels-50')).toEqual([1, 1, 1, 1, 1, 1])
    expect(of('parent-prose')).toEqual([1, 0.75, 0.75, 0.75, 1, 1])
    expect(of('branch-prose')).toEqual([-1, 0.375, 0, 0.375, -1, -1])
    expect(of('longest-share')[1]).toBe(1)
    expect(of('longer-share')[1]).toBe(0)
    expect(of('longer-share')[4]).toBeCloseTo(60 / 85, 12)
  })
})

describe('shared words', () => {
  it('with the title make a block the title, and count the words since', () => {
    const of = reader(
      '<title>A storm over the northern bay</title><body><p>Menu</p><h1>Storm over the northern bay</h1><p>Two words</p><p>End</p>',
    )
    expect(of('title-side')).toEqual([1, 2, 3, 3])
    expect(of('since-title')).toEqual([-1, -1, 0, 2])
    expect(of('title-overlap')).toEqual([0, 1, 0, 0])
    expect(of('title-words')[1]).toBe(1)
  })

  it('with the prose are counted without the block itself, and not on pages of little prose', () => {
    const long = `<p>${words(25, 'storm')}</p>`
    const of = reader(`<body>${long.repeat(4)}<p>storm1 coast</p>`)
    expect(of('shared-words')).toEqual([1, 1, 1, 1, 0.5])
    expect(of('shared-often')).toEqual([1, 1, 1, 1, 0.5])
    expect(of('new-words')).toEqual([1, 0, 0, 0, 0.5])
    expect(reader('<body><p>storm coast</p>')('shared-words')).toEqual([-2])
  })
})

describe('links', () => {
  it('are told by where they lead beside the page’s address', () => {
    const links = ['#a', 'https://other.org/x', '/', '/news/one', '/news/one/more', 'two', '/sport/two', '/news', '/a/b/c', '/about']
    const html = `<body>${links.map((href) => `<p><a href="${href}">Link</a></p>`).join('')}`
    expect(reader(html, 'https://www.example.org/news/one')('link-kind')).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(reader(html)('link-kind').slice(3, 5)).toEqual([3, 3])
  })

  it('near a block are looked for a few levels up, and those of headings last until the next', () => {
    const of = reader('<body><div><h2><a href="#x">Name</a></h2><p>Text</p></div><h2>Plain</h2><p>Text</p>')
    expect(of('heading-linked')).toEqual([1, 1, 0, 0])
    expect(of('card-link-kind')).toEqual([1, 1, 1, 1])
    expect(of('link-levels')).toEqual([0, 1, 1, 1])
  })
})
