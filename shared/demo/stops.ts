import { OUTCOMES } from '../extractors/core/probe'
import { isWithin, type NodeId } from '../page/page-model'
import type { DemoRun } from './demo-run'
import { PHASES, phaseSpan, phasesOf } from './phases'
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
