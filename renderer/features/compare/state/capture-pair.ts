/** The other capture of the page in front: raw where the tab shows the rendered one, and the other way round. */
import { create } from 'zustand'
import pLimit from 'p-limit'
import type { ExtractionResult, Progress } from '../../../../shared/contract/contract'
import type { Failure, Result } from '../../../../shared/base/failure'
import { createRequestSlot } from '../../../../shared/base/request-slot'
import type { CaptureMode } from '../../../../shared/contract/source'
import type { PageModel } from '../../../../shared/page/page-model'
import { presetValues, type ParamValue } from '../../../../shared/extractors/core/params'
import { closePage, openPage } from '../../../window/page/open-page'
import { ownHashOf, currentTab, extractorOf, subscribe } from '../../../window/store'
import { runTrial } from '../../../window/result/trial-runs'

export interface CapturePair {
  /** Handle of the tab's page that the other capture belongs to. */
  readonly page: string
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly mode: CaptureMode
  readonly progress: Progress | null
  readonly model: PageModel | null
  /** Handle of the other capture; the host holds it as long as the tab's page is open. */
  readonly other: string
  /** What extractors keep of the other capture, by `extractionKey`. */
  readonly extractions: Readonly<Record<string, Result<ExtractionResult>>>
  readonly failure: Failure | null
}

const NOTHING: CapturePair = {
  page: '',
  status: 'idle',
  mode: 'rendered',
  progress: null,
  model: null,
  other: '',
  extractions: {},
  failure: null,
}
export const useCapturePair = create<CapturePair>()(() => NOTHING)
const capturing = createRequestSlot()

/** Stops the capture under way. */
export function cancelOtherCapture(): void {
  capturing.cancel()
  if (useCapturePair.getState().status === 'loading') useCapturePair.setState(NOTHING)
}

/** Frees the other capture. */
function release(): void {
  const { other } = useCapturePair.getState()
  if (other !== '') closePage({ id: other })
}

/** Captures the page in front in the other mode. The host holds the capture until another one is made or the page is closed. */
export async function loadOtherCapture(): Promise<void> {
  cancelOtherCapture()
  const { page, source } = currentTab()
  if (!page || !source) return
  release()
  const mode: CaptureMode = page.mode === 'source' ? 'rendered' : 'source'
  useCapturePair.setState({ ...NOTHING, page: page.id, status: 'loading', mode })
  const opened = await capturing.replace(async ({ signal, whileLatest }) => {
    const onProgress = whileLatest((progress: Progress) => useCapturePair.setState({ progress }))
    const answer = await openPage(source, mode, { signal, onProgress })
    if (signal.aborted && answer.ok) closePage(answer.value.page)
    return answer
  })
  if (!opened) return
  if (!opened.ok) {
    useCapturePair.setState({ progress: null, status: 'failed', failure: opened.failure })
    return
  }
  useCapturePair.setState({ progress: null, status: 'ready', model: opened.value.model, other: opened.value.page.id })
  const stop = subscribe(({ tabs }) => {
    if (tabs.some((tab) => tab.page?.id === page.id)) return
    stop()
    if (useCapturePair.getState().page !== page.id) return
    release()
    useCapturePair.setState(NOTHING)
  })
}

/** An extractor with the values that it runs with on the page in front. */
function settingsOf(id: string): Readonly<Record<string, ParamValue>> | null {
  const tab = currentTab()
  const info = extractorOf(id)
  return id === tab.extractor ? tab.params : info ? presetValues(info.params, tab.preset) : null
}

/** Under what an extraction of the other capture is kept: extractor, its content, and values. */
export const extractionKey = (id: string): string => JSON.stringify([id, ownHashOf(id), currentTab().preset, settingsOf(id)])

/** Runs extractors on the other capture that have not run there, two at a time, each with the values that it has on the page in front. */
export async function extractOther(ids: readonly string[]): Promise<void> {
  const { other, extractions } = useCapturePair.getState()
  const { preset } = currentTab()
  const missing = ids.filter((id) => !(extractionKey(id) in extractions))
  await pLimit(2).map(missing, async (id) => {
    const params = settingsOf(id)
    const key = extractionKey(id)
    if (!params || useCapturePair.getState().other !== other) return
    const answer = await runTrial({ page: other, extractor: id, preset, params, trace: false })
    // oxlint-disable-next-line stale/no-stale-update -- compared with the capture in view
    useCapturePair.setState((state) => (state.other === other ? { extractions: { ...state.extractions, [key]: answer } } : state))
  })
}
