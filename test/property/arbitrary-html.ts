import fc from 'fast-check'

const text = fc.oneof(
  { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 60 }) },
  fc.constantFrom(
    '油纸伞的七十二道工序',
    '©&nbsp;2026 All rights reserved',
    'Read more',
    'Posted: 3 May 2026, 10:15',
    'more »',
    '1.2.3.4',
    'AT&amp;T',
    '&lt;b&gt;',
    'a b',
    'é̀',
    '𝒳𝒴',
    'x',
  ),
  fc.constantFrom(' ', '\n', '\t \n', ''),
)

const BLOCKS = 'div p section article ul li h1 h2 blockquote table tr td pre form center nav footer dl dd'.split(' ')
const INLINE = 'a b i span em strong code font button'.split(' ')
const OTHER = 'br hr img input script style noscript template select option textarea iframe svg title my-box'.split(' ')

const attribute = fc.oneof(
  fc.constantFrom(
    'class="c1"',
    'class="c2 c3"',
    'id="i1"',
    'href="/x"',
    'href="https://other.example/"',
    'hidden',
    'style="display:none"',
    'style="color:red"',
    'type=hidden',
    'onclick="x()"',
    'role=link',
    'src="a.png"',
    'alt="text"',
    'colspan=2',
  ),
  fc.constantFrom('title="a > b"', "title='\"'", 'data-x'),
)

interface Piece {
  readonly html: string
}

const element = (tags: readonly string[], inside: fc.Arbitrary<string>): fc.Arbitrary<Piece> =>
  fc
    .tuple(fc.constantFrom(...tags), fc.array(attribute, { maxLength: 2 }), inside)
    .map(([tag, attributes, inner]) => ({ html: `<${[tag, ...attributes].join(' ')}>${inner}</${tag}>` }))

const tree = fc.letrec<{ node: Piece; children: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    { weight: 4, arbitrary: text.map((html) => ({ html })) },
    { weight: 5, arbitrary: element(BLOCKS, tie('children')) },
    { weight: 3, arbitrary: element(INLINE, tie('children')) },
    { weight: 1, arbitrary: element(OTHER, text) },
  ),
  children: fc.array(tie('node'), { maxLength: 6 }).map((pieces) => pieces.map((piece) => piece.html).join('')),
}))

/** Pages as authors write them: nested, closed elements with any content. */
export const page: fc.Arbitrary<string> = fc
  .array(tree.node, { minLength: 1, maxLength: 12 })
  .map(
    (pieces) => `<!doctype html><html><head><title>Page</title></head><body>${pieces.map((piece) => piece.html).join('\n')}</body></html>`,
  )

/** Damaged pages: truncated, with swapped, dropped, doubled and additional tags; and random strings. */
export const brokenPage: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(page, fc.array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'double', 'swap', 'stray', 'cut')), { minLength: 1, maxLength: 6 }))
      .map(([html, harm]) => harm.reduce((broken, [at, how]) => damage(broken, at, how), html)),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...['<', '>', '/', 'p', 'table', '<!--', '-->', '"', "'", '=', ' ', '&', '&#x', ']]>', '<![CDATA[', '</', '<script>', 'x'],
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  },
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

/** Generates inline elements in allowed combinations: the parser neither moves nor adds nodes. */
const phrase = fc.letrec<{ inline: string; inner: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: text },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('b', 'i', 'span', 'em', 'strong', 'code'), fc.array(attribute, { maxLength: 1 }), tie('inner'))
        .map(([tag, attributes, inner]) => `<${[tag, ...attributes].join(' ')}>${inner}</${tag}>`),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom('/a', 'https://other.example/'), text).map(([href, inner]) => `<a href="${href}">${inner}</a>`),
    },
    { weight: 1, arbitrary: fc.constantFrom('<br>', '<img src="a.png" alt="x">', '<wbr>') },
  ),
  inner: fc.array(tie('inline'), { maxLength: 4 }).map((parts) => parts.join('')),
})).inner

const tidyBlock = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 5 },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom('p', 'h1', 'h2', 'h3'), phrase).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`) },
    { weight: 1, arbitrary: fc.constantFrom('<hr>', '<style>a > b { c: d }</style>', '<script>if (a < b) c()</script>') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom('div', 'section', 'article', 'nav', 'footer', 'blockquote', 'center'),
          fc.array(attribute, { maxLength: 2 }),
          tie('blocks'),
        )
        .map(([tag, attributes, inner]) => `<${[tag, ...attributes].join(' ')}>${inner}</${tag}>`),
    },
    {
      weight: 1,
      arbitrary: fc.array(tie('blocks'), { maxLength: 4 }).map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
    },
    {
      weight: 2,
      arbitrary: fc.array(phrase, { maxLength: 6 }).map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.array(phrase, { minLength: 1, maxLength: 3 }), { maxLength: 3 })
        .map(
          (rows) =>
            `<table><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`,
        ),
    },
    { weight: 1, arbitrary: phrase.map((inner) => `<div>${inner}</div>`) },
  ),
  blocks: fc.array(tie('block'), { maxLength: 5 }).map((parts) => parts.join('')),
})).block

/** Valid pages: the parsed elements equal the written elements. */
export const tidyPage: fc.Arbitrary<string> = fc
  .array(tidyBlock, { minLength: 1, maxLength: 10 })
  .map((parts) => `<!doctype html><html><head><title>Page</title></head><body>${parts.join('')}</body></html>`)
