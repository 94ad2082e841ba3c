import { OUTCOMES, type Probe, type Trace } from './probe'

/** Gives a recorded run to another probe. */
export function replayTrace({ steps, rules, decisionCount, ...decisions }: Trace, probe: Probe): void {
  let next = 0
  for (let i = 0; i <= decisionCount; i++) {
    for (; next < steps.length && steps[next].firstDecision <= i; next++) {
      const { name, caption, firstDecision: _, ...state } = steps[next]
      probe.step(name, caption, state)
    }
    if (i === decisionCount) return
    const { subject, perLine, outcome, rule, value, limit, notes } = decisions
    const rest = [subject[i], OUTCOMES[outcome[i]], rules[rule[i]], value[i], limit[i]] as const
    if (perLine[i] === 1) probe.decideLine(...rest)
    else probe.decide(...rest, notes?.[i])
  }
}
