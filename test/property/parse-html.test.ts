import fc from 'fast-check'
import { Packr } from 'msgpackr'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, it } from 'vitest'
import { attribute, attributesOf, ELEMENT, tagName, packModel, unpackModel, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { forAll } from '../fixtures/for-all'
import { brokenPage, page } from './arbitrary-html'

const seed = Number(process.env.PROPERTY_SEED ?? 2026)
const runs = Number(process.env.PROPERTY_RUNS ?? 30)

const PIECES = [
  ...['<', '>', '/', '</', '<!', '<?', '=', '"', "'", '`', '&', ';', '-', '!', ']]>', '\0', '\r', '\n', '\r\n', '\t', '\f', ' ', '\ud83d'],
  ...['word', 'Two words', ' \n a', 'é', '油纸', '😀', '\u00a0', '\ufeff', 'x=1', 'CLASS="A b"', 'checked', 'İd=1', 'data-😀', 'a=1 a=2'],
  ...['&amp;', '&nbsp', '&notit;', '&#10;', '&#13;', '&#x1F600;', '&#0;', '&NotEqualTilde;', '&x;'],
  ...['<!--', '-->', '--!>', '<!-->', '<!doctype html>', '<![CDATA[', '<script>', '</script>', '</SCRIPT ', '<style>', '</style>'],
  ...['<title>', '</title>', '<textarea>', '</textarea>', '<pre>', '</pre>', '<plaintext>', '<xmp>', '<noscript>', '</noscript>'],
  ...['<table>', '<tr>', '<td>', '</table>', '<caption>', '<colgroup>', '<select>', '<option>', '</select>', '<svg>', '<math>', '<mi>'],
  ...['<p>', '</p>', '<b>', '</b>', '<a href=x>', '</a>', '<li>', '<DIV ID=x>', '</Div>', '<br/>', '<input type=hidden>', '<form>'],
  ...['<html lang=a>', '<head>', '</head>', '<body class=c>', '</body>', '</html>', '<frameset>', '<frame>', '<template>', '</template>'],
  ...['<foreignObject>', '<svg viewBox=1 xlink:href=x>', '</svg>', '<span title="a\r\nb&amp;c">', "<i title='\0'>", '<u title=a"b>'],
]
const rubble = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))

const NAMES = fc.constantFrom('id', 'class', 'data-x', 'title', 'Style', 'xlink:href', '名')
const markedWith = (unit: 'grapheme' | 'binary') =>
  fc
    .array(fc.dictionary(NAMES, fc.string({ unit, maxLength: 80 }), { maxKeys: 4 }), { maxLength: 8 })
    .map((elements) => elements.map((values) => `<svg${Object.entries(values).map(written).join('')}>x</svg>`).join(''))
const written = ([name, value]: readonly [string, string]): string => ` ${name}="${value.replace(/["&\0\r]/g, '')}"`

const marked = markedWith('grapheme')
const torn = markedWith('binary')

function listed(html: string, scriptingEnabled: boolean): unknown[] {
  const found: unknown[] = []
  const stack: DefaultTreeAdapterTypes.ChildNode[] = [...parse(html, { sourceCodeLocationInfo: true, scriptingEnabled }).childNodes]
  stack.reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    const at = node.sourceCodeLocation
    const where = [at?.startOffset ?? -1, at?.endOffset ?? -1, at?.startLine ?? 0]
    if ('tagName' in node) {
      const nameOf = ({ name, prefix }: (typeof node.attrs)[number]): string => (prefix ? `${prefix}:${name}` : name)
      const attributes = node.attrs.map((one) => [nameOf(one), one.value.replace(/\p{Surrogate}/gu, '\ufffd')])
      found.push([node.tagName, '', attributes, ...where])
      stack.push(...node.childNodes.toReversed())
    } else if ('value' in node) found.push(['#text', node.value, [], ...where])
  }
  return found
}

it.each([false, true])('the parser gives the tree of parse5, with scripting %s', (scriptingEnabled) => {
  const anyHtml = fc.oneof(
    { weight: 3, arbitrary: rubble },
    { weight: 1, arbitrary: marked },
    { weight: 1, arbitrary: fc.oneof(page, brokenPage) },
  )
  fc.assert(
    fc.property(anyHtml, (html) => {
      const model = parsePage(html, { sourcePositions: true, scriptingEnabled })
      const found = Array.from({ length: model.count }, (_, n) => {
        const where = [model.sourceStart[n], model.sourceEnd[n], model.line[n]]
        return [tagName(model, n), model.text[n], attributesOf(model, n), ...where]
      })
      expect(found).toEqual(listed(html, scriptingEnabled))
      const { text, tag, tagNames, parent, attributes } = model
      expect(parsePage(html, { scriptingEnabled })).toMatchObject({ text, tag, tagNames, parent, attributes })
    }),
    { seed, numRuns: runs * 10 },
  )
})

it('a page is unchanged after a transfer between threads', () => {
  fc.assert(
    fc.property(rubble, (html) => {
      const model = parsePage(html, { sourcePositions: true })
      expect(unpackModel(structuredClone(packModel(model)))).toEqual(model)
    }),
    { seed, numRuns: runs },
  )
})

const attributesByElement = (page: PageModel) =>
  [...page.kind.keys()].flatMap((n) => (page.kind[n] === ELEMENT ? [attributesOf(page, n)] : []))

const overTheWire = (page: PageModel): PageModel => {
  const packr = new Packr({ structuredClone: true, useRecords: false })
  return packr.unpack(packr.pack(page)) as PageModel
}

describe('the attributes of a page', () => {
  it('are found by their names', () =>
    forAll(fc.oneof(page, marked), (html) => {
      const page = parsePage(html)
      for (let n = 0; n < page.count; n++) {
        for (const [name, value] of attributesOf(page, n)) expect(attribute(page, n, name)).toBe(value)
        expect(attribute(page, n, 'not-there')).toBeNull()
      }
    }))

  it('are the same in another thread and in the window', () =>
    forAll(fc.oneof(page, marked, torn), (html) => {
      const page = parsePage(html)
      expect(attributesByElement(structuredClone(page))).toEqual(attributesByElement(page))
      expect(attributesByElement(overTheWire(page))).toEqual(attributesByElement(page))
    }))

  it('do not exist for a text, and each name is stored once', () => {
    const page = parsePage('<p class=a>x<p id=b class="c d">y<script type=x>z</script>')
    expect(Array.from(page.kind.keys()).filter((n) => page.kind[n] !== ELEMENT && attributesOf(page, n).length > 0)).toEqual([])
    expect(page.attributes).toMatchObject({ names: ['class', 'id', 'type'], values: 'abc dx' })
  })

  it('contain the replacement character for half a surrogate pair', () => {
    const page = parsePage('<p title="a\ud83d">x<p title="b\ude00c">y')
    const given = attributesByElement(page).flat()
    expect(given.map((pair) => pair.join())).toEqual(['title,a\ufffd', 'title,b\ufffdc'])
    expect(attributesByElement(overTheWire(page)).flat()).toEqual(given)
  })
})
