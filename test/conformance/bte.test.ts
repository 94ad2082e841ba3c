import { describe, expect, it } from 'vitest'
import { runOnHtml } from './run-on-html'

// body p one two /p ul li a x /a /li /ul p three four five six seven /p p eight nine ten /p /body
//  0   1  2   3  4  5  6 7 8 9  10  11 12  13 …           17    18 19  20 …       22 23  24
const PAGE = '<body><p id=a>one two</p><ul><li><a>x</a></li></ul><p id=b>three four five six seven</p><p id=c>eight nine ten</p></body>'

describe('the run of tokens with the largest sum (word +1, tag −1)', () => {
  const result = runOnHtml('bte', PAGE)

  it('is from "three" to "ten": 5 − 2 + 3 = 6', () => {
    // The tokens "one two /p ul li a" before "x" have the sum 2 − 4 = −2, so the best run does not begin at "one".
    expect(result.extraction.values).toEqual({ start: 13, end: 23, sum: 6 })
    expect(result.extraction.text).toBe('three four five six seven\neight nine ten')
  })

  it('counts words and tags per node', () => {
    expect(['b', 'ul', 'body'].map((name) => result.measures(name, 'words', 'tags').join('/'))).toEqual(['5/2', '1/6', '11/14'])
  })

  it('has the minimum of its running sum where the run begins', () => {
    // Sum before p#b: 3 words − 9 tags = −6. The start tag of p#b gives the minimum −7. Sum before p#c: −7 + 5 words − 1 end tag = −3.
    // Sum before p#a: −1 for body.
    expect(result.measureEach(['b', 'a', 'c'], 'sum')).toEqual([-6, -1, -6 - 1 + 5 - 1])
  })

  it('is the first run on ties', () => expect(runOnHtml('bte', '<p>a b</p><hr><p>c d</p>').extraction.text).toBe('a b'))

  it('counts omitted end tags, because it reads the tree', () => {
    const written = runOnHtml('bte', '<ul><li>a b c</li><li>d e f</li></ul>').extraction.values
    expect(runOnHtml('bte', '<ul><li>a b c<li>d e f</ul>').extraction.values).toEqual(written)
  })

  it('counts an empty element as two tags, or as the written tag', () => {
    // "a b <br> c d": the sum is 2 − 2 + 2 = 2 if br counts as two tags, and 2 − 1 + 2 = 3 if br counts as one tag.
    expect(runOnHtml('bte', '<p>a b<br>c d</p>').extraction.values.sum).toBe(2)
    expect(runOnHtml('bte', '<p>a b<br>c d</p>', { params: { voidTags: 1 } }).extraction.values.sum).toBe(3)
  })

  it('counts a Japanese sentence as one word, or each of its characters as a word', () => {
    const html = '<p>one two</p><div><div><p>日本語の文章です。</p></div></div>'
    expect(runOnHtml('bte', html).extraction.text).toBe('one two')
    expect(runOnHtml('bte', html, { params: { words: 'unicode' } }).extraction.text).toBe('日本語の文章です。')
  })

  it('keeps a dash between two kept words, and drops a dash outside the run', () => {
    const html = '<body>·<p>a b c <b>d</b> – <b>e</b> f g h</p>·</body>'
    expect(runOnHtml('bte', html, { params: { words: 'unicode' } }).extraction.text).toBe('a b c d – e f g h')
  })

  it('has a decision per text, with the text’s position and the nearer end of the run', () =>
    expect(result.decisions.map(({ value, limit }) => `${value} of ${limit}`)).toEqual(['2 of 13', '8 of 13', '13 of 13', '20 of 23']))
})
