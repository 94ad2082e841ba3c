import { removalsOf } from '../explain/coverage'
import { sumUp } from '../page/content-tree'
import { KEPT, OUT, PATH } from '../page/output'
import { Statuses } from '../extractors/core/statuses'
import { OUTCOMES, type Outcome, type Trace } from '../extractors/core/probe'
import type { Extraction } from '../extractors/core/run'
import { TEXT, type PageModel } from '../page/page-model'
import { collapsedLength } from '../page/text'

const CHECKPOINTS = 48
const LEAST_INTERVAL = 256

interface ReplayState {
  readonly status: Uint8Array
  readonly lines: Uint8Array
}

/** Returns 1 for nodes that the cleaning removed and that have the status `OUT` in the result; 0 for other nodes. */
export function findRemovedNodes({ page, extraction }: { readonly page: PageModel; readonly extraction: Extraction }): Uint8Array {
  return Uint8Array.from(removalsOf(page, extraction), (reason, n) => (reason !== 0 && extraction.selected[n] === OUT ? 1 : 0))
}

/** Replays a trace up to any decision. Starts at the current decision, or at the nearest earlier checkpoint. */
export class Replay {
  readonly #page: PageModel
  readonly #trace: Trace
  readonly #statuses: Statuses
  readonly #removed: Uint8Array
  readonly #texts: Uint8Array
  readonly #textsWithin: Int32Array
  readonly #interval: number
  readonly #checkpoints = new Map<number, ReplayState>()
  #at = 0
  #state: ReplayState

  constructor(page: PageModel, extraction: Extraction, trace: Trace) {
    this.#page = page
    this.#trace = trace
    this.#statuses = new Statuses(page)
    this.#interval = Math.max(LEAST_INTERVAL, Math.ceil(trace.decisionCount / CHECKPOINTS))
    this.#removed = findRemovedNodes({ page, extraction })
    this.#texts = new Uint8Array(page.count)
    for (let n = 0; n < page.count; n++)
      if (this.#removed[n] === 0 && page.kind[n] === TEXT && collapsedLength(page.text[n] as string) > 0) this.#texts[n] = 1
    this.#textsWithin = Int32Array.from(this.#texts)
    sumUp(page, this.#textsWithin)
    const lines = extraction.lines?.content.length ?? 0
    this.#state = { status: new Uint8Array(page.count), lines: new Uint8Array(lines) }
    this.#checkpoints.set(0, copyState(this.#state))
  }

  get memory(): number {
    const { status, lines } = this.#state
    return (Math.ceil(this.#trace.decisionCount / this.#interval) + 1) * (status.length + lines.length)
  }

  /** Returns the state after a number of decisions. The state is valid until the next call. */
  seek(decisions: number): ReplayState {
    if (decisions < this.#at || decisions - this.#at > this.#interval) {
      let nearest = decisions - (decisions % this.#interval)
      while (!this.#checkpoints.has(nearest)) nearest -= this.#interval
      if (decisions < this.#at || nearest > this.#at) {
        this.#state = copyState(this.#checkpoints.get(nearest) as ReplayState)
        this.#at = nearest
      }
    }
    while (this.#at < decisions) {
      this.#apply(this.#at)
      this.#at++
      if (this.#at % this.#interval === 0 && !this.#checkpoints.has(this.#at)) this.#checkpoints.set(this.#at, copyState(this.#state))
    }
    return this.#state
  }

  #apply(d: number): void {
    const { status, lines } = this.#state
    const code = this.#trace.outcome[d] as number
    const outcome = OUTCOMES[code] as Outcome
    const subject = this.#trace.subject[d] as number
    if (this.#trace.perLine[d] === 1) {
      if (subject < lines.length) lines[subject] = code + 1
      return
    }
    this.#statuses.status = status
    this.#statuses.apply(subject, outcome)
  }

  /**
   * Returns the selection of a state: `KEPT` for kept nodes and for elements with only kept texts, `PATH` for other ancestors of kept
   * nodes.
   */
  selectedIn(state: ReplayState): Uint8Array {
    const { count, body, kind, parent, subtreeEnd } = this.#page
    // Local variables are faster than private fields. A video calls this method for every moment.
    const removed = this.#removed
    const texts = this.#texts
    const all = this.#textsWithin
    const { status } = state
    const selected = new Uint8Array(count)
    if (body < 0) return selected
    const kept = new Int32Array(count)
    for (let n = (subtreeEnd[body] as number) - 1; n >= body; n--) {
      if (texts[n] === 1 && status[n] === KEPT) kept[n] = 1
      const some = kept[n] as number
      if (removed[n] === 0) {
        const whole = kind[n] !== TEXT && some > 0 && some === all[n]
        if (whole || status[n] === KEPT) selected[n] = KEPT
        else if (some > 0) selected[n] = PATH
      }
      const p = parent[n] as number
      if (n === body || p < 0) continue
      kept[p] = (kept[p] as number) + some
      if (selected[n] !== OUT && selected[p] === OUT) selected[p] = PATH
    }
    return selected
  }
}

function copyState(state: ReplayState): ReplayState {
  return { status: state.status.slice(), lines: state.lines.slice() }
}
