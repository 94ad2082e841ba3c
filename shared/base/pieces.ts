/** Work that stops on the way, so that whoever does it may do something else before it goes on. */
export type Pieces<T> = Generator<void, T, void>

/** Does work in one go. */
export function inOneGo<T>(work: Pieces<T>): T {
  for (;;) {
    const piece = work.next()
    if (piece.done) return piece.value
  }
}
