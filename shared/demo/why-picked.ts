import { explainNode } from '../explain/explain-node'
import { hiddenCause } from '../explain/hidden-cause'
import { headline, plainNumber, ruleSentence, type NumberFormat } from '../explain/reason-sentence'
import { OUTCOMES } from '../extractors/core/probe'
import type { Picked } from './card-subject'
import type { DemoRun } from './demo-run'
import { reasonOf } from './narration'

/** One sentence: what becomes of what was picked in the whole run, and why. Linear in the decisions. */
export function whyPicked(run: DemoRun, picked: Picked, format: NumberFormat = plainNumber): string {
  const { page, trace, extraction, info } = run
  if (picked.kind === 'node') {
    const explanation = explainNode(page, extraction, trace, info.rules, picked.node)
    return headline(page, explanation, hiddenCause(page, picked.node), format)
  }
  for (let d = trace.decisionCount - 1; d >= 0; d--) {
    if (trace.perLine[d] !== 1 || trace.subject[d] !== picked.line) continue
    const decision = run.decisionAt(d)
    const outcome = OUTCOMES[trace.outcome[d] as number]
    const kept = outcome === 'keep' || outcome === 'keepNode'
    return `${kept ? 'Content' : 'Not content'}: ${ruleSentence(reasonOf(run, decision), format)}`
  }
  return 'No rule decided about this line.'
}
