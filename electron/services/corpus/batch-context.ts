import { toFailure, type Failure } from '../../../shared/base/failure'
import type { Progress } from '../../../shared/contract/contract'

/** What work on many pages is given: how it is stopped, and whom it tells how far it is. */
export interface BatchContext {
  readonly signal: AbortSignal
  progress(progress: Progress): void
}

/** What was not done, and where. */
export interface Problem {
  readonly place: string
  readonly failure: Failure
}

/** Failures that every other page would meet as well. */
const ENDS_ALL: ReadonlySet<string> = new Set(['internal', 'corpus.disk-full', 'corpus.read-only'])

/**
 * Does the work of one place of a batch. Where it fails that is a problem, and the rest goes on.
 * @param alsoEnding further failures that end the batch
 * @throws what ends it
 */
export async function attempt(problems: Problem[], place: string, act: () => Promise<void>, alsoEnding = ''): Promise<void> {
  try {
    await act()
  } catch (thrown) {
    const reason = toFailure(thrown)
    if (ENDS_ALL.has(reason.code) || reason.code === alsoEnding) throw thrown
    problems.push({ place, failure: reason })
  }
}
