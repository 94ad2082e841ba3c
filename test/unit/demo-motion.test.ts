/** What moves on the stage: each thing keeps its identity on the way, and any moment of the way is a chart. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartBetween, eased, flightAt, flightsBetween } from '../../shared/demo/motion'
import { columnPlan, columnRect, columnShapes, planeShapes, sharesAmong } from '../../shared/demo/chart-shapes'
import type { DemoRun } from '../../shared/demo/demo-run'
import { narrate } from '../../shared/demo/narration'
import { stagePlane } from '../../shared/demo/stage-chart'
import { nodeLabel } from '../../shared/explain/node-label'
import { beginOf, chartAt, endOf, play, sample, stepOf } from './demo-fixture'

const BOX = { width: 600, height: 300, font: 11 }

describe('between two moments', () => {
  const ttr = play(sample('docs-page'), 'ttr')

  it('a bar melts from what it was to the mean of its window', () => {
    const from = chartAt(ttr, beginOf(ttr, 'smooth') + 3)
    const to = chartAt(ttr, beginOf(ttr, 'smooth') + 4)
    const fresh = to.columns.findIndex((c, i) => !Number.isNaN(c.value) && Number.isNaN(from.columns[i]?.value ?? Number.NaN))
    expect(fresh).toBeGreaterThan(0)
    expect(chartBetween(from, to, 0).columns[fresh]?.value).toBe(to.behind?.[fresh])
    expect(chartBetween(from, to, 1)).toBe(to)
  })

  it('a new threshold sweeps down from the top of the axis', () => {
    const cetd = play(sample('news-article'), 'cectd-ds')
    const density = chartAt(cetd, endOf(cetd, 'density'))
    const to = chartAt(cetd, beginOf(cetd, 'threshold'))
    expect(chartBetween(density, to, 0).threshold).toBe(to.ticks.at(-1))
    expect(chartBetween(density, to, 0.5).threshold).toBeLessThan(to.ticks.at(-1) ?? 0)
    expect(chartBetween(density, to, 1).threshold).toBe(to.threshold)
  })

  it('every value stays between its ends, at any part of the way and between any two moments', () => {
    const last = ttr.timeline.length - 1
    fc.assert(
      fc.property(fc.nat(last), fc.nat(last), fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        const to = chartAt(ttr, b)
        const chart = chartBetween(chartAt(ttr, a), to, eased(share))
        const top = to.ticks.at(-1) ?? 0
        for (const [i, column] of chart.columns.entries()) {
          expect(Number.isNaN(column.value)).toBe(Number.isNaN(to.columns[i]?.value ?? Number.NaN))
          if (!Number.isNaN(column.value)) expect(column.value >= -1e-9 && column.value <= top + 1e-9).toBe(true)
        }
        for (const shape of columnShapes(chart, BOX, String)) if (shape.type === 'path') expect(shape.d).not.toMatch(/NaN|undefined/)
      }),
      { numRuns: 60 },
    )
  })
})

describe('smoothing', () => {
  it('slides a window of the radius over the raw bars, and ends without it', () => {
    const run = play(sample('docs-page'), 'ttr')
    const windows = Array.from({ length: 12 }, (_, i) => chartAt(run, beginOf(run, 'smooth') + 1 + i).window)
    const places = windows.slice(0, 11).map((w) => w?.from ?? -1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    // Two lines on each side.
    const middle = windows[5]
    expect((middle?.to ?? 0) - (middle?.from ?? 0)).toBe(5)
    expect(windows[11]).toBeUndefined()
  })
})

describe('clusterings', () => {
  it('k-means shows its first centres, and where each centre was before', () => {
    const run = play(sample('docs-page'), 'ttr')
    const [first, second, third] = [0, 1, 2].map((round) => chartAt(run, beginOf(run, 'cluster', round)))
    expect(first?.centres[0]).toBe(0)
    expect(first?.trails).toBeUndefined()
    expect(second?.trails?.[0]).toEqual([0])
    expect(third?.trails?.[0]).toEqual([0, stepOf(run, 'cluster', 1).step.centres?.[0]?.[0]])
    expect(narrate(run, run.frameAt(beginOf(run, 'cluster', 2)))).toMatch(/\d+ lines changed sides\./)
  })

  it('CETR’s centres leave their trails on the plane', () => {
    const run = play(sample('docs-page'), 'cetr')
    const plane = stagePlane(run, run.frameAt(beginOf(run, 'cluster', 3)))
    expect(plane?.trails.map((t) => t.length)).toEqual([4, 4, 4])
    expect(plane && planeShapes(plane, BOX, String).filter((s) => s.type === 'path' && s.role === 'trail')).toHaveLength(3)
  })

  it('EM has a bell curve for each cluster, and shares each line among them', () => {
    const run = play(sample('docs-page'), 'ttr', { cluster: 'em' })
    const chart = chartAt(run, beginOf(run, 'cluster', -1))
    expect(chart.curves).toHaveLength(3)
    expect(chart.curves?.reduce((sum, c) => sum + c.weight, 0)).toBeCloseTo(1, 6)
    for (const { value } of chart.columns)
      if (!Number.isNaN(value)) expect(sharesAmong(chart.curves ?? [], value).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
    expect(columnShapes(chart, BOX, String).filter((s) => s.type === 'path' && s.role === 'curve')).toHaveLength(3)
  })
})

describe('the way from the target up to body', () => {
  it('is drawn through the densities on it, and its smallest is marked', () => {
    const run = play(sample('news-article'), 'cectd-ds')
    const { start, step } = stepOf(run, 'threshold')
    expect(step.way?.map((n) => nodeLabel(run.page, n))).toEqual(['article.story', 'div.page', 'body'])
    const { way } = chartAt(run, start)
    expect(way?.values.map((v) => Number(v.toPrecision(4)))).toEqual([180.9, 89.66, 45.29])
    expect(way?.least).toBe(2)
  })
})

describe('what flies while a measure appears', () => {
  const cetd = play(sample('news-article'), 'cectd-ds')
  const start = (name: string): number => beginOf(cetd, name)
  const end = (name: string): number => endOf(cetd, name)
  const flights = (run: DemoRun, from: number, to: number) => flightsBetween(run, run.frameAt(from), run.frameAt(to), chartAt(run, to))

  it('the words of a block go to the bar of that block, while its density appears', () => {
    const found = flights(cetd, start('density'), end('density'))
    const chart = chartAt(cetd, end('density'))
    const words = found.filter((f) => f.kind === 'words')
    expect(words.length).toBeGreaterThan(10)
    for (const { node, column } of words) expect(chart.columns[column]?.subject).toBe(node)
    expect(words.some((f) => f.words.startsWith('At eight minutes past seven'))).toBe(true)
    expect(found).toHaveLength(words.length)
  })

  it('the densities of children pile up in the bar of their DensitySum, and nothing else makes it but own text', () => {
    const found = flights(cetd, start('density sum'), end('density sum'))
    const terms = found.filter((f) => f.kind === 'term')
    expect(terms).toHaveLength(found.length)
    const story = terms.filter((f) => nodeLabel(cetd.page, f.parent) === 'article.story')
    expect(story.length).toBeGreaterThan(0)
    let below = 0
    const density = cetd.valuesOf('density')
    for (const term of story) {
      expect(term.value).toBe(density?.[term.child])
      expect(term.below).toBeCloseTo(below, 9)
      below += term.value
    }
    expect(below).toBeLessThanOrEqual((cetd.valuesOf('densitySum')?.[story[0]?.parent ?? 0] ?? 0) * (1 + 1e-9))
  })

  it('lines of the source fly from their text on the page', () => {
    const run = play(sample('docs-page'), 'ttr')
    const found = flights(run, beginOf(run, 'ratio'), endOf(run, 'ratio'))
    expect(found.length).toBeGreaterThan(10)
    for (const flight of found) expect(flight.kind === 'words' && flight.words !== '').toBe(true)
  })

  it('nothing flies on the way back, where nothing appears, or while a window slides', () => {
    expect(flights(cetd, end('density'), start('density'))).toEqual([])
    expect(flights(cetd, start('mark'), end('mark'))).toEqual([])
    const run = play(sample('docs-page'), 'ttr')
    expect(flights(run, beginOf(run, 'smooth'), endOf(run, 'smooth'))).toEqual([])
  })

  it('between any two moments every flight has columns of the chart, and numbers', () => {
    const last = cetd.timeline.length - 1
    fc.assert(
      fc.property(fc.nat(last), fc.nat(last), (a, b) => {
        const chart = chartAt(cetd, b)
        for (const flight of flights(cetd, a, b)) {
          if (flight.kind === 'words') expect(chart.columns[flight.column]).toBeDefined()
          else {
            expect(chart.columns[flight.to]?.subject).toBe(flight.parent)
            expect(flight.from === -1 || chart.columns[flight.from]?.subject === flight.child).toBe(true)
            expect(Number.isFinite(flight.value + flight.below)).toBe(true)
            const bar = columnRect(columnPlan(chart, BOX, String), flight.to, flight.below, flight.below + flight.value)
            expect(bar.y >= 0 && bar.y + bar.height <= BOX.height && bar.x >= 0 && bar.x + bar.width <= BOX.width).toBe(true)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('frozen at any part of its way a flight is a place between its ends, never larger than the larger', () => {
    const side = fc.double({ min: 0.5, max: 2000, noNaN: true })
    const rect = fc.record({ x: side, y: side, width: side, height: side })
    fc.assert(
      fc.property(rect, rect, fc.double({ min: -0.5, max: 1.5, noNaN: true }), (from, to, share) => {
        const { rect: at, words, bar } = flightAt(from, to, share)
        for (const side of ['width', 'height'] as const) {
          expect(at[side]).toBeGreaterThanOrEqual(Math.min(from[side], to[side]) - 1e-6)
          expect(at[side]).toBeLessThanOrEqual(Math.max(from[side], to[side]) + 1e-6)
        }
        const middle = at.x + at.width / 2
        const ends = [from.x + from.width / 2, to.x + to.width / 2]
        expect(middle >= Math.min(...ends) - 1e-6 && middle <= Math.max(...ends) + 1e-6).toBe(true)
        for (const strength of [words, bar]) expect(strength >= 0 && strength <= 1).toBe(true)
      }),
    )
    const [a, b] = [
      { x: 1, y: 2, width: 30, height: 40 },
      { x: 100, y: 200, width: 3, height: 4 },
    ]
    expect(flightAt(a, b, 0).rect).toEqual(a)
    const { rect: landed, words } = flightAt(a, b, 1)
    expect([landed.x, landed.y, landed.width, landed.height].map((n) => Math.round(n * 1e6) / 1e6)).toEqual([100, 200, 3, 4])
    expect(words).toBe(0)
  })
})
