/** Time spent on a page: only while somebody does something. */

/** Milliseconds without anything done after which the time no longer counts. */
const IDLE = 60_000

export interface Stopwatch {
  /** Starts from nothing. */
  reset(): void
  /** Somebody did something. */
  touch(): void
  /** Stops until the next touch. */
  pause(): void
  /** Milliseconds so far. */
  elapsed(): number
}

/** @param now milliseconds of a clock that never goes back. */
export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  let since: number | null = null
  let last = 0
  let spent = 0
  const running = (): number => (since === null ? 0 : Math.min(now(), last + IDLE) - since)
  const pause = (): void => {
    spent += running()
    since = null
  }
  return {
    reset() {
      since = null
      spent = 0
    },
    touch() {
      const time = now()
      if (since !== null && time - last > IDLE) pause()
      since ??= time
      last = time
    },
    pause,
    elapsed: () => spent + running(),
  }
}
