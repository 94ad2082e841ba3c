import { tokenize, TokenType } from '@csstools/css-tokenizer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapCssAddresses, srcsetCandidates } from '../../shared/page/css-addresses'
import { forAllOf } from '../fixtures/for-all'

const found = (css: string): string[] => {
  const all: string[] = []
  mapCssAddresses(css, (reference, isImport) => {
    all.push(isImport ? `@${reference}` : reference)
    return null
  })
  return all
}

const moved = (css: string): string => mapCssAddresses(css, (reference) => `/kept/${reference}`)

describe('addresses of a style sheet', () => {
  test('are in url(), src(), image-set() and @import, with or without quotes, in any spelling of these names', () => {
    expect(found(`a{b:url(one.png),url("two.png"),URL( 'three.png' )}`)).toEqual(['one.png', 'two.png', 'three.png'])
    expect(found(`a{b:image-set("a.png" 1x, url(b.png) 2x);c:-webkit-image-set('c.png' 1x);d:src("d.woff2")}`).join(', ')).toBe(
      'a.png, b.png, c.png, d.woff2',
    )
    expect(found(`@import "a.css" layer("x") supports(a:"b") print;@IMPORT url(b.css);`)).toEqual(['@a.css', '@b.css'])
    expect(found(String.raw`a{b:u\72l(c.png);d:\75 rl("e.png")}@\69mport "f.css";`)).toEqual(['c.png', 'e.png', '@f.css'])
  })

  test('are not in strings, comments, names and namespaces', () => {
    expect(found(`@namespace svg url(http://www.w3.org/2000/svg);@namespace "http://x";`)).toEqual([])
    expect(found(`a{content:"url(a.png)"}/* url(b.png) @import "c.css" */d{e:my-url("f");g:1url("h");i:attr("j")}#url{}`)).toEqual([])
    expect(found(String.raw`.md\:url{content:"\"url(a.png)"}.a\@import{}b{c:url(d\).png)}`)).toEqual(['d).png'])
  })

  test('after unclosed parts are read like in a browser', () => {
    expect([found('a{content:"open\n}b{c:url(d.png)}'), found('/* a{b:url(c.png)}')]).toEqual([['d.png'], []])
    expect([found('a{b:url(c.png'), found('a{content:"b\\\n url(c)"}d{e:url(f)}')]).toEqual([['c.png'], ['f']])
  })

  test('are replaced in place, and nothing else changes', () => {
    expect(moved(`@import "a.css" print;b{c:url(d"e.png);f:url( "g.png" ) 1px}`)).toBe(
      `@import "/kept/a.css" print;b{c:url(d"e.png);f:url( "/kept/g.png" ) 1px}`,
    )
    expect(moved('a{b:url( c.png )}')).toBe('a{b:url("/kept/c.png")}')
  })

  const fragment = fc.constantFrom(
    ...['a', '{', '}', ';', ':', ' ', '\n', '\r\n', '"', "'", '"url(x)"', '/*', '*/', '/* url(c) */', '\\', '\\"', '\\75 rl(e)', '\\:'],
    ...['url(d.png)', 'url("e.png")', 'URL( f )', 'url(g"h)', 'image-set("i" 1x,"j" 2x)', 'my-url("k")', '#url', '1url("y")', '.5src("l")'],
    ...['@import "m.css";', '@import url(n.css) layer(o);', '@namespace p url(q);', '@media print{', '@\\69mport "r";', 'é', 'éurl(s)'],
    ...['foo("t" url(u))', '@url("v")', '-url(w)', '+url(x)', '<!--', '-->', '%', '\\\n'],
  )

  test('equal the addresses in all tokens of the sheet', () =>
    forAllOf(300, fc.array(fragment, { maxLength: 30 }), (fragments) => {
      const css = fragments.join('')
      fc.pre(isClosed(css))
      expect(found(css)).toEqual(ofAllTokens(css))
    }))
})

function isClosed(css: string): boolean {
  let depth = 0
  for (const [type] of tokenize({ css })) {
    if (type === TokenType.Function || type === TokenType.OpenParen) depth++
    else if (type === TokenType.CloseParen) depth--
    if (depth < 0) return false
  }
  return depth === 0
}

function ofAllTokens(css: string): string[] {
  const all: string[] = []
  const open: string[] = []
  let rule = ''
  for (const [type, , , , value] of tokenize({ css })) {
    if (type === TokenType.AtKeyword) rule = value.value.toLowerCase()
    else if (type === TokenType.Semicolon || type === TokenType.OpenCurly) rule = ''
    else if (type === TokenType.Function) open.push(value.value.toLowerCase())
    else if (type === TokenType.OpenParen) open.push('')
    else if (type === TokenType.CloseParen) open.pop()
    else if (type === TokenType.URL && rule !== 'namespace') all.push(rule === 'import' ? `@${value.value}` : value.value)
    else if (type === TokenType.String && rule !== 'namespace') {
      const inside = open.at(-1)
      if (inside === undefined && rule === 'import') all.push(`@${value.value}`)
      else if (inside !== undefined && /^(?:url|src|(?:-webkit-)?image-set)$/.test(inside))
        all.push(rule === 'import' ? `@${value.value}` : value.value)
      if (inside === undefined) rule = ''
    }
  }
  return all
}

describe('addresses of a srcset', () => {
  const parted = (set: string): string[] => srcsetCandidates(set).map(({ address, descriptors }) => `${address}|${descriptors}`)

  test('are separated by the rules of the HTML Standard, with and without white space after the comma', () => {
    expect(parted('a.jpg 320w, b.jpg 640w')).toEqual(['a.jpg|320w', 'b.jpg|640w'])
    expect(parted('a.jpg 320w,b.jpg 640w')).toEqual(['a.jpg|320w', 'b.jpg|640w'])
    expect([parted(' ,a.jpg,, b.jpg 2x,\n'), parted('a.jpg'), parted('')]).toEqual([['a.jpg|', 'b.jpg|2x'], ['a.jpg|'], []])
  })

  test('may contain commas, like addresses of services that scale images', () => {
    expect(parted('/w_320,h_200/a.jpg 320w,/w_640,h_400/a.jpg 640w')).toEqual(['/w_320,h_200/a.jpg|320w', '/w_640,h_400/a.jpg|640w'])
    expect(parted('data:image/gif;base64,R0 1x,b.jpg (2x, c.jpg 3x), d.jpg')).toEqual([
      'data:image/gif;base64,R0|1x',
      'b.jpg|(2x, c.jpg 3x)',
      'd.jpg|',
    ])
    expect(parted('a.jpg (2x, b.jpg')).toEqual(['a.jpg|(2x, b.jpg'])
  })
})
