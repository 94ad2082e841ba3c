/** A request that a later request cancels; see the lint rule `stale/no-stale-update`. */

export interface SlotRequest {
  readonly signal: AbortSignal
  /** Wraps a listener. The wrapped listener is no longer called when the request has ended, or was replaced or cancelled. */
  readonly whileLatest: <T>(listener: (value: T) => void) => (value: T) => void
}

export function createRequestSlot() {
  let current: AbortController | null = null
  const cancel = (): void => {
    current?.abort()
    current = null
  }
  return {
    /**
     * Cancels the current request and starts a new request. Returns null if the new request was replaced or cancelled, even if its work
     * failed.
     */
    async replace<T>(work: (request: SlotRequest) => Promise<T>): Promise<T | null> {
      cancel()
      const mine = new AbortController()
      const { signal } = mine
      current = mine
      const isLatest = (): boolean => current === mine
      try {
        const response = await work({
          signal,
          whileLatest: (listener) => (value) => {
            if (isLatest()) listener(value)
          },
        })
        return isLatest() ? response : null
      } catch (error) {
        if (isLatest()) throw error
        return null
      } finally {
        if (isLatest()) current = null
      }
    },
    cancel,
  }
}

/** Waits for a response about `subject()`. Returns null if the subject changed meanwhile. */
export async function resolveIfCurrent<T>(subject: () => unknown, response: Promise<T>): Promise<T | null> {
  const before = subject()
  const value = await response
  return Object.is(subject(), before) ? value : null
}
