import { valueAt } from '../base/once'
import { KEPT, OUT, PATH } from '../page/output'
import type { RuleSpec } from '../extractors/core/extractor'
import type { Choice, Outcome, Trace } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { ELEMENT, isWithin, TEXT, type NodeId, type PageModel } from '../page/page-model'
import { DROPS, findDecisive, KEEPS } from './decisive'
import { runnerUpOf, type RunnerUp } from './candidate-board'
import { levelsBetween, nodeLabel, linesOfNode } from './node-label'
import { outcomeOf, readDecision, relationHolds, slackOf } from './gauge'

export type NodeStatus = 'kept' | 'path' | 'out'

export interface Reason {
  readonly decision: number
  readonly step: string
  /** The node of the decision; -1 for a line. */
  readonly node: NodeId
  /** The line of the decision, as index into the extraction's lines; -1 for a node. */
  readonly line: number
  /** Levels from the explained node up to `node`: 0 for the same node, 1 for the parent, −1 for a child; 0 for lines. */
  readonly distance: number
  /** Characters that the node and the line share; 0 for nodes. */
  readonly characters: number
  readonly outcome: Outcome
  readonly rule: string
  readonly spec: RuleSpec | null
  readonly value: number
  readonly limit: number
  /** Text of this decision, such as the word that matched a pattern; may be ''. */
  readonly note: string
  /**
   * Whether `value relation limit` holds; for a choice with a runner-up, whether `value` is at least `limit`. Null if the rule compares no
   * numbers.
   */
  readonly holds: boolean | null
  /**
   * Set if the rule chose the node with the largest value in a subtree. Describes the subtree and the runner-up. With a runner-up, `limit`
   * is the runner-up's value.
   */
  readonly choice: ReasonChoice | null
}

interface ReasonChoice {
  readonly within: NodeId
  readonly withinLabel: string
  /**
   * `reached`: the value that admitted the subtree. `bar`: the limit that this value reached. Both are NaN if every subtree is admitted.
   */
  readonly reached: number
  readonly bar: number
  /** The runner-up, or -1. `runnerUpLabel` also states whether the runner-up is inside or around the chosen node. */
  readonly runnerUp: NodeId
  readonly runnerUpLabel: string
}

/** A group of nodes inside the explained node, with the same rule and the same result. */
export interface BelowGroup {
  readonly rule: string
  readonly spec: RuleSpec | null
  readonly status: NodeStatus
  readonly count: number
  /** Number of inner nodes with a decision. */
  readonly of: number
  readonly kind: 'text' | 'element' | 'part'
  /** The decision with the value closest to the limit; the first decision if the rule compares no numbers. */
  readonly closest: Reason
}

export interface Explanation {
  readonly node: NodeId
  readonly status: NodeStatus
  readonly reasons: readonly Reason[]
  /** The reason that explains the result; null if no single recorded decision explains the result. */
  readonly decisive: Reason | null
  /** Groups of decisions about inner nodes, largest group first. Empty if `decisive` is set. */
  readonly below: readonly BelowGroup[]
  readonly omitted: number
  /**
   * The result of `runnerUpOf` for a dropped node in body. Null for other nodes, if `decisive` is a failed test or a drop, and if `below`
   * contains drops.
   */
  readonly runnerUp: RunnerUp | null
  /** Whether the run measured this node, and measured some nodes that the usual tree omits. */
  readonly measuresHidden: boolean
}

/**
 * Returns the status of a node; `out` without a selection. With `page`: an ancestor of body has the status `path` if body contains kept
 * text.
 */
export function statusOf(selected: Uint8Array | null, node: NodeId, page?: PageModel): NodeStatus {
  if (page && node < page.body && isWithin(page, page.body, node)) return (selected?.[page.body] ?? OUT) === OUT ? 'out' : 'path'
  const value = selected?.[node]
  return value === KEPT ? 'kept' : value === PATH ? 'path' : 'out'
}

const LINE_LIMIT = 200

export interface ExplainedRun {
  readonly extraction: Pick<Extraction, 'selected' | 'lines' | 'candidates' | 'removal'>
  readonly trace: Trace
  readonly rules: readonly RuleSpec[]
}

/**
 * Explains one node. @param limit maximum number of reasons about the node, ancestors and lines; reasons about the farthest ancestors are
 * omitted first, except the decisive reason
 */
export function explainNode(page: PageModel, { extraction, trace, rules }: ExplainedRun, node: NodeId, limit = 200): Explanation {
  const status = statusOf(extraction.selected, node, page)
  const lines = new Map<number, number>()
  if (extraction.lines) for (const l of linesOfNode(page, extraction.lines, node, LINE_LIMIT)) lines.set(l.line, l.characters)

  const found: number[] = []
  for (let d = 0; d < trace.decisionCount; d++) {
    const subject = trace.subject[d] as number
    if (trace.perLine[d] === 1 ? lines.has(subject) : isWithin(page, node, subject)) found.push(d)
  }

  const distances = new Map<NodeId, number>()
  for (const d of found) if (trace.perLine[d] === 0) distances.set(trace.subject[d] as number, 0)
  let depth = 0
  for (let n: number = node; n >= 0; n = page.parent[n] ?? -1) {
    if (distances.has(n)) distances.set(n, depth)
    depth++
  }
  const distance = (d: number): number => {
    if (trace.perLine[d] === 1) return 0
    const subject = trace.subject[d] as number
    return distances.get(subject) ?? -levelsBetween(page, node, subject)
  }

  const following = new Set(rules.flatMap(({ id, follows }) => (follows ? trace.rules.indexOf(id) : [])))
  const isOriginal = (d: number): boolean => !following.has(trace.rule[d] as number)
  const decisive = findDecisive([page, node, status], trace, found.filter(isOriginal), distance, lines)
  const kept = nearest(found, distance, limit, decisive)
  const reason = (d: number): Reason => {
    const characters = trace.perLine[d] === 1 ? (lines.get(trace.subject[d] as number) ?? 0) : 0
    return { ...reasonAt(page, trace, rules, d), distance: distance(d), characters }
  }
  const isDecided = decisive >= 0 && !(status === 'out' && outcomeOf(trace, decisive) === 'path')
  const below = isDecided ? [] : summariseBelow(page, { selected: extraction.selected, trace }, node, reason, isOriginal)
  const drops = status === 'out' && page.kind[node] === ELEMENT ? below.filter(({ closest }) => DROPS.includes(closest.outcome)) : []
  // If only one group inside a dropped element has a decision to drop, the reason of this group also explains the element.
  const [lifted, another] = drops
  const own = lifted && !another ? lifted.closest : decisive < 0 || lifted ? null : reason(decisive)
  return {
    node,
    status,
    reasons: [...kept.map(reason), ...(own && own.distance < 0 ? [own] : [])].sort((a, b) => a.decision - b.decision),
    decisive: own,
    below: own ? [] : below,
    omitted: found.length - kept.length,
    runnerUp:
      status === 'out' && !isDecided && !lifted && isWithin(page, node, Math.max(0, page.body))
        ? runnerUpOf(page, extraction.candidates ?? [], node)
        : null,
    measuresHidden: extraction.removal?.[node] === 0,
  }
}

function agrees(outcome: Outcome, status: NodeStatus): boolean {
  if (status === 'path') return outcome === 'path' || outcome === 'pass'
  return status === 'kept' ? KEEPS.includes(outcome) || outcome === 'pass' : DROPS.includes(outcome) || outcome === 'fail'
}

function summariseBelow(
  page: PageModel,
  { selected, trace }: { readonly selected: Uint8Array; readonly trace: Trace },
  node: NodeId,
  reason: (d: number) => Reason,
  isOriginal: (d: number) => boolean,
): readonly BelowGroup[] {
  const end = page.subtreeEnd[node] as number
  const last = new Map<NodeId, number>()
  for (let d = 0; d < trace.decisionCount; d++) {
    const subject = trace.subject[d] as number
    if (trace.perLine[d] === 1 || subject <= node || subject >= end || !isOriginal(d)) continue
    if (agrees(outcomeOf(trace, d), statusOf(selected, subject)) || !last.has(subject)) last.set(subject, d)
  }
  const gap = (d: number): number => Math.abs((trace.value[d] as number) - (trace.limit[d] as number))
  const groups = new Map<string, { status: NodeStatus; count: number; closest: number }>()
  let texts = 0
  for (const [subject, d] of last) {
    const status = statusOf(selected, subject)
    const rule = trace.rule[d] as number
    if (page.kind[subject] === TEXT) texts++
    const group = groups.get(`${rule} ${status}`) ?? { status, count: 0, closest: d }
    group.count++
    if (gap(d) < gap(group.closest)) group.closest = d
    groups.set(`${rule} ${status}`, group)
  }
  const kind = texts === last.size ? 'text' : texts === 0 ? 'element' : 'part'
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ status, count, closest: d }): BelowGroup => {
      const closest = reason(d)
      return { rule: closest.rule, spec: closest.spec, status, kind, count, of: last.size, closest }
    })
}

function nearest(found: readonly number[], distance: (d: number) => number, limit: number, decisive: number): number[] {
  if (found.length <= limit) return [...found]
  const chosen = [...found].sort((a, b) => distance(a) - distance(b) || a - b).slice(0, limit)
  if (decisive >= 0 && !chosen.includes(decisive)) chosen[chosen.length - 1] = decisive
  return chosen.sort((a, b) => a - b)
}

export function reasonAt(page: PageModel, trace: Trace, rules: readonly RuleSpec[], decision: number): Reason {
  const { step, subject, isLine, ...recorded } = readDecision(trace, rules, decision)
  const { spec, outcome, value, limit } = recorded
  const isChoice = step?.choice && step.node === subject && !isLine && outcome !== 'path'
  const choice = isChoice ? choiceOf(page, step.choice, subject) : null
  const holds = choice && choice.runnerUp >= 0 ? value >= limit : spec ? relationHolds(spec.relation, value, limit) : null
  return {
    decision,
    step: step?.name ?? '',
    node: isLine ? -1 : subject,
    line: isLine ? subject : -1,
    distance: 0,
    characters: 0,
    ...recorded,
    holds,
    choice,
  }
}

function choiceOf(page: PageModel, { within, value, limit, runnerUp = -1 }: Choice, chosen: NodeId): ReasonChoice {
  const place = runnerUp < 0 ? '' : isWithin(page, runnerUp, chosen) ? ' in it' : isWithin(page, chosen, runnerUp) ? ' around it' : ''
  return {
    within,
    withinLabel: nodeLabel(page, within, 40),
    reached: value,
    bar: limit,
    runnerUp,
    runnerUpLabel: runnerUp < 0 ? '' : `${nodeLabel(page, runnerUp, 40)}${place}`,
  }
}

/** A single decision; or the decisions of one rule with one outcome, about ancestors or about lines. */
export interface ReasonGroup {
  readonly about: 'node' | 'ancestors' | 'lines'
  readonly reasons: readonly Reason[]
  /** The reason with the value closest to the limit; the first reason if the rule compares no numbers. */
  readonly closest: Reason
}

/** Groups reasons by rule and outcome. The decisive reason and the reasons about the node stay separate. */
export function foldReasons({ reasons, decisive }: Pick<Explanation, 'reasons' | 'decisive'>): ReasonGroup[] {
  const groups = new Map<string, { readonly about: ReasonGroup['about']; readonly reasons: Reason[] }>()
  for (const reason of reasons) {
    const about: ReasonGroup['about'] = reason.line >= 0 ? 'lines' : reason.distance > 0 ? 'ancestors' : 'node'
    const isAlone = about === 'node' || reason.decision === decisive?.decision
    const key = isAlone ? `alone ${groups.size}` : `${about} ${reason.outcome} ${reason.rule}`
    valueAt(groups, key, () => ({ about, reasons: [] })).reasons.push(reason)
  }
  return [...groups.values()].map((group) => ({ ...group, closest: closestOf(group.reasons) }))
}

function closestOf(reasons: readonly Reason[]): Reason {
  const distance = (reason: Reason): number => Math.abs(slackOf(reason) ?? Number.POSITIVE_INFINITY)
  return reasons.reduce((best, reason) => (distance(reason) < distance(best) ? reason : best))
}
