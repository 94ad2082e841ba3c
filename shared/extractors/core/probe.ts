import { beginWith } from '../../base/int-list'
import type { NodeId } from '../../page/page-model'

/** Replays a recorded run: sends its steps and decisions to `probe`. */
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

/**
 * Outcomes of decisions. `keep` and `drop` apply to the subtree. `keepNode` and `dropNode` apply to the node, and to its text and inline
 * elements outside inner blocks. `path` marks an ancestor of kept text. `pass` and `fail` record a test without effect.
 */
export const OUTCOMES = ['fail', 'pass', 'keep', 'drop', 'keepNode', 'dropNode', 'path'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** One component (bell curve) of a Gaussian mixture. */
export interface Curve {
  readonly weight: number
  readonly mean: number
  readonly variance: number
}

/** Describes how a step chose the largest node of a subtree. */
export interface Choice<N = NodeId> {
  readonly within: N
  /** The value that admitted the subtree, and its limit; NaN if every subtree is admitted. */
  readonly value: number
  readonly limit: number
  /** The node with the second largest value; missing without a second node. */
  readonly runnerUp?: N
}

/** Data of a step in addition to its decisions. */
export interface StepState {
  /** Measures that are complete after this step. */
  readonly measures?: readonly string[]
  /** Page values, such as `{ threshold: 44.56 }`. */
  readonly values?: Readonly<Record<string, number>>
  /** The node of the step, such as the target. */
  readonly node?: NodeId
  /** An intermediate value of the step, one number per node or line (`per`), such as the clusters of a k-means round. */
  readonly series?: { readonly per: 'node' | 'line'; readonly label: string; readonly data: Float64Array }
  readonly centres?: readonly (readonly number[])[]
  /** Components of a mixture, in ascending order of their means. */
  readonly curves?: readonly Curve[]
  /** Path of a search through the tree, in the order of the search. */
  readonly way?: readonly NodeId[]
  /** Describes how the step chose its node. In the decision, `value` belongs to the chosen node, and `limit` to the runner-up. */
  readonly choice?: Choice
  /** Measures of the x and y coordinates of `centres`. */
  readonly plane?: readonly [string, string]
  /** Numbers of the pseudocode lines that this step runs, from 1. */
  readonly pseudocode?: readonly number[]
}

/** Receives the events of a run. Put `if (probe.active)` before loops that only report, so that a run with `NO_PROBE` skips them. */
export interface Probe {
  readonly active: boolean
  /** Begins a named step; the decisions that follow belong to the step. The caption is a sentence that a student understands. */
  step(name: string, caption: string, state?: StepState): void
  /**
   * Records a decision about a node: `rule` compared `value` with `limit`. @param note replaces `{note}` in the sentence, such as a
   * matched word
   */
  decide(node: NodeId, outcome: Outcome, rule: string, value: number, limit: number, note?: string): void
  /** Records a decision about a source line (its index in the extraction's lines, from 0). */
  decideLine(line: number, outcome: Outcome, rule: string, value: number, limit: number): void
}

export const NO_PROBE: Probe = { active: false, step() {}, decide() {}, decideLine() {} }

export interface TraceStep extends StepState {
  readonly name: string
  readonly caption: string
  /** Index of the first decision of the step. */
  readonly firstDecision: number
}

/** A recorded run: steps, and decisions as parallel arrays. Plain data that threads can transfer. */
export interface Trace {
  readonly steps: readonly TraceStep[]
  /** Rule ids; `rule` contains indices into this list. */
  readonly rules: readonly string[]
  readonly decisionCount: number
  /** Node id, or line index if `perLine` is 1. */
  readonly subject: Int32Array
  readonly perLine: Uint8Array
  /** Index into `OUTCOMES`. */
  readonly outcome: Uint8Array
  readonly rule: Uint16Array
  readonly value: Float64Array
  readonly limit: Float64Array
  /** Notes by index of the decision; missing without notes. */
  readonly notes?: Readonly<Record<number, string>>
}

export class RecordingProbe implements Probe {
  readonly active = true
  #steps: TraceStep[] = []
  #rules = new Map<string, number>()
  #count = 0
  #capacity = 1024
  #subject = new Int32Array(1024)
  #perLine = new Uint8Array(1024)
  #outcome = new Uint8Array(1024)
  #rule = new Uint16Array(1024)
  #value = new Float64Array(1024)
  #limit = new Float64Array(1024)
  #notes: Record<number, string> = {}

  step(name: string, caption: string, state: StepState = {}): void {
    this.#steps.push({ name, caption, firstDecision: this.#count, ...state })
  }

  decide(node: NodeId, outcome: Outcome, rule: string, value: number, limit: number, note?: string): void {
    if (note !== undefined && note !== '') this.#notes[this.#count] = note
    this.#record(node, 0, outcome, rule, value, limit)
  }

  decideLine(line: number, outcome: Outcome, rule: string, value: number, limit: number): void {
    this.#record(line, 1, outcome, rule, value, limit)
  }

  #record(subject: number, perLine: number, outcome: Outcome, rule: string, value: number, limit: number): void {
    if (this.#count === this.#capacity) this.#grow()
    let ruleIndex = this.#rules.get(rule)
    if (ruleIndex === undefined) {
      ruleIndex = this.#rules.size
      this.#rules.set(rule, ruleIndex)
    }
    const i = this.#count++
    this.#subject[i] = subject
    this.#perLine[i] = perLine
    this.#outcome[i] = OUTCOMES.indexOf(outcome)
    this.#rule[i] = ruleIndex
    this.#value[i] = value
    this.#limit[i] = limit
  }

  #grow(): void {
    this.#capacity *= 2
    this.#subject = beginWith(new Int32Array(this.#capacity), this.#subject)
    this.#perLine = beginWith(new Uint8Array(this.#capacity), this.#perLine)
    this.#outcome = beginWith(new Uint8Array(this.#capacity), this.#outcome)
    this.#rule = beginWith(new Uint16Array(this.#capacity), this.#rule)
    this.#value = beginWith(new Float64Array(this.#capacity), this.#value)
    this.#limit = beginWith(new Float64Array(this.#capacity), this.#limit)
  }

  trace(): Trace {
    const n = this.#count
    return {
      steps: this.#steps,
      rules: [...this.#rules.keys()],
      decisionCount: n,
      subject: this.#subject.slice(0, n),
      perLine: this.#perLine.slice(0, n),
      outcome: this.#outcome.slice(0, n),
      rule: this.#rule.slice(0, n),
      value: this.#value.slice(0, n),
      limit: this.#limit.slice(0, n),
      ...(Object.keys(this.#notes).length > 0 && { notes: { ...this.#notes } }),
    }
  }
}
