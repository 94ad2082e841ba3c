/** What would change the fate of the selected node, one parameter at a time or two together: one search at a time, the newest wins. */
import { create } from 'zustand'
import { createNewest } from '../../../../shared/base/newest'
import { fateOf } from '../../../../shared/explain/explain-node'
import { findFlips, type FlipFinding } from '../../../../shared/explain/flip-search'
import { findPairFlips, type PairSearch } from '../../../../shared/explain/pair-flips'
import { changeElsewhere, wordChange } from '../../../../shared/explain/difference/word-change'
import type { NodeId } from '../../../../shared/page/page-model'
import { selectionOfTrial } from '../../../window/result/trial-runs'
import { currentTab, extractorOf } from '../../../window/window'

/** A change that flips the node, and the words that it moves elsewhere. */
export interface FlipWithRest extends FlipFinding {
  readonly elsewhere: { readonly won: number; readonly lost: number }
}

export interface FlipState {
  /** The result and node the findings are about. */
  readonly about: { readonly result: unknown; readonly node: NodeId } | null
  readonly status: 'idle' | 'searching' | 'done' | 'failed'
  /** Share of parameters tried, in [0,1]. */
  readonly done: number
  readonly found: readonly FlipWithRest[]
  /** Pairs of parameters, once somebody asked for them. */
  readonly pairs: PairSearch | null
}

const NOTHING: FlipState = { about: null, status: 'idle', done: 0, found: [], pairs: null }
export const useFlips = create<FlipState>()(() => NOTHING)
const search = createNewest()

/** Stops the search under way; what it found stays. */
export function stopFlipSearch(): void {
  search.stop()
  if (useFlips.getState().status === 'searching') useFlips.setState({ status: 'done' })
}

/** Looks for each parameter's nearest value that changes what becomes of the selected node of the tab in front. */
export async function searchFlips(): Promise<void> {
  stopFlipSearch()
  const { page, model, result, selected, preset } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!page || !model || !result || !info || selected === null) return
  const { extraction } = result
  useFlips.setState({ about: { result, node: selected }, status: 'searching', done: 0, found: [], pairs: null })
  let failed = false
  const trials = new Map<string, Uint8Array>()
  const withRest = (flip: FlipFinding): FlipWithRest => {
    const after = trials.get(`${flip.param} ${String(flip.to)}`) ?? extraction.selected
    return { ...flip, elsewhere: changeElsewhere(model, wordChange(model, extraction.selected, after), selected) }
  }
  const show = (done: number, found: readonly FlipFinding[]): void => useFlips.setState({ done, found: found.map(withRest) })
  const found = await search.ask(({ signal }) =>
    findFlips(
      info.params,
      extraction.params,
      fateOf(extraction.selected, selected),
      async (params) => {
        const trial = await selectionOfTrial({ page: page.id, extractor: info.id, preset, params }, signal)
        if (!trial) {
          failed = true
          return fateOf(extraction.selected, selected)
        }
        const moved = Object.keys(params).find((name) => !Object.is(params[name], extraction.params[name]))
        if (moved !== undefined) trials.set(`${moved} ${String(params[moved])}`, trial)
        return fateOf(trial, selected)
      },
      {
        stopped: () => signal.aborted || failed,
        onProgress: (done, total, so) => {
          if (!signal.aborted) show(done / Math.max(1, total), so)
        },
      },
    ),
  )
  if (!found) return
  show(1, found)
  useFlips.setState({ status: failed ? 'failed' : 'done' })
}

/** Looks for two parameters that change the selected node's fate together. */
export async function searchPairs(): Promise<void> {
  stopFlipSearch()
  const { page, result, selected, preset } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!page || !result || !info || selected === null) return
  const { extraction } = result
  const now = fateOf(extraction.selected, selected)
  const { length } = Object.keys(info.params)
  const nothing: PairSearch = { found: [], tried: 0, pairs: (length * (length - 1)) / 2 }
  useFlips.setState({ about: { result, node: selected }, status: 'searching', done: 0, pairs: nothing })
  let failed = false
  const pairs = await search.ask(({ signal, whileNewest }) =>
    findPairFlips(
      info.params,
      extraction.params,
      now,
      async (params) => {
        const trial = await selectionOfTrial({ page: page.id, extractor: info.id, preset, params }, signal)
        if (trial) return fateOf(trial, selected)
        failed = true
        return now
      },
      {
        stopped: () => signal.aborted || failed,
        onProgress: whileNewest((so) => useFlips.setState({ done: so.tried / Math.max(1, so.pairs), pairs: so })),
      },
    ),
  )
  if (pairs) useFlips.setState({ status: failed ? 'failed' : 'done', done: 1, pairs })
}
