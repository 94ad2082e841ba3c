import { describe, expect, it } from 'vitest'
import { KEPT, OUT, PATH, nodeAtOutput, outputHtml, outputText } from '../../shared/page/output'
import { TEXT, tagName, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

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
  it('has one line per block, at any depth', () =>
    expect(text('<h1>Title</h1><div><p>One</p><section><p>Two</p></section></div>three')).toBe('Title\nOne\nTwo\nthree'))

  it('joins inline text with the white space of the source, and without space if the source has none', () => {
    expect(text('<p>Hello <b>bold</b> <i>world</i>, un<b>der</b>line</p>')).toBe('Hello bold world, underline')
    expect(text('<p>a\n   b\t c</p>')).toBe('a b c')
  })

  it('never joins words of different blocks', () => {
    expect([text('<div>one</div><div>two</div>'), text('one<div>two</div>three')]).toEqual(['one\ntwo', 'one\ntwo\nthree'])
    expect([text('<ul><li>one</li><li>two</li></ul>'), text('<dl><dt>one<dd>two</dl>')]).toEqual(['one\ntwo', 'one\ntwo'])
    expect([text('one<hr>two'), text('<article>one</article><my-element>two</my-element>')]).toEqual(['one\ntwo', 'one\ntwo'])
  })

  it('never joins words around dropped content', () => {
    expect(text('<p>one<b>dropped</b>two</p>', 'b')).toBe('one two')
    expect(text('<div>one<div>two</div>three</div>', 'p')).toBe('one\ntwo\nthree')
    const page = parsePage('<p>one<!-- -->gone<!-- -->two')
    const selected = selection(page)
    selected[page.count - 2] = OUT
    expect(outputText(page, selected).text).toBe('one two')
  })

  it('dropped white space becomes a space between two kept texts', () => {
    const page = parsePage('<p><a>Akhlaq</a>\n<a>aliran sesat</a></p>')
    const selected = selection(page)
    for (let n = 0; n < page.count; n++) if (page.text[n] === '\n') selected[n] = OUT
    expect([outputText(page, selected).text, text('<p>one<b> </b>two</p>', 'b')]).toEqual(['Akhlaq aliran sesat', 'one two'])
    expect(text('<p>one<b></b>two</p>', 'b')).toBe('onetwo')
  })

  it('an option is a line', () => {
    expect(text('<select><option>Alpha One</option><option>Beta Two</option></select>')).toBe('Alpha One\nBeta Two')
    expect(text('<p>Sort by<select><optgroup label=x><option>Date</optgroup><option>Name</select>now')).toBe('Sort by\nDate\nName\nnow')
  })

  it('kept and dropped replaced elements separate words if they are visible', () => {
    expect(text('<p>one<img src=x>two<input>three<button>four</button>five<svg></svg>six')).toBe('one two three four five six')
    expect(text('<p>See <svg><defs><linearGradient/></defs><g><path d="M0 0"/></g></svg> the map')).toBe('See the map')
    expect([text('<p>one<img src=x>two', 'img'), text('<p>one<textarea>two</textarea>three')]).toEqual(['one two', 'one two three'])
    expect([text('<p>o<input type=hidden>ne<img hidden>two'), text('<p>so<wbr>me<math>x</math>')]).toEqual(['onetwo', 'somex'])
  })

  it('invisible inline elements do not separate the words or letters around them', () => {
    expect(text('<p>Price: <meta itemprop=currency content=USD>$5<link itemprop=x href=#> only</p>')).toBe('Price: $5 only')
    expect(text('<p>so<script>x()</script>me <b>words</b></p>', 'script')).toBe('some words')
    expect(text('<p>one</p><script>x()</script><p>two</p>', 'script')).toBe('one\ntwo')
  })

  it('adjacent elements of a list of links are separate words, with any separation on the screen', () => {
    expect(text('<span class=share><a>Share</a><a>Save</a><span><a>Print</a></span></span>')).toBe('Share Save Print')
    expect(text('<nav><b>Larder</b><a>Docs</a><a>Community</a><span>v3.2</span></nav>')).toBe('Larder Docs Community v3.2')
    expect(text('<nav>Page <a>1</a><a>2</a><a>next</a></nav>')).toBe('Page 1 2 next')
    expect(text('<div>A long paragraph of text.<p>x</p><a>Home</a><a>News</a><p>And another one.</p></div>')).toBe(
      'A long paragraph of text.\nx\nHome News\nAnd another one.',
    )
    expect(text('<p><a>Home</a> | <a>News</a><a>Sport</a><script>var x = 1</script>', 'script')).toBe('Home | News Sport')
  })

  it('links in a sentence, elements inside a link, and punctuation beside a link have the spaces of the source', () => {
    expect(text('<p>Read more in the <a>Anti</a><a>body</a> article')).toBe('Read more in the Antibody article')
    expect(text('<p>As was shown<sup><a>[1]</a></sup><sup><a>[2]</a></sup>')).toBe('As was shown[1][2]')
    expect(text('<p><a><b>An</b><i>ti</i></a>')).toBe('Anti')
    expect(text('<h2><a>Usage</a><a>¶</a></h2><p><a>One</a><span>, </span><a>two</a>')).toBe('Usage¶\nOne, two')
  })

  it('with a layout, texts in separate boxes are separate words', () => {
    const apartBy = (left: number, top: number): string => {
      const page = parsePage('<p><span>one</span><b>two</b></p>')
      const boxes = new Float32Array(page.count * 4).fill(Number.NaN)
      for (let n = 0; n < page.count; n++) {
        if (tagName(page, n) === 'span') boxes.set([10, 100, 30, 20], n * 4)
        if (tagName(page, n) === 'b') boxes.set([left, top, 30, 20], n * 4)
      }
      const layout = { flags: new Uint8Array(page.count).fill(3), boxes, styles: null, viewport: { width: 100, height: 100 } }
      return outputText({ ...page, layout }, selection(page)).text
    }
    expect([apartBy(40, 100), apartBy(40, 94), apartBy(48, 100)]).toEqual(['onetwo', 'onetwo', 'one two'])
    expect(apartBy(10, 120)).toBe('one two')
  })

  it('br breaks a line, wbr does not', () => expect(text('<p>one<br>two<br><br>three<wbr>four</p>')).toBe('one\ntwo\nthreefour'))

  it('cells of a row are separated by a tab, rows by a line break', () => {
    expect(text('<table><tr><th>Name</th><th>Age</th></tr><tr><td>Ann</td><td>7</td></tr></table>')).toBe('Name\tAge\nAnn\t7')
    expect(text('<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>').split(/\s+/)).toEqual(['a', 'b'])
  })

  it('preformatted text keeps its lines and indentation', () => {
    expect(text('<p>see</p><pre>\nif (x) {\n  y()\n}\n</pre><p>end</p>')).toBe('see\nif (x) {\n  y()\n}\nend')
    expect(text('<pre>a\r\nb</pre>')).toBe('a\nb')
  })

  it('is empty if nothing is kept, and for a page without a body', () => {
    const page = parsePage('<p>x')
    expect(outputText(page, new Uint8Array(page.count)).text).toBe('')
    const frames = parsePage('<frameset></frameset>')
    expect(outputText(frames, new Uint8Array(frames.count)).text).toBe('')
  })

  it('maps each character to its text node', () => {
    const page = parsePage('<h1> Title </h1><p>One <b>two</b>\n three</p><pre>\n a\n</pre>')
    const { text: written, spans } = outputText(page, selection(page))
    for (let i = 0; i < spans.length; i += 3) {
      const [start = 0, end = 0, node = 0] = spans.subarray(i, i + 3)
      expect(page.kind[node]).toBe(TEXT)
      expect((page.text[node] ?? '').replace(/\s+/g, ' ')).toContain(written.slice(start, end).replace(/\s+/g, ' '))
      expect(nodeAtOutput(spans, start)).toBe(node)
    }
    expect([nodeAtOutput(spans, 'Title'.length), nodeAtOutput(spans, 10_000)]).toEqual([-1, -1])
  })

  it('a page that is nested 100,000 deep is written', () => {
    expect([text(`${'<div>'.repeat(100_000)}x`), text(`${'<b>'.repeat(50_000)}x`)]).toEqual(['x', 'x'])
  })
})

describe('the HTML of a selection', () => {
  it('contains the kept subtrees inside their ancestors, without handlers and script links', () => {
    const page = parsePage('<div id=a onclick=x()><p>keep &lt; <a href="javascript:x()">l</a><br></p><p>drop</p></div>')
    let seen = 0
    const selected = selection(page, (n) => tagName(page, n) === 'p' && ++seen === 2)
    expect(outputHtml(page, selected)).toBe('<div id="a"><p>keep &lt; <a>l</a><br></p></div>')
  })

  it('removes `data:` links, which contain a document, but keeps `data:` images', () => {
    const page = parsePage(
      '<p><a href="data:text/html,x">a</a><a href=" data: application/xhtml+xml,x">b</a><a href="vbscript:x">c</a><img src="data:image/svg+xml,x"></p>',
    )
    const selected = selection(page, () => false)
    expect(outputHtml(page, selected)).toBe('<p><a>a</a><a>b</a><a>c</a><img src="data:image/svg+xml,x"></p>')
  })
})
