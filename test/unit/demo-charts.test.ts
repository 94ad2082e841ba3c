import { describe, expect, it } from 'vitest'
import { columnShapes, sharesAmong } from '../../shared/demo/chart-shapes'
import type { Shape } from '../../shared/scene/scene'
import { stagePlane, type StageChart, chartBetween, eased } from '../../shared/demo/stage-chart'
import { beginOf, chartAt, endOf, play, sample, stepOf } from './demo-fixture'
import fc from 'fast-check'
import { narrate } from '../../shared/demo/narration'
import { nodeLabel } from '../../shared/explain/node-label'

const BOX = { width: 400, height: 200, font: 11 }

const chartOf = (values: readonly number[], threshold: number | null = null): StageChart => ({
  title: 'a chart',
  per: 'node',
  measure: 'density',
  label: 'density',
  columns: values.map((value, subject) => ({ subject, value, cluster: -1, kept: false, current: false })),
  behind: null,
  ticks: [0, 500, 1000, 1500],
  threshold,
  centres: [],
})

const texts = (shapes: readonly Shape[], role: string) => shapes.flatMap((s) => (s.type === 'text' && s.role === role ? [s] : []))
const grids = (shapes: readonly Shape[]) => shapes.flatMap((s) => (s.type === 'line' && s.role === 'grid' ? [s] : []))

describe('the axis of a stage’s chart', () => {
  it('has round ticks that cover the series, not its rounded maximum', () => {
    const run = play(sample('forum-thread'), 'textsweeper')
    const chart = chartAt(run, endOf(run, 'text length'))
    const max = Math.max(...(run.valuesOf('textLength') ?? []).filter((v) => Number.isFinite(v)))
    expect(chart.ticks[0]).toBe(0)
    expect(chart.ticks.at(-1)).toBeGreaterThanOrEqual(max)
    const step = (chart.ticks[1] ?? 0) - (chart.ticks[0] ?? 0)
    expect([1, 2, 5]).toContain(step / 10 ** Math.floor(Math.log10(step)))
  })

  it('writes every tick at the height of its value', () => {
    const shapes = columnShapes(chartOf([1500, 500, 750]), BOX, String)
    const top = Number(/V([\d.]+)/.exec((shapes.find((s) => s.type === 'path' && s.role === 'column') as { d: string }).d)?.[1])
    const lines = grids(shapes)
    const ticks = texts(shapes, 'tick')
    expect(ticks.map((t) => t.text)).toEqual(['0', '500', '1000', '1500'])
    // The column of 1500 reaches the line that is labelled 1500.
    expect(lines[3]?.y1).toBe(top)
    const heights = lines.map((l) => l.y1)
    expect((heights[0] ?? 0) - (heights[1] ?? 0)).toBeCloseTo((heights[2] ?? 0) - (heights[3] ?? 0), 0)
    ticks.forEach((tick, i) => expect(Math.abs(tick.y - (heights[i] ?? 0))).toBeLessThan(BOX.font))
  })
})

describe('CETR’s clustering', () => {
  const run = play(sample('news-article'), 'cetr')
  const last = beginOf(run, 'cluster', -1)
  const frame = run.frameAt(last)
  const plane = stagePlane(run, frame)

  it('is a plane of smoothed ratio and slope, with every line at its two coordinates', () => {
    expect([plane?.xLabel, plane?.yLabel]).toEqual(['smoothed tag ratio', 'absolute smoothed slope'])
    const xs = run.valuesOf('smoothed') ?? new Float64Array(0)
    const ys = run.valuesOf('slope') ?? new Float64Array(0)
    for (const point of plane?.points ?? []) {
      const at = xs.findIndex((x, i) => x === point.x && ys[i] === point.y)
      expect(at).toBeGreaterThanOrEqual(0)
      expect(run.valuesOf('cluster')?.[at]).toBe(point.cluster)
    }
    expect(plane?.points.length).toBeGreaterThan(20)
  })

  it('has the centres of the run, one at the origin', () => {
    const { values } = run.extraction
    expect(plane?.centres.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [values.centre1Ratio, values.centre1Slope],
      [values.centre2Ratio, values.centre2Slope],
    ])
  })

  it('follows the decided line, and ends when the run decides about texts', () => {
    const deciding = run.frameAt(last + 3)
    const line = deciding.decision?.line ?? -1
    expect(stagePlane(run, deciding)?.current?.x).toBe(run.valuesOf('smoothed')?.[line])
    expect(stagePlane(run, run.frameAt(run.timeline.length - 1))).toBeNull()
  })
})

it('draws a one-dimensional clustering on the axis of its values', () => {
  const run = play(sample('docs-page'), 'ttr')
  const moment = beginOf(run, 'cluster')
  expect(stagePlane(run, run.frameAt(moment))).toBeNull()
  expect(chartAt(run, moment).centres).toHaveLength(3)
})

describe('a smoothed series', () => {
  const run = play(sample('docs-page'), 'ttr')

  it('is drawn in front of its input, on the same axis', () => {
    const chart = chartAt(run, endOf(run, 'smooth'), 1000)
    expect(chart.behind).toEqual([...(run.valuesOf('ratio') ?? [])])
    expect(chart.ticks.at(-1)).toBeGreaterThanOrEqual(129.5)
    const roles = columnShapes(chart, BOX, String).flatMap((s) => (s.type === 'path' ? [s.role] : []))
    expect(roles[0]).toBe('behind')
  })
})

describe('between two moments', () => {
  const ttr = play(sample('docs-page'), 'ttr')

  it('a bar changes gradually from its value to the mean of its window', () => {
    const from = chartAt(ttr, beginOf(ttr, 'smooth') + 3)
    const to = chartAt(ttr, beginOf(ttr, 'smooth') + 4)
    const fresh = to.columns.findIndex((c, i) => !Number.isNaN(c.value) && Number.isNaN(from.columns[i]?.value ?? Number.NaN))
    expect(fresh).toBeGreaterThan(0)
    expect(chartBetween(from, to, 0).columns[fresh]?.value).toBe(to.behind?.[fresh])
    expect(chartBetween(from, to, 1)).toBe(to)
  })

  it('every value is between its start and its end, at each time between two moments', () => {
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

describe('clusterings', () => {
  it('k-means shows its first centres, and the previous position of each centre', () => {
    const run = play(sample('docs-page'), 'ttr')
    const [first, second, third] = [0, 1, 2].map((round) => chartAt(run, beginOf(run, 'cluster', round)))
    expect(first?.centres[0]).toBe(0)
    expect(first?.trails).toBeUndefined()
    expect(second?.trails?.[0]).toEqual([0])
    expect(third?.trails?.[0]).toEqual([0, stepOf(run, 'cluster', 1).step.centres?.[0]?.[0]])
    expect(narrate(run, run.frameAt(beginOf(run, 'cluster', 2)))).toMatch(/\d+ lines changed their cluster\./)
  })

  it('EM has a bell curve per cluster, and divides each line among the clusters', () => {
    const run = play(sample('docs-page'), 'ttr', { cluster: 'em' })
    const chart = chartAt(run, beginOf(run, 'cluster', -1))
    expect(chart.curves).toHaveLength(3)
    expect(chart.curves?.reduce((sum, c) => sum + c.weight, 0)).toBeCloseTo(1, 6)
    for (const { value } of chart.columns)
      if (!Number.isNaN(value)) expect(sharesAmong(chart.curves ?? [], value).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
    expect(columnShapes(chart, BOX, String).filter((s) => s.type === 'path' && s.role === 'curve')).toHaveLength(3)
  })
})

describe('the path from the target up to body', () => {
  it('is drawn through its densities, and the smallest density is marked', () => {
    const run = play(sample('news-article'), 'cectd-ds')
    const { start, step } = stepOf(run, 'threshold')
    expect(step.way?.map((n) => nodeLabel(run.page, n))).toEqual(['article.story', 'div.page', 'body'])
    const { way } = chartAt(run, start)
    expect(way?.values.map((v) => Number(v.toPrecision(4)))).toEqual([180.9, 89.66, 45.29])
    expect(way?.least).toBe(2)
  })
})
