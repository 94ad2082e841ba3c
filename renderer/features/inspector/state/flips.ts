/** What would change the fate of the selected node, one parameter at a time or two together: one search at a time, the newest wins. */
import { create } from 'zustand'
import { createNewest } from '../../../../shared/base/newest'
import { fateOf, type Fate } from '../../../../shared/explain/explain-node'
import { findFlips, type FlipFinding } from '../../../../shared/explain/flip-search'
import { findPairFlips, type PairSearch } from '../../../../shared/explain/pair-flips'
import { changeElsewhere, wordChange } from '../../../../shared/explain/difference/word-change'
import type { ParamSpecs } from '../../../../shared/extractors/core/params'
import type { Extraction } from '../../../../shared/extractors/core/run'
import type { NodeId, PageModel } from '../../../../shared/page/page-model'
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
const newest = createNewest()

/** Stops the search under way; what it found stays. */
export function stopFlipSearch(): void {
  newest.stop()
  if (useFlips.getState().status === 'searching') useFlips.setState({ status: 'done' })
}

/** What a search about the selected node is given. */
interface Search {
  readonly model: PageModel
  readonly node: NodeId
  readonly extraction: Extraction
  readonly params: ParamSpecs
  /** What becomes of the node with the values that were used. */
  readonly now: Fate
  /** What the page keeps with other values; null where the run failed, which ends the search, or was stopped. */
  readonly tryValues: (values: Extraction['params']) => Promise<Uint8Array | null>
  readonly stopped: () => boolean
  readonly show: (found: Partial<FlipState>) => void
}

/** Runs a search about the selected node of the tab in front, in place of the one under way. */
async function searchFor(find: (search: Search) => Promise<Partial<FlipState>>): Promise<void> {
  stopFlipSearch()
  const { page, model, result, selected: node, preset } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!page || !model || !result || !info || node === null) return
  const { extraction } = result
  useFlips.setState({ about: { result, node }, status: 'searching', done: 0 })
  let failed = false
  const found = await newest.ask(({ signal, whileNewest }) =>
    find({
      model,
      node,
      extraction,
      params: info.params,
      now: fateOf(extraction.selected, node),
      tryValues: async (params) => {
        const trial = await selectionOfTrial({ page: page.id, extractor: info.id, preset, params }, signal)
        failed ||= trial === null
        return trial
      },
      stopped: () => signal.aborted || failed,
      show: whileNewest((so: Partial<FlipState>) => useFlips.setState(so)),
    }),
  )
  if (found) useFlips.setState({ ...found, status: failed ? 'failed' : 'done', done: 1 })
}

/** Looks for each parameter's nearest value that changes what becomes of the selected node of the tab in front. */
export const searchFlips = (): Promise<void> =>
  searchFor(async ({ model, node, extraction, params, now, tryValues, stopped, show }) => {
    const before = extraction.selected
    const trials = new Map<string, Uint8Array>()
    const withRest = (flip: FlipFinding): FlipWithRest => {
      const after = trials.get(`${flip.param} ${String(flip.to)}`) ?? before
      return { ...flip, elsewhere: changeElsewhere(model, wordChange(model, before, after), node) }
    }
    const run = async (values: Extraction['params']): Promise<Fate> => {
      const trial = await tryValues(values)
      const moved = Object.keys(values).find((name) => !Object.is(values[name], extraction.params[name]))
      if (trial && moved !== undefined) trials.set(`${moved} ${String(values[moved])}`, trial)
      return fateOf(trial ?? before, node)
    }
    show({ found: [], pairs: null })
    const found = await findFlips(params, extraction.params, now, run, {
      stopped,
      onProgress: (done, total, so) => show({ done: done / Math.max(1, total), found: so.map(withRest) }),
    })
    return { found: found.map(withRest) }
  })

/** Looks for two parameters that change the selected node's fate together. */
export const searchPairs = (): Promise<void> =>
  searchFor(async ({ node, extraction, params, now, tryValues, stopped, show }) => {
    const { length } = Object.keys(params)
    const onProgress = (pairs: PairSearch): void => show({ done: pairs.tried / Math.max(1, pairs.pairs), pairs })
    onProgress({ found: [], tried: 0, pairs: (length * (length - 1)) / 2 })
    const run = async (values: Extraction['params']): Promise<Fate> => fateOf((await tryValues(values)) ?? extraction.selected, node)
    return { pairs: await findPairFlips(params, extraction.params, now, run, { stopped, onProgress }) }
  })
