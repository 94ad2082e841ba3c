import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartAxis, extent } from '../../shared/scene/binning'
import { stackedData, type ChartData } from '../../renderer/features/charts/chart-data'
import { chartFigure } from '../../renderer/features/charts/chart-figure'
import { linearScale } from '../../shared/scene/scale'
import { childTerms } from '../../renderer/features/inspector/measure-list'
import { composeFigure, type FigureContent } from '../../renderer/figures/figure-frame'
import { figureOptions, THEMES, wrapText, type FigureOptions } from '../../renderer/figures/figure-style'
import { keptAreas } from '../../renderer/figures/page-figure'
import { disagreementOf, findKeepersOfNodes } from '../../shared/explain/difference/disagreement'
import { cetdDs } from '../../shared/extractors/cetd/cetd'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues } from '../../shared/extractors/core/params'
import { traceExtractor } from '../../shared/extractors/core/run'
import { ELEMENT, TEXT } from '../../shared/page/page-model'
import { parsePage } from '../../shared/page/parse-page'
import { KEPT } from '../../shared/page/output'
import { forAll } from '../fixtures/for-all'

const COLUMN: FigureOptions = { ...figureOptions({ width: 88, theme: 'light' }), height: 62 }

const measure = (text: string, size: number): number => text.length * size * 0.5

const values = Float64Array.of(1, 9, 2, Number.NaN, 4, 0)
const data = {
  per: 'node',
  series: [{ id: 'density', label: 'text density', unit: 'characters a tag', share: false, values }],
  threshold: 3,
  cluster: null,
  clusters: 0,
  isKept: (node: number) => node === 1,
} as unknown as ChartData
const axis = chartAxis(values, false)
const view = { data, axis, window: { from: 0, to: 5 }, scale: linearScale(extent(axis, values)), sorted: false }
const words = { title: 'CECTD-DS density', caption: 'A page · CECTD-DS (λ: 0.5) · 2026-11-22' }

function figure(change: Partial<FigureOptions> = {}): string {
  const options = { ...COLUMN, ...change }
  return composeFigure(chartFigure([view], words, options, measure), options, measure).svg
}

describe('the figure of a chart', () => {
  it('has the requested size, in millimetres', () =>
    expect(figure({ width: 88, height: 62 })).toMatch(/ width="88mm" height="62mm" viewBox="0 0 249.45 175.75"/))

  it('has a caption and an optional title', () => {
    expect(figure()).toContain('>A page · CECTD-DS')
    expect(figure({ caption: false })).not.toContain('A page')
    expect(figure({ title: true })).toContain('font-weight="600">CECTD-DS density</text>')
  })

  it('explains below the chart what a column of several nodes shows', () => {
    const many = Float64Array.from({ length: 5000 }, (_, i) => i % 10)
    const all = chartAxis(many, false)
    const large = {
      ...view,
      data: { ...data, series: [{ ...data.series[0], values: many }] } as ChartData,
      axis: all,
      window: { from: 0, to: 5000 },
    }
    const captionFor = (one: typeof view): string => chartFigure([one], words, COLUMN, measure).caption
    expect(captionFor(large)).toMatch(/ · each column: highest of up to 1\d nodes; the area ends at the lowest$/)
    expect(captionFor(view)).toBe(words.caption)
  })

  it('does not depend on the styles of the window', () => {
    for (const theme of THEMES) expect(figure({ theme })).not.toMatch(/var\(--|class=|NaN|undefined/)
  })
})

it('the figure of raw and smoothed values has both, one above the other, with separate names and a common axis below', () => {
  const smoothed = { ...data, series: [{ ...data.series[0], id: 'smoothed', label: 'smoothed density' }, data.series[0]] } as ChartData
  const pair = stackedData(smoothed)
  const raw = { ...view, data: pair?.raw ?? data, first: 1 }
  const options = { ...COLUMN, height: 140 }
  const svg = composeFigure(chartFigure([raw, { ...view, data: pair?.smoothed ?? data }], words, options, measure), options, measure).svg
  for (const part of ['>text density, characters a tag</text>', '>smoothed density, characters a tag</text>']) expect(svg).toContain(part)
  expect(svg.match(/>nodes of the page, in order</g)).toHaveLength(1)
})

describe('the space around a drawing', () => {
  it('makes the file higher than requested if the drawing would have no room', () => {
    const options = { ...COLUMN, width: 40, height: 30, fontSize: 12, title: true }
    expect(composeFigure(chartFigure([view], words, options, measure), options, measure).height).toBeGreaterThan(60)
  })

  it('limits the drawing to the height of the figure, and gives the figure the requested height of the drawing', () => {
    const content: FigureContent = {
      ...words,
      legend: [],
      draw: ({ height }) => `<g data-height="${height}"/>`,
      ownHeight: (width) => width * 2,
    }
    const { svg, height } = composeFigure(content, { ...COLUMN, caption: false }, measure)
    const drawn = Number(/data-height="([\d.]+)"/.exec(svg)?.[1])
    expect(drawn).toBeCloseTo(2 * ((88 * 72) / 25.4 - 8), 3)
    expect(height).toBeCloseTo(((drawn + 8) * 25.4) / 72, 3)
  })

  it('wraps words at the width, and omits no word', () =>
    forAll(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 30 }), fc.integer({ min: 36, max: 200 }), (list, width) => {
      const lines = wrapText(list.join(' '), { width, size: 8 }, measure)
      expect(lines.join(' ')).toBe(list.join(' '))
      for (const line of lines) expect(measure(line, 8)).toBeLessThanOrEqual(width)
    }))
})

describe('the kept areas of a page', () => {
  const page = parsePage('<body><div><p>One <b>two</b> three</p><p>Four</p></div><p>Five</p></body>')
  const boxes = new Float32Array(page.count * 4)
  for (let n = 0; n < page.count; n++) if (page.kind[n] === ELEMENT) boxes.set([0, n * 10, 100, 10], n * 4)
  const first = page.tag.indexOf(page.tagNames.indexOf('p'))
  const texts = Float32Array.of(first, 0, 1, 1, 30, 5, first, 1, 60, 1, 30, 5)
  const areas = (...kept: string[]) => {
    const selected = new Uint8Array(page.count)
    for (let n = 0; n < page.count; n++) if (page.kind[n] === TEXT && kept.includes((page.text[n] as string).trim())) selected[n] = KEPT
    return keptAreas(page, findKeepersOfNodes(page, disagreementOf(page, [selected])), { boxes, texts })
  }

  it('are the outermost boxes in which all text is kept', () => {
    const div = page.tag.indexOf(page.tagNames.indexOf('div'))
    expect(areas('One', 'two', 'three', 'Four')).toEqual([{ x: 0, y: div * 10, width: 100, height: 10, keepers: 1 }])
  })
})

it('the terms of a sum have the value of each child and of the direct content, so that a reader can check the sum', () => {
  const page = parsePage(`<body><div id=a>own text<p>${'long text of a paragraph '.repeat(4)}</p><p>short</p></div></body>`)
  const { extraction } = traceExtractor(page, cetdDs, presetValues(cetdDs.params, 'default'))
  const spec = extractorInfo(cetdDs).measures.find(({ id }) => id === 'densitySum')
  const div = page.text.indexOf('own text') - 1
  if (!spec) throw new Error('no DensitySum')
  expect(childTerms(page, extraction.measures, spec, div)).toBe(String.raw`99+5+\underbrace{8}_{\text{own text}}`)
  expect(childTerms(page, extraction.measures, spec, div + 1)).toBeNull()
})
