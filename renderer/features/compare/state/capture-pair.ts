/** The other capture of the page in front: raw where the tab shows the rendered one, and the other way round. */
import { create } from 'zustand'
import type { Progress } from '../../../../shared/contract/contract'
import type { Failure } from '../../../../shared/base/failure'
import type { CaptureMode } from '../../../../shared/contract/source'
import type { PageModel } from '../../../../shared/page/page-model'
import { closePage, openPage } from '../../../window/open-page'
import { currentTab } from '../../../window/store'

export interface CapturePair {
  /** Handle of the tab's page that the other capture belongs to. */
  readonly page: string
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly mode: CaptureMode
  readonly progress: Progress | null
  readonly model: PageModel | null
  readonly failure: Failure | null
  /** Stops the capture under way. */
  readonly controller: AbortController | null
}

const NOTHING: CapturePair = { page: '', status: 'idle', mode: 'rendered', progress: null, model: null, failure: null, controller: null }
export const useCapturePair = create<CapturePair>()(() => NOTHING)

/** Stops the capture under way. */
export function cancelOtherCapture(): void {
  const { controller, status } = useCapturePair.getState()
  controller?.abort()
  if (status === 'loading') useCapturePair.setState(NOTHING)
}

/** Captures the page in front in the other mode. Its model stays in the window, the host's copy is freed. */
export async function loadOtherCapture(): Promise<void> {
  cancelOtherCapture()
  const { page, source } = currentTab()
  if (!page || !source) return
  const controller = new AbortController()
  const mode: CaptureMode = page.mode === 'source' ? 'rendered' : 'source'
  useCapturePair.setState({ ...NOTHING, page: page.id, status: 'loading', mode, controller })
  const isWanted = (): boolean => useCapturePair.getState().controller === controller
  const opened = await openPage(source, mode, {
    signal: controller.signal,
    onProgress: (progress) => {
      if (isWanted()) useCapturePair.setState({ progress })
    },
  })
  if (opened.ok) closePage(opened.value.page)
  if (!isWanted()) return
  const ended = { controller: null, progress: null }
  if (opened.ok) useCapturePair.setState({ ...ended, status: 'ready', model: opened.value.model })
  else useCapturePair.setState({ ...ended, status: 'failed', failure: opened.failure })
}
