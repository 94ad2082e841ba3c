import { describe, expect, it } from 'vitest'
import { explainNode } from '../../shared/explain/explain-node'
import { presetValues } from '../../shared/extractors/core/params'
import { extractedText, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { alignPieces } from '../../shared/extractors/peers/alignment'
import { defuddle } from '../../electron/peers/defuddle'
import { MAX_PEER_DEPTH } from '../../shared/extractors/peers/peer-extraction'
import { readability } from '../../electron/peers/readability'
import { wordsElsewhere } from '../../shared/extractors/peers/words-elsewhere'
import { tagName, TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

const paragraph = (n: number): string =>
  `<p>Paragraph ${n} tells, in a fairly long sentence with commas, what happened that day; it <b>goes on</b> for a while, so that nobody doubts, not even a scorer, that this is an article about number ${n}.</p>`
const article = `<html><head><title>A day</title></head><body>
<nav><ul><li><a href="/a">Home</a></li><li><a href="/b">World</a></li><li><a href="/c">Sport</a></li></ul></nav>
<article><h1>A day</h1>${[1, 2, 3, 4, 5, 6].map(paragraph).join('\n')}</article>
<footer class="footer"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer></body></html>`

const unsure = (...texts: string[]) => texts.map((text) => ({ text, node: -1, scope: -1 }))
const textsOf = (html: string) => {
  const page = parsePage(html)
  return { page, keptTexts: (...texts: string[]) => alignPieces(page, unsure(...texts)).kept.map((n) => page.text[n]) }
}

describe.each([readability, defuddle])('the library $id', (extractor) => {
  const params = presetValues(extractor.params, 'default')

  it('keeps the article of a simple page and drops the navigation', () => {
    const page = parsePage(article)
    const result = runExtractor(page, extractor, params)
    for (const n of [1, 2, 3, 4, 5, 6]) expect(result.text).toContain(`about number ${n}.`)
    expect(result.text).toContain('it goes on for a while')
    expect(result.text).not.toMatch(/Sport|Imprint/)
    expect(result.values.unalignedWords).toBe(0)
  })

  it('also runs if all text of the page is hidden, because the library decides about hidden text', () => {
    const hidden = parsePage(article.replace('<body>', '<body style="display: none">'))
    expect(runExtractor(hidden, extractor, params).text).toContain('about number 3.')
    const empty = runExtractor(parsePage('<script>words()</script>'), extractor, params)
    const noText = 'The page has no text. If scripts build the page, load it in rendered mode.'
    expect(empty.warnings).toEqual([expect.stringMatching(/found no article/), noText])
  })

  it('also runs on a page whose text is in its data, and reports the origin of the words', () => {
    const data = JSON.stringify({ '@context': 'https://schema.org', '@type': 'Article', articleBody: paragraph(1).repeat(9) })
    const page = parsePage(`<script type="application/ld+json">${data}</script><body><div id=app></div>`)
    const { extraction } = traceExtractor(page, extractor, params)
    const isRead = extractor === defuddle
    expect(extractedText(extraction).includes('about number 1')).toBe(isRead)
    const sentence = isRead ? /^\d+ of \d+ words of the output are in the page’s JSON-LD data\.$/ : /has no text\. If scripts/
    expect(extraction.warnings.at(-1)).toMatch(sentence)
    const frames = parsePage(`<frameset><frame src=a><noframes><body>${paragraph(1).repeat(9)}</body></noframes></frameset>`)
    const given = traceExtractor(frames, extractor, params).extraction
    expect(given.text + given.warnings.join(' ')).not.toMatch(/failed|wrote or changed/)
  })

  it.each(['', '<p>A drawing of the unbuilt northern aqueduct</p>'])('reports words of attributes as such, beside “%s”', (text) => {
    const figure = '<figure><img src="a.png" alt="A drawing of the unbuilt northern aqueduct" width=600 height=400></figure>'
    const [before, behind] = ['123', '456'].map((numbers) => [...numbers].map((n) => paragraph(Number(n))).join(''))
    const page = parsePage(`<article><h1>A day</h1>${before}${text}${figure}${behind}</article>`)
    const { extraction } = traceExtractor(page, extractor, params)
    const inAttributes = /^7 of \d+ words of the output are in attributes, such as the alternative texts of images\.$/
    expect(extractedText(extraction).split('aqueduct')).toHaveLength((text === '' ? 1 : 2) + (extractor === defuddle ? 1 : 0))
    expect(extraction.values.unalignedWords).toBe(0)
    expect(extraction.warnings).toEqual(extractor === defuddle ? [expect.stringMatching(inAttributes)] : [])
  })

  it('reports words of a shadow root, even if the page contains the same words', () => {
    const inRoot = [1, 2, 3].map((n) => `<p>The mayor spoke about the bridge and the council met on day ${n}.</p>`.repeat(4)).join('')
    const outside = '<p>The council met on day 1, and 2, and 3. The mayor spoke about the bridge.</p>'
    const page = parsePage(`<body><x-a><template shadowrootmode=open>${inRoot}</template></x-a>${outside}`)
    const { extraction } = traceExtractor(page, extractor, params)
    expect(extraction.warnings.join()).not.toMatch(/another order/)
    if (extractor === defuddle) expect(extraction.warnings.join()).toMatch(/^156 of \d+ words of the output are in shadow roots/)
    // The alignment ignores texts of the shadow root, so no rule states that such a text is missing in the output.
    const inside = page.text.findIndex((own) => own?.includes('on day 3'))
    const run = { ...traceExtractor(page, extractor, params), rules: extractor.rules }
    expect(explainNode(page, run, inside).decisive?.rule).not.toBe('not-in-output')
  })

  it('gives a warning instead of a stack overflow on a page nested 100,000 deep', () => {
    const page = parsePage('<div>'.repeat(100_000) + 'deep')
    const result = runExtractor(page, extractor, params)
    expect(result.text).toBe('')
    expect(result.warnings[0]).toMatch(/nested 100,00\d levels deep/)
  })

  it('ends on a page with the largest accepted depth', () => {
    const page = parsePage('<div>'.repeat(MAX_PEER_DEPTH - 3) + paragraph(1).repeat(5))
    expect(() => runExtractor(page, extractor, params)).not.toThrow()
  })
})

describe('the alignment of an output with the page', () => {
  it('selects the repeated text between the surrounding unique texts', () => {
    const page = parsePage('<p>Share</p><p>First unique</p><p>Share</p><p>Last unique</p><p>Share</p>')
    const { kept } = alignPieces(page, unsure('First unique', 'Share', 'Last unique'))
    const all = [...Array(page.count).keys()].filter((n) => page.kind[n] === TEXT)
    expect(kept).toEqual([all[1], all[2], all[3]])
  })

  it('selects the heading before its paragraph, not the equal link of a list of contents', () => {
    const contents = '<a>One</a><a>2. Two</a><h2>One</h2>♦<p>Second unique</p><h2>2. <b>Two</b></h2>'
    const page = parsePage(`<p>First unique</p>${contents}<p>Last unique</p><a>2. Two</a>`)
    const { kept } = alignPieces(page, unsure('First unique', ' ', 'One', ' ', 'Second unique', ' ', '2. Two', ' ', 'Last unique'))
    expect(kept.map((n) => tagName(page, page.parent[n] ?? -1))).toEqual(['p', 'h2', 'p', 'h2', 'b', 'p'])
  })

  it('includes punctuation in separate nodes if the output has it at this position', () => {
    const code = '<pre><b>class</b> <i>Model</i><s>(</s><u>Base</u><s>):</s></pre><p>(<b>Next</b></p>'
    expect(textsOf(code).keptTexts('class Model(Base):')).toEqual(['class', 'Model', 'Base', '(', '):'])
    expect(textsOf('<p>up <b>12</b><i>%</i><i>!</i></p>').keptTexts('up 12%')).toEqual(['up ', '12', '%'])
  })

  it('ends on letters outside the basic plane, and on a hundred thousand punctuation marks', () => {
    expect(textsOf('<p>𠮷𠮷</p><p>!</p>').keptTexts('𠮷𠮷!')).toEqual(['𠮷𠮷', '!'])
    const signs = '-'.repeat(100_000)
    expect(textsOf(`<p>${signs}a${signs}</p>`).keptTexts(`${signs}a${signs}`)).toHaveLength(1)
  })

  it('separates words that the output repeats from words that are not on the page', () => {
    const page = parsePage('<p>Join us here</p><p>Share</p>')
    const counts = ({ words, missingWords, repeatedWords }: ReturnType<typeof alignPieces>) => [words, missingWords, repeatedWords]
    expect(counts(alignPieces(page, unsure('Join us here', 'Join us here', 'Share', 'Made up')))).toEqual([9, 2, 3])
  })

  it('names the page’s title as the place of its words, not an attribute that repeats the title', () => {
    const page = parsePage('<title>A day at the harbour</title><meta property=og:title content="A day at the harbour"><p>Words')
    const { unfound } = alignPieces(page, unsure('A day at the harbour'))
    expect([...wordsElsewhere(page, unfound).keys()]).toEqual(['the page’s title'])
  })

  it.each([
    ['<script type="math/tex">e = mc^2</script>', 'e = mc^2', 'formulas in scripts, which a browser does not show'],
    [
      '<div><!--$?--><template id="B:0"></template><p>Loading all</p><!--/$--></div><div hidden id="S:0">Done</div><script>$RC("B:0","S:0")</script>',
      'Loading all',
      'the source HTML before streamed content is moved',
    ],
  ])('names the place of words that a browser replaces or never shows: %s', (markup, words, place) => {
    const page = parsePage(`<p>Some words</p>${markup}`)
    expect([...wordsElsewhere(page, alignPieces(page, unsure(words)).unfound).keys()]).toEqual([place])
  })

  it('finds nodes that the library joined', () => {
    expect(textsOf('<p>one two <b>three four</b> five six</p>').keptTexts('one two three four five six')).toEqual([
      'one two ',
      'three four',
      ' five six',
    ])
  })

  it('uses the longer of two neighbours with the same beginning if a joined text contains only the longer text', () => {
    const { keptTexts } = textsOf('<p><b>55k</b><i>24</i><b>24 gold badges</b><i>97</i><b>97 silver badges</b></p>')
    expect(keptTexts('55k24 gold badges97 silver badges')).toEqual(['55k', '24 gold badges', '97 silver badges'])
    expect(keptTexts('55k2424 gold badges9797 silver badges')).toHaveLength(5)
    const table = textsOf('<table><tr><td>2<td>22<td>Joey<tr><td>4<td>44<td>Bubba</table>')
    expect(table.keptTexts('2 22 Joey 4 44 Bubba')).toEqual(['2', '22', 'Joey', '4', '44', 'Bubba'])
  })

  it('finds no lines in the source text of an iframe, which a browser does not show', () => {
    // The iframe has no end tag, so the rest of the page is text of the iframe.
    const lines = ['The harbour and its mills', 'A caption of the data', 'The council agreed on the plan']
    const { keptTexts } = textsOf(`<p>${lines[0]}</p><p>${lines[2]}</p><noscript><iframe></noscript><script>${lines.join('\n')}</script>`)
    expect(keptTexts(...lines)).toEqual([lines[0], lines[2]])
    expect(textsOf('<p>words</p><iframe>No frames here</iframe>').keptTexts('No frames here')).toEqual(['No frames here'])
  })

  it('treats all kinds of white space equally', () => expect(textsOf('<p>a&nbsp;b\n c</p>').keptTexts(' a b c ')).toEqual(['a\u00a0b\n c']))

  it('counts only words that the page does not contain as missing on the page', () => {
    const counts = (html: string, ...texts: string[]) => {
      const { words, missingWords, movedWords } = alignPieces(parsePage(html), unsure(...texts))
      return { words, missingWords, movedWords }
    }
    expect(counts('<p>here</p>', 'here', 'invented words here')).toEqual({ words: 4, missingWords: 2, movedWords: 1 })
    expect(counts('<p>one two three</p><p>four</p>', 'three one two')).toEqual({ words: 3, missingWords: 0, movedWords: 3 })
  })
})

describe('the lines of one text node in an output', () => {
  const letter = ['From: Own Writer', 'Dear all,', 'yes', 'the second line says more than twenty letters.', 'yes', 'Own Writer']

  it.each([2, 3, 5, 10, 200])('are all found again, with %i lines', (count) => {
    const lines = Array.from({ length: count }, (_, i) => `${i % 3 === 0 ? 'Re' : `Line ${i} of the message`} ${i % 5}`)
    const page = parsePage(`<h1>Archive</h1><pre>${lines.join('\n')}</pre><p>Next</p>`)
    const { kept, missingWords, repeatedWords, movedWords } = alignPieces(page, unsure(...lines))
    expect(kept.map((n) => tagName(page, page.parent[n] ?? -1))).toEqual(['pre'])
    expect([missingWords, repeatedWords, movedWords]).toEqual([0, 0, 0])
  })

  it.each(['pre', 'div style="white-space: pre-line"', 'textarea-like', 'xmp'])(
    'are found in a %s, even if a line occurs a second time',
    (tag) => {
      const { keptTexts } = textsOf(`<b>Own Writer</b> <i>yes</i><${tag}>${letter.join('\n')}</${tag.split(' ')[0] ?? ''}>`)
      expect(keptTexts(...letter)).toEqual([letter.join('\n')])
    },
  )

  it('are found around an inline element, and around an omitted inline element', () => {
    const html = '<pre>first line\nthe second <b>bold</b> one\nthird line\nfourth</pre><p>fourth</p>'
    const { keptTexts } = textsOf(html)
    expect(keptTexts('first line', 'the second bold one', 'third line', 'fourth')).toHaveLength(3)
    expect(keptTexts('first line', 'fourth')[0]).toContain('first line')
  })

  it('are found in scripts without spaces between words', () => {
    const lines = ['吾輩は猫である。', '名前はまだ無い。', 'どこで生れたかとんと見当がつかぬ。']
    const page = parsePage(`<pre>${lines.join('\n')}</pre>`)
    expect(alignPieces(page, unsure(...lines))).toMatchObject({ kept: [page.count - 1], missingWords: 0, movedWords: 0 })
  })

  it('do not use a whole node with the same words', () => {
    const { keptTexts } = textsOf('<p>Save this event: A long title of an event</p><h3>A long title of an event</h3><p>Monday</p>')
    expect(keptTexts('A long title of an event', 'Monday')).toEqual(['A long title of an event', 'Monday'])
  })
})
