import { describe, expect, it } from 'vitest'
import { KEPT, OUT, PATH } from '../../shared/extractors/core/extractor'
import { nodeAtOutput, outputHtml, outputText } from '../../shared/page/output'
import { TEXT, tagName, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

/** Everything below body kept, but what the predicate drops with its subtree. */
function selection(page: PageModel, drop: (node: number) => boolean = () => false): Uint8Array {
  const selected = new Uint8Array(page.count)
  selected.fill(KEPT, page.body, page.subtreeEnd[page.body])
  for (let n = page.body; n < page.count; n++) if (drop(n)) selected.fill(OUT, n, page.subtreeEnd[n])
  selected[page.body] = PATH
  return selected
}

function text(html: string, dropTag = ''): string {
  const page = parsePage(html)
  return outputText(
    page,
    selection(page, (n) => tagName(page, n) === dropTag),
  ).text
}

describe('the text of a selection', () => {
  it('has one line a block, however the blocks are nested', () => {
    expect(text('<h1>Title</h1><div><p>One</p><section><p>Two</p></section></div>three')).toBe('Title\nOne\nTwo\nthree')
  })

  it('joins inline text with the white space of the source: none where there is none', () => {
    expect(text('<p>Hello <b>bold</b> <i>world</i>, un<b>der</b>line</p>')).toBe('Hello bold world, underline')
    expect(text('<p>a\n   b\t c</p>')).toBe('a b c')
  })

  it('never glues words of different blocks', () => {
    expect(text('<div>one</div><div>two</div>')).toBe('one\ntwo')
    expect(text('one<div>two</div>three')).toBe('one\ntwo\nthree')
    expect(text('<ul><li>one</li><li>two</li></ul>')).toBe('one\ntwo')
    expect(text('<dl><dt>one<dd>two</dl>')).toBe('one\ntwo')
    expect(text('one<hr>two')).toBe('one\ntwo')
    expect(text('<article>one</article><my-element>two</my-element>')).toBe('one\ntwo')
  })

  it('never glues words around something that was dropped', () => {
    expect(text('<p>one<b>dropped</b>two</p>', 'b')).toBe('one two')
    expect(text('<div>one<div>two</div>three</div>', 'p')).toBe('one\ntwo\nthree')
    const page = parsePage('<p>one<!-- -->gone<!-- -->two')
    const selected = selection(page)
    selected[page.count - 2] = OUT
    expect(outputText(page, selected).text).toBe('one two')
  })

  it('br breaks a line, wbr does not', () => {
    expect(text('<p>one<br>two<br><br>three<wbr>four</p>')).toBe('one\ntwo\nthreefour')
  })

  it('cells of a row are apart by a tab, rows by a line break', () => {
    expect(text('<table><tr><th>Name</th><th>Age</th></tr><tr><td>Ann</td><td>7</td></tr></table>')).toBe('Name\tAge\nAnn\t7')
    expect(text('<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>').split(/\s+/)).toEqual(['a', 'b'])
  })

  it('preformatted text keeps its lines and indentation', () => {
    expect(text('<p>see</p><pre>\nif (x) {\n  y()\n}\n</pre><p>end</p>')).toBe('see\nif (x) {\n  y()\n}\nend')
    expect(text('<pre>a\r\nb</pre>')).toBe('a\nb')
  })

  it('is empty where nothing is kept, and for a page without a body', () => {
    const page = parsePage('<p>x')
    expect(outputText(page, new Uint8Array(page.count)).text).toBe('')
    const frames = parsePage('<frameset></frameset>')
    expect(outputText(frames, new Uint8Array(frames.count)).text).toBe('')
  })

  it('tells of each character which text node it came from', () => {
    const page = parsePage('<h1> Title </h1><p>One <b>two</b>\n three</p><pre>\n a\n</pre>')
    const { text: written, spans } = outputText(page, selection(page))
    for (let i = 0; i < spans.length; i += 3) {
      const [start = 0, end = 0, node = 0] = spans.subarray(i, i + 3)
      expect(page.kind[node]).toBe(TEXT)
      expect((page.text[node] ?? '').replace(/\s+/g, ' ')).toContain(written.slice(start, end).replace(/\s+/g, ' '))
      expect(nodeAtOutput(spans, start)).toBe(node)
    }
    expect(nodeAtOutput(spans, 'Title'.length)).toBe(-1)
    expect(nodeAtOutput(spans, 10_000)).toBe(-1)
  })

  it('a page that is nested 100,000 deep is written', () => {
    expect(text(`${'<div>'.repeat(100_000)}x`)).toBe('x')
    expect(text(`${'<b>'.repeat(50_000)}x`)).toBe('x')
  })
})

describe('the HTML of a selection', () => {
  it('holds the kept subtrees inside their ancestors, without handlers and script links', () => {
    const page = parsePage('<div id=a onclick=x()><p>keep &lt; <a href="javascript:x()">l</a><br></p><p>drop</p></div>')
    let seen = 0
    const selected = selection(page, (n) => tagName(page, n) === 'p' && ++seen === 2)
    expect(outputHtml(page, selected)).toBe('<div id="a"><p>keep &lt; <a>l</a><br></p></div>')
  })
})
