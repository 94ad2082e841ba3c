import { describe, expect, it } from 'vitest'
import { attribute } from '../../shared/page/page-model'
import { contentXml } from '../../shared/extractors/core/content-xml'
import { near, runOnHtml } from './run-on-html'

const ARTICLE = '<div id=article><p id=p>We have read <a id=inline href=/r>the long report</a> and found nothing in it.</p></div>'

/*
 * Words and links (a link counts as one word):
 *   first item  "Go to" + link = 3 words, 1 link   score 2/3
 *   two items   1 word, 1 link each                score 0
 *   list        3 + 1 + 1 = 5 words, 3 links       score 2/5
 *   tag         3 words                            score 1
 *   menu        8 words, 3 links                   score 5/8
 *   p, article  3 + 1 + 5 = 9 words, 1 link        score 8/9
 *   body        17 words, 4 links                  score 13/17
 */
const PAGE =
  '<body><div id=menu><ul id=list><li id=first>Go to <a href=/1>Home page</a></li><li id=second><a href=/2>News</a></li>' +
  `<li><a href=/3>Contact us today</a></li></ul><p id=tag>One two three</p></div>${ARTICLE}</body>`

describe('Fig. 3, lines 2–18: textCnt, linkCnt, Score', () => {
  const result = runOnHtml('contentex', PAGE)
  it.each([
    ['first', 3, 1, 2 / 3],
    ['second', 1, 1, 0],
    ['list', 5, 3, 2 / 5],
    ['tag', 3, 0, 1],
    ['menu', 8, 3, 5 / 8],
    ['p', 9, 1, 8 / 9],
    ['article', 9, 1, 8 / 9],
    ['body', 17, 4, 13 / 17],
  ])('%s has %d words and %d links', (name, words, links, score) => {
    expect(result.measures(name, 'textCnt', 'linkCnt', 'score')).toEqual([words, links, near(score)])
  })
})

describe('Fig. 3, lines 19–25: link tables', () => {
  it('a navigation list: scores 2/3 < 0.75 of the first link’s item, 2/5 of its list, 5/8 of the menu: the list is dropped', () => {
    const result = runOnHtml('contentex', PAGE)
    expect([result.rules('list', 'drop'), result.extraction.values.linkTables]).toEqual([['link-table'], 1])
    expect(result.extraction.text).toBe('One two three\nWe have read the long report and found nothing in it.')
  })

  it('the climb is recorded level by level: link, item 2/3 < 0.75, list 2/5 < 2/3, not the menu 5/8; then the list is dropped', () => {
    const { page, trace, decisions } = runOnHtml('contentex', PAGE)
    const step = trace.steps.findIndex(({ name }) => name === 'link tables')
    const told = decisions
      .slice(trace.steps[step]?.firstDecision, trace.steps[step + 1]?.firstDecision)
      .map(({ subject: node, ...rest }) => [attribute(page, node, 'id') ?? attribute(page, node, 'href'), ...Object.values(rest)])
    expect(told).toEqual([
      ['/1', 'fail', 'link-in-table', 2 / 3, 0.75],
      ['first', 'fail', 'table-begins', 2 / 3, 0.75],
      ['list', 'fail', 'table-grows', 2 / 5, 2 / 3],
      ['menu', 'pass', 'table-ends', 5 / 8, 2 / 5],
      ['list', 'drop', 'link-table', 2 / 3, 0.75],
      ['inline', 'pass', 'link-in-text', 8 / 9, 0.75],
    ])
  })

  it('with a threshold of 0.9, the paragraph (8/9) is dropped, because no element between the paragraph and body has a lower score', () => {
    const result = runOnHtml('contentex', PAGE, { params: { threshold: 0.9 } })
    expect([result.rules('p', 'drop'), result.extraction.text]).toEqual([['link-table'], 'One two three'])
  })

  it('a list of bare links is dropped item by item (0 is not below 0), and then the empty list', () => {
    const result = runOnHtml('contentex', `<body><ul id=list><li id=a><a href=/a>A</a><li id=b><a href=/b>B</a></ul>${ARTICLE}</body>`)
    expect(['a', 'b'].map((name) => result.rules(name, 'drop'))).toEqual([['link-table'], ['link-table']])
    expect(result.rules('list', 'dropNode')).toEqual(['emptied'])
  })

  it('a layout table: the cell of links is dropped, the cell of text is kept; "no assumption about any specific tag"', () => {
    // A link counts as one word. Scores: left cell (3 − 3)/3 = 0, right cell 12/12 = 1, row (15 − 3)/15 = 0.8. The row's score is not
    // below the left cell's score, so only the left cell is dropped.
    const result = runOnHtml(
      'contentex',
      '<body><table><tr id=row><td id=left><a href=/1>Home</a><br><a href=/2>News</a> | <a href=/3>Sports and more</a></td>' +
        '<td id=right>one two three four five six seven eight nine ten eleven twelve</td></tr></table></body>',
    )
    expect(result.measureEach(['left', 'row'], 'score')).toEqual([0, near(0.8)])
    expect(result.rules('left', 'drop')).toEqual(['link-table'])
    expect(result.extraction.text).toBe('one two three four five six seven eight nine ten eleven twelve')
  })

  it('if body is the parent, only the link is dropped', () =>
    expect(runOnHtml('contentex', '<body><a href=/>Home</a> Welcome</body>').extraction.text).toBe('Welcome'))

  it('an anchor without href is no link', () =>
    expect(runOnHtml('contentex', '<body><p><a name=top>Top of page</a></p></body>').measure('p', 'linkCnt')).toBe(0))
})

const REST = '<p>Some text of the page that nobody would delete because it is long enough.</p>'
const left = (text: string, params: Record<string, unknown> = {}): boolean =>
  runOnHtml('contentex', `<body><div>${text}</div>${REST}</body>`, {
    params: { removeStatements: false, ...params },
  }).extraction.text.includes('\n')

describe('common pattern filter', () => {
  it.each([
    ['time', '2009-05-17 20:15'],
    ['time', 'Posted on May 17th, 2009 at 8:15 pm'],
    ['time', '17.05.2009, 20:15 Uhr'],
    ['time', '17. Mai 2009'],
    ['time', 'le 17 mai 2009 à 20h15'],
    ['time', '17 de mayo de 2009'],
    ['time', '发表于 2009-5-17 20:15'],
    ['time', '2009年5月17日 20:15'],
    ['time', '3 hours ago'],
    ['time', 'Yesterday, 08:15 AM'],
    ['time', 'Posted on 05-17'],
    ['time', '05-17 20:15'],
    ['time', 'Sun 17.05., 20:15 Uhr'],
    ['time', 'am 17.5.'],
    ['time', '发表于 5-17'],
    ['time', '17.05.09'],
    ['time', '5/17/09 8:15 pm'],
    ['ip', 'IP: 192.168.0.1'],
    ['ip', '来自 218.30.4.*'],
    ['colon', 'Author:'],
    ['colon', '作者：'],
    ['copyright', 'Copyright 2009 Example Ltd. All rights reserved'],
    ['copyright', '© 2009 Example'],
    ['copyright', '版权所有'],
  ])('the %s pattern deletes "%s"', (name, text) => {
    expect(left(text)).toBe(false)
    const others = { time: false, ip: false, colon: false, copyright: false }
    expect(left(text, { ...others, [name]: true })).toBe(false)
    expect(left(text, { ...others, repeated: false })).toBe(true)
  })

  it.each([
    ['time', 'The war ended on 8 May 1945 in Europe'],
    ['time', 'Chapter 12'],
    ...['-12.99', '12.99', '€ 9.12', '-5.44%', '1.25', '3.5', '10.11 %', '$4.05 – $5.10'].map((price) => ['time', price]),
    ...['12-10', '3-1', '21-12', '7/10', '6-4 3-6 7-5'].map((score) => ['time', score]),
    ...['1.2', '10.12', '1.2.30', 'v2.10', '10.12.6'].map((version) => ['time', version]),
    ...['10/12', '1/2', '3/4 cup'].map((fraction) => ['time', fraction]),
    ['ip', 'Version 1.2.3'],
    ['ip', 'To reach the machine you type its address, 192.168.0.1, into the line at the top of the window'],
    ['copyright', 'Copyright law was extended again'],
  ])('the %s pattern keeps "%s"', (_, text) => expect(left(text)).toBe(true))

  it('a paragraph that ends in a colon is kept by default, but not as printed', () => {
    const text = 'To build the house as it stands in the old book you need all of the following things:'
    expect([left(text), left(text, { colonCap: false })]).toEqual([true, false])
  })

  it('as printed, every text with "all right reserved" is dropped at any length, and © with a year is kept', () => {
    const long = `${'The house was built in the old style. '.repeat(10)}All right reserved by its owner.`
    const printed = { copyrightForms: 'printed' }
    expect([left(long), left(long, printed), left('Copyright 2009: all rights reserved', printed)]).toEqual([true, false, false])
    expect(left('© 2009 Example', printed)).toBe(true)
  })

  it('a short text is dropped if it occurs three times, not twice', () => {
    const reply = (n: number): string => runOnHtml('contentex', `<body>${'<div>Reply</div>'.repeat(n)}${REST}</body>`).extraction.text
    expect(reply(3)).not.toContain('Reply')
    expect(reply(2)).toContain('Reply')
  })
})

describe('explanation tier: each function is a switch', () => {
  it('ignoring form tags drops controls and unwraps the form', () => {
    const html = `<body><form><p>A paragraph in the form of the page.</p><button>Send</button><select><option>One</select></form></body>`
    expect(runOnHtml('contentex', html).extraction.text).toBe('A paragraph in the form of the page.')
    expect(runOnHtml('contentex', html, { params: { ignoreForms: false } }).extraction.text).toContain('Send')
  })

  it('removing scripts', () => {
    const html = `<body><script>var x = 1</script>${REST}</body>`
    expect(runOnHtml('contentex', html).extraction.text).not.toContain('var')
    expect(runOnHtml('contentex', html, { params: { removeScripts: false } }).extraction.text).toContain('var x = 1')
  })

  it('removing statements "about copyright, about disclaimer and about posting messages complying with local laws"', () => {
    const html = `<body>${REST}<p>Disclaimer: the authors are not <b>liable</b>.</p><div>Please post in compliance with local laws.</div></body>`
    expect(runOnHtml('contentex', html).extraction.text.split('\n')).toHaveLength(1)
    expect(runOnHtml('contentex', html, { params: { removeStatements: false } }).extraction.text.split('\n')).toHaveLength(3)
  })
})

describe('presentation tier: "results can be stored in XML format"', () => {
  it('writes each block with its tag and path, escaped', () => {
    const html = '<title>A &amp; B</title><body><p>Less &lt; <b>more</b> text</p><p>Second block</p></body>'
    const { page, extraction } = runOnHtml('contentex', html)
    expect(contentXml(page, extraction)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<content extractor="contentex" title="A &amp; B">\n' +
        '  <block tag="p" path="body&gt;p[0]" xml:space="preserve">Less &lt; more text</block>\n' +
        '  <block tag="p" path="body&gt;p[1]" xml:space="preserve">Second block</block>\n</content>\n',
    )
  })

  it('replaces characters that XML does not allow', () => {
    const { page, extraction } = runOnHtml('contentex', '<p>one\u0001two \ud800 three</p>')
    expect(contentXml(page, extraction)).toContain('one\ufffdtwo \ufffd three')
  })
})

describe('pages at the edge', () => {
  it('if the filters drop everything, the whole page is shown, with a warning', () => {
    const { text, warnings } = runOnHtml('contentex', '<ul><li><a href=/a>A</a><li><a href=/b>B</a></ul>').extraction
    expect([text, warnings.length]).toEqual(['A\nB', 1])
  })
})
