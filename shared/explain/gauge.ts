import { lastAtOrBefore } from '../base/int-list'
import type { RuleSpec } from '../extractors/core/extractor'
import { OUTCOMES, type Outcome, type Trace } from '../extractors/core/probe'

interface Compared {
  readonly spec: RuleSpec | null
  readonly holds: boolean | null
  readonly value: number
  readonly limit: number
}

/** Positions of marks, as shares of the gauge's width. */
export interface Gauge {
  readonly value: number
  readonly limit: number
  readonly zero: number
  /** `log`: a symmetric logarithm, for numbers that are far apart (see `FAR_APART`). */
  readonly scale: 'linear' | 'log'
}

/** The scale is logarithmic if the larger number is more than this many times the smaller number. */
const FAR_APART = 50
const WIDTH = 0.96

/**
 * Places value and limit on a scale that contains zero; null if value or limit is NaN. An infinite number is placed at an end of the scale.
 */
export function gaugeOf(value: number, limit: number): Gauge | null {
  if (Number.isNaN(value) || Number.isNaN(limit)) return null
  const sizes = [Math.abs(value), Math.abs(limit)].filter((size) => Number.isFinite(size) && size > 0)
  if (sizes.length === 0 && value === limit) return { value: 0, limit: 0, zero: 0, scale: 'linear' }
  const largest = sizes.length > 0 ? Math.max(...sizes) : 1
  // Limit the ratio to 10¹², because the quotient in `place` could overflow.
  const smallest = Math.max(sizes.length > 0 ? Math.min(...sizes) : 1, largest * 1e-12)
  const log = largest / smallest > FAR_APART
  // Divide by the smaller number, so that this number is visibly apart from zero on the logarithmic scale.
  const place = (x: number): number => {
    if (!Number.isFinite(x)) return Math.sign(x) * place(largest) * 1.25
    return log ? Math.sign(x) * Math.log1p((Math.abs(x) / smallest) * 2) : x / largest
  }
  const low = Math.min(0, place(value), place(limit))
  const high = Math.max(0, place(value), place(limit))
  const share = (at: number): number => ((at - low) / (high - low)) * WIDTH
  return { value: share(place(value)), limit: share(place(limit)), zero: share(0), scale: log ? 'log' : 'linear' }
}

/**
 * Returns the distance of a value from the limit: 0 if both are equal, positive if the test holds, negative if the test fails. Null without
 * a comparison.
 */
export function slackOf({ spec, holds, value, limit }: Compared): number | null {
  if (!spec || holds === null) return null
  if (value === limit) return 0
  if (spec.relation === '=') return -Math.abs(value - limit)
  // Without a relation, the rule chose the largest value, and the distance is the lead over the runner-up.
  return spec.relation === '<' || spec.relation === '≤' ? limit - value : value - limit
}

/** Whether `value relation limit` holds; null for the empty relation and for NaN. */
export function relationHolds(relation: RuleSpec['relation'], value: number, limit: number): boolean | null {
  if (relation === '' || Number.isNaN(value) || Number.isNaN(limit)) return null
  if (relation === '<') return value < limit
  if (relation === '≤') return value <= limit
  if (relation === '>') return value > limit
  if (relation === '≥') return value >= limit
  return value === limit
}

export function readDecision(trace: Trace, rules: readonly RuleSpec[], decision: number) {
  const step = trace.steps[lastAtOrBefore(trace.steps.length, (i) => trace.steps[i]?.firstDecision ?? 0, decision)]
  const rule = trace.rules[trace.rule[decision] as number] ?? ''
  return {
    step,
    rule,
    spec: rules.find(({ id }) => id === rule) ?? null,
    subject: trace.subject[decision] as number,
    isLine: trace.perLine[decision] === 1,
    outcome: outcomeOf(trace, decision),
    value: trace.value[decision] as number,
    limit: trace.limit[decision] as number,
    note: trace.notes?.[decision] ?? '',
  }
}

export const outcomeOf = (trace: Trace, decision: number): Outcome => OUTCOMES[trace.outcome[decision] as number] ?? 'fail'

const KEEPS: ReadonlySet<Outcome> = new Set(['keep', 'keepNode', 'pass'])

/**
 * Returns a function that reports whether a decision contradicts its value and limit. If most decisions of a rule contradict value and
 * limit, the function reports the other decisions.
 */
export function createUnexplained(trace: Trace, rules: readonly RuleSpec[]): (decision: number) => boolean {
  const specs = trace.rules.map((id) => rules.find((rule) => rule.id === id))
  // Per rule, the number of decisions that agree with value and limit minus the number of decisions that contradict value and limit.
  const sides = new Int32Array(trace.rules.length)
  const sideOf = (decision: number): number => {
    const spec = specs[trace.rule[decision] as number]
    const holds = spec ? relationHolds(spec.relation, trace.value[decision] as number, trace.limit[decision] as number) : null
    const outcome = outcomeOf(trace, decision)
    if (holds === null || outcome === 'path') return 0
    return KEEPS.has(outcome) === holds ? 1 : -1
  }
  for (let d = 0; d < trace.decisionCount; d++) sides[trace.rule[d] as number] = (sides[trace.rule[d] as number] as number) + sideOf(d)
  return (decision) => sideOf(decision) * (sides[trace.rule[decision] as number] as number) < 0
}
