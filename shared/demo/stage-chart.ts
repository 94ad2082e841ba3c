import { niceTicks } from '../base/nice-ticks'
import { KEPT } from '../page/selection'
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
  readonly label: string
  readonly columns: readonly Column[]
  /** Values that those of the columns were made of, drawn behind them (what was smoothed, behind what came of it); null where there are none. */
  readonly behind: readonly number[] | null
  /** Round values of the axis, from its lowest end to its highest: of the whole series, known or not yet, so that it does not jump. */
  readonly ticks: readonly number[]
  readonly threshold: number | null
  /** Cluster centres on the value axis; none where they have more than one coordinate. */
  readonly centres: readonly number[]
}

const KEEPING = new Set([OUTCOMES.indexOf('keep') + 1, OUTCOMES.indexOf('keepNode') + 1])

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
    const kept = subject >= 0 && (spec.per === 'line' ? KEEPING.has(frame.lines[subject] ?? 0) : frame.selected[subject] === KEPT)
    behind.push(largest)
    columns.push({ subject, value, cluster: subject >= 0 && clusters ? (clusters[subject] ?? -1) : -1, kept, current: isCurrent })
  }
  const threshold = spec.threshold === undefined ? undefined : frame.values[spec.threshold]
  const measure = run.info.measures.find((m) => m.id === id)
  return {
    title: spec.title,
    per: spec.per,
    label: measure?.label ?? id,
    columns,
    behind: raw ? behind : null,
    ticks: niceTicks(min, max === min ? 1 : max, 4),
    threshold: threshold === undefined || !Number.isFinite(threshold) ? null : threshold,
    centres: frame.centres.flatMap((c) => (c.length === 1 && Number.isFinite(c[0]) ? [c[0] as number] : [])),
  }
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
