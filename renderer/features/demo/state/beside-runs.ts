/** The second run beside the run on the stage. */
import type { Result } from '../../../../shared/base/failure'
import type { ExtractionResult } from '../../../../shared/contract/contract'
import { DemoRun } from '../../../../shared/demo/demo-run'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import type { TrialRequest } from '../../../window/result/trial-runs'
import type { useDemo } from './demo-state'

/** Read and write access to the demonstration's state. */
export type DemoStore = Pick<typeof useDemo, 'getState' | 'setState'>

/** The host of the runs. */
export interface RunHost {
  readonly extractors: () => readonly ExtractorInfo[]
  /** The content hash of a custom extractor; empty for others. */
  readonly hashOf: (extractor: string) => string
  readonly run: (request: TrialRequest, signal?: AbortSignal) => Promise<Result<ExtractionResult>>
}

/** Returns the update of the second run. The latest request wins, but a run under way is shown, so that dragging a slider shows results. */
export function createBesideRuns({ getState: read, setState: write }: DemoStore, host: RunHost) {
  let bringing: Promise<void> | null = null
  /** The request whose run is shown, with the content hash of its extractor. */
  let shown = ''

  async function bring(): Promise<void> {
    // The next update retries a failed request.
    for (let failed = ''; ;) {
      const { beside, run, page, other } = read()
      const info = host.extractors().find((x) => x.id === beside?.extractor)
      if (!beside || !info || !run || page === null) {
        write({ other: null, otherFailure: null })
        return
      }
      const request = { page, ...beside, preset: 'default' as const, trace: true }
      const key = JSON.stringify([request, host.hashOf(beside.extractor)])
      if (key === failed || (key === shown && other)) return
      const answer = await host.run(request)
      const now = read()
      if (now.page !== page || now.run?.page !== run.page || now.beside?.extractor !== beside.extractor) continue
      if (answer.ok && answer.value.trace) {
        shown = key
        write({ other: new DemoRun(run.page, info, answer.value.extraction, answer.value.trace), otherFailure: null })
      } else {
        failed = key
        write({ other: null, otherFailure: answer.ok ? null : answer.failure })
      }
    }
  }

  return (): Promise<void> => (bringing ??= bring().finally(() => (bringing = null)))
}
