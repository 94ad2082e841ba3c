import { OUTCOMES } from '../extractors/core/probe'
import { isWithin, type NodeId } from '../page/page-model'
import type { DemoRun } from './demo-run'
import { momentOfDecision, placeOf } from './timeline'

/** Where playing stops: at a step's beginning, or when a node's fate is decided. */
export type Breakpoint = { readonly kind: 'step'; readonly chapter: number } | { readonly kind: 'node'; readonly node: NodeId }

/** Whether two breakpoints are the same. */
export function sameBreakpoint(a: Breakpoint, b: Breakpoint): boolean {
  if (a.kind === 'step') return b.kind === 'step' && a.chapter === b.chapter
  return b.kind === 'node' && a.node === b.node
}

/** The first moment in (from, to] at which a breakpoint stops, or -1. Linear in the decisions between. */
export function nextStop(run: DemoRun, breakpoints: readonly Breakpoint[], from: number, to: number): number {
  if (breakpoints.length === 0 || to <= from) return -1
  const { trace, page, timeline } = run
  let found = Number.POSITIVE_INFINITY
  for (const b of breakpoints) {
    const start = b.kind === 'step' ? (timeline.chapters[b.chapter]?.start ?? -1) : -1
    if (start > from && start <= to) found = Math.min(found, start)
  }
  const nodes = breakpoints.flatMap((b) => (b.kind === 'node' ? [b.node] : []))
  const decides = (d: number, node: NodeId): boolean => {
    if (trace.perLine[d] === 1) return false
    const subject = trace.subject[d] as number
    if (subject === node) return true
    const outcome = OUTCOMES[trace.outcome[d] as number]
    return (outcome === 'keep' || outcome === 'drop') && isWithin(page, node, subject)
  }
  const last = nodes.length > 0 ? placeOf(timeline, Math.min(to, timeline.length - 1)).decided : 0
  for (let d = placeOf(timeline, from).decided; d < last; d++) {
    if (!nodes.some((node) => decides(d, node))) continue
    found = Math.min(found, momentOfDecision(timeline, d))
    break
  }
  return Number.isFinite(found) ? found : -1
}

/** What every method does, in this order; some leave out one or another. */
export const PHASES = ['prepare', 'measure', 'limit', 'select', 'result'] as const
type Phase = (typeof PHASES)[number]

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
function phaseSpan(run: DemoRun, phase: Phase): Span | null {
  const phases = phasesOf(run)
  const from = phases.indexOf(phase)
  const to = phases.lastIndexOf(phase)
  const { chapters } = run.timeline
  if (from < 0) return null
  return { start: chapters[from]?.start ?? 0, end: chapters[to]?.end ?? 0 }
}

/**
 * The moment of another run that goes with a moment of this one, for two runs in step: the same part of the chapter of the
 * same name where there is one, else the same part of the same phase; where the other has no such phase, the end of what it had
 * before.
 */
export function inStep(run: DemoRun, moment: number, other: DemoRun): number {
  if (moment >= run.timeline.length - 1) return other.timeline.length - 1
  const { chapter } = placeOf(run.timeline, moment)
  const namesakes = run.timeline.chapters.filter((c) => c.step.name === chapter.step.name)
  const theirs = other.timeline.chapters.filter((c) => c.step.name === chapter.step.name)
  const target = theirs[Math.min(theirs.length - 1, namesakes.indexOf(chapter))]
  if (target) return partOf(chapter, moment, target)
  const phase = phasesOf(run)[chapter.index] ?? 'prepare'
  const mine = phaseSpan(run, phase)
  for (let p = PHASES.indexOf(phase); p >= 0; p--) {
    const span = phaseSpan(other, PHASES[p] ?? 'prepare')
    if (!span || !mine) continue
    return PHASES[p] === phase ? partOf(mine, moment, span) : span.end - 1
  }
  return 0
}

interface Span {
  readonly start: number
  readonly end: number
}

const partOf = (mine: Span, moment: number, theirs: Span): number =>
  theirs.start + Math.round(((moment - mine.start) / Math.max(1, mine.end - mine.start - 1)) * (theirs.end - theirs.start - 1))
