/** Pages for checks: normal pages, and hostile pages that break programs. */

export interface CheckPage {
  readonly name: string
  readonly html: string
  readonly ordinary: boolean
}

const SENTENCE = 'The committee met on Tuesday and, after a long debate, decided to build the bridge that the town had wanted for years. '
const MENU =
  '<nav><ul>' + ['Home', 'News', 'Sport', 'Imprint'].map((word) => `<li><a href="/${word}">${word}</a></li>`).join('') + '</ul></nav>'
const paragraphs = (count: number): string => Array.from({ length: count }, (_, i) => `<p>${i}. ${SENTENCE.repeat(3)}</p>`).join('\n')
const article = (inside: string): string =>
  `<!doctype html><html><head><title>A page</title></head><body>${MENU}<main><h1>The bridge</h1>${inside}</main><footer>Copyright</footer></body></html>`

export function checkPages(samples: ReadonlyMap<string, string>): CheckPage[] {
  const ordinary = (name: string, html: string): CheckPage => ({ name, html, ordinary: true })
  const hostile = (name: string, html: string): CheckPage => ({ name, html, ordinary: false })
  return [
    ...[...samples].map(([name, html]) => ordinary(`sample: ${name}`, html)),
    ordinary('an article', article(paragraphs(8))),
    ordinary(
      'an article with upper-case tags',
      article(paragraphs(8)).replace(/<\/?\w+/g, (tag) => tag.toUpperCase()),
    ),
    ordinary('no line feeds', article(paragraphs(8)).replaceAll('\n', '')),
    ordinary('carriage returns', article(paragraphs(8)).replaceAll('\n', '\r\n')),
    hostile('empty', ''),
    hostile('white space', ' \n\t '),
    hostile('text without a tag', SENTENCE),
    hostile('a body without text', '<body><div><img src="a.png"></div></body>'),
    hostile('only scripts and styles', `<script>${'let a = "<p>";'.repeat(500)}</script><style>p { color: red }</style>`),
    hostile('a frameset', '<html><frameset cols="*,*"><frame src="a.html"><frame src="b.html"></frameset></html>'),
    hostile('null bytes', article(`<p>${SENTENCE}\0\0${SENTENCE}</p><p title="\0">\0</p>`)),
    hostile('halves of characters', article(`<p>${SENTENCE}\ud83d ${SENTENCE}\udc00</p>`)),
    hostile('bytes read in the wrong encoding', article(`<p>${'Ã¤Ã¶Ã¼ â€œquotedâ€\u009d \ufffd\ufffd '.repeat(40)}</p>`)),
    hostile(
      'a byte order mark and other invisible characters',
      `\ufeff${article(`<p>${'wo\u00adrd\u200b \u2028next\u2029 '.repeat(60)}</p>`)}`,
    ),
    hostile(
      'right-to-left text, characters of many writing systems',
      article(`<p dir="rtl">${'שלום עולם مرحبا بالعالم 你好世界 สวัสดี 🧑‍🚀 '.repeat(20)}</p>`),
    ),
    hostile('tags that are never closed', `${'<div><b><i><table><tr><td>text '.repeat(50)}`),
    hostile('tags closed in the wrong order', article(`${'<b><p>one<i>two</b>three</p>four</i>'.repeat(60)}`)),
    hostile('end tags without start tags', `</div></p></body></html>${paragraphs(3)}</main>`),
    hostile('a comment that never ends', `${article(paragraphs(2))}<!-- ${SENTENCE.repeat(20)}`),
    hostile('an incomplete tag at the end', `${article(paragraphs(2))}<a href="`),
    hostile(
      'pictures and formulas in the page',
      article(`<svg><text>drawn</text><foreignObject><p>${SENTENCE}</p></foreignObject></svg><math><mi>x</mi></math>`),
    ),
    hostile('templates and custom elements', article(`<template><p>${SENTENCE}</p></template><my-box><p>${SENTENCE}</p></my-box>`)),
    hostile('the same paragraph 500 times', article(`<p>${SENTENCE}</p>`.repeat(500))),
    hostile(
      'an element with 2,000 attributes',
      article(`<div ${Array.from({ length: 2000 }, (_, i) => `a${i}="${i}"`).join(' ')}>${paragraphs(2)}</div>`),
    ),
    hostile('an attribute of 1 MB', article(`<p title="${'x'.repeat(1_000_000)}">${SENTENCE}</p>`)),
    hostile('elements nested 5,000 levels deep', article(`${'<div>'.repeat(5000)}${SENTENCE}${'</div>'.repeat(5000)}`)),
    hostile('20,000 links', article(Array.from({ length: 20_000 }, (_, i) => `<a href="/${i}">link ${i}</a> `).join(''))),
    hostile('50,000 sibling elements', article('<span>word</span> '.repeat(50_000))),
    hostile('5 MB of text in one paragraph', article(`<p>${SENTENCE.repeat(Math.ceil(5_000_000 / SENTENCE.length))}</p>`)),
    hostile('5 MB of markup', article(paragraphs(Math.ceil(5_000_000 / (3 * SENTENCE.length))))),
  ]
}
