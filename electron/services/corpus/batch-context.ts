import type { Progress } from '../../../shared/contract/contract'

/** What work on many pages is given: how it is stopped, and whom it tells how far it is. */
export interface BatchContext {
  readonly signal: AbortSignal
  progress(progress: Progress): void
}
