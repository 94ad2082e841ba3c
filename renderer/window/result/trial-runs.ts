/** Extractions besides the one in view: what-if runs of flip searches and of the comparison. Kept for a while, since the same question comes back. */
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { Result } from '../../../shared/base/failure'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import { call } from '../host/host'
import { contentOf } from '../store'
import { SelectionCache } from './selection-cache'

export interface TrialRequest {
  /** Handle of the open page. */
  readonly page: string
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  /** With decisions, for explanations. */
  readonly trace: boolean
}

/** Of 200 runs, at most 32 MB. */
const trials = new SelectionCache(200, 32 * 1024 * 1024)

/** Forgets the selections of a page: it is read in another way. */
export function forgetTrialsOf(page: string): void {
  trials.forget((key) => (JSON.parse(key) as readonly unknown[])[0] === page)
}

/** Runs an extractor on an open page without touching the tab. */
export function runTrial(request: TrialRequest, signal?: AbortSignal): Promise<Result<ExtractionResult>> {
  return call('extraction.run', { ...request, params: { ...request.params } }, signal ? { signal } : {})
}

/** The selection that a run gives; remembered by page, extractor and its content, preset and values. Null where the run failed or was stopped. */
export async function selectionOfTrial(request: Omit<TrialRequest, 'trace'>, signal?: AbortSignal): Promise<Uint8Array | null> {
  const { page, extractor, preset, params } = request
  const key = JSON.stringify([page, extractor, contentOf(extractor), preset, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))])
  const known = trials.get(key)
  if (known) return known
  const answer = await call('extraction.selection', { ...request, params: { ...params } }, signal ? { signal } : {})
  if (!answer.ok) return null
  const selected = answer.value
  trials.set(key, selected)
  return selected
}
