import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { matchSelector, parseSelector } from '../../renderer/features/dom-tree/selector-match'
import { attribute } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { forAllOf } from '../fixtures/for-all'

function found(html: string, query: string): string[] | null {
  const page = parsePage(html, { sourcePositions: false })
  const selector = parseSelector(query)
  if (!selector) return null
  const matched = matchSelector(page, selector)
  const marks: string[] = []
  for (let n = 0; n < page.count; n++) if (matched[n] === 1) marks.push(attribute(page, n, 'n') ?? '')
  return marks
}

interface Node {
  readonly tag: string
  readonly id: string | null
  readonly classes: readonly string[]
  readonly lang: string | null
  readonly children: readonly Node[]
}

const TAGS = ['div', 'section', 'span']
const IDS = ['x', 'y']
const CLASSES = ['a', 'b']
const LANGS = ['en', 'en-GB', 'de at']

// With few names, a step often matches several ancestors, and a matcher without backtracking gives wrong results.
const { tree } = fc.letrec<{ tree: Node; forest: Node[] }>((tie) => ({
  tree: fc.record({
    tag: fc.constantFrom(...TAGS),
    id: fc.option(fc.constantFrom(...IDS), { freq: 3 }),
    classes: fc.subarray(CLASSES),
    lang: fc.option(fc.constantFrom(...LANGS), { freq: 2 }),
    children: tie('forest'),
  }),
  forest: fc.oneof(
    { maxDepth: 6 },
    { weight: 1, arbitrary: fc.constant<Node[]>([]) },
    { weight: 4, arbitrary: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) },
  ),
}))

function htmlOf(trees: readonly Node[]): string {
  let mark = 0
  const write = ({ tag, id, classes, lang, children }: Node): string => {
    const attributes = [
      `n="${mark++}"`,
      ...(id === null ? [] : [`id="${id}"`]),
      ...(classes.length === 0 ? [] : [`class="${classes.join(' ')}"`]),
      ...(lang === null ? [] : [`lang="${lang}"`]),
    ]
    return `<${tag} ${attributes.join(' ')}>${children.map(write).join('')}</${tag}>`
  }
  return `<!doctype html><html n="html"><head n="head"></head><body n="body">${trees.map(write).join('')}</body></html>`
}

const rarely = <T>(part: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: part })
const attributeTest = fc.oneof(
  fc.constant('[lang]'),
  fc
    .tuple(fc.constantFrom('=', '~=', '|=', '^=', '$=', '*='), fc.constantFrom('en', 'de', 'de at', 'GB', 'n', 'at'))
    .map(([operator, value]) => `[lang${operator}"${value}"]`),
)
const pseudo = fc.constantFrom(':first-child', ':nth-child(2n+1)', ':nth-of-type(2)', ':not(.a)', ':has(span)', ':is(.a, #x)')
const compound = fc
  .tuple(
    fc.constantFrom('', '*', ...TAGS, 'body'),
    rarely(fc.constantFrom(...IDS)),
    fc.subarray(CLASSES, { maxLength: 1 }),
    rarely(attributeTest),
    rarely(pseudo),
  )
  .map(([tag, id, classes, test, pseudo]) => {
    const rest = `${id === null ? '' : `#${id}`}${classes.map((name) => `.${name}`).join('')}${test ?? ''}${pseudo ?? ''}`
    return tag === '' && rest === '' ? '*' : `${tag}${rest}`
  })
const complex = fc
  .tuple(compound, fc.array(fc.tuple(fc.constantFrom(' ', '  ', ' > ', '>', ' + ', ' ~ '), compound), { maxLength: 4 }))
  .map(([first, rest]) => first + rest.map((step) => step.join('')).join(''))
const selector = fc.array(complex, { minLength: 1, maxLength: 3 }).map((list) => list.join(', '))

describe('the selectors of the tree’s search', () => {
  test('can have lists, attribute operators, quotes around white space, and names beyond ASCII', () => {
    const html = '<body><h1 n=1 title="a > b, c">x</h1><h2 n=2 class="größe x">y</h2><h3 n=3 DATA-K="V">z</h3></body>'
    expect([found(html, 'h1, h3'), found(html, 'h3,h1'), found(html, '[title="a > b, c"]')]).toEqual([['1', '3'], ['1', '3'], ['1']])
    expect([found(html, '.größe.x'), found(html, '[data-k=v i]'), found(html, '[data-k=v]')]).toEqual([['2'], ['3'], []])
  })

  test('are refused for any other text', () => {
    for (const query of '|a >|> a|a,|,a|a > > b|.1|a..b|a:hover|p:not(a:hover)|a::before|a:unknown|[a|two words.|x!'.split('|'))
      expect(parseSelector(query), query).toBeNull()
  })

  test('find the same elements as linkedom, on any tree', () =>
    forAllOf(400, fc.array(tree, { minLength: 1, maxLength: 3 }), selector, (trees, query) => {
      const html = htmlOf(trees)
      const expected = [...parseHTML(html).document.querySelectorAll(query)].map((element) => element.getAttribute('n') ?? '')
      expect(found(html, query)).toEqual(expected)
    }))

  test('match 100,000 nested elements without a second pass over their ancestors', () => {
    const depth = 100_000
    const page = parsePage(`<body>${'<div class="a">'.repeat(depth)}<b n="x"></b>`, { sourcePositions: false })
    expect(matchSelector(page, parseSelector('.a .a > .a .a b') ?? { list: [] }).reduce((sum, mark) => sum + mark, 0)).toBe(1)
  })
})
