import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attribute, children, ELEMENT, TEXT, tagName, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { viewHtml } from '../../shared/page/view-html'
import { viewRules } from '../../shared/page/view-rules'

const HIDDEN = new Set(['script', 'template', 'noembed', 'noframes', 'noscript', 'iframe'])

const ADDRESSES = ['a.png', 'b.png', 's.css', 'c.png', 'x/d.png', 'x.svg'].map((name) => `https://evil.example/${name}`)
const OWN = ['a.css', 'a.png', 'b.css', 'b.png', 'b/f.html', 'b/inner/i.png'].map((name) => `https://example.org/${name}`)
const KEPT = { resources: '/view/p/r/', frames: '/view/p/f/', addresses: new Set([...ADDRESSES, ...OWN]), folder: null }
const withoutRules = (out: string): string => out.replace(`<style>${viewRules(true)}</style>`, '')
const withoutKept = (out: string): string => out.replace(/\/view\/p\/[rf]\/[\w%.~!*'()-]+/g, 'kept')
const kept = (url: string): string => `/view/p/r/${encodeURIComponent(url)}`
const expectWords = (out: string, ...words: string[]): void => words.forEach((text) => expect(out).toContain(text))

const view = (html: string, styled = false, url: string | null = 'https://example.org/a/b.html?q#f'): string =>
  viewHtml(parsePage(html, { url }), { kept: styled ? KEPT : null })

const textsIn = (page: PageModel, n: number): string[] =>
  children(page, n).flatMap((c) => (page.kind[c] === TEXT ? [page.text[c] ?? ''] : []))

function byId(page: PageModel): Map<string, { tag: string; texts: string[] }> {
  const found = new Map<string, { tag: string; texts: string[] }>()
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== ELEMENT) continue
    const id = attribute(page, n, 'data-bs-id')
    if (id !== null) found.set(id, { tag: tagName(page, n), texts: textsIn(page, n) })
  }
  return found
}

function expectSameTree(html: string): void {
  const model = parsePage(html, { url: 'https://example.org/' })
  const shown = byId(parsePage(viewHtml(model, { kept: KEPT })))
  for (let n = 0; n < model.count; n++) {
    if (model.kind[n] !== ELEMENT) continue
    const tag = tagName(model, n)
    const found = shown.get(String(n))
    if (found === undefined) {
      let inside = false
      for (let p = model.parent[n] ?? -1; p >= 0; p = model.parent[p] ?? -1) inside ||= HIDDEN.has(tagName(model, p))
      expect(inside, `<${tag}> ${n} of ${html}`).toBe(true)
      continue
    }
    if (HIDDEN.has(tag)) continue
    expect(found.texts, `texts of <${tag}> ${n} of ${html}`).toEqual(textsIn(model, n))
  }
}

describe('the page view has the same tree as the model', () => {
  it.each([
    ['a plain page', '<!doctype html><html lang=en><head><title>T &amp; t</title></head><body><p>One <b>two</b> three</p></body></html>'],
    ['texts that only a comment separates', '<p>one<!-- x -->two<!-- y -->three</p>'],
    ['preformatted text that begins with a line break', '<pre>\n\nfirst\nsecond</pre><textarea>\n\nx</textarea><listing>\n\ny</listing>'],
    ['a carriage return written as an entity', '<p>a&#13;b</p>'],
    ['entities and no-break spaces', '<p>&lt;b&gt; &amp;amp; a&nbsp;b &copy;</p>'],
    ['broken nesting', '<p><b>1<i>2</b>3</i><div>4</p>5'],
    ['a table with stray text', '<table>stray<tr><td>a<td>b<tr><th>c</table>after'],
    ['nested links', '<a href=1>x<table><tr><td><a href=2>y</a></table></a>'],
    ['a drawing', '<svg viewBox="0 0 1 1"><title>t</title><foreignObject><p>x<br>y</p></foreignObject></svg>'],
    ['a formula', '<math><mi>x</mi></math>'],
    ['a style sheet with comments and escapes', '<style>a>b{content:"<!-- \\</x>"}</style><p>x'],
    ['lists without end tags', '<ul><li>a<li>b<ul><li>c</ul></ul>'],
    ['old elements', '<xmp><b>x</b></xmp><center><font color=red>y</font></center><marquee onstart=x()>z</marquee>'],
    ['custom elements', '<my-card title="x"><slot name="a">y</slot></my-card>'],
    ['select and options', '<select><option>a<option selected>b</select>'],
    ['ruby', '<ruby>漢<rt>kan</rt></ruby>'],
    ['a style sheet that would end if a comment were taken out of it', '<style>p{}<<!--/style><h1>y</h1><style></style><p>x'],
    ['text elements of HTML in drawings and formulas', '<svg><xmp>a</xmp><text>b</text></svg><math><plaintext><mi>c</mi></math>'],
  ])('%s', (_name, html) => expectSameTree(html))

  it('keeps the doctype, and thus standards or quirks mode', () => {
    const strict = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
    expect(view('<!doctype html><p>x')).toMatch(/^<!doctype html>/)
    expect(view('<p>x')).toMatch(/^<html/)
    expect(view(`${strict}<p>x`)).toMatch(/^<!DOCTYPE html PUBLIC/)
  })

  it('keeps the doctype after comments, because without a doctype the page would have another mode', () => {
    const declared = '<!--> <!---><?xml version="1.0"?>\n<!-- c --!>'
    const before = ['<!-- one --><!-- two -->', '<!-- a > b -->', declared, `<!--${'-'.repeat(9_000)}-->`]
    for (const comments of before) expect(view(`${comments}<!doctype html><p>x`), comments.slice(0, 40)).toMatch(/^<!doctype html>/)
    expect(view('<!-- <!doctype html> --><p>x')).toMatch(/^<html/)
    expect(view(`${'<!-- '.repeat(3_000)}<!doctype html>`)).toMatch(/^<html/)
  })

  it('a form in a form, which a parser would ignore, is kept with its content', () => {
    const out = view('<form id=a><div>first</form><form id=b>Search</form> after</div>')
    expect(out).toMatch(/<form[^>]*><div[^>]*>first<bs-form data-bs-id="\d+" id="b">Search<\/bs-form> after<\/div><\/form>/)
  })

  it('quickly writes a page that is nested 100,000 deep', () => {
    const out = viewHtml(parsePage(`${'<div>'.repeat(100_000)}x`), { kept: null })
    expect(out).toContain('data-bs-id="100000"')
    expect(out.match(/<\/div>/g)?.length).toBe(100_000)
  })

  it('a page cannot forge node ids', () =>
    expect(view('<p data-bs-id="0" DATA-BS-ID="7">x')).not.toMatch(/data-bs-id="7"|<p[^>]*data-bs-id="0"/))
})

describe('the page view is harmless', () => {
  const hostile = `<!doctype html><html onclick=a() manifest=x><head><base href="https://evil.example/x/" target=_top>
    <meta http-equiv=refresh content="0;url=https://evil.example/">
    <script>alert(1)</script><link rel=preload href=/p><link rel=stylesheet href=/s.css><link rel="dns-prefetch" href="//evil.example"></head>
    <body onload="alert(2)" background="/bg.png"><img src=/a.png srcset="/b.png 2x" onerror=alert(3)><img src="data:image/gif;base64,R0lGOD">
    <a href="javascript:alert(4)" ping=/ping download target=_blank>l</a><a href="  java&#10;script:alert(5)">m</a>
    <form action=/steal method=post><input name=getAttribute id=attributes autofocus><button formaction="javascript:alert(6)">b</button></form>
    <iframe src=https://evil.example srcdoc="<script>alert(7)</script>">text</iframe><object data=/o.swf><embed src=/e.swf></object>
    <svg><script>alert(8)</script><a xlink:href="javascript:alert(9)"><text>t</text></a><use href="https://evil.example/x.svg#a"/>
      <set attributeName=href to="javascript:alert(10)"/></svg>
    <math><maction actiontype="statusline" xlink:href="javascript:alert(11)">x</maction></math>
    <video src=/v.mp4 autoplay poster=/p.png></video><template shadowrootmode=open><script>alert(12)</script></template>
    <noscript><img src=/pixel.png></noscript><style>p{background:url(/c.png)}</style><p style="background:url('d.png')">x</p>
    <details ontoggle=alert(13) open>y</details><isindex action=/q><frame src=/f></body></html>`

  it('has no script, handler, refresh, action, frame source, popup or download', () => {
    for (const styled of [false, true]) {
      const out = view(hostile, styled)
      expect(out).not.toMatch(/<script|\son[a-z]+\s*=|script:/i)
      expect(out).not.toMatch(/refresh|srcdoc|formaction|\saction=|\starget=|\sping=|\sdownload|autofocus|autoplay|manifest=/i)
      // The content of a rendered shadow root is as harmless as all other contents.
      expect(out.replaceAll(' shadowrootmode="open">', '>')).not.toMatch(/shadowroot/i)
      expect(out).not.toMatch(/<(?:object|embed)[^>]*\s(?:src|data)=|<i?frame[^>]*\ssrc="(?!\/view\/p\/f\/)|attributeName="href"/i)
      expect(out).not.toMatch(/\sname="getAttribute"|\sid="attributes"|rel="(?:preload|dns-prefetch)"/)
    }
  })

  it('hides its address: the page’s referrer policy is replaced by our own, first in the head', () => {
    const out = view(
      '<head><meta name=referrer content=unsafe-url><meta content=always name=" Referrer "><link rel=stylesheet referrerpolicy=unsafe-url href=/a.css>' +
        '<style>p{}</style></head><img referrerPolicy=unsafe-url src=/a.png><svg><image referrerpolicy=origin href=/b.png /></svg><a referrerpolicy=unsafe-url href=/c>',
      true,
    )
    expect(out).not.toMatch(/referrerpolicy|unsafe-url|always|origin"/i)
    expect(out.match(/referrer/gi)).toHaveLength(2)
    expect(out).toMatch(/<head[^>]*><meta name="referrer" content="no-referrer">/)
  })

  it('a style sheet has only this type, so that it is not prefetched as another type', () => {
    const out = view('<link rel="stylesheet prefetch" href=/a.css><link rel="PRELOAD Alternate StyleSheet" href=/b.css title=b>', true)
    expect([...out.matchAll(/ rel="([^"]*)"/g)].map((found) => found[1])).toEqual(['stylesheet', 'alternate stylesheet'])
  })

  it('without kept resources, no attribute has a foreign address', () => {
    const out = view(hostile, false)
    expect(out).not.toMatch(/evil\.example|srcset|\.png"|\.css|\.mp4/)
    expect(out).toContain('src="data:image/gif;base64,R0lGOD"')
    expect(out).toMatch(/<img[^>]*src="data:image\/svg\+xml/)
    expect(out).toMatch(
      /<head[^>]*><meta name="referrer" content="no-referrer"><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
    )
    // The rules of the view come first, so that the page's style sheets override all rules that have no `!important`.
    expect(out).toContain(`"><style>${viewRules(false)}</style><`)
  })

  it('with kept resources, images, styles and drawings come from the host, by resolved addresses', () => {
    const out = view(hostile, true)
    expectWords(
      out,
      `src="${kept('https://evil.example/a.png')}"`,
      `srcset="${kept('https://evil.example/b.png')} 2x"`,
      `href="${kept('https://evil.example/s.css')}"`,
      `url("${kept('https://evil.example/c.png')}")`,
      `url(&quot;${kept('https://evil.example/x/d.png')}&quot;)`,
      `href="${kept('https://evil.example/x.svg')}#a"`,
    )
    expect(withoutKept(out)).not.toMatch(/evil/)
  })

  it('missing resources are not requested, but omitted and reported once; style sheets contain no replacement', () => {
    const page = parsePage(
      `<head><link rel=stylesheet href=/gone.css><link rel=stylesheet href=/a.css><style>@import "gone2.css";@import url(/b.css);
      @font-face{src:url(gone.woff2) format("woff2"),url("/a.png")}p{background:url('gone.png'),url(/b.png)}</style></head>
      <img src=/gone.png><img src=/gone.png><img src=/gone1.png srcset="/gone2.png 1x, /a.png 2x"><img src=/gone3.png srcset="/gone2.png 1x">
      <picture><source srcset=/a.png><img src=/gone4.png></picture><video src=/film.mp4></video><iframe src=/frame.html></iframe>
      <svg><use href="/gone.svg#a"/></svg><p style="background:url(gone.png)">x`,
      { url: 'https://example.org/' },
    )
    const lacked: string[] = []
    const out = viewHtml(page, { kept: KEPT, lacks: (url, kind) => lacked.push(`${kind} ${url.replace('https://example.org', '')}`) })
    expect(out).not.toMatch(/gone|(?<!Video%3A%20)film|frame\.html/)
    expect(lacked.join(', ')).toBe(
      'stylesheet /gone.css, image /gone.png, image /gone.png, image /gone3.png, media /film.mp4, document /frame.html, image /gone.svg',
    )
    expect(out).toContain(`@import "data:text/css,";@import url("${kept('https://example.org/b.css')}")`)
    expect(out).toContain(`src:url("") format("woff2"),url("${kept('https://example.org/a.png')}")`)
    expect(out).toContain(`background:url(""),url("${kept('https://example.org/b.png')}")`)
    expect(out).toContain(`srcset="${kept('https://example.org/a.png')} 2x"`)
  })

  it('an image with a srcset without spaces is also shown', () => {
    const image = (name: string): string =>
      view(`<base href="https://example.org/"><img src=gone.png srcset="gone1.png 320w,${name} 640w">`, true)
    expect(image('a.png')).toContain(`srcset="${kept('https://example.org/a.png')} 640w"`)
    expect(image('gone2.png')).not.toContain('srcset')
  })

  it('drawings without a size have the height of the text only if a style sheet of the head is missing', () => {
    const icon = '<body><svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    const [lost, whole] = ['gone', 'a'].map((name) => view(`<head><link rel=stylesheet href=/${name}.css></head>${icon}`, true))
    expect(lost).toMatch(/<style>:where\(svg:not\(\[width\]\).*<\/style><\/head>/)
    expect(whole).not.toContain(':where')
    expect(view(`<head></head>${icon}`, true)).not.toContain(':where')
  })

  it('an image that fills a box covers nothing if the image and its style sheet are missing', () => {
    const image = '<body><img alt="A desk" src=/gone.png style="position:absolute;height:100%;width:100%;inset:0">'
    const [lost, boxed] = ['gone', 'a'].map((name) => view(`<head><link rel=stylesheet href=/${name}.css></head>${image}`, true))
    expect(lost).toMatch(/<img data-bs-id="\d+" alt="A desk">/)
    expectWords(boxed!, 'position:absolute', 'src="data:image/svg+xml')
  })

  it('a missing video is a quiet field with its name or its picture, without a player', () => {
    const html = `<video controls src=/a/film.mp4?x=1></video><video controls aria-label="The <harbour>"><source src=/b.webm></video>
      <video controls poster=/a.png src=/c.mp4></video>`
    const out = viewHtml(parsePage(html, { url: 'https://example.org/' }), { kept: KEPT })
    const posters = [...out.matchAll(/poster="([^"]*)"/g)].map(([, address = '']) => decodeURIComponent(address))
    expect(posters[0]).toContain('>Video: film.mp4</text>')
    expect(posters[1]).toContain('>Video: The &lt;harbour&gt;</text>')
    expect(posters[2]).toBe(decodeURIComponent(kept('https://example.org/a.png')))
    expect(withoutRules(out)).not.toContain('controls')
  })

  it('a local page may request unknown files of its folder', () => {
    const html = '<img src="p_files/a.png"><img src="../b.png"><img src="https://example.org/gone.png">'
    const page = parsePage(html, { url: 'file:///home/a/p.html' })
    const out = viewHtml(page, { kept: { ...KEPT, folder: 'file:///home/a/' } })
    expect([...out.matchAll(/ src="(\/view[^"]*)"/g)].map(([, address]) => address)).toEqual([kept('file:///home/a/p_files/a.png')])
  })

  it('frames are separate documents: frames of the model by node, other frames by the kept resource of their address', () => {
    const page = parsePage(
      '<head><base href="https://example.org/b/"></head><iframe src="f.html#x"></iframe>' +
        '<iframe src=a.html srcdoc="<base href=inner/><p onclick=x()>in<script>y()</script><img src=i.png><iframe srcdoc=&quot;<b>deep</b>&quot;></iframe>"></iframe>' +
        '<iframe src="javascript:alert(1)"></iframe>',
      { url: 'https://example.org/a' },
    )
    const documents = ['/view/p/n/', '?bare=1'] as const
    const out = viewHtml(page, { kept: KEPT, documents })
    const [root = -1, ...others] = [...out.matchAll(/ src="\/view\/p\/n\/(\d+)\?bare=1"/g)].map((found) => Number(found[1]))
    expect(others).toEqual([])
    expect(out).toContain(`src="/view/p/f/${encodeURIComponent('https://example.org/b/f.html')}#x"`)
    expect(out).not.toMatch(/srcdoc|onclick|alert|a\.html/)
    expect(out.match(/<iframe[^>]* sandbox="allow-same-origin"/g)).toHaveLength(3)
    const inner = viewHtml(page, { kept: KEPT, documents, root })
    expect(inner).toMatch(/^<!doctype html><html data-bs-id="\d+">/)
    expectWords(inner, `src="${kept('https://example.org/b/inner/i.png')}"`, "script-src 'none'")
    expect(inner).toMatch(/<p data-bs-id="\d+">in<template/)
    expect(inner).not.toMatch(/onclick|y\(\)|deep/)
    expect(Number(/ src="\/view\/p\/n\/(\d+)/.exec(inner)?.[1])).toBeGreaterThan(root)
    expect(viewHtml(page, { kept: null })).not.toMatch(/srcdoc|f\.html|allow-same-origin/)
    expect(viewHtml(page, { kept: null, documents }).match(/<iframe[^>]* sandbox="allow-same-origin"/g)).toHaveLength(3)
  })

  it('style sheets that scripts changed are written with the changed rules instead of their text', () => {
    const page = parsePage('<head><style>a{}</style></head><body><style></style><svg><style>c{}</style></svg>', {})
    const [first, second] = ['p{color:red}</style><script>', 'b>i{color:blue}']
    const styles = {
      sheets: [
        { index: 1, css: first },
        { index: 2, css: second },
      ],
      adopted: ['h1{color:green}'],
    }
    const out = viewHtml(page, { kept: KEPT, styles })
    expectWords(out, '<style data-bs-id="2">a{}</style><style>h1{color:green}</style></head>')
    expectWords(out, 'p{color:red}<\\/style><script></style>', 'b&gt;i{color:blue}</style></svg>')
    expect(viewHtml(page, { kept: null, styles })).not.toMatch(/red|green/)
  })

  it('style sheets of each open shadow root are written in the same way, with adopted sheets last', () => {
    const root = (inner: string): string => `<template shadowrootmode=open>${inner}</template>`
    const page = parsePage(
      `<body><style>a{}</style><x-a>${root(`<style>b{}</style><x-b>${root('<style>c{}</style>')}</x-b><style>d{}</style>`)}<style>e{}</style></x-a><x-c>${root('f')}</x-c><style>g{}</style>`,
    )
    const styles = {
      sheets: [{ index: 1, css: 'E{}' }],
      adopted: [],
      roots: [
        { index: 0, sheets: [{ index: 1, css: 'D{}' }], adopted: ['A{}'] },
        { index: 1, sheets: [{ index: 0, css: 'C{}' }], adopted: [] },
        { index: 2, sheets: [], adopted: ['F{}</style>'] },
      ],
    }
    const out = viewHtml(page, { kept: KEPT, styles, ids: false })
    expect([...withoutRules(out).matchAll(/<style>(.)/g)].map(([, letter]) => letter)).toEqual(['a', 'b', 'C', 'D', 'A', 'E', 'F', 'g'])
    expectWords(out, '<style>A{}</style></template>', 'f<style>F{}<\\/style></style></template>')
  })

  it('the hostile page keeps all its words, and no active content', () => {
    const fixture = readFileSync(join(import.meta.dirname, '../fixtures/hostile.html'), 'utf8')
    for (const styled of [false, true]) {
      const out = withoutKept(view(fixture, styled))
      expect(out).not.toMatch(/<script|\son[a-z]+\s*=|javascript:|file:\/\/|refresh|\starget=|\saction=/i)
      expect(out).not.toMatch(/<(?:iframe|object|embed|use|form)[^>]*hostile/i)
      expect(out).toContain('The words of this page are ordinary')
    }
    // Addresses in style sheets stay, because the policy blocks requests to these addresses.
    expect(view(fixture, false).replace(/<style[^]*?<\/style>|style="[^"]*"/g, '')).not.toContain('hostile.invalid')
  })

  it('links look like links, but have no address', () =>
    expect(view('<p><a href="https://example.org/x">y</a>')).toMatch(/<a data-bs-id="4" href="#bs-4">y<\/a>/))

  it('a style sheet cannot end its element early', () =>
    expect(view('<svg><style>&lt;/style>&lt;script>x&lt;/script></style></svg><style>a{}</style>')).not.toMatch(/<script/))

  it('shows noscript only if the captured page showed it', () => {
    expect(view('<body><noscript><p>No scripts here</p></noscript>')).toContain('No scripts here')
    const rendered = parsePage('<body><noscript><p>No scripts here</p></noscript>', { scriptingEnabled: true })
    expect(viewHtml(rendered, { kept: null })).not.toContain('No scripts here')
  })

  it('declares all shadow roots as open, and removes their active content', () => {
    expect(view('<body><x-card>a<template shadowrootmode=closed><p onclick="x()">b</p><script>c()</script></template></x-card>')).toContain(
      '<x-card data-bs-id="3" data-bs-host><template data-bs-id="4" shadowrootmode="open"><p data-bs-id="5">b</p><template data-bs-id="7"></template></template>a</x-card>',
    )
  })

  it('very long runs of CSS addresses are read in time (a quadratic search would exceed the time limit)', () =>
    expect(view(`<style>${'url("'.repeat(200_000)}</style><p style="${'url( '.repeat(100_000)}">x`, true)).toContain('<p'))
})

describe('a foreign address in an unusual place', () => {
  const foreign = 'http://foreign.example/x'
  const sheet = `@import url(${foreign});p{background:url('${foreign}')}@import "data:text/css,@import '${foreign}'"`
  it.each([
    ...['from', 'to', 'by', 'values'].map((name) => [
      `an animation with ${name}`,
      `<svg><rect><animate attributeName=fill ${name}="url(${foreign})"/><set attributeName=cursor ${name}="none;url('${foreign}')"/></rect></svg>`,
    ]),
    ['a style sheet in its link', `<link rel=stylesheet href="data:text/css,${encodeURIComponent(sheet)}">`],
    ['the same in Base64', `<link rel=stylesheet href="data:text/css;charset=utf-8;base64,${Buffer.from(sheet).toString('base64')}">`],
    ['an import in a style', `<style>@import url("data:text/css,${encodeURIComponent(sheet)}")</style>`],
    ['policies and descriptions', `<iframe csp="report-uri ${foreign}"></iframe><img alt=a longdesc="${foreign}">`],
  ])('is removed: %s', (_what, html) => expect(decodeURIComponent(view(html, true))).not.toContain('foreign.example'))

  it('is removed, but other rules of the sheet and values that are no addresses are kept', () => {
    const css = 'p { color: red }'
    for (const href of [`data:text/css,${css}`, `data:text/css;base64,${Buffer.from(css).toString('base64')}`])
      expect(decodeURIComponent(view(`<link rel=stylesheet href="${href}">`, true))).toContain(css)
    const animate = 'values="0;10;0" from="0" to="10"'
    expect(view(`<svg><rect><animate attributeName=x ${animate}/></rect></svg>`, true)).toContain(animate)
  })
})

it('CSS in a drawing refers only to kept resources, in style sheets and in attributes', () => {
  const addresses = new Set(['http://example.org/a.svg', 'http://example.org/m.svg'])
  const html =
    '<svg><style>@import url(http://evil.example/x.css); rect { fill: url(a.svg#g) }</style><rect fill="url(http://evil.example/f.svg#f)" mask="url(m.svg#m)" filter="url(#own)" stroke="red"/></svg>'
  const view = viewHtml(parsePage(html, { url: 'http://example.org/' }), { kept: { ...KEPT, addresses } })
  expect(view).not.toContain('evil.example')
  expect(view).toMatch(/mask="url\([^)]*\/view\/p\/r\/[^)]*m\.svg/)
  expectWords(view, kept('http://example.org/a.svg'), 'filter="url(#own)"', 'stroke="red"')
})
