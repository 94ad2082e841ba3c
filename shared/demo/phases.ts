import { OUTCOMES } from '../extractors/core/probe'
import type { DemoRun } from './demo-run'

/** What every method does, in this order; some leave out one or another. */
export const PHASES = ['prepare', 'measure', 'limit', 'select', 'result'] as const
export type Phase = (typeof PHASES)[number]

const SELECTING = new Set(['keep', 'drop', 'keepNode', 'dropNode'])

/**
 * The phase of each chapter, read off what it shows and never going back: measures appear; then, until the first chapter that keeps
 * or drops something, limits, targets and centres are found; the last chapter writes out what was selected. Linear in decisions.
 */
export function phasesOf({ timeline, trace }: DemoRun): Phase[] {
  const { chapters } = timeline
  const first = chapters.findIndex((c) => c.reveals > 0)
  let at = 0
  const phases = chapters.map((chapter, i): Phase => {
    let selects = false
    for (let d = chapter.firstDecision; d < chapter.firstDecision + chapter.decisions && !selects; d++)
      selects = SELECTING.has(OUTCOMES[trace.outcome[d] as number] ?? '')
    const own = i < first ? 0 : chapter.reveals > 0 ? 1 : selects || first < 0 ? 3 : 2
    at = Math.max(at, own)
    return PHASES[at] as Phase
  })
  if (phases.length > 1 && phases[phases.length - 2] === 'select') phases[phases.length - 1] = 'result'
  return phases
}

/** Moments of a phase, the end exclusive; null where a run has none. */
export function phaseSpan(run: DemoRun, phase: Phase): { readonly start: number; readonly end: number } | null {
  const phases = phasesOf(run)
  const from = phases.indexOf(phase)
  const to = phases.lastIndexOf(phase)
  const { chapters } = run.timeline
  if (from < 0) return null
  return { start: chapters[from]?.start ?? 0, end: chapters[to]?.end ?? 0 }
}
