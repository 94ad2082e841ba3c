/** A slot for one request: a later request cancels the current request. See the lint rule `stale/no-stale-update`. */

export interface SlotRequest {
  readonly signal: AbortSignal
  /** Wraps a listener. Discards values that arrive after the request has ended, or was replaced or cancelled. */
  readonly whileLatest: <T>(listener: (value: T) => void) => (value: T) => void
}

export function createRequestSlot() {
  let current: AbortController | null = null
  const cancel = (): void => {
    current?.abort()
    current = null
  }
  return {
    /** Cancels the current request and starts `work`. Returns null if `work` was replaced or cancelled, even if `work` failed. */
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

/** Returns the value of `response`; null if `subject()` changed meanwhile. */
export async function resolveIfCurrent<T>(subject: () => unknown, response: Promise<T>): Promise<T | null> {
  const before = subject()
  const value = await response
  return Object.is(subject(), before) ? value : null
}
