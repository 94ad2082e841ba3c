import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bin, binOf, binStart, chartAxis, columnWords, extent, pan, reveal, windowBetween, zoom } from '../../shared/scene/binning'
import { isSqueezed, linearScale, niceTicks, symlogScale, plotPaths } from '../../shared/scene/scale'
import { chartCsv, chartData } from '../../renderer/features/charts/chart-data'
import { kernelOf, kernelOutline, kernelWords, weightAt, type Kernel } from '../../renderer/features/charts/chart-scene'
import { movedValue } from '../../renderer/features/charts/charted'
import { presetValues } from '../../shared/extractors/core/params'
import { runExtractor } from '../../shared/extractors/core/run'
import { cetr } from '../../shared/extractors/cetr/cetr'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { extractors } from '../../shared/extractors/index'
import { parsePage } from '../../shared/page/parse-page'
import { formatDifference, formatMeasure, formatNumber, formatShare, formatSigned } from '../../renderer/components/number-format'
import { forAll } from '../fixtures/for-all'

const NONE = Number.NaN

describe('the axis of a chart', () => {
  it('has every node with a number, in order', () => {
    const { subject, position } = chartAxis(Float64Array.of(NONE, 3, NONE, 1), false)
    expect([...subject]).toEqual([1, 3])
    expect([...position]).toEqual([-1, 0, -1, 1])
  })
  it('is sorted by value: infinite values first, then the largest, equal values in order', () =>
    expect([...chartAxis(Float64Array.of(2, 5, NONE, 2, Number.POSITIVE_INFINITY), true).subject]).toEqual([4, 1, 0, 3]))
})

describe('the values of a chart as CSV', () => {
  it('contain both measures of a scatter chart', () => {
    const model = parsePage('<p>One sentence of several words.</p>\n<p><a href="/">Home</a></p>', { sourcePositions: true })
    const extraction = runExtractor(model, cetr, presetValues(cetr.params, 'default'))
    const spec = cetr.charts.find(({ across }) => across !== undefined)
    const data = spec && chartData({ model, extraction, info: extractorInfo(cetr), spec }, null)
    expect(data && chartCsv(data, chartAxis(data.series[0].values, false))).toMatch(/^position,line,smoothed,slope,cluster,kept,text\r\n/)
  })
})

describe('binning to pixel columns', () => {
  it('gives each column one mark, with its largest value and the position of this value', () => {
    const values = Float64Array.of(1, 9, 2, 4, 4, 0)
    const bins = bin(chartAxis(values, false), values, { from: 0, to: 6 }, 3)
    expect([...bins.max]).toEqual([9, 4, 4])
    expect([...bins.peak]).toEqual([1, 3, 4])
    expect([...bins.min]).toEqual([1, 2, 0])
  })
  it('fills a column up to its lowest value, and draws its line at the highest value', () => {
    const values = Float64Array.of(1, 9, 2, 4)
    const axis = chartAxis(values, false)
    const view = { data: { series: [{ values }], cluster: null, clusters: 0 }, axis, window: { from: 0, to: 4 } }
    const scale = linearScale({ min: 0, max: 10, leastPositive: 1 })
    const paths = (width: number) => plotPaths({ ...view, scale }, { left: 0, top: 0, width, height: 10 })
    expect(paths(2)).toMatchObject({ lines: ['M0 1H1V6H2'], reached: 'M0 10V9H1V8H2V10Z' })
    expect(paths(4).reached).toBe(paths(4).area)
  })
  it('reports how many blocks a column represents', () => {
    expect(columnWords(154_027, 544, 'node')).toBe('each column: highest of up to 284 nodes')
    expect([columnWords(545, 544.9, 'line'), columnWords(544, 544, 'node')]).toEqual(['each column: highest of up to 2 lines', ''])
  })
  it('never draws more marks than columns, and loses no peak', () => {
    const someValues = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 })
    forAll(someValues, fc.integer({ min: 1, max: 50 }), (list, columns) => {
      const values = Float64Array.from(list)
      const bins = bin(chartAxis(values, false), values, { from: 0, to: list.length }, columns)
      return bins.count <= columns && Math.max(...bins.max) === Math.max(...list)
    })
  })
  it('finds the bin of a position', () =>
    forAll(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), (from, size, columns) => {
      const window = { from, to: from + size }
      const count = Math.min(size, columns)
      for (let p = from; p < from + size; p++) {
        const b = binOf(window, count, p)
        if (binStart(window, count, b) > p || (b + 1 < count && binStart(window, count, b + 1) <= p)) return false
      }
      return true
    }))
})

it.each([
  ['zooms about the pointer', zoom({ from: 0, to: 100 }, 100, 50, 0.5), 25, 75],
  ['zooms out to the whole and no further', zoom({ from: 25, to: 75 }, 100, 30, 100), 0, 100],
  ['does not become smaller than eight marks', zoom({ from: 0, to: 10 }, 100, 5, 0.01), 1, 9],
  ['pans to the beginning', pan({ from: 10, to: 30 }, 100, -50), 0, 20],
  ['pans to the end', pan({ from: 10, to: 30 }, 100, 500), 80, 100],
  ['spans a brush in either direction', windowBetween(60, 20, 100), 20, 60],
  ['moves to show a selection outside it', reveal({ from: 0, to: 10 }, 100, 50), 45, 55],
  ['stays where the selection is in it', reveal({ from: 0, to: 10 }, 100, 5), 0, 10],
])('the window of a zoomed chart %s', (_, shown, from, to) => expect(shown).toEqual({ from, to }))

describe('scales', () => {
  it('have round ticks that cover the range', () =>
    expect([niceTicks(0, 87, 4), niceTicks(0, 0.3, 4)].map(String)).toEqual(['0,50,100', '0,0.1,0.2,0.3']))
  it('begin at 0, and draw infinity at the top', () => {
    const scale = linearScale({ min: 3, max: 87, leastPositive: 3 })
    expect([scale.min, scale.max]).toEqual([0, 100])
    expect(scale.transform(Number.POSITIVE_INFINITY)).toBe(100)
  })
  it('have zero and powers of ten on the symmetric log scale, from the lowest to the highest value', () => {
    const scale = symlogScale({ min: 0, max: 5000, leastPositive: 0.02 })
    expect(scale.ticks.map((tick) => Number(scale.invert(tick).toPrecision(6)))).toEqual([0, 0.1, 1, 10, 100, 1000])
    expect([scale.min, scale.transform(0)]).toEqual([0, 0])
    expect(scale.invert(scale.max)).toBeCloseTo(5000)
  })
  it('keep order and sign, and can be inverted', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    forAll(value, value, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (a, b, threshold) => {
      const scale = symlogScale({ min: Math.min(a, b), max: Math.max(a, b), leastPositive: 1 }, threshold)
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((v) => scale.transform(v))
      expect(low).toBeLessThanOrEqual(high ?? 0)
      return Math.abs(scale.invert(scale.transform(a)) - a) <= Math.abs(a) * 1e-6 + 1e-6
    })
  })
  it('are logarithmic by default if a threshold of 9.8 would lie on an axis up to 30,000', () => {
    const range = { min: 0, max: 30_000, leastPositive: 0.1 }
    expect([isSqueezed(range, 9.8), isSqueezed({ ...range, max: 200 }, 9.8), isSqueezed(range, null)]).toEqual([true, false, false])
    const scale = symlogScale(range, 9.8)
    expect(scale.transform(9.8) / scale.max).toBeGreaterThan(0.15)
  })
  it('work for a chart in which all values are 0', () => {
    const range = extent(chartAxis(Float64Array.of(0, 0), false), Float64Array.of(0, 0))
    expect(linearScale(range).max).toBeGreaterThan(linearScale(range).min)
    expect(symlogScale(range).max).toBeGreaterThan(symlogScale(range).min)
  })
})

describe('a threshold that is dragged', () => {
  const lambda = { min: 0, max: 2, step: 0.01 }
  it.each([
    ['to a step within its range', 24.4, 48.8, 0.5],
    ['to the next step', 24.55, 48.8, 0.5],
    ['not beyond the largest', 1000, 48.8, 2],
    ['not beyond the least', -3, 48.8, 0],
    ['not at all if its factor is unknown', 24.4, Number.NaN, null],
  ])('moves the parameter on which it depends %s', (_, threshold, factor, value) =>
    expect(movedValue(lambda, threshold, factor)).toBe(value),
  )
  it('is proportional to its parameter in every extractor that declares this', () => {
    const html = readFileSync(new URL('../../electron/samples/pages/chinese-article.html', import.meta.url), 'utf8')
    const page = parsePage(html, { sourcePositions: true })
    for (const extractor of extractors) {
      for (const { id, threshold, movedBy } of extractor.charts) {
        if (threshold === undefined || movedBy === undefined) continue
        const spec = extractor.params[movedBy]
        if (spec?.kind !== 'number') throw new Error(`${extractor.id} ${id}: ${movedBy} is not a number`)
        const values = presetValues(extractor.params, 'default')
        const at = (value: number): number | undefined =>
          runExtractor(page, extractor, { ...values, ...(extractor.id === 'ttr' ? { cluster: 'threshold' } : {}), [movedBy]: value })
            .values[threshold]
        const low = spec.min + (spec.max - spec.min) * 0.25
        const high = spec.min + (spec.max - spec.min) * 0.75
        expect((at(high) ?? 0) / (at(low) ?? 0), `${extractor.id} ${id}`).toBeCloseTo(high / low, 6)
      }
    }
  })
})

describe('numbers in the window', () => {
  it('are exact for counts, else have four significant digits, and a minus instead of a hyphen', () =>
    expect([12345, 44.55849, 0.000012, -3.5, 0, 2.5e9].map(formatNumber).join('; ')).toBe('12,345; 44.56; 1.2 × 10⁻⁵; −3.5; 0; 2.5 × 10⁹'))
  it('have per cent for shares, and a sign for differences', () => {
    const shares = [
      formatShare(0.1234),
      formatShare(-0.15),
      formatShare(1),
      formatDifference(-0.05, 2),
      formatSigned(3),
      formatSigned(-3),
      formatSigned(0),
      formatMeasure(0.5, true),
    ]
    expect(shares.join(', ')).toBe('12.3 %, −15.0 %, 100 %, −0.05, +3, −3, ±0, 50.0 %')
  })
})

describe('the kernel of a smoothed chart', () => {
  const page = parsePage(
    '<html><body>\n<p>some words of a text</p>\n<p>and some more of it, longer than before</p>\n<p>x</p>\n</body></html>',
  )
  const meanAround = (raw: Float64Array, kernel: Kernel, at: number): number => {
    let [sum, weight] = [0, 0]
    raw.forEach((value, i) => {
      sum += value * weightAt(kernel, i - at)
      weight += weightAt(kernel, i - at)
    })
    return sum / weight
  }
  const kernelFor = (id: string, params: Record<string, number> = {}) => {
    const extractor = extractors.find((e) => e.id === id)
    if (!extractor) throw new Error(id)
    const values = { ...presetValues(extractor.params, 'default'), ...params }
    const spec = extractor.charts.find(({ smoothing }) => smoothing)
    const extraction = runExtractor(page, extractor, values)
    return { extraction, kernel: spec ? kernelOf(spec, extraction) : null }
  }

  it('is TTR’s mean over the radius on both sides and the line itself', () => {
    const { kernel } = kernelFor('ttr', { radius: 2 })
    expect(kernel).toEqual({ halfWidth: 2, sigma: null })
    if (kernel) expect(kernelWords(kernel, 'line')).toBe('mean of 5 lines')
  })

  it.each([
    ['ttr', 'a mean of the lines around'],
    ['cetr', 'a Gaussian as wide as the ratios vary'],
  ])('gives the smoothed ratios of %s from its raw ratios, by %s, if all lines around exist', (id) => {
    const { extraction, kernel } = kernelFor(id)
    const { ratio, smoothed } = extraction.lines?.measures ?? {}
    if (!kernel || !ratio || !smoothed) throw new Error('no lines')
    if (kernel.sigma !== null) expect(kernel.halfWidth).toBe(Math.ceil(kernel.sigma))
    expect(kernel.sigma === null).toBe(id === 'ttr')
    smoothed.forEach((value, k) => expect(value).toBeCloseTo(meanAround(ratio, kernel, k), 9))
  })

  it('is drawn inside the plot, as wide as the lines that count', () =>
    forAll(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 99 }), fc.boolean(), (halfWidth, position, isGaussian) => {
      const kernel = { halfWidth, sigma: isGaussian ? halfWidth : null }
      const path = kernelOutline(kernel, position, { from: 0, to: 100 }, { width: 500, height: 80 })
      const xs = [...path.matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x))
      expect(Math.min(...xs)).toBeCloseTo(Math.max(0, (position - halfWidth) * 5), 0)
      expect(Math.max(...xs)).toBeCloseTo(Math.min(500, (position + 1 + halfWidth) * 5), 0)
    }))
})
