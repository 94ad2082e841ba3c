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

type ReplayState = Readonly<Record<'status' | 'lines', Uint8Array>>

/** Returns 1 for nodes that the cleaning removed and that have the status `OUT` in the result; 0 for other nodes. */
export function findRemovedNodes({ page, extraction }: { readonly page: PageModel; readonly extraction: Extraction }): Uint8Array {
  return Uint8Array.from(removalsOf(page, extraction), (reason, n) => (reason !== 0 && extraction.selected[n] === OUT ? 1 : 0))
}

/** Replays a trace up to any decision. Starts at the current decision, or at the nearest earlier checkpoint. */
export function createReplay(page: PageModel, extraction: Extraction, trace: Trace) {
  const { count, body, kind, parent, subtreeEnd } = page
  const statuses = new Statuses(page)
  const interval = Math.max(LEAST_INTERVAL, Math.ceil(trace.decisionCount / CHECKPOINTS))
  const removed = findRemovedNodes({ page, extraction })
  const texts = removed.map((isRemoved, n) => Number(isRemoved === 0 && kind[n] === TEXT && collapsedLength(page.text[n] as string) > 0))
  const all = Int32Array.from(texts)
  sumUp(page, all)
  let at = 0
  let state: ReplayState = { status: new Uint8Array(count), lines: new Uint8Array(extraction.lines?.content.length ?? 0) }
  const checkpoints = new Map([[0, copyState(state)]])

  function apply(d: number): void {
    const { status, lines } = state
    const code = trace.outcome[d] as number
    const subject = trace.subject[d] as number
    if (trace.perLine[d] === 1) {
      if (subject < lines.length) lines[subject] = code + 1
      return
    }
    statuses.status = status
    statuses.apply(subject, OUTCOMES[code] as Outcome)
  }

  return {
    memory: (Math.ceil(trace.decisionCount / interval) + 1) * (count + state.lines.length),

    /** Returns the state after a number of decisions. The state is valid until the next call. */
    seek(decisions: number): ReplayState {
      if (decisions < at || decisions - at > interval) {
        let nearest = decisions - (decisions % interval)
        while (!checkpoints.has(nearest)) nearest -= interval
        if (decisions < at || nearest > at) {
          state = copyState(checkpoints.get(nearest) as ReplayState)
          at = nearest
        }
      }
      while (at < decisions) {
        apply(at)
        at++
        if (at % interval === 0 && !checkpoints.has(at)) checkpoints.set(at, copyState(state))
      }
      return state
    },

    /**
     * Returns the selection of a state: `KEPT` for kept nodes and for elements with only kept texts, `PATH` for other ancestors of kept
     * nodes.
     */
    selectedIn({ status }: ReplayState): Uint8Array {
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
    },
  }
}

const copyState = ({ status, lines }: ReplayState): ReplayState => ({ status: status.slice(), lines: lines.slice() })
