/**
 * Extractions besides the result in view, for the comparison, the demonstration, flip searches and parameter curves. Flip searches and
 * parameter curves use a cache, because their runs repeat.
 */
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { Result } from '../../../shared/base/failure'
import { call } from '../host/host'
import { getState, ownHashOf } from '../store'
import type { Configuration } from '../window-state'

export interface TrialRequest extends Configuration {
  readonly page: string
  readonly trace: boolean
}

export class SelectionCache {
  readonly #kept = new Map<string, Uint8Array>()
  readonly #most: number
  readonly #mostBytes: number
  #bytes = 0

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  get(key: string): Uint8Array | undefined {
    const known = this.#kept.get(key)
    if (known) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
    }
    return known
  }

  set(key: string, selected: Uint8Array): void {
    this.#drop(key)
    this.#kept.set(key, selected)
    this.#bytes += selected.byteLength
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most && this.#bytes <= this.#mostBytes) break
      this.#drop(oldest)
    }
  }

  forget(isMeant: (key: string) => boolean): void {
    for (const key of this.#kept.keys()) if (isMeant(key)) this.#drop(key)
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.byteLength ?? 0
    this.#kept.delete(key)
  }
}

const trials = new SelectionCache(1000, 32 * 1024 * 1024)

export function forgetTrialsOf(page: string): void {
  trials.forget((key) => (JSON.parse(key) as readonly unknown[])[0] === page)
}

export function runTrial(request: TrialRequest, signal?: AbortSignal): Promise<Result<ExtractionResult>> {
  return call('extraction.run', request, signal ? { signal } : {})
}

function keyOf({ page, extractor, preset, params }: Omit<TrialRequest, 'trace'>): string {
  const composed = getState().tabs.find((tab) => tab.page?.id === page)?.model?.composed
  return JSON.stringify([
    page,
    composed,
    extractor,
    ownHashOf(extractor),
    preset,
    Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
}

export async function selectionOfTrial(request: Omit<TrialRequest, 'trace'>, signal?: AbortSignal): Promise<Result<Uint8Array>> {
  const key = keyOf(request)
  const known = trials.get(key)
  if (known) return { ok: true, value: known }
  const answer = await call('extraction.selection', request, signal ? { signal } : {})
  if (answer.ok && keyOf(request) === key) trials.set(key, answer.value)
  return answer
}
