/** Searches for changes of one parameter that reverse the outcome of the selected node. */
import { create } from 'zustand'
import type { Failure } from '../../../../shared/base/failure'
import { createRequestSlot } from '../../../../shared/base/request-slot'
import { statusOf, type NodeStatus } from '../../../../shared/explain/explain-node'
import { findFlips, scanLimit, type FlipFinding } from '../../../../shared/explain/flip-search'
import { changeElsewhere, wordChange } from '../../../../shared/explain/difference/disagreement'
import type { Extraction } from '../../../../shared/extractors/core/run'
import type { NodeId } from '../../../../shared/page/page-model'
import { selectionOfTrial } from '../../../window/result/trial-runs'
import { currentTab, extractorOf } from '../../../window/window'

export interface FlipWithRest extends FlipFinding {
  readonly elsewhere: { readonly gained: number; readonly lost: number }
}

interface FlipState {
  readonly about: { readonly result: unknown; readonly node: NodeId } | null
  readonly status: 'idle' | 'searching' | 'done'
  readonly failure: Failure | null
  /** Share of tried parameters, in [0,1]. */
  readonly done: number
  readonly found: readonly FlipWithRest[]
}

const NOTHING: FlipState = { about: null, status: 'idle', failure: null, done: 0, found: [] }
export const useFlips = create<FlipState>()(() => NOTHING)
const newest = createRequestSlot()

export function foundFlips(result: unknown, node: NodeId | null): FlipState['found'] | null {
  const { about, found, status, failure } = useFlips.getState()
  const isKnown = found.length > 0 || (status === 'done' && !failure)
  return isKnown && about && about.result === result && about.node === node ? found : null
}

export function stopFlipSearch(): void {
  newest.cancel()
  if (useFlips.getState().status === 'searching') useFlips.setState({ status: 'idle' })
}

export async function searchFlips(): Promise<void> {
  stopFlipSearch()
  const { page, model, result, selected: node, preset } = currentTab()
  const info = extractorOf(result?.extraction.extractor)
  if (!page || !model || !result || !info || node === null) return
  const { selected: before, params: values } = result.extraction
  const now = statusOf(before, node)
  useFlips.setState({ ...NOTHING, about: { result, node }, status: 'searching' })
  const trials = new Map<string, Uint8Array>()
  const withRest = (flip: FlipFinding): FlipWithRest => {
    const after = trials.get(`${flip.param} ${String(flip.to)}`) ?? before
    return { ...flip, elsewhere: changeElsewhere(model, wordChange(model, before, after), node) }
  }
  let failure: Failure | null = null
  const found = await newest.replace(({ signal, whileLatest }) => {
    const show = whileLatest((so: Partial<FlipState>) => useFlips.setState(so))
    const run = async (params: Extraction['params']): Promise<NodeStatus> => {
      const trial = await selectionOfTrial({ page: page.id, extractor: info.id, preset, params }, signal)
      if (!trial.ok) failure ??= trial.failure
      const moved = Object.keys(params).find((name) => !Object.is(params[name], values[name]))
      const status = statusOf(trial.ok ? trial.value : before, node)
      if (trial.ok && moved !== undefined && status !== now) trials.set(`${moved} ${String(params[moved])}`, trial.value)
      return status
    }
    return findFlips(info.params, { values, status: now }, run, {
      scan: scanLimit(model.count),
      stopped: () => signal.aborted || failure !== null,
      onProgress: (done, total, so) => show({ done: done / Math.max(1, total), found: so.map(withRest) }),
    })
  })
  if (found) useFlips.setState({ found: found.map(withRest), status: 'done', failure, done: 1 })
}
