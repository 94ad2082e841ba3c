/** Work in steps: the caller can do other work between them. */
export type Pieces<T> = Generator<void, T, void>

/** Does work in one go. */
export function inOneGo<T>(work: Pieces<T>): T {
  for (;;) {
    const piece = work.next()
    if (piece.done) return piece.value
  }
}
