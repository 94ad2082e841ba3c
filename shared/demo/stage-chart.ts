import { bin, binOf, chartAxis, extent, type Axis } from '../scene/binning'
import { niceTicks } from '../scene/scale'
import { KEPT } from '../page/output'
import type { ChartSpec } from '../extractors/core/extractor'
import { OUTCOMES } from '../extractors/core/probe'
import { elementAt, markedNode, type Picked } from './card-subject'
import type { DemoRun, Frame } from './demo-run'

const between = (from: number, to: number, share: number): number => from + (to - from) * share

const blended = <R extends Readonly<Record<keyof R, number>>>(from: R, to: R, share: number): R =>
  Object.fromEntries(Object.keys(to).map((key) => [key, between(from[key as keyof R], to[key as keyof R], share)])) as unknown as R

/** Returns the completed share of a movement that starts and ends slowly. @param share elapsed share of the movement's time, 0 to 1 */
export function eased(share: number): number {
  return share * share * (3 - 2 * share)
}

const top = ({ ticks }: StageChart): number => ticks[ticks.length - 1] || 1

/**
 * Returns a chart between two charts. A column starts at its value in `from` if both charts show the same measure; otherwise, or if this
 * value is missing, at its raw value (`behind`); if missing, at its scaled value in `from`; if missing, at 0. Returns `to` without `from`,
 * and if `per` or the number of columns differs. @param share 0 for the start, 1 for `to`
 */
export function chartBetween(from: StageChart | null, to: StageChart, share: number): StageChart {
  if (share >= 1 || !from || from.per !== to.per || from.columns.length !== to.columns.length) return to
  const scale = from.label === to.label ? 1 : top(to) / top(from)
  const columns = to.columns.map((column, c): Column => {
    if (Number.isNaN(column.value)) return column
    const before = from.columns[c]?.value ?? Number.NaN
    const behind = to.behind?.[c] ?? Number.NaN
    const start = !Number.isNaN(before) && from.label === to.label ? before : !Number.isNaN(behind) ? behind : before * scale
    return { ...column, value: between(Number.isNaN(start) ? 0 : start, column.value, share) }
  })
  const threshold = to.threshold === null ? null : between(from.threshold ?? top(to), to.threshold, share)
  const isAsMany = from.centres.length === to.centres.length
  const centres = isAsMany ? to.centres.map((centre, i) => between(from.centres[i] ?? centre, centre, share)) : to.centres
  return {
    ...to,
    columns,
    threshold,
    centres,
    ...(to.window && { window: blended(from.window ?? to.window, to.window, share) }),
    ...(to.curves && { curves: to.curves.map((curve, i) => blended(from.curves?.[i] ?? curve, curve, share)) }),
  }
}

export type StageChart = Readonly<NonNullable<ReturnType<typeof stageChart>>>

/** A drawn column. The value is the largest value of all subjects in the column. */
export type Column = StageChart['columns'][number]

type PlanePoint = Readonly<Record<'x' | 'y' | 'cluster', number>>

/** A clustering of lines in two dimensions. */
export type StagePlane = NonNullable<ReturnType<typeof stagePlane>>

const GRID = 400

/** The values of `Frame.lines` that mean a kept line. */
export const KEEPS = new Set([OUTCOMES.indexOf('keep') + 1, OUTCOMES.indexOf('keepNode') + 1])

/** Returns the chart of a frame; null if no measure can be drawn. @param width maximum number of columns */
export function stageChart(run: DemoRun, frame: Frame, width: number, picked: Picked | null = null) {
  const spec = chooseChart(run, frame)
  const { series } = frame
  const id = spec ? measureOf(run, frame, spec) : null
  const data = id === null ? null : run.valuesOf(id)
  if (!spec || id === null || !data) return null
  const own = series?.per === spec.per && series.data.length === data.length ? series.data : null
  const clusters = own ?? (spec.cluster !== undefined && frame.measures.includes(spec.cluster) ? run.valuesOf(spec.cluster) : null)
  // A chart of lines shows every line; a chart of nodes shows only nodes with a value.
  const axis = chartAxis(spec.per === 'line' ? new Float64Array(data.length) : data, false)
  const whole = { from: 0, to: axis.subject.length }
  const bins = bin(
    axis,
    data.map((value, subject) => (run.isComputed(frame, id, subject) ? value : Number.NaN)),
    whole,
    width,
  )
  const columnOf = (subject: number): number => {
    const place = axis.position[subject] ?? -1
    return place < 0 ? -1 : binOf(whole, bins.count, place)
  }
  const raw = rawSeries(run, frame, spec, id)
  const current = columnOf(currentOf(run, frame, spec.per, picked))
  const isKept = (subject: number): boolean =>
    spec.per === 'line' ? KEEPS.has(frame.lines[subject] ?? 0) : frame.selected[subject] === KEPT
  const columns = Array.from(bins.peak, (place, c) => {
    /** The node or line with the largest value; -1 without a known value. */
    const subject = place < 0 ? -1 : (axis.subject[place] as number)
    return {
      subject,
      value: bins.max[c] as number,
      /** Cluster of `subject`; -1 without clusters. */
      cluster: subject < 0 ? -1 : (clusters?.[subject] ?? -1),
      kept: subject >= 0 && isKept(subject),
      current: c === current,
    }
  })
  const { way = [], node = -1 } = frame.chapter.step
  const onWay = spec.per === 'node' ? way.filter((n) => columnOf(n) >= 0) : []
  const window = windowOf(run, frame, id, columnOf)
  const trails = findTrails(run, frame).map((trail) => trail.flatMap((centre) => (centre.length === 1 ? [centre[0] as number] : [])))
  const curves = frame.series?.label === 'cluster' || frame.centres.length > 0 ? frame.curves : null
  const threshold = spec.threshold === undefined ? Number.NaN : (frame.values[spec.threshold] ?? Number.NaN)
  return {
    title: spec.title,
    per: spec.per,
    measure: id,
    label: labelOf(run, id),
    columns,
    /** Raw values behind the columns, for example before smoothing; null without raw values. */
    behind: raw && Array.from(bin(axis, raw, whole, width).max),
    /** Ticks for all values of the measure. Values that are not yet shown count too, so that the axis does not change. */
    ticks: ticksOf(axis, data, ...(raw ? [raw] : [])),
    threshold: Number.isFinite(threshold) ? threshold : null,
    /** Cluster centres on the value axis; empty if the centres have two coordinates. */
    centres: frame.centres.flatMap((c) => (c.length === 1 && Number.isFinite(c[0]) ? [c[0] as number] : [])),
    /** Positions of each centre in the previous rounds, oldest first. */
    ...(trails.some((trail) => trail.length > 0) && { trails }),
    /** The window of a moving mean: the columns from `from` to `to`, end exclusive. */
    ...(window && { window }),
    /**
     * A path through the tree: per element, the index of its column and its value. `least`: index in both arrays of the element that the
     * step found; -1 if missing.
     */
    ...(onWay.length > 0 && {
      way: { columns: onWay.map(columnOf), values: onWay.map((n) => data[n] as number), least: onWay.indexOf(node) },
    }),
    /** Bell curves on the value axis, by ascending mean. Each column is divided among the curves. */
    ...(curves && { curves }),
  }
}

const labelOf = (run: DemoRun, id: string): string => run.measureOf(id)?.label ?? id

function ticksOf(axis: Axis, ...series: readonly Float64Array[]): number[] {
  const { min, max } = extent(axis, ...series)
  const [low, high] = [Math.min(0, min), Math.max(0, max)]
  return niceTicks(low, high === low ? 1 : high, 4)
}

function windowOf(run: DemoRun, frame: Frame, id: string, columnOf: (subject: number) => number) {
  const { sum } = run.measureOf(id) ?? {}
  const count = run.valuesOf(id)?.length ?? 0
  if (sum?.over !== 'window' || !frame.appearing.includes(id) || frame.revealed === 0 || frame.revealed >= frame.chapter.reveals)
    return undefined
  const radius = Number(run.extraction.params[sum.radius])
  let last = -1
  while (last + 1 < count && run.isComputed(frame, id, last + 1)) last++
  return { from: columnOf(Math.max(0, last - radius)), to: columnOf(Math.min(count - 1, last + radius)) + 1 }
}

/** Returns, per centre, the positions in the previous rounds, oldest first. If this step has no centres, the lists are empty. */
function findTrails({ timeline }: DemoRun, { chapter, centres }: Frame): (readonly number[])[][] {
  const trails = centres.map((): (readonly number[])[] => [])
  if (!chapter.step.centres) return trails
  for (let c = chapter.index - 1; c >= 0; c--) {
    const step = timeline.chapters[c]?.step
    if (step?.name !== chapter.step.name || step.centres?.length !== centres.length) break
    step.centres.forEach((centre, i) => trails[i]?.unshift(centre))
  }
  return trails
}

function currentOf(run: DemoRun, frame: Frame, per: ChartSpec['per'], picked: Picked | null): number {
  if (picked?.per === per) return per === 'line' ? picked.subject : elementAt(run.page, picked.subject)
  return per === 'line' ? (frame.decision?.line ?? -1) : markedNode(run, frame)
}

/**
 * Returns a chart with the topic; if missing, a chart with a known measure, latest measure first; if missing, a chart of only the topic, or
 * the first chart. At a decision about a line, searches only charts of lines, if there are any.
 */
function chooseChart(run: DemoRun, frame: Frame): ChartSpec | null {
  const { charts } = run.info
  const candidates = frame.decision && frame.decision.line >= 0 ? charts.filter((c) => c.per === 'line') : charts
  const pool = candidates.length > 0 ? candidates : charts
  for (const id of frame.topic === null ? frame.measures : [frame.topic, ...frame.measures]) {
    const found = pool.find((c) => c.series.includes(id))
    if (found) return found
  }
  const counted = frame.topic === null ? undefined : run.measureOf(frame.topic)
  if (charts.length > 0 && counted && run.valuesOf(counted.id))
    return { id: counted.id, title: counted.label, per: counted.per, series: [counted.id] }
  return pool[0] ?? null
}

function measureOf(run: DemoRun, frame: Frame, spec: ChartSpec): string | null {
  if (frame.topic !== null && spec.series.includes(frame.topic)) return frame.topic
  const known = frame.measures.find((id) => spec.series.includes(id) && id !== spec.cluster)
  return known ?? spec.series.find((id) => run.valuesOf(id) !== null) ?? null
}

function rawSeries(run: DemoRun, frame: Frame, spec: ChartSpec, shown: string): Float64Array | null {
  const [main, raw] = spec.series
  if (raw === undefined || shown !== main || !frame.measures.includes(raw) || frame.appearing.includes(raw)) return null
  return run.valuesOf(raw)
}

/** Returns the plane if the step of the moment clusters lines in two dimensions; null for other steps, and at a decision about a node. */
export function stagePlane(run: DemoRun, frame: Frame) {
  const { plane, series } = frame.chapter.step
  if (!plane || (frame.decision && frame.decision.line < 0)) return null
  const xs = run.valuesOf(plane[0])
  const ys = run.valuesOf(plane[1])
  if (!xs || !ys) return null
  const [xTicks, yTicks] = [ticksOf(chartAxis(xs, false), xs), ticksOf(chartAxis(ys, false), ys)]
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
  const [xLabel, yLabel] = [labelOf(run, plane[0]), labelOf(run, plane[1])]
  const centreAt = ([x = Number.NaN, y = Number.NaN]: readonly number[], cluster: number): PlanePoint => ({ x, y, cluster })
  return {
    title: `${xLabel} and ${yLabel} of each line`,
    xLabel,
    yLabel,
    xTicks,
    yTicks,
    /** One point per line of the source with two finite values. Points of one cluster in the same cell (`GRID`) are merged. */
    points,
    centres: frame.centres.map(centreAt),
    /** Positions of each centre, oldest first, including the current position. */
    trails: findTrails(run, frame).map((trail, cluster) =>
      [...trail, frame.centres[cluster] ?? []].map((centre) => centreAt(centre, cluster)),
    ),
    current: frame.decision ? at(frame.decision.line) : null,
  }
}
