import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { usualTree } from '../../shared/page/content-tree'
import { KEPT } from '../../shared/page/output'
import { registry } from '../../electron/peers/registry'
import { resolveParams } from '../../shared/extractors/core/run'
import { near, runOnHtml } from './run-on-html'

const SAMPLES = 'electron/samples/pages'

const EXAMPLE =
  '<body><div id=main><div id=article><div id=articleHeadline>South Korea to Hold Artillery Drills on Island</div>' +
  '<div id=articleBody>The announcement came as <a>Bill Richardson</a></div></div></div></body>'

describe('Example 2: text density of Example 1', () => {
  const result = runOnHtml('cetd-ds', EXAMPLE)
  it.each([
    ['body', 85, 5, 17],
    ['main', 85, 4, 21.25],
    ['article', 85, 3, 28.33],
    ['articleHeadline', 46, 0, 46],
    ['articleBody', 39, 1, 39],
    ['a', 15, 0, 15],
  ])('%s has %d characters, %d tags and density %d', (name, C, T, density) => {
    expect(result.measures(name, 'C', 'T', 'density')).toEqual([C, T, near(density, 2)])
  })
})

describe('Definition 2: composite text density', () => {
  const authors = runOnHtml('cectd-ds', EXAMPLE)
  it.each([
    ['body', 15, 1, 44.5585],
    ['main', 15, 1, 51.9814],
    ['article', 15, 1, 62.9197],
    ['articleHeadline', 0, 0, 194.6739],
    ['articleBody', 15, 1, 29.5739],
    ['a', 15, 0, 0],
  ])('%s has %d link characters, %d link tags and density %d', (name, LC, LT, density) => {
    expect(authors.measures(name, 'LC', 'LT', 'density')).toEqual([LC, LT, near(density, 4)])
  })

  it('as printed, zeros become 1 in denominators only', () =>
    expect(runOnHtml('cectd-ds', EXAMPLE, { preset: 'as-printed' }).measure('articleHeadline', 'density')).toBeCloseTo(202.8292, 4))

  it('"a node\'s density will be zero if there are only hyperlinks in its subtree"', () => {
    const html = '<body><ul><li><a>one</a></li><li><a>two</a></li></ul><p>Some text of the page</p></body>'
    expect(runOnHtml('cectd-ds', html).measure('ul', 'density')).toBe(0)
  })

  it('"all tags of a web page which have no hyperlinks will get an infinite density": everything is content', () => {
    const result = runOnHtml('cectd-ds', '<body><div>one</div><p>x</p><p>two</p></body>', { preset: 'as-printed' })
    expect([result.measure('div', 'density'), result.extraction.text]).toEqual([Number.POSITIVE_INFINITY, 'one\nx\ntwo'])
  })
})

describe('Definition 3 and Algorithm 2', () => {
  const result = runOnHtml('cectd-ds', EXAMPLE)
  it('have, with text runs, the DensitySum 115.1635 for articleBody and 224.2478 for article', () =>
    expect(result.measureEach(['articleBody', 'article'], 'densitySum')).toEqual([near(115.1635, 4), near(224.2478, 4)]))

  it('have article as target, and the threshold min(62.92, 51.98, 44.56) = 44.5585', () =>
    expect(result.extraction.values).toMatchObject({ target: result.at('article'), threshold: near(44.5585, 4) }))

  it('keep the whole article', () =>
    expect(result.extraction.text).toBe('South Korea to Hold Artillery Drills on Island\nThe announcement came as Bill Richardson'))

  it('"when λ = 0, the recall is always 100 %"', () => {
    const html = `<body><ul><li><a href=/>Home</a></li><li><a href=/n>News</a></li></ul>${EXAMPLE}<footer>All rights reserved</footer></body>`
    for (const id of ['cetd-ds', 'cectd-ds', 'cectd-s']) {
      const all = runOnHtml(id, html, { params: { lambda: 0 } }).extraction.text
      for (const word of ['Home', 'News', 'Artillery', 'rights']) expect(all).toContain(word)
    }
  })

  it.each(['cetd-ds', 'cectd-ds', 'cectd-s'])('λ = 0: %s keeps every text of every sample, in both presets', (id) => {
    for (const preset of ['default', 'as-printed'] as const)
      for (const name of readdirSync(SAMPLES)) {
        const { page, extraction } = runOnHtml(id, readFileSync(`${SAMPLES}/${name}`, 'utf8'), { preset, params: { lambda: 0 } })
        const tree = usualTree(page, preset === 'default')
        const lost = [...tree.node].filter((n, e) => tree.isText[e] === 1 && extraction.selected[n] !== KEPT).map((n) => page.text[n])
        expect(lost, `${name} ${preset}`).toEqual([])
      }
  })

  it('λ = 0: a direct text of body is kept, and its reason mentions λ = 0', () => {
    const html = `<body>Loose words of the body itself${EXAMPLE}</body>`
    const { extraction, rules, trace } = runOnHtml('cetd-ds', html, { params: { lambda: 0 } })
    expect(extraction.text).toContain('Loose words')
    expect(trace.rules).toContain('lambda-zero')
    expect(rules('body', 'path')).toEqual(['ancestor'])
  })

  it('as printed, LT counts "hyperlink tags", but not elements that contain only links', () => {
    // ul has the tags li, a, li, a, so T = 4. As printed, LT = 2 (a, a). If LT also counts the li around the links, LT = 4 and
    // ln((C/LC)(T/LT)) = 0.
    const html = '<body><ul><li><a href=/>Home</a></li><li><a href=/n>News</a></li></ul><p>Some words.</p></body>'
    expect(runOnHtml('cectd-ds', html).measures('ul', 'LT', 'density')).toEqual([4, 0])
    const [tags, density] = runOnHtml('cectd-ds', html, { preset: 'as-printed' }).measures('ul', 'LT', 'density')
    expect(tags).toBe(2)
    expect(density).toBeGreaterThan(0)
  })

  it('as printed, hidden text is "included in the results" (§5.4)', () => {
    const html = `<body><div><p>${'word '.repeat(40)}</p><p hidden>by attribute</p><p style="display:none">by style</p></div></body>`
    for (const id of ['cetd-ds', 'cectd-ds', 'cectd-s']) {
      const text = (setup: Parameters<typeof runOnHtml>[2]) => runOnHtml(id, html, setup).extraction.text
      expect(text({ params: { lambda: 0 } })).not.toMatch(/by (attribute|style)/)
      expect(text({ preset: 'as-printed' })).toMatch(/by attribute\nby style/)
      expect(text({ params: { lambda: 0, dropHidden: false } })).toMatch(/by attribute\nby style/)
    }
  })

  it('the target has its own rule: "the maximum DensitySum tag in the whole page, without thresholding"', () => {
    const { decisions, at } = runOnHtml('cectd-ds', EXAMPLE)
    expect(decisions).toContainEqual(expect.objectContaining({ subject: at('article'), rule: 'target' }))
    expect(decisions.map(({ rule }) => rule)).not.toContain('largest-density-sum')
  })
})

describe('λ above 1, beyond "the threshold must be lower than the text density of the <body> tag"', () => {
  const paragraph = (words: number): string => `<p>${'word '.repeat(words)}</p>`
  const PAGE =
    `<body><div id=article>${paragraph(60).repeat(6)}</div><div id=comment>${paragraph(60).repeat(2)}</div>` +
    `<ul>${'<li><a href=/>link</a></li>'.repeat(12)}</ul></body>`
  const kept = (id: string, params: Record<string, unknown>): number => runOnHtml(id, PAGE, { params }).extraction.text.length

  it.each(['cetd-ds', 'cectd-ds'])('of %s changes the result gradually: the ancestors of the target are entered at any density', (id) => {
    const target = kept(id, { targetOnly: true })
    expect(kept(id, { lambda: 1 })).toBeGreaterThan(target)
    expect(kept(id, { lambda: 1.05 })).toBe(kept(id, { lambda: 1 }))
    const { rules } = runOnHtml(id, PAGE, { params: { lambda: 1.05 } })
    expect(rules('body', 'fail')).not.toEqual([])
    expect(rules('comment', 'keep')).not.toEqual([])
  })

  it.each(['cetd-ds', 'cectd-ds'])('keeping only the target is a switch of %s, off by default and as printed', (id) => {
    const text = runOnHtml(id, PAGE, { params: { targetOnly: true } }).extraction.text
    expect(text).toBe(Array(6).fill('word '.repeat(60).trim()).join('\n'))
    for (const preset of ['default', 'as-printed'] as const) {
      const extractor = registry.get(id)
      expect(extractor && resolveParams(extractor, preset, {}).targetOnly).toBe(false)
    }
  })
})

describe('kept text outside kept elements', () => {
  it.each(['cetd-ds', 'cectd-ds'])('of %s can be in an element that is below the threshold and therefore not entered', (id) => {
    const tags = (count: number): string => '<i></i>'.repeat(count)
    const paragraphs = (count: number, words: number): string => `<p>${'word '.repeat(words)}</p>`.repeat(count)
    const html =
      `<body><div>${paragraphs(12, 40)}</div><section><div id=sparse>said ${tags(60)}<div>${paragraphs(6, 20)}</div>` +
      `<b>below</b></div>${paragraphs(1, 60)}</section>${tags(220)}</body>`
    const run = (keepPathText: boolean) => runOnHtml(id, html, { params: { lambda: 0.9, keepPathText } })
    expect(run(false).rules('sparse', 'path')).toEqual(['ancestor'])
    expect(run(false).extraction.text).not.toMatch(/said|below/)
    expect(run(true).extraction.text).toContain('said')
    expect(run(true).extraction.text).not.toContain('below')
  })
})

describe('Data Smoothing', () => {
  const sentence = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit sed do. '.repeat(3)
  const run = (html: string, params: Record<string, unknown> = {}) => {
    const { extraction, trace } = runOnHtml('cectd-s', html, { params: { radius: 2, weights: 'uniform', ...params } })
    return { text: extraction.text, fallen: trace.steps.some(({ name }) => name === 'fallback') }
  }

  it('keeps the whole block of highest density if no block below body passes, with any direct text in body', () => {
    const block = `<hr><hr><div>${sentence}</div><hr><hr>`
    expect(run(`<body>${block}</body>`)).toEqual({ text: sentence.trim(), fallen: true })
    expect(run(`<body>Menu ${block}</body>`)).toEqual({ text: `Menu\n${sentence.trim()}`, fallen: true })
  })

  it('keeps body if there is no block with text below it', () => {
    expect(run('<body>Menu<hr></body>')).toEqual({ text: 'Menu', fallen: false })
    expect(run('<body>Menu<hr></body>', { lambda: 2 })).toEqual({ text: 'Menu', fallen: true })
  })

  it('counts direct text inside a link as 0, like DensitySum', () => {
    // d(b) = 0, because all text of b is in the link. d′ of b = (2 · d(b) + 1 · 0) / 3 = 0.
    const html = '<body><p>Some words outside of any link here.</p><a href=/><b>bold</b> and a good deal of linked text</a></body>'
    expect(runOnHtml('cectd-s', html).measure('b', 'smoothed')).toBe(0)
  })
})
