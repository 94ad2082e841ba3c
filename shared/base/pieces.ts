/** Work in steps. The caller can do other work after each `yield`. */
export type Pieces<T> = Generator<void, T, void>

export function runToEnd<T>(work: Pieces<T>): T {
  for (;;) {
    const piece = work.next()
    if (piece.done) return piece.value
  }
}
