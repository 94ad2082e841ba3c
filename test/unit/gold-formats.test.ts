import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FailureError } from '../../shared/base/failure'
import {
  readGroundTruth,
  writeGroundTruth,
  type ExchangePage,
  jsonOfLine,
  pageOfRecord,
  writeJsonLine,
} from '../../shared/gold/formats/exchange-pages'
import { cleanEvalText, readCleanEval, writeCleanEval } from '../../shared/gold/formats/cleaneval'
import { forAll, forAllOf } from '../fixtures/for-all'

function readsOrFails(read: () => unknown, what = 'some-file'): void {
  try {
    read()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FailureError)
    expect((thrown as FailureError).failure.message).toContain(what)
  }
}

const part = (mark: 'h' | 'p' | 'l', text: string) => ({ mark, text })

describe('CleanEval texts', () => {
  it('are read with address line and markers', () => {
    const text = readCleanEval('URL: http://example.org/a\n\n<h>Title\n<p>First line\nsecond line\n<l>Item\n')
    expect(text).toEqual({
      url: 'http://example.org/a',
      marked: true,
      blocks: [part('h', 'Title'), part('p', 'First line\nsecond line'), part('l', 'Item')],
    })
    expect(cleanEvalText(text)).toBe('Title\nFirst line\nsecond line\nItem')
  })

  it('without markers are paragraphs between empty lines', () =>
    expect(readCleanEval('One\ntwo\n\nThree').blocks).toEqual([part('p', 'One\ntwo'), part('p', 'Three')]))

  it('are unchanged after writing and reading', () => {
    const block = fc.record({
      mark: fc.constantFrom('p' as const, 'h' as const, 'l' as const),
      text: fc.stringMatching(/^[A-Za-z0-9.,é中]+( [a-z]+)*$/),
    })
    forAll(fc.option(fc.webUrl(), { nil: null }), fc.array(block, { minLength: 1, maxLength: 20 }), (url, blocks) => {
      const text = { url, blocks, marked: true }
      expect(readCleanEval(writeCleanEval(text))).toEqual(text)
      const plain = { url, blocks: blocks.map((b) => ({ ...b, mark: 'p' as const })), marked: false }
      expect(readCleanEval(writeCleanEval(plain))).toEqual(plain)
    })
  })
})

const page = fc.record({
  id: fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/),
  url: fc.option(fc.webUrl(), { nil: null }),
  text: fc.option(fc.string(), { nil: null }),
  pageType: fc.constantFrom('article', 'overview', 'product', 'recipe', null),
})

describe('article extraction benchmarks', () => {
  it('are unchanged after writing and reading', () =>
    forAll(fc.uniqueArray(page, { selector: (p) => p.id, maxLength: 10 }), (some) => {
      const pages: ExchangePage[] = some
        .map((p) => ({ ...p, text: p.text ?? '', html: null, htmlPath: `html/${p.id}.html.gz`, snippets: null, extra: { note: 1 } }))
        .sort((x, y) => (x.id < y.id ? -1 : 1))
      expect(readGroundTruth(writeGroundTruth(pages)).sort((x, y) => (x.id < y.id ? -1 : 1))).toEqual(pages)
    }))

  it('with errors fail with file and position', () => {
    expect(() => readGroundTruth('{"x": {"articleBody": 5}}', 'some-file')).toThrow(/some-file, "x" at articleBody/)
    forAllOf(500, fc.oneof(fc.string(), fc.json()), (text) => readsOrFails(() => readGroundTruth(text, 'some-file')))
  })
})

describe('JSON Lines', () => {
  it('are unchanged after writing and reading', () => {
    const snippets = fc.option(fc.record({ with: fc.array(fc.string()), without: fc.array(fc.string()) }), { nil: null })
    forAll(fc.array(fc.tuple(page, snippets, fc.boolean()), { maxLength: 8 }), (some) => {
      const pages: ExchangePage[] = some.map(([p, s, inline]) => ({
        ...p,
        html: inline ? '<p>x</p>' : null,
        htmlPath: inline ? null : 'pages/a.html.gz',
        snippets: s,
        extra: { title: 'kept' },
      }))
      expect(pages.map((one) => pageOfRecord(jsonOfLine(writeJsonLine(one))))).toEqual(pages)
    })
  })

  it('may have a file name under html, and an unknown page type is kept, but not used', () =>
    expect(pageOfRecord(jsonOfLine('{"id":"a","html":"a.html.gz","pageType":"unknown"}'))).toMatchObject({
      html: null,
      htmlPath: 'a.html.gz',
      pageType: null,
      extra: { pageType: 'unknown' },
    }))

  it('with errors give a typed failure', () => {
    expect(() => pageOfRecord(jsonOfLine('{"id":'))).toThrow(FailureError)
    forAllOf(500, fc.oneof(fc.string(), fc.json()), (text) => readsOrFails(() => pageOfRecord(jsonOfLine(text)), ''))
  })
})
