import fc from 'fast-check'

const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const oneOf = (list: string): fc.Arbitrary<string> => fc.constantFrom(...list.split(' | '))

const SIGNS = '1.2.3.4 | AT&amp;T | &lt;b&gt; | a b | é̀ | 𝒳𝒴 | x'
const text = fc.oneof(
  weighted(6, fc.lorem({ maxCount: 12 })),
  weighted(2, fc.lorem({ maxCount: 60 })),
  oneOf(`油纸伞的七十二道工序 | ©&nbsp;2026 All rights reserved | Read more | Posted: 3 May 2026, 10:15 | more » | ${SIGNS}`),
  fc.constantFrom(' ', '\n', '\t \n', ''),
)

const BLOCKS = 'div p section article ul li h1 h2 blockquote table tr td pre form center nav footer dl dd'.split(' ')
const INLINE = 'a b i span em strong code font button'.split(' ')
const OTHER = 'br hr img input script style noscript template select option textarea iframe svg title my-box'.split(' ')

const STYLES = 'hidden | style="display:none" | style="color:red" | type=hidden'
const attribute = fc.oneof(
  oneOf(`class="c1" | class="c2 c3" | id="i1" | href="/x" | href="https://other.example/" | ${STYLES}`),
  oneOf('onclick="x()" | role=link | src="a.png" | alt="text" | colspan=2'),
  fc.constantFrom('title="a > b"', "title='\"'", 'data-x'),
)
const tag = (name: string, attributes: readonly string[], inner: string): string => `<${[name, ...attributes].join(' ')}>${inner}</${name}>`

interface Piece {
  readonly html: string
}

const element = (tags: readonly string[], inside: fc.Arbitrary<string>): fc.Arbitrary<Piece> =>
  fc
    .tuple(fc.constantFrom(...tags), fc.array(attribute, { maxLength: 2 }), inside)
    .map(([name, attributes, inner]) => ({ html: tag(name, attributes, inner) }))

const tree = fc.letrec<{ node: Piece; children: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    weighted(
      4,
      text.map((html) => ({ html })),
    ),
    weighted(5, element(BLOCKS, tie('children'))),
    weighted(3, element(INLINE, tie('children'))),
    weighted(1, element(OTHER, text)),
  ),
  children: fc.array(tie('node'), { maxLength: 6 }).map((pieces) => pieces.map((piece) => piece.html).join('')),
}))

export const page: fc.Arbitrary<string> = fc
  .array(tree.node, { minLength: 1, maxLength: 12 })
  .map(
    (pieces) => `<!doctype html><html><head><title>Page</title></head><body>${pieces.map((piece) => piece.html).join('\n')}</body></html>`,
  )

const HARM = fc.tuple(fc.nat(), fc.constantFrom('drop', 'double', 'swap', 'stray', 'cut'))
const TOKENS = ['<', '>', '/', 'p', 'table', '<!--', '-->', '"', "'", '=', ' ', '&', '&#x', ']]>', '<![CDATA[', '</', '<script>', 'x']

/** Damaged pages: truncated, with swapped, dropped, doubled and additional tags; and random strings. */
export const brokenPage: fc.Arbitrary<string> = fc.oneof(
  weighted(
    6,
    fc
      .tuple(page, fc.array(HARM, { minLength: 1, maxLength: 6 }))
      .map(([html, harm]) => harm.reduce((broken, [at, how]) => damage(broken, at, how), html)),
  ),
  weighted(1, fc.string({ maxLength: 200 })),
  weighted(1, fc.string({ unit: 'binary', maxLength: 200 })),
  weighted(
    2,
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((parts) => parts.join('')),
  ),
)

function damage(html: string, at: number, how: string): string {
  const tokens = html.split(/(?=<)/)
  const i = at % Math.max(1, tokens.length)
  const token = tokens[i] ?? ''
  if (how === 'cut') return html.slice(0, at % (html.length + 1))
  if (how === 'drop') tokens.splice(i, 1)
  if (how === 'double') tokens.splice(i, 0, token)
  if (how === 'stray') tokens.splice(i, 0, '</div></b></p>')
  if (how === 'swap' && i + 1 < tokens.length) tokens.splice(i, 2, tokens[i + 1] ?? '', token)
  return tokens.join('')
}

/** The parser neither moves nor adds nodes in these combinations of inline elements. */
const phrase = fc.letrec<{ inline: string; inner: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    weighted(4, text),
    weighted(
      2,
      fc
        .tuple(oneOf('b | i | span | em | strong | code'), fc.array(attribute, { maxLength: 1 }), tie('inner'))
        .map((parts) => tag(...parts)),
    ),
    weighted(
      2,
      fc.tuple(oneOf('/a | https://other.example/'), text).map(([href, inner]) => tag('a', [`href="${href}"`], inner)),
    ),
    weighted(1, oneOf('<br> | <img src="a.png" alt="x"> | <wbr>')),
  ),
  inner: fc.array(tie('inline'), { maxLength: 4 }).map((parts) => parts.join('')),
})).inner

const listOf = (items: readonly string[]): string => tag('ul', [], items.map((item) => tag('li', [], item)).join(''))
const rowOf = (cells: readonly string[]): string => tag('tr', [], cells.map((cell) => tag('td', [], cell)).join(''))

const tidyBlock = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 5 },
    weighted(
      4,
      fc.tuple(oneOf('p | h1 | h2 | h3'), phrase).map(([name, inner]) => tag(name, [], inner)),
    ),
    weighted(1, oneOf('<hr> | <style>a > b { c: d }</style> | <script>if (a < b) c()</script>')),
    weighted(
      4,
      fc
        .tuple(oneOf('div | section | article | nav | footer | blockquote | center'), fc.array(attribute, { maxLength: 2 }), tie('blocks'))
        .map((parts) => tag(...parts)),
    ),
    weighted(1, fc.array(tie('blocks'), { maxLength: 4 }).map(listOf)),
    weighted(2, fc.array(phrase, { maxLength: 6 }).map(listOf)),
    weighted(
      1,
      fc
        .array(fc.array(phrase, { minLength: 1, maxLength: 3 }), { maxLength: 3 })
        .map((rows) => tag('table', [], tag('tbody', [], rows.map(rowOf).join('')))),
    ),
    weighted(
      1,
      phrase.map((inner) => tag('div', [], inner)),
    ),
  ),
  blocks: fc.array(tie('block'), { maxLength: 5 }).map((parts) => parts.join('')),
})).block

export const tidyPage: fc.Arbitrary<string> = fc
  .array(tidyBlock, { minLength: 1, maxLength: 10 })
  .map((parts) => `<!doctype html><html><head><title>Page</title></head><body>${parts.join('')}</body></html>`)
