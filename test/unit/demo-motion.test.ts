/** What moves on the stage: each thing keeps its identity on the way, and any moment of the way is a chart. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { registry } from '../../electron/peers/registry'
import { chartBetween, eased } from '../../shared/demo/chart-motion'
import { columnShapes, planeShapes, sharesAmong } from '../../shared/demo/chart-shapes'
import { DemoRun } from '../../shared/demo/demo-run'
import { narrate } from '../../shared/demo/narration'
import { stageChart } from '../../shared/demo/stage-chart'
import { stagePlane } from '../../shared/demo/stage-plane'
import { nodeLabel } from '../../shared/explain/node-label'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { resolveParams, traceExtractor } from '../../shared/extractors/core/run'
import { parsePage } from '../../shared/page/parse-page'

function play(sample: string, id: string, params: Record<string, string | number> = {}): DemoRun {
  const page = parsePage(readFileSync(`electron/samples/pages/${sample}.html`, 'utf8'), { sourcePositions: true })
  const extractor = registry.get(id)
  if (!extractor) throw new Error(id)
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', params))
  return new DemoRun(page, extractorInfo(extractor), extraction, trace)
}
const chapters = (run: DemoRun, name: string) => run.timeline.chapters.filter((c) => c.step.name === name)
const chartAt = (run: DemoRun, moment: number) => {
  const chart = stageChart(run, run.frameAt(moment), 200)
  if (!chart) throw new Error('no chart')
  return chart
}
const BOX = { width: 600, height: 300, font: 11 }

describe('between two moments', () => {
  const ttr = play('docs-page', 'ttr')
  const smooth = chapters(ttr, 'smooth')[0]

  it('a bar melts from what it was to the mean of its window', () => {
    const from = chartAt(ttr, (smooth?.start ?? 0) + 3)
    const to = chartAt(ttr, (smooth?.start ?? 0) + 4)
    const fresh = to.columns.findIndex((c, i) => !Number.isNaN(c.value) && Number.isNaN(from.columns[i]?.value ?? Number.NaN))
    expect(fresh).toBeGreaterThan(0)
    expect(chartBetween(from, to, 0).columns[fresh]?.value).toBe(to.behind?.[fresh])
    expect(chartBetween(from, to, 1)).toBe(to)
  })

  it('a new threshold sweeps down from the top of the axis', () => {
    const cetd = play('news-article', 'cectd-ds')
    const start = chapters(cetd, 'threshold')[0]?.start ?? 0
    const density = chartAt(cetd, (chapters(cetd, 'density')[0]?.end ?? 1) - 1)
    const to = chartAt(cetd, start)
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
    const run = play('docs-page', 'ttr')
    const smooth = chapters(run, 'smooth')[0]
    const windows = Array.from({ length: 12 }, (_, i) => chartAt(run, (smooth?.start ?? 0) + 1 + i).window)
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
    const run = play('docs-page', 'ttr')
    const [first, second, third] = chapters(run, 'cluster')
    expect(chartAt(run, first?.start ?? 0).centres[0]).toBe(0)
    expect(chartAt(run, first?.start ?? 0).trails).toBeUndefined()
    expect(chartAt(run, second?.start ?? 0).trails?.[0]).toEqual([0])
    expect(chartAt(run, third?.start ?? 0).trails?.[0]).toEqual([0, second?.step.centres?.[0]?.[0]])
    expect(narrate(run, run.frameAt(third?.start ?? 0))).toMatch(/\d+ lines changed sides\./)
  })

  it('CETR’s centres leave their trails on the plane', () => {
    const run = play('docs-page', 'cetr')
    const rounds = chapters(run, 'cluster')
    const plane = stagePlane(run, run.frameAt(rounds[3]?.start ?? 0))
    expect(plane?.trails.map((t) => t.length)).toEqual([4, 4, 4])
    expect(plane && planeShapes(plane, BOX, String).filter((s) => s.type === 'path' && s.role === 'trail')).toHaveLength(3)
  })

  it('EM has a bell curve for each cluster, and shares each line among them', () => {
    const run = play('docs-page', 'ttr', { cluster: 'em' })
    const chart = chartAt(run, chapters(run, 'cluster').at(-1)?.start ?? 0)
    expect(chart.curves).toHaveLength(3)
    expect(chart.curves?.reduce((sum, c) => sum + c.weight, 0)).toBeCloseTo(1, 6)
    for (const { value } of chart.columns)
      if (!Number.isNaN(value)) expect(sharesAmong(chart.curves ?? [], value).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
    expect(columnShapes(chart, BOX, String).filter((s) => s.type === 'path' && s.role === 'curve')).toHaveLength(3)
  })
})

describe('the way from the target up to body', () => {
  it('is drawn through the densities on it, and its smallest is marked', () => {
    const run = play('news-article', 'cectd-ds')
    const { start, step } = chapters(run, 'threshold')[0] ?? { start: 0, step: undefined }
    expect(step?.way?.map((n) => nodeLabel(run.page, n))).toEqual(['article.story', 'div.page', 'body'])
    const { way } = chartAt(run, start)
    expect(way?.values.map((v) => Number(v.toPrecision(4)))).toEqual([180.9, 89.66, 45.29])
    expect(way?.least).toBe(2)
  })
})
