import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, escapeXml } from '../../shared/base/escape'
import { createRequestSlot } from '../../shared/base/request-slot'
import { lastAtOrBefore } from '../../shared/base/int-list'
import { siteOf } from '../../shared/base/url'
import { attributesOf } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { forAll } from '../fixtures/for-all'

it('the last position at or before a value equals the result of a linear search', () => {
  const sorted = fc.array(fc.integer({ min: -20, max: 20 })).map((places) => places.sort((a, b) => a - b))
  forAll(sorted, fc.integer({ min: -25, max: 25 }), (places, value) => {
    expect(lastAtOrBefore(places.length, (i) => places[i] as number, value)).toBe(places.findLastIndex((place) => place <= value))
  })
})

describe('text written in HTML', () => {
  it('is the same text after it was read', () =>
    forAll(fc.string({ unit: 'grapheme' }), (text) => {
      const page = parsePage(`<body><p title="${escapeHtml(text)}">x${escapeHtml(text)}`)
      const p = page.tag.indexOf(page.tagNames.indexOf('p'))
      expect(attributesOf(page, p)).toEqual([['title', text]])
      expect(page.text[p + 1]).toBe(`x${text}`)
    }))

  it('in XML has no character that XML forbids', () => expect(escapeXml('a\u0001<b> & "c"')).toBe('a\uFFFD&lt;b&gt; &amp; &quot;c&quot;'))
})

it.each([
  ['https://www.Example.org:8080/a?b', 'example.org'],
  ['//cdn.example.org/a.png', 'cdn.example.org'],
  [' http://user:secret@example.org/ ', 'example.org'],
  ['/about', null],
  ['mailto:a@example.org', null],
  ['http://', null],
  ['', null],
])('the site of an address of %s is %s', (address, site) => expect(siteOf(address)).toBe(site))

describe('a request slot', () => {
  const work = () => {
    let [resolve, reject] = [(_: string): void => undefined, (_: Error): void => undefined]
    const promise = new Promise<string>((given, refused) => ([resolve, reject] = [given, refused]))
    return { promise, resolve, reject }
  }

  it('returns the response of the latest request, and null for a replaced one', async () => {
    const slot = createRequestSlot()
    const [first, second] = [work(), work()]
    const signals: AbortSignal[] = []
    const early = slot.replace(({ signal }) => (signals.push(signal), first.promise))
    const late = slot.replace(() => second.promise)
    expect(signals[0]?.aborted).toBe(true)
    second.resolve('second')
    expect(await late).toBe('second')
    first.resolve('first')
    expect(await early).toBeNull()
  })

  it('reports no result and no failure of a replaced or cancelled request', async () => {
    const slot = createRequestSlot()
    const heard: string[] = []
    const turn = work()
    let tell: (message: string) => void = () => undefined
    const asked = slot.replace(({ whileLatest }) => {
      tell = whileLatest((message: string) => heard.push(message))
      return turn.promise
    })
    tell('before')
    slot.cancel()
    tell('after')
    turn.reject(new Error('late'))
    expect(await asked).toBeNull()
    expect(heard).toEqual(['before'])
  })
})
