import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSamples } from '../../electron/services/sources/collection-folder'
import { additiveSum, scoredElement } from '../../shared/explain/additive-terms'
import { explainNode } from '../../shared/explain/explain-node'
import { ruleSentence } from '../../shared/explain/reason-sentence'
import { measureWords } from '../../renderer/components/number-format'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { resolveParams, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { blocksOf } from '../../shared/extractors/lens/blocks'
import { lens } from '../../shared/extractors/lens/lens'
import { textsOf } from '../../shared/extractors/lens/block-context'
import { levelsTo, marksOf } from '../../shared/extractors/lens/entry-marks'
import { MARKS } from '../../shared/extractors/lens/marks'
import { automaticCut, CUTS, logOddsBy, probability, stepOf } from '../../shared/extractors/lens/model'
import { contentTree } from '../../shared/page/content-tree'
import { LAYOUT_DISPLAYED, LAYOUT_VISIBLE, tagName, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { forAll } from '../fixtures/for-all'
import { byId, runOn } from '../fixtures/nodes'

const samples = createSamples(join(import.meta.dirname, '../../electron/samples'))
const pages = await Promise.all(
  (await samples.list()).map(async ({ id }) => {
    const source = await samples.source(id)
    return { id, page: source.kind === 'html' ? parsePage(source.html, { url: source.url ?? null }) : parsePage('') }
  }),
)
const pageOf = (id: string) => pages.find((sample) => sample.id === id)?.page ?? parsePage('')
const defaults = (page: PageModel, params: Record<string, unknown> = {}) => runExtractor(page, lens, resolveParams(lens, 'default', params))
const run = (id: string, params: Record<string, unknown> = {}) => defaults(pageOf(id), params)

describe('comments', () => {
  const paragraph = `<p>${'A sentence of seven words or so. '.repeat(15)}</p>`
  const page = (paragraphs: number) =>
    parsePage(`<body><main>${paragraph.repeat(paragraphs)}<div class="comments"><p>A reader replies.</p></div></main>`)
  // All blocks reach the cut 0.
  const params = (comments: string) => resolveParams(lens, 'default', { cut: 'fixed', leastProbability: 0, comments })
  const keeps = (paragraphs: number, comments: string) => runExtractor(page(paragraphs), lens, params(comments)).text.includes('A reader')

  it('are dropped beside 400 kept words, and otherwise kept like other blocks', () => {
    expect([keeps(3, 'automatic'), keeps(4, 'automatic')]).toEqual([true, false])
    expect([keeps(3, 'keep'), keeps(4, 'keep')]).toEqual([true, true])
    expect([keeps(3, 'drop'), keeps(4, 'drop')]).toEqual([false, false])
  })

  it('state the kept words outside them as the reason', () => {
    const { trace } = traceExtractor(page(4), lens, params('automatic'))
    const at = trace.rule.indexOf(trace.rules.indexOf('comments'))
    expect([trace.value[at], trace.limit[at]]).toEqual([420, 400])
  })
})

describe('repeats', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, k) => `w${k}`).join(' ')
  const page = (between: string) => {
    const section = `<div><h2>Title ${words(11)}</h2><p>Text ${words(7)}</p></div>`
    return parsePage(`<body><main>${section}<p>Unique.</p>${section.replace('</h2>', `</h2>${between}`)}</main>`)
  }
  const params = (repeats: boolean) => resolveParams(lens, 'default', { cut: 'fixed', leastProbability: 0, repeats })
  const times = (between: string, repeats: boolean) => runExtractor(page(between), lens, params(repeats)).text.split('Title').length - 1

  it('are dropped in sequences of 20 words, and kept in shorter sequences and without the parameter', () => {
    expect([times('', true), times('<p>Another.</p>', true), times('', false)]).toEqual([1, 2, 2])
  })

  it('state the words of the sequence as the reason', () => {
    const { trace } = traceExtractor(page(''), lens, params(true))
    const at = [...trace.rule.keys()].filter((e) => trace.rule[e] === trace.rules.indexOf('repeats'))
    expect(at.map((e) => [trace.value[e], trace.limit[e]])).toEqual([
      [20, 20],
      [20, 20],
    ])
  })
})

describe('blocks', () => {
  const texts = (html: string): string[] => {
    const tree = contentTree(parsePage(html))
    return textsOf(tree, blocksOf(tree))
  }

  it('are runs of inline text between block boundaries', () => {
    const html = '<body><div>One <b>two </b><a href=x>three</a><p>Four</p>five</div><ul><li>Six<li>Seven</ul>'
    expect(texts(html).join(', ')).toBe('One two three, Four, five, Six, Seven')
  })

  it('are separated by an empty block, but not by a line break or a picture', () =>
    expect(texts('<body>One<div></div>two <br>three <img src=x> four')).toEqual(['One', 'two three four']))

  it.each([
    ['<p><b>One</b> <i>two</i></p>', 'One two'],
    ['<p>One<br>two<img src=x>three</p>', 'One two three'],
    ['<div><a href=a>Home</a><a href=b>About</a></div>', 'Home About'],
    ['<p>un<b>glued</b></p>', 'unglued'],
  ])('have the text of the output, with a space only where the page separates words: %s', (html, text) =>
    expect(texts(`<body>${html}`)).toEqual([text]),
  )

  it('contain every text of the page once, in order', () => {
    for (const tree of pages.map(({ page }) => contentTree(page)))
      expect([...blocksOf(tree).texts]).toEqual([...tree.isText.keys()].filter((e) => tree.isText[e] === 1))
  })
})

it('an additive model assigns the points of its step to each value: a step reaches from a cut to the next cut', () => {
  expect([-1, 0, 4.9, 5, 100].map((value) => stepOf([0, 5], value))).toEqual([0, 1, 1, 2, 2])
  const model = { intercept: -1, terms: [{ measure: 'x', cuts: [0, 5], points: [-0.5, 0.25, 2] }] }
  expect([...logOddsBy(model, new Map([['x', Float64Array.of(-1, 0, 5)]]), 3)]).toEqual([-1.5, -0.75, 1])
})

describe('the cut', () => {
  it('is 0.15 + 0.45 F² (full model: 0.2 + 0.5 F³), with F the largest 2 Σ p·w / (w kept + Σ p·w of the page) of all prefixes', () => {
    // Σ p·w = 9 + 5 + 1 = 15 for the whole page. By falling p, one block gives 18/25 = 0.72, two give 28/35 = 0.8, three 30/45 = 0.667.
    const p = Float64Array.of(0.5, 0.1, 0.9)
    const { cut, expectedF1 } = automaticCut(p, [10, 10, 10], CUTS.scorecard)
    expect(expectedF1).toBeCloseTo(0.8, 12)
    expect(cut).toBeCloseTo(0.15 + 0.45 * 0.64, 12)
    expect(automaticCut(p, [10, 10, 10], CUTS.full).cut).toBeCloseTo(0.2 + 0.5 * 0.512, 12)
  })

  it('follows the largest expected F1 of any prefix, and is between 0.15 and 0.6', () => {
    const block = fc.record({ p: fc.double({ min: 0.001, max: 0.999, noNaN: true }), w: fc.integer({ min: 0, max: 200 }) })
    forAll(fc.array(block, { maxLength: 30 }), (list) => {
      const [p, words] = [Float64Array.from(list, (b) => b.p), list.map((b) => b.w)]
      const { cut, expectedF1 } = automaticCut(p, words, CUTS.scorecard)
      const all = list.reduce((sum, b) => sum + b.p * b.w, 0)
      const order = list.toSorted((a, b) => b.p - a.p)
      for (let k = 1; k <= order.length; k++) {
        const hit = order.slice(0, k).reduce((sum, b) => sum + b.p * b.w, 0)
        const size = order.slice(0, k).reduce((sum, b) => sum + b.w, 0)
        if (size + all > 0) expect((2 * hit) / (size + all)).toBeLessThanOrEqual(expectedF1 + 1e-9)
      }
      expect(expectedF1).toBeLessThanOrEqual(1)
      expect(cut).toBeGreaterThanOrEqual(0.15)
      expect(cut).toBeLessThanOrEqual(0.6 + 1e-12)
    })
  })
})

describe('lens', () => {
  it('shows all points: the start and the terms add up to the score, on every element of every sample', () => {
    if (!lens.additive) throw new Error('no terms')
    for (const { page } of pages) {
      const extraction = defaults(page)
      for (let n = 0; n < page.count; n++) {
        const sum = additiveSum(lens.additive, extraction, n)
        if (!sum) continue
        expect(Math.abs(sum.intercept + sum.terms.reduce((total, term) => total + term.points, 0) - sum.score)).toBeLessThan(1e-9)
        expect(sum.rest).toBe(0)
        expect(sum.probability).toBeCloseTo(probability(sum.score), 12)
      }
    }
  })

  it('shows the points of a text, a link or a bold word at the scored element around, and none at a container', () => {
    const story = 'The mill grinds again, as it did. '.repeat(8)
    const linked = `<p>${story}<a href=/><b>Menu</b></a></p><p>${story}</p><a id=card href=/><p>${story}</p></a>`
    const { page, extraction } = runOn(`<body><div>${linked}</div>Text</body>`, lens)
    const scored = (node: number): number => (lens.additive ? scoredElement(page, lens.additive, extraction, node) : -1)
    const [p = -1, a = -1, b = -1, div = -1] = ['p', 'a', 'b', 'div'].map((tag) => page.tag.findIndex((_, n) => tagName(page, n) === tag))
    expect([p, p + 1, a, b, b + 1].map(scored)).toEqual([p, p, p, p, p])
    expect(scored(byId(page, 'card'))).toBe(byId(page, 'card'))
    expect(lens.additive && additiveSum(lens.additive, extraction, scored(b))).not.toBeNull()
    expect(lens.additive && additiveSum(lens.additive, extraction, scored(div))).toBeNull()
  })

  it('has its probabilities in per cent in Why and in the column of the tree', () => {
    const { page, extraction, trace } = runOn('<body><p>' + 'The mill grinds again, as it did. '.repeat(8) + '</p><p>Menu</p></body>', lens)
    const rules = extractorInfo(lens).rules
    const probable = extraction.measures.probability ?? []
    const cut = extraction.values.cut ?? Number.NaN
    const nodes = [...page.tag.keys()].filter((node) => tagName(page, node) === 'p')
    expect(nodes).toHaveLength(2)
    for (const node of nodes) {
      const { decisive } = explainNode(page, { extraction, trace, rules }, node)
      const sides = [probable[node], cut].map((value) => measureWords(value, { share: true }))
      expect(sides).toEqual([expect.stringMatching(/^[\d.]+ %$/), expect.stringMatching(/^[\d.]+ %$/)])
      expect(decisive && ruleSentence(decisive)).toBe(`It has content probability ${sides[0]}. The cut of this page is ${sides[1]}.`)
    }
  })

  it('names the measure that by itself would reverse a block’s result, correctly', () => {
    if (!lens.additive) throw new Error('no terms')
    const page = pageOf('news-article')
    const extraction = run('news-article')
    let flips = 0
    for (let n = 0; n < page.count; n++) {
      const sum = additiveSum(lens.additive, extraction, n)
      for (const term of sum?.terms ?? []) {
        if (!sum || !term.flip) continue
        flips++
        expect(sum.score - term.points + term.flip.points >= sum.cutScore).toBe(!(sum.score >= sum.cutScore))
      }
    }
    expect(flips).toBeGreaterThan(0)
  })

  it('keeps more with a lower cut and less with a higher one, and its cut is always a probability', () => {
    const cutBy = (shift: number) => run('news-article', { shift })
    expect(cutBy(-0.5).values.cut).toBeLessThan(cutBy(0).values.cut ?? 0)
    expect(cutBy(-0.5).text.length).toBeGreaterThan(cutBy(0).text.length)
    expect(cutBy(0.5).text.length).toBeLessThanOrEqual(cutBy(0).text.length)
    expect(run('news-article', { cut: 'fixed', leastProbability: 0.9, shift: 0.5 }).values.cut).toBe(1)
  })
})

describe('layout', () => {
  const html = '<body><main><p>Seen words that are long enough to be a paragraph.</p><p>Unseen words that are long enough, too.</p></main>'
  const withLayout = () => {
    const page = parsePage(html)
    const flags = new Uint8Array(page.count).fill(LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
    const boxes = new Float32Array(page.count * 4).fill(Number.NaN)
    const [seen = 0, unseen = 0] = [...page.tag.keys()].filter((n) => page.tagNames[page.tag[n] ?? 0] === 'p')
    boxes.set([250, 600, 500, 100], seen * 4)
    boxes.set([250, 700, 500, 0], unseen * 4)
    return { page: { ...page, layout: { flags, boxes, styles: null, viewport: { width: 1000, height: 1000 } } }, seen, unseen }
  }

  it('is measured if available: width and top relative to the window, distance from the centre of the first screen', () => {
    const { page, seen, unseen } = withLayout()
    const { measures } = defaults(page)
    const of = (name: string, node: number) => measures[`layout-${name}`]?.[node]
    expect([of('visible', seen), of('visible', unseen)]).toEqual([1, 0])
    expect([of('width', seen), of('width', unseen)]).toEqual([0.5, Number.NaN])
    expect([of('top', seen), of('centre', seen)]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.1, 6)])
  })

  it('has font sizes relative to the most frequent size of the page, if styles were kept', () => {
    const headline = '<h1>A headline <small>of words that is said at some length</small></h1>'
    const source = parsePage(`<body>${headline}<p>Text that most of the page is in, and by far.</p>`)
    const fontSize = new Float32Array(source.count).fill(16)
    const named = (tag: string): number => [...source.tag.keys()].find((n) => source.tagNames[source.tag[n] ?? 0] === tag) ?? -1
    const [h1, small] = [named('h1'), named('small')]
    fontSize.fill(32, h1, source.subtreeEnd[h1])
    fontSize.fill(24, small, source.subtreeEnd[small])
    const rest = { fontWeight: new Uint16Array(source.count), position: new Uint8Array(source.count), stacks: new Uint8Array(source.count) }
    const layout = {
      flags: new Uint8Array(source.count).fill(LAYOUT_DISPLAYED | LAYOUT_VISIBLE),
      boxes: new Float32Array(source.count * 4).fill(Number.NaN),
      styles: { fontSize, ...rest, zIndex: new Int32Array(source.count) },
      viewport: { width: 1000, height: 1000 },
    }
    const sizes = (page: PageModel) => defaults(page).measures['layout-font-size']
    expect([sizes({ ...source, layout })?.[named('p')], sizes({ ...source, layout })?.[h1]]).toEqual([1, 1.5])
    expect(sizes({ ...source, layout: { ...layout, styles: null } })?.[h1]).toBeNaN()
  })

  it('has no points: without a layout, the score is the same and the measures have no values', () => {
    const { page, seen } = withLayout()
    const bare = defaults({ ...page, layout: null }).measures
    expect(bare.score).toEqual(defaults(page).measures.score)
    expect(bare['layout-visible']?.[seen]).toBeNaN()
  })

  it('can drop invisible text', () => {
    const { page } = withLayout()
    const keep = { cut: 'fixed', leastProbability: 0 }
    expect(defaults(page, keep).text).toContain('Unseen')
    expect(defaults(page, { ...keep, dropUnseen: true }).text).not.toContain('Unseen')
  })
})

it('marks come from words of class and id, the longest first, and from roles, tags and microdata', () => {
  const marksAt = (attributes: string): string[] => {
    const tree = contentTree(parsePage(`<body><div ${attributes}>x</div>`))
    const marks = marksOf(tree)
    return MARKS.flatMap(({ id }) => (levelsTo(tree, marks, id)[1] === 0 ? id : []))
  }
  expect([marksAt('class="sideBar"'), marksAt('id="main_nav"')]).toEqual([['class-sidebar'], ['class-nav', 'class-main']])
  expect([marksAt('class="post-content"'), marksAt('class="navy"')]).toEqual([['class-post', 'class-body'], []])
  expect([marksAt('role=" Main "'), marksAt('itemprop="name articleBody"')]).toEqual([['role-main'], ['item-articleBody', 'item-name']])
})
