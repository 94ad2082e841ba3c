import { describe, expect, it } from 'vitest'
import { defuddle, runPlain, runObserved } from '../../electron/peers/defuddle'
import { explainNode } from '../../shared/explain/explain-node'
import { ruleSentence } from '../../shared/explain/reason-sentence'
import { presetValues } from '../../shared/extractors/core/params'
import { runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { KEPT } from '../../shared/page/output'
import type { PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

const paragraph = (n: number): string =>
  `<p>Paragraph ${n} tells, in a fairly long sentence with commas, what happened that day; it goes on for a while, so that nobody doubts, not even a scorer, that this is an article about number ${n}.</p>`
const body = [1, 2, 3, 4, 5, 6, 7].map(paragraph).join('\n')
const html = `<html><head><title>A day in the hills</title></head><body>
<nav>Shop</nav>
<main><article><div>Travel notes</div><h1>A day in the hills</h1>
${body}
<div class="left author-bio">Boxed beside</div>
<div style="display: none">Never shown</div>
<button>Press here</button>
<div class="x-plain"><a href="/1">Menu login</a> <a href="/2">Subscribe newsletter</a></div>
<h3>At the very end</h3>
</article><p>Below the article</p></main></body></html>`

const params = presetValues(defuddle.params, 'default')

function whyOf(page: PageModel | string): (text: string) => string {
  const model = typeof page === 'string' ? parsePage(page) : page
  const { extraction, trace } = traceExtractor(model, defuddle, params)
  return (text) => {
    const node = model.text.findIndex((own) => own?.includes(text))
    const { decisive } = explainNode(model, { extraction, trace, rules: defuddle.rules }, node)
    return decisive ? `${decisive.rule}: ${ruleSentence(decisive)}` : 'none'
  }
}

describe('an observed run of Defuddle', () => {
  it('returns the markup of the library, and a report that matches the removed text', () => {
    const page = parsePage(html)
    const observed = runObserved(page, params)
    expect(observed.result.content).toBe(runPlain(page, params).result.content)
    expect(observed.isComplete).toBe(true)
  })

  it.each([
    ['Boxed beside', /^partial: .*its class contains “author-bio/],
    ['Never shown', /^hidden: It is hidden: display:none\.$/],
    ['Press here', /: It matches an exact selector: button\.$/],
    ['Travel notes', /^eyebrow:/],
    ['Menu login', /^low-scoring: .*“menu”/],
    ['At the very end', /^trailing-heading:/],
    ['A day in the hills', /^(?!not-in-output:)/],
  ])('names the rule that removed the text “%s”', (text, reason) => expect(whyOf(html)(text)).toMatch(reason))

  it('names the matches of its tests: the hiding style, each term of a score, and the words that end an article', () => {
    const prose = `<p>${'Long words of the story, told in full, with commas. '.repeat(12)}</p>`
    const ends = '<section><p>A last part of it.</p><p>© 2024 The Hills</p></section>'
    const byline = '<div>By Anna Smith, 4 March, who saw it all on foot</div>'
    const faded = '<div style="display:flex;opacity: 0">Faded in</div>'
    const why = whyOf(`<html><body><article><h1>A title</h1>${faded}${prose}${byline}${prose.repeat(3)}${ends}</article></body></html>`)
    expect(why('Faded in')).toMatch(/: It is hidden: opacity:0\.$/)
    expect(why('By Anna')).toContain('(commas +2, an author and a date in fewer than 15 words -10)')
    expect(why('© 2024')).toContain('(“© 2024 The Hills”)')
  })

  it('names the terms of a score at the removal of the block, even if blocks inside were removed later', () => {
    const why = whyOf(
      `<html><body><main><h1>A title</h1>${body}
        <div class="box"><div class="share">Partner <a href="/1">one</a> <a href="/2">two</a> <a href="/3">three</a></div></div>
        <div><ul><li>出典元出典元</li><li><a href="/4">一</a><a href="/5">二</a><a href="/6">三</a><a href="/7">四</a></li></ul></div>
        <section>${[1, 2, 3].map((n) => `<div><img src="/${n}.jpg"><h3>Story ${n}</h3>a line</div>`).join('')}</section>
        ${body}</main></body></html>`,
    )
    expect(why('Partner')).toContain('(more than one link per two words -15)')
    expect(why('出典元')).toContain('(lists of links -10)')
    expect(why('Story 2')).toContain('(cards -15)')
  })

  it('explains why an entry point with a higher score than the main element is not the main element', () => {
    const post = (n: number): string => `<div class="post"><p>Reply ${n}</p>${body}</div>`
    const asked = `<article><h1>Asked</h1>${paragraph(1).repeat(2)}</article>`
    const several = whyOf(`<html><body>${asked}${post(1)}${post(2)}</body></html>`)
    expect(several('Reply 1')).toMatch(/^outside-several: .*The selector of this entry point matches several elements/)
    const one = '<div class="entry-content"><p>' + 'Only these words count as the story that is told. '.repeat(8) + '</p></div>'
    const beside = `<div class="article-body"><p>Beside it</p>${body.repeat(3)}</div>`
    const passed = whyOf(`<html><body><article><p>Above it</p>${one}${beside}</article></body></html>`)
    expect([passed('Beside it'), passed('Above it')]).toEqual([
      expect.stringMatching(/^outside-passed:/),
      expect.stringMatching(/^outside-inner:/),
    ])
  })

  it('keeps the copy of a repeated text that the library kept, with or without a trace', () => {
    const copy = '<p>Join us on Friday at noon.</p>'
    const page = parsePage(`<body><article><h1>A title</h1>${body}<div class="author-bio">${copy}</div>${copy}${body}</article></body>`)
    const copies = [...page.text.keys()].filter((n) => page.text[n]?.startsWith('Join us'))
    const runs = [traceExtractor(page, defuddle, params).extraction, runExtractor(page, defuddle, params)]
    const kept = runs.map(({ selected }) => copies.map((n) => selected[n] === KEPT).join(' '))
    expect(kept).toEqual(['false true', 'false true'])
  })

  it('keeps the later of two headings that equal the title', () => {
    const page = parsePage(html.replace('<div class="left', '<h2>A day in the hills</h2><p>One more.</p><div class="left'))
    const { extraction } = traceExtractor(page, defuddle, params)
    expect([...page.text.keys()].filter((n) => page.text[n] === 'A day in the hills').map((n) => extraction.selected[n])).toEqual([0, 0, 1])
  })

  it('treats joined texts as kept, and reports no loss', () => {
    const badge = (count: number, name: string) => `<span aria-hidden="true">${count}</span><span>${count} ${name} badges</span>`
    const badges = badge(24, 'gold') + badge(97, 'silver')
    const page = parsePage(`<html><body><main><h1>A title</h1>${body}<p><span>55.4k</span>${badges}</p>${body}</main></body></html>`)
    const { extraction, trace } = traceExtractor(page, defuddle, params)
    const explain = (text: string): readonly [status: string, rules: readonly string[]] => {
      const { status, reasons } = explainNode(page, { extraction, trace, rules: defuddle.rules }, page.text.indexOf(text))
      return [status, reasons.map(({ rule }) => rule)]
    }
    for (const text of ['24 gold badges', '97 silver badges'])
      expect(explain(text)).toEqual(['kept', expect.not.stringContaining('standardised')])
    for (const text of ['24', '97']) expect(explain(text)[0]).toBe('out')
    expect(extraction.warnings).toEqual([])
  })

  it.each([
    ['<h1>A day  in the Hills</h1>', 'Hills'],
    ['<h2>A day in the hills<a href="#hills">Copy link</a></h2>', 'Copy link'],
    ['<h2>A day in the hills<a class="anchor-link" href="/hills">Copy link</a></h2>', 'Copy link'],
  ])('recognises the heading that repeats the title, with any links to itself: %s', (heading, text) =>
    expect(whyOf(html.replace('<h1>A day in the hills</h1>', heading))(text)).toMatch(/^title-heading:/),
  )

  it('explains a text that comes from no pass', () => {
    const long = 'Words that only the data of the page has, in great number. '.repeat(30)
    const data = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', articleBody: long })}</script>`
    const page = parsePage(`<html><head>${data}</head><body><article><p>Few words stand here.</p></article></body></html>`)
    const { extraction } = traceExtractor(page, defuddle, params)
    expect(whyOf(page)('Few words')).toContain('the text in the page’s schema.org data')
    expect(extraction.warnings.join(' ')).not.toContain('found no article')
  })

  it('reports that text outside the main element was not read', () => {
    const why = whyOf(html)
    for (const text of ['Below the article', 'Shop']) expect(why(text)).toMatch(/^outside-/)
    expect(why('about number 3.')).toMatch(/^main-/)
  })

  it('reports that a list with a role keeps only contents by class', () => {
    const list = '<div role="list"><div role="listitem"><h3>Asked</h3><div>Answered in a few words.</div></div></div>'
    const why = whyOf(html.replace('<h3>At the very end</h3>', `${list}${paragraph(8)}`))
    expect(why('Answered in a few words.')).toMatch(/^role-list:/)
  })

  it('separates the unreported lines around a table of contents from a line that is dropped for another reason', () => {
    const contents = '<ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li><li><a href="#c">Three</a></li></ul>'
    const end = '<p>© 2024 Harbour News</p><hr><p>More from us</p>'
    for (const line of ['', '<hr>']) {
      const page = parsePage(`<body><article>${contents}${line}${[1, 2, 3, 4, 5].map(paragraph).join('')}${end}</article></body>`)
      expect(runObserved(page, params).isComplete, line).toBe(true)
    }
  })

  it('names the rule that removed text in a pass: a block with a date is no placeholder', () => {
    const hidden = `<div class="hidden" id="h"><h1>A day in the hills</h1><div id="x">March 24, 2026</div>${body}</div>`
    const meta = '<meta name="author" content="Anna Smith"><meta property="article:published_time" content="2026-03-24">'
    const why = whyOf(`<html><head>${meta}</head><body><div>Loading the page</div>${hidden}</body></html>`)
    expect(why('March 24, 2026')).not.toMatch(/^streamed:/)
  })

  it('names streamed content that the library does not move into the main element', () => {
    const placeholder = '<!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->'
    const segment = `<div hidden id="S:0"><p>Streamed words.</p>${paragraph(9)}</div>`
    const page = parsePage(`<body><article>${[1, 2, 3, 4].map(paragraph).join('')}${placeholder}</article>${segment}</body>`)
    expect([page.streamed, whyOf(page)('Streamed words.')]).toEqual([1, expect.stringMatching(/^streamed-outside:/)])
  })

  it('restores the prototypes of documents', () => {
    const page = parsePage(html)
    const before = runPlain(page, params).result.content
    runObserved(page, params)
    expect(runPlain(page, params).result.content).toBe(before)
  })
})
