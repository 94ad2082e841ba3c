import { OUTCOMES } from '../extractors/core/probe'
import { isWithin, type NodeId } from '../page/page-model'
import type { DemoRun } from './demo-run'
import { momentOfDecision, placeOf } from './timeline'

/** Where playing stops: at a step's beginning, at a rule's decisions, or when a node's fate is decided. */
export type Breakpoint =
  | { readonly kind: 'step'; readonly chapter: number }
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'node'; readonly node: NodeId }

/** Whether two breakpoints are the same. */
export function sameBreakpoint(a: Breakpoint, b: Breakpoint): boolean {
  if (a.kind === 'step') return b.kind === 'step' && a.chapter === b.chapter
  if (a.kind === 'rule') return b.kind === 'rule' && a.rule === b.rule
  return b.kind === 'node' && a.node === b.node
}

/** The first moment in (from, to] at which a breakpoint stops, or -1. Linear in the decisions between. */
export function nextStop(run: DemoRun, breakpoints: readonly Breakpoint[], from: number, to: number): number {
  if (breakpoints.length === 0 || to <= from) return -1
  let found = Number.POSITIVE_INFINITY
  for (const b of breakpoints) {
    if (b.kind !== 'step') continue
    const start = run.timeline.chapters[b.chapter]?.start ?? -1
    if (start > from && start <= to) found = Math.min(found, start)
  }
  const { trace, page } = run
  const first = placeOf(run.timeline, from).decided
  const last = placeOf(run.timeline, Math.min(to, run.timeline.length - 1)).decided
  const rules = new Set(breakpoints.flatMap((b) => (b.kind === 'rule' ? [b.rule] : [])))
  const nodes = breakpoints.flatMap((b) => (b.kind === 'node' ? [b.node] : []))
  if (rules.size > 0 || nodes.length > 0) {
    for (let d = first; d < last; d++) {
      const hit = rules.has(trace.rules[trace.rule[d] as number] ?? '') || nodes.some((node) => decides(d, node))
      if (!hit) continue
      found = Math.min(found, momentOfDecision(run.timeline, d))
      break
    }
  }
  return Number.isFinite(found) ? found : -1

  function decides(d: number, node: NodeId): boolean {
    if (trace.perLine[d] === 1) return false
    const subject = trace.subject[d] as number
    if (subject === node) return true
    const outcome = OUTCOMES[trace.outcome[d] as number]
    return (outcome === 'keep' || outcome === 'drop') && isWithin(page, node, subject)
  }
}

/**
 * The moment of another run that goes with a moment of this one, for two runs in step: the same part of the chapter of the
 * same name where there is one, else the same part of the whole.
 */
export function inStep(run: DemoRun, moment: number, other: DemoRun): number {
  const { chapter } = placeOf(run.timeline, moment)
  const namesakes = run.timeline.chapters.filter((c) => c.step.name === chapter.step.name)
  const theirs = other.timeline.chapters.filter((c) => c.step.name === chapter.step.name)
  const target = theirs[Math.min(theirs.length - 1, namesakes.indexOf(chapter))]
  if (moment >= run.timeline.length - 1) return other.timeline.length - 1
  if (!target) return Math.round((moment / Math.max(1, run.timeline.length - 1)) * (other.timeline.length - 1))
  const part = (moment - chapter.start) / Math.max(1, chapter.end - chapter.start - 1)
  return target.start + Math.round(part * (target.end - target.start - 1))
}
