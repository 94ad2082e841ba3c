/** The film's state at a moment, from its recorded changes. No DOM. */
import type { ExportedMoment, ExportedRun } from '../../shared/demo/export-run'
import type { Column, StageChart } from '../../shared/demo/stage-chart'
import type { StagePlane } from '../../shared/demo/stage-plane'

export interface FilmState {
  /** Moment shown, -1 before the first. */
  at: number
  /** What holds at that moment: the latest of each change. */
  now: ExportedMoment
  /** Fate of each element. */
  readonly fates: Uint8Array
}

export function filmState(run: ExportedRun): FilmState {
  return { at: -1, now: {}, fates: new Uint8Array(run.nodes) }
}

/** Brings a state to a moment (clamped): on from where it is, or from the beginning where it lies before. */
export function seek(run: ExportedRun, state: FilmState, wanted: number): void {
  const target = Math.max(0, Math.min(run.moments.length - 1, wanted))
  if (target < state.at) {
    state.fates.fill(0)
    state.now = {}
    state.at = -1
  }
  for (let k = state.at + 1; k <= target; k++) {
    const moment = run.moments[k]
    const changes = moment?.fates ?? []
    for (let i = 0; i < changes.length; i += 2) state.fates[changes[i] ?? 0] = changes[i + 1] ?? 0
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
