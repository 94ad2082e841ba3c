import { niceTicks } from '../scene/scale'
import type { DemoRun, Frame } from './demo-run'

/** Points are told apart to this part of an axis. */
const GRID = 400

export interface PlanePoint {
  readonly x: number
  readonly y: number
  /** Number of the cluster the point is in, -1 before it is in one. */
  readonly cluster: number
}

/** A clustering in two dimensions: every line at its two coordinates, and the centres among them. */
export interface StagePlane {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  readonly xTicks: readonly number[]
  readonly yTicks: readonly number[]
  /** Without those that lie on one another. */
  readonly points: readonly PlanePoint[]
  /** In order of their cluster numbers. */
  readonly centres: readonly PlanePoint[]
  /** Where each centre was in the rounds before, oldest first, and is now. */
  readonly trails: readonly (readonly PlanePoint[])[]
  /** The line being decided, or null. */
  readonly current: PlanePoint | null
}

/** The plane of a moment that clusters in two dimensions; null at every other. Linear in lines. */
export function stagePlane(run: DemoRun, frame: Frame): StagePlane | null {
  const { plane, series } = frame.chapter.step
  if (!plane || (frame.decision && frame.decision.line < 0)) return null
  const xs = run.valuesOf(plane[0])
  const ys = run.valuesOf(plane[1])
  if (!xs || !ys) return null
  const xTicks = ticksOf(xs)
  const yTicks = ticksOf(ys)
  const at = (s: number): PlanePoint => ({ x: xs[s] ?? Number.NaN, y: ys[s] ?? Number.NaN, cluster: series?.data[s] ?? -1 })
  const cell = (value: number, ticks: readonly number[]): number => Math.round((value / (ticks[ticks.length - 1] || 1)) * GRID)
  const points: PlanePoint[] = []
  const seen = new Set<string>()
  for (let s = 0; s < xs.length; s++) {
    const point = at(s)
    const key = `${cell(point.x, xTicks)} ${cell(point.y, yTicks)} ${point.cluster}`
    if (!Number.isFinite(point.x) || !Number.isFinite(point.y) || seen.has(key)) continue
    seen.add(key)
    points.push(point)
  }
  const label = (id: string): string => run.info.measures.find((m) => m.id === id)?.label ?? id
  return {
    title: `${label(plane[0])} and ${label(plane[1])} of each line`,
    xLabel: label(plane[0]),
    yLabel: label(plane[1]),
    xTicks,
    yTicks,
    points,
    centres: frame.centres.map(([x = Number.NaN, y = Number.NaN], cluster) => ({ x, y, cluster })),
    trails: trailsOf(run, frame),
    current: frame.decision ? at(frame.decision.line) : null,
  }
}

function trailsOf({ timeline }: DemoRun, { chapter, centres }: Frame): PlanePoint[][] {
  const point = ([x = Number.NaN, y = Number.NaN]: readonly number[], cluster: number): PlanePoint => ({ x, y, cluster })
  const trails = centres.map((centre, cluster) => [point(centre, cluster)])
  for (let c = chapter.index - 1; c >= 0; c--) {
    const step = timeline.chapters[c]?.step
    if (step?.name !== chapter.step.name || step.centres?.length !== centres.length) break
    step.centres.forEach((centre, cluster) => trails[cluster]?.unshift(point(centre, cluster)))
  }
  return trails
}

function ticksOf(values: Float64Array): number[] {
  let min = 0
  let max = 0
  for (const v of values) {
    if (!Number.isFinite(v)) continue
    if (v > max) max = v
    if (v < min) min = v
  }
  return niceTicks(min, max === min ? 1 : max, 4)
}
