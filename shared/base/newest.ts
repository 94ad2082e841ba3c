/** Work of which only the newest counts. */

/** One piece of work, as whoever does it sees it. */
export interface Turn {
  /** Aborted once the work is replaced or stopped. */
  readonly signal: AbortSignal
  /** Makes a listener that hears nothing more once the work is replaced or stopped. */
  readonly whileNewest: <T>(listener: (said: T) => void) => (said: T) => void
}

export interface Newest {
  /** Cancels what is under way and does this instead. Gives null where it is replaced or stopped meanwhile: its answer came too late. */
  ask<T>(work: (turn: Turn) => Promise<T>): Promise<T | null>
  /** Cancels what is under way. */
  stop(): void
}

/** Makes a place for one kind of work, in which only what was asked for last counts. Whoever shows the answers keeps the last until then. */
export function createNewest(): Newest {
  let now: AbortController | null = null
  const stop = (): void => {
    now?.abort()
    now = null
  }
  return {
    async ask(work) {
      stop()
      const mine = new AbortController()
      const { signal } = mine
      now = mine
      const isNewest = (): boolean => now === mine
      try {
        const answer = await work({
          signal,
          whileNewest: (listener) => (said) => {
            if (isNewest()) listener(said)
          },
        })
        return isNewest() ? answer : null
      } catch (error) {
        if (isNewest()) throw error
        return null
      } finally {
        if (isNewest()) now = null
      }
    },
    stop,
  }
}
