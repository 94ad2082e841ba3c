/** Milliseconds of one tick at most: a window that stood in the background does not leap. */
const MOST = 250

/** Ticks with the screen from `start` until a tick says that it was the last one. */
export class Ticker {
  readonly #tick: (passed: number) => boolean
  #last = 0
  #request = 0

  /** @param tick gets the milliseconds since the tick before; whether there is another one */
  constructor(tick: (passed: number) => boolean) {
    this.#tick = tick
  }

  /** Begins, or goes on from now where it ticks already. */
  start(): void {
    this.#last = performance.now()
    if (this.#request === 0) this.#request = requestAnimationFrame(this.#frame)
  }

  readonly #frame = (now: number): void => {
    // A frame that had begun before the start has the earlier time: nothing passed, and nothing goes back.
    const passed = Math.max(0, Math.min(MOST, now - this.#last))
    this.#last = Math.max(this.#last, now)
    this.#request = this.#tick(passed) ? requestAnimationFrame(this.#frame) : 0
  }
}
