import { describe, expect, it } from 'vitest'
import { mergeNeighbours } from '../../shared/extractors/cuter/groups'
import { near, runOnHtml } from './run-on-html'

const NAVIGATION = '<ul><li id=n1><a href=/a>Home</a></li><li id=n2><a href=/b>News</a> now</li></ul>'
const SHORT = '<div>fffff</div>'.repeat(8)
const ARTICLE =
  `<div id=article><p id=p1>${'ä'.repeat(30)}<a href=/x>${'b'.repeat(20)}</a></p><p id=p2>${'c'.repeat(40)}</p>` +
  `<p id=p3>${'d'.repeat(10)}</p><p id=p4>${'e'.repeat(60)}</p></div>`
const COMMENT = `<p id=comment>${'g'.repeat(100)}</p>`

/*
 * Index, name and bytes of the units, in document order:
 *   1 n1: 4, all in links
 *   2 n2: 4 + 3 = 7, of which 4 in links
 *   3 p1: 30·2 + 20 = 80, of which 20 in links
 *   4 p2: 40
 *   5 p3: 10
 *   6 p4: 60
 *   7 to 14: eight times 5 = 40
 *   15 comment: 100
 * SH = 4 + 7 + 80 + 40 + 10 + 60 + 40 + 100 = 341
 */
const PAGE = `<body>${NAVIGATION}${ARTICLE}${SHORT}${COMMENT}</body>`

describe('Equations 1 and 2: LP = SA / SL, TP = SL / SH', () => {
  const result = runOnHtml('cuter', PAGE)
  it.each([
    ['n1', 1, 4, 4, 1, 4 / 341],
    ['n2', 2, 7, 4, 4 / 7, 7 / 341],
    ['p1', 3, 80, 20, 0.25, 80 / 341],
    ['p2', 4, 40, 0, 0, 40 / 341],
    ['comment', 15, 100, 0, 0, 100 / 341],
  ])('%s is node %d with %d bytes, %d of them link text', (name, IX, SL, SA, LP, TP) => {
    expect(result.measures(name, 'IX', 'SL', 'SA', 'LP', 'TP')).toEqual([IX, SL, SA, near(LP), near(TP)])
    expect(result.extraction.values.SH).toBe(341)
  })

  it('sizes are "in bytes": a text of 30 ä has 60', () =>
    expect(runOnHtml('cuter', `<p>${'ä'.repeat(30)}</p>`).measure('p', 'SL')).toBe(60))

  it('elements without direct text are no nodes', () => expect(result.measure('article', 'SL')).toBeNaN())
})

describe('valid nodes: LP < maxLP AND TP > minTP', () => {
  it('"the limit of the LP should be placed at 50 %": a node with exactly half of its text in links is dropped', () => {
    const result = runOnHtml('cuter', `<p id=half>aaaa<a href=/>bbbb</a></p><p id=less>aaaaa<a href=/>bbbb</a></p>`)
    expect(result.rules('half', 'dropNode')).toContain('link-percentage')
    expect(result.rules('less', 'pass')).toContain('link-percentage')
    expect(result.extraction.text).toBe('aaaaabbbb')
  })

  it('minTP is max(0.25 · TP_max, 0.01) = 25 / 341: p3 with 10 bytes is not valid, p2 with 40 bytes is valid', () => {
    const result = runOnHtml('cuter', PAGE)
    expect(result.extraction.values.minTP).toBeCloseTo(25 / 341, 10)
    expect([result.rules('p3', 'fail'), result.rules('p2', 'fail')]).toEqual([['text-percentage'], []])
  })
})

describe('mergeNeighbouringNodes', () => {
  it('valid nodes at most maxGap apart form one group, with the nodes between them that have few links', () => {
    // p1, p2, p3 and p4 form the first group: 80 + 40 + 10 + 60 = 190. The comment is 15 − 6 = 9 nodes away, so the comment is a second
    // group.
    const { extraction, measureEach } = runOnHtml('cuter', PAGE)
    expect([extraction.values.groups, extraction.candidates?.map(({ score }) => score)]).toEqual([2, [190, 100]])
    expect(measureEach(['p1', 'p2', 'p3', 'p4', 'comment'], 'group')).toEqual([1, 1, 1, 1, 2])
  })

  it('with a gap of 9, the comment belongs to the group: 190 + 40 + 100 = 330', () => {
    const { values } = runOnHtml('cuter', PAGE, { params: { maxGap: 9 } }).extraction
    expect(values).toMatchObject({ groups: 1, maxLength: 330 })
  })

  it('a node over maxLP in the gap is excluded and adds no length', () => {
    const groups = mergeNeighbours(Uint8Array.of(1, 0, 0, 1), Uint8Array.of(1, 0, 1, 1), Float64Array.of(50, 7, 3, 40), 6)
    expect(groups).toEqual([{ first: 0, last: 3, length: 93 }])
  })
})

describe('"the article is usually the first node with big enough content"', () => {
  it('acceptableLength = AL · maxLength = 0.5 · 190 = 95: the first group has 190 and is the article', () => {
    const { extraction } = runOnHtml('cuter', PAGE)
    expect(extraction.values).toMatchObject({ maxLength: 190, acceptableLength: 95 })
    expect(extraction.text).toBe(['ä'.repeat(30) + 'b'.repeat(20), 'c'.repeat(40), 'd'.repeat(10), 'e'.repeat(60)].join('\n'))
  })

  it('a group of 100 before the longest group of 190 is the article with AL 0.5 (95), but not with AL 0.6 (114)', () => {
    const swapped = `<body>${COMMENT}${SHORT}${ARTICLE}</body>`
    const { text, candidates } = runOnHtml('cuter', swapped).extraction
    expect(text).toBe('g'.repeat(100))
    expect(candidates?.map(({ score, chosen }) => `${score}${chosen ? ' chosen' : ''}`)).toEqual(['190', '100 chosen'])
    expect(runOnHtml('cuter', swapped, { params: { AL: 0.6 } }).extraction.text).toContain('eeee')
  })

  it('the groups after the article are "comments" and dropped', () =>
    expect(runOnHtml('cuter', PAGE).rules('comment', 'dropNode')).toEqual(['after-article']))

  it('with the title hint, text before the headline does not count', () => {
    const html = `<p>${'g'.repeat(100)}</p>${SHORT}<h1>A headline here</h1><p>${'e'.repeat(100)}</p>`
    expect(runOnHtml('cuter', html).extraction.text).toBe('g'.repeat(100))
    expect(runOnHtml('cuter', html, { params: { titleHint: true } }).extraction.text).toBe('e'.repeat(100))
  })

  it('if only text before the headline passes, it is kept, and no node that passed is reported as failed', () => {
    const html = `<p id=before>${'g'.repeat(100)}</p><h1>A headline here</h1><p>Short text.</p>`
    const hinted = runOnHtml('cuter', html, { params: { titleHint: true } })
    expect(hinted.extraction.text).toBe('g'.repeat(100))
    expect(hinted.rules('before', 'keepNode')).toEqual(['no-candidate-after-title'])
    expect(hinted.extraction.warnings).toEqual([expect.stringMatching(/^No node from the headline on has/)])
  })
})

describe('the four classes of nodes', () => {
  const html =
    `<body><ul>${'<li id=nav><a href=/a>Home</a></li>'}</ul><div id=ad><a href="https://shop.example/">Buy now</a></div><div id=empty></div>` +
    `<p id=text>${'t'.repeat(200)}<img id=picture src=/a.png alt="A picture"></p><img id=outside src=/logo.png></body>`
  const { extraction, at } = runOnHtml('cuter', html, { url: 'https://news.example/1' })
  const classOf = (name: string): string => extraction.classes?.names[extraction.classes.of[at(name)] ?? 0] ?? ''

  it.each([
    ['nav', 'navigation'],
    ['ad', 'advertisement'],
    ['text', 'c1 text'],
    ['picture', 'c2 multimedia'],
    ['empty', 'empty'],
    ['outside', 'none'],
  ])('%s is %s', (name, expected) => expect(classOf(name)).toBe(expected))

  it('the article’s media are part of the result, with source and alternative text', () =>
    expect(extraction.media).toEqual([{ node: at('picture'), kind: 'img', source: '/a.png', alternative: 'A picture' }]))
})

describe('as printed', () => {
  it('takes whole subtrees: body has all the text (TP = 1) and is the article', () => {
    const result = runOnHtml('cuter', PAGE, { preset: 'as-printed' })
    expect([result.measure('body', 'TP'), result.measure('article', 'SL')]).toEqual([1, 190])
    expect(result.extraction.text).toContain('ggg')
  })

  it('"we omit all the nodes (and their children) with high link percentage"', () =>
    expect(runOnHtml('cuter', PAGE, { preset: 'as-printed' }).extraction.text).not.toContain('Home'))

  it('omits blocks: a link inside a sentence stays, so the sentence has no hole', () => {
    const page = `<body><ul><li><a href=/>Home</a></li></ul><p>${'word '.repeat(20)}<b>the <a href=/x>linked words</a></b> and so on.</p></body>`
    const { text } = runOnHtml('cuter', page, { preset: 'as-printed' }).extraction
    expect(text).toBe(`${'word '.repeat(20)}the linked words and so on.`)
  })
})

describe('the procedure of the prose: "Starting from the node (nk) that has the higher TP"', () => {
  /* n1 and n2 are omitted because of their links. nk is the comment. p1, p2 and p4 are too far from the comment. p3 and the short units
     have too little text. */
  const prose = (html: string, params = {}) => runOnHtml('cuter', html, { params: { procedure: 'prose', ...params } })

  it('keeps the comments if they contain the largest node; the pseudocode keeps the report', () => {
    const { extraction, at, rules, measure } = prose(PAGE)
    expect(extraction.text).toBe('g'.repeat(100))
    expect(runOnHtml('cuter', PAGE).extraction.text).toContain('eee')
    expect(extraction.values).toMatchObject({ maxTP: 100 / 341, minTP: 100 / 3 / 341, groups: 2, article: 2 })
    expect(measure('p4', 'group')).toBe(1)
    expect([rules('comment', 'keepNode'), ...['p4', 'p3', 'n1'].map((name) => rules(name, 'dropNode'))]).toEqual(
      ['largest-text', 'close', 'near-text', 'omit-links'].map((rule) => [rule]),
    )
    expect(extraction.candidates?.find(({ chosen }) => chosen)?.node).toBe(at('comment'))
  })

  it('"greater than TP(nk)/3": a node of 31 bytes is merged (nk: 90), a node of 30 bytes and the nodes between are omitted', () => {
    const { extraction } = prose(`<p>${'a'.repeat(31)}</p><p>${'b'.repeat(30)}</p><p>${'c'.repeat(90)}</p>`)
    expect(extraction.text).toBe(`${'a'.repeat(31)}\n${'c'.repeat(90)}`)
  })

  it('"and repeat the procedure": a node close to a united node is united, in either direction', () => {
    // Adjacent long paragraphs have a distance of 3. The first and the last long paragraph have a distance of 6 from nk.
    const filler = '<i>x</i><p>f</p><p>f</p>'
    const html = ['a', 'b', 'c', 'd', 'e'].map((text) => `<p>${text.repeat(text === 'c' ? 60 : 40)}</p>`).join(filler)
    expect(prose(html, { maxGap: 4 }).extraction.text.replaceAll(/(.)\1*/g, '$1')).toBe('a\nb\nc\nd\ne')
    expect(prose(html, { maxGap: 2 }).extraction.text).toBe('c'.repeat(60))
  })

  it('unites one node per step, the closest first', () => {
    const { trace } = prose(`<p>${'a'.repeat(50)}</p><p>-</p><p>${'c'.repeat(90)}</p><p>${'d'.repeat(50)}</p>`)
    expect(trace.steps.filter(({ name }) => name === 'unite').map(({ caption }) => /\d+/.exec(caption)?.[0])).toEqual(['4', '1'])
  })

  it('measures leaves as printed too, and omits "their children" with a node of links', () => {
    const html = `<body>${ARTICLE}<div>${'<a href=/>menu of links</a> '.repeat(9)}<p>${'g'.repeat(300)}</p></div></body>`
    const { text } = runOnHtml('cuter', html, { preset: 'as-printed', params: { procedure: 'prose' } }).extraction
    expect(text).not.toContain('ggg')
    expect(text).toContain('eee')
    expect(prose(html).extraction.text).toContain('ggg')
  })
})

describe('pages at the edge', () => {
  it('a page of links has a result, with a warning', () => {
    const { text, warnings } = runOnHtml('cuter', '<ul><li><a href=/a>Home</a></li><li><a href=/b>All the news</a></li></ul>').extraction
    expect([text, warnings.length]).toEqual(['All the news', 1])
  })
})
