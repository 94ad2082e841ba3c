import fc from 'fast-check'
import { Packr } from 'msgpackr'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import { attribute, attributesOf, ELEMENT, isRootName, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { brokenPage, page as anyPage } from '../property/arbitrary-html'

/** The attributes that parse5 read for each element, in document order. */
function attributesRead(html: string): (readonly [string, string])[][] {
  const lists: (readonly [string, string])[][] = []
  const open: DefaultTreeAdapterTypes.ChildNode[] = [...parse(html, { scriptingEnabled: false }).childNodes].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node)) continue
    lists.push(node.attrs.map(({ name, prefix, value }) => [prefix ? `${prefix}:${name}` : name, value]))
    open.push(...[...node.childNodes].reverse())
  }
  return lists
}

const attributesByElement = (page: PageModel) =>
  Array.from(page.kind.keys())
    .filter((n) => page.kind[n] === ELEMENT)
    .map((n) => attributesOf(page, n))

/** Packs a model like the browser host and unpacks it like the window. */
const overTheWire = (page: PageModel): PageModel => {
  const packr = new Packr({ structuredClone: true, useRecords: false })
  return packr.unpack(packr.pack(page)) as PageModel
}

/** Elements that have every kind of name and value: none, one, several; empty, long, of other scripts. */
const markedWith = (unit: 'grapheme' | 'binary') =>
  fc
    .array(
      fc.dictionary(fc.constantFrom('id', 'class', 'data-x', 'title', 'Style', 'xlink:href', '名'), fc.string({ unit, maxLength: 80 }), {
        maxKeys: 4,
      }),
      { maxLength: 8 },
    )
    .map((elements) => elements.map((values) => `<svg${Object.entries(values).map(written).join('')}>x</svg>`).join(''))
const written = ([name, value]: readonly [string, string]): string => ` ${name}="${value.replace(/["&\0\r]/g, '')}"`

const marked = markedWith('grapheme')
/** Texts that include halves of surrogate pairs. */
const torn = markedWith('binary')

describe('the attributes of a page', () => {
  test('are those of the parser, element by element, in source order', () => {
    fc.assert(
      fc.property(fc.oneof(anyPage, brokenPage, marked), (html) => {
        const page = parsePage(html)
        // parse5 stores shadow roots and frames elsewhere.
        fc.pre(!page.tagNames.some(isRootName))
        expect(attributesByElement(page)).toEqual(attributesRead(html))
      }),
    )
  })

  test('are found one by one by their names', () => {
    fc.assert(
      fc.property(fc.oneof(anyPage, marked), (html) => {
        const page = parsePage(html)
        for (let n = 0; n < page.count; n++) {
          for (const [name, value] of attributesOf(page, n)) expect(attribute(page, n, name)).toBe(value)
          expect(attribute(page, n, 'not-there')).toBeNull()
        }
      }),
    )
  })

  test('are the same in another thread and in the window', () => {
    fc.assert(
      fc.property(fc.oneof(anyPage, marked, torn), (html) => {
        const page = parsePage(html)
        expect(attributesByElement(structuredClone(page))).toEqual(attributesByElement(page))
        expect(attributesByElement(overTheWire(page))).toEqual(attributesByElement(page))
      }),
    )
  })

  test('of a text do not exist, and each name is stored once', () => {
    const page = parsePage('<p class=a>x<p id=b class="c d">y<script type=x>z</script>')
    expect(Array.from(page.kind.keys()).filter((n) => page.kind[n] !== ELEMENT && attributesOf(page, n).length > 0)).toEqual([])
    expect(page.attributes.names).toEqual(['class', 'id', 'type'])
    expect(page.attributes.values).toBe('abc dx')
  })

  test('with half a surrogate pair is the replacement character', () => {
    const page = parsePage('<p title="a\ud83d">x<p title="b\ude00c">y')
    const given = attributesByElement(page).flat()
    expect(given).toEqual([
      ['title', 'a\ufffd'],
      ['title', 'b\ufffdc'],
    ])
    expect(attributesByElement(overTheWire(page)).flat()).toEqual(given)
  })
})
