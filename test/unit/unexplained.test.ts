import { describe, expect, it } from 'vitest'
import { createUnexplained } from '../../shared/explain/unexplained'
import { OUTCOMES, type Outcome, type Trace } from '../../shared/extractors/core/probe'

const RULE = { id: 'quota', label: 'link quota', relation: '≤', quantity: 'link quota', unit: '', sentence: '' } as const

/** A trace of one rule: outcome and value, against a limit of 0.5. */
function traceOf(decisions: readonly (readonly [Outcome, number])[]): Trace {
  return {
    ...{ steps: [], rules: ['quota'], decisionCount: decisions.length },
    subject: Int32Array.from(decisions, (_, i) => i),
    perLine: new Uint8Array(decisions.length),
    outcome: Uint8Array.from(decisions, ([outcome]) => OUTCOMES.indexOf(outcome)),
    rule: new Uint16Array(decisions.length),
    value: Float64Array.from(decisions, ([, value]) => value),
    limit: new Float64Array(decisions.length).fill(0.5),
  }
}

describe('a decision that its numbers do not explain', () => {
  it('is found where the rule reports another value than it tests', () => {
    // It reports 0.5 and tests half of it.
    const decisions = [
      ['pass', 0],
      ['pass', 0.1],
      ['drop', 0.288],
      ['drop', 0.9],
    ] as const
    const isUnexplained = createUnexplained(traceOf(decisions), [RULE])
    expect(decisions.map((_, d) => isUnexplained(d))).toEqual([false, false, true, false])
  })

  it('is not found in a rule that drops where its relation holds', () => {
    const decisions = [
      ['drop', 0.2],
      ['keep', 0.9],
    ] as const
    const isUnexplained = createUnexplained(traceOf(decisions), [RULE])
    expect(decisions.map((_, d) => isUnexplained(d))).toEqual([false, false])
  })
})
