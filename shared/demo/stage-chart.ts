import { niceTicks } from '../scene/scale'
import { KEPT } from '../page/selection'
import type { Curve } from '../extractors/core/probe'
import type { ChartSpec } from '../extractors/core/extractor'
import { OUTCOMES } from '../extractors/core/probe'
import { ELEMENT } from '../page/page-model'
import type { Picked } from './card-subject'
import type { DemoRun, Frame } from './demo-run'

/** One drawn column: the largest value of the subjects that fall into it. */
export interface Column {
  /** Subject (node or line) with the largest value, -1 where no value is known. */
  readonly subject: number
  readonly value: number
  /** Cluster of that subject, -1 where there are none. */
  readonly cluster: number
  readonly kept: boolean
  /** The moment's node or line is among the column's. */
  readonly current: boolean
}

/** The chart of a moment, ready to draw. */
export interface StageChart {
  readonly title: string
  readonly per: 'node' | 'line'
  /** Id of the measure that the columns show, and its name. */
  readonly measure: string
  readonly label: string
  readonly columns: readonly Column[]
  /** Values that those of the columns were made of, drawn behind them (what was smoothed, behind what came of it); null where there are none. */
  readonly behind: readonly number[] | null
  /** Round values of the axis, from its lowest end to its highest: of the whole series, known or not yet, so that it does not jump. */
  readonly ticks: readonly number[]
  readonly threshold: number | null
  /** Cluster centres on the value axis; none where they have more than one coordinate. */
  readonly centres: readonly number[]
  /** Where each centre was in the rounds before, oldest first. */
  readonly trails?: readonly (readonly number[])[]
  /** Columns that the window of a mean covers while it slides over them, as places from 0. */
  readonly window?: { readonly from: number; readonly to: number }
  /** A way through the tree, from its beginning: columns and values; and the place of the smallest in it. */
  readonly way?: { readonly columns: readonly number[]; readonly values: readonly number[]; readonly least: number }
  /** Bell curves on the value axis, by ascending mean: each column is shared among them. */
  readonly curves?: readonly Curve[]
}

/** What a line was judged as where it is kept: places among the outcomes, from 1. */
export const KEEPS = new Set([OUTCOMES.indexOf('keep') + 1, OUTCOMES.indexOf('keepNode') + 1])

/** The chart of a frame: the series that appeared last, with threshold, centres and clusters as far as they are known. */
export function stageChart(run: DemoRun, frame: Frame, width: number, picked: Picked | null = null): StageChart | null {
  const spec = chooseChart(run, frame)
  const { series } = frame
  const id = spec ? measureOf(run, frame, spec) : null
  const data = id === null ? null : run.valuesOf(id)
  if (!spec || id === null || !data) return null
  const clusters = series && series.per === spec.per && series.data.length === data.length ? series.data : clustersOf(run, frame, spec)
  const subjects = subjectsOf(spec.per, data)
  let max = 0
  let min = 0
  for (const s of subjects) {
    const value = data[s] as number
    if (!Number.isFinite(value)) continue
    if (value > max) max = value
    if (value < min) min = value
  }
  const current = currentOf(run, frame, spec.per, picked)
  const raw = rawSeries(run, frame, spec, id)
  for (const s of subjects) {
    const value = raw?.[s] ?? Number.NaN
    if (Number.isFinite(value) && value > max) max = value
  }
  const behind: number[] = []
  const count = Math.max(1, Math.min(width, subjects.length))
  const columns: Column[] = []
  for (let c = 0; c < count; c++) {
    const from = Math.floor((c * subjects.length) / count)
    const to = Math.max(from + 1, Math.floor(((c + 1) * subjects.length) / count))
    let subject = -1
    let value = Number.NaN
    let isCurrent = false
    let largest = Number.NaN
    for (let i = from; i < Math.min(to, subjects.length); i++) {
      const s = subjects[i] as number
      if (s === current) isCurrent = true
      const before = raw?.[s] ?? Number.NaN
      if (!(before <= largest)) largest = before
      if (!run.isKnown(frame, id, s)) continue
      const v = data[s] as number
      if (subject < 0 || v > value) {
        subject = s
        value = v
      }
    }
    const kept = subject >= 0 && (spec.per === 'line' ? KEEPS.has(frame.lines[subject] ?? 0) : frame.selected[subject] === KEPT)
    behind.push(largest)
    columns.push({ subject, value, cluster: subject >= 0 && clusters ? (clusters[subject] ?? -1) : -1, kept, current: isCurrent })
  }
  const columnOf = (subject: number): number => {
    const place = subjects.indexOf(subject)
    return place < 0 ? -1 : Math.min(count - 1, Math.floor((place * count) / subjects.length))
  }
  const way = wayOf(run, frame, id, columnOf)
  const window = windowOf(run, frame, id, columnOf)
  const trails = trailsOf(run, frame)
  const curves = frame.series?.label === 'cluster' || frame.centres.length > 0 ? frame.curves : null
  const threshold = spec.threshold === undefined ? undefined : frame.values[spec.threshold]
  const measure = run.info.measures.find((m) => m.id === id)
  return {
    title: spec.title,
    per: spec.per,
    measure: id,
    label: measure?.label ?? id,
    columns,
    behind: raw ? behind : null,
    ticks: niceTicks(min, max === min ? 1 : max, 4),
    threshold: threshold === undefined || !Number.isFinite(threshold) ? null : threshold,
    centres: frame.centres.flatMap((c) => (c.length === 1 && Number.isFinite(c[0]) ? [c[0] as number] : [])),
    ...(trails.some((trail) => trail.length > 0) && { trails }),
    ...(window && { window }),
    ...(way && { way }),
    ...(curves && { curves }),
  }
}

/** The step's way, where its nodes have columns. */
function wayOf(run: DemoRun, frame: Frame, id: string, columnOf: (subject: number) => number): StageChart['way'] {
  const { way, node } = frame.chapter.step
  const data = run.valuesOf(id)
  if (!way || way.length === 0 || !data || run.info.measures.find((m) => m.id === id)?.per !== 'node') return undefined
  const seen = way.filter((n) => columnOf(n) >= 0)
  return { columns: seen.map(columnOf), values: seen.map((n) => data[n] as number), least: node === undefined ? -1 : seen.indexOf(node) }
}

/** The window of the mean that is being computed: around the last line that has one. */
function windowOf(run: DemoRun, frame: Frame, id: string, columnOf: (subject: number) => number): StageChart['window'] {
  const { sum } = run.info.measures.find((m) => m.id === id) ?? {}
  const count = run.valuesOf(id)?.length ?? 0
  if (sum?.over !== 'window' || !frame.appearing.includes(id) || frame.revealed === 0 || frame.revealed >= frame.chapter.reveals)
    return undefined
  const radius = Number(run.extraction.params[sum.radius])
  let last = -1
  while (last + 1 < count && run.isKnown(frame, id, last + 1)) last++
  return { from: columnOf(Math.max(0, last - radius)), to: columnOf(Math.min(count - 1, last + radius)) + 1 }
}

/** Where the centres of one coordinate were before. */
function trailsOf({ timeline }: DemoRun, { chapter, centres }: Frame): number[][] {
  const trails = centres.map((): number[] => [])
  if (!chapter.step.centres) return trails
  for (let c = chapter.index - 1; c >= 0; c--) {
    const step = timeline.chapters[c]?.step
    if (step?.name !== chapter.step.name || step.centres?.length !== centres.length) break
    step.centres.forEach((centre, i) => {
      if (centre.length === 1) trails[i]?.unshift(centre[0] as number)
    })
  }
  return trails
}

/** The node or line whose column is marked: what was picked, else what the moment is about. */
function currentOf(run: DemoRun, frame: Frame, per: ChartSpec['per'], picked: Picked | null): number {
  if (per === 'line') return picked?.kind === 'line' ? picked.line : (frame.decision?.line ?? -1)
  return elementOf(run, picked?.kind === 'node' ? picked.node : frame.node)
}

/**
 * The chart with the measure that appeared last. Where no chart shows anything known yet (counts that come before the
 * formulas), that measure by itself; the first chart, empty, before any has appeared.
 */
function chooseChart(run: DemoRun, frame: Frame): ChartSpec | null {
  const { charts } = run.info
  const candidates = frame.decision && frame.decision.line >= 0 ? charts.filter((c) => c.per === 'line') : charts
  const pool = candidates.length > 0 ? candidates : charts
  for (const id of frame.topic === null ? frame.measures : [frame.topic, ...frame.measures]) {
    const found = pool.find((c) => c.series.includes(id))
    if (found) return found
  }
  const counted = run.info.measures.find((m) => m.id === frame.topic)
  if (charts.length > 0 && counted && run.valuesOf(counted.id))
    return { id: counted.id, title: counted.label, per: counted.per, series: [counted.id] }
  return pool[0] ?? null
}

/** The measure of a chart that appeared last; its first one before any has. */
function measureOf(run: DemoRun, frame: Frame, spec: ChartSpec): string | null {
  if (frame.topic !== null && spec.series.includes(frame.topic)) return frame.topic
  const known = frame.measures.find((id) => spec.series.includes(id) && id !== spec.cluster)
  return known ?? spec.series.find((id) => run.valuesOf(id) !== null) ?? null
}

/** The chart's second series, where the first is shown and the second was known before it. */
function rawSeries(run: DemoRun, frame: Frame, spec: ChartSpec, shown: string): Float64Array | null {
  const [main, raw] = spec.series
  if (raw === undefined || shown !== main || !frame.measures.includes(raw) || frame.appearing.includes(raw)) return null
  return run.valuesOf(raw)
}

function clustersOf(run: DemoRun, frame: Frame, spec: ChartSpec): Float64Array | null {
  if (spec.cluster === undefined || !frame.measures.includes(spec.cluster)) return null
  return run.valuesOf(spec.cluster)
}

function elementOf(run: DemoRun, node: number): number {
  return node >= 0 && run.page.kind[node] !== ELEMENT ? (run.page.parent[node] ?? -1) : node
}

function subjectsOf(per: 'node' | 'line', data: Float64Array): number[] {
  const subjects: number[] = []
  for (let s = 0; s < data.length; s++) if (per === 'line' || !Number.isNaN(data[s])) subjects.push(s)
  return subjects
}
