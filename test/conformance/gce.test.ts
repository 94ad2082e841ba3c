/** GCE by hand: what the two published abstracts say (arXiv 2110.14164 v1, v2), on pages whose boxes stand in the HTML. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { performRecord } from '../../electron/cli/pages/batch-task'
import { registry } from '../../electron/peers/registry'
import { Replay } from '../../shared/demo/replay'
import { evaluatePage } from '../../shared/evaluation/evaluate-page'
import { distance, gridCentres } from '../../shared/extractors/gce/places'
import { gce } from '../../shared/extractors/gce/gce'
import { resolveParams, runExtractor, traceExtractor } from '../../shared/extractors/core/run'
import { attribute, ELEMENT, LAYOUT_DISPLAYED, LAYOUT_VISIBLE, TEXT, type PageModel } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/selection'
import { brokenPage, page as anyHtml } from '../property/arbitrary-html'

const viewport = { width: 1000, height: 800 }

/** A page in a window of 1000 × 800, with the boxes that its elements' `box` attributes give: x y width height. */
function laidOut(html: string, boxOf: (page: PageModel, node: number) => readonly number[] | null = written): PageModel {
  const page = parsePage(html)
  const flags = new Uint8Array(page.count).fill(LAYOUT_DISPLAYED | LAYOUT_VISIBLE)
  const boxes = new Float32Array(page.count * 4).fill(Number.NaN)
  for (let n = 0; n < page.count; n++) if (page.kind[n] === ELEMENT) boxes.set(boxOf(page, n) ?? [], n * 4)
  return { ...page, layout: { flags, boxes, styles: null, viewport } }
}
const written = (page: PageModel, node: number): number[] | null => attribute(page, node, 'box')?.split(' ').map(Number) ?? null
const run = (page: PageModel, params: Record<string, unknown> = {}) => runExtractor(page, gce, resolveParams(gce, 'default', params))

const ARTICLE = `<body box="0 0 1000 2000">
  <nav box="0 0 1000 100"><a box="0 0 100 20">Home of everything</a></nav>
  <div box="0 100 1000 1700">
    <div box="0 100 250 1700"><p box="0 100 250 300">Short news beside.</p></div>
    <article box="250 100 700 1700">
      <h1 box="250 100 700 60">A title</h1>
      <p box="250 160 700 600">The first paragraph of the article.</p>
      <p box="250 760 700 900">The second paragraph of the article.</p>
      <footer box="250 1700 700 50"><span box="250 1700 100 20">Its author</span></footer>
    </article>
  </div>
  <footer box="0 1800 1000 200"><p box="0 1800 1000 50">All rights reserved</p></footer>`

describe('a page without layout', () => {
  it('is answered with what it lacks: a rendered capture', () => {
    const { lacks, text, warnings } = run(parsePage(ARTICLE))
    expect(lacks?.code).toBe('extractor.needs-layout')
    expect(lacks?.next).toContain('rendered mode')
    expect(warnings).toEqual([`${lacks?.message} ${lacks?.next}`])
    expect(text).toBe('')
  })

  it('is a line with that error in a batch', () => {
    const settings = {
      extractor: 'gce',
      preset: 'default',
      params: resolveParams(gce, 'default', {}),
      nodes: false,
      maxBytes: 1e6,
      maxNodes: 1e6,
    } as const
    const { line, failed } = performRecord(
      { page: { id: 'a', url: null, html: ARTICLE, scriptingEnabled: false, layout: null }, settings },
      registry,
    )
    expect(failed).toBe(true)
    expect(JSON.parse(line)).toMatchObject({ id: 'a', error: { code: 'extractor.needs-layout' } })
  })

  it('counts as failed in an evaluation, not as a page of which nothing was found', () => {
    const gold = { text: 'The first paragraph of the article.', with: [], without: [], pageType: 'article' }
    const { result } = evaluatePage(
      {
        id: 'a',
        url: null,
        page: parsePage(ARTICLE),
        gold,
        configurations: [{ extractor: gce, params: resolveParams(gce, 'default', {}) }],
        tokens: {},
        metrics: new Set(),
      },
      { gzipSize: (text) => text.length, now: () => 0 },
    )
    expect(result.rows[0]?.failure?.code).toBe('extractor.needs-layout')
    expect(result.rows[0]?.empty).toBe(false)
  })
})

describe('GCE', () => {
  it('climbs from the leaf nearest to a centre to the article around it, and leaves minor areas out', () => {
    const { text, candidates } = run(laidOut(ARTICLE))
    expect(text).toBe('A title\nThe first paragraph of the article.\nThe second paragraph of the article.\nIts author')
    expect(candidates?.length).toBe(3)
    expect(candidates?.[0]?.terms[1]?.label).toBe('stopped: article')
  })

  it('stops at an attribute that speaks of content', () => {
    const page = laidOut(
      ARTICLE.replaceAll('article', 'div').replace('<div box="250 100 700 1700">', '<div class="post" box="250 100 700 1700">'),
    )
    const { text, candidates } = run(page)
    expect(candidates?.[0]?.terms[1]?.label).toBe('stopped: attribute')
    expect(text).toContain('The second paragraph')
    expect(text).not.toContain('Short news')
  })

  it('stops below a sudden change of width: the parent is 1000 wide, the column 700, 1.43 times', () => {
    const page = laidOut(ARTICLE.replaceAll('article', 'div'))
    const found = run(page)
    expect(found.candidates?.[0]?.terms[1]?.label).toBe('stopped: width')
    expect(found.text).toContain('The second paragraph')
    expect(found.text).not.toContain('Short news')
    const node = found.candidates?.[0]?.node ?? 0
    expect(found.measures.widthChange?.[node]).toBeCloseTo(1000 / 700, 6)
    // From 1.5 on nothing is sudden here: the climb goes on to the top, and all but the minor areas is kept.
    expect(run(page, { widthChange: 1.5 }).text).toContain('Short news')
  })

  it('has three centres; with one named, one candidate', () => {
    expect(run(laidOut(ARTICLE), { centres: 'window' }).candidates?.length).toBe(1)
    const values = run(laidOut(ARTICLE), { centring: 'middle' }).values
    expect([values.windowX, values.windowY]).toEqual([500, 400])
    // The first browsing area is two windows high, the document 2000 px.
    expect([values.firstX, values.firstY]).toEqual([500, 800])
    expect([values.documentX, values.documentY]).toEqual([500, 1000])
  })

  it('keeps minor areas where they are not to be left out', () => {
    const kept = run(laidOut('<body box="0 0 1000 800"><aside box="0 0 1000 800"><p box="0 0 1000 800">Beside</p></aside>'), {
      minorAreas: false,
    })
    expect(kept.text).toBe('Beside')
    expect(run(laidOut('<body box="0 0 1000 800"><aside box="0 0 1000 800"><p box="0 0 1000 800">Beside</p></aside>')).text).toBe('')
  })

  it('says what nothing was kept for where no text has a box', () => {
    expect(run(laidOut('<body><p>Words</p>')).warnings).toEqual(['No text outside minor areas has a box on this page: nothing was kept.'])
  })

  it('replays to its selection and never fails, wherever the boxes are', () => {
    const side = fc.double({ min: -500, max: 5000, noNaN: true })
    const boxes = fc.array(fc.tuple(side, side, side, side), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.oneof(anyHtml, brokenPage), boxes, (html, list) => {
        const page = laidOut(html, (_, n) => list[n % list.length] ?? null)
        const { extraction, trace } = traceExtractor(page, gce, resolveParams(gce, 'default', {}))
        const replay = new Replay(page, extraction, trace)
        const selected = replay.selectedIn(replay.seek(trace.decisionCount))
        for (let n = 0; n < page.count; n++)
          if (page.kind[n] === TEXT && page.text[n]?.trim()) expect(selected[n] === KEPT).toBe(extraction.selected[n] === KEPT)
        for (const values of Object.values(extraction.values)) expect(Number.isFinite(values)).toBe(true)
      }),
      { seed: 2026, numRuns: 60 },
    )
  })
})

describe('the grid', () => {
  it('gives the mean of the cells that are covered, each once', () => {
    // Cells of 100: the first two of the first row, one of them covered twice. Their middles are 50 and 150.
    const centre = gridCentres(
      { x: 0, y: 0, width: 1000, height: 1000 },
      [
        { x: 0, y: 0, width: 100, height: 100 },
        { x: 0, y: 0, width: 200, height: 100 },
      ],
      100,
    )
    expect(centre({ x: 0, y: 0, width: 1000, height: 1000 })).toEqual({ x: 100, y: 50 })
    expect(centre({ x: 0, y: 0, width: 100, height: 1000 })).toEqual({ x: 50, y: 50 })
  })

  it('gives the middle of an area in which nothing is covered', () => {
    expect(gridCentres({ x: 0, y: 0, width: 100, height: 100 }, [], 10)({ x: 0, y: 0, width: 100, height: 60 })).toEqual({ x: 50, y: 30 })
  })

  it('measures distances to the nearest point of a box', () => {
    expect(distance({ x: 0, y: 0 }, { x: 3, y: 4, width: 10, height: 10 })).toBe(5)
    expect(distance({ x: 5, y: 5 }, { x: 3, y: 4, width: 10, height: 10 })).toBe(0)
  })
})
