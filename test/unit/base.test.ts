import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, escapeXml } from '../../shared/base/escape'
import { lastAtOrBefore } from '../../shared/base/search'
import { siteOf } from '../../shared/base/url'
import { attributesOf } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'

describe('the last place at or before a value', () => {
  it('is what looking at each of them finds', () => {
    const sorted = fc.array(fc.integer({ min: -20, max: 20 })).map((places) => places.sort((a, b) => a - b))
    fc.assert(
      fc.property(sorted, fc.integer({ min: -25, max: 25 }), (places, value) => {
        const found = lastAtOrBefore(places.length, (i) => places[i] as number, value)
        expect(found).toBe(places.findLastIndex((place) => place <= value))
      }),
    )
  })
})

describe('text written in HTML', () => {
  it('is read back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const page = parsePage(`<body><p title="${escapeHtml(text)}">x${escapeHtml(text)}`)
        const p = page.tag.indexOf(page.tagNames.indexOf('p'))
        expect(attributesOf(page, p)).toEqual([['title', text]])
        expect(page.text[p + 1]).toBe(`x${text}`)
      }),
    )
  })

  it('in XML has no character that XML forbids', () => expect(escapeXml('a\u0001<b> & "c"')).toBe('a\uFFFD&lt;b&gt; &amp; &quot;c&quot;'))
})

describe('the site of an address', () => {
  it.each([
    ['https://www.Example.org:8080/a?b', 'example.org'],
    ['//cdn.example.org/a.png', 'cdn.example.org'],
    [' http://user:secret@example.org/ ', 'example.org'],
    ['/about', null],
    ['mailto:a@example.org', null],
    ['http://', null],
    ['', null],
  ])('of %s is %s', (address, site) => expect(siteOf(address)).toBe(site))
})
