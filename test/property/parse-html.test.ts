import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, it } from 'vitest'
import { attributesOf, tagName, packModel, unpackModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { brokenPage, page } from './arbitrary-html'

const seed = Number(process.env.PROPERTY_SEED ?? 2026)
const runs = Number(process.env.PROPERTY_RUNS ?? 30)

/** Inputs for which a tokenizer or tree builder has special rules. */
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

/** Elements and texts as parse5's own `parse` gives them, in preorder. */
function listed(html: string, scriptingEnabled: boolean): unknown[] {
  const found: unknown[] = []
  const stack: DefaultTreeAdapterTypes.ChildNode[] = [...parse(html, { sourceCodeLocationInfo: true, scriptingEnabled }).childNodes]
  stack.reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    const at = node.sourceCodeLocation
    const where = [at?.startOffset ?? -1, at?.endOffset ?? -1, at?.startLine ?? 0]
    if ('tagName' in node) {
      const attributes = node.attrs.map(({ name, prefix, value }) => [
        prefix ? `${prefix}:${name}` : name,
        value.replace(/\p{Surrogate}/gu, '\ufffd'),
      ])
      found.push([node.tagName, '', attributes, ...where])
      stack.push(...node.childNodes.toReversed())
    } else if ('value' in node) found.push(['#text', node.value, [], ...where])
  }
  return found
}

it.each([false, true])('a page is parsed as parse5 does it, with scripting %s', (scriptingEnabled) => {
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: rubble }, { weight: 1, arbitrary: fc.oneof(page, brokenPage) }), (html) => {
      const model = parsePage(html, { sourcePositions: true, scriptingEnabled })
      const found = Array.from({ length: model.count }, (_, n) => {
        const where = [model.sourceStart[n], model.sourceEnd[n], model.line[n]]
        return [tagName(model, n), model.text[n], attributesOf(model, n), ...where]
      })
      expect(found).toEqual(listed(html, scriptingEnabled))
      const plain = parsePage(html, { scriptingEnabled })
      expect([plain.text, plain.tag, plain.tagNames, plain.parent, plain.attributes]).toEqual([
        model.text,
        model.tag,
        model.tagNames,
        model.parent,
        model.attributes,
      ])
    }),
    { seed, numRuns: runs * 10 },
  )
})

it('a page is the same after it went from thread to thread', () => {
  fc.assert(
    fc.property(rubble, (html) => {
      const model = parsePage(html, { sourcePositions: true })
      expect(unpackModel(structuredClone(packModel(model)))).toEqual(model)
    }),
    { seed, numRuns: runs },
  )
})
