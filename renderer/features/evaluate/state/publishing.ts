/** Publishing a run as a site: one at a time, with its progress and what became of it. */
import { create } from 'zustand'
import type { Failure } from '../../../../shared/base/failure'
import type { Progress } from '../../../../shared/contract/contract'
import type { PublishedFolder } from '../../../../shared/contract/evaluation-contract'
import { call } from '../../../window/host/host'
import { requestedLimits } from '../../../window/page/limits'

export interface PublishingState {
  /** The run that is or was published; null for none. */
  readonly run: string | null
  readonly progress: Progress | null
  readonly published: PublishedFolder | null
  readonly failure: Failure | null
  readonly controller: AbortController | null
}

const NOTHING: PublishingState = { run: null, progress: null, published: null, failure: null, controller: null }

export const usePublishing = create<PublishingState>()(() => NOTHING)

/** What a person chose of a site. */
export interface SiteChoice {
  readonly folder: string
  readonly title: string
  readonly withPages: boolean
  /** Pages that are drawn to be opened; 0: all. */
  readonly sample: number
}

export const publishing = {
  /** Publishes a run. What is under way is not disturbed: the button waits. */
  async start(run: string, choice: SiteChoice): Promise<void> {
    const controller = new AbortController()
    usePublishing.setState({ ...NOTHING, run, controller, progress: { done: null, message: 'Starting …' } })
    const answer = await call(
      'evaluation.publish',
      { run, ...choice, limits: requestedLimits() },
      { signal: controller.signal, onProgress: (progress) => usePublishing.setState({ progress }) },
    )
    const ended = { progress: null, controller: null }
    if (answer.ok) usePublishing.setState({ ...ended, published: answer.value })
    else usePublishing.setState(answer.failure.code === 'cancelled' ? NOTHING : { ...ended, failure: answer.failure })
  },
  cancel(): void {
    usePublishing.getState().controller?.abort()
  },
  dismiss(): void {
    usePublishing.setState(NOTHING)
  },
}
