/** The film's state at a moment, from its recorded changes. No DOM. */
import { FILLING_END, type ExportedMoment, type ExportedRun } from '../../shared/demo/export-run'
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
}

export function filmState(run: ExportedRun): FilmState {
  return { at: -1, now: {}, fates: new Uint8Array(run.nodes), lines: new Uint8Array(run.lines.length) }
}

/** Brings a state to a moment (clamped): on from where it is, or from the beginning where it lies before. */
export function seek(run: ExportedRun, state: FilmState, wanted: number): void {
  const target = Math.max(0, Math.min(run.moments.length - 1, wanted))
  if (target < state.at) {
    state.fates.fill(0)
    state.lines.fill(0)
    state.now = {}
    state.at = -1
  }
  for (let k = state.at + 1; k <= target; k++) {
    const moment = run.moments[k]
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

/** Step of the colour of a row, 0 to 9, by the measure that appears; -1 where nothing of it is known, or nothing is to be coloured. */
export function heatOf(run: ExportedRun, { now, fates }: FilmState, row: number, largest: readonly number[]): number {
  const { speaks, height = 0 } = run.rows[row] ?? {}
  const measure = now.measure ?? -1
  const known = now.known ?? 0
  const value = run.measures[measure]?.values[row]
  if (!speaks || fates.includes(1) || typeof value !== 'number' || known <= 0 || height > known * run.greatestHeight) return -1
  return value <= 0 ? -1 : Math.min(9, Math.floor((10 * Math.log1p(value)) / (largest[measure] || 1)))
}

/** The first stop of the film's tour at a moment, else the last one before it; -1 before the first. */
export function stopOf(run: ExportedRun, moment: number): number {
  const stops = run.tour?.stops ?? []
  const here = stops.findIndex((stop) => stop.moment === moment)
  return here >= 0 ? here : stops.findLastIndex((stop) => stop.moment < moment)
}
