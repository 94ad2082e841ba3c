import { valueAt } from '../../base/once'
import type { NodeId } from '../../page/page-model'

/** Sends the steps and decisions of a recorded run to `probe`. */
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
 * `keep` and `drop` apply to the subtree. `keepNode` and `dropNode` apply to the node, and to its text and inline elements outside inner
 * blocks. `path` marks an ancestor of kept text. `pass` and `fail` change nothing.
 */
export const OUTCOMES = ['fail', 'pass', 'keep', 'drop', 'keepNode', 'dropNode', 'path'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** One component of a Gaussian mixture. */
export interface Curve {
  readonly weight: number
  readonly mean: number
  readonly variance: number
}

/** Describes how a step chose the largest node of a subtree. */
export interface Choice<N = NodeId> {
  readonly within: N
  /** The value that admitted the subtree, and the limit of this value. Both are NaN if every subtree is admitted. */
  readonly value: number
  readonly limit: number
  readonly runnerUp?: N
}

/** Data of a step in addition to the decisions. */
export interface StepState {
  /** Measures that are complete after this step. */
  readonly measures?: readonly string[]
  readonly values?: Readonly<Record<string, number>>
  readonly node?: NodeId
  /** An intermediate value per node or line, such as the clusters of a k-means round. */
  readonly series?: { readonly per: 'node' | 'line'; readonly label: string; readonly data: Float64Array }
  readonly centres?: readonly (readonly number[])[]
  /** Components of a mixture, by ascending mean. */
  readonly curves?: readonly Curve[]
  readonly way?: readonly NodeId[]
  /** How the step chose the node. In the decision about this node, `value` belongs to the chosen node, and `limit` to the runner-up. */
  readonly choice?: Choice
  /** Measures of the x and y coordinates of `centres`. */
  readonly plane?: readonly [string, string]
  /** Numbers of the pseudocode lines that this step runs, from 1. */
  readonly pseudocode?: readonly number[]
}

/** Receives the events of a run. Check `active` before loops that only report. */
export interface Probe {
  readonly active: boolean
  /** Begins a named step. The following decisions belong to the step. */
  step(name: string, caption: string, state?: StepState): void
  /**
   * Records a decision about a node. `rule` compared `value` with `limit`, unless the rule compares nothing. @param note replaces `{note}`
   * in the sentence
   */
  decide(node: NodeId, outcome: Outcome, rule: string, value: number, limit: number, note?: string): void
  /** Records a decision about a source line. `line` is an index into the lines of the extraction. */
  decideLine(line: number, outcome: Outcome, rule: string, value: number, limit: number): void
}

export const NO_PROBE: Probe = { active: false, step() {}, decide() {}, decideLine() {} }

export interface TraceStep extends StepState {
  readonly name: string
  readonly caption: string
  readonly firstDecision: number
}

/** A recorded run, as plain data that threads can transfer. The decisions are parallel arrays. */
export interface Trace {
  readonly steps: readonly TraceStep[]
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
  readonly notes?: Readonly<Record<number, string>>
}

export class RecordingProbe implements Probe {
  readonly active = true
  readonly #steps: TraceStep[] = []
  readonly #rules = new Map<string, number>()
  readonly #subject: number[] = []
  readonly #perLine: number[] = []
  readonly #outcome: number[] = []
  readonly #rule: number[] = []
  readonly #value: number[] = []
  readonly #limit: number[] = []
  readonly #notes: Record<number, string> = {}

  step(name: string, caption: string, state: StepState = {}): void {
    this.#steps.push({ name, caption, firstDecision: this.#subject.length, ...state })
  }

  decide(node: NodeId, outcome: Outcome, rule: string, value: number, limit: number, note?: string): void {
    if (note !== undefined && note !== '') this.#notes[this.#subject.length] = note
    this.#record(node, 0, outcome, rule, value, limit)
  }

  decideLine(line: number, outcome: Outcome, rule: string, value: number, limit: number): void {
    this.#record(line, 1, outcome, rule, value, limit)
  }

  #record(subject: number, perLine: number, outcome: Outcome, rule: string, value: number, limit: number): void {
    this.#subject.push(subject)
    this.#perLine.push(perLine)
    this.#outcome.push(OUTCOMES.indexOf(outcome))
    this.#rule.push(valueAt(this.#rules, rule, () => this.#rules.size))
    this.#value.push(value)
    this.#limit.push(limit)
  }

  trace(): Trace {
    return {
      steps: this.#steps,
      rules: [...this.#rules.keys()],
      decisionCount: this.#subject.length,
      subject: new Int32Array(this.#subject),
      perLine: new Uint8Array(this.#perLine),
      outcome: new Uint8Array(this.#outcome),
      rule: new Uint16Array(this.#rule),
      value: new Float64Array(this.#value),
      limit: new Float64Array(this.#limit),
      ...(Object.keys(this.#notes).length > 0 && { notes: { ...this.#notes } }),
    }
  }
}
