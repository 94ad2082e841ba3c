/** What would change the fate of the selected node: one search at a time, the newest wins. */
import { create } from 'zustand'
import { fateOf } from '../../../../shared/explain/explain-node'
import { findFlips, type FlipFinding } from '../../../../shared/explain/flip-search'
import type { NodeId } from '../../../../shared/page/page-model'
import { selectionOfTrial } from '../../../window/trial-runs'
import { getState } from '../../../window/workspace'
import { activeTab } from '../../../window/workspace-state'

export interface FlipState {
  /** The result and node the findings are about. */
  readonly about: { readonly result: unknown; readonly node: NodeId } | null
  readonly status: 'idle' | 'searching' | 'done' | 'failed'
  /** Share of parameters tried, in [0,1]. */
  readonly done: number
  readonly found: readonly FlipFinding[]
}

const NOTHING: FlipState = { about: null, status: 'idle', done: 0, found: [] }
export const useFlips = create<FlipState>()(() => NOTHING)

let controller: AbortController | null = null

/** Stops the search under way; what it found stays. */
export function stopFlipSearch(): void {
  controller?.abort()
  controller = null
  if (useFlips.getState().status === 'searching') useFlips.setState({ status: 'done' })
}

/** Looks for each parameter's nearest value that changes what becomes of the selected node of the tab in front. */
export async function searchFlips(): Promise<void> {
  stopFlipSearch()
  const state = getState()
  const { page, result, selected, preset } = activeTab(state)
  const info = state.extractors.find((extractor) => extractor.id === result?.extraction.extractor)
  if (!page || !result || !info || selected === null) return
  const mine = new AbortController()
  controller = mine
  const { extraction } = result
  useFlips.setState({ about: { result, node: selected }, status: 'searching', done: 0, found: [] })
  let failed = false
  const found = await findFlips(
    info.params,
    extraction.params,
    fateOf(extraction.selected, selected),
    async (params) => {
      const trial = await selectionOfTrial({ page: page.id, extractor: info.id, preset, params }, mine.signal)
      if (!trial) {
        failed = true
        return fateOf(extraction.selected, selected)
      }
      return fateOf(trial, selected)
    },
    {
      stopped: () => mine.signal.aborted || failed,
      onProgress: (done, total, so) => {
        if (controller === mine) useFlips.setState({ done: done / Math.max(1, total), found: so })
      },
    },
  )
  if (controller !== mine) return
  controller = null
  useFlips.setState({ status: failed ? 'failed' : 'done', done: 1, found })
}
