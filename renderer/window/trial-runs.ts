/** Extractions besides the one in view: what-if runs of flip searches and of the comparison. Kept for a while, since the same question comes back. */
import type { ExtractionResult } from '../../shared/contract/contract'
import type { Result } from '../../shared/base/failure'
import type { ParamValue, Preset } from '../../shared/extractors/core/params'
import { call } from './host'

export interface TrialRequest {
  /** Handle of the open page. */
  readonly page: string
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  /** With decisions, for explanations. */
  readonly trace: boolean
}

const SELECTIONS = 200
/** Bytes of selections kept at most. */
const SELECTION_BYTES = 32 * 1024 * 1024
const selections = new Map<string, Uint8Array>()
let bytes = 0

/** Runs an extractor on an open page without touching the tab. */
export function runTrial(request: TrialRequest, signal?: AbortSignal): Promise<Result<ExtractionResult>> {
  return call('extraction.run', { ...request, params: { ...request.params } }, signal ? { signal } : {})
}

/** Forgets the selections of an extractor: it was saved anew. */
export function forgetTrials(extractor: string): void {
  for (const [key, selected] of selections) {
    if ((JSON.parse(key) as readonly unknown[])[1] !== extractor) continue
    selections.delete(key)
    bytes -= selected.byteLength
  }
}

/** The selection that a run gives; remembered by page, extractor and values. Null where the run failed or was stopped. */
export async function selectionOfTrial(request: Omit<TrialRequest, 'trace'>, signal?: AbortSignal): Promise<Uint8Array | null> {
  const key = JSON.stringify([request.page, request.extractor, Object.entries(request.params).sort(([a], [b]) => (a < b ? -1 : 1))])
  const known = selections.get(key)
  if (known) return known
  const answer = await runTrial({ ...request, trace: false }, signal)
  if (!answer.ok) return null
  const { selected } = answer.value.extraction
  selections.set(key, selected)
  bytes += selected.byteLength
  for (const [oldest, value] of selections) {
    if (selections.size <= SELECTIONS && bytes <= SELECTION_BYTES) break
    selections.delete(oldest)
    bytes -= value.byteLength
  }
  return selected
}
