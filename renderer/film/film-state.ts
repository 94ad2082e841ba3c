/** The film's state at a moment, from its recorded changes. No DOM. */
import { FILLING_END, type ExportedMoment, type ExportedRun, type FilmNote } from '../../shared/demo/export-run'
import { formatMeasure } from '../components/number-format'
import { measureScale, scaleStep, type MeasureScale } from '../components/measure-scale'
import type { Column, StageChart } from '../../shared/demo/stage-chart'
import type { StagePlane } from '../../shared/demo/stage-plane'

export interface FilmState {
  /** Moment shown, -1 before the first. */
  at: number
  /** What holds at that moment: the latest of each change. */
  now: ExportedMoment
  /** Fate of each element. */
  readonly fates: Uint8Array
  /** 1 for each line that is kept. */
  readonly lines: Uint8Array
  /** Elements that the step of the moment has decided about before it, with indices into `MARKS`, oldest first. */
  readonly trail: { readonly node: number; readonly mark: number }[]
}

/** A measure of a film, with where each of its values lies on bar and colour scale. */
export interface FilmMeasure {
  readonly share: boolean
  readonly values: readonly (number | null)[]
  readonly scale: MeasureScale
}

/** The measures of a film, of rows or of lines, on the scales of the stage. */
export function filmMeasures(measures: ExportedRun['measures']): FilmMeasure[] {
  return measures.map(({ share, max, values }) => ({ share, values, scale: measureScale(Float64Array.of(max), share) }))
}

/** What a row has of a measure: the number as it is written, and its bar as a share of the longest. */
export interface FilmBar {
  readonly text: string
  readonly bar: number
  /** Step of its colour, 0 to 9. */
  readonly step: number
}

const NO_BAR: FilmBar = { text: '', bar: 0, step: 0 }

function barOf({ share, values, scale }: FilmMeasure, at: number): FilmBar {
  const value = values[at]
  if (typeof value !== 'number') return NO_BAR
  const bar = scale.position(value)
  return { text: formatMeasure(value, share), bar, step: scaleStep(bar) }
}

/** Whether the measure of a moment is known of a row. */
function isKnown(run: ExportedRun, { known = 0 }: ExportedMoment, row: number): boolean {
  return known > 0 && (run.rows[row]?.height ?? 0) <= known * run.greatestHeight
}

/** The number of a row of the tree. */
export function rowBar(run: ExportedRun, { now }: FilmState, row: number, measures: readonly FilmMeasure[]): FilmBar {
  const measure = measures[now.measure ?? -1]
  return measure && isKnown(run, now, row) ? barOf(measure, row) : NO_BAR
}

/** The number of a line of the source. */
export function lineBar({ lines }: ExportedRun, { now }: FilmState, line: number, measures: readonly FilmMeasure[]): FilmBar {
  const measure = measures[now.lineMeasure ?? -1]
  return measure && line < (now.lineKnown ?? 1) * lines.length ? barOf(measure, line) : NO_BAR
}

/** What stands beside the lines of the pseudocode. */
export function notesOf(run: ExportedRun, { now }: FilmState): readonly FilmNote[] {
  return run.notes[now.notes ?? -1] ?? []
}

/** The way that a moment looks along: nodes, and what was found; none while a decision is made. */
export function wayOf(run: ExportedRun, { at, now }: FilmState): { readonly nodes: readonly number[]; readonly found: number } {
  const { way = [], found = -1 } = run.chapters[chapterOf(run, at)] ?? {}
  return now.mark ? { nodes: [], found: -1 } : { nodes: way, found }
}

export function filmState(run: ExportedRun): FilmState {
  return { at: -1, now: {}, fates: new Uint8Array(run.nodes), lines: new Uint8Array(run.lines.length), trail: [] }
}

/** Brings a state to a moment (clamped): on from where it is, or from the beginning where it lies before. */
export function seek(run: ExportedRun, state: FilmState, wanted: number): void {
  const target = Math.max(0, Math.min(run.moments.length - 1, wanted))
  if (target < state.at) {
    state.fates.fill(0)
    state.lines.fill(0)
    state.now = {}
    state.trail.length = 0
    state.at = -1
  }
  for (let k = state.at + 1; k <= target; k++) {
    const moment = run.moments[k]
    const { trail = 0, node = -1 } = state.now
    if (run.chapters[chapterOf(run, k)]?.first === k) state.trail.length = 0
    else if (trail > 0 && node >= 0) state.trail.push({ node, mark: trail })
    const changes = moment?.fates ?? []
    for (let i = 0; i < changes.length; i += 2) state.fates[changes[i] ?? 0] = changes[i + 1] ?? 0
    const lines = moment?.lineFates ?? []
    for (let i = 0; i < lines.length; i += 2) state.lines[lines[i] ?? 0] = lines[i + 1] ?? 0
    state.now = { ...state.now, ...moment }
  }
  state.at = target
}

/** Index of the chapter that a moment is in. */
export function chapterOf(run: ExportedRun, moment: number): number {
  let chapter = 0
  while (chapter + 1 < run.chapters.length && (run.chapters[chapter + 1]?.first ?? 0) <= moment) chapter++
  return chapter
}

/** Where playing for some milliseconds leads from a position, at most to the end of its chapter. */
export function advance(run: ExportedRun, position: number, milliseconds: number): number {
  const index = chapterOf(run, Math.floor(position))
  const chapter = run.chapters[index]
  const end = run.chapters[index + 1]?.first ?? run.moments.length
  if (!chapter) return run.moments.length - 1
  return Math.min(end, position + (milliseconds * (end - chapter.first)) / chapter.duration)
}

/** The chart of a state, as the stage draws it; null where there is none. */
export function chartOf(run: ExportedRun, { now }: FilmState): { readonly columns: StageChart } | { readonly plane: StagePlane } | null {
  const chart = run.charts[now.chart ?? -1]
  if (!chart) return null
  if ('plane' in chart) {
    const [x, y] = now.spot ?? []
    return { plane: { ...chart.plane, current: x === undefined || y === undefined ? null : { x, y, cluster: -1 } } }
  }
  const columns = chart.values.map((value, i): Column => ({
    subject: i,
    value: value ?? Number.NaN,
    cluster: chart.clusters?.[i] ?? -1,
    kept: ((Number.parseInt(now.kept?.[i >> 2] ?? '0', 16) >> (i & 3)) & 1) === 1,
    current: i === now.column,
  }))
  return { columns: { ...chart, columns, behind: chart.behind?.map((value) => value ?? Number.NaN) ?? null } }
}

/** Escapes a text for markup. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Markup of the formula card of a state; empty where there is none. What fills it is text, whatever it holds. */
export function cardOf(run: ExportedRun, { now }: FilmState): string {
  const filling = (now.filling ?? '').split(FILLING_END)
  let at = 0
  return (run.cards[now.card ?? -1] ?? []).map((part) => part ?? escaped(filling[at++] ?? '')).join('')
}

/**
 * Step of the colour of a row, 0 to 9, by the measure that appears; -1 where nothing of it is known, or nothing is to be coloured.
 * @param level how far down a new threshold has swept, null where nothing sweeps
 */
export function heatOf(
  run: ExportedRun,
  { now, fates }: FilmState,
  row: number,
  measures: readonly FilmMeasure[],
  level: number | null = null,
): number {
  const measure = measures[now.measure ?? -1]
  const value = measure?.values[row]
  if (!measure || !run.rows[row]?.speaks || fates.includes(1) || typeof value !== 'number' || !isKnown(run, now, row)) return -1
  const { least = null } = now
  if (least !== null && value < (level ?? least)) return -1
  return scaleStep(measure.scale.position(value))
}

/** The first stop of the film's tour at a moment, else the last one before it; -1 before the first. */
export function stopOf(run: ExportedRun, moment: number): number {
  const stops = run.tour?.stops ?? []
  const here = stops.findIndex((stop) => stop.moment === moment)
  return here >= 0 ? here : stops.findLastIndex((stop) => stop.moment < moment)
}
