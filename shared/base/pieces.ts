/** Work in steps. The caller can do other work between two steps. */
export type Pieces<T> = Generator<void, T, void>

/** Runs all steps without a pause. */
export function inOneGo<T>(work: Pieces<T>): T {
  for (;;) {
    const piece = work.next()
    if (piece.done) return piece.value
  }
}
