import { relationHolds } from '../explain/explain-node'
import type { Picked } from './card-subject'
import { cardSubject } from './card-subject'
import type { DemoRun, Frame } from './demo-run'
import { placeOf, type Chapter } from './timeline'

/** Where a moment is in the pseudocode; lines by their numbers from 1, 0 for none. */
export interface CodePlace {
  /** The line just run. */
  readonly ran: number
  /** The line that runs next; 0 also where it is the one just run. */
  readonly next: number
}

/** What a line has computed, or compared. */
export type CodeValue =
  | { readonly kind: 'value'; readonly value: number }
  | {
      readonly kind: 'test'
      readonly value: number
      readonly limit: number
      readonly relation: string
      readonly holds: boolean
    }

/** The line just run and the next one. Constant time, but for steps without lines in between. */
export function codePlace(run: DemoRun, moment: number): CodePlace {
  const ran = lineRanAt(run, moment)
  const next = lineAfter(run, moment)
  return { ran, next: next === ran ? 0 : next }
}

/** The line that has run at a moment; 0 where none has: at the beginning of a step, and where nothing of the pseudocode runs. */
function lineRanAt(run: DemoRun, moment: number): number {
  const { chapter, revealed, decision } = placeOf(run.timeline, moment)
  const lines = chapter.step.pseudocode ?? []
  if (decision >= 0) return lineOfDecision(run, decision, lines)
  const last = lines[lines.length - 1] ?? 0
  if (revealed > 0) return branchOf(run, moment, last)
  if (chapter.reveals > 0) return 0
  if (chapter.decisions === 0) return last
  // What comes before the first decision has run when the step begins.
  const first = lineOfDecision(run, chapter.firstDecision, lines)
  return first === 0 ? 0 : (lines.filter((line) => line < first).at(-1) ?? 0)
}

function lineOfDecision(run: DemoRun, decision: number, lines: readonly number[]): number {
  if (lines.length === 0) return 0
  const { rule, outcome } = run.decisionAt(decision)
  const line = run.info.code?.decided[`${rule} ${outcome}`] ?? run.info.code?.decided[rule]
  return line ?? (lines.length === 1 ? (lines[0] ?? 0) : 0)
}

/** The branch that ran for what the card shows, where the last line of a step is one of two. */
function branchOf(run: DemoRun, moment: number, last: number): number {
  const { branch } = run.info.code ?? {}
  const lines = run.timeline.chapters[placeOf(run.timeline, moment).chapter.index]?.step.pseudocode
  if (!branch || !lines?.includes(branch.zero) || !lines.includes(branch.other)) return last
  const { subject } = cardSubject(run, run.frameAt(moment))
  return run.valuesOf(branch.on)?.[subject] === 0 ? branch.zero : branch.other
}

function lineAfter(run: DemoRun, moment: number): number {
  const { timeline } = run
  const { chapter, revealed } = placeOf(timeline, moment)
  if (moment + 1 >= timeline.length) return 0
  // While measures appear, the loop goes on to the next node or line.
  if (moment + 1 < chapter.end) {
    if (revealed < chapter.reveals) return chapter.step.pseudocode?.[0] ?? 0
    return lineRanAt(run, moment + 1)
  }
  const following: Chapter | undefined = timeline.chapters[chapter.index + 1]
  return following?.step.pseudocode?.[0] ?? 0
}

/** What lines have computed by a moment, for what the card is about: by line. */
export function codeValues(run: DemoRun, frame: Frame, picked: Picked | null = null): ReadonlyMap<number, CodeValue> {
  const values = new Map<number, CodeValue>()
  const { subject, perLine } = cardSubject(run, frame, picked)
  for (const [line, id] of Object.entries(run.info.code?.computes ?? {})) {
    const measure = run.info.measures.find((m) => m.id === id)
    const of = measure && (measure.per === 'line') !== perLine ? -1 : subject
    const value = measure ? (of < 0 ? Number.NaN : run.valueIn(frame, id, of)) : (frame.values[id] ?? Number.NaN)
    if (!Number.isNaN(value)) values.set(Number(line), { kind: 'value', value })
  }
  const { branch } = run.info.code ?? {}
  if (branch && subject >= 0) values.delete(run.valuesOf(branch.on)?.[subject] === 0 ? branch.other : branch.zero)
  const { decision } = frame
  const spec = decision && run.info.rules.find((rule) => rule.id === decision.rule)
  if (!picked && decision && spec && spec.relation !== '' && Number.isFinite(decision.value) && Number.isFinite(decision.limit)) {
    const { value, limit } = decision
    const { ran } = codePlace(run, frame.moment)
    if (ran > 0)
      values.set(ran, { kind: 'test', value, limit, relation: spec.relation, holds: relationHolds(spec.relation, value, limit) ?? false })
  }
  return values
}
