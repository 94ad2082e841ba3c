/** Transitions on the stage: shapes keep their identity, and any moment is a chart. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartBetween, eased, stagePlane } from '../../shared/demo/stage-chart'
import { columnShapes, planeShapes, sharesAmong } from '../../shared/demo/chart-shapes'
import { narrate } from '../../shared/demo/narration'
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
    expect(narrate(run, run.frameAt(beginOf(run, 'cluster', 2)))).toMatch(/\d+ lines changed their cluster\./)
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
