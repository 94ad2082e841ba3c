import { describe, expect, it } from 'vitest'
import { columnShapes, sharesAmong } from '../../shared/demo/chart-shapes'
import { stagePlane, chartBetween, eased } from '../../shared/demo/stage-chart'
import { beginOf, chartAt, endOf, play, sample, stepOf } from './demo-fixture'
import fc from 'fast-check'
import { describeFrame } from '../../shared/demo/narration'
import { forAllOf } from '../fixtures/for-all'

const BOX = { width: 400, height: 200, font: 11 }

it('the axis of a stage’s chart has round ticks that cover the series, not its rounded maximum', () => {
  const run = play(sample('forum-thread'), 'textsweeper')
  const chart = chartAt(run, endOf(run, 'text length'))
  const max = Math.max(...(run.valuesOf('textLength') ?? []).filter((v) => Number.isFinite(v)))
  expect(chart.ticks[0]).toBe(0)
  expect(chart.ticks.at(-1)).toBeGreaterThanOrEqual(max)
  const step = (chart.ticks[1] ?? 0) - (chart.ticks[0] ?? 0)
  expect([1, 2, 5]).toContain(step / 10 ** Math.floor(Math.log10(step)))
})

describe('CETR’s clustering', () => {
  const run = play(sample('news-article'), 'cetr')
  const last = beginOf(run, 'cluster', -1)
  const plane = stagePlane(run, run.frameAt(last))

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

describe('between two moments', () => {
  const ttr = play(sample('docs-page'), 'ttr')

  it('a bar changes gradually from its value to the mean of its window', () => {
    const [from, to] = [chartAt(ttr, beginOf(ttr, 'smooth') + 3), chartAt(ttr, beginOf(ttr, 'smooth') + 4)]
    const fresh = to.columns.findIndex((c, i) => !Number.isNaN(c.value) && Number.isNaN(from.columns[i]?.value ?? Number.NaN))
    expect(fresh).toBeGreaterThan(0)
    expect(chartBetween(from, to, 0).columns[fresh]?.value).toBe(to.behind?.[fresh])
    expect(chartBetween(from, to, 1)).toBe(to)
  })

  it('every value is between its start and its end, at each time between two moments', () => {
    const last = ttr.timeline.length - 1
    forAllOf(60, fc.nat(last), fc.nat(last), fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
      const to = chartAt(ttr, b)
      const chart = chartBetween(chartAt(ttr, a), to, eased(share))
      const top = to.ticks.at(-1) ?? 0
      for (const [i, column] of chart.columns.entries()) {
        expect(Number.isNaN(column.value)).toBe(Number.isNaN(to.columns[i]?.value ?? Number.NaN))
        if (!Number.isNaN(column.value)) expect(column.value >= -1e-9 && column.value <= top + 1e-9).toBe(true)
      }
      for (const shape of columnShapes(chart, BOX, String)) if (shape.type === 'path') expect(shape.d).not.toMatch(/NaN|undefined/)
    })
  })
})

describe('clusterings', () => {
  it('k-means shows its first centres, and the previous position of each centre', () => {
    const run = play(sample('docs-page'), 'ttr')
    const [first, second, third] = [0, 1, 2].map((round) => chartAt(run, beginOf(run, 'cluster', round)))
    expect([first?.centres[0], first?.trails]).toEqual([0, undefined])
    expect(second?.trails?.[0]).toEqual([0])
    expect(third?.trails?.[0]).toEqual([0, stepOf(run, 'cluster', 1).step.centres?.[0]?.[0]])
    const near = columnShapes({ ...chartAt(run, beginOf(run, 'cluster', 0)), centres: [1, 0, 2] }, BOX, String)
    const heights = near.flatMap((s) => (s.type === 'group' ? s.shapes.flatMap((t) => (t.type === 'text' ? [s.y + t.y] : [])) : []))
    expect(heights.slice(1).every((height, i) => height <= (heights[i] ?? 0) - BOX.font)).toBe(true)
    expect(describeFrame(run, run.frameAt(beginOf(run, 'cluster', 2)))).toMatch(/\d+ lines changed their cluster\./)
    const ofNodes = play(sample('news-article'), 'kfe')
    expect(describeFrame(ofNodes, ofNodes.frameAt(beginOf(ofNodes, 'cluster', 1)))).toContain(' 7 nodes changed their cluster.')
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
