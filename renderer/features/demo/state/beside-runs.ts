/** The second run, beside the one on the stage. */
import type { Result } from '../../../../shared/base/failure'
import type { ExtractionResult } from '../../../../shared/contract/contract'
import { DemoRun } from '../../../../shared/demo/demo-run'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import type { TrialRequest } from '../../../window/result/trial-runs'
import type { useDemo } from './demo-state'

/** What is demonstrated, to be read and written. */
export type DemoStore = Pick<typeof useDemo, 'getState' | 'setState'>

/** Who runs. */
export interface RunHost {
  readonly extractors: () => readonly ExtractorInfo[]
  readonly run: (request: TrialRequest, signal?: AbortSignal) => Promise<Result<ExtractionResult>>
}

/** Gives what brings it up to what is wanted. The last wish wins, but a run under way is shown, so that dragging a slider shows results. */
export function createBesideRuns({ getState: read, setState: write }: DemoStore, host: RunHost) {
  let bringing: Promise<void> | null = null
  /** The last request, and whether anything came of it does not matter: it is not asked twice. */
  let tried = ''

  async function bring(): Promise<void> {
    for (;;) {
      const { beside, run, page } = read()
      const info = host.extractors().find((x) => x.id === beside?.extractor)
      if (!beside || !info || !run || page === null) {
        tried = ''
        write({ other: null, otherFailure: null })
        return
      }
      const request = { page, ...beside, trace: true }
      const key = JSON.stringify(request)
      if (key === tried) return
      tried = key
      const answer = await host.run(request)
      const now = read()
      if (now.page !== page || now.run?.page !== run.page || now.beside?.extractor !== beside.extractor) continue
      if (!answer.ok) write({ other: null, otherFailure: answer.failure })
      else if (answer.value.trace)
        write({ other: new DemoRun(run.page, info, answer.value.extraction, answer.value.trace), otherFailure: null })
    }
  }

  return (): Promise<void> => (bringing ??= bring().finally(() => (bringing = null)))
}
