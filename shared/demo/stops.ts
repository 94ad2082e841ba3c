import { relationHolds } from '../explain/explain-node'
import { OUTCOMES, type Outcome } from '../extractors/core/probe'
import { isWithin, type NodeId } from '../page/page-model'
import type { DemoRun } from './demo-run'
import { PHASES, phaseSpan, phasesOf } from './phases'
import { momentOfDecision, placeOf } from './timeline'

/** How a breakpoint compares a measure with its limit. */
export const RELATIONS = ['<', '≤', '>', '≥'] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * Where playing stops: at a step's beginning, at a rule's decisions, when a node's fate is decided, when it is kept or dropped, or
 * at a decision about a node or line whose measure is above or below a limit.
 */
export type Breakpoint =
  | { readonly kind: 'step'; readonly chapter: number }
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'node'; readonly node: NodeId }
  | { readonly kind: 'fate'; readonly node: NodeId; readonly fate: 'kept' | 'dropped' }
  | { readonly kind: 'value'; readonly measure: string; readonly relation: Relation; readonly limit: number }

const FATES: Readonly<Record<Outcome, 'kept' | 'dropped' | null>> = {
  keep: 'kept',
  keepNode: 'kept',
  drop: 'dropped',
  dropNode: 'dropped',
  path: null,
  pass: null,
  fail: null,
}

/** Whether two breakpoints are the same. */
export function sameBreakpoint(a: Breakpoint, b: Breakpoint): boolean {
  if (a.kind === 'step') return b.kind === 'step' && a.chapter === b.chapter
  if (a.kind === 'rule') return b.kind === 'rule' && a.rule === b.rule
  if (a.kind === 'node') return b.kind === 'node' && a.node === b.node
  if (a.kind === 'fate') return b.kind === 'fate' && a.node === b.node && a.fate === b.fate
  return b.kind === 'value' && a.measure === b.measure && a.relation === b.relation && a.limit === b.limit
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
  const fates = breakpoints.filter((b) => b.kind === 'fate')
  const values = breakpoints.flatMap((b) => {
    const data = b.kind === 'value' ? run.valuesOf(b.measure) : null
    if (b.kind !== 'value' || !data) return []
    return [{ ...b, data, perLine: run.info.measures.find((m) => m.id === b.measure)?.per === 'line' ? 1 : 0 }]
  })
  if (rules.size > 0 || nodes.length > 0 || fates.length > 0 || values.length > 0) {
    for (let d = first; d < last; d++) {
      const hit =
        rules.has(trace.rules[trace.rule[d] as number] ?? '') ||
        nodes.some((node) => decides(d, node)) ||
        fates.some(({ node, fate }) => decides(d, node) && FATES[OUTCOMES[trace.outcome[d] as number] ?? 'pass'] === fate) ||
        values.some(
          (b) =>
            trace.perLine[d] === b.perLine && relationHolds(b.relation, b.data[trace.subject[d] as number] ?? Number.NaN, b.limit) === true,
        )
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
