import { CANCELLED, FailureError, type Failure } from '../../../shared/base/failure'

/** Ends a load early: by its deadline, a cancellation or an external failure. The first one counts. */
export interface Deadline {
  /** Settles like the promise, or rejects with the failure if the load ends first. */
  race<T>(promise: Promise<T>): Promise<T>
  /** Like `race`, with the clock stopped for at most `most` milliseconds, for waits that are not part of the load. */
  raceAside<T>(promise: Promise<T>, most: number): Promise<T>
  fail(reason: Failure): void
  failure(): Failure | null
  dispose(): void
}

/** Starts the clock. `expired` creates the failure when the time is over. */
export function startDeadline(milliseconds: number, signal: AbortSignal, expired: () => Failure): Deadline {
  let reason: Failure | null = null
  let reject: (error: FailureError) => void = () => undefined
  const ended = new Promise<never>((_, no) => {
    reject = no
  })
  // The rejection may have no listener.
  ended.catch(() => undefined)
  const fail = (given: Failure): void => {
    if (reason !== null) return
    reason = given
    reject(new FailureError(given))
  }
  const cancel = (): void => fail(CANCELLED)
  let left = milliseconds
  let since = performance.now()
  const expire = (): void => fail(expired())
  let timer = setTimeout(expire, left)
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  const race = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => undefined)
    return Promise.race([ended, promise])
  }
  return {
    race,
    async raceAside(promise, most) {
      clearTimeout(timer)
      left = Math.max(0, left - (performance.now() - since))
      timer = setTimeout(expire, left + most)
      const value = await race(promise)
      clearTimeout(timer)
      since = performance.now()
      timer = setTimeout(expire, left)
      return value
    },
    fail,
    failure: () => reason,
    dispose() {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    },
  }
}
