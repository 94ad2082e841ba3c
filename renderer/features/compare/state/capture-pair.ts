/** The other capture of the page in front: raw where the tab shows the rendered one, and the other way round. */
import { create } from 'zustand'
import type { Progress } from '../../../../shared/contract/contract'
import type { Failure } from '../../../../shared/base/failure'
import type { CaptureMode } from '../../../../shared/contract/source'
import type { PageModel } from '../../../../shared/page/page-model'
import { getState } from '../../../window/workspace'
import { activeTab } from '../../../window/workspace-state'

export interface CapturePair {
  /** Handle of the tab's page that the other capture belongs to. */
  readonly page: string
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly mode: CaptureMode
  readonly progress: Progress | null
  readonly model: PageModel | null
  readonly failure: Failure | null
}

const NOTHING: CapturePair = { page: '', status: 'idle', mode: 'rendered', progress: null, model: null, failure: null }
export const useCapturePair = create<CapturePair>()(() => NOTHING)

let controller: AbortController | null = null

/** Stops the capture under way. */
export function cancelOtherCapture(): void {
  controller?.abort()
  controller = null
  if (useCapturePair.getState().status === 'loading') useCapturePair.setState(NOTHING)
}

/** Captures the page in front in the other mode. Its model stays in the window, the host's copy is freed. */
export async function loadOtherCapture(): Promise<void> {
  cancelOtherCapture()
  const { client } = getState()
  const { page, source } = activeTab(getState())
  if (!page || !source) return
  const mine = new AbortController()
  controller = mine
  const mode: CaptureMode = page.mode === 'source' ? 'rendered' : 'source'
  useCapturePair.setState({ ...NOTHING, page: page.id, status: 'loading', mode })
  const opened = await client.call(
    'page.open',
    { source, options: { mode } },
    {
      signal: mine.signal,
      onProgress: (progress) => {
        if (controller === mine) useCapturePair.setState({ progress })
      },
    },
  )
  const model = opened.ok ? await client.call('page.model', { page: opened.value.id }, { signal: mine.signal }) : opened
  if (opened.ok) void client.call('page.close', { page: opened.value.id })
  if (controller !== mine) return
  controller = null
  if (model.ok && 'html' in model.value) useCapturePair.setState({ status: 'ready', progress: null, model: model.value })
  else if (!model.ok) useCapturePair.setState({ status: 'failed', progress: null, failure: model.failure })
}
