/** Finds decisions that contradict their value and limit, because the extractor reports another number than it tests. */
import type { RuleSpec } from '../extractors/core/extractor'
import { OUTCOMES, type Outcome, type Trace } from '../extractors/core/probe'
import { relationHolds } from './gauge'

const KEEPS: ReadonlySet<Outcome> = new Set(['keep', 'keepNode', 'pass'])
const DROPS: ReadonlySet<Outcome> = new Set(['drop', 'dropNode', 'fail'])

/** Returns a test whether a decision contradicts its numbers, judged by most decisions of its rule. Linear, once. */
export function createUnexplained(trace: Trace, rules: readonly RuleSpec[]): (decision: number) => boolean {
  const specs = trace.rules.map((id) => rules.find((rule) => rule.id === id))
  // Per rule: decisions that keep if the relation holds or drop if it does not, minus the opposite decisions.
  const sides = new Int32Array(trace.rules.length)
  const sideOf = (decision: number): number => {
    const spec = specs[trace.rule[decision] as number]
    const holds = spec ? relationHolds(spec.relation, trace.value[decision] as number, trace.limit[decision] as number) : null
    const outcome = OUTCOMES[trace.outcome[decision] as number]
    if (holds === null || outcome === undefined || !(KEEPS.has(outcome) || DROPS.has(outcome))) return 0
    return KEEPS.has(outcome) === holds ? 1 : -1
  }
  for (let d = 0; d < trace.decisionCount; d++) sides[trace.rule[d] as number] = (sides[trace.rule[d] as number] as number) + sideOf(d)
  return (decision) => sideOf(decision) * (sides[trace.rule[decision] as number] as number) < 0
}
