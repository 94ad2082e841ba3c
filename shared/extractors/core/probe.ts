import { beginWith } from '../../base/int-list'
import type { NodeId } from '../../page/page-model'

/**
 * What a decision does to the result. A player that knows no algorithm replays a run from these alone.
 * `keep`/`drop` act on the whole subtree, `keepNode`/`dropNode` on the node itself and its own text,
 * `path` marks an ancestor of kept content, `pass`/`fail` record a test that changes nothing by itself.
 */
export const OUTCOMES = ['fail', 'pass', 'keep', 'drop', 'keepNode', 'dropNode', 'path'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A bell curve of a mixture. */
export interface Curve {
  readonly weight: number
  readonly mean: number
  readonly variance: number
}

/** How the largest of a subtree was chosen, where a step's own decision is about the one that was. */
export interface Choice<N = NodeId> {
  /** Root of the subtree that was looked through. */
  readonly within: N
  /** What let it be looked through: its value against a limit; NaN where nothing was asked of it. */
  readonly value: number
  readonly limit: number
  /** The second largest; left out where there is no other. */
  readonly rival?: N
}

/** What a step shows besides the decisions made in it. */
export interface StepState {
  /** Measures that are complete from this step on. */
  readonly measures?: readonly string[]
  /** Page-level values, e.g. `{ threshold: 44.56 }`. */
  readonly values?: Readonly<Record<string, number>>
  /** The node the step is about, e.g. the target. */
  readonly node?: NodeId
  /** One number a node or line (by `per`), for steps that show an intermediate value, e.g. the clusters of a k-means round. */
  readonly series?: { readonly per: 'node' | 'line'; readonly label: string; readonly data: Float64Array }
  /** Cluster centres, for k-means and EM. */
  readonly centres?: readonly (readonly number[])[]
  /** Bell curves that values are shared among, in ascending order of their means. */
  readonly curves?: readonly Curve[]
  /** Nodes of a way through the tree that the step looks along, from where it begins; the step's own node is what it found. */
  readonly way?: readonly NodeId[]
  /** Among which the step's own node was chosen: the value of the decision about it is its own, the limit the rival's. */
  readonly choice?: Choice
  /** Measures that two-dimensional centres lie between: of their first coordinate, and of their second. */
  readonly plane?: readonly [string, string]
  /** Lines of the extractor's pseudocode this step runs (1-based). */
  readonly pseudocode?: readonly number[]
}

/**
 * Receives what a run does while it does it. Extractors call it only behind `if (probe.active)` in loops,
 * so that a run without a probe costs nothing.
 */
export interface Probe {
  readonly active: boolean
  /** Begins a named step; decisions that follow belong to it. The caption is a sentence a student understands. */
  step(name: string, caption: string, state?: StepState): void
  /**
   * Records that `rule` looked at `node`: it had `value`, the rule's limit was `limit`.
   * @param note a few words that vary from decision to decision, e.g. which word of a pattern matched; they stand for `{note}` in the rule's sentence
   */
  decide(node: NodeId, outcome: Outcome, rule: string, value: number, limit: number, note?: string): void
  /** Same for a source line (0-based index into the extraction's lines). */
  decideLine(line: number, outcome: Outcome, rule: string, value: number, limit: number): void
}

/** The probe that records nothing. */
export const NO_PROBE: Probe = {
  active: false,
  step() {},
  decide() {},
  decideLine() {},
}

export interface TraceStep extends StepState {
  readonly name: string
  readonly caption: string
  /** Index of the first decision of the step; the last is before the next step's first. */
  readonly firstDecision: number
}

/** A recorded run: steps, and decisions as parallel arrays. Plain data, crosses threads by transfer. */
export interface Trace {
  readonly steps: readonly TraceStep[]
  /** Rule ids; `rule` indexes into it. */
  readonly rules: readonly string[]
  readonly decisionCount: number
  /** Node id, or line index where `perLine` is 1. */
  readonly subject: Int32Array
  readonly perLine: Uint8Array
  /** Index into `OUTCOMES`. */
  readonly outcome: Uint8Array
  readonly rule: Uint16Array
  readonly value: Float64Array
  readonly limit: Float64Array
  /** The few decisions that were given a note, by their index; left out where none was. */
  readonly notes?: Readonly<Record<number, string>>
}

/** Records a run into growing typed arrays. Memory: 24 bytes a decision. */
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

  /** The recording so far. */
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
