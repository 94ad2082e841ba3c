import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/ensure.mjs'
import { probableCauses } from '../../shared/explain/probable-causes'
import { attribute } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/output'
import { realPages, WCXB } from '../fixtures/real-pages'

const WORDS = 'The council met on Tuesday and talked about the bridge that nobody wants to pay for. '.repeat(8)

const causesOf = (
  html: string,
  mode: 'source' | 'rendered' = 'source',
  kept: (text: string) => boolean = () => false,
  status: number | null = null,
) => {
  const page = parsePage(html)
  const selected = Uint8Array.from({ length: page.count }, (_, n) => (kept(page.text[n] ?? '') ? KEPT : 0))
  return { page, causes: probableCauses(page, selected, { mode, status }) }
}
const kindsOf = (...given: Parameters<typeof causesOf>): string[] => causesOf(...given).causes.map(({ kind }) => kind)

describe('a page whose result is bad', () => {
  it('is probably an error page if the server responded with an error', () => {
    const html = `<body><p>${WORDS}</p></body>`
    expect(causesOf(html, 'source', undefined, 404).causes).toMatchObject([
      { kind: 'error-answer', sentence: expect.stringContaining('The server responded with status 404') as string },
    ])
    expect(causesOf(html, 'source', undefined, 200).causes).toEqual([])
  })

  it('is not reported as a banner or as built by scripts only because of a name, if the text exists', () => {
    const long = `<p>${WORDS.repeat(8)} Cookies and consent.</p>`
    for (const html of [
      `<div class="cmp-container">${long}</div>`,
      `<div class="cookie-page">${long}</div>`,
      `<div id="app"></div>${long}`,
    ])
      expect(kindsOf(`<body>${html}</body>`)).toEqual([])
  })

  it('is probably built by scripts if their container is empty', () => {
    const { page, causes } = causesOf('<body><div id="root"></div><script>render()</script></body>')
    expect(causes).toMatchObject([
      { kind: 'built-by-scripts', sentence: expect.stringContaining('div#root is empty') as string, next: 'Capture the rendered page.' },
    ])
    expect(attribute(page, causes[0]?.node ?? -1, 'id')).toBe('root')
  })

  it('is probably built by scripts if it has no words, and a script of another address', () => {
    expect(causesOf('<body><div class="splash"></div><script src="app.js"></script></body>').causes).toMatchObject([
      { kind: 'built-by-scripts', sentence: expect.stringContaining('The source HTML has no visible words, but a script') as string },
    ])
    expect(kindsOf('<body><div class="splash"></div></body>')).toEqual([])
  })

  it('is probably built by scripts if it has little text and much script, but not after rendering', () => {
    const html = `<body><p>Loading …</p><script>${'x()\n'.repeat(1000)}</script></body>`
    expect([kindsOf(html), kindsOf(html, 'rendered')]).toEqual([['built-by-scripts'], []])
  })

  it('shows a consent banner instead of its text', () => {
    const html =
      '<body><p>Please wait.</p><div class="cookie-banner"><p>We and our partners use cookies to make this site work.</p></div></body>'
    expect(kindsOf(html)).toEqual(['consent'])
    expect(kindsOf(`<body><p>${WORDS}</p><div id="onetrust-banner">We use cookies.</div></body>`)).toEqual([])
    const large = `<body><p>${WORDS}</p><div id="onetrust-banner"><p>We use cookies.</p><p>${WORDS.replaceAll('council', 'partner')}</p></div></body>`
    expect([kindsOf(large), kindsOf(large, 'source', (text) => text.includes('partner'))]).toEqual([['consent'], ['consent']])
    expect(kindsOf(large, 'source', (text) => text.includes('council'))).toEqual([])
    expect(
      kindsOf('<body><p>Please wait.</p><div class="cookie-recipes"><p>Butter, sugar, flour and a pinch of salt.</p></div></body>'),
    ).toEqual([])
  })

  it('has hidden text in the kept text', () => {
    const html = `<body><p>${WORDS}</p><div style="display:none"><p>${WORDS.replaceAll('council', 'secret')}</p></div></body>`
    expect(kindsOf(html, 'source', (text) => text.includes('Tuesday'))).toEqual(['hidden-text'])
    expect(kindsOf(html, 'source', (text) => text.includes('council'))).toEqual([])
  })

  it('is in a language without spaces between words', () =>
    expect(kindsOf(`<body><p>${'市议会星期二开会讨论了没有人愿意付钱的桥。'.repeat(20)}</p></body>`)).toEqual(['words-without-spaces']))

  it('has its text in a visible frame', () => {
    for (const html of [
      '<body><p>Welcome.</p><iframe src="/text.html"></iframe></body>',
      '<frameset cols="20%,80%"><frame src="/menu.html"><frame src="/text.html"></frameset>',
    ])
      expect(kindsOf(html)).toEqual(['in-frames'])
    // These frames are invisible, like frames of services that count visitors.
    for (const attributes of ['style="display:none;visibility:hidden"', 'hidden', 'width="0" height="0"', 'height="1px" width="1"'])
      expect(kindsOf(`<body><noscript><iframe src="/ns.html" ${attributes}></iframe></noscript><p>Welcome.</p></body>`)).toEqual([])
  })

  it('has no such hint if it is an ordinary article', () =>
    expect(kindsOf(`<body><article><p>${WORDS}</p></article><script>track()</script></body>`)).toEqual([]))

  it.skipIf(!existsSync(WCXB))('has the right cause among the pages of WCXB', () => {
    const known: Readonly<Record<string, string>> = {
      ...{ '0543': 'consent', '0569': 'consent', '2973': 'consent', '2974': 'consent' },
      ...{ '0585': 'built-by-scripts', '4577': 'built-by-scripts' },
    }
    for (const { name, page } of realPages(WCXB)) {
      const [id = ''] = name.split('.')
      const causes = probableCauses(page, new Uint8Array(page.count), { mode: 'source', status: 200 })
      expect([id, ...causes.map(({ kind }) => kind)]).toEqual([id, ...(known[id] === undefined ? [] : [known[id]])])
    }
  })

  it('has the right cause among the samples', () => {
    const of = (name: string) => kindsOf(readFileSync(join(root, 'electron', 'samples', 'pages', `${name}.html`), 'utf8'))
    expect(of('script-only-raw')).toContain('built-by-scripts')
    expect(of('chinese-article')).toEqual(['words-without-spaces'])
    for (const name of ['news-article', 'docs-page', 'forum-thread', 'table-layout', 'short-paragraphs']) expect(of(name)).toEqual([])
  })
})
