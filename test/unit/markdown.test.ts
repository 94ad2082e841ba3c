import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputMarkdown } from '../../shared/page/markdown'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT, OUT } from '../../shared/page/output'
import { tagName } from '../../shared/page/page-model'
import { forAll } from '../fixtures/for-all'

const markdownOf = (html: string, without = ''): string => {
  const page = parsePage(html)
  const selected = new Uint8Array(page.count).fill(KEPT)
  for (let n = 0; n < page.count; n++) if (tagName(page, n) === without) selected.fill(OUT, n, page.subtreeEnd[n])
  return outputMarkdown(page, selected)
}

describe('a selection as Markdown', () => {
  it.each([
    [
      'headings and paragraphs',
      '<h1>One</h1><div><h3>Three</h3><p>Text <b>bold</b> <i>it</i></p></div>',
      '# One\n\n### Three\n\nText **bold** *it*',
    ],
    ['lists, one in another', '<ul><li>a<ol start=3><li>b</li></ol></li><li>c</li></ul>', '- a\n  3. b\n- c'],
    [
      'code with its language',
      '<pre><code class="hl language-js">let a\n  b</code></pre><p><code>x</code></p>',
      '```js\nlet a\n  b\n```\n\n`x`',
    ],
    ['links and images', '<p><a href="/a" title=T>A</a> <img src=i.png alt=I></p>', '[A](/a "T") ![I](i.png)'],
    ['a table', '<table><tr><th>a<th>b<tr><td>1<td>2|3</table>', '| a | b    |\n| - | ---- |\n| 1 | 2\\|3 |'],
    [
      'a space between links that stand apart by style alone',
      '<p><span><a href=#s>Share</a><a href=#v>Save</a></span></p>',
      '[Share](#s) [Save](#v)',
    ],
    ['nothing of links that are programs', '<p><a href="javascript:x()">A</a></p>', '[A]()'],
    [
      'nothing of links that bring their own document, in whatever way they are written',
      '<p><a href="data:text/html,<script>x()</script>">A</a> <a href=" DA&#10;TA:Text/HTML;base64,PHA+">B</a> <a href="\u0001java\tscript:x()">C</a></p>',
      '[A]() [B]() [C]()',
    ],
    [
      'images that a page brings itself',
      '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=I></p>',
      '![I](data:image/gif;base64,R0lGODlhAQABAAAAACw=)',
    ],
  ])('has %s', (_name, html, expected) => expect(markdownOf(html)).toBe(expected))

  it('has links around a picture, but no empty links', () =>
    expect(markdownOf('<h1><a href="#8"></a>Chapter 8.</h1><p><a href=/x><img src=i.png alt=I></a><a name=y> </a></p>')).toBe(
      '# Chapter 8.\n\n[![I](i.png)](/x)',
    ))

  it('resolves links on request if the address is known: from the base, else from the page', () => {
    const written = (html: string, url: string | null): string => {
      const page = parsePage(html, { url })
      return outputMarkdown(page, new Uint8Array(page.count).fill(KEPT), true)
    }
    const html = '<p><a href="../b?c#d">B</a> <img src=i.png alt=I></p>'
    expect(written(html, 'https://example.org/x/y/')).toBe('[B](https://example.org/x/b?c#d) ![I](https://example.org/x/y/i.png)')
    expect(written(`<base href=/z/>${html}`, 'https://example.org/x/y/')).toContain('https://example.org/b?c#d')
    expect(written(html, null)).toBe('[B](../b?c#d) ![I](i.png)')
    expect(written(html, 'file:///home/page.html')).toBe('[B](../b?c#d) ![I](i.png)')
  })

  it('does not join words if a word between was dropped', () =>
    expect(markdownOf('<p>one<sup>2</sup>three <b>four</b></p>', 'sup')).toBe('one three **four**'))

  it('separates lines in a table cell, and keeps the characters of formulas', () => {
    expect(markdownOf('<table><tr><td><p>one</p><p>two</p></td><td>three<br>four</td></tr></table>')).toContain('| one two | three')
    expect(markdownOf('<p>so <math><mi>x</mi><mo>=</mo><mn>2</mn></math> holds</p>')).toBe('so x=2 holds')
  })

  it('omits dropped text', () => expect(markdownOf('<nav>Menu</nav><p>Text</p>', 'nav')).toBe('Text'))

  it('can be written for pages that are nested deeper than any stack', () =>
    expect(markdownOf(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`)).toBe('deep'))

  it('is empty if nothing is kept, and contains every kept word', () => {
    const page = parsePage('<p>a</p>')
    expect(outputMarkdown(page, new Uint8Array(page.count))).toBe('')
    forAll(fc.array(fc.tuple(fc.constantFrom('p', 'h2', 'li', 'td', 'blockquote', 'div'), fc.stringMatching(/^[a-z]{1,8}$/))), (blocks) => {
      const markdown = markdownOf(blocks.map(([tag, word]) => `<${tag}>${word}</${tag}>`).join(''))
      for (const [, word] of blocks) expect(markdown).toContain(word)
    })
  })
})
