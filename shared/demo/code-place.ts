import { relationHolds } from '../explain/gauge'
import { nodeLabel } from '../explain/node-label'
import type { RuleSpec } from '../extractors/core/extractor'
import { cardSubject, type Picked } from './card-subject'
import { specOf, type DemoRun, type Frame } from './demo-run'
import { placeOf } from './timeline'

export type CodeValue = { readonly value: number; readonly spec: Pick<RuleSpec, 'share'> | undefined } & (
  | { readonly kind: 'value' }
  | { readonly kind: 'found'; readonly node: string }
  | { readonly kind: 'test'; readonly limit: number; readonly relation: string; readonly holds: boolean }
)

/**
 * `ran` is the pseudocode line that ran last, `next` is the next line. Both count from 1, and are 0 without a line. `next` is also 0 if
 * equal to `ran`.
 */
export function codePlace(run: DemoRun, moment: number) {
  const ran = lineRanAt(run, moment)
  const next = lineAfter(run, moment)
  return { ran, next: next === ran ? 0 : next }
}

function lineRanAt(run: DemoRun, moment: number): number {
  const { chapter, revealed, decision } = placeOf(run.timeline, moment)
  const lines = chapter.step.pseudocode ?? []
  if (decision >= 0) return lineOfDecision(run, decision, lines)
  const last = lines.at(-1) ?? 0
  if (revealed > 0) return branchOf(run, moment, lines) ?? last
  if (chapter.reveals > 0) return 0
  if (chapter.decisions === 0) return last
  // At the beginning of a step, the lines before the line of the first decision have run.
  const first = lineOfDecision(run, chapter.firstDecision, lines)
  return first === 0 ? 0 : (lines.filter((line) => line < first).at(-1) ?? 0)
}

function lineOfDecision(run: DemoRun, decision: number, lines: readonly number[]): number {
  if (lines.length === 0) return 0
  const { rule, outcome } = run.decisionAt(decision)
  const line = run.info.code?.decided[`${rule} ${outcome}`] ?? run.info.code?.decided[rule]
  return line ?? (lines.length === 1 ? (lines[0] ?? 0) : 0)
}

/** If the step contains both lines of `code.branch`, returns the line that ran for the subject of the card. */
function branchOf(run: DemoRun, moment: number, lines: readonly number[]): number | undefined {
  const { branch } = run.info.code ?? {}
  if (!branch || !lines.includes(branch.zero) || !lines.includes(branch.other)) return undefined
  const { subject } = cardSubject(run, run.frameAt(moment))
  return run.valuesOf(branch.on)?.[subject] === 0 ? branch.zero : branch.other
}

function lineAfter(run: DemoRun, moment: number): number {
  const { chapter, revealed } = placeOf(run.timeline, moment)
  const isInStep = moment + 1 < chapter.end
  if (isInStep && revealed === chapter.reveals) return lineRanAt(run, moment + 1)
  // While measures appear, the next line is the first line of the step.
  const next = isInStep ? chapter : run.timeline.chapters[chapter.index + 1]
  return next?.step.pseudocode?.[0] ?? 0
}

/** Returns the results of pseudocode lines at a moment, for the subject of the card. */
export function codeValues(run: DemoRun, frame: Frame, picked: Picked | null = null): ReadonlyMap<number, CodeValue> {
  const values = new Map<number, CodeValue>()
  const { info } = run
  const { code } = info
  const lines = linesInForce(run, frame)
  if (!code || lines.size === 0) return values
  const about = cardSubject(run, frame, picked)
  const { branch } = code
  const idle = branch && about.subject >= 0 ? (run.valuesOf(branch.on)?.[about.subject] === 0 ? branch.other : branch.zero) : 0
  for (const [name, computed] of Object.entries(code.computes)) {
    const line = Number(name)
    if (!lines.has(line) || line === idle) continue
    const value =
      typeof computed === 'string'
        ? numberOf(run, frame, computed, about)
        : 'finds' in computed
          ? foundIn(run, frame, line, computed.finds)
          : comparison(frame.values[computed.compares], frame.values[computed.limit], { ...specOf(info, computed.compares), ...computed })
    if (value) values.set(line, value)
  }
  const { decision } = frame
  const spec = decision && run.info.rules.find((rule) => rule.id === decision.rule)
  const test = spec && comparison(decision.value, decision.limit, spec)
  if (picked || !decision || !test) return values
  const { tested } = code
  const line = tested[`${decision.rule} ${decision.outcome}`] ?? tested[decision.rule] ?? codePlace(run, frame.moment).ran
  if (line > 0) values.set(line, test)
  return values
}

/** Returns the lines of the step that have run, and the lines of earlier steps in the same loop or, outside loops, under the same title. */
function linesInForce(run: DemoRun, { moment, chapter, revealed, decision }: Frame): ReadonlySet<number> {
  const now = chapter.step.pseudocode ?? []
  const inForce = new Set<number>()
  if (now.length === 0) return inForce
  const { ran } = codePlace(run, moment)
  const allRan = decision === null && (revealed > 0 || (chapter.reveals === 0 && chapter.decisions === 0))
  for (const line of now) if (allRan || line <= ran) inForce.add(line)
  const loops = new Set(now.map((line) => loopOf(run.info.pseudocode, line)))
  for (let c = 0; c < chapter.index; c++)
    for (const line of run.timeline.chapters[c]?.step.pseudocode ?? []) {
      if (!now.includes(line) && loops.has(loopOf(run.info.pseudocode, line))) inForce.add(line)
    }
  return inForce
}

/**
 * Returns the first line of the innermost loop around a line. Outside loops, returns the line with the title of the algorithm; 0 without a
 * title.
 */
function loopOf(code: readonly string[], line: number): number {
  const depth = (at: number): number => /^ */.exec(code[at - 1] ?? '')?.[0].length ?? 0
  let inner = depth(line)
  for (let at = line - 1; at > 0; at--) {
    const text = code[at - 1] ?? ''
    if (text.startsWith('# ')) return at
    if (depth(at) >= inner) continue
    inner = depth(at)
    if (/^\s*(for|while)/.test(text)) return at
  }
  return 0
}

function numberOf(run: DemoRun, frame: Frame, id: string, { subject, per }: Picked): CodeValue | null {
  const measure = run.measureOf(id)
  if (measure && (measure.per !== per || subject < 0)) return null
  const value = measure ? run.valueIn(frame, id, subject) : (frame.values[id] ?? Number.NaN)
  return Number.isNaN(value) ? null : { kind: 'value', value, spec: specOf(run.info, id) }
}

function foundIn(run: DemoRun, { chapter }: Frame, line: number, measure: string): CodeValue | null {
  const { node = -1, pseudocode = [] } = chapter.step
  const value = run.valuesOf(measure)?.[node]
  if (value === undefined || !pseudocode.includes(line)) return null
  return { kind: 'found', node: nodeLabel(run.page, node), value, spec: specOf(run.info, measure) }
}

function comparison(value: number | undefined, limit: number | undefined, spec: Pick<RuleSpec, 'relation' | 'share'>): CodeValue | null {
  if (value === undefined || limit === undefined || !Number.isFinite(value) || !Number.isFinite(limit)) return null
  const holds = relationHolds(spec.relation, value, limit)
  return holds === null ? null : { kind: 'test', value, limit, relation: spec.relation, holds, spec }
}

export type CodeLine = ReturnType<typeof codeLines>[number]

/**
 * `index`: index of the line among all lines, from 1. Steps refer to lines by this index. `number`: number of the line within the algorithm,
 * from 1; 0 for a title.
 */
export function codeLines(pseudocode: readonly string[]) {
  let number = 0
  return pseudocode.map((line, i) => {
    const isTitle = line.startsWith('# ')
    number = isTitle ? 0 : number + 1
    return { index: i + 1, text: isTitle ? line.slice(2) : line, isTitle, number }
  })
}
