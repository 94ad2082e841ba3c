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

const decisionColumns = (size: number) => ({
  subject: new Int32Array(size),
  perLine: new Uint8Array(size),
  outcome: new Uint8Array(size),
  rule: new Uint16Array(size),
  value: new Float64Array(size),
  limit: new Float64Array(size),
})

export class RecordingProbe implements Probe {
  readonly active = true
  readonly #steps: TraceStep[] = []
  readonly #rules = new Map<string, number>()
  readonly #notes: Record<number, string> = {}
  #count = 0
  #columns = decisionColumns(1024)

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
    if (this.#count === this.#columns.subject.length) this.#columns = this.#copyColumns(2 * this.#count)
    let ruleIndex = this.#rules.get(rule)
    if (ruleIndex === undefined) {
      ruleIndex = this.#rules.size
      this.#rules.set(rule, ruleIndex)
    }
    const i = this.#count++
    const columns = this.#columns
    columns.subject[i] = subject
    columns.perLine[i] = perLine
    columns.outcome[i] = OUTCOMES.indexOf(outcome)
    columns.rule[i] = ruleIndex
    columns.value[i] = value
    columns.limit[i] = limit
  }

  #copyColumns(size: number): ReturnType<typeof decisionColumns> {
    const copy = decisionColumns(size)
    for (const name of Object.keys(copy) as (keyof typeof copy)[]) copy[name].set(this.#columns[name].subarray(0, size))
    return copy
  }

  trace(): Trace {
    return {
      steps: this.#steps,
      rules: [...this.#rules.keys()],
      decisionCount: this.#count,
      ...this.#copyColumns(this.#count),
      ...(Object.keys(this.#notes).length > 0 && { notes: { ...this.#notes } }),
    }
  }
}
