import { describe, expect, it } from 'vitest'
import { contentTree } from '../../shared/page/content-tree'
import { nodePaths, ancestors, children, ELEMENT, isWithin, TEXT, tagName, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { collapsedLength, countWords, utf8Length, words } from '../../shared/page/text'
import { failureOf } from '../fixtures/failure-of'
import { byTag } from '../fixtures/nodes'

const texts = (page: PageModel): string[] => page.text.filter((_, n) => page.kind[n] === TEXT)

describe('the page model', () => {
  it('lists elements and texts in preorder; comments, doctype and contents of templates have no id', () => {
    const page = parsePage('<!doctype html><title>T</title><body><!-- c --><p>a<b>b</b></p><template><i>x</i></template>c')
    expect([...page.kind].map((_, n) => tagName(page, n))).toEqual('html head title #text body p #text b #text template #text'.split(' '))
    expect(page.title).toBe('T')
  })

  it.each([
    ['display : none ;color:red', true],
    ['DISPLAY:NONE !important;display:block', true],
    ['/* ; */display/**/:/**/none', true],
    ['display:none;display:block', false],
    ['display:block!important;display:none', false],
    ['--display:none; content:";display:none"', false],
    ['display:block /* display:none', false],
  ])('reads the style “%s” like a browser', (style, isHidden) => {
    const page = parsePage(`<body><p style='${style}'>Words</p>`)
    expect(contentTree(page).removal[byTag(page, 'p')] !== 0).toBe(isHidden)
  })

  it('a subtree is a range of ids', () => {
    const page = parsePage('<body><div><p>a</p><p>b</p></div><p>c</p>')
    const div = byTag(page, 'div')
    expect([page.subtreeEnd[div], isWithin(page, byTag(page, 'p', 1), div)]).toEqual([div + 5, true])
    expect(isWithin(page, byTag(page, 'p', 2), div)).toBe(false)
    expect(children(page, div).map((n) => tagName(page, n))).toEqual(['p', 'p'])
    expect(ancestors(page, byTag(page, 'p')).map((n) => tagName(page, n))).toEqual(['div', 'body', 'html'])
  })

  it('a page that is nested 100,000 deep is parsed, with its paths', () => {
    const page = parsePage(`${'<div>'.repeat(100_000)}deep`)
    expect(page.count).toBe(100_004)
    const text = page.count - 1
    expect(page.text[text]).toBe('deep')
    expect(nodePaths(page)(text)).toMatch(/^body>div\[0\]>div\[0\]>.*>#text\[0\]$/)
  })

  it('more nodes than the limit are refused, with the limit and advice', () => {
    const html = '<br>'.repeat(250_000)
    const failure = failureOf(() => parsePage(html))
    expect(failure).toMatchObject({ code: 'page.too-many-nodes', message: expect.stringContaining('250,000') as string })
    expect(failure.next).toContain('--max-nodes')
    expect([parsePage(html, { maxNodes: 300_000 }).count, parsePage('<br>'.repeat(249_997)).count]).toEqual([250_003, 250_000])
  })

  it('noscript contains elements if scripts are disabled, and text if they are enabled', () => {
    const html = '<body><noscript><p>x</p></noscript>'
    expect(tagName(parsePage(html), 4)).toBe('p')
    expect(texts(parsePage(html, { scriptingEnabled: true }))).toEqual(['<p>x</p>'])
    expect([parsePage(html).scripting, parsePage(html, { scriptingEnabled: true }).scripting]).toEqual([false, true])
  })

  it('paths count element siblings', () => {
    const page = parsePage('<body>t<div></div>u<p>a</p><p>b<i>c</i></p>')
    const pathOf = nodePaths(page)
    expect([pathOf(page.body), pathOf(byTag(page, 'i'))]).toEqual(['body', 'body>p[2]>i[0]'])
    expect(pathOf(byTag(page, 'p', 1) + 1)).toBe('body>p[2]>#text[0]')
    expect(page.kind[byTag(page, 'i')]).toBe(ELEMENT)
  })
})

describe('text is counted as in the specification', () => {
  it('characters: white space collapsed, ends trimmed, UTF-16 units; a no-break space counts', () => {
    expect([collapsedLength('  a \n\t b  '), collapsedLength(' \n '), collapsedLength('a\u00a0b')]).toEqual([3, 0, 3])
    expect(collapsedLength('𝒳')).toBe(2)
  })

  it('words: apostrophes and hyphens inside belong to a word, each Chinese character is one', () => {
    expect(words("Don't mix well-known things - or 3rd ones.")).toEqual(["Don't", 'mix', 'well-known', 'things', 'or', '3rd', 'ones'])
    expect(words('修伞人 has 3 字')).toEqual(['修', '伞', '人', 'has', '3', '字'])
    expect([countWords("Don't mix well-known things - or 3rd ones."), countWords('修伞人 has 3 字')]).toEqual([7, 6])
    for (const text of ['l’été d’Œdipe', 'a–b a-b a—b', '½ “naïve” ‐x x‐y', 'Привет мир', 'co-op’s e\u0301t', 'a-字', 'x’', 'x-', '-'])
      expect(countWords(text), text).toBe(words(text).length)
  })

  it('bytes: UTF-8', () => {
    for (const text of ['abc', 'äöü', '修伞人', '𝒳y', '']) expect(utf8Length(text)).toBe(Buffer.byteLength(text))
  })
})
