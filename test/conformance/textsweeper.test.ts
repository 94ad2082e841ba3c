import { describe, expect, it } from 'vitest'
import { phraseStart } from '../../shared/extractors/textsweeper/links'
import { lengthBias } from '../../shared/extractors/textsweeper/text-length'
import { near, runOnHtml } from './run-on-html'

describe('Equation 1: text_length = actual_text_length · text_weight · parent_text_weight', () => {
  it.each([
    // Each product is: length · weight of the text's element · length bias · weight of the outer element.
    ['10 characters in a p: 10 · 1 · 0.5 · 1', '<p>Title text</p>', 5],
    ['in an h1: 10 · 1.5 · 0.5 · 1', '<h1>Title text</h1>', 7.5],
    ['in an h4: 10 · 1.3 · 0.5 · 1', '<h4>Title text</h4>', 6.5],
    ['in a b in an h2: 10 · 1.2 · 0.5 · 1.5', '<h2><b>Title text</b></h2>', 9],
    ['25 characters: 25 · 1', `<p>${'a'.repeat(25)}</p>`, 25],
    ['100 characters: 100 · 1.2', `<p>${'a'.repeat(100)}</p>`, 120],
    ['250 characters: 250 · 1.5', `<p>${'a'.repeat(250)}</p>`, 375],
  ])('%s', (_, html, expected) => expect(runOnHtml('textsweeper', html).measure('body', 'textLength')).toBeCloseTo(expected, 10))

  it('has "a bias towards long text passages"', () =>
    expect([24, 25, 99, 100, 249, 250].map(lengthBias)).toEqual([0.5, 1, 1, 1.2, 1.2, 1.5]))
})

/*
 * ul: 2 tags around a link of 4 letters: text 4 · 0.5 = 2, all in the link
 * p1: 100 letters: text 120; no tags, level 3:                     120 / 3 = 40
 * p2: 60 letters, and a link of 40 letters (the inline tag does not count), level 3: (100 − 40) / 3 = 20
 * main: text 220, link text 40, 2 tags, level 2:                   (220 − 40) / 4 = 45
 * body: text 222, link text 42, 5 tags, level 1:                   (222 − 42) / 6 = 30
 */
const PAGE =
  `<body><ul><li><a href=/>Home</a></li></ul><div id=main><p id=p1>${'a'.repeat(100)}</p>` +
  `<p id=p2>${'b'.repeat(60)}<a href=/x>${'c'.repeat(40)}</a></p></div></body>`

describe('Equation 2: ratio = (text_length − link_text_length) / (tag_count + node_level)', () => {
  const result = runOnHtml('textsweeper', PAGE)
  it.each([
    ['p1', 120, 0, 0, 3, 40],
    ['p2', 100, 40, 0, 3, 20],
    ['main', 220, 40, 2, 2, 45],
    ['body', 222, 42, 5, 1, 30],
  ])('%s: text %d, link text %d, %d tags, level %d, ratio %d', (name, text, link, tags, level, ratio) => {
    const found = result.measures(name, 'textLength', 'linkTextLength', 'tagCount', 'nodeLevel', 'ratio')
    expect(found).toEqual([near(text), near(link), tags, level, near(ratio)])
  })

  it('has main as the best node, first among the candidates', () => {
    expect(result.extraction.values.best).toBe(result.at('main'))
    expect(result.extraction.candidates?.[0]?.node).toBe(result.at('main'))
    expect(result.extraction.candidates?.map(({ score }) => Math.round(score))).toEqual([45, 40, 30, 20])
  })
})

describe('tolerance and common path', () => {
  const run = (tolerance: number) => runOnHtml('textsweeper', PAGE, { params: { tolerance } })
  const relevant = (tolerance: number): string[] =>
    ['body', 'main', 'p1', 'p2'].filter((name) => run(tolerance).rules(name, 'pass').includes('tolerance'))
  it('0.9 · 45 = 40.5: only main; 0.7 · 45 = 31.5: p1 too; 0.6 · 45 = 27: body too, and the common path is body', () => {
    expect([0.9, 0.7, 0.6].map(relevant)).toEqual([['main'], ['main', 'p1'], ['body', 'main', 'p1']])
    const result = run(0.6)
    expect(result.extraction.values.content).toBe(result.at('body'))
  })

  it('"a ratio greater than": with tolerance 1 no node has a greater ratio, and only the best node is the content', () => {
    const result = run(1)
    expect(result.extraction.values.content).toBe(result.at('main'))
  })
})

describe('link detection', () => {
  it.each([
    ['an anchor', '<a href=/>link</a>'],
    ['an onclick attribute', '<span onclick="go()">link</span>'],
    ['the role of a link', '<span role=link>link</span>'],
  ])('finds %s', (_, html) => expect(runOnHtml('textsweeper', `<p>some text ${html}</p>`).measure('p', 'linkTextLength')).toBe(2))

  it.each([
    'Read more',
    'read more >',
    'Continue reading',
    'Full story',
    'Weiterlesen',
    'mehr',
    'Lire la suite',
    'Leer más',
    '更多',
    '阅读全文',
    'On »',
  ])('recognises "%s" as a "read more" phrase', (text) => expect(phraseStart(text)).not.toBe(-1))

  it.each(['anymore', 'Read more about it', 'Sophomore', 'reading'])('does not recognise "%s" as a "read more" phrase', (text) =>
    expect(phraseStart(text)).toBe(-1),
  )

  it('"considers the element as well as its parent as a link element": a teaser has no net text', () => {
    const teaser = `<div id=teaser><p id=p>${'a'.repeat(200)} <b id=more>Read more</b></p></div>`
    const result = runOnHtml('textsweeper', `<body>${teaser}<p id=other>${'b'.repeat(100)}</p></body>`)
    expect(result.measures('p', 'linkTextLength', 'ratio')).toEqual([result.measure('p', 'textLength'), 0])
    expect(result.extraction.verdict?.evidence).toEqual([result.at('more')])
    const off = runOnHtml('textsweeper', `<body>${teaser}</body>`, { params: { readMore: false } })
    expect(off.measure('p', 'linkTextLength')).toBe(0)
  })

  it.each([
    ['tags', 'Continue <b>reading</b>'],
    ['indentation', `Continue${' '.repeat(60)}reading`],
    ['tags and indentation', `Continue <b>reading\n${' '.repeat(43)}</b>`],
  ])('the phrase may be split by %s', (_, html) =>
    expect(runOnHtml('textsweeper', `<p>${html}</p><p>text</p>`).measure('p', 'ratio')).toBe(0),
  )

  it('an ellipsis ends a teaser of 300 characters, not a paragraph of 301', () => {
    const net = (length: number): number =>
      runOnHtml('textsweeper', `<div><p>${'a'.repeat(length - 1)}…</p><p>text</p></div>`).measure('p', 'ratio')
    expect(net(300)).toBe(0)
    expect(net(301)).toBeGreaterThan(0)
  })

  // An element of more than 1,000 characters cannot be a link element, so the measure depends only on the inline element.
  it.each([
    ['a no-break space', '...', '&nbsp;'],
    ['no-break spaces with a space between them', '…', '&nbsp; &nbsp;'],
    ['more of them than a tail holds', '…', '&nbsp;'.repeat(40)],
    ['a prompt', '...', '&gt;&gt;&gt; '],
    ['a no-break space after a phrase', ' »', '&nbsp;'],
    ['the end of a phrase', ' continue', 'reading'],
  ])('a text that only follows an ellipsis, or ends a phrase, is not a link element: %s', (_, before, after) => {
    const result = runOnHtml('textsweeper', `<div><p>${'a'.repeat(1001)}${before}</p><i>${after}</i></div>`)
    expect([result.measure('i', 'linkTextLength'), result.extraction.verdict?.evidence]).toEqual([0, []])
  })

  it('a post that ends in an ellipsis is an article, even if an empty element follows', () => {
    const post = `<div><div>${'a '.repeat(250)}and then he went away...</div><div>&nbsp;</div></div>`
    const { verdict } = runOnHtml('textsweeper', `<body><div>${post}</div></body>`).extraction
    expect(verdict).toMatchObject({ pageType: 'article', evidence: [] })
  })

  it('body, main and article are never link elements because of a phrase', () => {
    const result = runOnHtml('textsweeper', `<article>${'a'.repeat(100)} <span>Read more</span></article>`)
    expect(result.measure('article', 'linkTextLength')).toBe(4.5)
    expect(result.rules('span', 'pass')).toContain('read-more-alone')
  })

  it('the reason of an element mentions the parent only if the parent counts as a link', () => {
    expect(runOnHtml('textsweeper', '<div><p><b>Read more</b></p></div>').rules('b', 'pass')).toContain('read-more')
    const long = runOnHtml('textsweeper', `<p>${'a'.repeat(1001)} <b>Read more</b></p>`)
    expect(long.rules('b', 'pass')).toContain('read-more-alone')
  })

  it('the evidence is the smallest element without an exemption', () => {
    const spared = runOnHtml('textsweeper', `<body><p>${'a'.repeat(1001)} read more</p></body>`)
    expect(spared.extraction.verdict?.evidence).toEqual([])
    expect(spared.rules('p', 'pass').filter((rule) => rule.startsWith('read-more'))).toEqual([])
    const around = runOnHtml('textsweeper', '<body><div id=teaser><article>A story. Read more</article></div><p>text</p></body>')
    expect(around.extraction.verdict?.evidence).toEqual([around.at('teaser')])
  })
})

describe('cleanup', () => {
  const paragraph = 'a '.repeat(300).trim()
  const article = `<div id=main><p>${paragraph}</p><p>${paragraph}</p><p>${paragraph}</p>`
  it('"deletes all nodes which fall below a predefined minimum text length or which mainly contain links"', () => {
    const html = `${article}<div id=short>Share this</div><div id=links>${'b'.repeat(30)} <a href=/>${'c'.repeat(40)}</a></div></div>`
    const result = runOnHtml('textsweeper', html)
    expect([result.rules('short', 'drop'), result.rules('links', 'drop')]).toEqual([['min-text-length'], ['max-link-share']])
    expect(result.extraction.text).toBe([paragraph, paragraph, paragraph].join('\n'))
  })

  it('keeps headings, cells and items of kept lists', () => {
    const html = `${article}<h2>Title</h2><ul>${'<li>An item</li>'.repeat(5)}</ul><table><tr><td>${'d'.repeat(20)}</td><td>${'e'.repeat(20)}</td></tr></table></div>`
    const { text } = runOnHtml('textsweeper', html).extraction
    const texts = ['Title', ...Array<string>(5).fill('An item'), `${'d'.repeat(20)}\t${'e'.repeat(20)}`]
    expect(text.split('\n')).toEqual([paragraph, paragraph, paragraph, ...texts])
    expect(runOnHtml('textsweeper', html, { params: { spare: false } }).extraction.text).not.toContain('An item')
  })
})

describe('verdict: "rejects all documents which are below a given minimum threshold"', () => {
  it('an article of 500 characters of net text is an article, by a margin of 100', () => {
    const { verdict } = runOnHtml('textsweeper', `<body><p>${'a'.repeat(300)}</p><p>${'b'.repeat(200)}</p></body>`).extraction
    expect(verdict).toMatchObject({ pageType: 'article', value: 500, limit: 400, margin: 100, evidence: [] })
  })

  it('three teasers with "read more" are an overview page without net text; the teasers are the evidence, and the text is still shown', () => {
    const teaser = (n: number): string => `<div><h2>Story ${n}</h2><p>${'x'.repeat(150)} <a href=/${n}>Read more</a></p></div>`
    const { verdict, text } = runOnHtml('textsweeper', `<body>${teaser(1)}${teaser(2)}${teaser(3)}</body>`).extraction
    expect(verdict).toMatchObject({ pageType: 'overview', value: 0, limit: 400, margin: -400 })
    expect(verdict?.evidence).toHaveLength(3)
    expect(text).toContain('Story 3')
  })

  it('399 characters are below the limit of 400, 400 characters are not', () => {
    const pageType = (length: number): string | undefined =>
      runOnHtml('textsweeper', `<p>${'a'.repeat(length)}</p>`).extraction.verdict?.pageType
    expect([399, 400].map(pageType)).toEqual(['overview', 'article'])
  })
})

describe('as printed', () => {
  it('an element of any length that ends in an ellipsis or “read more” is a link', () => {
    for (const end of ['…', ' read more']) {
      const found = runOnHtml('textsweeper', `<div><p>${'a'.repeat(150_000)}${end}</p><p>text</p></div>`, { preset: 'as-printed' })
      expect(found.measure('p', 'ratio'), end).toBe(0)
    }
  })

  it('recognises only “Read more” and “…” as marks of a teaser', () => {
    const ratio = (end: string): number =>
      runOnHtml('textsweeper', `<p>some text ${end}</p>`, { preset: 'as-printed' }).measure('p', 'ratio')
    for (const end of ['Read more', 'read more', '…', '...']) expect(ratio(end), end).toBe(0)
    for (const end of ['next »', 'more', 'Weiterlesen', 'continue reading']) expect(ratio(end), end).toBeGreaterThan(0)
  })

  it('deletes a whole form, unless it contains all text', () => {
    const html = `<body><form><p>${'a'.repeat(500)}</p></form>`
    expect(runOnHtml('textsweeper', `${html}<p>${'b'.repeat(50)}</p>`, { preset: 'as-printed' }).extraction.text).toBe('b'.repeat(50))
    const { text, warnings } = runOnHtml('textsweeper', html, { preset: 'as-printed' }).extraction
    expect([text, warnings.length]).toEqual(['a'.repeat(500), 1])
  })
})

describe('pages at the edge', () => {
  it('if all text is in links, no node is relevant: the best node is the content node, and its reason explains this', () => {
    const rulesOf = (html: string): string[] => runOnHtml('textsweeper', html).decisions.map(({ rule }) => rule)
    const linked = rulesOf('<ul><li><a href=/>One link</a></li></ul>')
    expect([linked.includes('none-relevant'), linked.includes('content-node')]).toEqual([true, false])
    expect(rulesOf('<ul><li>No link</li></ul>')).not.toContain('none-relevant')
  })

  it('the word of a page with one word is kept, although the cleanup would delete the word', () => {
    const { text, warnings } = runOnHtml('textsweeper', '<p>x</p>').extraction
    expect([text, warnings.length]).toEqual(['x', 1])
  })
})
