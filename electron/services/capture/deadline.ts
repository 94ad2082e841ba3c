import { CANCELLED, FailureError, type Failure } from '../../../shared/base/failure'

/** Whatever ends a load early: its deadline, a cancellation, a failure noticed elsewhere. The first one wins. */
export interface Deadline {
  /** The promise, or the failure if the load ends first. */
  race<T>(promise: Promise<T>): Promise<T>
  fail(reason: Failure): void
  failure(): Failure | null
  /** Stops the clock. */
  dispose(): void
}

/** Starts the clock. `expired` makes the failure when the milliseconds are over. */
export function startDeadline(milliseconds: number, signal: AbortSignal, expired: () => Failure): Deadline {
  let reason: Failure | null = null
  let reject: (error: FailureError) => void = () => undefined
  const ended = new Promise<never>((_, no) => {
    reject = no
  })
  // Nobody may be waiting when it ends.
  ended.catch(() => undefined)
  const fail = (given: Failure): void => {
    if (reason !== null) return
    reason = given
    reject(new FailureError(given))
  }
  const cancel = (): void => fail(CANCELLED)
  const timer = setTimeout(() => fail(expired()), milliseconds)
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  return {
    race(promise) {
      promise.catch(() => undefined)
      return Promise.race([ended, promise])
    },
    fail,
    failure: () => reason,
    dispose() {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    },
  }
}
